/* Voltage clamps: their equation, step by step; the input conductance of a cable; bits that do not depend on layout. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

/* A level ends in the middle of a step: the clamp then counts by its share of the step. */
static void clamps_follow_their_equation(void **state)
{
    static const double level[] = {-20, -90, -40};
    (void)state;
    struct trial t = trial_done("hines",
                                "dt = 0.1; duration = 4.0; record_every = 1; scheme = \"backward_euler\";"
                                "cells = ({ form = \"cable\"; length = 100.0; diameter = 10.0; compartments = 1; });"
                                "membranes = ({ leak = 1e-4; }); records = ({ name = \"v\"; });"
                                "voltage_clamps = ({ name = \"i\"; begin = 0.5; resistance = 2.0;"
                                "levels = [-20.0, -90.0, -40.0]; durations = [1.0, 0.75, 1.2]; });",
                                NULL, "hines_simd", 1);
    const double area = acos(-1.0) * 1000, storage = area * 1e-5 / 0.1, leak = area * 1e-4 * 1e-2;
    double v = -65;
    for (int k = 0; k < 40; k++) {
        double g = 0, source = 0, current = 0;
        for (int i = 0; i < 3; i++) {
            static const double begin[] = {5, 15, 22.5}, end[] = {15, 22.5, 34.5};
            const double share = fmax(0, fmin(k + 1, end[i]) - fmax(k, begin[i]));
            g += share / 2, source += share / 2 * level[i];
        }
        v = (storage * v + leak * -65 + source) / (storage + leak + g);
        for (int i = 0; i < 3; i++) /* the clamp that holds in the middle of the step */
            if (k >= (int[]){5, 15, 22}[i] + (i == 2) && k < (int[]){15, 23, 34}[i]) current += (level[i] - v) / 2;
        near(series_at(&t, "v", k + 1), v, 50 * (double)REAL_EPS, "potential");
        if (k != 22 && k != 34)
            assert_true(fabs(series_at(&t, "i", k + 1) - current) <= 5e3 * (double)REAL_EPS * fmax(1, fabs(v)));
    }
    trial_end(&t);
}

/* The current that holds the end of a sealed cable: (v - E) / (R lambda) tanh(length / lambda). */
static void held_cables_take_the_current_of_cable_theory(void **state)
{
    (void)state;
    struct trial t = trial_done(
        "hines",
        "dt = 1e2; duration = 1e4; scheme = \"backward_euler\"; record_every = 100; initial = -70.0; ends = true;"
        "cells = ({ form = \"cable\"; length = 800.0; diameter = 2.0; compartments = 41; });"
        "membranes = ({ leak = 5e-5; reversal = -70.0; resistivity = 150.0; });"
        "voltage_clamps = ({ name = \"i\"; at = 0.0; levels = [-50.0]; durations = [1e9]; resistance = 0.01; });"
        "records = ({ name = \"v\"; at = 0.0; });",
        NULL, "hines", 1);
    const double rm = 1 / 5e-5, ra = 150, d = 2e-4, lambda = sqrt(rm * d / (4 * ra)), l = 800e-4 / lambda; /* cm */
    const double held = series_at(&t, "v", 1) + 70, ohm = 4 * ra * lambda / (acos(-1.0) * d * d);
    near(held, 20, 1e-3, "potential");
    near(series_at(&t, "i", 1), 1e6 * held / ohm * tanh(l), sizeof(real) == 8 ? 1e-3 : 3e-2, "current"); /* nA */
    trial_end(&t);
}

static void bits_do_not_depend_on_layout(void **state)
{
    static const char text[] =
        "dt = 0.05; duration = 6.0; record_every = 2;"
        "cells = ({ name = \"a\"; form = \"random_tree\"; count = 40; sections = 20; compartments = 2; },"
        "{ name = \"b\"; form = \"ball_and_stick\"; count = 9; compartments = 5; });"
        "membranes = ({ leak = 3e-4; reversal = -54.3; }); channels = ({ type = \"hh\"; cells = \"a\"; });"
        "voltage_clamps = ({ name = \"i\"; cell = 5; levels = [-65.0, -10.0]; durations = [1.0, 3.0]; },"
        "{ name = \"j\"; cells = \"b\"; cell = 2; section = 1; levels = [-30.0]; durations = [2.02]; });";
    static const char *const schemes[] = {"scheme=\"backward_euler\"", "scheme=\"crank_nicolson\"",
                                          "scheme=\"sdirk2\""};
    (void)state;
    exec_small_work(0);
    for (int q = 0; q < 3; q++) {
        struct trial a =
            trial_done("hines", text, (const char *const[]){schemes[q], "layout=\"flat\"", NULL}, "hines", 1);
        struct trial b = trial_done("hines", text, (const char *const[]){schemes[q], NULL}, "hines_simd", 3);
        assert_true(trial_difference(&a, &b) == 0);
        for (int64_t k = 0; k <= 60; k++)
            assert_true(series_at(&a, "i", k) == series_at(&b, "i", k) &&
                        series_at(&a, "j", k) == series_at(&b, "j", k));
        if (!(fabs(series_at(&a, "i", 36)) > 0.01) || series_at(&a, "i", 60) != 0) fail_msg("no clamp");
        trial_end(&b);
        trial_end(&a);
    }
    exec_small_work(SMALL_WORK);
}

/* A pulse within a step has its full charge under every scheme, current times duration over capacitance, like three
 * pulses of complete steps, and gives a warning. */
static void no_charge_of_a_short_pulse_is_lost(void **state)
{
    static const char *const schemes[] = {"scheme=\"backward_euler\"", "scheme=\"crank_nicolson\"",
                                          "scheme=\"sdirk2\""};
#define CELL \
    "dt = 5.0; duration = 20.0; record_every = 1; records = ({ name = \"v\"; });" \
    "cells = ({ form = \"cable\"; length = 100.0; diameter = 10.0; compartments = 1; });"
    (void)state;
    for (int q = 0; q < 3; q++) {
        const char *const sets[] = {schemes[q], NULL};
        struct trial t =
            trial_done("hines", CELL "clamps = ({ begin = 0.1; duration = 0.5; current = 1.0; });", sets, "hines", 1);
        near(series_at(&t, "v", 4) + 65, 0.5 / (acos(-1.0) * 1000 * 1e-5), 1e3 * (double)REAL_EPS, "charge");
        assert_string_equal(t.sim.caveats, "clamps: entry 0 acts for 0.5 ms, less than a step of 5 ms, over which its "
                                           "charge is spread: take a dt of at most 0.5 ms");
        trial_end(&t);
        t = trial_done(
            "hines", CELL "voltage_clamps = ({ levels = [-60.0, -50.0]; durations = [6.0, 2.0]; resistance = 1.0; });",
            sets, "hines", 1);
        assert_non_null(strstr(t.sim.caveats, "voltage_clamps: entry 0 acts for 2 ms, less than a step of 5 ms"));
        trial_end(&t);
        t = trial_done("hines", CELL "clamps = ({ begin = 5.0; duration = 5.0; current = 0.05; });", sets, "hines", 1);
        assert_string_equal(t.sim.caveats, "");
        trial_end(&t);
    }
#undef CELL
}

/* Currents of 5 nA into 3 um of cable in place of 300, and of 1000 nA, charge cells to volts: there is a warning, even
 * if the potential is back at rest in the end. */
static void impossible_potentials_are_warned_of(void **state)
{
#define CELL \
    "dt = 0.025; duration = 40.0; record_every = 10; membranes = ({ leak = 3e-3; reversal = -65.0; });" \
    "cells = ({ name = \"first\"; form = \"cable\"; length = 300.0; diameter = 10.0; compartments = 3; count = 2; }," \
    "{ name = \"second\"; form = \"cable\"; length = 300.0; diameter = 10.0; compartments = 3; count = 3; });"
    static const struct {
        const char *config, *set, *words;
    } cases[] = {
        {CELL "clamps = ({ cells = \"second\"; cell = 1; duration = 5.0; current = 1.0; });", "threshold=0.0", ""},
        {CELL "clamps = ({ cells = \"second\"; cell = 1; duration = 5.0; current = 1000.0; });", "threshold=0.0",
         "cell 1 of group 'second' reaches a potential of "},
        {CELL "clamps = ({ cells = \"second\"; cell = 2; duration = 5.0; current = -5.0; });", "cells.1.length=3.0",
         "cell 2 of group 'second' reaches a potential of "},
    };
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct trial t = trial_done("hines", cases[i].config, (const char *const[]){cases[i].set, NULL}, "hines", 1);
        if (*cases[i].words ? !strstr(t.sim.caveats, cases[i].words) ||
                                  !strstr(t.sim.caveats, "beyond 1000 mV: look at the units of lengths, which are um")
                            : *t.sim.caveats != 0)
            fail_msg("case %d said: %s", i, t.sim.caveats);
        trial_end(&t);
    }
#undef CELL
}

/* Under 10 times the capacitance over a step the schemes have the same spikes, far beyond they do not, and there is a
 * warning. */
static void synapses_too_strong_for_a_step_are_warned_of(void **state)
{
    static const struct {
        const char *weight, *words;
    } cases[] = {{"inputs.0.weight=0.9", ""},
                 {"inputs.0.weight=1e9", "synapse 's' of group 'c' reaches 1e+09 uS, 9.95e+09 times the capacitance of "
                                         "its compartment over a step, beyond 10"}};
    (void)state;
    for (int i = 0; i < 2; i++)
        for (int q = 0; q < 3; q++) {
            static const char *const schemes[] = {"scheme=\"backward_euler\"", "scheme=\"crank_nicolson\"",
                                                  "scheme=\"sdirk2\""};
            struct trial t = trial_done(
                "hines",
                "dt = 0.025; duration = 60.0; cells = ({ name = \"c\"; form = \"ball_and_stick\"; compartments = 5; });"
                "membranes = ({ leak = 3e-4; reversal = -54.3; }); channels = ({ type = \"hh\"; });"
                "synapses = ({ name = \"s\"; tau = 2.0; section = 0; });"
                "inputs = ({ synapse = \"s\"; weight = 1.0; times = [10.0, 30.0, 50.0]; });",
                (const char *const[]){cases[i].weight, schemes[q], NULL}, "hines", 1);
            if (*cases[i].words ? !strstr(t.sim.caveats, cases[i].words) : *t.sim.caveats != 0)
                fail_msg("said: %s", t.sim.caveats);
            if (!i) assert_int_equal(field_of(&t, "spike_time").dims[0], 3);
            trial_end(&t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(clamps_follow_their_equation, nothing_left),
        cmocka_unit_test_teardown(held_cables_take_the_current_of_cable_theory, nothing_left),
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(no_charge_of_a_short_pulse_is_lost, nothing_left),
        cmocka_unit_test_teardown(impossible_potentials_are_warned_of, nothing_left),
        cmocka_unit_test_teardown(synapses_too_strong_for_a_step_are_warned_of, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
