/* Gap junctions: bits that do not depend on layout, method, threads or on an interruption; the recurrence of two cells;
 * charge that is kept; refusals. */
#include "tests/apps/hines/same_runs.h"

#include <math.h>

/* More cells than one part has, joined in rings, within a cell and across groups. */
#define CELLS \
    "dt = 0.05; duration = 6.0; record_every = 3;" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 90; sections = 40; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; });" \
    "membranes = ({ leak = 3e-4; reversal = -54.3; }); channels = ({ type = \"hh\"; });" \
    "clamps = ({ cells = \"b\"; current = 0.5; begin = 0.52; duration = 2.03; });" \
    "gaps = ({ form = \"ring\"; from = \"a\"; conductance = 0.002; from_section = 3; to_section = 7; to_at = 1.0; }," \
    "{ form = \"ring\"; from = \"b\"; conductance = 0.01; from_named = \"dendrite[0]\"; }," \
    "{ from = \"a\"; to = \"b\"; conductance = 0.003; }, { from = \"a\"; to = \"a\"; to_section = 5; conductance = " \
    "0.003; }," \
    "{ from = \"a\"; from_cell = 60; to = \"b\"; to_cell = 30; conductance = 0.004; });"

static void bits_do_not_depend_on_layout(void **state)
{
    (void)state;
    same_by_any_layout(CELLS, 30);
}

static void interrupted_runs_go_on_to_the_same_bits(void **state)
{
    (void)state;
    same_after_interruptions(CELLS, 2);
}

#define TWO \
    "dt = 0.1; duration = 5.0; record_every = 1; initial = -65.0;" \
    "cells = ({ name = \"x\"; form = \"cable\"; count = 2; length = 100.0; diameter = 10.0; compartments = 1; });" \
    "records = ({ name = \"v\"; }, { name = \"w\"; cell = 1; });"

/* Backward Euler has (C/dt + G + g) v' = C/dt v + G E + I + g w, and the same for w. */
static void cells_follow_their_recurrence(void **state)
{
    (void)state;
    struct trial t = trial_done("hines",
                                TWO "scheme = \"backward_euler\"; membranes = ({ leak = 1e-4; });"
                                    "clamps = ({ cell = 0; current = 0.3; });"
                                    "gaps = ({ to_cell = 1; conductance = 0.05; });",
                                NULL, "hines_simd", 1);
    const double area = acos(-1.0) * 1000, storage = area * 1e-5 / 0.1, leak = area * 1e-4 * 1e-2, g = 0.05;
    double v = -65, w = -65;
    for (int k = 0; k < 50; k++) {
        const double next = (storage * v + leak * -65 + 0.3 + g * w) / (storage + leak + g);
        w = (storage * w + leak * -65 + g * v) / (storage + leak + g);
        v = next;
        near(series_at(&t, "v", k + 1), v, 30 * (double)REAL_EPS, "potential");
        near(series_at(&t, "w", k + 1), w, 30 * (double)REAL_EPS, "potential beside");
    }
    trial_end(&t);
}

/* Without leak the mean moves by I t / 2 C, and the difference relaxes at 2 g / C. The error of steps half as long is
 * at most half as large. */
static void schemes_near_the_exact_course(void **state)
{
    static const char *const schemes[] = {"scheme=\"backward_euler\"", "scheme=\"crank_nicolson\"",
                                          "scheme=\"sdirk2\""};
    const double c = acos(-1.0) * 1000 * 1e-5, rise = 0.3 * 0.5 / c,
                 apart = 0.3 / (2 * 0.05) * -expm1(-2 * 0.05 * 0.5 / c);
    (void)state;
    for (int q = 0; q < 3; q++) {
        double off[2][2];
        for (int half = 0; half < 2; half++) {
            const char *const sets[] = {schemes[q], half ? "dt=0.005" : "dt=0.01",
                                        half ? "record_every=100" : "record_every=50", NULL};
            struct trial t = trial_done("hines",
                                        TWO "clamps = ({ cell = 0; current = 0.3; });"
                                            "gaps = ({ to_cell = 1; conductance = 0.05; });",
                                        sets, "hines", 2);
            const double v = series_at(&t, "v", 1) + 65, w = series_at(&t, "w", 1) + 65;
            off[half][0] = v + w - rise, off[half][1] = v - w - apart;
            trial_end(&t);
        }
        for (int k = 0; k < 2; k++)
            if (!(fabs(off[1][k]) < 0.55 * fabs(off[0][k]) + (sizeof(real) == 8 ? 0 : 1e-3)))
                fail_msg("%s: %g and %g mV off", schemes[q], off[0][k], off[1][k]);
    }
}

/* Backward Euler takes any conductance; potentials stay between those at the beginning. */
static void strong_junctions_do_no_harm(void **state)
{
    (void)state;
    struct trial t = trial_done("hines",
                                TWO "scheme = \"backward_euler\"; membranes = ({ leak = 1e-4; reversal = -50.0; });"
                                    "gaps = ({ to_cell = 1; conductance = 1e4; });"
                                    "voltage_clamps = ({ levels = [-20.0]; durations = [1.0]; });",
                                NULL, "hines", 1);
    for (int k = 0; k <= 50; k++) {
        const double v = series_at(&t, "v", k), w = series_at(&t, "w", k);
        if (!(v >= -65.001 && v <= -19.999 && w >= -65.001 && w <= -19.999)) fail_msg("%g and %g mV", v, w);
    }
    trial_end(&t);
}

#define BALLS "cells = ({ name = \"x\"; form = \"ball_and_stick\"; count = 2; }); gaps = "

static void what_cannot_be_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {BALLS "({ to_cell = 2; conductance = 0.1; });", "gaps: entry 0 names cell 2, but the group has 2, from 0"},
        {BALLS "({ to = \"y\"; conductance = 0.1; });", "gaps: entry 0: 'y' does not name a group of cells"},
        {BALLS "({ to_section = 2; conductance = 0.1; });",
         "gaps: entry 0 names section 2, but the cell has 2, from 0"},
        {BALLS "({ conductance = 0.1; });", "gaps: entry 0 joins a place with itself"},
        {"cells = ({ form = \"ball_and_stick\"; }); gaps = ({ form = \"ring\"; conductance = 0.1; });",
         "gaps: entry 0: a ring needs a group of at least 2 cells"},
        {BALLS "({ conductance = -0.1; });", "conductance"},
        {BALLS "({ form = \"ring\"; to_cell = 1; conductance = 0.1; });", "to_cell"},
        {BALLS "({ from_named = \"knee[1]\"; conductance = 0.1; });", "'knee[1]' does not name a section"},
        {BALLS "({ to_cell = 1; conductance = 100.0; });", "gaps: the junctions of a place of entry 0, 100 uS, are 199 "
                                                           "times its capacitance over a step, beyond 2: take a "
                                                           "dt of at most 0.00025 ms, or the scheme backward_euler"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("hines", ST_CONFIG, cases[i][1], cases[i][0], "hines");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(interrupted_runs_go_on_to_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(cells_follow_their_recurrence, nothing_left),
        cmocka_unit_test_teardown(schemes_near_the_exact_course, nothing_left),
        cmocka_unit_test_teardown(strong_junctions_do_no_harm, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
