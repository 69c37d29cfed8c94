/* The heat equation on the device: with `thomas` every step has the bits of the host's, where neither compiler
 * contracts products and sums; `fused` and other methods agree with it to rounding. In the flavours cuhost the kernels
 * run on the host, in an order that CUHOST_SEED chooses. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/adi/fused/fused_device.h"
#include "apps/adi/step/diagnostics.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "verify/heat_problems.h"

#define PERIODIC "{ kind = \"periodic\"; }"
#define FIXED(value) "{ kind = \"dirichlet\"; value = \"" value "\"; }"

#ifdef BANDSTAND_CONTRACTED
enum { PLAYED = true, THOMAS_APART = 300 }; /* compilers contract different products */
#elif defined BANDSTAND_CUHOST_TESTS
enum { PLAYED = true, THOMAS_APART = 0 };
#else
enum { PLAYED = false, THOMAS_APART = 300 }; /* the same */
#endif

static struct exec device;

/* Slow builds use only small grids, where one block of a kernel is enough for most, and for few of them. */
static bool small_only(void)
{
    return getenv("ROWS_MAX") != NULL;
}

static void start(struct trial *t, const char *text, const char *const *sets, const char *method, struct exec exec)
{
    const enum status s = trial_begin(t, "adi", text, sets, method, exec);
    if (s != ST_OK) fail_msg("%s on the %s: %s", method, space_name(exec.space), fail_text());
}

/* Columns of the series that differ by more than `allowed` roundings. */
static void check_series(const struct trial *a, const struct trial *b, double allowed)
{
    assert_int_equal(a->sim.series.count, b->sim.series.count);
    for (int64_t c = 0; c < a->sim.series.count; c++) {
        const struct column *const x = &a->sim.series.column[c], *const y = &b->sim.series.column[c];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->count, y->count);
        for (int64_t i = 0; i < x->count; i++)
            if (!(fabs(x->value[i] - y->value[i]) <= allowed * (double)REAL_EPS * fmax(1, fabs(y->value[i]))))
                fail_msg("%s: %.17g, not %.17g", x->name, x->value[i], y->value[i]);
    }
}

/* Steps of `method` on the device compared with those of thomas on the host, `allowed` roundings apart after each.
 * Returns false if the device does not take the problem. */
static bool side_by_side(const char *text, const char *const *sets, const char *method, double allowed)
{
    struct trial here, there;
    const enum status s = trial_begin(&there, "adi", text, sets, method, device);
    if (s == ST_REFUSED) return false;
    if (s != ST_OK) fail_msg("%s: %s", method, fail_text());
    start(&here, text, sets, "thomas", exec_host(1));
    for (;;) {
        const double apart = trial_difference(&there, &here);
        if (!(apart <= allowed))
            fail_msg("%s, step %d of %s %s: %g roundings apart", method, (int)here.sim.step, text, sets[0], apart);
        assert_int_equal(here.sim.app->sample(&here.sim), ST_OK);
        assert_int_equal(there.sim.app->sample(&there.sim), ST_OK);
        if (here.sim.step == here.sim.steps) break;
        assert_int_equal(here.sim.app->step(&here.sim), ST_OK);
        assert_int_equal(there.sim.app->step(&there.sim), ST_OK);
    }
    check_series(&there, &here, 100 * allowed);
    assert_int_equal(here.sim.app->finish(&here.sim), ST_OK);
    assert_int_equal(there.sim.app->finish(&there.sim), ST_OK);
    const double mine = metrics_get(&there.sim.metrics, "residual"), host = metrics_get(&here.sim.metrics, "residual");
    if (!(mine <= 8 * (double)REAL_EPS && (allowed > 0 || mine == host)))
        fail_msg("%s: residual %.2e, %.2e on the host", method, mine, host);
    trial_end(&here);
    trial_end(&there);
    return true;
}

static const char *const planes[] = {SQUARE HEAT2 DIRICHLET2, SQUARE HEAT2 FLUX2, SQUARE HEAT2 ROBIN2, SQUARE VARIABLE2,
                                     SQUARE HEAT2 DIRICHLET2 "boundary_treatment = \"naive\";"};
static const char *const solids[] = {CUBE HEAT3 DIRICHLET3, CUBE MIXED3, CUBE PERIODIC3, CUBE ANISOTROPIC3};
static const char *const coefficients[][2] = {{"coefficients=auto", "factor_once=false"},
                                              {"coefficients=per_point", "factor_once=false"},
                                              {"coefficients=per_point", "factor_once=true"}};

/* Each seed takes a part of the cases: the first, and every `stride`-th from there. */
static int first_case(int stride)
{
    const char *const seed = getenv("CUHOST_SEED");
    return seed ? atoi(seed) % stride : 0;
}

static int stride_of(int usual)
{
    return small_only() ? 3 * usual : usual;
}

static void plane_steps(void **state)
{
    const int stride = stride_of(4);
    (void)state;
    for (int k = first_case(stride); k < 5 * 2 * 3; k += stride) {
        const char *const *const c = coefficients[k % 3], *const text = planes[k / 6];
        const char *const sets[] = {small_only() ? "grid.n=[5, 4]" : "grid.n=[12, 17]",
                                    "time={dt=0.02; steps=3;}",
                                    "startup_steps=1",
                                    k / 3 % 2 ? "scheme=peaceman_rachford" : "scheme=douglas_gunn",
                                    c[0],
                                    c[1],
                                    NULL};
        assert_true(side_by_side(text, sets, "thomas", THOMAS_APART));
        side_by_side(text, sets, "fused", 1000);
    }
}

static void solid_steps(void **state)
{
    const int stride = stride_of(PLAYED ? 4 : 2);
    (void)state;
    for (int k = first_case(stride); k < 4 * 3; k += stride) {
        const char *const *const c = coefficients[k % 3], *const text = solids[k / 3];
        const char *const grid = small_only() ? "grid.n=[4, 3, 5]" : "grid.n=[9, 6, 11]";
        const char *const sets[] = {grid, "time={dt=0.02; steps=3;}", "startup_steps=1", c[0], c[1], NULL};
        assert_true(side_by_side(text, sets, "thomas", THOMAS_APART));
        assert_true(side_by_side(text, sets, "fused", 300) == (k % 3 == 0)); /* lines share a matrix */
    }
}

/* Every other method of the device; if the host plays the device, one solid for each seed. */
static void methods_agree(void **state)
{
    static const char *const sets[] = {"grid.n=[19, 8, 5]", "time={dt=0.02; steps=2;}", NULL};
    (void)state;
    for (size_t m = 0; m < solver_count(); m++)
        if (solver_at(m)->kind == KIND_TRIDIAG && solver_at(m)->space == DEVICE)
            for (int i = first_case(PLAYED ? 2 : 1); i < 2; i += PLAYED ? 2 : 1)
                side_by_side(solids[i], sets, solver_at(m)->method, 300);
}

/* Axes of 1 (periodic), 2, 3 and more nodes, under every kind of face; a part of them for each seed. */
static void small_axes(void **state)
{
    const int stride = stride_of(13);
    (void)state;
    for (int k = first_case(stride); k < SMALL_AXES; k += stride) {
        char all[2048], grid[64];
        heat_small_axes(k, all, sizeof all, grid);
        const char *const each[] = {grid, "coefficients=per_point", NULL};
        assert_true(side_by_side(all, (const char *const[]){grid, NULL}, "thomas", THOMAS_APART));
        assert_true(side_by_side(all, each, "thomas", THOMAS_APART));
        assert_true(side_by_side(all, (const char *const[]){grid, NULL}, "fused", 200));
    }
}

/* Rows longer than a block of threads and not a multiple of it, tiles that are not full, lines in many chunks. */
static void odd_shapes(void **state)
{
    static const char *const grids[4] = {"grid.n=[261, 3, 2]", "grid.n=[2, 45, 3]", "grid.n=[3, 2, 70]",
                                         "grid.n=[35, 4, 3]"};
    static const char text[] = CUBE "time = { dt = 0.02; steps = 2; }; initial = \"sin(3*x)+y*z\"; source = \"x+y*z\";"
                                    "boundary = { x_lower = " FIXED("t+y") "; y_upper = " FIXED(
                                        "x*z") ";"
                                               " z_upper = { kind = \"robin\"; h = 2.0; ambient = \"x+t\"; }; };";
    (void)state;
    for (int i = first_case(PLAYED ? 2 : 1); i < 4; i += PLAYED ? 2 : 1) {
        const char *const sets[] = {grids[i], NULL};
        assert_true(side_by_side(text, sets, "thomas", THOMAS_APART));
        assert_true(side_by_side(text, sets, "fused", 300));
    }
}

/* Lines of which fewer and fewer fit into the shared memory of a block, up to the longest; cyclic ones too. */
static void long_lines(void **state)
{
    static const char text[] = "grid = { n = 2; upper = [1.0, 1.0]; }; time = { dt = 1e-4; steps = 1; };"
                               "initial = \"sin(2*pi*x)+cos(4*pi*y)\"; boundary = {" ALL(PERIODIC) "};";
    const long long max = fused_sweep_longest();
    const struct {
        long long nx, ny;
    } grids[] = {{max, 1}, {1, max}, {max / 3, 2}, {2, max / 3}};
    char grid[64];
    (void)state;
    for (int i = first_case(4); i < 4; i += 4) {
        snprintf(grid, sizeof grid, "grid.n=[%lld, %lld]", grids[i].nx, grids[i].ny);
        assert_true(side_by_side(text, (const char *const[]){grid, NULL}, "fused", 1000));
    }
    snprintf(grid, sizeof grid, "grid.n=[2, %lld]", max + 1);
    assert_false(side_by_side(text, (const char *const[]){grid, NULL}, "fused", 0));
    assert_non_null(strstr(fail_text(), "nodes along y"));
}

/* dt ~ h: halving both divides the error by 4. */
static void second_order(void **state)
{
    static const char *const methods[] = {"thomas", "fused"};
    (void)state;
    for (int m = 0; m < 2; m++) {
        double error[2];
        for (int i = 0; i < 2; i++) {
            struct trial t;
            const char *const sets[] = {i ? "grid.n=21" : "grid.n=11",
                                        i ? "time={end=0.5; steps=20;}" : "time={end=0.5; steps=10;}", NULL};
            const enum status s = trial_complete(&t, "adi", planes[0], sets, methods[m], device);
            if (s != ST_OK) fail_msg("%s: %s", methods[m], fail_text());
            error[i] = metrics_get(&t.sim.metrics, "error");
            trial_end(&t);
        }
        const double order = log2(error[0] / error[1]);
        if (!(order > 1.8 && order < 2.4))
            fail_msg("%s: order %.2f, errors %.2e %.2e", methods[m], order, error[0], error[1]);
    }
}

/* As from a checkpoint: a run needs only the field, the step and the time. */
static void goes_on_from_its_field(void **state)
{
    static const char *const sets[] = {"grid.n=[7, 9, 8]", "time={dt=0.01; steps=6;}", "startup_steps=2", NULL};
    static const char *const methods[] = {"thomas", "fused"};
    (void)state;
    for (int m = 0; m < 2; m++) {
        struct trial whole, first, second;
        int64_t count;
        start(&whole, solids[0], sets, methods[m], device);
        start(&first, solids[0], sets, methods[m], device);
        start(&second, solids[0], sets, methods[m], device);
        while (whole.sim.step < 6) assert_int_equal(whole.sim.app->step(&whole.sim), ST_OK);
        while (first.sim.step < 3) assert_int_equal(first.sim.app->step(&first.sim), ST_OK);
        const real *const u = trial_field(&first, &count);
        memcpy((real *)trial_field(&second, &count), u, (size_t)count * sizeof *u);
        assert_int_equal(second.sim.app->send(&second.sim), ST_OK);
        second.sim.step = first.sim.step, second.sim.time = first.sim.time;
        while (second.sim.step < 6) assert_int_equal(second.sim.app->step(&second.sim), ST_OK);
        assert_true(trial_difference(&second, &whole) == 0);
        trial_end(&whole);
        trial_end(&first);
        trial_end(&second);
    }
}

/* The message of a run that fails, in either space. */
static void place_of_what_is_not_finite(void **state)
{
    static const char text[] = CUBE "time = { dt = 0.01; steps = 1; };";
    static const char *const sets[] = {"grid.n=[40, 5, 6]", NULL};
    char sentence[2][512];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct trial t;
        int64_t count;
        start(&t, text, sets, "thomas", i ? device : exec_host(2));
        real *const u = (real *)trial_field(&t, &count);
        for (int64_t p = 16 + 40 * (3 + 5 * 2); p < count; p += 7) u[p] = p % 2 ? (real)NAN : (real)INFINITY;
        assert_int_equal(t.sim.app->send(&t.sim), ST_OK);
        assert_int_equal(t.sim.app->sample(&t.sim), ST_FAILED);
        snprintf(sentence[i], sizeof sentence[i], "%s", fail_text());
        trial_end(&t);
    }
    assert_string_equal(sentence[0], sentence[1]);
    assert_non_null(strstr(sentence[1], "node (16, 3, 2)"));
}

/* Constant data are sent once, varying data in every step; only samples come back. */
static void little_crosses_the_bus(void **state)
{
    static const char text[] = CUBE "time = { dt = 0.01; steps = 9; }; initial = \"x\"; source = \"x\";"
                                    "probes = ({ name = \"one\"; at = [0.5, 0.5, 0.5]; });"
                                    "boundary = { x_lower = " FIXED("1+y") "; y_upper = { flux = \"x\"; };";
    static const struct {
        const char *more;
        int64_t values; /* that go to the device in a step */
    } cases[] = {{" };", 0},
                 {" z_upper = { flux = \"t\"; }; };", 2 * 8 * 7 + 7 * 6}, /* x_lower undoes what the stage of z adds */
                 {" z_upper = " FIXED("t") "; };", 2 * 8 * 7}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char all[1024];
        struct trial t;
        snprintf(all, sizeof all, "%s%s", text, cases[i].more);
        start(&t, all, (const char *const[]){"grid.n=[8, 7, 6]", NULL}, "fused", device);
        assert_int_equal(t.sim.app->step(&t.sim), ST_OK);
        device_traffic_reset();
        assert_int_equal(t.sim.app->step(&t.sim), ST_OK);
        assert_int_equal(device_traffic().bytes[0], cases[i].values * (int64_t)sizeof(real));
        assert_int_equal(device_traffic().bytes[1], 0);
        assert_int_equal(t.sim.app->sample(&t.sim), ST_OK);
        assert_int_equal(device_traffic().bytes[1], CHUNKS * sizeof(struct summary) + sizeof(double));
        trial_end(&t);
    }
}

static void no_memory(void **state)
{
    static const char *const methods[] = {"thomas", "fused"};
    static const char *const sets[] = {"grid.n=5", "time={dt=0.01; steps=1;}", NULL};
    (void)state;
    for (int m = first_case(2); m < 2; m += 2) {
        int failed = 0;
        for (int64_t k = 1, passed = 0; passed < 10; k++) { /* a run may do without some: a guess at a spelling */
            struct trial t;
            mem_fail_at(k);
            const enum status s = trial_begin(&t, "adi", solids[0], sets, methods[m], device);
            mem_fail_at(0);
            if (s == ST_OK) trial_end(&t);
            passed = s == ST_OK ? passed + 1 : 0;
            failed += s == ST_NOMEM;
            assert_true(s == ST_OK || s == ST_NOMEM);
            assert_true(mem_held(HOST) == 0 && mem_held(DEVICE) == 0);
        }
        assert_true(failed > 60);
    }
}

static void no_device(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    static const char name[] = "adi on the device " REAL_NAME;
    enum { SMALL = 3 };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(plane_steps, nothing_left),
        cmocka_unit_test_teardown(solid_steps, nothing_left),
        cmocka_unit_test_teardown(small_axes, nothing_left),
        cmocka_unit_test_teardown(methods_agree, nothing_left),
        cmocka_unit_test_teardown(odd_shapes, nothing_left),
        cmocka_unit_test_teardown(long_lines, nothing_left),
        cmocka_unit_test_teardown(second_order, nothing_left),
        cmocka_unit_test_teardown(goes_on_from_its_field, nothing_left),
        cmocka_unit_test_teardown(place_of_what_is_not_finite, nothing_left),
        cmocka_unit_test_teardown(little_crosses_the_bus, nothing_left),
        cmocka_unit_test_teardown(no_memory, nothing_left),
    };
    if (device_exec(&device, 1) != ST_OK && !PLAYED) {
        const struct CMUnitTest nothing[] = {{fail_text(), no_device, NULL, NULL, NULL}};
        return cmocka_run_group_tests_name(name, nothing, NULL, NULL);
    }
    const size_t count = small_only() ? SMALL : sizeof tests / sizeof *tests;
    const int failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
    device_exec_end(&device);
    return failed;
}
