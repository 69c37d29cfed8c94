/* Networks of neurons: bits that do not depend on layout, method, threads, or on an interruption; synapses against
 * their recurrence; when spikes arrive. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/apps/hines_network.h"
#include "tests/support/tridiag_cases.h"

static const char *const compared[] = {"potential", "gates", "conductance", "spike_time", "spike_cell", "spike_step"};

static void same_fields(struct trial *a, struct trial *b)
{
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
        const struct array x = field_of(a, compared[i]), y = field_of(b, compared[i]);
        const size_t bytes = x.type == REAL32 ? 4 : 8;
        assert_true(x.dims[0] == y.dims[0]);
        if (memcmp(x.data, y.data, (size_t)x.dims[0] * bytes)) fail_msg("another %s", compared[i]);
    }
}

static void bits_do_not_depend_on_layout(void **state)
{
    static const struct {
        const char *method, *sets[4];
        int threads;
    } by[] = {{"hines", {"layout=\"block\""}, 3},
              {"hines", {"layout=\"interleaved\""}, 2},
              {"hines_simd", {"layout=\"flat\""}, 2},
              {"hines_simd", {"layout=\"block\"", "record_every=1"}, 5},
              {"hines_simd", {"layout=\"interleaved\"", "record_every=100"}, 1},
              {"hines_padded", {"layout=\"block\""}, 8}};
    static const char *const flat[] = {"layout=\"flat\"", NULL};
    (void)state;
    exec_small_work(0);
    struct trial first = trial_done("hines", NETWORK, flat, "hines", 1);
    if (field_of(&first, "spike_time").dims[0] < 150) fail_msg("few spikes");
    for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
        struct trial other = trial_done("hines", NETWORK, by[k].sets, by[k].method, by[k].threads);
        same_fields(&first, &other);
        if (by[k].sets[1] == NULL)
            assert_true(series_at(&first, "one", 133) == series_at(&other, "one", 133) &&
                        series_at(&first, "two", 133) == series_at(&other, "two", 133));
        trial_end(&other);
    }
    exec_small_work(SMALL_WORK);
    trial_end(&first);
}

/* The state of one run continues in another, as through a checkpoint: spikes in transit still arrive. */
static void interrupted_runs_go_on_to_the_same_bits(void **state)
{
    (void)state;
    struct trial whole = trial_done("hines", NETWORK, NULL, "hines_simd", 2);
    for (int64_t stop = 1; stop < whole.sim.steps; stop += 7) {
        if (!cell_wanted(stop / 7, 0, 3)) continue;
        struct trial half, rest;
        struct array from[ARRAYS_MAX], to[ARRAYS_MAX];
        int count = 0;
        good(trial_begin(&half, "hines", NETWORK, NULL, "hines_simd", exec_host(1)));
        while (half.sim.step < stop) good(half.sim.app->step(&half.sim));
        good(sim_arrays(&half.sim, from, &count));
        assert_string_equal(from[1].name, "spike_time");
        good(trial_begin(&rest, "hines", NETWORK, NULL, "hines", exec_host(3)));
        good(rest.sim.app->resize(&rest.sim, from[1].dims[0]));
        count = rest.sim.app->arrays(&rest.sim, to);
        for (int a = 0; a < count; a++)
            memcpy(to[a].data, from[a].data, (size_t)to[a].dims[0] * (to[a].type == REAL32 ? 4 : 8));
        good(rest.sim.app->send(&rest.sim));
        trial_end(&half);
        rest.sim.step = stop;
        while (rest.sim.step < rest.sim.steps) good(rest.sim.app->step(&rest.sim));
        same_fields(&whole, &rest);
        trial_end(&rest);
    }
    trial_end(&whole);
}

#define ONE \
    "dt = 0.1; duration = 8.0; record_every = 1; scheme = \"backward_euler\";" \
    "cells = ({ form = \"cable\"; length = 100.0; diameter = 10.0; compartments = 1; });" \
    "membranes = ({ leak = 1e-4; });" \
    "synapses = ({ name = \"s\"; tau = 2.0; e = -10.0; }, { name = \"t\"; tau = 0.7; e = -90.0; });" \
    "inputs = ({ synapse = \"s\"; times = [1.0, 2.04, 2.06, 5.0]; weight = 0.01; }," \
    "{ synapse = \"t\"; times = [2.0]; weight = 0.02; }); records = ({ name = \"v\"; });"

/* (C/dt + G + sum g) v' = C/dt v + G E + sum g e, and then g e^(-dt/tau). */
static void synapses_follow_their_recurrence(void **state)
{
    (void)state;
    struct trial t = trial_done("hines", ONE, NULL, "hines", 1);
    const double area = acos(-1.0) * 1000, storage = area * 1e-5 / 0.1, leak = area * 1e-4 * 1e-2;
    double v = -65, g[2] = {0, 0};
    for (int k = 0; k < 80; k++) {
        if (k == 10 || k == 20 || k == 21 || k == 50) g[0] += 0.01;
        if (k == 20) g[1] += 0.02;
        v = (storage * v + leak * -65 + g[0] * -10 + g[1] * -90) / (storage + leak + g[0] + g[1]);
        g[0] *= exp(-0.1 / 2), g[1] *= exp(-0.1 / 0.7);
        near(series_at(&t, "v", k + 1), v, 30 * (double)REAL_EPS, "potential");
    }
    const real *const left = field_of(&t, "conductance").data;
    near((double)left[0], g[0], 100 * (double)REAL_EPS, "conductance");
    near((double)left[1], g[1], 100 * (double)REAL_EPS, "conductance");
    trial_end(&t);
}

/* The first cell fires; the other one has a synapse that only its spikes reach. Spikes are noticed at the end of a
 * step, and arrive before the step nearest to their time, of two the later: as in NEURON. */
static void spikes_arrive_after_their_delay(void **state)
{
    static const struct {
        double delay;
        int steps;
    } cases[] = {{0.1, 1}, {0.149, 1}, {0.15, 2}, {0.2, 2}, {1.0, 10}, {1.26, 13}, {5.0, 50}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "dt = 0.1; duration = 9.0; cells = ({ name = \"a\"; form = \"cable\"; length = 20.0; diameter = 20.0;"
                 "compartments = 1; count = 2; }); channels = ({ type = \"hh\"; });"
                 "clamps = ({ cell = 0; current = 0.4; begin = 0.2; duration = 0.8; });"
                 "synapses = ({ name = \"s\"; cell = 1; tau = 3.0; });"
                 "connections = ({ to = \"s\"; form = \"all\"; weight = 0.001; delay = %g; });",
                 cases[i].delay);
        struct trial t = trial_done("hines", text, NULL, "hines", 2);
        assert_int_equal(field_of(&t, "spike_time").dims[0], 1);
        const double time = *(const double *)field_of(&t, "spike_time").data;
        const int64_t noticed = *(const int64_t *)field_of(&t, "spike_step").data;
        const int64_t left = 90 - (noticed + 1 + cases[i].steps);
        assert_true(time > 0.1 * (double)noticed && time <= 0.1 * (double)(noticed + 1) + 1e-9);
        if (left < 1) fail_msg("the spike at %g ms is late", time);
        near((double)*(const real *)field_of(&t, "conductance").data, 0.001 * exp(-0.1 * (double)left / 3),
             300 * (double)REAL_EPS, "conductance");
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(interrupted_runs_go_on_to_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(synapses_follow_their_recurrence, nothing_left),
        cmocka_unit_test_teardown(spikes_arrive_after_their_delay, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
