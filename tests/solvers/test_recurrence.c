/* Properties only of methods for recurrences: errors over many rows, the trace of its phases, its least traffic. METHOD
 * in the environment tries one method only. */
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

enum { SHARED = 1, SIZES = 2, SCALED = 4, VARIANTS = 8 };

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
    return (shape->stride != 1 && !(s->can & CAN_STRIDE)) || (shape->sizes && !(s->can & CAN_SIZES)) ||
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

/* NULL if the method has no such capability; then it has reported this in one sentence. */
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

/* There are so many rows that errors accumulate if they are not carried along. */
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

/* The trace lists the phases of each thread, in order of time. */
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

/* One value read and one written, whatever the method. */
static void test_bytes(void **state)
{
    struct shape shape = shape_contiguous(100, 10);
    const struct exec exec = exec_host(1);
    struct plan *plan;
    shape.kind = KIND_RECURRENCE;
    assert_int_equal(plan_make(&plan, *state, &shape, NULL, &exec), ST_OK);
    assert_true(plan_cost(plan).bytes == 2.0 * 1000 * sizeof(real));
    plan_free(plan);
}

static const struct {
    const char *name;
    CMUnitTestFunction test;
} aspects[] = {
    {"many rows", test_compensated},
    {"trace", test_trace},
    {"bytes", test_bytes},
};
enum { ASPECTS = sizeof aspects / sizeof *aspects, TESTS_MAX = 32 * ASPECTS };

int main(void)
{
    static struct CMUnitTest tests[TESTS_MAX];
    static char names[TESTS_MAX][80];
    const char *const only = getenv("METHOD");
    size_t count = 0;
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    for (size_t i = 0; i < solver_count(); i++)
        for (size_t k = 0; k < ASPECTS; k++) {
            const struct solver *const s = solver_at(i);
            if (s->kind != KIND_RECURRENCE || (only && strcmp(only, s->method))) continue;
            assert_true(count < TESTS_MAX);
            snprintf(names[count], sizeof *names, "%s %s", s->method, aspects[k].name);
            tests[count] = (struct CMUnitTest){names[count], aspects[k].test, NULL, NULL, (void *)s};
            count++;
        }
    return _cmocka_run_group_tests("recurrence", tests, count, NULL, NULL);
}
