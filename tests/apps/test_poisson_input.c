/* Input of a Poisson problem. Faults are one sentence each. With its right side, layers, faces and places from datasets
 * of the shape of the grid, the solution is that of formulas, on cells and nodes, even and stretched. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/result/store.h"

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
        {"grid = { n = 4; upper = [1.0, 1.0]; }; eps = \"1+z\";", "thomas", "eps: ", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; eps = -1.0;", "thomas", "eps: -1 is not above 0", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; eps = \"x-0.5\";", "thomas", "eps: -0.4375 near 0.125 is not above 0",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; q = -1.0;", "thomas", "q: -1 is below 0", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; q = 1.0; mean = 2.0;", "thomas", "mean: does not apply", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; q = \"x\"; mean = 2.0;", "thomas", "mean: 2 does not apply", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; places = \"1-s\"; };", "thomas", "grid.places: place 1, at 0.75, is not above",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; places = \"s/2\"; };", "thomas", "grid.places: spans 0 ... 0.5", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; transform = \"lane\";", "thomas", "transform: no transform method 'lane'",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; tridiagonal_axis = \"y\";", "thomas",
         "tridiagonal_axis: there is no axis y", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; eigenvalues = \"spectral\"; boundary = { x_lower = { flux = 1.0; }; };",
         "thomas", "spectral eigenvalues are for faces that prescribe 0", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; q = \"x\";", "transforms", "need one eps and one q", ST_REFUSED},
        {"grid = { n = 4; upper = [1.0]; }; probes = ( { name = \"min\"; at = [0.5]; } );", "thomas",
         "probes: there is already a column 'min'", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; probes = ( { name = \"a/b\"; at = [0.5]; } );", "thomas",
         "probes: 'a/b' cannot be the name of a column", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; projection = { dt = 0.1; };", "thomas",
         "projection.dt: applies only with projection.velocity", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; projection = { density = 2.0; };", "thomas",
         "projection.density: applies only with projection.velocity", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; projection = { u = \"u\"; };", "thomas",
         "projection.u: applies only with projection.velocity", ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; quantity = \"x\";", "thomas", "quantity: there is already a field 'x'",
         ST_CONFIG},
        {"grid = { n = 4; upper = [1.0]; }; quantity = \"my u\";", "thomas",
         "quantity: 'my u' is not a name: use letters, digits and _", ST_CONFIG},
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

enum { NX = 12, NY = 8 };

static char file[64];

static double right_side(double x, double y)
{
    return cos(3 * x) + x * y;
}

/* For the points of a run, f, and the values of the face y = 0; transposed: [x][y]. */
static void write_datasets(const struct trial *t)
{
    struct store *s;
    struct mesh mesh;
    double f[NX * NY], turned[NX * NY], value[NX], layers[NY], borders[NY + 1];
    assert_true(t->sim.app->mesh(&t->sim, &mesh));
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            const double x = mesh.at[0] ? mesh.at[0][i] : mesh.origin[0] + mesh.spacing[0] * i;
            const double y = mesh.at[1] ? mesh.at[1][j] : mesh.origin[1] + mesh.spacing[1] * j;
            f[j * NX + i] = turned[i * NY + j] = right_side(x, y);
            value[i] = sin(x);
        }
    for (int j = 0; j < NY; j++) layers[j] = j < NY / 2 ? 2 : 5;
    for (int j = 0; j <= NY; j++) borders[j] = (double)j * j / (NY * NY);
    const struct array arrays[] = {
        {.name = "f", .type = REAL64, .rank = 2, .dims = {NY, NX}, .data = f},
        {.name = "turned", .type = REAL64, .rank = 2, .dims = {NX, NY}, .data = turned},
        {.name = "value", .type = REAL64, .rank = 1, .dims = {NX}, .data = value},
        {.name = "layers", .type = REAL64, .rank = 1, .dims = {NY}, .data = layers},
        {.name = "borders", .type = REAL64, .rank = 1, .dims = {NY + 1}, .data = borders},
    };
    unlink(file);
    good(store_create(&s, file));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) good(store_array(s, "/", &arrays[i]));
    good(store_commit(s));
}

#define SET "{ file = \"%s\"; dataset = "

static void describe(char *text, size_t size, int k, bool datasets)
{
    char f[128] = "\"cos(3*x)+x*y\"", value[128] = "\"sin(x)\"";
    if (datasets) {
        snprintf(f, sizeof f, SET "\"f\"; }", file);
        snprintf(value, sizeof value, SET "\"value\"; }", file);
    }
    snprintf(text, size,
             "grid = { n = [%d, %d]; upper = [1.0, 1.0]; centering = \"%s\"; %s }; f = %s;"
             "boundary = { y_lower = { kind = \"dirichlet\"; value = %s; }; %s };",
             NX, NY, k & 1 ? "node" : "cell", k & 2 ? "places_along = { x = \"s*s\"; y = \"(s+s*s)/2\"; };" : "", f,
             value, k & 4 ? "x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; };" : "");
}

static void points_have_their_own_numbers(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        char text[1024];
        describe(text, sizeof text, k, false);
        struct trial formulas = trial_done("poisson", text, NULL, "thomas", 1);
        write_datasets(&formulas);
        describe(text, sizeof text, k, true);
        struct trial datasets = trial_done("poisson", text, NULL, "thomas", 1);
        const double differ = trial_difference(&formulas, &datasets);
        if (!(differ <= 100)) fail_msg("%s: %g roundings", text, differ);
        trial_end(&datasets);
        trial_end(&formulas);
    }
}

/* eps of cells changes where one ends; borders of cells are those of the dataset. */
static void layers_and_places(void **state)
{
    static const char grid[] = "grid = { n = [%d, %d]; upper = [1.0, 1.0]; places = %s; }; f = \"x*y\"; eps = %s;"
                               "boundary = { y_lower = { kind = \"dirichlet\"; }; };";
    char text[1024], places[128], eps[128];
    (void)state;
    snprintf(text, sizeof text, grid, NX, NY, "\"s*s\"", "\"y < 0.25 ? 2 : 5\"");
    struct trial formulas = trial_done("poisson", text, NULL, "thomas", 1);
    write_datasets(&formulas);
    snprintf(places, sizeof places, SET "\"borders\"; }", file);
    snprintf(eps, sizeof eps, SET "\"layers\"; }", file);
    snprintf(text, sizeof text, grid, NX, NY, places, eps);
    struct trial datasets = trial_done("poisson", text, NULL, "thomas", 1);
    assert_true(trial_difference(&formulas, &datasets) <= 100);
    trial_end(&datasets);
    trial_end(&formulas);
}

static void another_shape_is_refused(void **state)
{
    static const struct {
        int nx, ny;
        const char *f, *words;
    } cases[] = {
        {NX, NY, "\"turned\"; ",
         "its shape is [12][8], but that of the grid [8][12] in the order [y][x]: transpose it"},
        {2 * NX, NY, "\"f\"; ", "its shape is [8][12], but that of the grid [8][24] in the order [y][x]: an axis has"},
        {NX + 1, NY, "\"value\"; ", "its shape is [12], but that of the grid [8][13] in the order [y][x]: an axis has"},
        {NX, NY, "\"turned\"; interpolate = true; ", NULL},
        {2 * NX, NY, "\"f\"; nearest = true; ", NULL},
    };
    (void)state;
    char text[1024];
    describe(text, sizeof text, 0, false);
    struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
    write_datasets(&t);
    trial_end(&t);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "grid = { n = [%d, %d]; upper = [1.0, 1.0]; };\nf = " SET "%s};", cases[i].nx,
                 cases[i].ny, file, cases[i].f);
        if (cases[i].words) {
            trial_refused("poisson", ST_CONFIG, cases[i].words, text, "thomas");
            trial_refused("poisson", ST_CONFIG, "poisson:2: f: dataset ", text, "thomas");
            continue;
        }
        t = trial_done("poisson", text, NULL, "thomas", 1);
        trial_end(&t);
    }
}

static int enter(void **state)
{
    (void)state;
    snprintf(file, sizeof file, "/tmp/test_poisson_input_%ld.h5", (long)getpid());
    return 0;
}

static int leave(void **state)
{
    (void)state;
    return unlink(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(what_does_not_fit_is_refused, nothing_left),
        cmocka_unit_test_teardown(faults_of_tables_have_a_line, nothing_left),
        cmocka_unit_test_teardown(points_have_their_own_numbers, nothing_left),
        cmocka_unit_test_teardown(layers_and_places, nothing_left),
        cmocka_unit_test_teardown(another_shape_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
