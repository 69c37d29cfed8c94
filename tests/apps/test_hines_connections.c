/* The spikes that arrive at synapses: by connections, from forms and lists, by trains and by files. */
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

#include "apps/hines/synapses/synapses.h"
#include "tests/apps/hines_network.h"

#define ONE \
    "dt = 0.1; duration = 8.0; record_every = 1; scheme = \"backward_euler\";" \
    "cells = ({ form = \"cable\"; length = 100.0; diameter = 10.0; compartments = 1; });" \
    "membranes = ({ leak = 1e-4; });" \
    "synapses = ({ name = \"s\"; tau = 2.0; e = -10.0; }, { name = \"t\"; tau = 0.7; e = -90.0; });" \
    "inputs = ({ synapse = \"s\"; times = [1.0, 2.04, 2.06, 5.0]; weight = 0.01; }," \
    "{ synapse = \"t\"; times = [2.0]; weight = 0.02; }); records = ({ name = \"v\"; });"

/* Those of a run, as integers. */
struct joined {
    const int64_t *from, *to, *synapse;
    int64_t count;
};

static struct joined joined(struct trial *t)
{
    const struct array from = field_of(t, "connection_from");
    return (struct joined){from.data, field_of(t, "connection_to").data, field_of(t, "connection_synapse").data,
                           from.dims[0]};
}

#define CELLS \
    "duration = 1.0; cells = ({ name = \"a\"; form = \"cable\"; count = 9; }, { name = \"b\"; form = \"cable\"; " \
    "count = " \
    "5; }); synapses = ({ name = \"s\"; tau = 1.0; }, { name = \"t\"; cells = \"b\"; tau = 1.0; });"

static void connections_join_whom_their_form_says(void **state)
{
    (void)state;
    struct trial t = trial_done(
        "hines", CELLS "connections = ({ from = \"b\"; to = \"t\"; form = \"ring\"; degree = 2; weight = 1.0; });",
        NULL, "hines", 1);
    struct joined c = joined(&t);
    assert_int_equal(c.count, 10);
    for (int64_t i = 0; i < 10; i++) {
        assert_int_equal(c.from[i], 9 + i / 2);
        assert_int_equal(c.to[i], 9 + (i / 2 + 1 + i % 2) % 5);
        assert_int_equal(c.synapse[i], 1);
    }
    trial_end(&t);
    t = trial_done("hines", CELLS "connections = ({ from = \"b\"; to = \"s\"; form = \"all\"; weight = 1.0; });", NULL,
                   "hines", 1);
    c = joined(&t);
    assert_int_equal(c.count, 5 * 13);
    int pairs[14][14] = {{0}};
    for (int64_t i = 0; i < 5 * 13; i++) pairs[c.from[i]][c.to[i]]++;
    for (int from = 0; from < 14; from++)
        for (int to = 0; to < 14; to++) assert_int_equal(pairs[from][to], from >= 9 && from != to);
    trial_end(&t);
}

/* Each synapse has `degree` cells, all different and none its own; every pair is drawn about as often. */
static void random_connections_are_even(void **state)
{
    int drawn[14][14] = {{0}}, others = 0;
    enum { SEEDS = 600, DEGREE = 4 };
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        char set[64];
        int now[14][14] = {{0}}, count[14] = {0};
        snprintf(set, sizeof set, "connections.0.seed=%d", seed);
        const char *const sets[] = {set, NULL};
        struct trial t;
        good(trial_begin(&t, "hines",
                         CELLS "connections = ({ to = \"s\"; form = \"random\"; degree = 4; weight = 1.0; });", sets,
                         "hines", exec_host(1)));
        const struct joined c = joined(&t);
        assert_int_equal(c.count, 14 * DEGREE);
        for (int64_t i = 0; i < 14 * DEGREE; i++) {
            const int64_t from = c.from[i], to = c.to[i];
            assert_true(from != to && !now[from][to]++);
            count[to]++, drawn[from][to]++;
        }
        for (int i = 0; i < 14; i++) assert_int_equal(count[i], DEGREE);
        trial_end(&t);
    }
    const double expected = (double)SEEDS * DEGREE / 13, deviation = sqrt(expected * (1 - DEGREE / 13.0));
    for (int from = 0; from < 14; from++)
        for (int to = 0; to < 14; to++) others += from != to && fabs(drawn[from][to] - expected) > 4.5 * deviation;
    assert_int_equal(others, 0);
}

/* A network and the list of its connections as a file. */
static void lists_repeat_a_network(void **state)
{
    static const char *const names[] = {"up", "down", "drive", "again"};
    (void)state;
    struct trial t = trial_done("hines", NETWORK, NULL, "hines", 1);
    char *const path = temporary("connections.csv", "");
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    fputs("from, to, synapse, weight, delay\n", out);
    const struct joined c = joined(&t);
    const double *const weight = field_of(&t, "connection_weight").data;
    const double *const delay = field_of(&t, "connection_delay").data;
    for (int64_t i = c.count - 1; i >= 0; i--)
        fprintf(out, "%lld,%lld, %s, %.17g, %.17g\n", (long long)c.from[i], (long long)c.to[i], names[c.synapse[i]],
                weight[i], delay[i]);
    assert_int_equal(fclose(out), 0);
    char set[512];
    snprintf(set, sizeof set, "connections=({form=\"list\";file=\"%s\";weight=1.0;})", path);
    struct trial listed = trial_done("hines", NETWORK, (const char *const[]){set, NULL}, "hines", 2);
    const struct array a = field_of(&t, "spike_step"), b = field_of(&listed, "spike_step");
    assert_true(a.dims[0] == b.dims[0] && !memcmp(a.data, b.data, (size_t)a.dims[0] * sizeof(int64_t)));
    assert_int_equal(joined(&listed).count, c.count);
    trial_end(&listed);
    trial_end(&t);
    unlink(path);
    free(path);
}

/* Counts of a step have the distribution of Poisson, by the moments of many; and only between begin and end. */
static void trains_are_of_poisson(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const double mean = (double[]){0.01, 0.7, 9, 100}[i], none = exp(-mean);
        double sum = 0, squares = 0, p = none, below = 0;
        enum { DRAWS = 200000 };
        for (int k = 0; k < DRAWS; k++) {
            const double count = (double)train_arrivals(mean, none, (k + 0.5) / DRAWS);
            sum += count, squares += (count - mean) * (count - mean);
        }
        near(sum / DRAWS, mean, 1e-3, "mean");
        near(squares / DRAWS, mean, 5e-3, "variance");
        for (int count = 0; count < 8; p *= mean / ++count) {
            if (p > 1e-9) assert_int_equal(train_arrivals(mean, none, below + p / 2), count);
            below += p;
        }
    }
    static const char *const seeds[] = {"inputs.0.seed=1", "inputs.0.seed=2"};
    double arrived[2];
    real first[2];
    for (int i = 0; i < 2; i++) {
        struct trial t = trial_done(
            "hines",
            "dt = 0.1; duration = 100.0; cells = ({ form = \"cable\"; count = 400; });"
            "synapses = ({ name = \"s\"; tau = 1e9; }); inputs = ({ synapse = \"s\"; rate = 50.0; weight = 1.0;"
            "begin = 20.0; end = 80.0; });",
            (const char *const[]){seeds[i], NULL}, "hines_simd", 2);
        const real *const g = field_of(&t, "conductance").data;
        arrived[i] = metrics_get(&t.sim.metrics, "arrivals");
        double sum = 0;
        for (int k = 0; k < 400; k++) sum += (double)g[k];
        near(sum, arrived[i], 1e-4, "sum of conductances");
        assert_true(fabs(arrived[i] - 400 * 3) < 5 * sqrt(400 * 3.0));
        first[i] = g[0] + 100 * g[1] + 1000 * g[2] + 10000 * g[3];
        trial_end(&t);
    }
    assert_true(first[0] != first[1]);
}

/* The same times from a file, which names cells; comments and blanks are skipped. */
static void files_of_spikes_are_read(void **state)
{
    (void)state;
    char *const path = temporary("spikes.csv", "time, cell\n# first\n2.06, 0\n1.0,0\n\n 5.0 , 0\n2.04,0\n7.96,0\n");
    char set[512];
    snprintf(set, sizeof set, "inputs.0={synapse=\"s\";file=\"%s\";weight=0.01;end=7.0;}", path);
    struct trial t = trial_done("hines", ONE, NULL, "hines", 1);
    struct trial read = trial_done("hines", ONE, (const char *const[]){set, NULL}, "hines", 1);
    assert_true(trial_difference(&t, &read) == 0);
    trial_end(&read);
    trial_end(&t);
    unlink(path);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(connections_join_whom_their_form_says, nothing_left),
        cmocka_unit_test_teardown(random_connections_are_even, nothing_left),
        cmocka_unit_test_teardown(lists_repeat_a_network, nothing_left),
        cmocka_unit_test_teardown(trains_are_of_poisson, nothing_left),
        cmocka_unit_test_teardown(files_of_spikes_are_read, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
