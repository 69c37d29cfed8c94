/* Every registered method for block-tridiagonal systems, on every system it takes, in every format: registering one is
 * testing it. METHOD in the environment tries one method only. */
#include "tests/support/blocktri_cases.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/config/config.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/sparse/markov/fill.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RATES_ONLY = FORMAT_COUNT, FORMS, HISTORY = 50 };

/* Methods that promise to converge on symmetric systems only. */
static const char *const symmetric_only[] = {"cg"};

struct trial {
    const struct solver *solver;
    const struct blocktri_case *blocks;
    int form; /* a format, or RATES_ONLY */
    bool reuse, tails;
    const char *text; /* its options */
    double loose;     /* a tolerance that the text gives, or 0 */
};

/* What a solve fills, each between guards. */
struct answer {
    real *x, *there; /* there: x on the device, or NULL */
    int32_t *exponent;
    double *history;
    struct outcome outcome;
};

static uint64_t seed;
static struct blocktri_case cases[BLOCK_CASES];
static struct exec device;

static void check(bool ok, const struct trial *t, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void check(bool ok, const struct trial *t, const char *fmt, ...)
{
    char what[256];
    va_list ap;
    if (ok) return;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    fail_msg("%s {%s}, %s, %s%s%s: %s", t->solver->method, t->text, t->blocks->name,
             t->form == RATES_ONLY ? "rates" : format_words[t->form], t->reuse ? ", factored" : "",
             t->tails ? ", tails" : "", what);
}

enum { EDGE = 64 }; /* bytes of a guard */

static void *guarded(size_t bytes)
{
    char *const all = malloc(bytes + 2 * EDGE);
    assert_non_null(all);
    memset(all, 0xa5, bytes + 2 * EDGE);
    return all + EDGE;
}

static bool untouched(const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (((const unsigned char *)from)[i] != 0xa5) return false;
    return true;
}

static bool intact(const void *inside, size_t bytes)
{
    const char *const from = inside;
    return untouched(from - EDGE, EDGE) && untouched(from + bytes, EDGE);
}

static struct answer answer_make(const struct trial *t)
{
    const struct blocktri_case *const s = t->blocks;
    struct answer a = {.x = guarded((size_t)s->n * sizeof(real)),
                       .exponent = guarded((size_t)s->n * sizeof(int32_t)),
                       .history = guarded(HISTORY * sizeof(double))};
    if (t->solver->space == DEVICE)
        check(mem_alloc(&a.there, DEVICE, s->n * (int64_t)sizeof(real) + 2 * EDGE) == ST_OK, t, "%s", fail_text());
    return a;
}

/* x with its guards from one space to the other. */
static enum status move(const struct trial *t, struct answer *a, enum space from)
{
    const int64_t bytes = t->blocks->n * (int64_t)sizeof(real) + 2 * EDGE;
    char *const here = (char *)a->x - EDGE;
    if (!a->there) return ST_OK;
    if (from == HOST) return device_copy(a->there, DEVICE, here, HOST, bytes, &device);
    TRY(device_wait(&device));
    return device_copy(here, HOST, a->there, DEVICE, bytes, &device);
}

static void answer_free(struct answer *a)
{
    mem_free(a->there);
    free((char *)a->x - EDGE);
    free((char *)a->exponent - EDGE);
    free((char *)a->history - EDGE);
}

/* NULL for rates only, or if the format cannot hold it, which only hybrid may say. */
static struct matrix *matrix_of(const struct trial *t)
{
    const struct blocktri_case *const s = t->blocks;
    struct matrix *a;
    if (t->form == RATES_ONLY) return NULL;
    const enum status st = matrix_make(&a, (enum format)t->form, s->n, s->block, s->start, s->column, s->value);
    check(st == ST_OK || (t->form == HYBRID && !s->tridiagonal && st == ST_REFUSED), t, "%s", fail_text());
    return a;
}

static struct shape shape_of(const struct trial *t, const struct matrix *a)
{
    const struct blocktri_case *const s = t->blocks;
    struct shape shape = shape_blocktri(s->question, a, s->model ? &s->model->levels : NULL, s->band);
    shape.reuse = t->reuse;
    shape.blocktri.exponents = t->tails;
    return shape;
}

static struct system system_of(const struct trial *t, const struct matrix *a, struct answer *to)
{
    const struct blocktri_case *const s = t->blocks;
    return (struct system){KIND_BLOCKTRI,
                           .blocktri = {.matrix = a,
                                        .levels = s->model ? &s->model->levels : NULL,
                                        .order = s->order,
                                        .shift = s->shift,
                                        .exponent = t->tails ? to->exponent : NULL},
                           .x = to->there ? to->there + EDGE / (int)sizeof(real) : to->x, .outcome = &to->outcome};
}

static void check_refusal(const struct trial *t, enum status st)
{
    const char *const said = fail_text();
    const size_t length = strlen(t->solver->method);
    check(st == ST_REFUSED, t, "status %d: %s", (int)st, said);
    check(!strncmp(said, t->solver->method, length) && said[length] == ':' && !strchr(said, '\n'), t, "refused by '%s'",
          said);
}

/* The options that the text gives; the caller frees both. */
static void *options_of(const struct trial *t, struct config **config)
{
    void *const values = calloc(1, t->solver->options_bytes + 1);
    assert_non_null(values);
    check(config_parse(config, t->solver->method, t->text) == ST_OK, t, "%s", fail_text());
    if (t->solver->options)
        check(section_read(*config, config_root(*config), t->solver->options, values) == ST_OK, t, "%s", fail_text());
    return values;
}

/* An order of small fill for a method that makes use of one, which the caller frees, and what the shape says of it;
 * NULL if there is none. */
static int32_t *sparse_order_of(const struct trial *t, const struct matrix *a, struct fill *fill)
{
    if (!a || !(t->solver->can & SPARSE_ORDER)) return NULL;
    int32_t *const order = malloc((size_t)a->n * sizeof *order);
    assert_non_null(order);
    const enum status st = fill_order(a, order, fill);
    check(st == ST_OK || st == ST_DEVICE, t, "%s", fail_text());
    if (st == ST_OK) return order;
    free(order);
    return NULL;
}

/* Solves with a plan of so many threads; false if the method refuses. No memory may be asked for but for the plan. */
static bool solve(const struct trial *t, const struct matrix *a, int threads, int times, struct answer *to)
{
    const struct blocktri_case *const s = t->blocks;
    const struct exec exec = t->solver->space == DEVICE ? device : exec_host(threads);
    struct shape shape = shape_of(t, a);
    struct system system = system_of(t, a, to);
    int32_t *const sparse = sparse_order_of(t, a, &shape.blocktri.fill);
    struct config *config = NULL;
    system.blocktri.sparse = sparse;
    struct plan *plan;
    void *const options = options_of(t, &config);
    enum status st = plan_make(&plan, t->solver, &shape, options, &exec);
    check((st == ST_OK) == (plan != NULL) && st == solver_accepts(t->solver, &shape, options), t,
          "solver_accepts differs from plan_make");
    mem_fail_at(1);
    if (st == ST_OK && t->reuse) st = plan_factor(plan, &system);
    for (int k = 0; k < times && st == ST_OK; k++) {
        memcpy(to->x, s->b, (size_t)s->n * sizeof *to->x);
        memset(to->history, 0xa5, HISTORY * sizeof(double));
        to->outcome = (struct outcome){.history = to->history, .capacity = HISTORY};
        check(move(t, to, HOST) == ST_OK, t, "%s", fail_text());
        st = plan_solve(plan, &system);
        check(st != ST_OK || move(t, to, DEVICE) == ST_OK, t, "%s", fail_text());
    }
    mem_fail_at(0);
    if (st != ST_OK) check_refusal(t, st);
    plan_free(plan);
    config_free(config);
    free(options);
    free(sparse);
    return st == ST_OK;
}

static bool iterates(const struct solver *s)
{
    return s->options && option_find(s->options, "iterations_max");
}

static bool must_converge(const struct trial *t)
{
    for (size_t i = 0; i < sizeof symmetric_only / sizeof *symmetric_only; i++)
        if (!strcmp(symmetric_only[i], t->solver->method)) return t->blocks->symmetric;
    return true;
}

static void check_history(const struct trial *t, const struct answer *a)
{
    const struct outcome *const o = &a->outcome;
    const int64_t seen = o->iterations < HISTORY ? o->iterations : HISTORY;
    if (!iterates(t->solver)) return;
    check(o->iterations >= 1, t, "%lld iterations", (long long)o->iterations);
    check(untouched(a->history + seen, (size_t)(HISTORY - seen) * sizeof(double)), t, "history beyond its end");
    for (int64_t i = 0; i < seen; i++) check(a->history[i] >= 0, t, "history: %g", a->history[i]);
    const bool last = o->iterations <= HISTORY && !strstr(t->text, "step");
    check(!last || a->history[seen - 1] == o->residual, t, "history ends with %g, not with the residual %g",
          a->history[seen - 1], o->residual);
}

static void check_probabilities(const struct trial *t, const struct answer *a)
{
    const struct blocktri_case *const s = t->blocks;
    double sum = 0;
    for (int64_t i = 0; i < s->n; i++) {
        check(a->x[i] >= 0 && !signbit(a->x[i]), t, "x of row %lld is %g", (long long)i, (double)a->x[i]);
        sum += ldexp((double)a->x[i], t->tails ? a->exponent[i] : 0);
    }
    check(fabs(sum - 1) <= 4 * (double)REAL_EPS * sqrt((double)s->n), t, "the sum of x is 1 %+.2g", sum - 1);
}

/* The residual is what the method says, and, if it says so, small; then x is as near to the answer as that allows. */
static void check_answer(const struct trial *t, const struct answer *a)
{
    const struct blocktri_case *const s = t->blocks;
    const struct outcome *const o = &a->outcome;
    const int32_t *const exponent = t->tails ? a->exponent : NULL;
    const double eps = (double)REAL_EPS, direct = 1000 * eps;
    double scale, most = iterates(t->solver) ? (sizeof(real) == sizeof(double) ? 1e-10 : 1e-5) : direct;
    check(intact(a->x, (size_t)s->n * sizeof *a->x) && intact(a->exponent, (size_t)s->n * sizeof *a->exponent) &&
              intact(a->history, HISTORY * sizeof *a->history) &&
              (t->tails || untouched(a->exponent, (size_t)s->n * sizeof *a->exponent)),
          t, "wrote beyond an array");
    check_history(t, a);
    if (s->question == STATIONARY) check_probabilities(t, a);
    check(o->info == 0 || (!must_converge(t) && o->info == NOT_CONVERGED), t,
          "info %lld after %lld iterations, residual %.3g", (long long)o->info, (long long)o->iterations, o->residual);
    const double norm = blocktri_case_residual(s, a->x, exponent, &scale), residual = norm / scale;
    if (iterates(t->solver))
        check(fabs(residual - o->residual) <= 0.1 * residual + direct, t, "residual %.3g, not %.3g", residual,
              o->residual);
    if (t->loose > 0) most = strstr(t->text, "step") ? 100 * t->loose : t->loose;
    if (o->info != 0) return;
    check(residual <= 1.1 * most + direct, t, "residual %.3g, more than %.3g", residual, most);
    if (!s->exact) return;
    const double error = blocktri_case_error(s, a->x, exponent), bound = s->inverse * (norm + 8 * eps * scale);
    check(error <= 1.1 * bound + 8 * eps, t, "error %.3g, more than %.3g", error, bound);
}

static void check_unchanged(const struct trial *t, const struct matrix *a)
{
    const struct blocktri_case *const s = t->blocks;
    int64_t *const start = calloc((size_t)s->n + 1, sizeof *start);
    int32_t *const column = calloc((size_t)a->entries, sizeof *column);
    real *const value = calloc((size_t)a->entries, sizeof *value);
    assert_true(start && column && value);
    matrix_rows(a, start, column, value);
    check(!memcmp(start, s->start, (size_t)(s->n + 1) * sizeof *start) &&
              !memcmp(column, s->column, (size_t)start[s->n] * sizeof *column) &&
              !memcmp(value, s->value, (size_t)start[s->n] * sizeof *value),
          t, "changed the matrix");
    free(start);
    free(column);
    free(value);
}

/* By one thread, once or again with the same plan, and by more threads; false if the method refuses. */
static bool try(const struct trial *t, int threads_max)
{
    if (!batch_wanted(t->blocks->n, 1)) return true;
    const size_t bytes = (size_t)t->blocks->n * sizeof(real);
    const int64_t held = mem_held(HOST), there = mem_held(DEVICE);
    struct matrix *const a = matrix_of(t);
    struct answer first = answer_make(t), other = answer_make(t);
    const bool taken = (a || t->form == RATES_ONLY) && solve(t, a, 1, 1, &first);
    if (taken) check_answer(t, &first);
    if (t->solver->space == DEVICE) threads_max = t->blocks != &cases[BLOCKS_LARGE] && threads_max > 0;
    for (int threads = 1; taken && threads <= threads_max; threads += threads < 3 ? 1 : 5) {
        solve(t, a, threads, threads > 2 ? 1 : 2, &other);
        check(!memcmp(first.x, other.x, bytes) && first.outcome.iterations == other.outcome.iterations, t,
              "%d threads: other bits than with one", threads);
    }
    if (a) check_unchanged(t, a);
    answer_free(&first);
    answer_free(&other);
    matrix_free(a);
    check(mem_held(HOST) == held && mem_held(DEVICE) == there, t, "%lld bytes left",
          (long long)(mem_held(HOST) + mem_held(DEVICE) - held - there));
    return taken;
}

/* What stationary chains need is said, where a method would refuse them by default; large ones are not taken to the end
 * where it takes many sweeps to get there. */
static const char *usual_text(struct trial *t)
{
    const bool damped = t->solver->options && option_find(t->solver->options, "damping");
    const bool large = t->blocks == &cases[BLOCKS_LARGE] && iterates(t->solver);
    t->loose = large ? 1e-2 : 0;
    if (damped && t->blocks->question == STATIONARY)
        return large ? "damping = 0.9; tolerance = 1e-2; " : "damping = 0.9; ";
    return large ? "tolerance = 1e-2; " : "";
}

static void test_cases(void **state)
{
    struct trial t = {.solver = *state};
    int taken = 0;
    for (int c = 0; c < BLOCK_CASES; c++)
        for (t.form = 0; t.form < FORMS; t.form++) {
            t.blocks = &cases[c];
            if (t.form == RATES_ONLY && !t.blocks->model) continue;
            t.reuse = (c + t.form) % 2 == 1;
            t.tails = (c + t.form) % 3 == 1;
            t.text = usual_text(&t);
            taken += try(&t, c == BLOCKS_LARGE ? (t.form == CSR ? 8 : 2) : (c + t.form) % 4);
        }
    assert_true(taken >= FORMS);
}

/* Each word of each option, and both of what is true or false, on every system. */
static void test_options(void **state)
{
    struct trial t = {.solver = *state, .form = CSR};
    char text[200];
    t.text = text;
    for (const struct option *o = t.solver->options; o->key; o++)
        for (int k = 0; o->type == OPT_BOOL ? k < 2 : o->type == OPT_WORD && o->words[k]; k++)
            for (int c = 0; c < BLOCKS_LARGE; c++) {
                const char *const value = o->type == OPT_BOOL ? (k ? "true" : "false") : o->words[k];
                const char *const quote = o->type == OPT_BOOL ? "" : "\"";
                const char *const step = strcmp(value, "step") ? "" : "tolerance = 1e-3; ";
                t.blocks = &cases[c];
                snprintf(text, sizeof text, "%s%s = %s%s%s; %s", usual_text(&t), o->key, quote, value, quote, step);
                t.loose = *step ? 1e-3 : 0;
                try(&t, 0);
            }
}

/* The k-th allocation fails, for every k: one sentence, nothing left behind. */
static void test_allocations(void **state)
{
    const struct solver *const solver = *state;
    const struct exec exec = solver->space == DEVICE ? device : exec_host(2);
    for (int c = 0; c < BLOCK_CASES; c++) {
        struct trial t = {.solver = solver, .blocks = &cases[c], .form = CSR};
        t.text = usual_text(&t);
        struct matrix *const a = matrix_of(&t);
        const struct shape shape = shape_of(&t, a);
        struct config *config = NULL;
        void *const options = options_of(&t, &config);
        const int64_t held = mem_held(HOST) + mem_held(DEVICE);
        enum status st = ST_NOMEM;
        for (int64_t k = 1; st == ST_NOMEM; k++) {
            struct plan *plan;
            mem_fail_at(k);
            st = plan_make(&plan, t.solver, &shape, options, &exec);
            mem_fail_at(0);
            check(k > 1 || st == ST_NOMEM, &t, "needs no memory");
            check((st == ST_OK) == (plan != NULL), &t, "allocation %lld: plan and status %d", (long long)k, (int)st);
            plan_free(plan);
            check(mem_held(HOST) + mem_held(DEVICE) == held, &t, "allocation %lld: memory is left", (long long)k);
        }
        config_free(config);
        free(options);
        matrix_free(a);
    }
}

/* Shapes that make no sense. */
static void test_refusals(void **state)
{
    const struct trial t = {.solver = *state, .blocks = &cases[BLOCKS_PAPER], .form = CSR, .text = ""};
    const struct exec exec = t.solver->space == DEVICE ? device : exec_host(1);
    struct matrix *const a = matrix_of(&t);
    struct shape wrong[4];
    for (int i = 0; i < 4; i++) wrong[i] = shape_of(&t, a);
    wrong[0].n = 0;
    wrong[1].blocktri.block = 4;
    wrong[2].batch = 2;
    wrong[3].blocktri.band = 9;
    for (int i = 0; i < 4; i++) {
        struct plan *plan;
        check_refusal(&t, plan_make(&plan, t.solver, &wrong[i], NULL, &exec));
        assert_null(plan);
    }
    matrix_free(a);
}

static void test_description(void **state)
{
    const struct solver *const s = *state, *found;
    assert_int_equal(solver_find(s->kind, s->method, s->space, &found), ST_OK);
    assert_ptr_equal(found, s);
    assert_true(strlen(s->about) > 0 && strlen(s->source) > 0 && s->can & DETERMINISTIC);
    for (int c = 0; c < BLOCK_CASES; c++) {
        const struct trial t = {.solver = s, .blocks = &cases[c], .form = CSR, .text = ""};
        struct matrix *const a = matrix_of(&t);
        const struct shape shape = shape_of(&t, a);
        struct config *config = NULL;
        void *const options = options_of(&t, &config);
        const struct cost cost = solver_cost(s, &shape, options);
        check(cost.flops >= (double)(shape.n - 1) && cost.bytes >= (double)(shape.n * (int64_t)sizeof(real)), &t,
              "costs nothing");
        config_free(config);
        free(options);
        matrix_free(a);
    }
}

static const struct {
    const char *name;
    CMUnitTestFunction test;
} aspects[] = {
    {"cases", test_cases},       {"options", test_options},         {"failing allocations", test_allocations},
    {"refusals", test_refusals}, {"description", test_description},
};
enum { ASPECTS = sizeof aspects / sizeof *aspects, TESTS_MAX = 32 * ASPECTS };

static int make_cases(void **state)
{
    (void)state;
    for (int c = 0; c < BLOCK_CASES; c++) blocktri_case_make(&cases[c], c, &seed);
    return 0;
}

static int free_cases(void **state)
{
    (void)state;
    for (int c = 0; c < BLOCK_CASES; c++) blocktri_case_free(&cases[c]);
    return mem_held(HOST) == 0 ? 0 : -1;
}

static void no_device(void **state)
{
    (void)state;
    skip();
}

static bool concerns(const struct solver *s, CMUnitTestFunction test)
{
    const char *const only = getenv("METHOD");
#ifdef BANDSTAND_CUHOST_TESTS
    if (s->space == HOST) return false; /* other flavours have tried them */
#endif
    return s->kind == KIND_BLOCKTRI && !(only && strcmp(only, s->method)) && !(test == test_options && !s->options);
}

/* More threads than cores, if they spin while they wait, keep each other from working. OpenMP reads its environment
 * before main, so that a change needs a new start. */
static void wait_passively(char **argv)
{
    if (getenv("OMP_WAIT_POLICY")) return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    execv("/proc/self/exe", argv);
}

/* False, and a sentence, if the method is made of something that is not on this machine. */
static bool is_here(const struct solver *s)
{
    struct shape shape = shape_contiguous(1, 1);
    shape.kind = KIND_BLOCKTRI;
    shape.blocktri.block = shape.blocktri.entries = 1;
    return (s->space == HOST || device_ready() == ST_OK) && solver_accepts(s, &shape, NULL) != ST_DEVICE;
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[TESTS_MAX];
    static char names[TESTS_MAX][160];
    size_t count = 0;
    (void)argc;
    wait_passively(argv);
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    const bool there = device_exec(&device, 1) == ST_OK;
    for (size_t i = 0; i < solver_count(); i++)
        for (size_t k = 0; k < ASPECTS; k++) {
            const struct solver *const s = solver_at(i);
            const bool runs = is_here(s);
            if (!concerns(s, aspects[k].test)) continue;
            assert_true(count < TESTS_MAX);
            snprintf(names[count], sizeof *names, "%s %s%s", s->method, s->space == DEVICE ? "device " : "",
                     runs ? aspects[k].name : fail_text());
            tests[count] = (struct CMUnitTest){names[count], runs ? aspects[k].test : no_device, NULL, NULL, (void *)s};
            count++;
        }
    const int failed = _cmocka_run_group_tests("blocktri", tests, count, make_cases, free_cases);
    if (there) device_exec_end(&device);
    return failed;
}
