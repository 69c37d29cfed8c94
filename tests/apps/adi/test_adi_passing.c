/* Runs of adi in one sweep: samples that the next step takes, and checkpoints from which a run goes on, leave the bits
 * of a run without them. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 8 };
enum look { NEVER, PASSING, FROM_FIELD, LOOKS };

/* Two blocks of planes, data of faces and a source that vary, steps of two kinds, probes, and a floor plan. */
static const char problem[] =
    "grid = { n = [17, 9, 100]; upper = [2.0, 1.0, 3.0]; }; startup_steps = 3;"
    "time = { dt = 0.01; steps = 8; }; initial = \"1+x*y-sin(7*z)\"; source = \"x*t\"; %s"
    "boundary = { x_lower = { kind = \"dirichlet\"; value = \"sin(3*t)+y\"; };"
    "             y_upper = { kind = \"flux\"; flux = \"t*z\"; };"
    "             z_lower = { kind = \"dirichlet\"; value = \"cos(t)\"; };"
    "             z_upper = { kind = \"robin\"; h = 2.0; ambient = \"1+t\"; }; };"
    "probes = ( { name = \"inside\"; at = [0.7, 0.4, 1.3]; }, { name = \"corner\"; at = [2.0, 1.0, 3.0]; });";

static void start(struct trial *t, const char *text, int threads)
{
    if (trial_begin(t, "adi", text, NULL, "sweep", exec_host(threads)) != ST_OK) fail_msg("%s", fail_text());
    assert_null(t->sim.chosen);
}

static void look_at(struct trial *t, enum look look)
{
    if (look == FROM_FIELD) good(t->sim.app->fetch(&t->sim));
    if (look != NEVER) good(t->sim.app->sample(&t->sim));
}

static struct trial run(const char *text, enum look look, int every, int threads)
{
    struct trial t;
    start(&t, text, threads);
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

static void samples_leave_no_trace(void **state)
{
    char *const path = temporary("passing.csv", "name, x, y, width, height, watts\nc, 0.1, 0.2, 0.7, 0.4, 1\n"
                                                "d, 1, 0, 1, 1, 3\n"),
                text[1500], plan[200];
    (void)state;
    snprintf(plan, sizeof plan, "power = { floor_plan = \"%s\"; z = [0.5, 0.6]; };", path);
    snprintf(text, sizeof text, problem, plan);
    struct trial bare = run(text, NEVER, 1, 1);
    for (int threads = 1; threads <= 3; threads++)
        for (int every = 1; every <= 4; every *= 2) {
            struct trial passing = run(text, PASSING, every, threads), read = run(text, FROM_FIELD, every, 2);
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

/* Copies all that a checkpoint holds from one run to the other. */
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

static void a_run_goes_on_in_the_same_bits(void **state)
{
    char text[1500];
    (void)state;
    snprintf(text, sizeof text, problem, "");
    struct trial whole = run(text, NEVER, 1, 2);
    for (int stop = 0; stop < STEPS; stop++) {
        struct trial first, second;
        start(&first, text, 2);
        while (first.sim.step < stop) good(first.sim.app->step(&first.sim));
        start(&second, text, 1 + stop % 2);
        go_on(&first, &second);
        same_field(&first, &second);
        while (second.sim.step < STEPS) good(second.sim.app->step(&second.sim));
        same_field(&whole, &second);
        trial_end(&first);
        trial_end(&second);
    }
    trial_end(&whole);
}

static void a_value_that_is_not_finite_is_found(void **state)
{
    char text[1500];
    int64_t count;
    struct trial t;
    (void)state;
    snprintf(text, sizeof text, problem, "");
    start(&t, text, 2);
    good(t.sim.app->step(&t.sim));
    ((real *)trial_field(&t, &count))[count / 2] = (real)NAN;
    t.sim.step = 0; /* from the field */
    good(t.sim.app->send(&t.sim));
    good(t.sim.app->step(&t.sim));
    good(t.sim.app->sample(&t.sim));
    assert_int_equal(t.sim.app->step(&t.sim), ST_FAILED);
    if (!strstr(fail_text(), "nan after step 1 at node (")) fail_msg("%s", fail_text());
    trial_end(&t);
}

/* Either few steps, or steps of which a thousandth is rounded away. */
static void where_sweep_has_no_gain_fused_is_taken(void **state)
{
    char text[1500], dt[32];
    const struct {
        const char *set, *why;
    } cases[] = {
        {"time.steps=1", "in few steps, or with many reads of the field, one pass over memory has no gain"},
        {dt, "one pass over memory loses digits in steps that are so long along z"},
    };
    (void)state;
    snprintf(text, sizeof text, problem, "");
    snprintf(dt, sizeof dt, "time.dt=%g", 1e-6 / (double)REAL_EPS);
    for (int i = 0; i < 2; i++) {
        struct trial t;
        const char *const sets[] = {cases[i].set, NULL};
        if (trial_begin(&t, "adi", text, sets, "sweep", exec_host(1)) != ST_OK) fail_msg("%s", fail_text());
        assert_string_equal(t.sim.chosen, "fused");
        assert_string_equal(t.sim.why, cases[i].why);
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(samples_leave_no_trace, nothing_left),
        cmocka_unit_test_teardown(a_run_goes_on_in_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(a_value_that_is_not_finite_is_found, nothing_left),
        cmocka_unit_test_teardown(where_sweep_has_no_gain_fused_is_taken, nothing_left),
    };
    return cmocka_run_group_tests_name("adi " REAL_NAME, tests, NULL, NULL);
}
