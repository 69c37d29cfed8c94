/* Poisson's equation on the device compared with the host: the same answers to rounding for every pair of ends, by
 * every method for the device. In the flavours cuhost the kernels run on the host, in an order that CUHOST_SEED
 * chooses, and the stand-in for cuFFT transforms. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/library/cufft.h"
#include "base/memory.h"

#ifdef BANDSTAND_CUHOST_TESTS
enum { PLAYED = true };
#else
enum { PLAYED = false };
#endif

static struct exec device;

/* The error allowed in a box of so many cells, whose condition number is some hundreds. */
static const double allowed = 1e-13 / DBL_EPSILON;

/* Each seed takes a part of the cases: the first, and every `stride`-th from there. */
static int first_case(int stride)
{
    const char *const seed = getenv("CUHOST_SEED");
    return seed ? atoi(seed) % stride : 0;
}

/* Slow builds take few cases, in small boxes. */
static bool small_only(void)
{
    return getenv("ROWS_MAX") != NULL;
}

static int stride_of(int usual)
{
    return small_only() ? 12 * usual : usual;
}

/* Returns false if the device does not take the problem. */
static bool side_by_side(const char *text, const char *const *sets, const char *method, const char *on_host)
{
    struct trial here, there;
    const enum status s = trial_complete(&there, "poisson", text, sets, method, device);
    if (s == ST_REFUSED) return false;
    if (s != ST_OK) fail_msg("%s, %s: %s", text, method, fail_text());
    if (trial_complete(&here, "poisson", text, sets, on_host, exec_host(1)) != ST_OK) fail_msg("%s", fail_text());
    const double apart = trial_difference(&there, &here);
    if (!(apart <= allowed)) fail_msg("%s, %s: %g roundings apart", text, method, apart);
    const double residual = series_at(&there, "residual", 0) / (double)REAL_EPS;
    const double limit = strcmp(method, on_host) ? 500 : 50; /* reductions lose some digits of the residual */
    if (!(residual <= limit)) fail_msg("%s, %s: residual %g eps", text, method, residual);
    trial_end(&there);
    trial_end(&here);
    return true;
}

#define END(kind) "{ kind = \"" kind "\"; };"
static const char *const ends[][2] = {{END("neumann"), END("neumann")},
                                      {END("dirichlet"), END("dirichlet")},
                                      {END("neumann"), END("dirichlet")},
                                      {END("dirichlet"), END("neumann")},
                                      {END("periodic"), END("periodic")}};
enum { ENDS = sizeof ends / sizeof *ends };

/* Ends x, y and z of the list; even and odd numbers of cells or nodes, so that all ten transforms are used. */
static void box_of(char *text, size_t size, int x, int y, int z, bool nodes)
{
    const int pair[3] = {x, y, z};
    int used = snprintf(text, size,
                        "grid = { n = [%d, %d, %d]; upper = [1.0, 2.0, 0.5]; centering = \"%s\"; };"
                        "f = \"sin(3*x)+y*z-x*x\"; boundary = {",
                        (small_only() ? 2 : 6) + x, (small_only() ? 7 : 10) - y, small_only() ? 3 : 7,
                        nodes ? "node" : "cell");
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            used += snprintf(text + used, size - (size_t)used, " %c_%s = %s", "xyz"[d], side ? "upper" : "lower",
                             ends[pair[d]][side]);
    snprintf(text + used, size - (size_t)used, " };");
}

static void every_pair_of_ends(void **state)
{
    const int stride = PLAYED ? stride_of(17) : 1;
    (void)state;
    for (int k = first_case(stride); k < 2 * ENDS * ENDS * ENDS; k += stride) {
        char text[1024];
        box_of(text, sizeof text, k % ENDS, k / ENDS % ENDS, k / ENDS / ENDS % ENDS, k >= ENDS * ENDS * ENDS);
        assert_true(side_by_side(text, NULL, "thomas", "thomas"));
        assert_true(side_by_side(text, NULL, "transforms", "transforms"));
    }
}

/* Layers, a stretched axis, each axis as the tridiagonal one, and fewer axes. */
static const char *const others[] = {
    "grid = { n = [9, 8, 12]; upper = [1.0, 1.0, 1.0]; places = \"s^1.5\"; }; eps = \"1+z*z\"; q = \"z\";"
    "f = \"x*y\"; boundary = { x_lower = { kind = \"dirichlet\"; value = \"y\"; }; y_upper = { flux = 2.0; }; };",
    "grid = { n = [12, 9, 8]; upper = [1.0, 1.0, 1.0]; places = \"s^2\"; }; tridiagonal_axis = \"x\";"
    "f = \"x*y-z\"; mean = 2.0;",
    "grid = { n = [5, 12, 8]; upper = [1.0, 1.0, 1.0]; nodes_along = [\"x\", \"z\"]; }; tridiagonal_axis = \"y\";"
    "f = \"x*y-z\"; boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; }; };",
    "grid = { n = [33, 70]; upper = [1.0, 1.0]; }; f = \"x-y\"; boundary = { y_upper = { kind = \"dirichlet\"; }; };",
    "grid = { n = 50; upper = [2.0]; }; f = \"x\"; boundary = { x_lower = { kind = \"dirichlet\"; value = 1.0; }; };",
    "grid = { n = [1, 1, 1]; upper = [1.0, 1.0, 1.0]; }; f = 2.0; boundary = { x_lower = { kind = \"periodic\"; };"
    "x_upper = { kind = \"periodic\"; }; z_lower = { kind = \"dirichlet\"; }; };",
#ifndef BANDSTAND_KERNELS_ONLY /* otherwise there is no LAPACK, which finds eigenvectors */
    "grid = { n = [12, 9, 8]; upper = [1.0, 1.0, 1.0]; places_along = { x = \"(s+s^2)/2\"; y = \"s^1.5\"; }; };"
    "f = \"x*y-z\"; mean = 2.0;",
    "grid = { n = [12, 9, 8]; upper = [1.0, 1.0, 1.0]; nodes_along = [\"y\"]; }; f = \"x*y-z\"; boundary = {"
    "x_lower = { kind = \"robin\"; h = 2.0; ambient = \"y\"; }; y_upper = { kind = \"robin\"; h = 0.5; };"
    "z_upper = { kind = \"robin\"; h = 4.0; ambient = \"x\"; }; };",
#endif
};
enum { OTHERS = sizeof others / sizeof *others };

/* There may be no cuSPARSE. */
static bool is_here(const struct solver *s)
{
    const struct shape beside = shape_interleaved(9, 2), behind = shape_contiguous(9, 2);
    return solver_accepts(s, &beside, NULL) != ST_DEVICE && solver_accepts(s, &behind, NULL) != ST_DEVICE;
}

static void methods_agree(void **state)
{
    const int stride = PLAYED ? stride_of(2) : 1;
    (void)state;
    for (int k = first_case(stride); k < OTHERS; k += stride) {
        int taken = 0;
        for (size_t m = 0; m < solver_count(); m++)
            if (solver_at(m)->kind == KIND_TRIDIAG && solver_at(m)->space == DEVICE && is_here(solver_at(m)))
                taken += side_by_side(others[k], NULL, solver_at(m)->method, "thomas");
        assert_true(taken >= 3);
    }
}

/* The right side goes there, the solution comes back, and of a box whose level nothing fixes one line goes and comes
 * too; so do the systems that the host takes, complete groups of 6. */
static void little_crosses_the_bus(void **state)
{
    static const char *const shares[] = {"host_share=0", "host_share=40"};
    (void)state;
    for (int k = 0; k < 4; k++) {
        const int fixed = k % 2, split = k / 2;
        const char *const sets[] = {"grid.n=[6, 5, 7]", "times=[1.0, 2.0]", shares[split], NULL};
        const int64_t values = 6 * 5 * 7 + (fixed ? 0 : 7) + (split ? 2 * 6 * 7 : 0);
        struct trial t;
        char text[1024];
        box_of(text, sizeof text, 0, 0, fixed, false);
        good(trial_begin(&t, "poisson", text, sets, "thomas", device));
        good(t.sim.app->step(&t.sim));
        device_traffic_reset();
        good(t.sim.app->step(&t.sim));
        assert_int_equal(device_traffic().bytes[0], values * (int64_t)sizeof(real));
        assert_int_equal(device_traffic().bytes[1], values * (int64_t)sizeof(real));
        trial_end(&t);
    }
}

/* Each share of the systems on the host, and that of the model. */
static void the_host_takes_its_share(void **state)
{
    static const char *const shares[] = {"host_share=30", "host_share=100", "host_share=1", "host_share=model"};
    (void)state;
    for (int k = first_case(2); k < 8; k += stride_of(2)) {
        const char *const text = others[k % 4], *const sets[] = {shares[k / 2], NULL};
        for (int e = 0; e < 2; e++) assert_true(side_by_side(e ? others[(k + 1) % 4] : text, sets, "thomas", "thomas"));
    }
}

static void transforms_belong_to_a_space(void **state)
{
    static const char *const sets[] = {"transform=lanes", NULL};
    struct trial t;
    (void)state;
    assert_int_equal(trial_begin(&t, "poisson", others[3], sets, "thomas", device), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "transform method 'lanes' exists for the host only"));
    assert_int_equal(
        trial_begin(&t, "poisson", others[3], (const char *const[]){"transform=cufft", NULL}, "thomas", exec_host(1)),
        ST_REFUSED);
    assert_non_null(strstr(fail_text(), "transform method 'cufft' exists for the device only"));
}

static void no_memory(void **state)
{
    static const char *const methods[] = {"thomas", "transforms"}, *const split[] = {"host_share=40", NULL};
    char text[1024];
    (void)state;
    box_of(text, sizeof text, 0, 4, 0, false);
    for (int m = first_case(2); m < 2; m += 2) {
        int failed = 0;
        for (int64_t k = 1, passed = 0; passed < 10; k++) {
            struct trial t;
            mem_fail_at(k);
            const enum status s = trial_begin(&t, "poisson", text, split, methods[m], device);
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

static void not_here(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    static const char name[] = "poisson on the device " REAL_NAME;
    enum { SMALL = 3 };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_pair_of_ends, nothing_left),
        cmocka_unit_test_teardown(methods_agree, nothing_left),
        cmocka_unit_test_teardown(the_host_takes_its_share, nothing_left),
        cmocka_unit_test_teardown(little_crosses_the_bus, nothing_left),
        cmocka_unit_test_teardown(transforms_belong_to_a_space, nothing_left),
        cmocka_unit_test_teardown(no_memory, nothing_left),
    };
    const bool there = device_exec(&device, 1) == ST_OK && cufft_ready() == ST_OK;
    if (!there && !PLAYED) {
        const struct CMUnitTest nothing[] = {{fail_text(), not_here, NULL, NULL, NULL}};
        return cmocka_run_group_tests_name(name, nothing, NULL, NULL);
    }
    const size_t count = small_only() ? SMALL : sizeof tests / sizeof *tests;
    const int failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
    device_exec_end(&device);
    return failed;
}
