/* Mechanisms of membranes against NEURON, whose potentials scripts/hines-mechanisms.py has written into tests/data. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/config/csv.h"

/* The scheme of NEURON's second order, and its cell. A sample a millisecond. */
#define BY "dt = 0.025; record_every = 40; scheme = \"crank_nicolson\"; duration = 200.0;"
#define BALL \
    "cells = ({ name = \"ball\"; form = \"ball_and_stick\"; length = 300.0; diameter = 2.0; soma_diameter = 20.0; });"
#define BOTH "records = ({ name = \"v0\"; section = 0; }, { name = \"v1\"; section = 1; });"

struct against {
    const char *name, *text;
    const char *const sets[4];
    double most[2]; /* mV, in double and in float; more where a current jumps, for which NEURON has no smaller steps */
};

static const struct against cases[] = {
    {"calcium",
     BY BALL BOTH
     "membranes = ({ leak = 1e-4; reversal = 125.0; }); temperature = 8.0; channels = ({ type = \"hh\"; region = "
     "\"soma\"; }, { type = \"ca_hva\"; g = [5e-4]; },"
     "{ type = \"ca_lva\"; g = [2e-4]; }, { type = \"sk\"; g = [2e-3]; e = [-77.0]; });"
     "calcium = ({ gamma = 0.02; tau = 20.0; }, { region = \"dendrite\"; gamma = 0.02; tau = 40.0; depth = 0.2; });",
     {NULL},
     {1e-5, 0.5}},
    {"ih",
     BY BALL BOTH "membranes = ({ leak = 1e-4; }); temperature = 34.0;"
                  "channels = ({ type = \"ih\"; region = \"soma\"; g = [2e-4]; },"
                  "{ type = \"ih\"; region = \"dendrite\"; g = [2e-3]; });"
                  "clamps = ({ begin = 20.0; duration = 100.0; current = -0.3; });",
     {NULL},
     {1e-3, 0.01}},
    {"synapses",
     BY BALL BOTH "membranes = ({ leak = 1e-4; }); channels = ({ type = \"hh\"; region = \"soma\"; });"
                  "synapses = ({ name = \"ampa\"; section = 1; rise = 0.2; tau = 1.7; },"
                  "{ name = \"nmda\"; section = 1; at = 0.75; rise = 2.0; tau = 65.0; magnesium = 1.0; },"
                  "{ name = \"inhibition\"; rise = 1.0; tau = 8.0; e = -80.0; });"
                  "inputs = ({ synapse = \"ampa\"; times = [20.01, 60.01, 61.01, 120.01]; weight = 0.02; },"
                  "{ synapse = \"nmda\"; times = [20.01, 60.01, 61.01, 120.01, 121.01]; weight = 0.03; },"
                  "{ synapse = \"inhibition\"; times = [90.01, 122.01]; weight = 0.01; });",
     {NULL},
     {1e-3, 0.5}},
    {"gap",
     BY "cells = ({ name = \"ball\"; form = \"ball_and_stick\"; length = 300.0; diameter = 2.0; },"
        "{ name = \"other\"; form = \"ball_and_stick\"; length = 300.0; diameter = 2.0; });"
        "membranes = ({ leak = 1e-4; }, { cells = \"ball\"; reversal = 125.0; });"
        "channels = ({ type = \"hh\"; region = \"soma\"; });"
        "gaps = ({ conductance = 0.01; from_section = 1; to = \"other\"; });"
        "records = ({ name = \"v0\"; }, { name = \"v1\"; cells = \"other\"; });",
     {NULL},
     {1e-5, 0.5}},
    {"gradient",
     BY BALL
     "temperature = 34.0; membranes = ({ region = \"soma\"; leak = 1e-4; });"
     "channels = ({ type = \"ih\"; region = \"dendrite\"; g = [2e-4]; factor = \"-0.8696 + 2.087 * exp(d / "
     "123)\"; }, { type = \"leak\"; region = \"dendrite\"; g = [1e-5]; e = [-65.0]; factor = \"1 + d / 10\"; });"
     "clamps = ({ begin = 20.0; duration = 100.0; current = -0.5; });"
     "records = ({ name = \"v0\"; section = 0; }, { name = \"v1\"; section = 1; at = 0.99; });",
     {NULL},
     {1e-3, 0.01}},
};
enum { CASES = sizeof cases / sizeof *cases, PLACES = 2 };

struct comparing {
    struct trial *t;
    int64_t sample;
    double apart, low, high;
};

static enum status compare_row(void *context, const struct csv *row)
{
    struct comparing *const c = context;
    for (int k = 0; k < PLACES; k++) {
        double theirs;
        const double ours = series_at(c->t, k ? "v1" : "v0", c->sample);
        TRY(csv_number(row, 1 + k, &theirs));
        c->apart = fmax(c->apart, fabs(ours - theirs)), c->low = fmin(c->low, ours), c->high = fmax(c->high, ours);
    }
    c->sample++;
    return ST_OK;
}

static void potentials_are_those_of_neuron(void **state)
{
    static const char *const column[] = {"time", "v0", "v1"};
    int wrong = 0;
    (void)state;
    for (int i = 0; i < CASES; i++) {
        char path[64];
        struct trial t = trial_done("hines", cases[i].text, cases[i].sets, "hines_simd", 1);
        struct comparing c = {.t = &t};
        snprintf(path, sizeof path, "tests/data/hines_%s.csv", cases[i].name);
        good(csv_read(path, column, 1 + PLACES, compare_row, &c));
        print_message("%s: %lld samples from %.1f to %.1f mV, at most %.3g mV apart\n", cases[i].name,
                      (long long)c.sample, c.low, c.high, c.apart);
        wrong += c.sample != 201 || !(c.apart <= cases[i].most[sizeof(real) == 4]) || c.high - c.low < 20;
        trial_end(&t);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(potentials_are_those_of_neuron, nothing_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
