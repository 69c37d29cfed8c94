/* Faults of the keys and files of neurons and their networks, each one sentence, combinations of keys, and allocations
 * that fail. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

static void wrong_keys_are_reported(void **state)
{
#define CELL "cells = ({ form = \"cable\"; });"
    static const struct {
        const char *text, *words;
    } cases[] = {
        {CELL "clamps = ({ current = 1.0; section = 1; });", "clamps: entry 0 names section 1, but the cell has 1"},
        {CELL "clamps = ({ current = 1.0; cell = 1; });", "clamps: entry 0 names cell 1, but the group has 1"},
        {CELL "records = ({ name = \"v\"; cells = \"x\"; });", "records: entry 0: 'x' does not name a group of cells"},
        {CELL "membranes = ({ cells = \"x\"; leak = 1e-4; });",
         "membranes: entry 0: 'x' does not name a group of cells"},
        {CELL "channels = ({ type = \"hh\"; }, { type = \"hh\"; cells = \"x\"; });",
         "channels: entry 1: 'x' does not name a group of cells"},
        {CELL "membranes = ({ leak = 1e-4; }, { region = \"soma\"; leak = 1e-4; });",
         "membranes: entry 1 is for the region soma, but no section of any group belongs to it"},
        {CELL "channels = ({ type = \"hh\"; cells = \"cells\"; region = \"axon\"; });",
         "channels: entry 0 is for the region axon, but no section of the group 'cells' belongs to it"},
        {"cells = ({ name = \"a\"; form = \"cable\"; region = \"axon\"; }, { name = \"b\"; form = \"cable\"; });"
         "channels = ({ type = \"hh\"; cells = \"b\"; region = \"axon\"; });",
         "channels: entry 0 is for the region axon, but no section of the group 'b' belongs to it"},
        {"cells = ({ form = \"cable\"; levels = 3; });",
         "cells.0.levels: applies only to form binary_tree, not to cable"},
        {"cells = ({ form = \"cable\"; file = \"/proc/version\"; });",
         "cells.0.file: applies only to form swc, not to cable"},
        {"cells = ({ form = \"swc\"; file = \"/proc/version\"; diameter = 2.0; });",
         "cells.0.diameter: applies only to form cable, ball_and_stick, binary_tree or random_tree, not to swc"},
        {"cells = ({ name = \"\"; form = \"cable\"; });",
         "entry 0: the name is empty, but an empty name means all groups"},
        {CELL "records = ({ name = \"\"; });", "records: '' cannot be the name of a column"},
        {CELL "records = ({ name = \".\"; });", "records: '.' cannot be the name of a column"},
        {CELL "records = ({ name = \"/\"; });", "records: '/' cannot be the name of a column"},
        {CELL "records = ({ name = \"a/b\"; });", "records: 'a/b' cannot be the name of a column"},
        {CELL "voltage_clamps = ({ name = \"a/b\"; levels = [0.0]; durations = [1.0]; });",
         "voltage_clamps: 'a/b' cannot be the name of a column"},
        {CELL "records = ({ name = \"time\"; });", "there is already a column 'time'"},
        {CELL "channels = ({ type = \"ca\"; });", "'ca' is not a type of channel; the types are hh, traub"},
        {CELL "channels = ({ type = \"hh\"; g = [1.0, 1.0, 1.0]; });", "channels of type hh have 2 currents"},
        {"cells = ({ form = \"cable\"; }, { form = \"cable\"; });", "two groups are called 'cells'"},
        {"cells = ({ form = \"swc\"; });", "needs a file"},
        {CELL "dt = 1e-9; duration = 1e4;", "steps of 1e-09 ms"},
    };
#undef CELL
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("hines", ST_CONFIG, cases[i].words, cases[i].text, "hines");
    trial_refused("hines", ST_REFUSED, "trees in which a row does not hang on the row before it are not supported",
                  "cells = ({ form = \"binary_tree\"; });", "unbranched");
}

/* A value that a later entry does not give is that of an earlier one, whatever is given between them. */
static void later_membranes_keep_what_they_do_not_give(void **state)
{
#define CELL \
    "duration = 2.0; cells = ({ form = \"ball_and_stick\"; compartments = 9; }); clamps = ({ current = 0.3; });"
#define FIRST "{ resistivity = 150.0; capacitance = 2.0; leak = 2e-4; reversal = -70.0; }"
    static const char *const given[] = {
        CELL "membranes = (" FIRST ", { region = \"soma\"; leak = 4e-4; }, { cells = \"cells\"; region = \"dendrite\";"
             "resistivity = 80.0; }, { region = \"soma\"; reversal = -60.0; });",
        CELL "membranes = ({ capacitance = 3.0; }, { leak = 0.0; }, { leak = 1e-4; capacitance = 0.5; });"};
    static const char *const meant[] = {
        CELL
        "membranes = ({ region = \"soma\"; resistivity = 150.0; capacitance = 2.0; leak = 4e-4; reversal = -60.0; },"
        "{ region = \"dendrite\"; resistivity = 80.0; capacitance = 2.0; leak = 2e-4; reversal = -70.0; });",
        CELL "membranes = ({ resistivity = 100.0; capacitance = 0.5; leak = 1e-4; reversal = -65.0; });"};
#undef FIRST
#undef CELL
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct trial a = trial_done("hines", given[i], NULL, "hines", 1);
        struct trial b = trial_done("hines", meant[i], NULL, "hines", 1);
        assert_true(trial_difference(&a, &b) == 0);
        trial_end(&a);
        trial_end(&b);
    }
}

#define CELLS \
    "duration = 1.0; cells = ({ name = \"a\"; form = \"cable\"; count = 9; }, { name = \"b\"; form = \"cable\"; " \
    "count = " \
    "5; }); synapses = ({ name = \"s\"; tau = 1.0; }, { name = \"t\"; cells = \"b\"; tau = 1.0; });"
#define RANDOM "form = \"random\"; to = \"t\"; weight = 1.0;"

static void wrong_keys_of_networks_are_reported(void **state)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"cells = ({ form = \"cable\"; }); synapses = ({ name = \"s\"; tau = 1.0; cells = \"x\"; });",
         "synapses: entry 0: 'x' does not name a group of cells"},
        {"cells = ({ form = \"cable\"; }); synapses = ({ name = \"s\"; tau = 1.0; cell = 1; });",
         "synapses: entry 0 names cell 1, but the group has 1"},
        {"cells = ({ form = \"cable\"; }); synapses = ({ name = \"s\"; tau = 1.0; section = 2; });",
         "synapses: entry 0 names section 2, but the cell has 1"},
        {"cells = ({ form = \"cable\"; }); synapses = ({ name = \"s\"; tau = 0.0; });", "tau"},
        {"cells = ({ form = \"cable\"; }); synapses = ({ name = \"s\"; tau = 1.0; }, { name = \"s\"; tau = 2.0; });",
         "two synapses are called 's'"},
        {CELLS "voltage_clamps = ({ levels = [1.0, 2.0]; durations = [1.0]; });",
         "entry 0 has 2 levels, but 1 durations"},
        {CELLS
         "voltage_clamps = ({ name = \"v\"; levels = [1.0]; durations = [1.0]; }); records = ({ name = \"v\"; });",
         "there is already a column 'v'"},
        {CELLS "voltage_clamps = ({ cell = 9; levels = [1.0]; durations = [1.0]; });",
         "voltage_clamps: entry 0 names cell 9, but the group has 9"},
        {CELLS "inputs = ({ synapse = \"u\"; weight = 1.0; rate = 1.0; });", "entry 0: 'u' does not name a synapse"},
        {CELLS "inputs = ({ synapse = \"s\"; weight = -1.0; rate = 1.0; });", "weight"},
        {CELLS "inputs = ({ synapse = \"s\"; weight = 1.0; rate = 1.0; times = [1.0]; });",
         "entry 0 has more than one of rate, times and file: give one"},
        {CELLS "inputs = ({ synapse = \"s\"; weight = 1.0; rate = 1e8; });",
         "entry 0: 1e+08 Hz are 2500 arrivals in a step of 0.025 ms, at most 100"},
        {CELLS "inputs = ({ synapse = \"s\"; weight = 1.0; });", "entry 0 needs one of rate, times and file"},
        {CELLS "inputs = ({ synapse = \"s\"; weight = 1.0; rate = 0.0; times = [1.0]; });",
         "entry 0 has more than one of rate, times and file: give one"},
        {CELLS "inputs = ({ synapse = \"s\"; weight = 1.0; times = [1.0]; seed = 2; });",
         "inputs.0.seed: applies only with rate"},
        {CELLS "connections = ({ form = \"all\"; to = \"s\"; weight = 1.0; degree = 2; });",
         "connections.0.degree: applies only to form ring or random, not to all"},
        {CELLS "connections = ({ form = \"ring\"; to = \"s\"; weight = 1.0; seed = 2; });",
         "connections.0.seed: applies only to form random, not to ring"},
        {CELLS "connections = ({ form = \"list\"; file = \"/proc/version\"; weight = 1.0; delay = 2.0; });",
         "connections.0.delay: applies only to form ring, random or all, not to list"},
        {CELLS "connections = ({ form = \"list\"; weight = 1.0; });", "entry 0 of form list needs a file"},
        {CELLS "connections = ({ form = \"all\"; weight = 1.0; });", "entry 0 needs 'to', the name of a synapse"},
        {CELLS "connections = ({ form = \"all\"; weight = 1.0; to = \"u\"; });",
         "entry 0: 'u' does not name a synapse"},
        {CELLS "connections = ({ form = \"all\"; weight = -0.1; to = \"s\"; });", "weight"},
        {CELLS "connections = ({ form = \"all\"; weight = 1.0; to = \"s\"; delay = 0.02; });",
         "entry 0: a delay of 0.02 ms: must be from one time step, 0.025 ms, to 1000000 of them"},
        {CELLS "connections = ({ from = \"c\"; " RANDOM " });",
         "connections: entry 0: 'c' does not name a group of cells"},
        {CELLS "connections = ({ from = \"b\"; degree = 5; " RANDOM " });",
         "connections: entry 0: degree 5 exceeds the 4 cells to draw from"},
        {CELLS "connections = ({ form = \"ring\"; to = \"t\"; weight = 1.0; });",
         "connections: entry 0: a ring of 14 cells needs a synapse 't' on each, not 5"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("hines", ST_CONFIG, cases[i].words, cases[i].text, "hines");
}

static void faults_of_files_are_reported(void **state)
{
    static const char input[] = "inputs = ({ synapse = \"t\"; weight = 1.0; file = \"%s\"; });";
    static const char list[] = "connections = ({ form = \"list\"; weight = 1.0; file = \"%s\"; });";
    static const struct {
        const char *keys, *text, *words;
    } cases[] = {
        {input, "", ":1: the table is empty; the first line must be: time, cell"},
        {input, "# none\n\n", ":1: the table is empty; the first line must be: time, cell"},
        {list, "", ":1: the table is empty; the first line must be: from, to, synapse, weight, delay"},
        {input, "time\n1\n", ":1: the first line must be: time, cell"},
        {input, "time,cell\n1.0,13\n1,14\n", ":3: cell: 14 is not one of the 14 cells, from 0"},
        {input, "time,cell\n1,9.5\n", ":2: cell: 9.5 is not one of the 14 cells, from 0"},
        {input, "time,cell\n1,8\n", ":2: cell: cell 8 has no synapse 't'"},
        {input, "time,cell\n-1,9\n", ":2: time: -1 ms is before the beginning, 0"},
        {input, "time,cell\nsoon,9\n", ":2: time: 'soon' is not a number"},
        {list, "from,to\n", ":1: the first line must be: from, to, synapse, weight, delay"},
        {list, "from,to,synapse,weight,delay\n0,1,s,1,1\n-1,2,s,1,1\n", ":3: from: -1 is not one of the 14 cells"},
        {list, "from,to,synapse,weight,delay\n0,14,s,1,1\n", ":2: to: 14 is not one of the 14 cells, from 0"},
        {list, "from,to,synapse,weight,delay\n0,3,u,1,1\n", ":2: synapse: 'u' does not name a synapse"},
        {list, "from,to,synapse,weight,delay\n0,3,t,1,1\n", ":2: synapse: cell 3 has no synapse 't'"},
        {list, "from,to,synapse,weight,delay\n0,3,s,-1,1\n", ":2: weight: -1 uS must not be negative"},
        {list, "from,to,synapse,weight,delay\n0,3,s,1,0.01\n", ":2: delay: 0.01 ms must be from one time step"},
        {list, "from,to,synapse,weight,delay\n0,3,s,1\n", ":2: 4 columns instead of 5"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char keys[512], text[1024];
        char *const path = temporary("table.csv", cases[i].text);
        snprintf(keys, sizeof keys, cases[i].keys, path);
        snprintf(text, sizeof text, CELLS "%s", keys);
        trial_refused("hines", ST_CONFIG, cases[i].words, text, "hines");
        unlink(path);
        free(path);
    }
}

static void failed_allocations_leave_nothing(void **state)
{
    int64_t failed = 0;
    (void)state;
    for (int64_t k = 1, passed = 0; passed < 4; k = allocation_after(k)) {
        struct trial t;
        mem_fail_at(k);
        const enum status s = trial_complete(
            &t, "hines",
            CELLS
            "inputs = ({ synapse = \"s\"; rate = 3e3; weight = 0.1; }, { synapse = \"t\"; times = [0.1]; weight = "
            "1.0; }); connections = ({ delay = 0.1; " RANDOM " degree = 3; });",
            NULL, "hines_simd", exec_host(2));
        mem_fail_at(0);
        if (s == ST_OK) trial_end(&t);
        passed = s == ST_OK ? passed + 1 : 0;
        failed += s == ST_NOMEM;
        if (s != ST_OK && s != ST_NOMEM) fail_msg("allocation %lld: %s", (long long)k, fail_text());
        if (mem_held(HOST)) fail_msg("allocation %lld: memory left", (long long)k);
    }
    assert_true(failed > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(later_membranes_keep_what_they_do_not_give, nothing_left),
        cmocka_unit_test_teardown(wrong_keys_of_networks_are_reported, nothing_left),
        cmocka_unit_test_teardown(faults_of_files_are_reported, nothing_left),
        cmocka_unit_test_teardown(failed_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
