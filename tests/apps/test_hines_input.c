/* Faults of the keys of neurons, each one sentence, and what keys mean together. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void wrong_keys_are_reported(void **state)
{
#define CELL "cells = ({ form = \"cable\"; });"
    static const struct {
        const char *text, *words;
    } cases[] = {
        {CELL "clamps = ({ current = 1.0; section = 1; });", "clamps: entry 0 names section 1, but the cell has 1"},
        {CELL "clamps = ({ current = 1.0; cell = 1; });", "clamps: entry 0 names cell 1, but the group has 1"},
        {CELL "records = ({ name = \"v\"; cells = \"x\"; });", "records: entry 0: there is no group of cells 'x'"},
        {CELL "membranes = ({ cells = \"x\"; leak = 1e-4; });", "membranes: entry 0: there is no group of cells 'x'"},
        {CELL "channels = ({ type = \"hh\"; }, { type = \"hh\"; cells = \"x\"; });",
         "channels: entry 1: there is no group of cells 'x'"},
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
        {"cells = ({ name = \"\"; form = \"cable\"; });", "entry 0: the name is empty, which means all groups"},
        {CELL "records = ({ name = \"\"; });", "records: '' cannot be the name of a column"},
        {CELL "records = ({ name = \".\"; });", "records: '.' cannot be the name of a column"},
        {CELL "records = ({ name = \"/\"; });", "records: '/' cannot be the name of a column"},
        {CELL "records = ({ name = \"a/b\"; });", "records: 'a/b' cannot be the name of a column"},
        {CELL "voltage_clamps = ({ name = \"a/b\"; levels = [0.0]; durations = [1.0]; });",
         "voltage_clamps: 'a/b' cannot be the name of a column"},
        {CELL "records = ({ name = \"time\"; });", "there is a column 'time' already"},
        {CELL "channels = ({ type = \"ca\"; });", "there is no type of channel 'ca'; there are hh, traub"},
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

/* A value that a later entry does not give stays as an earlier one has it, whatever is given between them. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(later_membranes_keep_what_they_do_not_give, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
