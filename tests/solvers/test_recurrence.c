/* Every registered method for recurrences, on every batch it takes: registering one is testing it. METHOD in the
 * environment tries one method only. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/config/config.h"
#include "base/memory.h"
#include "base/timing/trace.h"
#include "tests/support/recurrence_cases.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHARED = 1, SIZES = 2, SCALED = 4, VARIANTS = 8 };

/* In units of eps and of the same recurrence through absolute values. */
enum { ERROR_MAX = 8 };

struct trial {
    const struct solver *solver;
    const struct layout *layout;
    int64_t n, batch;
    unsigned variant;
    int coefficients;
    enum draw draw;
    const char *text; /* its options, or NULL */
};

static uint64_t seed;

static void check(bool ok, const struct trial *t, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void check(bool ok, const struct trial *t, const char *fmt, ...)
{
    char what[256];
    va_list ap;
    if (ok) return;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    fail_msg("%s {%s}, %s, n %lld, batch %lld%s%s%s, coefficients %d, draw %d: %s", t->solver->method,
             t->text ? t->text : "", t->layout->name, (long long)t->n, (long long)t->batch,
             t->variant & SHARED ? ", shared" : "", t->variant & SIZES ? ", sizes" : "",
             t->variant & SCALED ? ", scaled" : "", t->coefficients, (int)t->draw, what);
}

static struct recurrence_case recurrence_case_of(const struct trial *t)
{
    struct shape shape = t->layout->make(t->n, t->batch);
    shape.kind = KIND_RECURRENCE;
    if (t->variant & SHARED) shape.matrix = matrix_layout_shared();
    shape.recurrence.scaled = t->variant & SCALED;
    return recurrence_case_make(&shape, t->variant & SIZES, coefficients[t->coefficients], t->draw, &seed);
}

static bool lacks(const struct solver *s, const struct shape *shape)
{
    return (shape->step != 1 && !(s->can & CAN_STRIDE)) || (shape->sizes && !(s->can & CAN_SIZES)) ||
           (shape->starts && !(s->can & CAN_RAGGED)) || (shape_shared(shape) && !(s->can & CAN_SHARED)) ||
           (shape->recurrence.scaled && !(s->can & CAN_SCALE));
}

/* The options that the text of a configuration gives; the caller frees both. NULL if there is no text. */
static void *options_of(const struct trial *t, struct config **config)
{
    if (!t->text) return NULL;
    void *const values = calloc(1, t->solver->options_bytes);
    assert_non_null(values);
    check(config_parse(config, t->solver->method, t->text) == ST_OK, t, "%s", fail_text());
    check(section_read(*config, config_root(*config), t->solver->options, values) == ST_OK, t, "%s", fail_text());
    return values;
}

/* NULL if the method has no such capability; then it has said so in one sentence. */
static struct plan *plan_of(const struct trial *t, const struct recurrence_case *c, int threads, struct trace *trace)
{
    struct exec exec = exec_host(threads);
    struct config *config = NULL;
    struct plan *plan;
    exec.trace = trace;
    void *const values = options_of(t, &config);
    const enum status st = plan_make(&plan, t->solver, &c->shape, values, &exec);
    check(st == (lacks(t->solver, &c->shape) ? ST_REFUSED : ST_OK), t, "status %d: %s", st, fail_text());
    check((st == ST_OK) == (plan != NULL), t, "a plan for status %d", st);
    check(st == ST_OK || (strstr(fail_text(), t->solver->method) && !strchr(fail_text(), '\n')), t, "refused by '%s'",
          fail_text());
    check(st == solver_accepts(t->solver, &c->shape, values), t, "solver_accepts differs from plan_make");
    config_free(config);
    free(values);
    return plan;
}

/* Solves for d. No memory may be asked for. */
static void solve(const struct trial *t, struct plan *plan, struct recurrence_case *c)
{
    const struct system system = recurrence_case_system(c);
    recurrence_case_reset(c);
    mem_fail_at(1);
    const enum status st = plan_solve(plan, &system);
    mem_fail_at(0);
    check(st == ST_OK, t, "%s", fail_text());
    check(recurrence_case_intact(c), t, "%d threads: changed what is not the solution", plan->exec.threads);
}

static void check_same(const struct trial *t, const struct recurrence_case *c, const real *first, int threads)
{
    const bool same = !memcmp(first, c->x.v, (size_t)c->x.count * sizeof *first);
    check(same || !(t->solver->can & DETERMINISTIC), t, "%d threads: other bits than with one", threads);
    const double error = recurrence_case_error(c);
    check(error <= ERROR_MAX, t, "%d threads: error %.3g eps", threads, error);
}

/* By one thread, again with the same plan, and by more threads. */
static void try(const struct trial *t, int threads_max)
{
    if (!batch_wanted(t->n, t->batch)) return;
    struct recurrence_case c = recurrence_case_of(t);
    real *const first = malloc((size_t)(c.x.count + 1) * sizeof *first);
    const int64_t held = mem_held(HOST);
    assert_non_null(first);
    for (int threads = 1; threads <= threads_max; threads++) {
        struct plan *const plan = plan_of(t, &c, threads, NULL);
        if (!plan) break;
        solve(t, plan, &c);
        if (threads == 1) memcpy(first, c.x.v, (size_t)c.x.count * sizeof *first);
        check_same(t, &c, first, threads);
        if (t->n % 4 == 1) {
            solve(t, plan, &c);
            check_same(t, &c, first, threads);
        }
        plan_free(plan);
    }
    check(mem_held(HOST) == held, t, "%lld bytes left", (long long)(mem_held(HOST) - held));
    free(first);
    recurrence_case_free(&c);
}

/* Coefficients and kinds of data take turns. */
static void take_turn(struct trial *t, int threads_max)
{
    static int turn;
    turn++;
    t->coefficients = turn % COEFFICIENTS;
    t->draw = t->coefficients < WHOLE ? DRAW_WHOLE : DRAW_RANDOM;
    try(t, threads_max);
}

static void test_layouts(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 5, 8, 31, 97, 257};
    static const int64_t batches[] = {0, 1, 2, 37};
    struct trial t = {.solver = *state};
    for (size_t l = 0; l < LAYOUTS; l++)
        for (t.variant = 0; t.variant < VARIANTS; t.variant++)
            for (size_t i = 0; i < sizeof rows / sizeof *rows * 4; i++) {
                t.layout = &layouts[l], t.n = rows[i / 4], t.batch = batches[i % 4];
                take_turn(&t, i % 5 ? 1 : 3);
            }
}

/* All residues of whatever rows come in. */
static void test_rows(void **state)
{
    struct trial t = {.solver = *state, .layout = &layouts[0], .batch = 1};
    for (t.n = 1; t.n < 10000; t.n += t.n < 2100 ? 1 : 37) {
        t.variant = t.n % 3 == 0 && (t.solver->can & CAN_SCALE) ? SCALED : 0;
        take_turn(&t, 1);
    }
    for (int64_t power = 2048; power <= 65536; power *= 2)
        for (t.n = power - 1; t.n <= power + 1; t.n++) take_turn(&t, 1);
}

static void test_threads(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 100, 1023, 1024, 1025, 4099, 16384, 20011};
    static const int64_t batches[] = {1, 3, 11};
    struct trial t = {.solver = *state, .layout = &layouts[1]};
    for (size_t i = 0; i < sizeof rows / sizeof *rows * 3; i++) {
        t.n = rows[i / 3], t.batch = batches[i % 3];
        for (int k = 0; k < 2; k++) {
            t.variant = k && (t.solver->can & CAN_SCALE) ? SCALED : 0;
            take_turn(&t, 8);
        }
    }
}

/* One of its words, or a whole number that may mean something to a system of n rows. */
static void append_value(char *text, size_t size, const struct option *o, int64_t n)
{
    const int64_t numbers[] = {0, 1, 2, 3, 7, 8, 31, 32, 33, 64, n / 2, n - 1, n, n + 1, 10 * n};
    const size_t at = strlen(text);
    const int pick = (int)(random_unit(&seed) * 15);
    int words = 0;
    if (o->type == OPT_WORD) {
        while (o->words[words]) words++;
        snprintf(text + at, size - at, "%s = \"%s\"; ", o->key, o->words[pick % words]);
    } else {
        assert_int_equal(o->type, OPT_INT);
        int64_t value = numbers[pick];
        if (value < (int64_t)o->min) value = (int64_t)o->min;
        if (o->max > 0 && value > (int64_t)o->max) value = (int64_t)o->max;
        snprintf(text + at, size - at, "%s = %lld; ", o->key, (long long)value);
    }
}

static void test_options(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 9, 64, 97, 1000, 1024, 4099};
    struct trial t = {.solver = *state};
    for (int k = 0; k < 450; k++) {
        char text[160] = "";
        t.n = rows[k % 9], t.batch = 1 + k / 9 % 3, t.layout = &layouts[k % 2];
        for (const struct option *o = t.solver->options; o->key; o++) append_value(text, sizeof text, o, t.n);
        t.text = text;
        take_turn(&t, k % 10 ? 2 : 8);
    }
}

/* So many rows that errors pile up where they are not carried along. */
static void test_compensated(void **state)
{
    struct trial t = {.solver = *state, .layout = &layouts[0], .n = (1 << 20) + 7, .batch = 1, .draw = DRAW_SMOOTH};
    const bool compensated = strstr(t.solver->method, "compensated") != NULL;
    if (!batch_wanted(t.n, t.batch)) return;
    for (int k = 0; k < 3; k++) {
        t.variant = k == 2 ? SCALED : 0, t.coefficients = k == 1 ? 8 : 0;
        struct recurrence_case c = recurrence_case_of(&t);
        struct plan *const plan = plan_of(&t, &c, 2, NULL);
        if (plan) {
            solve(&t, plan, &c);
            const double error = recurrence_case_error_max(&c), most = compensated ? 2 : (double)t.n;
            check(error <= most, &t, "error %.3g eps, more than %g", error, most);
        }
        plan_free(plan);
        recurrence_case_free(&c);
    }
}

/* The k-th allocation fails, for every k: one sentence, nothing left behind. */
static void test_allocations(void **state)
{
    struct trial t = {.solver = *state, .layout = &layouts[0], .n = 99, .batch = 3};
    struct recurrence_case c = recurrence_case_of(&t);
    const struct exec exec = exec_host(2);
    const int64_t held = mem_held(HOST);
    enum status st = ST_NOMEM;
    for (int64_t k = 1; st == ST_NOMEM; k++) {
        struct plan *plan;
        mem_fail_at(k);
        st = plan_make(&plan, t.solver, &c.shape, NULL, &exec);
        mem_fail_at(0);
        check(k > 1 || st == ST_NOMEM, &t, "needs no memory");
        check((st == ST_OK) == (plan != NULL), &t, "allocation %lld: plan and status %d", (long long)k, st);
        plan_free(plan);
        check(mem_held(HOST) == held, &t, "allocation %lld: memory is left", (long long)k);
    }
    recurrence_case_free(&c);
}

/* The trace lists what each thread did, phase by phase, in order of time. */
static void test_trace(void **state)
{
    enum { THREADS = 3 };
    struct trial t = {.solver = *state, .layout = &layouts[0], .n = 5000, .batch = 1};
    struct recurrence_case c = recurrence_case_of(&t);
    struct trace *trace;
    assert_int_equal(trace_make(&trace, THREADS, 64), ST_OK);
    struct plan *const plan = plan_of(&t, &c, THREADS, trace);
    trace_begin(trace);
    solve(&t, plan, &c);
    int64_t total = 0;
    for (int thread = 0; thread < THREADS; thread++) {
        int64_t count;
        const struct span *const span = trace_spans(trace, thread, &count);
        for (int64_t k = 0; k < count; k++) {
            check(span[k].phase && span[k].start <= span[k].end, &t, "a phase ends before it starts");
            check(k == 0 || span[k - 1].end <= span[k].start, &t, "two phases at once");
        }
        total += count;
    }
    check(total >= 2 && trace_dropped(trace) == 0, &t, "%lld phases", (long long)total);
    plan_free(plan);
    trace_free(trace);
    recurrence_case_free(&c);
}

static void test_refusals(void **state)
{
    const struct solver *const solver = *state;
    const struct exec exec = exec_host(1);
    struct shape wrong[3];
    for (int i = 0; i < 3; i++) {
        wrong[i] = shape_contiguous(4, 3);
        wrong[i].kind = KIND_RECURRENCE;
    }
    wrong[0].n = 0;
    wrong[1].batch = -1;
    wrong[2].dist = 3;
    for (int i = 0; i < 3; i++) {
        struct plan *plan;
        assert_int_equal(plan_make(&plan, solver, &wrong[i], NULL, &exec), ST_REFUSED);
        assert_null(plan);
        assert_non_null(strstr(fail_text(), solver->method));
        assert_null(strchr(fail_text(), '\n'));
    }
}

static void test_description(void **state)
{
    const struct solver *const s = *state, *found;
    struct shape shape = shape_contiguous(100, 10);
    const struct exec exec = exec_host(1);
    struct plan *plan;
    shape.kind = KIND_RECURRENCE;
    assert_int_equal(solver_find(s->kind, s->method, s->space, &found), ST_OK);
    assert_ptr_equal(found, s);
    assert_true(strlen(s->about) > 0 && strlen(s->source) > 0);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    /* No method can do with less than two additions a row, or than a value read and one written. */
    assert_true(plan_cost(plan).flops >= 2.0 * 1000 && plan_cost(plan).bytes == 2.0 * 1000 * sizeof(real));
    plan_free(plan);
}

static const struct {
    const char *name;
    CMUnitTestFunction test;
} aspects[] = {
    {"layouts", test_layouts},
    {"rows", test_rows},
    {"threads", test_threads},
    {"options", test_options},
    {"many rows", test_compensated},
    {"failing allocations", test_allocations},
    {"trace", test_trace},
    {"refusals", test_refusals},
    {"description", test_description},
};
enum { ASPECTS = sizeof aspects / sizeof *aspects, TESTS_MAX = 32 * ASPECTS };

/* More threads than cores, if they spin while they wait, keep each other from working. OpenMP reads its environment
 * before main, so that a change needs a new start. */
static void wait_passively(char **argv)
{
    if (getenv("OMP_WAIT_POLICY")) return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[TESTS_MAX];
    static char names[TESTS_MAX][80];
    const char *const only = getenv("METHOD");
    size_t count = 0;
    (void)argc;
    wait_passively(argv);
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    for (size_t i = 0; i < solver_count(); i++)
        for (size_t k = 0; k < ASPECTS; k++) {
            const struct solver *const s = solver_at(i);
            if (s->kind != KIND_RECURRENCE || (only && strcmp(only, s->method))) continue;
            if (aspects[k].test == test_options && !s->options) continue;
            assert_true(count < TESTS_MAX);
            snprintf(names[count], sizeof *names, "%s %s", s->method, aspects[k].name);
            tests[count] = (struct CMUnitTest){names[count], aspects[k].test, NULL, NULL, (void *)s};
            count++;
        }
    return _cmocka_run_group_tests("recurrence", tests, count, NULL, NULL);
}
