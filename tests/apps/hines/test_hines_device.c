/* Neurons on the device: by every layout and method the bits of the host, where neither compiler contracts products and
 * sums. In the flavours cuhost the kernels run on the host, in an order that CUHOST_SEED chooses. */
#include "tests/apps/hines/same_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/device/device.h"
#include "base/memory.h"

#if defined BANDSTAND_CUHOST_TESTS && !defined BANDSTAND_CONTRACTED
enum { SAME_BITS = true, PLAYED = true };
#elif defined BANDSTAND_CUHOST_TESTS
enum { SAME_BITS = false, PLAYED = true };
#else
enum { SAME_BITS = false, PLAYED = false };
#endif

static struct exec device;

/* Each seed takes others of the cases. */
static int seed(void)
{
    const char *const given = getenv("CUHOST_SEED");
    return given ? atoi(given) : 0;
}

/* Cells of three forms and of odd sizes, all layouts with padding. */
#define CELLS(count) \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = " count "; sections = 9; compartments = 3; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 3; compartments = 7; }," \
    "{ name = \"c\"; form = \"binary_tree\"; levels = 4; length = 40.0; diameter = 4.0; });"
#define FIRING \
    "dt = 0.05; duration = 4.0; record_every = 3;" CELLS( \
        "5") "membranes = ({ leak = 1e-4; }, { region = \"soma\"; leak = 3e-4; capacitance = 0.9; });" \
             "channels = ({ type = \"hh\"; region = \"soma\"; }, { type = \"hh\"; cells = \"c\"; }," \
             "{ type = \"traub\"; cells = \"b\"; region = \"dendrite\"; g = [0.01]; });" \
             "clamps = ({ current = 0.5; begin = 0.52; duration = 1.03; }, { cells = \"b\"; section = 1; at = 1.0; " \
             "current = " \
             "0.3; }, { cells = \"b\"; section = 1; at = 1.0; current = \"0.1 * t\"; begin = 1.53; }," \
             "{ cells = \"a\"; cell = 3; current = \"t / 20\"; });" \
             "records = ({ name = \"one\"; cell = 2; }, { name = \"two\"; cells = \"b\"; section = 1; at = 0.9; });"
#define PYRAMIDAL \
    "dt = 0.05; duration = 3.0; record_every = 3; temperature = 34.0;" CELLS( \
        "2") "membranes = ({ leak = 5e-5; reversal = -80.0; });" \
             "calcium = ({ gamma = 0.0005; tau = 122.0; }, { cells = \"b\"; region = \"soma\"; depth = 0.2; });" \
             "channels = ({ type = \"hh\"; }, { type = \"ca_hva\"; }, { type = \"ca_lva\"; region = \"dendrite\"; }," \
             "{ type = \"sk\"; g = [1e-4]; }, { type = \"ih\"; factor = \"1 + d / 100\"; }, { type = \"leak\"; g = " \
             "[1e-5]; });" \
             "voltage_clamps = ({ name = \"held\"; cells = \"b\"; begin = 0.32; resistance = 0.1; levels = [-50.0, " \
             "20.0]; " \
             "durations = [0.9, 0.6]; }); clamps = ({ current = 0.2; duration = 2.0; });" \
             "records = ({ name = \"one\"; cells = \"c\"; at = 0.0; }, { name = \"inside\"; variable = " \
             "\"calcium.concentration\"; }, { name = \"flow\"; cells = \"b\"; variable = \"i_membrane\"; }," \
             "{ name = \"na\"; variable = \"hh.i_na\"; section = 2; });"
/* Several blocks of cells, with currents that jump only into one. */
#define BLOCKS \
    "dt = 0.05; duration = 0.4; record_every = 2;" CELLS( \
        "301") "membranes = ({ leak = 1e-4; });" \
               "clamps = ({ cells = \"a\"; cell = 17; current = 0.5; begin = 0.17; });" \
               "records = ({ name = \"one\"; cell = 17; variable = \"i_capacity\"; }, { name = \"two\"; cell = 300; " \
               "variable = " \
               "\"i_axial\"; at = 1.0; });"

/* Synapses of every kind, several on a node, inputs of every kind, connections, and gap junctions. */
#define NETWORK \
    "dt = 0.05; duration = 8.0; record_every = 3;" CELLS( \
        "7") "membranes = ({ leak = 3e-4; reversal = -54.3; });" \
             "channels = ({ type = \"hh\"; region = \"soma\"; }, { type = \"hh\"; cells = \"c\"; });" \
             "synapses = ({ name = \"up\"; tau = 2.0; }, { name = \"slow\"; tau = 6.0; rise = 0.7; e = -10.0; }," \
             "{ name = \"nmda\"; tau = 9.0; magnesium = 1.0; section = 1; cells = \"b\"; }," \
             "{ name = \"down\"; tau = 3.0; e = -80.0; });" \
             "inputs = ({ synapse = \"up\"; rate = 900.0; weight = 0.08; seed = 5; }," \
             "{ synapse = \"slow\"; rate = 2000.0; weight = 0.002; seed = 6; begin = 1.0; }," \
             "{ synapse = \"nmda\"; times = [0.3, 1.0, 1.01, 0.3]; weight = 0.004; });" \
             "connections = ({ to = \"slow\"; form = \"all\"; weight = 0.003; delay = 0.3; }," \
             "{ to = \"down\"; form = \"ring\"; degree = 3; weight = 0.004; delay = 1.13; });" \
             "gaps = ({ form = \"ring\"; from = \"a\"; conductance = 1e-4; }, { from = \"a\"; to = \"b\"; " \
             "conductance = " \
             "2e-4; });" \
             "records = ({ name = \"one\"; cell = 6; }, { name = \"two\"; cells = \"b\"; cell = 2; });"

static void compare_series(const struct trial *a, const struct trial *b)
{
    assert_int_equal(a->sim.series.count, b->sim.series.count);
    for (int64_t c = 0; c < a->sim.series.count; c++) {
        const struct column *const x = &a->sim.series.column[c], *const y = &b->sim.series.column[c];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->count, y->count);
        for (int64_t i = 0; i < x->count; i++)
            if (SAME_BITS ? x->value[i] != y->value[i] : !(fabs(x->value[i] - y->value[i]) <= 1e-3))
                fail_msg("%s: %.17g, not %.17g", x->name, x->value[i], y->value[i]);
    }
}

static void compare(struct trial *a, struct trial *b)
{
    compare_series(a, b);
    if (SAME_BITS) same_fields(a, b);
    else assert_int_equal(field_of(a, "spike_time").dims[0], field_of(b, "spike_time").dims[0]);
}

static struct trial done_there(const char *text, const char *const *sets, const char *method)
{
    struct trial t;
    good(trial_complete(&t, "hines", text, sets, method, device));
    return t;
}

static const char *const layouts[] = {"layout=\"flat\"", "layout=\"interleaved\"", "layout=\"block\""};

/* Case k, of layouts, methods and schemes. */
static void same_in_both_spaces(const char *text, int k, int64_t spikes)
{
    const char *const sets[] = {layouts[k % 3], same_runs_schemes[k / 3 % 3], NULL};
    struct trial here = trial_done("hines", text, sets, "hines", 1);
    struct trial there = done_there(text, sets, k / 9 % 2 ? "hines_ragged" : "hines");
    if (field_of(&here, "spike_time").dims[0] < spikes)
        fail_msg("%lld spikes", (long long)field_of(&here, "spike_time").dims[0]);
    compare(&here, &there);
    assert_true(here.sim.caveats[0] == there.sim.caveats[0]);
    trial_end(&here);
    trial_end(&there);
}

static void every_layout_has_the_bits_of_the_host(void **state)
{
    (void)state;
    for (int k = seed() % 2; k < 18; k += 2) same_in_both_spaces(FIRING, k, 5);
}

static void every_channel_has_the_bits_of_the_host(void **state)
{
    (void)state;
    for (int k = seed() % 5; k < 18; k += 5) same_in_both_spaces(PYRAMIDAL, k, 0);
}

static void networks_have_the_bits_of_the_host(void **state)
{
    (void)state;
    for (int k = seed() % 4; k < 18; k += 4) same_in_both_spaces(NETWORK, k, 10);
}

static void cells_of_each_block_take_their_own_steps(void **state)
{
    (void)state;
    same_in_both_spaces(BLOCKS, 3 + seed() % 6, 0);
}

static void give(struct trial *from, struct trial *to, int64_t step)
{
    struct array x[ARRAYS_MAX], y[ARRAYS_MAX];
    int count = 0;
    good(sim_arrays(&from->sim, x, &count));
    for (int i = 0; i < count; i++)
        if (!strcmp(x[i].name, "spike_time")) good(to->sim.app->resize(&to->sim, x[i].dims[0]));
    to->sim.app->arrays(&to->sim, y);
    for (int i = 0; i < count; i++) memcpy(y[i].data, x[i].data, (size_t)x[i].dims[0] * (x[i].type == REAL32 ? 4 : 8));
    to->sim.step = step;
    good(to->sim.app->send(&to->sim));
}

/* From one space to the other and back. */
static void go_on_in_the_other_space(const char *text)
{
    struct trial whole = trial_done("hines", text, NULL, "hines", 1), part[3];
    assert_true(whole.sim.steps > 3);
    for (int k = 0; k < 3; k++) {
        good(trial_begin(&part[k], "hines", text, NULL, "hines", k == 1 ? exec_host(1) : device));
        if (k) give(&part[k - 1], &part[k], k);
        while (part[k].sim.step < (k < 2 ? k + 1 : whole.sim.steps)) good(part[k].sim.app->step(&part[k].sim));
    }
    if (SAME_BITS) same_fields(&whole, &part[2]);
    for (int k = 0; k < 3; k++) trial_end(&part[k]);
    trial_end(&whole);
}

static void states_go_on_in_the_other_space(void **state)
{
    (void)state;
    go_on_in_the_other_space(FIRING);
    go_on_in_the_other_space(NETWORK);
}

static void potentials_that_are_not_finite_are_found(void **state)
{
    struct trial t;
    struct array a[ARRAYS_MAX];
    (void)state;
    good(trial_begin(&t, "hines", FIRING, NULL, "hines", device));
    good(t.sim.app->step(&t.sim));
    good(t.sim.app->fetch(&t.sim));
    t.sim.app->arrays(&t.sim, a);
    ((real *)a[0].data)[3] = (real)NAN;
    good(t.sim.app->send(&t.sim));
    assert_int_equal(t.sim.app->step(&t.sim), ST_FAILED);
    assert_non_null(strstr(fail_text(), "a potential becomes non-finite before t = 2.1 ms"));
    trial_end(&t);
}

static void no_memory(void **state)
{
    (void)state;
    for (int64_t k = 1, more = 1; more; k += 3) {
        struct trial t;
        mem_fail_at(k);
        const enum status s = trial_begin(&t, "hines", NETWORK, NULL, "hines", device);
        mem_fail_at(0);
        if (s == ST_OK) trial_end(&t), more = 0;
        else assert_int_equal(s, ST_NOMEM);
        assert_int_equal(nothing_left(state), 0);
    }
}

static void no_device(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    static const char name[] = "hines on the device " REAL_NAME;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_layout_has_the_bits_of_the_host, nothing_left),
        cmocka_unit_test_teardown(every_channel_has_the_bits_of_the_host, nothing_left),
        cmocka_unit_test_teardown(networks_have_the_bits_of_the_host, nothing_left),
        cmocka_unit_test_teardown(cells_of_each_block_take_their_own_steps, nothing_left),
        cmocka_unit_test_teardown(states_go_on_in_the_other_space, nothing_left),
        cmocka_unit_test_teardown(potentials_that_are_not_finite_are_found, nothing_left),
        cmocka_unit_test_teardown(no_memory, nothing_left),
    };
    if (device_exec(&device, 1) != ST_OK && !PLAYED) {
        const struct CMUnitTest nothing[] = {{fail_text(), no_device, NULL, NULL, NULL}};
        return cmocka_run_group_tests_name(name, nothing, NULL, NULL);
    }
    const int failed = cmocka_run_group_tests_name(name, tests, NULL, NULL);
    device_exec_end(&device);
    return failed;
}
