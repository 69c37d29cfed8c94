/* Elimination by scans on the device: systems of several tiles, solved without falling back; messages between blocks,
 * and kernels one after the other, give the same bits. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "base/device/device.h"
#include "solvers/method_spec.h"
#include "solvers/tridiag/gallery/gallery.h"
#include "tests/conformance/pivot_cases.h"
#include "tests/conformance/solve_rows.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two tiles, one row more than one; more than 32 tiles, whose maps blocks publish together; and more than 1024, after
 * which the state is published. */
enum { TWO = 1025, FEW = 4000, MANY = 33 * 896 + 78, MOST = 1026 * 896 + 5 };

static struct rows {
    real a[MOST], b[MOST], c[MOST], d[MOST], x[MOST];
} r;
static uint64_t seed;

static void draw(int type, int64_t n)
{
    static double v[3][MOST];
    assert_int_equal(gallery_fill(type, n, seed, v[0], v[1], v[2]), ST_OK);
    for (int64_t i = 0; i < n; i++) {
        r.a[i] = (real)v[0][i], r.b[i] = (real)v[1][i], r.c[i] = (real)v[2][i];
        r.d[i] = (real)gallery_random(&seed);
    }
    r.a[0] = r.c[n - 1] = (real)NAN;
}

static int64_t solve(const char *method, const char *options, int64_t n)
{
    const struct solver *s;
    assert_int_equal(solver_find(KIND_TRIDIAG, method, DEVICE, &s), ST_OK);
    return solve_rows(s, options, n, (const real *const[]){r.a, r.b, r.c, r.d}, r.x);
}

static void expect_solved(const char *method, const char *options, int type, int64_t n)
{
    const int64_t info = solve(method, options, n);
    const double rest = pivot_residual(n, r.a, r.b, r.c, r.d, r.x);
    if (info != 0 || !(rest <= 8 * (double)REAL_EPS))
        fail_msg("%s, %s, type %d, %lld rows: info %lld, residual %g", method, options, type, (long long)n,
                 (long long)info, rest);
}

static const char *const choices[] = {"between = \"messages\"; fused = true;", "between = \"messages\"; fused = false;",
                                      "between = \"kernels\";"};

/* 3, 6 and 7 are dominant, 17 has no diagonal but at its ends, and takes only pivots of two rows there. */
static void test_solved(void **state)
{
    static const int types[] = {1, 3, 5, 6, 7, 17};
    static const int64_t rows[] = {TWO + 1, FEW};
    (void)state;
    for (int k = 0; k < 12; k++) {
        const int type = types[k / 2];
        const int64_t n = rows[k % 2];
        if (!rows_wanted(n)) continue;
        draw(type, n);
        expect_solved("parallel_dp", choices[k % 3], type, n);
        if (type == 3 || type == 6 || type == 7) expect_solved("cf_lu", choices[(k + 1) % 3], type, n);
    }
}

static void test_normalisation_and_structure(void **state)
{
    static const char *const options[] = {"normalisation = \"a\"; structure = \"group\";",
                                          "normalisation = \"b\"; structure = \"tree\";",
                                          "normalisation = \"power_of_two\"; structure = \"group\";"};
    (void)state;
    if (!rows_wanted(FEW)) return;
    for (int k = 0; k < 3; k++) {
        draw(k == 2 ? 1 : 5, FEW);
        expect_solved("parallel_dp", options[k], k == 2 ? 1 : 5, FEW);
        draw(7, FEW);
        expect_solved("cf_lu", options[k], 7, FEW);
    }
}

/* Tiles of every size: systems of one tile, of two, and of many. */
static void test_tiles(void **state)
{
    static const char *const tiles[] = {"tile = \"256\";", "tile = \"512\"; between = \"kernels\";",
                                        "tile = \"1024\";"};
    static const int64_t rows[] = {256, 257, 513, FEW};
    (void)state;
    for (int k = 0; k < 12; k++) {
        const int64_t n = rows[k / 3];
        if (!rows_wanted(n)) continue;
        draw(1, n);
        expect_solved("parallel_dp", tiles[k % 3], 1, n);
        draw(7, n);
        expect_solved("cf_lu", tiles[k % 3], 7, n);
    }
}

/* Smaller tiles overlap more often. */
static void test_cost_of_tiles(void **state)
{
    const struct shape shape = shape_contiguous(MANY, 1);
    const struct solver *s;
    double bytes[2];
    (void)state;
    assert_int_equal(solver_find(KIND_TRIDIAG, "parallel_dp", DEVICE, &s), ST_OK);
    for (int k = 0; k < 2; k++) {
        const struct method_spec spec = {.solver = s, .options = k ? "tile = \"1024\";" : "tile = \"256\";"};
        const struct exec exec = exec_host(1);
        struct method_needs needs;
        assert_int_equal(method_spec_needs(&needs, &spec, &shape, &exec), ST_OK);
        bytes[k] = needs.cost.bytes;
    }
    assert_true(bytes[0] > 1.3 * bytes[1]);
}

/* In several orders of blocks, too. Races are searched only in two tiles, by messages. */
static void test_bits(void **state)
{
    static const char *const methods[] = {"parallel_dp", "cf_lu"};
    static real first[MANY];
    const bool all = rows_wanted(MANY);
    const int64_t n = all ? MANY : TWO + 1;
    (void)state;
    for (int m = 0; m < (all ? 2 : 1); m++) {
        draw(m ? 7 : 1, n);
        for (int k = 0; k < (all ? 4 : 1); k++) {
            assert_int_equal(solve(methods[m], choices[k % 3], n), 0);
            if (k == 0) memcpy(first, r.x, sizeof first);
            assert_memory_equal(first, r.x, (size_t)n * sizeof *first);
        }
    }
}

/* A state after more than 1024 tiles, by messages and from kernel to kernel: under one schedule, where the host plays
 * the device, as it takes 10 s. */
static void test_more_than_1024_tiles(void **state)
{
    static real first[MOST];
    (void)state;
    if (!rows_wanted(MOST) || test_seed() > 1) return;
    draw(1, MOST);
    for (int k = 0; k < 3; k += 2) {
        expect_solved("parallel_dp", choices[k], 1, MOST);
        if (k == 0) memcpy(first, r.x, sizeof first);
        assert_memory_equal(first, r.x, sizeof first);
    }
}

/* A system that elimination in order does not solve is still solved, and this is reported. */
static void test_without_pivots(void **state)
{
    (void)state;
    for (int64_t row = 0; row < FEW; row += 777) {
        if (!rows_wanted(FEW)) continue;
        draw(7, FEW);
        r.b[row] = 0;
        if (row > 0) r.a[row] = 0;
        assert_int_equal(solve("cf_lu", NULL, FEW), SOLVED_BY_FALLBACK);
        assert_true(pivot_residual(FEW, r.a, r.b, r.c, r.d, r.x) <= 8 * (double)REAL_EPS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solved),         cmocka_unit_test(test_normalisation_and_structure),
        cmocka_unit_test(test_bits),           cmocka_unit_test(test_more_than_1024_tiles),
        cmocka_unit_test(test_without_pivots), cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_cost_of_tiles)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    if (device_ready() != ST_OK) {
        printf("ok 1 - scans on the device # SKIP %s\n1..1\n", fail_text());
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
