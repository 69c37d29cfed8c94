/* Poisson's equation with Robin faces: against matrices that are assembled here and eliminated, exact answers, the
 * limits of a coefficient that is 0, weak or strong, and faults of its keys. */
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

#include "base/result/answers.h"
#include "tests/support/poisson/poisson_dense.h"

static const double eps = (double)REAL_EPS;
static const char *const methods[] = {"thomas_simd", "thomas", "transforms"};

static void any_box_has_the_solution_of_its_matrix(void **state)
{
    enum { PROBLEMS = 120 };
    uint64_t seed = 20261128;
    double worst = 0;
    (void)state;
    for (int k = 0; k < PROBLEMS; k++) {
        const struct dense_problem p = dense_draw(&seed);
        const char *const method = methods[dense_below(&seed, p.eps == DENSE_NUMBER ? 3 : 2)];
        char text[4096];
        double u[DENSE_MOST * DENSE_MOST * DENSE_MOST], off = 0, most = 0;
        int64_t count;
        if (dense_level_free(&p)) continue;
        dense_print(text, sizeof text, &p);
        dense_solve(&p, u);
        struct trial t = trial_done("poisson", text, NULL, method, 2);
        const real *const v = trial_field(&t, &count);
        for (int64_t i = 0; i < count; i++) off = fmax(off, fabs((double)v[i] - u[i])), most = fmax(most, fabs(u[i]));
        worst = fmax(worst, off / most / eps);
        if (!(off <= 2000 * eps * most))
            fail_msg("seed 20261128, problem %d, %s: %g off, of %g: %s", k, method, off, most, text);
        assert_true(series_at(&t, "residual", 0) <= 50 * eps);
        trial_end(&t);
    }
    assert_true(worst > 0);
}

/* Heat through a die, its spreader and a cold plate: resistances in series. */
static void films_and_layers_are_in_series(void **state)
{
    static const char text[] =
        "grid = { n = [3, 2, 30]; upper = [2.0, 1.0, 1.5]; nodes_along = %s; };"
        "eps = \"z < 1 ? 4 : 1.5\"; boundary = { z_lower = { kind = \"robin\"; h = 0.2; ambient = 300.0; };"
        "z_upper = { kind = \"robin\"; h = 0.8; ambient = 400.0; }; };"
        "probes = ( { name = \"below\"; at = [0.5, 0.5, 0.0]; }, { name = \"above\"; at = [0.5, 0.5, 1.5]; } );";
    const double resistance = 1 / 0.2 + 1 / 4.0 + 0.5 / 1.5 + 1 / 0.8, flux = 100 / resistance;
    (void)state;
    for (int node = 0; node < 2; node++)
        for (int m = 0; m < 2; m++) {
            char given[1024];
            snprintf(given, sizeof given, text, node ? "[\"x\", \"z\"]" : "[]");
            const char *const sets[] = {"grid.n=[3,2,31]", NULL};
            struct trial t = trial_done("poisson", given, node ? sets : NULL, methods[m], 2);
            near(series_at(&t, "below", 0), 300 + flux / 0.2, 5000 * eps, "the lower face");
            near(series_at(&t, "above", 0), 400 - flux / 0.8, 5000 * eps, "the upper face");
            assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
            near(answers_find(&t.sim.answers, "z_upper", "inflow")->value, 2 * flux, 1e5 * eps, "inflow");
            near(answers_find(&t.sim.answers, "z_lower", "inflow")->value, -2 * flux, 1e5 * eps, "outflow");
            near(answers_find(&t.sim.answers, NULL, "energy")->value, flux * flux * (1 / 4.0 + 0.5 / 1.5), 1e5 * eps,
                 "energy");
            near(answers_find(&t.sim.answers, NULL, "steepest_gradient")->value, flux / 1.5, 1e5 * eps, "slope");
            answers_free(&t.sim.answers);
            trial_end(&t);
        }
}

/* A charge between the last point and the face: in one dimension the potential is exact at all points. */
static void a_charge_beside_a_film(void **state)
{
    char *const charges = temporary("charges.csv", "x, y, charge\n0.98, 0.5, 2\n");
    char text[1024];
    (void)state;
    snprintf(text, sizeof text,
             "grid = { n = [10, 1]; upper = [1.0, 1.0]; }; tridiagonal_axis = \"x\"; charges = \"%s\"; boundary = {"
             "x_lower = { kind = \"dirichlet\"; }; x_upper = { kind = \"robin\"; h = 5.0; }; };"
             "probes = ( { name = \"p\"; at = [0.85, 0.5]; } );",
             charges);
    struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
    near(series_at(&t, "p", 0), 2 * 0.85 * (0.02 + 0.2) / 1.2, 100 * eps, "potential");
    assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
    near(answers_find(&t.sim.answers, "x_lower", "inflow")->value, -2 * 0.22 / 1.2, 1000 * eps, "below");
    near(answers_find(&t.sim.answers, "x_upper", "inflow")->value, -2 * 0.98 / 1.2, 1000 * eps, "above");
    answers_free(&t.sim.answers);
    trial_end(&t);
    unlink(charges);
    free(charges);
}

/* The box of the limits: Robin faces across an axis that is transformed, and across the tridiagonal one. */
static void print_limit(char *out, size_t size, bool node, char axis, const char *face)
{
    snprintf(out, size,
             "grid = { n = [9, 8]; upper = [1.0, 2.0]; centering = \"%s\"; }; eps = 1.5; f = \"1+x*y\";"
             "boundary = { %c_lower = { %s }; };",
             node ? "node" : "cell", axis, face);
}

static void an_h_of_0_is_neumann(void **state)
{
    char text[512];
    (void)state;
    for (int k = 0; k < 4; k++) {
        print_limit(text, sizeof text, k % 2, "xy"[k / 2], "kind = \"robin\"; h = 0.0; ambient = \"x+y\";");
        struct trial a = trial_done("poisson", text, NULL, "thomas", 2);
        print_limit(text, sizeof text, k % 2, "xy"[k / 2], "flux = 0.0;");
        struct trial b = trial_done("poisson", text, NULL, "thomas", 2);
        assert_true(trial_difference(&a, &b) == 0);
        near(series_at(&a, "removed", 0), series_at(&b, "removed", 0), 0, "the mean");
        trial_end(&b);
        trial_end(&a);
    }
}

static void a_strong_h_is_dirichlet(void **state)
{
    char text[512];
    (void)state;
    for (int k = 0; k < 4; k++)
        for (int m = 0; m < 3; m++) {
            double apart = HUGE_VAL;
            print_limit(text, sizeof text, k % 2, "xy"[k / 2], "kind = \"dirichlet\"; value = \"1+x+y\";");
            struct trial b = trial_done("poisson", text, NULL, methods[m], 2);
            for (double h = 1e3; h < 1e8; h *= 100) {
                char face[128];
                snprintf(face, sizeof face, "kind = \"robin\"; h = %g; ambient = \"1+x+y\";", h);
                print_limit(text, sizeof text, k % 2, "xy"[k / 2], face);
                struct trial a = trial_done("poisson", text, NULL, methods[m], 2);
                apart = trial_difference(&a, &b);
                if (!(apart <= 10 / h / eps + 200)) fail_msg("%d, %s, h = %g: %g eps apart", k, methods[m], h, apart);
                assert_true(apart > 0);
                trial_end(&a);
            }
            trial_end(&b);
        }
}

/* All that flows in leaves through the film, whose u is far above that of the box' own differences. */
static void a_weak_h_keeps_all_digits(void **state)
{
    const double h = sizeof(real) == sizeof(double) ? 1e-11 : 1e-4;
    char text[512], face[128];
    (void)state;
    snprintf(face, sizeof face, "kind = \"robin\"; h = %g;", h);
    for (int k = 0; k < 4; k++)
        for (int m = 0; m < 3; m++) {
            print_limit(text, sizeof text, k % 2, "xy"[k / 2], face);
            struct trial t = trial_done("poisson", text, (const char *[]){"f=-2.0", NULL}, methods[m], 2);
            const double flux = k / 2 ? 2.0 * 2 : 2.0 * 1, within = k / 2 ? 2.0 * 4 / 3 / 1.5 : 2.0 / 3 / 1.5;
            near(series_at(&t, "mean", 0), flux / h + within, 300 * eps, methods[m]);
            trial_end(&t);
        }
}

static void a_level_that_rounding_decides_is_refused(void **state)
{
    (void)state;
    trial_refused("poisson", ST_FAILED, "only q and robin faces, with a loss of",
                  "grid = { n = [9, 8]; upper = [1.0, 2.0]; }; f = \"x-0.5\";"
                  "boundary = { x_lower = { kind = \"robin\"; h = 1e-15; }; };",
                  "thomas");
}

static void bits_do_not_depend_on_threads(void **state)
{
    static const char text[] =
        "grid = { n = [13, 12, 11]; upper = [1.0, 2.0, 1.0]; nodes_along = [\"y\"]; }; f = \"sin(7*x+y*z)\"; boundary "
        "= {"
        "x_lower = { kind = \"robin\"; h = 2.0; ambient = \"y*z\"; }; y_upper = { kind = \"robin\"; h = 0.1; };"
        "z_lower = { kind = \"robin\"; h = 7.0; ambient = 1.0; }; };";
    (void)state;
    exec_small_work(0);
    for (int m = 0; m < 3; m += 2) {
        struct trial a = trial_done("poisson", text, NULL, methods[m], 1);
        for (int threads = 2; threads < 7; threads += 2) {
            struct trial b = trial_done("poisson", text, NULL, methods[m], threads);
            assert_true(trial_difference(&a, &b) == 0);
            trial_end(&b);
        }
        trial_end(&a);
    }
}

static void wrong_keys_are_reported(void **state)
{
#define BOX(faces, more) "grid = { n = 8; upper = [1.0, 1.0]; centering = \"node\"; }; boundary = { " faces " };" more
#define ROBIN(more) "{ kind = \"robin\"; " more " };"
    static const struct {
        const char *text, *method, *words;
        enum status status;
    } cases[] = {
        {BOX("x_lower = " ROBIN(""), ""), "thomas", "boundary.x_lower.kind: a robin face needs its coefficient h",
         ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = -1.0;"), ""), "thomas", "boundary.x_lower.h", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1e-40;"), ""), "thomas", "1e-40 is neither 0 nor at least 1e-30", ST_CONFIG},
        {BOX("x_lower = { h = 1.0; };", ""), "thomas", "boundary.x_lower.h: is for faces of kind 'robin'", ST_CONFIG},
        {BOX("x_lower = { ambient = 1.0; };", ""), "thomas", "boundary.x_lower.ambient: is for faces of kind 'robin'",
         ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0; value = 2.0;"), ""), "thomas", "is for faces of kind 'dirichlet'", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0;"), "eigenvalues = \"spectral\";"), "thomas",
         "spectral eigenvalues are for axes without robin faces", ST_CONFIG},
        {BOX("y_lower = " ROBIN("h = 1.0;"), "eigenvalues = \"spectral\";"), "transforms", "and no robin faces",
         ST_REFUSED},
        {BOX("y_lower = " ROBIN("h = 1.0; ambient = 2.0;"), "eigenvalues = \"spectral\";"), "thomas",
         "spectral eigenvalues are for faces that prescribe 0", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1e9;"), ""), "thomas", "above 1e+07 it must be across the tridiagonal axis",
         ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0;") "x_upper = { kind = \"periodic\"; };", ""), "thomas",
         "the axis is periodic at both of its faces or at none", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0;"), "mean = 3.0;"), "thomas",
         "mean: does not apply where a face or q fixes the level", ST_CONFIG},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("poisson", cases[i].status, cases[i].words, cases[i].text, cases[i].method);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(any_box_has_the_solution_of_its_matrix, nothing_left),
        cmocka_unit_test_teardown(films_and_layers_are_in_series, nothing_left),
        cmocka_unit_test_teardown(a_charge_beside_a_film, nothing_left),
        cmocka_unit_test(an_h_of_0_is_neumann),
        cmocka_unit_test(a_strong_h_is_dirichlet),
        cmocka_unit_test(a_weak_h_keeps_all_digits),
        cmocka_unit_test_teardown(a_level_that_rounding_decides_is_refused, nothing_left),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
