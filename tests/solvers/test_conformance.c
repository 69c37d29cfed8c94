/* Properties of every method of every kind, on every case that the kind brings (tests/conformance/conformance.h):
 * registering a method is testing it. METHOD and KIND in the environment try one method, or one kind, only. */
#include "tests/conformance/conformance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/kind.h"
#include "tests/support/tridiag_cases.h"

static const struct kind_cases *const kinds[] = {
#define KIND(ID, name) &cases_##name,
#include "solvers/kinds.h"
#undef KIND
};

static uint64_t seed;

static bool case_at(const struct subject *t, int group, int64_t index, struct kind_case *c)
{
    *c = (struct kind_case){0};
    return t->kind->case_at(t->solver, group, index, c);
}

static void test_group(void **state)
{
    const struct subject *const t = *state;
    struct kind_case c;
    int taken = 0;
    for (int64_t k = 0; case_at(t, t->group, k, &c); k++) taken += conform_try(t, &c, &seed);
    conform(taken >= t->kind->taken_min, "takes only %d", taken);
}

/* Value k of an option, in the words of a configuration, for systems of n rows; false after the last. */
static bool value_of(const struct option *o, int k, int64_t n, bool whole, char *out, size_t size)
{
    const int64_t least = (int64_t)o->min,
                  numbers[] = {least, least + 1, least + 2, least + 6, least + 63, least + 99, n / 2, n, n + 1, 10 * n};
    if (o->type == OPT_BOOL && k < 2) return snprintf(out, size, "%s", k ? "true" : "false");
    if (o->type == OPT_WORD) {
        int words = 0;
        while (o->words[words]) words++;
        return k < words && snprintf(out, size, "\"%s\"", o->words[k]);
    }
    if (!whole || (o->type != OPT_INT && o->type != OPT_COUNT) || k >= (int)(sizeof numbers / sizeof *numbers))
        return false;
    const int64_t most = o->max > 0 && (double)numbers[k] > o->max ? (int64_t)o->max : numbers[k];
    return snprintf(out, size, "%lld", (long long)(most > least ? most : least));
}

/* Row k of the tables of a method's options; NULL after the last. */
static const struct option *row_at(const struct solver *s, int k)
{
    struct option_part part[OPTION_PARTS];
    const int parts = solver_options(s, part);
    for (int p = 0; p < parts; p++)
        for (const struct option *o = part[p].table; o->key; o++)
            if (k-- == 0) return o;
    return NULL;
}

static bool tried(const struct subject *t, const struct option *o)
{
    return !t->kind->untried || strcmp(o->key, t->kind->untried);
}

/* Every word, both boolean values, and integers at their minimum and about as large as the system: a method may refuse
 * them, but not fail. */
static void test_options(void **state)
{
    const struct subject *const t = *state;
    struct kind_case c;
    char value[80] = "";
    for (int64_t k = 0; case_at(t, OPTIONS, k, &c); k++) {
        const size_t used = strlen(c.options);
        const struct option *o;
        for (int row = 0; (o = row_at(t->solver, row)); row++)
            for (int v = 0; tried(t, o) && value_of(o, v, c.n, t->kind->whole_numbers, value, sizeof value); v++) {
                snprintf(c.options + used, sizeof c.options - used, "%s = %s; %s", o->key, value,
                         strcmp(value, "\"step\"") ? "" : "tolerance = 1e-3; ");
                conform_try(t, &c, &seed);
            }
    }
}

/* All options at once, drawn. */
static void test_combinations(void **state)
{
    enum { COMBINATIONS = 450 };
    const struct subject *const t = *state;
    struct kind_case c;
    int64_t index = 0;
    for (int k = 0; k < COMBINATIONS; k++, index++) {
        if (!case_at(t, OPTIONS, index, &c)) index = 0, case_at(t, OPTIONS, index, &c);
        const struct option *o;
        for (int row = 0; (o = row_at(t->solver, row)); row++) {
            char value[80];
            const size_t used = strlen(c.options);
            if (!tried(t, o) || !value_of(o, 0, c.n, true, value, sizeof value)) continue;
            while (!value_of(o, (int)(random_unit(&seed) * 12), c.n, true, value, sizeof value)) continue;
            snprintf(c.options + used, sizeof c.options - used, "%s = %s; ", o->key, value);
        }
        c.threads = k % 10 ? 2 : 8;
        conform_try(t, &c, &seed);
    }
}

/* The k-th allocation fails, for every k: one sentence, and nothing stays in memory. */
static void fail_each_allocation(const struct subject *t, const struct kind_case *c)
{
    void *const problem = t->kind->make(c, t->solver, &seed);
    if (!problem) return;
    const struct exec exec = conform_exec(t->solver, 2);
    struct config *config;
    void *const options = conform_options(t->solver, c->options, &config);
    const int64_t held = mem_held(HOST), away = mem_held(DEVICE);
    enum status st = ST_NOMEM;
    for (int64_t k = 1; st == ST_NOMEM; k++) {
        struct plan *plan;
        mem_fail_at(k);
        st = plan_make(&plan, t->solver, t->kind->shape(problem), options, &exec);
        mem_fail_at(0);
        conform(k > 1 || st == ST_NOMEM, "needs no memory");
        conform((st == ST_OK) == (plan != NULL), "allocation %lld: plan and status %d", (long long)k, (int)st);
        conform(st != ST_OK || mem_held(HOST) > held, "holds no memory");
        plan_free(plan);
        conform(mem_held(HOST) == held && mem_held(DEVICE) == away, "allocation %lld: memory is left", (long long)k);
    }
    config_free(config);
    free(options);
    t->kind->free(problem);
}

static void test_allocations(void **state)
{
    const struct subject *const t = *state;
    struct kind_case c;
    for (int64_t k = 0; case_at(t, FEW, k, &c); k++) {
        conform_about(t->kind, t->solver, &c);
        fail_each_allocation(t, &c);
    }
}

static void test_refusals(void **state)
{
    const struct subject *const t = *state;
    const struct exec exec = conform_exec(t->solver, 1);
    struct shape wrong[INVALID_MAX];
    const int count = t->kind->invalid_shapes(wrong);
    conform_about(t->kind, t->solver, NULL);
    assert_true(count >= 3);
    for (int i = 0; i < count; i++) {
        struct plan *plan;
        conform_refusal(t->solver, plan_make(&plan, t->solver, &wrong[i], NULL, &exec));
        assert_null(plan);
    }
}

/* It is found, described, accepts a system, and its cost is at least the minimum of any method. */
static void test_description(void **state)
{
    const struct subject *const t = *state;
    const struct solver *const s = t->solver, *found;
    struct kind_case c;
    bool taken = false;
    assert_int_equal(solver_find(s->kind, s->method, s->space, &found), ST_OK);
    assert_ptr_equal(found, s);
    assert_true(strlen(s->about) > 0 && strlen(s->source) > 0);
    for (int64_t k = 0; case_at(t, FEW, k, &c); k++) {
        conform_about(t->kind, s, &c);
        void *const problem = t->kind->make(&c, s, &seed);
        struct plan *const plan = problem ? conform_plan(t, &c, problem, 1) : NULL;
        if (plan) {
            const struct cost cost = plan_cost(plan), least = t->kind->least(t->kind->shape(problem));
            conform(cost.flops >= least.flops && cost.bytes >= least.bytes, "costs %g flops, %g bytes", cost.flops,
                    cost.bytes);
            taken = true;
        }
        plan_free(plan);
        t->kind->free(problem);
    }
    conform(taken, "takes no system");
}

static const struct solver *twin_of(const struct solver *s)
{
    const struct solver *host;
    return s->twin && solver_find(s->kind, s->twin, HOST, &host) == ST_OK ? host : NULL;
}

/* Largest |x - y| over eps and the largest |x|; infinity for bits that differ though nothing was contracted. */
static double difference(const real *y, const real *x, int64_t count)
{
    double norm = 0, worst = 0;
    for (int64_t k = 0; k < count; k++) {
        if (isnan(x[k]) != isnan(y[k])) return HUGE_VAL;
        if (isnan(x[k])) continue; /* a canary */
        norm = fmax(norm, fabs((double)x[k]));
        worst = fmax(worst, fabs((double)x[k] - (double)y[k]));
    }
#if defined BANDSTAND_CUHOST_TESTS && !defined BANDSTAND_CONTRACTED
    if (memcmp(x, y, (size_t)count * sizeof *x)) return HUGE_VAL;
#endif
    return worst == 0 ? 0 : worst / (norm * (double)REAL_EPS);
}

/* 1 if the device took the case. */
static int try_twin(const struct subject *t, const struct kind_case *c)
{
    const struct subject host = {.solver = twin_of(t->solver), .kind = t->kind};
    struct kind_case plain = *c;
    plain.options[0] = 0;
    conform_about(t->kind, t->solver, c);
    void *const problem = t->kind->make(c, t->solver, &seed);
    struct plan *const away = conform_plan(t, c, problem, 1), *const here = conform_plan(&host, &plain, problem, 1);
    assert_non_null(here);
    if (away) {
        int64_t count;
        conform_solve(t, away, problem, true, false);
        real *const x = conform_x(t, problem, &count);
        conform_solve(&host, here, problem, true, false);
        const double apart = difference(t->kind->x(problem, &count), x, count);
        conform(apart <= 4, "%.3g eps from the host", apart);
        free(x);
    }
    plan_free(away);
    plan_free(here);
    t->kind->free(problem);
    return away != NULL;
}

/* Its counterpart on the host gives the same, for all words of options: the same bits where no compiler contracts. */
static void test_twins(void **state)
{
    const struct subject *const t = *state;
    assert_non_null(twin_of(t->solver));
    for (int word = 0; word < 2; word++) {
        struct kind_case c;
        int taken = 0;
        for (int64_t k = 0; case_at(t, TWINS, k, &c); k++) {
            for (const struct option *o = t->solver->options; o && o->key; o++)
                if (o->type == OPT_WORD && o->words[0] && o->words[word]) {
                    const size_t used = strlen(c.options);
                    snprintf(c.options + used, sizeof c.options - used, "%s = \"%s\"; ", o->key, o->words[word]);
                }
            taken += !batch_wanted(c.n, c.batch) || try_twin(t, &c);
        }
        assert_true(taken > 0);
    }
}

/* One line says that a method has no device to run on, or no library; its name says why. */
static void test_nothing(void **state)
{
    skip();
}

static bool has_options(const struct subject *t)
{
    struct kind_case c;
    return row_at(t->solver, 0) && case_at(t, OPTIONS, 0, &c);
}

static bool combines(const struct subject *t)
{
    return t->solver->options && has_options(t) && t->kind->whole_numbers;
}

static bool has_twin(const struct subject *t)
{
    return t->solver->twin != NULL;
}

static const struct {
    const char *name;
    CMUnitTestFunction test;
    bool (*concerns)(const struct subject *t); /* NULL: all */
} aspects[] = {
    {"options", test_options, has_options},          {"options together", test_combinations, combines},
    {"failing allocations", test_allocations, NULL}, {"refusals", test_refusals, NULL},
    {"agrees with the host", test_twins, has_twin},  {"description", test_description, NULL},
};
enum { ASPECTS = sizeof aspects / sizeof *aspects, TESTS_MAX = 2000 };

static struct CMUnitTest tests[TESTS_MAX];
static struct subject subjects[TESTS_MAX];
static char names[TESTS_MAX][160];
static size_t tests_count;

static void add(struct subject t, const char *name, CMUnitTestFunction test)
{
    assert_true(tests_count < TESTS_MAX);
    subjects[tests_count] = t;
    snprintf(names[tests_count], sizeof *names, "%s %s %s%s", kind_name(t.solver->kind), t.solver->method,
             t.solver->space == DEVICE ? "device " : "", name);
    tests[tests_count] =
        (struct CMUnitTest){.name = names[tests_count], .test_func = test, .initial_state = &subjects[tests_count]};
    tests_count++;
}

/* False, and a sentence, if the device or a library of the method, is not on this machine. */
static bool is_here(const struct subject *t)
{
    struct shape shape[INVALID_MAX];
    struct kind_case c;
    if (t->solver->space == DEVICE && device_ready() != ST_OK) return false;
    bool here = true;
    void *const problem = case_at(t, FEW, 0, &c) ? t->kind->make(&c, t->solver, &seed) : NULL;
    shape[0] = problem ? *t->kind->shape(problem) : shape_contiguous(1, 1);
    here = solver_accepts(t->solver, &shape[0], NULL) != ST_DEVICE;
    t->kind->free(problem);
    return here;
}

static void add_method(struct subject t)
{
    const char *const only = getenv("METHOD");
    if (only && strcmp(only, t.solver->method)) return;
#ifdef BANDSTAND_CUHOST_TESTS
    if (t.solver->space == HOST) return; /* other flavours have tried them */
#endif
    const bool here = is_here(&t);
#if defined BANDSTAND_CUHOST_TESTS && defined BANDSTAND_KERNELS_ONLY
    if (!here) return; /* nothing stands in for its library without LAPACK: the flavour asan has tried it */
#endif
    if (!here) {
        add(t, fail_text(), test_nothing);
        return;
    }
    for (; t.kind->groups[t.group]; t.group++) add(t, t.kind->groups[t.group], test_group);
    for (int k = 0; k < ASPECTS; k++)
        if (!aspects[k].concerns || aspects[k].concerns(&t)) add(t, aspects[k].name, aspects[k].test);
}

int main(void)
{
    const char *const only = getenv("KIND");
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    conform_begin();
    int failed = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (only && strcmp(only, kind_name((enum kind)kind))) continue;
        if (kinds[kind]->begin) kinds[kind]->begin(&seed);
        for (size_t i = 0; solver_at(i); i++)
            if (solver_at(i)->kind == (enum kind)kind)
                add_method((struct subject){.solver = solver_at(i), .kind = kinds[kind]});
    }
    if (tests_count == 0)
        tests[tests_count++] = (struct CMUnitTest){"no such method here", test_nothing, NULL, NULL, NULL};
    failed = _cmocka_run_group_tests("conformance", tests, tests_count, NULL, NULL);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (!(only && strcmp(only, kind_name((enum kind)kind))) && kinds[kind]->end) kinds[kind]->end();
    conform_end();
    if (mem_held(HOST) || mem_held(DEVICE)) fprintf(stderr, "memory is left\n"), failed++;
    return failed;
}
