/* Right sides that lie apart from x, by `auto`: the bits are those of a solve in place, x is written only, and the
 * right sides are kept. */
#include "tests/support/auto_batch.h"

enum { HIDDEN = 3000 /* rows of a block whose inverse does not decay, more than `windows` looks ahead */ };

enum rows { DOMINANT, WITH_PIVOTS, HIDDEN_BLOCK, SMALL_RIGHT, SINGULAR, ROWS_COUNT };

static void put_rows(struct batch *t, int64_t n, enum rows rows)
{
    const int64_t count = n * t->count;
    const real least = sizeof(real) == 8 ? (real)1e-250 : RC(1e-30);
    for (int64_t i = 0; i < count; i++) {
        t->a[i] = (real)random_unit(&seed) - RC(0.5), t->c[i] = (real)random_unit(&seed) - RC(0.5);
        t->b[i] = (real)random_unit(&seed) + (rows == WITH_PIVOTS ? RC(-0.5) : RC(1.5));
        t->d[i] = ((real)random_unit(&seed) - RC(0.5)) * (rows == SMALL_RIGHT ? least : 1);
    }
    for (int64_t i = n / 3; rows == HIDDEN_BLOCK && n > 2 * HIDDEN && i < n / 3 + HIDDEN; i++)
        t->a[i] = t->c[i] = -1, t->b[i] = 2;
    if (rows == SINGULAR) t->a[n / 2] = t->b[n / 2] = t->c[n / 2] = 0;
}

static struct batch solved(const struct batch *t, struct shape shape, int threads, real *x, const real *right)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct plan *plan;
    struct batch of = *t;
    shape.tridiag.apart = right != NULL;
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {t->a, t->b, t->c, .right = right},
                                  .x = x,
                                  .info = t->info,
                                  .outcome = &of.outcome};
    assert_int_equal(solver_find(KIND_TRIDIAG, "auto", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    return of;
}

/* Windows that fail restore right sides in place up to a rounding; if they lie apart, they are unchanged. */
static void assert_alike(const struct batch *t, real *x, bool rounded)
{
    struct batch apart = *t;
    apart.x = x;
    if (!rounded) assert_memory_equal(x, t->x, (size_t)(t->n * t->count) * sizeof *x);
    for (int64_t s = 0; rounded && s < t->count; s++) assert_true(backward(&apart, s) <= 8 * (double)REAL_EPS);
}

static bool all_are_solved(const struct batch *t)
{
    bool all = true;
    for (int64_t s = 0; s < t->count; s++) all &= info_is_good(t->info[s]);
    return all;
}

static void try(struct shape shape, enum rows rows)
{
    const int64_t n = shape.n, batch = shape.batch, count = n * batch;
    const size_t bytes = (size_t)count * sizeof(real);
    struct batch t = batch_make(n, batch, 0, 1, 0);
    real *const right = must(malloc(bytes)), *const x = must(malloc(bytes));
    put_rows(&t, n, rows);
    memcpy(right, t.d, bytes), memcpy(t.x, t.d, bytes);
    const struct batch here = solved(&t, shape, 1, t.x, NULL);
    int64_t *const info = must(malloc((size_t)batch * sizeof *info));
    memcpy(info, t.info, (size_t)batch * sizeof *info);
    assert_true(all_are_solved(&t) == (rows != SINGULAR));
    for (int threads = 1; threads <= 3; threads++) {
        for (int64_t i = 0; i < count; i++) x[i] = (real)NAN;
        const struct batch apart = solved(&t, shape, threads, x, right);
        assert_alike(&t, x, rows == HIDDEN_BLOCK && n > 2 * HIDDEN);
        assert_memory_equal(right, t.d, bytes);
        assert_memory_equal(t.info, info, (size_t)batch * sizeof *info);
        assert_string_equal(apart.outcome.chosen, here.outcome.chosen);
    }
    free(info);
    free(right);
    free(x);
    batch_free(&t);
}

static void test_every_form_of_a_batch(void **state)
{
    static const int64_t sizes[][2] = {{1, 1},    {2, 1},    {3, 7},  {40, 1}, {999, 2},
                                       {1024, 1}, {2000, 3}, {5, 64}, {600, 9}};
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (enum rows rows = 0; rows < ROWS_COUNT; rows++) {
            try(shape_contiguous(sizes[k][0], sizes[k][1]), rows);
            try(shape_interleaved(sizes[k][0], sizes[k][1]), rows);
            try(shape_block_interleaved(sizes[k][0], sizes[k][1], 1), rows);
        }
}

static void test_long_systems(void **state)
{
    (void)state;
    exec_small_work(0);
    for (enum rows rows = 0; rows < ROWS_COUNT; rows++) {
        try(shape_contiguous(200000, 1), rows);
        try(shape_contiguous(70001, 2), rows);
    }
    exec_small_work(SMALL_WORK);
}

static void test_systems_of_different_size(void **state)
{
    int64_t sizes[12], starts[12];
    (void)state;
    for (int64_t k = 0; k < 12; k++) sizes[k] = 1 + 7 * k % 12;
    for (int64_t width = 1; width <= 2; width++) {
        struct batch t = batch_make(12, 24, -1, 4, -1);
        real x[12 * 24];
        const struct shape shape = shape_ragged(12, sizes, width, starts);
        const int64_t extent = shape_extent(&shape);
        put_rows(&t, 12, DOMINANT);
        for (int64_t i = 0; i < 12 * 24; i++) t.x[i] = x[i] = 7;
        for (int64_t i = 0; i < extent; i++) t.x[i] = t.d[i];
        solved(&t, shape, 1, t.x, NULL);
        solved(&t, shape, 2, x, t.d);
        for (int64_t s = 0; s < 12; s++)
            for (int64_t i = 0; i < sizes[s]; i++) {
                const int64_t at = shape_start(&shape, s) + i * shape.stride;
                assert_true(info_is_good(t.info[s]) && x[at] == t.x[at]);
            }
        for (int64_t i = extent; i < 12 * 24; i++) assert_true(x[i] == 7);
        batch_free(&t);
    }
}

static void test_who_refuses_them(void **state)
{
    const struct exec exec = exec_host(1);
    const struct solver *automatic;
    struct plan *plan;
    int refused = 0;
    (void)state;
    for (size_t k = 0; k < solver_count(); k++) {
        const struct solver *const s = solver_at(k);
        struct shape shape = shape_contiguous(9, 2);
        if (s->kind != KIND_TRIDIAG || s->space != HOST || s->can & RIGHT_APART) continue;
        shape.tridiag.apart = true;
        for (int cyclic = 0; cyclic < 2; cyclic++) {
            shape.tridiag.cyclic = cyclic;
            assert_int_not_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
        }
        refused++;
    }
    assert_true(refused > 20);
    assert_int_equal(solver_find(KIND_TRIDIAG, "auto", HOST, &automatic), ST_OK);
    for (int k = 0; k < 2; k++) {
        struct shape shape = shape_contiguous(9, 2);
        shape.tridiag.apart = true;
        *(k ? &shape.tridiag.check : &shape.tridiag.refine) = true;
        assert_int_equal(plan_make(&plan, automatic, &shape, NULL, &exec), ST_REFUSED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_form_of_a_batch),
        cmocka_unit_test(test_long_systems),
        cmocka_unit_test(test_systems_of_different_size),
        cmocka_unit_test(test_who_refuses_them),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
