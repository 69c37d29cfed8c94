/* Shapes: positions of elements, extents of arrays, shapes that are refused, and the least traffic of a solve. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/memory.h"
#include "solvers/batch/cost.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef fail /* the macro of cmocka; ours is needed */

static const struct exec exec = {.space = HOST, .threads = 2};

/* The extent of lower, diag and upper: aliases count once. */
static void test_matrix_extent(void **state)
{
    (void)state;
    static const int64_t starts[] = {9, 0, 4}, sizes[] = {1, 1, 1, 5, 2};
    const struct matrix_layout ragged = {.stride = 2, .inner = 2, .dist = 1, .starts = starts};
    struct shape shape = shape_interleaved(5, 5);
    assert_int_equal(shape_matrix_extent(&shape), 25);
    shape.matrix = matrix_layout_shared();
    assert_int_equal(shape_matrix_extent(&shape), 5);
    shape.matrix = matrix_layout_toeplitz();
    assert_int_equal(shape_matrix_extent(&shape), 5);
    shape.matrix = matrix_layout_pairs(5);
    assert_int_equal(shape_matrix_extent(&shape), 15);
    shape.matrix = ragged;
    assert_int_equal(shape_matrix_extent(&shape), 9 + 8 + 1 + 1);
    shape.sizes = sizes;
    assert_int_equal(shape_matrix_extent(&shape), 11);
    shape.batch = 0;
    assert_int_equal(shape_matrix_extent(&shape), 0);
}

/* Every shape of few elements: it is taken only if no two elements are one, and its extent is the farthest of all. */
static void test_shapes(void **state)
{
    (void)state;
    enum { EXTENT = 256 };
    int64_t taken = 0, refused_apart = 0;
    for (int64_t code = 0; code < 4 * 6 * 6 * 7 * 8 * 14; code++) {
        int64_t rest = code;
        const int64_t n = 1 + rest % 4, batch = (rest /= 4) % 6, inner = 1 + (rest /= 6) % 6;
        const int64_t stride = (rest /= 6) % 7, dist = (rest /= 7) % 8, outer = (rest /= 8) % 14;
        const struct shape shape = {
            .n = n, .batch = batch, .stride = stride, .inner = inner, .dist = dist, .outer = outer};
        bool seen[EXTENT] = {false}, apart = true;
        int64_t extent = 0;
        for (int64_t s = 0; s < batch; s++)
            for (int64_t i = 0; i < n; i++) {
                const int64_t k = s / inner * outer + s % inner * dist + i * stride;
                apart = apart && !seen[k];
                seen[k] = true;
                if (k >= extent) extent = k + 1;
            }
        const bool ok = shape_check(&shape) == ST_OK;
        assert_true(apart || !ok);
        if (ok) assert_int_equal(shape_extent(&shape), extent);
        taken += ok;
        refused_apart += apart && !ok;
    }
    /* Strides that do not nest may keep elements apart, too; such oddities are few, and refused. */
    assert_true(taken > 20000 && refused_apart < taken / 5);
}

static void test_extent_of_sizes(void **state)
{
    (void)state;
    const int64_t sizes[] = {9, 4, 6};
    struct shape shape = shape_contiguous(9, 3);
    shape.sizes = sizes;
    assert_int_equal(shape_extent(&shape), 2 * 9 + 6);
    shape = shape_interleaved(9, 3);
    shape.sizes = sizes;
    assert_int_equal(shape_extent(&shape), 8 * 3 + 1);
    shape = shape_block_interleaved(9, 10, 4);
    assert_int_equal(shape_extent(&shape), 2 * 36 + 8 * 4 + 2);
    shape = shape_contiguous(9, 0);
    assert_int_equal(shape_extent(&shape), 0);
}

/* Packed as the row pointers of a sparse matrix, and in groups that are as long as their longest system. */
static void test_ragged(void **state)
{
    (void)state;
    const int64_t sizes[] = {5, 2, 7, 1, 3};
    int64_t starts[5];
    struct shape shape = shape_ragged(5, sizes, 1, starts);
    const int64_t packed[] = {0, 5, 7, 14, 15}, grouped[] = {0, 10, 24};
    assert_memory_equal(starts, packed, sizeof packed);
    assert_int_equal(shape.n, 7);
    assert_int_equal(shape_check(&shape), ST_OK);
    assert_int_equal(shape_extent(&shape), 18);
    for (int64_t s = 0; s < 5; s++) assert_int_equal(shape_start(&shape, s), packed[s]);
    shape = shape_ragged(5, sizes, 2, starts);
    assert_memory_equal(starts, grouped, sizeof grouped);
    assert_int_equal(shape_check(&shape), ST_OK);
    assert_int_equal(shape_extent(&shape), 24 + 2 * 2 + 1);
    assert_int_equal(shape_start(&shape, 3) + shape.stride, 10 + 1 + 2);
    shape = shape_ragged(0, sizes, 3, starts);
    assert_int_equal(shape_check(&shape), ST_OK);
    assert_int_equal(shape_extent(&shape), 0);
}

static void test_sizes_order(void **state)
{
    (void)state;
    const int64_t sizes[] = {3, 9, 1, 3, 9, 4}, by_size[] = {1, 4, 5, 0, 3, 2};
    int64_t order[6];
    assert_int_equal(sizes_order(6, sizes, order), ST_OK);
    assert_memory_equal(order, by_size, sizeof order);
    assert_int_equal(sizes_order(0, sizes, order), ST_OK);
    mem_fail_at(1);
    assert_int_equal(sizes_order(6, sizes, order), ST_NOMEM);
    mem_fail_at(0);
}

/* Groups may begin right where the one before has ended, not sooner; and memory may end at some element. */
static void test_starts(void **state)
{
    (void)state;
    const int64_t sizes[] = {5, 2, 7, 1, 3};
    int64_t starts[5];
    struct shape shape = shape_ragged(5, sizes, 2, starts);
    for (int k = 1; k < 3; k++) { /* the last row of either group has one lane only */
        starts[k]--;
        assert_int_equal(shape_check(&shape), ST_OK);
        starts[k]--;
        assert_int_equal(shape_check(&shape), ST_REFUSED);
        starts[k] += 2;
    }
    starts[0] = -1;
    assert_int_equal(shape_check(&shape), ST_REFUSED);
    starts[0] = 0;
    assert_int_equal(shape_check(&shape), ST_OK);
    starts[2] = INT64_MAX;
    assert_int_equal(shape_check(&shape), ST_REFUSED);
}

static void test_overflow(void **state)
{
    (void)state;
    const int64_t huge[] = {INT64_MAX, INT64_MAX / 2, INT64_C(1) << 50};
    for (int i = 0; i < 3; i++) {
        struct shape shape[] = {shape_contiguous(4, 4), shape_contiguous(4, 4), shape_contiguous(4, 4)};
        shape[0].stride = huge[i];
        shape[1].dist = huge[i];
        shape[2].inner = 2;
        shape[2].outer = huge[i];
        for (int k = 0; k < 3; k++) assert_int_equal(shape_check(&shape[k]), ST_REFUSED);
        const struct shape long_one = shape_contiguous(huge[i], 1), many = shape_interleaved(2, huge[i]);
        assert_int_equal(shape_check(&long_one), ST_REFUSED);
        assert_int_equal(shape_check(&many), ST_REFUSED);
    }
}

/* 40 bytes per unknown in double with a matrix each, 16 with one for all and a large batch; for a Toeplitz matrix 3
 * values per system, half for one of pairs; and one shift per system. */
static void test_least_traffic(void **state)
{
    (void)state;
    const struct solver *s;
    struct shape shape = shape_contiguous(10, 1000);
    struct plan *p;
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&p, s, &shape, NULL, &exec), ST_OK);
    assert_true(plan_cost(p).bytes == 5.0 * sizeof(real) * 10000);
    assert_true(plan_cost(p).flops == 80000);
    plan_free(p);
    shape.matrix = matrix_layout_shared();
    assert_int_equal(plan_make(&p, s, &shape, NULL, &exec), ST_OK);
    assert_true(plan_cost(p).bytes == sizeof(real) * (2.0 * 10000 + 30));
    plan_free(p);
    shape.matrix = matrix_layout_toeplitz();
    assert_true(cost_rows(&shape, 8).bytes == sizeof(real) * (2.0 * 10000 + 3 * 1000));
    shape.matrix = matrix_layout_pairs(10);
    assert_true(cost_rows(&shape, 8).bytes == sizeof(real) * (2.0 * 10000 + 3 * 5000));
    shape.matrix = matrix_layout_shared();
    shape.tridiag.shifted = true;
    assert_true(cost_rows(&shape, 8).bytes == sizeof(real) * (2.0 * 10000 + 30 + 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix_extent),   cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_extent_of_sizes), cmocka_unit_test(test_ragged),
        cmocka_unit_test(test_sizes_order),     cmocka_unit_test(test_starts),
        cmocka_unit_test(test_overflow),        cmocka_unit_test(test_least_traffic),
    };
    return cmocka_run_group_tests_name("shape " REAL_NAME, tests, NULL, NULL);
}
