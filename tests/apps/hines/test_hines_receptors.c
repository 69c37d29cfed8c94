/* Synapses that open over time and that magnesium blocks: bits that do not depend on layout, method, threads or on an
 * interruption; their peak and their course; the block; refusals. */
#include "tests/apps/hines/same_runs.h"

#include <math.h>

#define CELLS \
    "dt = 0.05; duration = 12.0; record_every = 3;" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 70; sections = 20; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; });" \
    "membranes = ({ leak = 3e-4; reversal = -54.3; }); channels = ({ type = \"hh\"; });" \
    "synapses = ({ name = \"up\"; cells = \"a\"; section = 7; rise = 0.3; tau = 2.0; }," \
    "{ name = \"nmda\"; rise = 2.0; tau = 60.0; magnesium = 1.2; }," \
    "{ name = \"down\"; section = 0; tau = 6.0; e = -80.0; }, { name = \"drive\"; tau = 1.5; });" \
    "inputs = ({ synapse = \"drive\"; rate = 150.0; weight = 0.15; seed = 5; }," \
    "{ synapse = \"nmda\"; rate = 100.0; weight = 0.02; seed = 6; }," \
    "{ synapse = \"up\"; times = [3.1, 1.0, 3.1]; weight = 0.02; });" \
    "connections = ({ from = \"b\"; to = \"up\"; form = \"random\"; degree = 6; weight = 0.05; delay = 1.3; }," \
    "{ from = \"a\"; to = \"down\"; form = \"all\"; weight = 0.0005; delay = 0.2; }," \
    "{ to = \"nmda\"; form = \"ring\"; degree = 2; weight = 0.01; delay = 2.7; });"

static void bits_do_not_depend_on_layout(void **state)
{
    (void)state;
    same_by_any_layout(CELLS, 50);
}

static void interrupted_runs_go_on_to_the_same_bits(void **state)
{
    (void)state;
    same_after_interruptions(CELLS, 4);
}

#define ONE \
    "dt = 0.1; duration = 8.0; record_every = 1; scheme = \"backward_euler\";" \
    "cells = ({ form = \"cable\"; length = 100.0; diameter = 10.0; compartments = 1; });" \
    "membranes = ({ leak = 1e-4; }); records = ({ name = \"v\"; });" \
    "inputs = ({ synapse = \"s\"; times = [1.0, 4.0]; weight = 0.01; });"

/* g is the weight times the difference of two exponentials over its peak, each sampled at the beginnings of steps. */
static void conductances_rise_to_their_weight(void **state)
{
    static const double rise = 0.7, tau = 3;
    (void)state;
    struct trial t =
        trial_done("hines", ONE "synapses = ({ name = \"s\"; rise = 0.7; tau = 3.0; e = -10.0; });", NULL, "hines", 1);
    const double area = acos(-1.0) * 1000, storage = area * 1e-5 / 0.1, leak = area * 1e-4 * 1e-2;
    double v = -65, most = 0;
    for (double at = 0; at < 10; at += 1e-4) most = fmax(most, exp(-at / tau) - exp(-at / rise));
    for (int k = 0; k < 80; k++) {
        double g = 0;
        for (int from = 10; from <= k; from += 30)
            if (from <= 40) g += 0.01 * (exp(-0.1 * (k - from) / tau) - exp(-0.1 * (k - from) / rise)) / most;
        v = (storage * v + leak * -65 + g * -10) / (storage + leak + g);
        near(series_at(&t, "v", k + 1), v, 1e-8 + 40 * (double)REAL_EPS, "potential");
    }
    trial_end(&t);
}

/* In a step the current g B(v) (v - e) is linear about the potential of its beginning. */
static void magnesium_blocks_low_potentials(void **state)
{
    (void)state;
    struct trial t =
        trial_done("hines", ONE "synapses = ({ name = \"s\"; tau = 3.0; magnesium = 2.0; });", NULL, "hines", 1);
    const double area = acos(-1.0) * 1000, storage = area * 1e-5 / 0.1, leak = area * 1e-4 * 1e-2;
    double v = -65, g = 0;
    for (int k = 0; k < 80; k++) {
        if (k == 10 || k == 40) g += 0.01;
        const double b = 1 / (1 + 2.0 / 3.57 * exp(-0.062 * v)), slope = g * (b + 0.062 * b * (1 - b) * v);
        v = (storage * v + leak * -65 + slope * v - g * b * v) / (storage + leak + slope);
        near(series_at(&t, "v", k + 1), v, 40 * (double)REAL_EPS, "potential");
        g *= exp(-0.1 / 3);
    }
    trial_end(&t);
}

/* A conductance that would turn the sign of the matrix: the potential nears e without overshooting. */
static void strong_receptors_do_no_harm(void **state)
{
    (void)state;
    struct trial t = trial_done("hines", ONE "synapses = ({ name = \"s\"; tau = 30.0; magnesium = 1.0; });",
                                (const char *const[]){"inputs.0.weight=30.0", NULL}, "hines", 1);
    for (int k = 0; k <= 80; k++) {
        const double v = series_at(&t, "v", k);
        if (!(v >= -65.01 && v <= 40)) fail_msg("%g mV after %d steps", v, k);
    }
    assert_true(fabs(series_at(&t, "v", 80)) < 0.1);
    trial_end(&t);
}

static void what_cannot_be_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {"cells = ({ form = \"cable\"; }); synapses = ({ name = \"s\"; rise = 2.0; tau = 2.0; });",
         "entry 0: rise, 2 ms, must be at most 0.9999 of tau, 2 ms"},
        {"cells = ({ form = \"cable\"; }); synapses = ({ name = \"s\"; tau = 2.0; magnesium = -1.0; });", "magnesium"},
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
        cmocka_unit_test_teardown(conductances_rise_to_their_weight, nothing_left),
        cmocka_unit_test_teardown(magnesium_blocks_low_potentials, nothing_left),
        cmocka_unit_test_teardown(strong_receptors_do_no_harm, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
