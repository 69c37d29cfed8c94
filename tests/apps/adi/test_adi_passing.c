/* Samples that the next step takes, and checkpoints from which a run of adi in one sweep continues, leave the bits of a
 * run without them. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 8 };
enum look { NEVER, PASSING, FROM_FIELD, LOOKS };

/* Two blocks of planes, or of rows of a plane, data of faces and a source that vary, steps of two kinds, probes, and a
 * floor plan. */
enum { PROBLEMS = 2 };
#define VARYING \
    "startup_steps = 3; time = { dt = 0.01; steps = 8; }; initial = \"1+x*y-sin(7*%s)\"; %s" \
    "source = \"x*t\"; boundary = { x_lower = { kind = \"dirichlet\"; value = \"sin(3*t)+y\"; };"
static const char *const problems[PROBLEMS] = {
    "grid = { n = [17, 9, 100]; upper = [2.0, 1.0, 3.0]; };" VARYING
    "             y_upper = { kind = \"flux\"; flux = \"t*z\"; };"
    "             z_lower = { kind = \"dirichlet\"; value = \"cos(t)\"; };"
    "             z_upper = { kind = \"robin\"; h = 2.0; ambient = \"1+t\"; }; };"
    "probes = ( { name = \"inside\"; at = [0.7, 0.4, 1.3]; }, { name = \"corner\"; at = [2.0, 1.0, 3.0]; });",
    "grid = { n = [37, 101]; upper = [2.0, 1.0]; };" VARYING
    "             x_upper = { kind = \"flux\"; flux = \"t*y\"; };"
    "             y_lower = { kind = \"dirichlet\"; value = \"cos(t)\"; };"
    "             y_upper = { kind = \"robin\"; h = 2.0; ambient = \"1+t\"; }; };"
    "probes = ( { name = \"inside\"; at = [0.7, 0.4]; }, { name = \"corner\"; at = [2.0, 1.0]; });"};

static const char *problem_text(int of, const char *plan)
{
    static char text[1500];
    snprintf(text, sizeof text, problems[of], of ? "y" : "z", plan);
    return text;
}

/* The methods whose steps show the field. */
enum { METHODS = 3 };
static const char *const methods[METHODS] = {"sweep", "fused", "thomas_simd"};

static void start(struct trial *t, const char *text, const char *method, int threads)
{
    if (trial_begin(t, "adi", text, NULL, method, exec_host(threads)) != ST_OK) fail_msg("%s", fail_text());
    assert_null(t->sim.chosen);
}

static void look_at(struct trial *t, enum look look)
{
    if (look == FROM_FIELD) good(t->sim.app->fetch(&t->sim));
    if (look != NEVER) good(t->sim.app->sample(&t->sim));
    if (look == FROM_FIELD) good(t->sim.app->fetch(&t->sim)); /* before a step would take it */
}

static struct trial run(const char *text, const char *method, enum look look, int every, int threads)
{
    struct trial t;
    start(&t, text, method, threads);
    look_at(&t, look);
    while (t.sim.step < STEPS) {
        good(t.sim.app->step(&t.sim));
        if (t.sim.step % every == 0) look_at(&t, look);
    }
    return t;
}

static void same_field(struct trial *a, struct trial *b)
{
    int64_t count;
    const real *const u = trial_field(a, &count), *const v = trial_field(b, &count);
    assert_memory_equal(u, v, (size_t)count * sizeof *u);
}

static void same_series(const struct trial *a, const struct trial *b)
{
    assert_true(a->sim.series.count > 5 && a->sim.series.count == b->sim.series.count);
    for (int64_t c = 0; c < a->sim.series.count; c++) {
        const struct column *const x = &a->sim.series.column[c], *const y = &b->sim.series.column[c];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->count, y->count);
        assert_memory_equal(x->value, y->value, (size_t)x->count * sizeof *x->value);
    }
}

static void samples_leave_no_trace_in(int of, const char *method)
{
    char *const path = temporary("passing.csv", "name, x, y, width, height, watts\nc, 0.1, 0.2, 0.7, 0.4, 1\n"
                                                "d, 1, 0, 1, 1, 3\n"),
                plan[200];
    snprintf(plan, sizeof plan, "power = { floor_plan = \"%s\"; z = [0.5, 0.6]; };", path);
    const char *const text = problem_text(of, plan);
    struct trial bare = run(text, method, NEVER, 1, 1);
    for (int threads = 1; threads <= 3; threads++)
        for (int every = 1; every <= 4; every *= 2) {
            struct trial passing = run(text, method, PASSING, every, threads),
                         read = run(text, method, FROM_FIELD, every, 2);
            same_series(&passing, &read);
            same_field(&bare, &passing);
            same_field(&bare, &read);
            trial_end(&passing);
            trial_end(&read);
        }
    trial_end(&bare);
    unlink(path);
    free(path);
}

static void samples_leave_no_trace(void **state)
{
    (void)state;
    for (int of = 0; of < PROBLEMS * METHODS; of++) samples_leave_no_trace_in(of % PROBLEMS, methods[of / PROBLEMS]);
}

/* Copies everything that a checkpoint holds from one run to the other. */
static void go_on(struct trial *from, struct trial *to)
{
    struct array a[ARRAYS_MAX], b[ARRAYS_MAX];
    int64_t count;
    const real *const u = trial_field(from, &count);
    memcpy((real *)trial_field(to, &count), u, (size_t)count * sizeof *u);
    assert_int_equal(from->sim.app->arrays_beside(&from->sim, a), 1);
    assert_int_equal(to->sim.app->arrays_beside(&to->sim, b), 1);
    assert_int_equal(a->dims[0], b->dims[0]);
    memcpy(b->data, a->data, (size_t)a->dims[0] * sizeof(real));
    to->sim.step = from->sim.step, to->sim.time = from->sim.time;
    good(to->sim.app->send(&to->sim));
}

static void goes_on_in_the_same_bits(const char *text)
{
    struct trial whole = run(text, "sweep", NEVER, 1, 2);
    for (int stop = 0; stop < STEPS; stop++) {
        struct trial first, second;
        start(&first, text, "sweep", 2);
        while (first.sim.step < stop) good(first.sim.app->step(&first.sim));
        start(&second, text, "sweep", 1 + stop % 2);
        go_on(&first, &second);
        same_field(&first, &second);
        while (second.sim.step < STEPS) good(second.sim.app->step(&second.sim));
        same_field(&whole, &second);
        trial_end(&first);
        trial_end(&second);
    }
    trial_end(&whole);
}

static void a_run_goes_on_in_the_same_bits(void **state)
{
    (void)state;
    for (int of = 0; of < PROBLEMS; of++) goes_on_in_the_same_bits(problem_text(of, ""));
}

static void a_value_that_is_not_finite_is_found(void **state)
{
    int64_t count;
    struct trial t;
    (void)state;
    for (int of = 0; of < PROBLEMS * METHODS; of++) {
        start(&t, problem_text(of % PROBLEMS, ""), methods[of / PROBLEMS], 2);
        good(t.sim.app->step(&t.sim));
        real *const u = (real *)trial_field(&t, &count);
        u[count / 2] = (real)NAN;
        t.sim.step = 0; /* from the field */
        good(t.sim.app->send(&t.sim));
        good(t.sim.app->step(&t.sim));
        good(t.sim.app->sample(&t.sim));
        assert_int_equal(t.sim.app->step(&t.sim), ST_FAILED);
        if (!strstr(fail_text(), "nan after step 1 at node (")) fail_msg("%s", fail_text());
        trial_end(&t);
    }
}

/* Few steps, short lines along x, steps of which a thousandth is rounded away, or an axis that is periodic. */
static void where_sweep_has_no_gain_fused_is_taken(void **state)
{
    char dt[32];
    snprintf(dt, sizeof dt, "time.dt=%g", 1e-6 / (double)REAL_EPS);
    const struct {
        int of;
        const char *const set[3], *why;
    } cases[] = {
        {0, {"time.steps=1"}, "in few steps, or with many reads of the field, one pass over memory has no gain"},
        {1, {"time.steps=1"}, "in few steps, or with many reads of the field, one pass over memory has no gain"},
        {1, {"grid.n=[31, 200]"}, "on lines along x that are so short, one pass over memory has no gain"},
        {0, {dt}, "one pass over memory loses digits in steps that are so long along z"},
        {1, {dt}, "one pass over memory loses digits in steps that are so long along y"},
        {1,
         {"boundary.x_lower={kind=\"periodic\";}", "boundary.x_upper={kind=\"periodic\";}"},
         "one pass over memory needs axes that are not periodic, and several nodes along the last of them"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial t;
        if (trial_begin(&t, "adi", problem_text(cases[i].of, ""), cases[i].set, "sweep", exec_host(1)) != ST_OK)
            fail_msg("%s", fail_text());
        assert_string_equal(t.sim.chosen, "fused");
        assert_string_equal(t.sim.why, cases[i].why);
        trial_end(&t);
    }
}

/* Against line-by-line elimination, relative to the largest value. */
static void planes_agree_with_thomas(void **state)
{
    static const char *const grids[] = {"grid.n=[37, 101]", "grid.n=[32, 40]", "grid.n=[127, 3]", "grid.n=[101, 2]"};
    static const struct {
        const char *steps;
        double at_most; /* in double */
    } runs[] = {{"time.steps=3", 4e-15}, {"time.steps=1000", 1e-12}};
    (void)state;
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
        for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
            const char *const sets[] = {grids[g], runs[r].steps, "time.dt=0.001", "startup_steps=0", NULL};
            struct trial a = trial_done("adi", problem_text(1, ""), sets, "sweep", 2),
                         b = trial_done("adi", problem_text(1, ""), sets, "thomas", 1);
            const double apart = trial_difference(&a, &b);
            assert_null(a.sim.chosen);
            if (!(apart <= runs[r].at_most / DBL_EPSILON)) fail_msg("%s, %s: %g", grids[g], runs[r].steps, apart);
            trial_end(&a);
            trial_end(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(samples_leave_no_trace, nothing_left),
        cmocka_unit_test_teardown(a_run_goes_on_in_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(a_value_that_is_not_finite_is_found, nothing_left),
        cmocka_unit_test_teardown(planes_agree_with_thomas, nothing_left),
        cmocka_unit_test_teardown(where_sweep_has_no_gain_fused_is_taken, nothing_left),
    };
    return cmocka_run_group_tests_name("adi " REAL_NAME, tests, NULL, NULL);
}
