/* What plans do for every method, shown on one that only writes down how it is called; and shapes and the registry. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/memory.h"
#include "solvers/batch/cost.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef fail /* that of cmocka; ours is meant */

struct settings {
    int64_t size;
    bool fast;
};

static const struct option settings[] = {
    {.key = "size",
     .help = "a size",
     .type = OPT_INT,
     .offset = offsetof(struct settings, size),
     .min = 1,
     .max = 99,
     .fallback = "7"},
    {.key = "fast", .help = "a truth", .type = OPT_BOOL, .offset = offsetof(struct settings, fast), .fallback = "true"},
    {.key = NULL},
};

/* What was called since `forget`. */
static struct {
    int begun, ended, factored, solved;
    enum status answer;
} calls;

struct mine {
    int64_t seen;
};

static int forget(void **state)
{
    (void)state;
    memset(&calls, 0, sizeof calls);
    return 0;
}

static enum status begin(struct plan *p)
{
    struct mine *const m = p->priv;
    assert_int_equal(m->seen, 0);
    m->seen = ((const struct settings *)p->options)->size;
    calls.begun++;
    return calls.answer == ST_OK ? ST_OK : fail(calls.answer, "no luck");
}

static void end(struct plan *p)
{
    assert_true(((struct mine *)p->priv)->seen > 0);
    calls.ended++;
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct settings *const o = options;
    return shape->n <= o->size ? ST_OK : fail(ST_REFUSED, "recorder: %lld rows", (long long)shape->n);
}

static int64_t work_bytes(const struct solver *self, const struct shape *shape, const void *options,
                          const struct exec *exec)
{
    return shape->n * ((const struct settings *)options)->size * exec->threads;
}

static enum status factor(struct plan *p, const struct system *system)
{
    assert_false(p->factored);
    assert_int_equal(system->kind, KIND_TRIDIAG);
    calls.factored++;
    return ST_OK;
}

/* x = f / b: enough for diagonal systems. */
static enum status solve(struct plan *p, const struct system *system)
{
    for (int64_t s = 0; s < p->shape.batch; s++)
        for (int64_t i = 0; i < shape_rows(&p->shape, s); i++) {
            const int64_t k = shape_start(&p->shape, s) + i * p->shape.step;
            system->x[k] /= system->tridiag.diag[k];
        }
    calls.solved++;
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return (struct cost){.flops = (double)(shape->n * shape->batch * ((const struct settings *)options)->size),
                         .bytes = 1};
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .work_bytes = work_bytes,
    .cost = cost,
    .begin = begin,
    .end = end,
    .factor = factor,
    .solve = solve,
};

static const struct solver recorder = {
    .method = "recorder",
    .about = "divides",
    .source = "here",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_SIZES,
    .options = settings,
    .options_bytes = sizeof(struct settings),
    .priv_bytes = sizeof(struct mine),
    .hooks = &hooks,
};

static const struct exec exec = {.space = HOST, .threads = 2};

static struct system diagonal(real *b, real *x, int64_t *info)
{
    static const real zero[64];
    return (struct system){.kind = KIND_TRIDIAG, .tridiag = {zero, b, zero}, .x = x, .info = info};
}

static void test_life(void **state)
{
    (void)state;
    struct shape shape = shape_contiguous(5, 2);
    int64_t sizes[] = {5, 3};
    struct plan *p;
    shape.sizes = sizes;
    assert_int_equal(plan_make(&p, &recorder, &shape, NULL, &exec), ST_OK);
    sizes[0] = sizes[1] = -1;
    assert_int_equal(shape_rows(&p->shape, 0), 5);
    assert_int_equal(shape_rows(&p->shape, 1), 3);
    assert_int_equal(plan_bytes(p), 5 * 7 * 2);
    for (int64_t i = 0; i < plan_bytes(p); i++) assert_int_equal(((char *)p->work)[i], 0);
    assert_true(((const struct settings *)p->options)->fast);
    assert_true(plan_cost(p).flops == 70);

    real b[10] = {1, 2, 4, 8, 16, 2, 2, 2, 0, 0}, x[10] = {1, 2, 4, 8, 16, 2, 4, 6, 5, 5};
    int64_t info[2] = {-1, -1};
    const struct system system = diagonal(b, x, info);
    assert_int_equal(plan_solve(p, &system), ST_OK);
    assert_true(x[4] == 1 && x[7] == 3 && x[8] == 5);
    assert_int_equal(info[0], 0);
    assert_int_equal(info[1], 0);
    b[0] = b[5] = 0;
    assert_int_equal(plan_solve(p, &system), ST_OK);
    assert_int_equal(info[0], 1);
    assert_int_equal(info[1], 1);
    assert_int_equal(calls.solved, 2);
    assert_null(plan_free(p));
    assert_int_equal(calls.begun, 1);
    assert_int_equal(calls.ended, 1);
    assert_int_equal(calls.factored, 0);
    assert_null(plan_free(NULL));
}

static void test_reuse(void **state)
{
    (void)state;
    struct shape shape = shape_contiguous(2, 1);
    struct plan *p;
    real b[2] = {1, 1}, x[2] = {3, 4};
    const struct system system = diagonal(b, x, NULL);
    shape.reuse = true;
    assert_int_equal(plan_make(&p, &recorder, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_factor(p, &system), ST_OK);
    assert_true(p->factored);
    assert_int_equal(plan_solve(p, &system), ST_OK);
    assert_int_equal(plan_solve(p, &system), ST_OK);
    assert_int_equal(calls.factored, 1);
    assert_int_equal(calls.solved, 2);
    plan_free(p);
}

static void test_given_options(void **state)
{
    (void)state;
    struct settings mine = {.size = 3};
    const struct shape shape = shape_contiguous(3, 1), longer = shape_contiguous(4, 1);
    struct plan *p;
    assert_int_equal(plan_make(&p, &recorder, &shape, &mine, &exec), ST_OK);
    mine.size = 50;
    assert_int_equal(((const struct settings *)p->options)->size, 3);
    assert_false(((const struct settings *)p->options)->fast);
    plan_free(p);
    mine.size = 3;
    assert_int_equal(solver_accepts(&recorder, &longer, &mine), ST_REFUSED);
    assert_int_equal(plan_make(&p, &recorder, &longer, &mine, &exec), ST_REFUSED);
    assert_null(p);
    assert_string_equal(fail_text(), "recorder: 4 rows");
    assert_int_equal(solver_accepts(&recorder, &longer, NULL), ST_OK);
    assert_int_equal(calls.begun, 1);
    assert_int_equal(calls.ended, 1);
}

static void test_failing_begin(void **state)
{
    (void)state;
    const struct shape shape = shape_contiguous(3, 1);
    const int64_t held = mem_held(HOST);
    struct plan *p;
    calls.answer = ST_FAILED;
    assert_int_equal(plan_make(&p, &recorder, &shape, NULL, &exec), ST_FAILED);
    assert_null(p);
    assert_string_equal(fail_text(), "no luck");
    assert_int_equal(calls.ended, 0);
    assert_int_equal(mem_held(HOST), held);
}

static void refused(struct shape shape, const char *sentence)
{
    struct plan *p;
    assert_int_equal(plan_make(&p, &recorder, &shape, NULL, &exec), ST_REFUSED);
    assert_null(p);
    assert_string_equal(fail_text(), sentence);
}

static void test_refusals(void **state)
{
    (void)state;
    const int64_t sizes[] = {2, 4};
    int64_t starts[] = {0, 2};
    struct shape shape = shape_contiguous(3, 2);
    refused(shape_interleaved(3, 2), "recorder: systems whose rows are not contiguous are not supported");
    shape = shape_contiguous(3, 2);
    shape.sizes = sizes;
    refused(shape, "recorder: system 1 has 4 rows, outside 1 ... 3");
    shape.sizes = NULL;
    shape.starts = starts;
    shape.inner = 1;
    refused(shape, "recorder: group 1 starts at element 2, before 3, the end of the groups before it");
    starts[1] = 3;
    refused(shape, "recorder: ragged batches are not supported");
    shape = shape_contiguous(3, 2);
    shape.dist = 1;
    refused(shape, "recorder: step 1, dist 1 and outer 0 let rows or systems share elements");
    shape = shape_contiguous(0, 2);
    refused(shape, "recorder: a system has 1 row or more, not 0");
    struct solver rigid = recorder;
    struct plan *p;
    rigid.can = 0;
    shape = shape_contiguous(4, 2);
    shape.sizes = sizes;
    assert_int_equal(plan_make(&p, &rigid, &shape, NULL, &exec), ST_REFUSED);
    assert_string_equal(fail_text(), "recorder: systems of different size are not supported");
}

static void test_refused_matrices(void **state)
{
    (void)state;
    static const int64_t below[] = {0, -1};
    static const struct {
        struct matrix_layout matrix;
        const char *sentence;
    } cases[] = {
        {{.step = 1}, "recorder: a group of a matrix with strides of its own has 1 system or more, not 0"},
        {{.inner = 1, .step = -1}, "recorder: step -1, dist 0, outer 0 and inner 1 of the matrix cannot be negative"},
        {{.inner = 1, .starts = below}, "recorder: group 1 of the matrix starts at element -1, below 0"},
        {{.inner = 1, .outer = INT64_MAX},
         "recorder: the matrix of 2 systems of 3 rows with these strides reaches beyond any memory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shape shape = shape_contiguous(3, 2);
        shape.matrix = cases[i].matrix;
        refused(shape, cases[i].sentence);
    }
}

/* What lower, diag and upper must hold: aliases count once. */
static void test_matrix_extent(void **state)
{
    (void)state;
    static const int64_t starts[] = {9, 0, 4}, sizes[] = {1, 1, 1, 5, 2};
    const struct matrix_layout ragged = {.step = 2, .inner = 2, .dist = 1, .starts = starts};
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

/* A matrix that a method cannot read is written out for it at each solve, or once if it is kept. */
static void a_matrix_that_cannot_be_read_is_copied(void **state)
{
    (void)state;
    const real shift[] = {0, 2};
    for (int reuse = 0; reuse < 2; reuse++) {
        struct shape shape = shape_contiguous(3, 2);
        struct plan *p;
        real b[3] = {2, 4, 6}, x[6] = {2, 8, 18, 4, 12, 24};
        int64_t info[2];
        struct system system = diagonal(b, x, info);
        system.tridiag.shift = shift;
        shape.matrix = matrix_layout_shared();
        shape.tridiag.shifted = true;
        shape.reuse = reuse;
        assert_int_equal(plan_make(&p, &recorder, &shape, NULL, &exec), ST_OK);
        assert_true(plan_bytes(p) >= 18 * (int64_t)sizeof(real));
        if (reuse) assert_int_equal(plan_factor(p, &system), ST_OK);
        assert_int_equal(plan_solve(p, &system), ST_OK);
        for (int i = 0; i < 6; i++) assert_true(x[i] == (real)(1 + i % 3));
        plan_free(p);
    }
}

/* Cyclic systems reach the method as plain ones, one row shorter, twice a solve; once when q is kept. */
static void test_cyclic(void **state)
{
    (void)state;
    struct shape shape = shape_contiguous(3, 2);
    struct plan *p;
    real b[6] = {2, 2, 2, 4, 4, 4}, x[6] = {2, 4, 6, 4, 8, 12};
    int64_t info[2];
    const struct system system = diagonal(b, x, info);
    shape.tridiag.cyclic = true;
    assert_int_equal(plan_make(&p, &recorder, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_solve(p, &system), ST_OK);
    for (int i = 0; i < 6; i++) assert_true(x[i] == (real)(1 + i % 3));
    assert_int_equal(calls.solved, 2);
    assert_true(plan_cost(p).flops == 2 * 2 * 2 * 7 + 2 * 6);
    plan_free(p);

    shape.reuse = true;
    assert_int_equal(plan_make(&p, &recorder, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_factor(p, &system), ST_OK);
    assert_int_equal(calls.solved, 3);
    assert_int_equal(plan_solve(p, &system), ST_OK);
    assert_int_equal(plan_solve(p, &system), ST_OK);
    assert_int_equal(calls.solved, 5);
    assert_int_equal(calls.factored, 1);
    plan_free(p);
    assert_int_equal(calls.begun, calls.ended);
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
        const int64_t step = (rest /= 6) % 7, dist = (rest /= 7) % 8, outer = (rest /= 8) % 14;
        const struct shape shape = {.n = n, .batch = batch, .step = step, .inner = inner, .dist = dist, .outer = outer};
        bool seen[EXTENT] = {false}, apart = true;
        int64_t extent = 0;
        for (int64_t s = 0; s < batch; s++)
            for (int64_t i = 0; i < n; i++) {
                const int64_t k = s / inner * outer + s % inner * dist + i * step;
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
    assert_int_equal(shape_start(&shape, 3) + shape.step, 10 + 1 + 2);
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

/* Groups may begin right where the one before has ended, not sooner; and there is memory up to some place only. */
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
        shape[0].step = huge[i];
        shape[1].dist = huge[i];
        shape[2].inner = 2;
        shape[2].outer = huge[i];
        for (int k = 0; k < 3; k++) assert_int_equal(shape_check(&shape[k]), ST_REFUSED);
        const struct shape long_one = shape_contiguous(huge[i], 1), many = shape_interleaved(2, huge[i]);
        assert_int_equal(shape_check(&long_one), ST_REFUSED);
        assert_int_equal(shape_check(&many), ST_REFUSED);
    }
}

static void test_find(void **state)
{
    (void)state;
    const struct solver *s;
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas", HOST, &s), ST_OK);
    assert_string_equal(s->method, "thomas");
    assert_int_equal(solver_find(KIND_TRIDIAG, "tomas", HOST, &s), ST_CONFIG);
    assert_null(s);
    assert_string_equal(fail_text(), "no tridiag method 'tomas'; did you mean 'thomas'?");
    assert_int_equal(solver_find(KIND_TRIDIAG, "cyclic reduction", HOST, &s), ST_CONFIG);
    assert_non_null(strstr(fail_text(), "no tridiag method 'cyclic reduction'; one of "));
    assert_non_null(strstr(fail_text(), ", pcr"));
    assert_int_equal(solver_find(KIND_TRIDIAG, "pcr", DEVICE, &s), ST_REFUSED);
    assert_string_equal(fail_text(), "tridiag method 'pcr' exists for the host only, not for the device");
#ifdef BANDSTAND_CUDA
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas", DEVICE, &s), ST_OK);
    assert_int_equal(s->space, DEVICE);
#else
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas", DEVICE, &s), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "built without CUDA"));
#endif
    for (size_t i = 0; i < solver_count(); i++)
        for (size_t k = 0; k < i; k++)
            if (solver_at(i)->kind == solver_at(k)->kind && solver_at(i)->space == solver_at(k)->space)
                assert_string_not_equal(solver_at(i)->method, solver_at(k)->method);
}

/* 40 bytes an unknown in double with a matrix each, 16 with one for all and a batch that hides it; of a Toeplitz matrix
 * 3 values a system, of one for pairs half; and a shift a system. */
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

/* Threads of a plan of every method on the host that takes the shape, asked for four. */
static void assert_threads(struct shape shape, int threads)
{
    const struct exec four = exec_host(4);
    int plans = 0;
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        struct plan *p;
        if (s->space != HOST || s->kind != shape.kind || plan_make(&p, s, &shape, NULL, &four) != ST_OK) continue;
        assert_int_equal(p->exec.threads, threads);
        plan_free(p);
        plans++;
    }
    assert_true(plans >= 4);
}

static void small_work_is_for_one_thread(void **state)
{
    (void)state;
    struct shape chain = {
        .kind = KIND_BLOCKTRI, .blocktri.question = STATIONARY, .n = 1600, .batch = 1, .step = 1, .inner = 1};
    struct shape recurrence = shape_contiguous(10000, 1);
    chain.dist = chain.n, chain.blocktri.block = 16, chain.blocktri.entries = 8000, chain.blocktri.band = 8,
    chain.blocktri.exponents = true;
    recurrence.kind = KIND_RECURRENCE;
    exec_small_work(SMALL_WORK);
    assert_threads(shape_contiguous(10000, 1), 1);
    assert_threads(shape_contiguous(100, 100), 1);
    assert_threads(recurrence, 1);
    assert_threads(chain, 1);
    assert_threads(shape_contiguous(400000, 1), 4);
    assert_threads(shape_interleaved(64, 8000), 4);
    exec_small_work(0);
    assert_threads(shape_contiguous(100, 1), 4);
}

static void work_on_the_device_keeps_its_exec(void **state)
{
    (void)state;
    assert_int_equal(exec_for((struct exec){.space = DEVICE, .threads = 3}, 0).threads, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_life, forget),
        cmocka_unit_test_setup(test_reuse, forget),
        cmocka_unit_test_setup(test_given_options, forget),
        cmocka_unit_test_setup(test_failing_begin, forget),
        cmocka_unit_test_setup(test_refusals, forget),
        cmocka_unit_test(test_refused_matrices),
        cmocka_unit_test(test_matrix_extent),
        cmocka_unit_test_setup(a_matrix_that_cannot_be_read_is_copied, forget),
        cmocka_unit_test_setup(test_cyclic, forget),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_extent_of_sizes),
        cmocka_unit_test(test_ragged),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_sizes_order),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_least_traffic),
        cmocka_unit_test(small_work_is_for_one_thread),
        cmocka_unit_test(work_on_the_device_keeps_its_exec),
    };
    return cmocka_run_group_tests_name("plan " REAL_NAME, tests, NULL, NULL);
}
