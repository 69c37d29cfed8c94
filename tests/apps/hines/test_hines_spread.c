/* Synapses that are spread over a region: their number and places, the same results as at named places, as targets of
 * connections and inputs, and by any layout. */
#include "tests/apps/hines/same_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SYNAPSES(keys) "synapses = ({ name = \"first\"; tau = 2.0; }, { name = \"s\"; tau = 2.0; seed = 7; " keys " });"
#define BALLS \
    "dt = 0.05; duration = 0.1; cells = ({ name = \"a\"; form = \"ball_and_stick\"; count = 3; length = 400.0;" \
    "diameter = 2.0; soma_diameter = 30.0; compartments = 8; }, { name = \"b\"; form = \"cable\"; count = 2;" \
    "length = 100.0; diameter = 4.0; compartments = 5; region = \"axon\"; });"

/* Synapses after the five of the first entry, one on each cell. */
static int64_t spread_of(struct trial *t)
{
    return field_of(t, "synapse_cell").dims[0] - 5;
}

static void there_are_as_many_as_asked_for(void **state)
{
    static const struct {
        const char *keys;
        int64_t synapses;
    } cases[] = {
        {BALLS SYNAPSES("spread = \"length\"; count = 9;"), 45},
        {BALLS SYNAPSES("spread = \"length\"; count = 9; cells = \"a\";"), 27},
        {BALLS SYNAPSES("spread = \"area\"; count = 4; region = \"axon\";"), 8},
        {BALLS SYNAPSES("spread = \"area\"; count = 4; cells = \"b\"; cell = 1;"), 4},
        {BALLS SYNAPSES("spread = \"length\"; density = 0.1; region = \"dendrite\";"), 3 * 40},
        {BALLS SYNAPSES("spread = \"length\"; density = 0.0312; region = \"soma\";"), 3}, /* 0.936 each */
        {BALLS SYNAPSES("spread = \"length\"; density = 0.1;"), 3 * 43 + 2 * 10},
        {BALLS SYNAPSES("spread = \"area\"; density = 0.01; region = \"dendrite\";"), 3 * 25}, /* 800 pi um^2 */
        {BALLS SYNAPSES("spread = \"area\"; density = 0.01; region = \"axon\";"), 2 * 13},     /* 400 pi um^2 */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial t = trial_done("hines", cases[i].keys, NULL, "hines", 1);
        assert_int_equal(spread_of(&t), cases[i].synapses);
        trial_end(&t);
    }
}

/* Compartments have synapses by their length or area: the soma, 30 um and 900 pi um^2, and a dendrite, 400 um and 800
 * pi um^2, each of 8. */
static void places_are_drawn_evenly(void **state)
{
    enum { COUNT = 20000, PARTS = 8 };
    static const char *const keys[] = {BALLS SYNAPSES("spread = \"length\"; count = 20000; cells = \"a\"; cell = 1;"),
                                       BALLS SYNAPSES("spread = \"area\"; count = 20000; cells = \"a\"; cell = 1;")};
    static const double soma[] = {30.0 / 430, 900.0 / 1700};
    (void)state;
    for (int k = 0; k < 2; k++) {
        int found[2][PARTS] = {{0}};
        struct trial t = trial_done("hines", keys[k], NULL, "hines", 1);
        assert_int_equal(spread_of(&t), COUNT);
        const int64_t *const cell = field_of(&t, "synapse_cell").data, *const section =
                                                                           field_of(&t, "synapse_section").data;
        const double *const at = field_of(&t, "synapse_at").data;
        for (int64_t i = 5; i < 5 + COUNT; i++) {
            assert_true(cell[i] == 1 && section[i] >= 0 && section[i] < 2);
            found[section[i]][(int)(at[i] * PARTS)]++;
        }
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < PARTS; i++) {
                const double p = (s ? 1 - soma[k] : soma[k]) / PARTS;
                assert_true(fabs(found[s][i] - COUNT * p) < 4.5 * sqrt(COUNT * p * (1 - p)));
            }
        trial_end(&t);
    }
}

static void another_seed_has_other_places(void **state)
{
    double sum[2] = {0};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const char *const set = i ? "synapses.1.seed=8" : "synapses.1.seed=7";
        struct trial t = trial_done("hines", BALLS SYNAPSES("spread = \"length\"; count = 20;"),
                                    (const char *const[]){set, NULL}, "hines", 1);
        const double *const at = field_of(&t, "synapse_at").data;
        for (int k = 0; k < 100; k++) sum[i] += at[5 + k] * (k + 1);
        trial_end(&t);
    }
    assert_true(sum[0] != sum[1]);
}

/* The potentials are those of synapses that are named one by one, at the places that the result gives. */
static void synapses_are_those_at_places(void **state)
{
#define CELL \
    "dt = 0.05; duration = 8.0; record_every = 10; membranes = ({ leak = 1e-4; }); channels = ({ type = \"hh\"; });" \
    "cells = ({ form = \"random_tree\"; sections = 30; compartments = 3; seed = 5; });" \
    "records = ({ name = \"v\"; section = 7; });"
    enum { COUNT = 12 };
    char text[4096];
    int used;
    (void)state;
    struct trial t = trial_done("hines",
                                CELL "synapses = ({ name = \"s\"; tau = 2.0; rise = 0.4; spread = \"area\"; count = 12;"
                                     "region = \"dendrite\"; });"
                                     "inputs = ({ synapse = \"s\"; times = [1.0, 2.5]; weight = 0.002; });",
                                NULL, "hines", 1);
    const int64_t *const section = field_of(&t, "synapse_section").data;
    const double *const at = field_of(&t, "synapse_at").data;
    used = snprintf(text, sizeof text, "%s synapses = (", CELL);
    for (int i = 0; i < COUNT; i++)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{ name = \"s%d\"; tau = 2.0; rise = 0.4; section = %lld; at = %.17g; }", i ? "," : "", i,
                         (long long)section[i], at[i]);
    used += snprintf(text + used, sizeof text - (size_t)used, "); inputs = (");
    for (int i = 0; i < COUNT; i++)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{ synapse = \"s%d\"; times = [1.0, 2.5]; weight = 0.002; }", i ? "," : "", i);
    snprintf(text + used, sizeof text - (size_t)used, ");");
    struct trial named = trial_done("hines", text, NULL, "hines", 1);
    assert_true(trial_difference(&t, &named) == 0);
    for (int i = 0; i <= 16; i++) assert_true(series_at(&t, "v", i) == series_at(&named, "v", i));
    assert_true(fabs(series_at(&t, "v", 8) + 65) > 1);
    trial_end(&named);
    trial_end(&t);
#undef CELL
}

#define NET \
    BALLS SYNAPSES("spread = \"length\"; cells = \"a\"; density = 0.02; region = \"dendrite\";") /* 8 on each \
                                                                                                  */

/* Every form reaches all synapses of a cell. */
static void connections_reach_all_of_a_cell(void **state)
{
    char *const path = temporary("list.csv", "from,to,synapse,weight,delay\n4,1,s,0.5,1\n3,2,first,1,1\n0,0,s,1,2\n");
    char list[1024];
    const struct {
        const char *keys;
        int to[3]; /* connections of each of the three cells */
    } cases[] = {{NET "connections = ({ form = \"all\"; from = \"a\"; to = \"s\"; weight = 1.0; });", {16, 16, 16}},
                 {NET "connections = ({ form = \"ring\"; from = \"a\"; to = \"s\"; weight = 1.0; });", {8, 8, 8}},
                 {NET "connections = ({ form = \"random\"; from = \"b\"; to = \"s\"; weight = 1.0; });", {8, 8, 8}},
                 {list, {8, 8, 1}}};
    (void)state;
    snprintf(list, sizeof list, NET "connections = ({ form = \"list\"; file = \"%s\"; weight = 1.0; });", path);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial t = trial_done("hines", cases[i].keys, NULL, "hines", 1);
        const struct array from = field_of(&t, "connection_from");
        const int64_t *const sender = from.data, *const to = field_of(&t, "connection_to").data;
        const int64_t *const number = field_of(&t, "connection_number").data, *const on =
                                                                                  field_of(&t, "synapse_cell").data;
        int found[3] = {0}, reached[64] = {0};
        for (int64_t k = 0; k < from.dims[0]; k++) {
            assert_true(to[k] < 3 && on[number[k]] == to[k]);
            if (i == 1) assert_int_equal(to[k], (sender[k] + 1) % 3);
            found[to[k]]++, reached[number[k]]++;
        }
        for (int k = 0; k < 3; k++) assert_int_equal(found[k], cases[i].to[k]);
        for (int k = 5; k < 5 + 24; k++) assert_int_equal(reached[k], i == 3 ? k < 5 + 16 : i == 0 ? 2 : 1);
        trial_end(&t);
    }
    unlink(path);
    free(path);
}

/* A time of a file arrives at each synapse of the cell. */
static void files_of_spikes_reach_all_of_a_cell(void **state)
{
    char text[1024];
    char *const path = temporary("spikes.csv", "time,cell\n0.0,1\n");
    (void)state;
    snprintf(text, sizeof text, NET "inputs = ({ synapse = \"s\"; file = \"%s\"; weight = 0.001; });", path);
    struct trial t = trial_done("hines", text, NULL, "hines", 1);
    const real *const g = field_of(&t, "conductance").data;
    for (int k = 0; k < 24; k++) assert_true((g[5 + k] > 0) == (k / 8 == 1));
    assert_true(metrics_get(&t.sim.metrics, "arrivals") == 8);
    trial_end(&t);
    unlink(path);
    free(path);
}

#define CELLS \
    "dt = 0.05; duration = 6.0; record_every = 3;" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 90; sections = 40; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; });" \
    "membranes = ({ leak = 3e-4; reversal = -54.3; }); channels = ({ type = \"hh\"; });" \
    "synapses = ({ name = \"up\"; spread = \"area\"; density = 5e-4; tau = 2.0; seed = 2; }," \
    "{ name = \"down\"; cells = \"a\"; spread = \"length\"; region = \"dendrite\"; count = 5; tau = 6.0; e = -80.0; " \
    "});" \
    "inputs = ({ synapse = \"up\"; rate = 500.0; weight = 0.01; seed = 5; });" \
    "connections = ({ from = \"b\"; to = \"down\"; form = \"random\"; degree = 3; weight = 0.002; delay = 1.3; });"

static void bits_do_not_depend_on_layout(void **state)
{
    (void)state;
    same_by_any_layout(CELLS, 30);
}

static void interrupted_runs_go_on_to_the_same_bits(void **state)
{
    (void)state;
    same_after_interruptions(CELLS, 3);
}

static void what_cannot_be_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {BALLS SYNAPSES("spread = \"length\";"), "synapses: entry 1, which is spread, needs either count or density"},
        {BALLS SYNAPSES("spread = \"area\"; count = 3; density = 0.1;"),
         "synapses: entry 1, which is spread, has both count and density: give one"},
        {BALLS "synapses = ({ name = \"s\"; tau = 2.0; count = 3; });",
         "synapses.0.count: applies only to spread length or area, not to none"},
        {BALLS "synapses = ({ name = \"s\"; tau = 2.0; spread = \"area\"; count = 3; section = 1; });",
         "synapses.0.section: applies only to spread none, not to area"},
        {BALLS SYNAPSES("spread = \"area\"; count = 3; region = \"apical\";"),
         "synapses: entry 1 is for the region apical, but no section of any group belongs to it"},
        {BALLS SYNAPSES("spread = \"area\"; count = 3; cells = \"b\"; region = \"soma\";"),
         "synapses: entry 1 is for the region soma, but no section of the group 'b' belongs to it"},
        {BALLS SYNAPSES("spread = \"area\"; count = 3; cells = \"c\";"),
         "synapses: entry 1: 'c' does not name a group of cells"},
        {BALLS SYNAPSES("spread = \"length\"; count = 3; cells = \"a\"; cell = 3;"),
         "synapses: entry 1 names cell 3, but the group has 3, from 0"},
        {BALLS SYNAPSES("spread = \"length\"; density = 1e-4;"),
         "synapses: entry 1: with a density of 0.0001 no cell has a synapse"},
        {BALLS SYNAPSES("spread = \"length\"; density = 1e8;"),
         "synapses: entry 1 has more than 1000000000 synapses per cell"},
        {BALLS SYNAPSES("spread = \"length\"; count = 3; cells = \"a\";") "connections = ({ form = \"ring\"; to = "
                                                                          "\"s\"; weight = 1.0; });",
         "connections: entry 0: a ring of 5 cells needs a synapse 's' on each, not 3"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("hines", ST_CONFIG, cases[i][1], cases[i][0], "hines");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(there_are_as_many_as_asked_for, nothing_left),
        cmocka_unit_test_teardown(places_are_drawn_evenly, nothing_left),
        cmocka_unit_test_teardown(another_seed_has_other_places, nothing_left),
        cmocka_unit_test_teardown(synapses_are_those_at_places, nothing_left),
        cmocka_unit_test_teardown(connections_reach_all_of_a_cell, nothing_left),
        cmocka_unit_test_teardown(files_of_spikes_reach_all_of_a_cell, nothing_left),
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(interrupted_runs_go_on_to_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
