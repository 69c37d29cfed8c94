/* The work of plans for every method, shown on one that only records its calls. */
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
     .default_value = "7"},
    {.key = "fast",
     .help = "a truth",
     .type = OPT_BOOL,
     .offset = offsetof(struct settings, fast),
     .default_value = "true"},
    {.key = NULL},
};

/* The calls since `forget`. */
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

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
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
            const int64_t k = shape_start(&p->shape, s) + i * p->shape.stride;
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
    .workspace_bytes = workspace_bytes,
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
    for (int64_t i = 0; i < plan_bytes(p); i++) assert_int_equal(((char *)p->workspace)[i], 0);
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
    char values[64] = {0}; /* its own, then those of the kind, none of which is set */
    struct settings mine = {.size = 3};
    assert_true(solver_options_bytes(&recorder) > sizeof mine && solver_options_bytes(&recorder) <= sizeof values);
    memcpy(values, &mine, sizeof mine);
    const struct shape shape = shape_contiguous(3, 1), longer = shape_contiguous(4, 1);
    struct plan *p;
    assert_int_equal(plan_make(&p, &recorder, &shape, values, &exec), ST_OK);
    memset(values, 50, sizeof mine);
    assert_int_equal(((const struct settings *)p->options)->size, 3);
    assert_false(((const struct settings *)p->options)->fast);
    plan_free(p);
    memcpy(values, &mine, sizeof mine);
    assert_int_equal(solver_accepts(&recorder, &longer, values), ST_REFUSED);
    assert_int_equal(plan_make(&p, &recorder, &longer, values, &exec), ST_REFUSED);
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
        {{.stride = 1}, "recorder: a group of a matrix with strides of its own has 1 system or more, not 0"},
        {{.inner = 1, .stride = -1}, "recorder: step -1, dist 0, outer 0 and inner 1 of the matrix cannot be negative"},
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

/* Right sides of systems of one row, kept from the method. */
static void cyclic_systems_of_any_size_count_all_their_memory(void **state)
{
    (void)state;
    static const int64_t sizes[2] = {3, 3};
    struct shape shape = shape_contiguous(3, 2);
    struct plan *equal, *any;
    shape.tridiag.cyclic = true;
    assert_int_equal(plan_make(&equal, &recorder, &shape, NULL, &exec), ST_OK);
    shape.sizes = sizes;
    assert_int_equal(plan_make(&any, &recorder, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_bytes(any) - plan_bytes(equal), 2 * sizeof(real));
    plan_free(equal), plan_free(any);
}

/* Cyclic systems reach the method as plain ones, one row shorter, twice per solve; once when q is kept. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_life, forget),
        cmocka_unit_test_setup(test_reuse, forget),
        cmocka_unit_test_setup(test_given_options, forget),
        cmocka_unit_test_setup(test_failing_begin, forget),
        cmocka_unit_test_setup(test_refusals, forget),
        cmocka_unit_test(test_refused_matrices),
        cmocka_unit_test_setup(a_matrix_that_cannot_be_read_is_copied, forget),
        cmocka_unit_test_setup(test_cyclic, forget),
        cmocka_unit_test(cyclic_systems_of_any_size_count_all_their_memory),
    };
    return cmocka_run_group_tests_name("plan " REAL_NAME, tests, NULL, NULL);
}
