/* Faults of a Poisson problem's input: each is one sentence. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

static void wrong_keys_are_reported(void **state)
{
    static const struct {
        const char *text, *method, *words;
        enum status status;
    } cases[] = {
        {"", "thomas", "grid.n: required", ST_CONFIG},
        {"grid = { n = 4; upper = [0.0]; };", "thomas", "grid.upper: 0 along x is not above", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; nodes_along = [\"y\"]; };", "thomas", "grid.nodes_along: there is no axis y",
         ST_CONFIG},
        {"grid = { n = [4, 4, 4]; upper = [1.0, 1.0]; };", "thomas", "grid.n: 3 sizes for the 2 axes", ST_CONFIG},
        {"grid = { n = 2; upper = [1.0]; centering = \"node\"; }; boundary = { x_lower = { kind = \"dirichlet\"; };"
         "x_upper = { kind = \"dirichlet\"; }; };",
         "thomas", "along x no node lies between the faces", ST_CONFIG},
        {"grid = { n = 1; upper = [1.0]; centering = \"node\"; };", "thomas", "so at least 2", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; boundary = { x_lower = { kind = \"periodic\"; }; };", "thomas",
         "boundary.x_lower.kind: the axis is periodic at both of its faces or at none", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; boundary = { y_lower = { kind = \"dirichlet\"; }; };", "thomas",
         "boundary.y_lower.kind: there is no such face", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; boundary = { x_lower = { kind = \"neumann\"; value = 1.0; }; };", "thomas",
         "boundary.x_lower.value: is for faces of kind 'dirichlet'", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0, 1.0]; }; eps = \"1+x\";", "thomas",
         "eps: may vary along y, the tridiagonal axis, and no other", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; eps = -1.0;", "thomas", "eps: -1 is not above 0", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; eps = \"x-0.5\";", "thomas", "eps: -0.4375 near 0.125 is not above 0",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; q = -1.0;", "thomas", "q: -1 is below 0", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; q = 1.0; mean = 2.0;", "thomas", "mean: has no meaning", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; q = \"x\"; mean = 2.0;", "thomas", "mean: 2 has no meaning", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; places = \"1-s\"; };", "thomas", "grid.places: place 1, at 0.75, is not above",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; places = \"s/2\"; };", "thomas", "grid.places: they reach from 0 to 0.5",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; transform = \"lane\";", "thomas", "transform: no transform method 'lane'",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; tridiagonal_axis = \"y\";", "thomas",
         "tridiagonal_axis: there is no axis y", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; eigenvalues = \"spectral\"; boundary = { x_lower = { flux = 1.0; }; };",
         "thomas", "spectral eigenvalues are for faces that prescribe 0", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; q = \"x\";", "transforms", "need one eps and one q", ST_REFUSED},
        {"grid = { n = 4; upper = [1.0]; }; probes = ( { name = \"min\"; at = [0.5]; } );", "thomas",
         "probes: there is a column 'min' already", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; probes = ( { name = \"a/b\"; at = [0.5]; } );", "thomas",
         "probes: 'a/b' cannot be the name of a column", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; projection = { dt = 0.1; };", "thomas",
         "projection.dt: applies only with projection.velocity", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; projection = { density = 2.0; };", "thomas",
         "projection.density: applies only with projection.velocity", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; projection = { u = \"u\"; };", "thomas",
         "projection.u: applies only with projection.velocity", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; quantity = \"x\";", "thomas", "quantity: there is a field 'x' already",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; quantity = \"my u\";", "thomas",
         "quantity: 'my u' is no name of letters, digits and _", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; quantity = \"x_u\";", "thomas", "names that begin with x_, y_ or z_",
         ST_CONFIG},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("poisson", cases[i].status, cases[i].words, cases[i].text, cases[i].method);
}

/* u takes half of the memory, f another, and the work of the answers more. */
static void what_does_not_fit_is_refused(void **state)
{
    char text[256];
    (void)state;
    snprintf(text, sizeof text, "grid = { n = %.0f; upper = [1.0, 1.0]; };",
             sqrt(0.5 * (double)mem_machine_bytes() / sizeof(double)));
    trial_refused("poisson", ST_REFUSED, "points need", text, "thomas");
    trial_refused("poisson", ST_REFUSED, "points need", text, "transforms");
}

static void faults_of_tables_have_a_line(void **state)
{
    static const char *const cases[][2] = {
        {"x, y, charge\n0.5, 0.5, 1\n0.5, 1.5, 1\n", ":3: y is 1.5, outside of the box from 0 to 1"},
        {"x, y, charge\n0.5, 0.5, one\n", ":2: "},
        {"x, y, z, charge\n", ":1: "},
        {"", ":1: the table is empty; the first line must be: x, y, charge"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *const charges = temporary("charges.csv", cases[i][0]), text[256];
        snprintf(text, sizeof text, "grid = { n = 4; upper = [1.0, 1.0]; }; charges = \"%s\";", charges);
        trial_refused("poisson", ST_CONFIG, cases[i][1], text, "thomas");
        unlink(charges);
        free(charges);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(what_does_not_fit_is_refused, nothing_left),
        cmocka_unit_test_teardown(faults_of_tables_have_a_line, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
