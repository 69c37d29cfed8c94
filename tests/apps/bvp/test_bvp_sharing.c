/* Runs that share the values of formulas, and the solution in long double: their answers are those of single runs, and
 * do not depend on runs with other settings. */
#include "apps/bvp/instance.h"
#include "apps/bvp/problem/reference.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const char *const methods[] = {"thomas", "seq"};

/* Kinds of grids and ends, formulas for all that may be one. */
static const char *const problems[] = {
    "grid = { intervals = [30, 7, 200]; }; f = \"cos(x)\"; exact = \"cos(x)\";",
    "grid = { intervals = [30, 31]; }; p = \"1+x\"; f = \"sin(3*x)\"; exact = \"x\";"
    "boundary = { lower = { kind = \"dirichlet\"; value = 2.0; }; };",
    "grid = { intervals = 50; spacing = \"tanh\"; ratio = 9.0; }; p = \"x < 0.5 ? 4 : 0.5\"; f = \"exp(x)\";"
    "boundary = { lower = { kind = \"robin\"; h = 2.0; }; upper = { kind = \"neumann\"; flux = 1.0; }; };",
    "grid = { intervals = [5, 2]; nodes = \"s+s*s\"; }; p = \"1+x\"; f = \"x\"; exact = \"x\";"
    "boundary = { lower = { kind = \"dirichlet\"; }; upper = { kind = \"dirichlet\"; }; };",
    "grid = { intervals = 140000; }; f = \"sin(9*x)\"; exact = \"x*x\";", /* more than a chunk */
};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };

static struct trial run(const char *text, const char *method, struct evaluated *shared)
{
    struct trial t;
    good(trial_begin(&t, "bvp", text, NULL, method, exec_host(2)));
    t.sim.evaluated = shared;
    good(trial_run(&t));
    return t;
}

/* All columns but those of seconds, and the fields. */
static void same(struct trial *a, struct trial *b, const char *text)
{
    for (int64_t c = 0; c < a->sim.series.count; c++) {
        const struct column *const x = &a->sim.series.column[c], *const y = &b->sim.series.column[c];
        if (x->measured) continue;
        if (x->count != y->count || memcmp(x->value, y->value, (size_t)x->count * sizeof *x->value))
            fail_msg("%s: another %s", text, x->name);
    }
    if (trial_difference(a, b) != 0) fail_msg("%s: another u", text);
}

static struct evaluated *store(void)
{
    struct evaluated *e;
    good(evaluated_make(&e));
    return e;
}

static void runs_that_share_find_the_bits_of_those_that_do_not(void **state)
{
    (void)state;
    for (int p = 0; p < PROBLEMS; p++) {
        struct evaluated *const e = store();
        for (int m = 0; m < 4; m++) { /* each method as the first with these values, and again */
            struct trial alone = run(problems[p], methods[m % 2], NULL), shared = run(problems[p], methods[m % 2], e);
            same(&alone, &shared, problems[p]);
            assert_true(evaluated_bytes(e) > 0 && (double)evaluated_bytes(e) == sharing_bytes(shared.sim.params));
            trial_end(&alone);
            trial_end(&shared);
        }
        evaluated_free(e);
    }
}

/* The answer is linear in f: twice the values give twice the answer. */
static void a_run_reads_the_values_of_the_run_before(void **state)
{
    static const char text[] = "grid = { intervals = 40; }; f = \"1+x\"; exact = \"1+x\";";
    struct evaluated *const e = store();
    struct evaluated_values *f, *exact;
    struct trial first = run(text, "thomas", e);
    const struct bvp_params *const p = first.sim.params;
    int64_t count;
    (void)state;
    good(sharing_find(e, p, &p->f, "f", 40, 41, &f));
    good(sharing_find(e, p, &p->exact, "exact", 40, 41, &exact));
    assert_true(f->begin == 0 && f->end >= 40 && exact->begin == 0 && exact->end == 41);
    for (int i = 0; i < 40; i++) {
        assert_true(f->value[i] == 1 + i / 40. && exact->value[i] == f->value[i]);
        f->value[i] *= 2;
    }
    struct trial second = run(text, "thomas", e);
    const real *const u = trial_field(&first, &count), *const v = trial_field(&second, &count);
    for (int64_t i = 0; i < count; i++) assert_true(v[i] == 2 * u[i]);
    trial_end(&first);
    trial_end(&second);
    evaluated_free(e);
}

/* The solution in long double: a wrong solution is detected. */
static void a_run_is_compared_with_what_the_run_before_found(void **state)
{
    static const char *const ends[] = {"neumann", "dirichlet"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        char text[200];
        struct evaluated *const e = store();
        struct evaluated_values *v;
        snprintf(text, sizeof text,
                 "grid = { intervals = 40; }; f = \"1+x\"; boundary = { lower = { kind = \"%s\"; }; };", ends[k]);
        struct trial first = run(text, "thomas", e);
        assert_null(strstr(first.sim.caveats, "rounding errors"));
        good(sharing_find_reference(e, first.sim.params, 40, &v));
        assert_true(v->end == v->count && v->count == reference_count(first.sim.params, 40));
        v->value[20] += 1;
        struct trial second = run(text, "seq", e);
        assert_non_null(strstr(second.sim.caveats, "rounding errors change u by "));
        trial_end(&first);
        trial_end(&second);
        evaluated_free(e);
    }
}

/* One store for problems that differ in one setting each. */
static void no_run_sees_values_of_other_settings(void **state)
{
    static const char *const lines[][2] = {
        {"", ""},
        {"", "f=\"sin(2*x)\""},
        {"", "p=\"2+x\""},
        {"", "q=\"x\""},
        {"", "exact=\"x^3\""},
        {"grid.intervals=33", ""},
        {"grid.lower=-1.0", ""},
        {"grid.upper=3.0", ""},
        {"grid.spacing=\"tanh\"", "grid.ratio=4.0"},
        {"grid.spacing=\"tanh\"", "grid.ratio=4.000000001"},
        {"grid.spacing=\"geometric\"", "grid.ratio=4.0"},
        {"grid.nodes=\"s+s^2\"", ""},
        {"grid.nodes=\"s+s^3\"", ""},
        {"boundary.lower.kind=\"dirichlet\"", ""},
    };
    enum { LINES = sizeof lines / sizeof lines[0] };
    static const char text[] = "grid = { intervals = 32; }; p = \"1+x*x\"; f = \"sin(x)\"; exact = \"x^2\";";
    struct evaluated *const e = store();
    (void)state;
    for (int k = 0; k < 2 * LINES; k++) {
        const char *const sets[] = {lines[k % LINES][0], *lines[k % LINES][1] ? lines[k % LINES][1] : NULL, NULL};
        const char *const *const given = **sets ? sets : sets + 1;
        struct trial alone, shared;
        good(trial_complete(&alone, "bvp", text, given, "thomas", exec_host(1)));
        good(trial_begin(&shared, "bvp", text, given, "thomas", exec_host(1)));
        shared.sim.evaluated = e;
        good(trial_run(&shared));
        same(&alone, &shared, k % LINES ? given[0] : "as it is");
        trial_end(&alone);
        trial_end(&shared);
    }
    evaluated_free(e);
}

/* A fault is found by each run, not only by the first. */
static void a_formula_that_is_infinite_fails_in_each_run(void **state)
{
    struct evaluated *const e = store();
    (void)state;
    for (int k = 0; k < 3; k++) {
        struct trial t;
        good(trial_begin(&t, "bvp", "grid = { intervals = 300000; }; f = \"1/(x-0.75)\";", NULL, "thomas",
                         exec_host(2)));
        t.sim.evaluated = e;
        assert_int_equal(trial_run(&t), ST_CONFIG);
        assert_non_null(strstr(fail_text(), "is inf at x = 0.75"));
        trial_end(&t);
    }
    evaluated_free(e);
}

/* Arrays are counted exactly; formulas and their scratch, less than a megabyte, are not. */
static void what_is_counted_is_what_is_held(void **state)
{
    (void)state;
    for (int shares = 0; shares < 2; shares++) {
        struct trial t;
        struct bvp_problem b;
        struct evaluated *const e = shares ? store() : NULL;
        good(trial_begin(&t, "bvp",
                         "grid = { intervals = 1000001; spacing = \"tanh\"; ratio = 2.0; }; p = \"1+x\"; q = \"x\";"
                         "f = \"sin(x)\"; exact = \"x\";",
                         NULL, "thomas", exec_host(1)));
        const struct bvp_params *const p = t.sim.params;
        const int64_t before = mem_held(HOST);
        good(problem_make(&b, p, KIND_TRIDIAG, p->intervals.v[0], NULL, exec_host(1), e));
        const double held = (double)(mem_held(HOST) - before),
                     counted = problem_bytes(p, p->intervals.v[0], &b.part) + sharing_bytes(p);
        if (!(held <= counted + (1 << 20)) || (shares && !(held >= counted)))
            fail_msg("shared %d: %g bytes are held, %g are counted", shares, held, counted);
        problem_free(&b);
        evaluated_free(e);
        trial_end(&t);
    }
}

static void much_is_not_shared(void **state)
{
    static int64_t many[100000];
    struct bvp_params p = {.intervals = {.v = many, .count = 1}, .f = {.form = FIELD_EXPRESSION, .expression = "x"}};
    (void)state;
    for (int k = 0; k < 100000; k++) many[k] = COEFFICIENT_KEPT - 1;
    assert_true(sharing_bytes(&p) == 8. * COEFFICIENT_KEPT);
    assert_true(sharing_takes(&p, &p.f, COEFFICIENT_KEPT) && !sharing_takes(&p, &p.f, COEFFICIENT_KEPT + 1));
    p.intervals.count = 100000; /* 13 TB */
    assert_true(sharing_bytes(&p) == 0 && !sharing_takes(&p, &p.f, COEFFICIENT_KEPT));
    p.intervals.count = 1;
    p.nodes.form = FIELD_DATASET;
    assert_true(sharing_bytes(&p) == 0);
}

static void failing_allocations_leave_nothing(void **state)
{
    int64_t failed = 0;
    (void)state;
    for (int64_t k = 1, passed = 0; passed < 10; k = allocation_after(k)) {
        struct trial t;
        struct evaluated *e = NULL;
        mem_fail_at(k);
        enum status s = evaluated_make(&e);
        for (int again = 0; s == ST_OK && again < 2; again++) {
            s = trial_begin(&t, "bvp", problems[1], NULL, "seq", exec_host(1));
            if (s != ST_OK) break;
            t.sim.evaluated = e;
            s = trial_run(&t);
            trial_end(&t);
        }
        mem_fail_at(0);
        evaluated_free(e);
        passed = s == ST_OK ? passed + 1 : 0;
        failed += s == ST_NOMEM;
        if (s != ST_OK && s != ST_NOMEM) fail_msg("allocation %lld: %s", (long long)k, fail_text());
        if (mem_held(HOST)) fail_msg("allocation %lld: memory left", (long long)k);
    }
    assert_true(failed > 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(runs_that_share_find_the_bits_of_those_that_do_not, nothing_left),
        cmocka_unit_test_teardown(a_run_reads_the_values_of_the_run_before, nothing_left),
        cmocka_unit_test_teardown(a_run_is_compared_with_what_the_run_before_found, nothing_left),
        cmocka_unit_test_teardown(no_run_sees_values_of_other_settings, nothing_left),
        cmocka_unit_test_teardown(a_formula_that_is_infinite_fails_in_each_run, nothing_left),
        cmocka_unit_test_teardown(what_is_counted_is_what_is_held, nothing_left),
        cmocka_unit_test_teardown(much_is_not_shared, nothing_left),
        cmocka_unit_test_teardown(failing_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests_name("bvp, shared formulas, " REAL_NAME, tests, NULL, NULL);
}
