/* Currents that change over time: formulas, tables and datasets against numbers, exact potentials and each other; bits
 * that do not depend on layout, slices and interruptions; faults. */
#include "tests/apps/hines/same_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "apps/hines/stimuli/current_table.h"
#include "base/memory.h"
#include "base/result/store.h"

#define CELLS \
    "dt = 0.05; duration = 6.0; record_every = 3;" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 90; sections = 40; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; });" \
    "membranes = ({ leak = 3e-4; reversal = -54.3; }); channels = ({ type = \"hh\"; });"
#define ONE \
    "membranes = ({ leak = 1e-4; }); records = ({ name = \"v\"; });" \
    "cells = ({ form = \"cable\"; length = 100.0; diameter = 10.0; compartments = 1; });"

static const char *const schemes[] = {"scheme=\"backward_euler\"", "scheme=\"crank_nicolson\"", "scheme=\"sdirk2\""};

/* A complete run in which the file at `path` replaces "%s" in the text. */
static struct trial run_with(const char *text, const char *path, const char *const *sets)
{
    char whole[2048];
    snprintf(whole, sizeof whole, text, path);
    return trial_done("hines", whole, sets, "hines_simd", 2);
}

/* A formula and a table that are constant give the bits of the number, in complete steps and in parts of steps. */
static void constants_are_numbers(void **state)
{
    static const char *const currents[] = {"current = 0.37;", "current = \"0.37 + 0 * t\";", "file = \"%s\";"};
    char *const path = temporary("one.csv", "time,current\n3.0,0.37\n");
    (void)state;
    for (int q = 0; q < 3; q++) {
        struct trial t[3];
        for (int i = 0; i < 3; i++) {
            char text[1024];
            snprintf(text, sizeof text, CELLS "clamps = ({ begin = 1.02; duration = 3.01; %s });", currents[i]);
            t[i] = run_with(text, path, (const char *const[]){schemes[q], NULL});
        }
        for (int i = 1; i < 3; i++) same_fields(&t[0], &t[i]);
        if (!field_of(&t[0], "spike_time").dims[0]) fail_msg("no spikes");
        for (int i = 0; i < 3; i++) trial_end(&t[i]);
    }
    unlink(path);
    free(path);
}

/* One compartment under the current A sin(w t): C v' = -g (v + 65) + A sin(w t). */
static double exact(double t)
{
    const double area = acos(-1.0) * 1000, c = area * 1e-5, g = area * 1e-4 * 1e-2, a = 0.2, w = 0.9;
    const double scale = a / (g * g + w * w * c * c);
    return -65 + scale * (g * sin(w * t) - w * c * cos(w * t) + w * c * exp(-g / c * t));
}

static double error_of(const char *scheme, double dt)
{
    char set[64];
    double most = 0;
    snprintf(set, sizeof set, "dt=%g", dt);
    struct trial t =
        trial_done("hines", ONE "duration = 24.0; record_every = 1; clamps = ({ current = \"0.2 * sin(0.9 * t)\"; });",
                   (const char *const[]){scheme, set, NULL}, "hines", 1);
    for (int64_t k = 0; k <= (int64_t)lround(24 / dt); k++)
        most = fmax(most, fabs(series_at(&t, "v", k) - exact((double)k * dt)));
    trial_end(&t);
    return most;
}

static void potentials_approach_the_exact_ones(void **state)
{
    static const double orders[] = {2, 4, 4}, steps[] = {0.05, 0.5, 0.5};
    (void)state;
    for (int q = 0; q < 3; q++) {
        const double coarse = error_of(schemes[q], steps[q]), fine = error_of(schemes[q], steps[q] / 2);
        near(coarse / fine, orders[q], 0.12, "ratio of errors");
        assert_true(fine < 0.1);
    }
}

/* Straight lines of a table are those of a formula, before its first row and after its last one too. */
static void tables_are_straight_lines(void **state)
{
#define TEXT ONE "dt = 0.1; duration = 30.0; record_every = 1; clamps = ({ begin = 1.03; duration = 27.0; %s });"
    static const char formula[] =
        "current = \"t < 4 ? 0.1 : t < 10 ? 0.1 + (t - 4) * 0.05 : t < 20 ? 0.4 - (t - 10) * 0.06 : -0.2\";";
    char *const path = temporary("lines.csv", "# nA\ntime, current\n4, 0.1\n10, 0.4\n\n20.0, -0.2\n");
    (void)state;
    for (int q = 0; q < 3; q++) {
        const char *const sets[] = {schemes[q], NULL};
        char text[1024];
        snprintf(text, sizeof text, TEXT, formula);
        struct trial a = trial_done("hines", text, sets, "hines", 1);
        snprintf(text, sizeof text, TEXT, "file = \"%s\";");
        struct trial b = run_with(text, path, sets);
        for (int64_t k = 0; k <= 300; k++)
            near(series_at(&b, "v", k), series_at(&a, "v", k), 50 * (double)REAL_EPS, "potential");
        assert_true(fabs(series_at(&a, "v", 100) + 65) > 1);
        trial_end(&b);
        trial_end(&a);
    }
    unlink(path);
    free(path);
#undef TEXT
}

/* The rows of a table, between and beyond them. */
static void tables_hold_their_rows(void **state)
{
    double time[200], current[200];
    struct current_table t;
    char *const path = temporary("rows.csv", NULL);
    FILE *const out = fopen(path, "w");
    (void)state;
    assert_non_null(out);
    fputs("time,current\n", out);
    for (int i = 0; i < 200; i++) {
        time[i] = i * 0.3 + 0.1 * sin(i * 12.9898), current[i] = cos(i * 78.233);
        fprintf(out, "%.17g,%.17g\n", time[i], current[i]);
    }
    assert_int_equal(fclose(out), 0);
    good(current_table_read(&t, path));
    assert_int_equal(t.count, 200);
    for (int i = 0; i < 200; i++) assert_true(current_table_at(&t, time[i]) == current[i]);
    for (int i = 0; i < 199; i++)
        for (double share = 0.125; share < 1; share += 0.25)
            assert_true(fabs(current_table_at(&t, time[i] + share * (time[i + 1] - time[i])) -
                             (current[i] * (1 - share) + current[i + 1] * share)) < 1e-12);
    assert_true(current_table_at(&t, -1e9) == current[0] && current_table_at(&t, 1e9) == current[199]);
    current_table_free(&t);
    unlink(path);
    free(path);
}

/* A number for each step, or lines from the beginning of the clamp to its end. */
static void datasets_last_for_the_duration(void **state)
{
#define CLAMP ONE "dt = 0.5; duration = 12.0; record_every = 1; clamps = ({ begin = 2.0; duration = 8.0; current = "
    double each[16], ends[3] = {-0.1, 0.3, 0.1};
    struct store *s;
    char *const path = temporary("current.h5", NULL);
    (void)state;
    for (int i = 0; i < 16; i++)
        each[i] = 2.25 + 0.5 * i < 6 ? -0.1 + 0.1 * (0.25 + 0.5 * i) : 0.3 - 0.05 * (0.5 * i - 3.75);
    const struct array arrays[] = {{.name = "each", .type = REAL64, .rank = 1, .dims = {16}, .data = each},
                                   {.name = "ends", .type = REAL64, .rank = 1, .dims = {3}, .data = ends}};
    good(store_create(&s, path));
    for (int i = 0; i < 2; i++) good(store_array(s, "/data", &arrays[i]));
    good(store_commit(s));
    struct trial formula =
        trial_done("hines", CLAMP "\"t < 6 ? -0.1 + 0.1 * (t - 2) : 0.3 - 0.05 * (t - 6)\"; });", NULL, "hines", 1);
    struct trial by_step = run_with(CLAMP "{ file = \"%s\"; dataset = \"/data/each\"; }; });", path, NULL);
    struct trial lines =
        run_with(CLAMP "{ file = \"%s\"; dataset = \"/data/ends\"; interpolate = true; }; });", path, NULL);
    for (int64_t k = 0; k <= 24; k++) {
        near(series_at(&by_step, "v", k), series_at(&formula, "v", k), 50 * (double)REAL_EPS, "numbers of steps");
        near(series_at(&lines, "v", k), series_at(&formula, "v", k), 50 * (double)REAL_EPS, "lines");
    }
    trial_end(&lines);
    trial_end(&by_step);
    trial_end(&formula);
    unlink(path);
    free(path);
#undef CLAMP
}

#define TWO \
    CELLS "clamps = ({ current = \"0.5 + 0.3 * sin(2 * pi * t / 3)\"; begin = 0.52; duration = 5.1; }," \
          "{ cells = \"b\"; cell = 3; section = 1; current = \"t < 2 ? 0 : 0.2\"; });" \
          "records = ({ name = \"v\"; cells = \"b\"; cell = 3; });"

static void bits_do_not_depend_on_layout(void **state)
{
    (void)state;
    same_by_any_layout(TWO, 30);
}

static void interrupted_runs_go_on_to_the_same_bits(void **state)
{
    (void)state;
    same_after_interruptions(TWO, 3);
}

/* More steps without a sample than are evaluated at once. */
static void bits_do_not_depend_on_samples(void **state)
{
#define TEXT ONE "dt = 0.01; duration = 30.0; clamps = ({ current = \"0.2 * sin(t)\"; begin = 0.4; });"
    (void)state;
    struct trial often = trial_done("hines", TEXT "record_every = 1;", NULL, "hines", 1);
    struct trial once = trial_done("hines", TEXT "record_every = 3000;", NULL, "hines", 1);
    same_fields(&often, &once);
    assert_true(fabs(series_at(&once, "v", 1) + 65) > 0.1);
    trial_end(&once);
    trial_end(&often);
#undef TEXT
}

static void what_cannot_be_is_refused(void **state)
{
    static const struct {
        const char *keys, *table, *words;
    } cases[] = {
        {"current = 0.1; file = \"%s\";", "time,current\n1,1\n", "clamps: entry 0 has both current and file: give one"},
        {"begin = 1.0;", "", "clamps: entry 0 needs either current or file"},
        {"current = \"sin(x)\";", "", "unexpected 'x' at position 5; the variables are t"},
        {"current = \"1 / (t - 2.05)\";", "",
         "clamps: entry 0: current: the formula 1 / (t - 2.05) is inf at t = 2.05 ms"},
        {"current = 1e10;", "", "current"},
        {"current = \"2e9 * (t > 0)\";", "",
         "clamps: entry 0: the current is 2e+09 nA at t = 0.05 ms: at most 1e+09 in magnitude is allowed"},
        {"file = \"%s\";", "time,current\n0,1e300\n",
         "clamps: entry 0: the current is 1e+300 nA at t = 0.05 ms: at most 1e+09 in magnitude is allowed"},
        {"file = \"%s\";", "time,current\n-1e308,1\n1e308,2\n",
         ":2: time: -1e+308 ms must be at most 1e+12 ms in magnitude"},
        {"current = { file = \"%s\"; dataset = \"/x\"; };", "",
         "clamps: entry 0: a dataset of currents needs `duration`, its length in time"},
        {"duration = 5.0; current = { file = \"%s\"; dataset = \"/x\"; };", "", "dataset /x of "},
        {"file = \"/nowhere.csv\";", "", "/nowhere.csv"},
        {"file = \"%s\";", "", ":1: the table is empty; the first line must be: time, current"},
        {"file = \"%s\";", "time,current\n", ": the table has no rows"},
        {"file = \"%s\";", "time,current\n1,0.1\n2,much\n", ":3: current: 'much' is not a number"},
        {"file = \"%s\";", "time,current\n1,0.1\n1,0.2\n", ":3: time: 1 ms is not above the previous one, 1 ms"},
        {"file = \"%s\";", "time,current\n1,0.1,3\n", ":2: more than 2 columns instead of 2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char keys[512], text[1024];
        char *const path = temporary("clamp.csv", cases[i].table);
        snprintf(keys, sizeof keys, cases[i].keys, path);
        snprintf(text, sizeof text, ONE "dt = 0.1; duration = 4.0; clamps = ({ %s });", keys);
        trial_refused("hines", ST_CONFIG, cases[i].words, text, "hines");
        unlink(path);
        free(path);
    }
    /* Not finite where the clamp does not act. */
    struct trial t =
        trial_done("hines", ONE "dt = 0.1; duration = 4.0; clamps = ({ begin = 2.1; current = \"1 / (t - 2.05)\"; });",
                   NULL, "hines", 1);
    trial_end(&t);
}

/* With synapses over a region and channels in sections too. */
static void failed_allocations_leave_nothing(void **state)
{
    char *const path = temporary("clamp.csv", "time,current\n0,0.1\n1,0.2\n"), text[1024];
    int64_t failed = 0;
    (void)state;
    snprintf(text, sizeof text,
             "dt = 0.1; duration = 0.4; cells = ({ form = \"ball_and_stick\"; count = 2; compartments = 3; });"
             "channels = ({ type = \"hh\"; sections = [\"soma\"]; });"
             "synapses = ({ name = \"s\"; spread = \"area\"; count = 5; tau = 1.0; });"
             "connections = ({ form = \"ring\"; to = \"s\"; weight = 0.01; });"
             "clamps = ({ current = \"0.1 * t\"; }, { file = \"%s\"; });",
             path);
    for (int64_t k = 1, passed = 0; passed < 4; k = allocation_after(k)) {
        struct trial t;
        mem_fail_at(k);
        const enum status s = trial_complete(&t, "hines", text, NULL, "hines_simd", exec_host(2));
        mem_fail_at(0);
        if (s == ST_OK) trial_end(&t);
        passed = s == ST_OK ? passed + 1 : 0;
        failed += s == ST_NOMEM;
        if (s != ST_OK && s != ST_NOMEM) fail_msg("allocation %lld: %s", (long long)k, fail_text());
        if (mem_held(HOST)) fail_msg("allocation %lld: memory left", (long long)k);
    }
    assert_true(failed > 20);
    unlink(path);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(constants_are_numbers, nothing_left),
        cmocka_unit_test_teardown(potentials_approach_the_exact_ones, nothing_left),
        cmocka_unit_test_teardown(tables_are_straight_lines, nothing_left),
        cmocka_unit_test_teardown(tables_hold_their_rows, nothing_left),
        cmocka_unit_test_teardown(datasets_last_for_the_duration, nothing_left),
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(interrupted_runs_go_on_to_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(bits_do_not_depend_on_samples, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_is_refused, nothing_left),
        cmocka_unit_test_teardown(failed_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
