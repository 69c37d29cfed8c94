/* Calcium inside cells, and the channels that depend on it: bits that do not depend on layout, method, threads or on an
 * interruption; the balance of calcium; refusals. */
#include "tests/apps/hines/same_runs.h"

#include <math.h>

/* Cells of two sizes, of which one has calcium everywhere, and the other in its soma. */
#define CELLS \
    "dt = 0.05; duration = 6.0; record_every = 3; temperature = 12.0;" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 70; sections = 40; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; });" \
    "membranes = ({ leak = 1e-4; }); channels = ({ type = \"hh\"; region = \"soma\"; }," \
    "{ type = \"ca_hva\"; g = [1e-3]; }, { type = \"ca_lva\"; cells = \"a\"; g = [2e-3]; }," \
    "{ type = \"sk\"; region = \"soma\"; g = [5e-3]; }, { type = \"ih\"; region = \"dendrite\"; g = [1e-3]; });" \
    "clamps = ({ current = 0.5; begin = 0.52; duration = 2.03; });" \
    "calcium = ({ tau = 10.0; }, { cells = \"b\"; region = \"dendrite\"; depth = 0.5; gamma = 0.2; });" \
    "records = ({ name = \"v\"; cell = 7; });"

static void bits_do_not_depend_on_layout(void **state)
{
    (void)state;
    same_by_any_layout(CELLS, 20);
}

static void interrupted_runs_go_on_to_the_same_bits(void **state)
{
    (void)state;
    same_after_interruptions(CELLS, 2);
}

/* A voltage clamp holds the potential, so that in the end gamma I tau / (2 F depth) is the rise of calcium, where I is
 * the current at the gates' rest. */
static void calcium_balances_its_current(void **state)
{
    (void)state;
    static const char *const text = "dt = 0.1; duration = 6000.0; record_every = 1000; scheme = \"backward_euler\";"
                                    "cells = ({ form = \"cable\"; length = 10.0; diameter = 10.0; compartments = 1; });"
                                    "channels = ({ type = \"ca_hva\"; g = [1e-4]; e = [60.0]; });"
                                    "calcium = ({ gamma = 0.01; tau = 30.0; depth = 0.2; rest = 2e-4; });"
                                    "voltage_clamps = ({ levels = [-30.0]; durations = [1e9]; resistance = 1e-6; });"
                                    "records = ({ name = \"v\"; });";
    struct trial t = trial_done("hines", text, NULL, "hines", 1);
    const double precise = sizeof(real) == 8 ? 1e-5 : 2e-3;
    const double v = -30, am = 0.055 * (v + 27) / -expm1(-(v + 27) / 3.8), bm = 0.94 * exp(-(v + 75) / 17);
    const double ah = 0.000457 * exp(-(v + 13) / 50), bh = 0.0065 / (exp(-(v + 15) / 28) + 1);
    const double m = am / (am + bm), h = ah / (ah + bh), current = 1e-4 * m * m * h * (v - 60); /* mA/cm^2 */
    const real *const gate = field_of(&t, "gates").data;
    assert_int_equal(field_of(&t, "gates").dims[0], 4);
    near((double)gate[0], m, precise, "m");
    near((double)gate[1], h, precise, "h");
    near((double)gate[2], 2e-4 - 1e4 * 0.01 * current * 30 / (2 * 96485.33212 * 0.2), 2 * precise, "calcium");
    near((double)gate[3], current * acos(-1.0), 2 * precise, "current"); /* nA through 100 pi um^2 */
    trial_end(&t);
}

#define BALL "cells = ({ name = \"x\"; form = \"ball_and_stick\"; }); channels = "

static void what_has_no_calcium_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {BALL "({ type = \"sk\"; });",
         "channels: entry 0, of type sk, is in the region soma of the group 'x', for which "
         "`calcium` has no entry"},
        {BALL "({ type = \"hh\"; }, { type = \"ca_lva\"; }); calcium = ({ region = \"soma\"; });",
         "channels: entry 1, of type ca_lva, is in the region dendrite of the group 'x', for which `calcium` has no "
         "entry: add one, or give `e`"},
        {BALL "(); calcium = ({ region = \"axon\"; });",
         "calcium: entry 0 is for the region axon, but no section of any group belongs to it"},
        {BALL "(); calcium = ({ cells = \"y\"; });", "entry 0: 'y' does not name a group of cells"},
        {BALL "(); calcium = ({ depth = 0.0; });", "depth"},
        {BALL "({ type = \"ca_lva\"; e = [1.0, 2.0]; });", "channels of type ca_lva have 1 current"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("hines", ST_CONFIG, cases[i][1], cases[i][0], "hines");
    struct trial given =
        trial_done("hines", BALL "({ type = \"ca_lva\"; e = [120.0]; }); duration = 0.1;", NULL, "hines", 1);
    trial_end(&given);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(interrupted_runs_go_on_to_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(calcium_balances_its_current, nothing_left),
        cmocka_unit_test_teardown(what_has_no_calcium_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
