/* Distances of prefetches and sizes of tiles, which do not change any bit of the results of methods. */
#include "solvers/method_spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

enum { OPTIONS = 4, BLOCK = 16 };

static struct shape blocks(int64_t n, int64_t batch)
{
    return shape_block_interleaved(n, batch, BLOCK);
}

static const struct trial {
    const char *method;
    struct shape (*shape)(int64_t n, int64_t batch);
    int64_t n, batch;
    const char *options[OPTIONS]; /* the others are compared with the first */
} trials[] = {
    {"windows", shape_contiguous, 300000, 1, {"", "ahead = 0;", "ahead = 48;", "ahead = 100000;"}},
    {"partition", shape_contiguous, 300000, 1, {"", "ahead = 0;", "ahead = 48;", "ahead = 100000;"}},
    {"thomas_simd", shape_contiguous, 100, 999, {"", "ahead = 0;", "ahead = 48;", "ahead = 5000;"}},
    {"thomas_simd", shape_contiguous, 2001, 41, {"", "ahead = 0;", "ahead = 48;", "ahead = 5000;"}},
    {"thomas_simd", shape_interleaved, 100, 999, {"", "tile = 0;", "tile = 65536;", "tile = 16777216;"}},
    {"thomas_simd", shape_interleaved, 100, 999, {"", "tile_ahead = 0;", "tile_ahead = 512;", "tile_ahead = 99999;"}},
    {"thomas_pivot_simd", shape_contiguous, 100, 999, {"", "ahead = 0;", "ahead = 48;", "ahead = 5000;"}},
    {"thomas_pivot_simd", shape_interleaved, 100, 999, {"", "tile = 0;", "tile = 65536;", "tile_ahead = 0;"}},
    {"thomas_simd", blocks, 100, 999, {"", "tile_ahead = 0;", "tile_ahead = 512;", "tile = 0;"}},
};
enum { TRIALS = sizeof trials / sizeof *trials };

struct input {
    int64_t count;
    real *lower, *diag, *upper, *right;
};

static real *values(int64_t count)
{
    real *const v = malloc((size_t)count * sizeof *v);
    assert_non_null(v);
    return v;
}

static struct input input_of(int64_t count, uint64_t *seed)
{
    const struct input in = {count, values(count), values(count), values(count), values(count)};
    for (int64_t i = 0; i < count; i++) {
        in.lower[i] = (real)(random_unit(seed) - 0.5), in.upper[i] = (real)(random_unit(seed) - 0.5);
        in.diag[i] = (real)(1.1 + random_unit(seed)), in.right[i] = (real)(random_unit(seed) - 0.5);
    }
    return in;
}

static void solve(const struct trial *t, const char *options, bool cyclic, const struct input *in, int threads, real *x)
{
    struct shape shape = t->shape(t->n, t->batch);
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {in->lower, in->diag, in->upper}, .x = x};
    const struct exec exec = exec_host(threads);
    struct method_spec spec = {.options = options};
    shape.tridiag.cyclic = cyclic;
    memcpy(x, in->right, (size_t)in->count * sizeof *x);
    assert_int_equal(solver_find(KIND_TRIDIAG, t->method, HOST, &spec.solver), ST_OK);
    if (method_spec_solve(&spec, &shape, &system, &exec) != ST_OK) fail_msg("%s", fail_text());
}

static void try(const struct trial *t, bool cyclic, uint64_t *seed)
{
    const struct shape shape = t->shape(t->n, t->batch);
    const struct input in = input_of(shape_extent(&shape), seed);
    real *const first = values(in.count), *const other = values(in.count);
    solve(t, t->options[0], cyclic, &in, 1, first);
    assert_true(memcmp(first, in.right, (size_t)in.count * sizeof *first) != 0);
    for (int k = 1; k < OPTIONS; k++)
        for (int threads = 1; threads <= 2; threads++) {
            solve(t, t->options[k], cyclic, &in, threads, other);
            if (memcmp(first, other, (size_t)in.count * sizeof *first))
                fail_msg("%s, %lld rows, %s, %d threads: other bits", t->method, (long long)t->n, t->options[k],
                         threads);
        }
    real *const all[] = {in.lower, in.diag, in.upper, in.right, first, other};
    for (int k = 0; k < 6; k++) free(all[k]);
}

static void no_distance_and_no_tile_changes_a_bit(void **state)
{
    uint64_t seed = test_seed();
    (void)state;
    for (int k = 0; k < TRIALS; k++)
        for (int cyclic = 0; cyclic < 2; cyclic++) try(&trials[k], cyclic, &seed);
}

static void an_option_is_a_number_or_auto(void **state)
{
    const struct trial *const t = &trials[0];
    const struct shape shape = t->shape(t->n, t->batch);
    const struct exec exec = exec_host(1);
    struct method_spec spec = {.options = "ahead = \"auto\";"};
    struct plan *plan;
    (void)state;
    assert_int_equal(solver_find(KIND_TRIDIAG, t->method, HOST, &spec.solver), ST_OK);
    assert_int_equal(method_spec_plan(&plan, &spec, &shape, &exec), ST_OK);
    plan_free(plan);
    spec.options = "ahead = -1;";
    assert_int_equal(method_spec_plan(&plan, &spec, &shape, &exec), ST_CONFIG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_distance_and_no_tile_changes_a_bit),
                                       cmocka_unit_test(an_option_is_a_number_or_auto)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
