/* Sweeps over an application whose answers are given by its parameters: columns with gaps, names, extremes. */
#include "command/run/sweep/sweep_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/field/evaluated.h"
#include "command/run/sweep/sweep_points.h"

enum { FOUND_MAX = 4, POINTS_MAX = 100 };

/* The findings of one point. */
struct found {
    const char *subject, *quantity;
    double value;
};
struct point {
    struct found found[FOUND_MAX];
    const char *warned[2]; /* or NULL */
    bool doubted;          /* the first of the findings */
};

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

/* Points share nothing with other runs: they may be taken in parallel. */
static enum status begin(struct sim *sim)
{
    assert_null(sim->evaluated);
    sim->steps = 0;
    return ST_OK;
}

static enum status finish(struct sim *sim)
{
    const struct point *const p = sim->params;
    for (int i = 0; i < 2; i++)
        if (p->warned[i]) caveat("%s", p->warned[i]);
    return ST_OK;
}

static enum status report(struct sim *sim)
{
    const struct point *const p = sim->params;
    for (int i = 0; i < FOUND_MAX && p->found[i].quantity; i++) {
        TRY(answers_put(&sim->answers, p->found[i].subject, p->found[i].quantity, p->found[i].value, "K"));
        if (i == 0 && p->doubted) TRY(answers_place(&sim->answers, "not steady: %g %% are missing", p->found[i].value));
        if (i == 0 && p->doubted) answers_doubt(&sim->answers);
    }
    return ST_OK;
}

static void end(struct sim *sim)
{
    (void)sim;
}

static const struct app inner = {.name = "inner", .begin = begin, .finish = finish, .report = report, .end = end};

/* A sweep of the key `q` over 1, 2, ... */
static void take(struct sim *sim, struct sweep_points *s, const struct point *point, int count)
{
    static double at[POINTS_MAX];
    static char *params[POINTS_MAX];
    struct evaluated *shared;
    for (int p = 0; p < count; p++) params[p] = (char *)&point[p], at[p] = p + 1;
    *s = (struct sweep_points){
        .inner = &inner, .key = {"q"}, .count = count, .at = {at}, .digits = {6}, .params = params};
    s->app = sweep_app(&inner);
    good(evaluated_make(&shared));
    *sim = (struct sim){.app = &s->app, .sweep = s, .evaluated = shared};
    good(s->app.begin(sim));
    while (sim->step < sim->steps) good(s->app.step(sim));
    good(s->app.report(sim));
    evaluated_free(shared);
}

static void drop(struct sim *sim)
{
    sim->app->end(sim);
    series_free(&sim->series), answers_free(&sim->answers), answers_free(&sim->columns);
}

/* The column holds these values at the points; NaN: none. */
static void holds(const struct sim *sim, const char *name, int count, const double *value)
{
    const struct column *const c = series_column(&sim->series, name);
    if (!c) fail_msg("no column %s", name);
    if (c->count != count) fail_msg("%s has %lld values", name, (long long)c->count);
    for (int i = 0; i < count; i++)
        if (!(c->value[i] == value[i] || (isnan(c->value[i]) && isnan(value[i]))))
            fail_msg("%s is %g at point %d", name, c->value[i], i);
}

#define GAP ((double)NAN)

static void columns_are_those_of_all_points(void **state)
{
    static const struct point p[] = {
        {{{NULL, "peak", 1}}}, {{{NULL, "low", 20}, {NULL, "peak", 2}}}, {{{NULL, "low", 30}}}};
    struct sweep_points s;
    struct sim sim;
    (void)state;
    take(&sim, &s, p, 3);
    holds(&sim, "q", 3, (double[]){1, 2, 3});
    holds(&sim, "peak", 3, (double[]){1, 2, GAP});
    holds(&sim, "low", 3, (double[]){GAP, 20, 30});
    assert_true(isnan(answers_find(&sim.answers, "q 3", "peak")->value));
    assert_true(answers_find(&sim.answers, "q 3", "low")->value == 30);
    assert_true(answers_find(&sim.answers, NULL, "peak_lowest")->value == 1);
    drop(&sim);
}

/* Even where the first of them is missing, an answer stays in its column. */
static void answers_of_one_name_have_columns_of_their_own(void **state)
{
    static const struct point p[] = {{{{"T left", "max", 1}, {"T_left", "max", 10}}},
                                     {{{"T_left", "max", 20}}},
                                     {{{"T_left", "max", 30}, {"T left", "max", 3}}}};
    struct sweep_points s;
    struct sim sim;
    (void)state;
    take(&sim, &s, p, 3);
    holds(&sim, "T_left_max", 3, (double[]){1, GAP, 3});
    holds(&sim, "T_left_max_2", 3, (double[]){10, 20, 30});
    assert_int_equal(sim.series.count, 4); /* and q and seconds */
    drop(&sim);
}

static void no_answer_takes_the_column_of_an_axis(void **state)
{
    static const struct point p[] = {{{{NULL, "q", 10}, {NULL, "seconds", 5}}},
                                     {{{NULL, "q", 20}, {NULL, "seconds", 6}}}};
    struct sweep_points s;
    struct sim sim;
    (void)state;
    take(&sim, &s, p, 2);
    holds(&sim, "q", 2, (double[]){1, 2});
    holds(&sim, "q_2", 2, (double[]){10, 20});
    holds(&sim, "seconds_2", 2, (double[]){5, 6});
    assert_int_equal(series_column(&sim.series, "seconds")->count, 2);
    drop(&sim);
}

static void twins_are_kept_apart(void **state)
{
    static const struct point p[] = {{{{"core", "max", 1}, {"core", "max", 2}}},
                                     {{{"core", "max", 3}, {"core", "max", 4}}}};
    struct sweep_points s;
    struct sim sim;
    (void)state;
    take(&sim, &s, p, 2);
    holds(&sim, "core_max", 2, (double[]){1, 3});
    holds(&sim, "core_max_2", 2, (double[]){2, 4});
    drop(&sim);
}

static void extremes_may_be_infinite_but_no_gaps(void **state)
{
    static const struct point p[] = {
        {{{0}}}, {{{NULL, "wait", 3}}}, {{{NULL, "wait", (double)INFINITY}}}, {{{NULL, "wait", 2}}}};
    struct sweep_points s;
    struct sim sim;
    (void)state;
    take(&sim, &s, p, 4);
    assert_true(answers_find(&sim.answers, NULL, "wait_lowest")->value == 2);
    assert_string_equal(answers_find(&sim.answers, NULL, "wait_lowest")->place, "at q 4");
    assert_true(answers_find(&sim.answers, NULL, "wait_highest")->value == (double)INFINITY);
    assert_string_equal(answers_find(&sim.answers, NULL, "wait_highest")->place, "at q 3");
    drop(&sim);
}

static void what_most_points_have_of_the_whole_is_shown_first(void **state)
{
    static const struct point p[] = {{{{"core", "max", 7}, {NULL, "few", 5}, {NULL, "all", 1}, {NULL, "most", 8}}},
                                     {{{"core", "max", 6}, {NULL, "all", 2}, {NULL, "most", 9}}},
                                     {{{"core", "max", 5}, {NULL, "all", 3}}}};
    static const char *const order[] = {"all", "most", "few", "core_max"};
    struct sweep_points s;
    struct sim sim;
    (void)state;
    take(&sim, &s, p, 3);
    const struct answer *const first = answers_find(&sim.answers, "q 3", "all");
    assert_non_null(first);
    for (int i = 0; i < 4; i++) assert_string_equal(first[i].quantity, order[i]);
    drop(&sim);
}

/* A sentence stands once, with all points that have it; another one has a line of its own. */
static void warnings_say_of_which_points_they_are(void **state)
{
    static const struct point p[] = {
        {{{NULL, "from_steady", 20}}, .doubted = true},
        {{{NULL, "from_steady", 0.1}}, {"a step of -0.5 s is too large", "the cup is wet"}},
        {{{NULL, "from_steady", 10}}, {"a step of 2e-3 s is too large"}, true},
        {{{NULL, "from_steady", 5}}, .doubted = true}};
    struct sweep_points s;
    struct sim sim;
    (void)state;
    take(&sim, &s, p, 4);
    assert_string_equal(sim.caveats, "at q 1: from steady 20 K, not steady: 20 % are missing; likewise at 3; 4\n"
                                     "at q 2: a step of -0.5 s is too large; likewise at 3\n"
                                     "at q 2: the cup is wet");
    drop(&sim);
}

/* Sentences of one point that differ only in numbers stay apart. */
static void warnings_of_one_point_stay_apart(void **state)
{
    static const struct point p[] = {{{{0}}, {"entry 0 is too short", "entry 1 is too short"}},
                                     {{{0}}, {"entry 0 is too short", "entry 1 is too short"}}};
    struct sweep_points s;
    struct sim sim;
    (void)state;
    take(&sim, &s, p, 2);
    assert_string_equal(sim.caveats, "at q 1: entry 0 is too short; likewise at 2\n"
                                     "at q 1: entry 1 is too short; likewise at 2");
    drop(&sim);
}

/* After some points they are only counted; sentences that do not fit are reported. */
static void many_warnings_are_counted(void **state)
{
    static struct point p[POINTS_MAX];
    static char text[POINTS_MAX][600];
    struct sweep_points s;
    struct sim sim;
    (void)state;
    for (int i = 0; i < POINTS_MAX; i++) p[i].warned[0] = "beyond 1000 mV";
    take(&sim, &s, p, POINTS_MAX);
    assert_int_equal(strncmp(sim.caveats, "at q 1: beyond 1000 mV; likewise at 2; 3; 4; ", 45), 0);
    const char *more = strstr(sim.caveats, " more, up to 100"), *named = strstr(sim.caveats, "likewise");
    int counted = 1, said = 0;
    assert_non_null(more);
    for (; named && named < more; named = strchr(named + 1, ';')) counted++;
    while (more[-1] != ' ') more--;
    sscanf(more, "%d", &said);
    assert_int_equal(counted - 1 + said, POINTS_MAX); /* the last semicolon stands before the count */
    drop(&sim);
    for (int i = 0; i < POINTS_MAX; i++) {
        memset(text[i], 'a' + i % 26, sizeof text[i] - 1 - (size_t)i);
        p[i].warned[0] = text[i];
    }
    take(&sim, &s, p, POINTS_MAX);
    assert_non_null(strstr(sim.caveats, "\nthere are further warnings of points, for which there is no space"));
    drop(&sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_those_of_all_points),
        cmocka_unit_test(answers_of_one_name_have_columns_of_their_own),
        cmocka_unit_test(no_answer_takes_the_column_of_an_axis),
        cmocka_unit_test(twins_are_kept_apart),
        cmocka_unit_test(what_most_points_have_of_the_whole_is_shown_first),
        cmocka_unit_test(extremes_may_be_infinite_but_no_gaps),
        cmocka_unit_test(warnings_say_of_which_points_they_are),
        cmocka_unit_test(warnings_of_one_point_stay_apart),
        cmocka_unit_test(many_warnings_are_counted),
    };
    return cmocka_run_group_tests_name("sweep_steps", tests, NULL, NULL);
}
