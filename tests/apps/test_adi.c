/* The heat equation against exact answers: the effect of the schemes on a mode, values that they must not change, and
 * the same step by every method. */
#include "tests/support/trials.h"
#include "tests/support/tridiag_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "verify/heat_problems.h"

#define PERIODIC "{ kind = \"periodic\"; }"
#define FIXED(value) "{ kind = \"dirichlet\"; value = \"" value "\"; }"
#define TIME "time = { dt = 0.01; steps = 7; };"

static void start(struct trial *t, const char *text, const char *const *sets, const char *method, int threads)
{
    const enum status s = trial_begin(t, "adi", text, sets, method, exec_host(threads));
    if (s != ST_OK) fail_msg("%s: %s", method, fail_text());
}

static void complete(struct trial *t, const char *text, const char *const *sets, const char *method, int threads)
{
    start(t, text, sets, method, threads);
    if (trial_run(t) != ST_OK) fail_msg("%s: %s", method, fail_text());
    const double residual = metrics_get(&t->sim.metrics, "residual");
    if (!(residual <= 8 * (double)REAL_EPS)) fail_msg("%s: residual %.2e", method, residual);
}

/* A step multiplies an eigenvector of all L_d by g = 1 - 2 sum a / prod (1 + a), a_d = dt |lambda_d| / 2;
 * fully implicit steps by 1 - sum 2a / prod (1 + 2a). */
static void check_mode(const char *text, const char *const *sets, const char *method, int dim, const double *lambda,
                       int64_t implicit)
{
    struct trial t, initial;
    double sum = 0, product = 1, product_implicit = 1, g = 1, max = 0;
    int64_t count;
    start(&initial, text, sets, method, 2);
    complete(&t, text, sets, method, 2);
    for (int d = 0; d < dim; d++) {
        const double a = 0.01 * lambda[d] / 2;
        sum += a, product *= 1 + a, product_implicit *= 1 + 2 * a;
    }
    for (int64_t s = 0; s < t.sim.steps; s++)
        g *= s < implicit ? 1 - 2 * sum / product_implicit : 1 - 2 * sum / product;
    const real *const u = trial_field(&t, &count), *const u0 = trial_field(&initial, &count);
    for (int64_t i = 0; i < count; i++) max = fmax(max, fabs((double)u[i] - g * (double)u0[i]));
    assert_true(fabs(g) > 1e-3);
    if (!(max <= 100 * (double)REAL_EPS)) fail_msg("%s: off by %.2e, g^7 = %g", method, max, g);
    trial_end(&t);
    trial_end(&initial);
}

/* lambda h^2 = 4 sin^2(pi k / 2m) of k half waves over m intervals. */
static double eigenvalue(double conductivity, double length, int half_waves, int intervals)
{
    const double h = length / intervals, s = sin(M_PI * half_waves / (2.0 * intervals));
    return conductivity * 4 * s * s / (h * h);
}

enum { METHODS = 3 };
static const char *const methods[METHODS] = {"thomas", "fused", "sweep"};

static void amplification_in_a_box(void **state)
{
    static const char text[] =
        "grid = { n = [10, 13, 8]; lower = [-1.0, 0.0, 0.0]; upper = [1.0, 3.0, 1.5]; };" TIME
        "material = { density = 2.0; heat_capacity = 0.5; conductivity = 0.7; anisotropy = [1.0, 2.0, 0.25]; };"
        "initial = \"sin(pi*(x+1)/2)*sin(2*pi*y/3)*sin(3*pi*z/1.5)\";"
        "boundary = {" ALL3(FIXED("0")) "};";
    const double lambda[3] = {eigenvalue(0.7, 2, 1, 9), eigenvalue(1.4, 3, 2, 12), eigenvalue(0.175, 1.5, 3, 7)};
    (void)state;
    for (int m = 0; m < METHODS; m++) {
        check_mode(text, NULL, methods[m], 3, lambda, 0);
        check_mode(text, (const char *const[]){"startup_steps=3", NULL}, methods[m], 3, lambda, 3);
    }
    check_mode(text, (const char *const[]){"coefficients=per_point", NULL}, "thomas", 3, lambda, 0);
}

static void amplification_in_the_plane(void **state)
{
    static const char text[] =
        "grid = { n = [11, 9]; upper = [1.0, 2.0]; };" TIME "initial = \"cos(3*pi*x)*cos(2*pi*y/2)\";"
        "boundary = { y_lower = " PERIODIC "; y_upper = " PERIODIC "; };"; /* x insulated: half cells at its ends */
    const double lambda[2] = {eigenvalue(1, 1, 3, 10), eigenvalue(1, 2, 2, 9)};
    (void)state;
    for (int m = 0; m < METHODS; m++) check_mode(text, NULL, methods[m], 2, lambda, 0);
    check_mode(text, (const char *const[]){"scheme=peaceman_rachford", NULL}, "thomas", 2, lambda, 0);
    check_mode(text, (const char *const[]){"scheme=peaceman_rachford", "startup_steps=2", NULL}, "thomas", 2, lambda,
               2);
}

static void constant_stays_constant(void **state)
{
    static const char text[] =
        "grid = { n = [6, 5, 7]; upper = [1.0, 2.0, 3.0]; };" TIME "initial = 3.7;"
        "material = { density = \"1+x\"; conductivity = \"exp(x*y-z)\"; };"
        "boundary = { x_lower = " FIXED("3.7") "; z_lower = " PERIODIC "; z_upper = " PERIODIC "; };";
    struct trial t;
    int64_t count;
    (void)state;
    complete(&t, text, NULL, "thomas", 2);
    const real *const u = trial_field(&t, &count);
    for (int64_t i = 0; i < count; i++) assert_true(u[i] == RC(3.7));
    trial_end(&t);
}

static void heat_is_conserved(void **state)
{
    static const char text[] =
        "grid = { n = [9, 8, 7]; upper = [1.0, 2.0, 3.0]; };" TIME "initial = \"1+exp(-8*(x-0.3)^2-y^2)*cos(z)\";"
        "material = { density = \"2+sin(x+2*y)\"; heat_capacity = \"1+z\"; conductivity = \"0.1+x*x+y\"; };"
        "boundary = { y_lower = " PERIODIC "; y_upper = " PERIODIC "; };";
    struct trial t;
    (void)state;
    complete(&t, text, NULL, "thomas", 2);
    const double before = series_at(&t, "energy", 0), after = series_at(&t, "energy", 1);
    assert_true(series_at(&t, "max", 1) < 0.99 * series_at(&t, "max", 0));
    assert_true(fabs(after - before) <= 20 * (double)REAL_EPS * fabs(before));
    trial_end(&t);
}

/* 2 W/m2 through a face of 2 m x 3 m and 0.25 W/m3 in 6 m3, for 0.07 s. */
static void heat_that_enters_is_found(void **state)
{
    static const char text[] =
        "grid = { n = [9, 8, 7]; upper = [1.0, 2.0, 3.0]; };" TIME "source = 0.25; initial = \"x*y\";"
        "material = { density = 0.01; conductivity = 0.02; };"
        "boundary = { x_upper = { flux = 2.0; }; y_lower = " PERIODIC "; y_upper = " PERIODIC "; };";
    struct trial t;
    (void)state;
    for (int m = 0; m < METHODS; m++) {
        complete(&t, text, NULL, methods[m], 2);
        const double rise = series_at(&t, "energy", 1) - series_at(&t, "energy", 0),
                     expected = (2 * 6 + 0.25 * 6) * 0.07;
        if (!(fabs(rise - expected) <= 200 * (double)REAL_EPS * expected))
            fail_msg("%.17g J, not %.17g J", rise, expected);
        trial_end(&t);
    }
}

static void steady_line_rests(void **state)
{
    static const char text[] =
        "grid = { n = [9, 5, 4]; upper = [2.0, 1.0, 1.0]; };" TIME "initial = \"300+50*x\"; exact = \"300+50*x\";"
        "boundary = { x_lower = " FIXED("300") "; x_upper = " FIXED("400") ";"
                                                                           "z_lower = " PERIODIC "; z_upper = " PERIODIC
                                                                           "; };";
    struct trial t;
    (void)state;
    for (int m = 0; m < METHODS; m++) {
        complete(&t, text, NULL, methods[m], 2);
        assert_true(metrics_get(&t.sim.metrics, "error") <= 20 * (double)REAL_EPS);
        trial_end(&t);
    }
}

/* A face with constant data does not change, although the faces that it meets exchange heat; a face with varying data
 * has its final values. */
static void faces_take_what_is_prescribed(void **state)
{
    static const char text[] = CUBE TIME "boundary = { x_lower = " FIXED("1+y*z") "; x_upper = " FIXED(
        "y-2*z+3*t") ";"
                     "y_upper = { kind = \"robin\"; h = 3.0; ambient = \"t\"; }; z_lower = { flux = \"sin(9*t)\"; }; "
                     "};";
    struct trial t;
    int64_t count;
    (void)state;
    for (int m = 0; m < METHODS; m++) {
        complete(&t, text, (const char *const[]){"grid.n=6", NULL}, methods[m], 2);
        const real *const u = trial_field(&t, &count);
        for (int q = 0; q < 36; q++) {
            const double y = q % 6 / 5.0, z = q / 6 / 5.0;
            assert_true(fabs((double)u[6 * q] - (1 + y * z)) <= 8 * (double)REAL_EPS);
            assert_true(fabs((double)u[6 * q + 5] - (y - 2 * z + 0.21)) <= 8 * (double)REAL_EPS);
        }
        trial_end(&t);
    }
}

static void schemes_agree_in_the_plane(void **state)
{
    static const char *const texts[] = {SQUARE HEAT2 DIRICHLET2, SQUARE HEAT2 FLUX2, SQUARE HEAT2 ROBIN2,
                                        SQUARE VARIABLE2, SQUARE HEAT2 DIRICHLET2 "boundary_treatment = \"naive\";"};
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct trial t[2];
        const char *const sets[] = {
            "grid.n=[12, 17]", "time.dt=0.02", "time.steps=9", "startup_steps=1", "scheme=peaceman_rachford", NULL};
        complete(&t[0], texts[i], sets, "thomas", 2);
        complete(&t[1], texts[i], (const char *const[]){sets[0], sets[1], sets[2], sets[3], NULL}, "thomas", 2);
        const double apart = trial_difference(&t[0], &t[1]);
        if (!(apart <= 1000)) fail_msg("problem %d: %g roundings apart", i, apart);
        trial_end(&t[0]);
        trial_end(&t[1]);
    }
}

static const char *const solids[] = {CUBE HEAT3 DIRICHLET3, CUBE MIXED3, CUBE PERIODIC3, CUBE ANISOTROPIC3};

/* Every registered solver, with and without shared coefficients, and the own methods. */
static void ways_agree(void **state)
{
    static const char *const coefficients[][2] = {{"coefficients=auto", "factor_once=false"},
                                                  {"coefficients=per_point", "factor_once=false"},
                                                  {"coefficients=per_point", "factor_once=true"}};
    int taken = 0;
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct trial reference, t;
        const char *const base[] = {"grid.n=[9, 6, 11]", "time.dt=0.02", "time.steps=4", NULL};
        complete(&reference, solids[i], base, "thomas", 2);
        for (size_t m = 0; m < 3 * solver_count() + 6; m++) {
            const char *const *const c = coefficients[m % 3];
            const char *const sets[] = {base[0], base[1], base[2], c[0], c[1], NULL};
            const bool own = m >= 3 * solver_count();
            if (!own && (solver_at(m / 3)->kind != KIND_TRIDIAG || solver_at(m / 3)->space != HOST)) continue;
            if (!cell_wanted(i, (int64_t)(m % 3 + m / 3), 4)) continue;
            const char *const method = own ? methods[m / 3 - solver_count() + 1] : solver_at(m / 3)->method;
            const enum status s = trial_complete(&t, "adi", solids[i], sets, method, exec_host(2));
            if (s == ST_REFUSED) continue;
            if (s != ST_OK) fail_msg("%s, %s, problem %d: %s", method, c[0], i, fail_text());
            const double apart = trial_difference(&t, &reference);
            if (!(apart <= 300)) fail_msg("%s, %s, %s, problem %d: %g roundings apart", method, c[0], c[1], i, apart);
            trial_end(&t);
            taken++;
        }
        trial_end(&reference);
    }
    assert_true(taken >= 4 * 4);
}

/* Axes of 1 (periodic), 2, 3 and more nodes, under every kind of face. */
static void small_axes(void **state)
{
    (void)state;
    for (int k = 0; k < SMALL_AXES; k++) {
        char all[2048], grid[64];
        if (!cell_wanted(0, k, 5)) continue;
        heat_small_axes(k, all, sizeof all, grid);
        struct trial t[5];
        const int threads = k % 8 ? 1 : 2;
        complete(&t[0], all, (const char *const[]){grid, NULL}, "thomas", 1);
        complete(&t[1], all, (const char *const[]){grid, "coefficients=per_point", NULL}, "thomas", threads);
        complete(&t[2], all, (const char *const[]){grid, NULL}, "fused", threads);
        complete(&t[3], all, (const char *const[]){grid, NULL}, "sweep", threads);
        complete(&t[4], all, (const char *const[]){grid, "coefficients=per_point", NULL}, "fused", threads);
        for (int i = 1; i < 5; i++) {
            const double apart = trial_difference(&t[i], &t[0]);
            if (!(apart <= 200)) fail_msg("%s %s: run %d is %g roundings off", all, grid, i, apart);
        }
        for (int i = 0; i < 5; i++) trial_end(&t[i]);
    }
}

static void same_bits_for_any_threads(void **state)
{
    static const char *const sets[][5] = {
        {"grid.n=[21, 13, 18]", "time.dt=0.01", "time.steps=3", NULL},
        {"grid.n=[21, 13, 18]", "time.dt=0.01", "time.steps=3", "coefficients=per_point", NULL}};
    (void)state;
    for (int i = 0; i < 2 * METHODS; i++) {
        struct trial one, many;
        const char *const method = methods[i / 2], *const *const set = sets[i % 2];
        complete(&one, solids[1], set, method, 1);
        for (int threads = 2; threads <= 3; threads++) {
            int64_t count;
            complete(&many, solids[1], set, method, threads);
            const real *const u = trial_field(&one, &count), *const v = trial_field(&many, &count);
            assert_memory_equal(u, v, (size_t)count * sizeof *u);
            assert_true(series_at(&one, "energy", 1) == series_at(&many, "energy", 1));
            assert_true(metrics_get(&one.sim.metrics, "residual") == metrics_get(&many.sim.metrics, "residual"));
            trial_end(&many);
        }
        trial_end(&one);
    }
}

/* As from a checkpoint: a run needs only the field, the step and the time. */
static void goes_on_from_its_field(void **state)
{
    const char *sets[] = {"grid.n=[7, 9, 8]", "time.dt=0.01", "time.steps=6", "startup_steps=2", NULL, NULL};
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct trial whole, first, second;
        int64_t count;
        sets[4] = m < 2 ? NULL : "coefficients=per_point";
        complete(&whole, solids[1], sets, methods[m % 2], 2);
        start(&first, solids[1], sets, methods[m % 2], 2);
        while (first.sim.step < 3) assert_int_equal(first.sim.app->step(&first.sim), ST_OK);
        start(&second, solids[1], sets, methods[m % 2], 2);
        const real *const u = trial_field(&first, &count);
        memcpy((real *)trial_field(&second, &count), u, (size_t)count * sizeof *u);
        second.sim.step = first.sim.step, second.sim.time = first.sim.time;
        while (second.sim.step < 6) assert_int_equal(second.sim.app->step(&second.sim), ST_OK);
        assert_memory_equal(trial_field(&second, &count), trial_field(&whole, &count), (size_t)count * sizeof *u);
        trial_end(&whole);
        trial_end(&first);
        trial_end(&second);
    }
}

static void probes_interpolate(void **state)
{
    static const char text[] =
        "grid = { n = [5, 4, 6]; lower = [0.0, 0.0, -1.0]; upper = [1.0, 1.0, 1.0]; };" TIME
        "initial = \"1+2*x+3*y-z\";"
        "probes = ({ name = \"inside\"; at = [0.33, 0.71, 0.2]; }, { name = \"corner\"; at = [1.0, 0.0, -1.0]; });";
    struct trial t;
    (void)state;
    start(&t, text, NULL, "thomas", 1);
    assert_int_equal(t.sim.app->sample(&t.sim), ST_OK);
    assert_true(fabs(series_at(&t, "inside", 0) - (1 + 0.66 + 2.13 - 0.2)) < 8 * (double)REAL_EPS);
    assert_true(fabs(series_at(&t, "corner", 0) - 4) < 8 * (double)REAL_EPS);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(amplification_in_a_box, nothing_left),
        cmocka_unit_test_teardown(amplification_in_the_plane, nothing_left),
        cmocka_unit_test_teardown(constant_stays_constant, nothing_left),
        cmocka_unit_test_teardown(heat_is_conserved, nothing_left),
        cmocka_unit_test_teardown(heat_that_enters_is_found, nothing_left),
        cmocka_unit_test_teardown(steady_line_rests, nothing_left),
        cmocka_unit_test_teardown(faces_take_what_is_prescribed, nothing_left),
        cmocka_unit_test_teardown(schemes_agree_in_the_plane, nothing_left),
        cmocka_unit_test_teardown(ways_agree, nothing_left),
        cmocka_unit_test_teardown(small_axes, nothing_left),
        cmocka_unit_test_teardown(same_bits_for_any_threads, nothing_left),
        cmocka_unit_test_teardown(goes_on_from_its_field, nothing_left),
        cmocka_unit_test_teardown(probes_interpolate, nothing_left),
    };
    return cmocka_run_group_tests_name("adi " REAL_NAME, tests, NULL, NULL);
}
