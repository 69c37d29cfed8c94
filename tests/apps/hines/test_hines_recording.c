/* Recorded variables of neurons: currents against their formulas and against the balance of charge, states against the
 * gates of the result; places by the names of sections; refusals. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "base/real.h"

#define CELLS "cells = ({ form = \"ball_and_stick\"; length = 200.0; compartments = 5; });"
#define HH CELLS "channels = ({ type = \"hh\"; }); membranes = ({ leak = 3e-4; reversal = -54.3; });"
#define CLAMP "clamps = ({ current = 0.2; begin = 1.0; });"
#define STEPS "dt = 0.05; duration = 6.0; record_every = 1;"
#define AT(name, variable) "{ name = \"" name "\"; section = 1; at = 0.5; variable = \"" variable "\"; }"

static void currents_follow_their_formulas(void **state)
{
    (void)state;
    const double area = acos(-1.0) * 200.0 / 5 * 1e-2; /* 100 um^2: S/cm^2 times it are uS */
    struct trial t = trial_done(
        "hines",
        STEPS HH CLAMP "records = (" AT("v", "v") "," AT("m", "hh.m") "," AT("h", "hh.h") "," AT("n", "hh.n") "," AT(
            "na", "hh.i_na") "," AT("k", "hh.i_k") "," AT("g", "hh.g_na") "," AT("leak",
                                                                                 "i_leak") "," AT("all",
                                                                                                  "i_channels") ");",
        NULL, "hines_simd", 1);
    double most = 0;
    for (int64_t i = 0; i <= 120; i++) {
        const double m = series_at(&t, "m", i), h = series_at(&t, "h", i), n = series_at(&t, "n", i);
        const double v = (series_at(&t, "v", i) + series_at(&t, "v", i ? i - 1 : 0)) / 2;
        const double g = 0.12 * area * m * m * m * h, k = 0.036 * area * n * n * n * n * (v + 77);
        const double rounding = sizeof(real) == 4 ? 1e-4 : 1e-10;
        near(series_at(&t, "g", i), g, rounding, "the conductance of sodium");
        near(series_at(&t, "na", i), g * (v - 50), rounding, "the current of sodium");
        near(series_at(&t, "k", i), k, rounding, "the current of potassium");
        near(series_at(&t, "leak", i) + 1, 3e-4 * area * (v + 54.3) + 1, rounding, "the leak");
        near(series_at(&t, "all", i) + 1, g * (v - 50) + k + 1, rounding, "the currents of channels");
        most = fmax(most, g);
    }
    assert_true(most > 0.01); /* it has fired */
    near(series_at(&t, "m", 0), 0.0529325, 1e-5, "m at rest");
    near(series_at(&t, "h", 0), 0.5961208, 1e-5, "h at rest");
    trial_end(&t);
}

/* The current that enters along the cable and does not flow further along it leaves through the membrane. */
static void charge_is_kept(void **state)
{
    static const char *const schemes[] = {"scheme=\"crank_nicolson\"", NULL};
    (void)state;
    struct trial t =
        trial_done("hines",
                   STEPS HH CLAMP
                   "synapses = ({ name = \"s\"; section = 1; at = 0.5; tau = 2.0; });"
                   "inputs = ({ synapse = \"s\"; times = [2.0, 3.0]; weight = 0.01; });"
                   "records = (" AT("in", "i_axial") ", { name = \"on\"; section = 1; at = "
                                                     "0.7; variable = \"i_axial\"; }," AT("out", "i_membrane") "," AT(
                                                         "y", "i_synapses") "," AT("c", "i_capacity") ");",
                   schemes, "hines_simd", 1);
    double most = 0, least = 0;
    for (int64_t i = 1; i <= 120; i++) {
        const double in = series_at(&t, "in", i), on = series_at(&t, "on", i), out = series_at(&t, "out", i);
        if (i == 21) continue; /* that in which the clamp begins is taken in quarters */
        if (fabs(in - on - out) > (sizeof(real) == 4 ? 2e-4 : 1e-11) * (fabs(in) + fabs(on) + fabs(out) + 1))
            fail_msg("sample %lld: %.17g - %.17g - %.17g", (long long)i, in, on, out);
        most = fmax(most, fabs(out)), least = fmin(least, series_at(&t, "y", i));
    }
    assert_true(most > 0.05 && least < -0.1);
    assert_true(series_at(&t, "c", 0) == 0 && series_at(&t, "c", 60) != 0);
    trial_end(&t);
}

/* Currents of types that depend on calcium inside, and whose reversal potential changes, add up too. */
static void currents_of_calcium_are_recorded(void **state)
{
    (void)state;
    struct trial t = trial_done(
        "hines",
        STEPS CELLS
        "calcium = ({ depth = 0.1; tau = 20.0; }); membranes = ({ leak = 3e-5; reversal = -70.0; });"
        "channels = ({ type = \"ca_hva\"; g = [1e-4]; }, { type = \"sk\"; g = [1e-4]; }, { type = \"ih\"; });"
        "clamps = ({ current = 1.5; begin = 1.0; });"
        "records = (" AT(
            "in",
            "i_axial") ", { name = \"on\"; section = 1; at = 0.7; variable = "
                       "\"i_axial\"; }," AT("out", "i_membrane") "," AT("inside", "calcium.concentration") "," AT(
                           "ca",
                           "ca_hva.i_ca") "," AT("sk",
                                                 "sk.i_k") "," AT("ih",
                                                                  "ih.i_h") "," AT("all",
                                                                                   "i_channels") "," AT("kept",
                                                                                                        "calcium."
                                                                                                        "current") ");",
        NULL, "hines_simd", 1);
    for (int64_t i = 1; i <= 120; i++) {
        const double in = series_at(&t, "in", i), on = series_at(&t, "on", i), out = series_at(&t, "out", i);
        const double sum = series_at(&t, "ca", i) + series_at(&t, "sk", i) + series_at(&t, "ih", i);
        const double rounding = sizeof(real) == 4 ? 2e-4 : 1e-11;
        if (i != 21 && fabs(in - on - out) > rounding * (fabs(in) + fabs(on) + fabs(out) + 1))
            fail_msg("sample %lld: %.17g - %.17g - %.17g", (long long)i, in, on, out);
        near(series_at(&t, "all", i) + 1, sum + 1, rounding, "all channels");
        near(series_at(&t, "kept", i) + 1, series_at(&t, "ca", i) + 1, rounding, "the current of calcium");
    }
    near(series_at(&t, "inside", 0), 1e-4, 1e-6, "calcium at rest");
    assert_true(series_at(&t, "inside", 80) > 1.2e-4 && series_at(&t, "ca", 70) < -1e-3);
    trial_end(&t);
}

static void sections_have_names(void **state)
{
    (void)state;
    struct trial t = trial_done(
        "hines",
        STEPS
        "cells = ({ form = \"random_tree\"; sections = 9; compartments = 3; }); membranes = ({ leak = 1e-4; });"
        "clamps = ({ named = \"dendrite[3]\"; current = 0.1; });"
        "records = ({ name = \"a\"; section = 4; at = 0.9; }, { name = \"b\"; named = \"dendrite[3]\"; at = 0.9; },"
        "{ name = \"c\"; named = \"soma\"; }, { name = \"d\"; section = 0; }, { name = \"e\"; section = 3; });",
        NULL, "hines_simd", 1);
    for (int64_t i = 0; i <= 120; i += 30) {
        assert_true(series_at(&t, "a", i) == series_at(&t, "b", i) && series_at(&t, "c", i) == series_at(&t, "d", i));
        assert_true(i == 0 || series_at(&t, "a", i) > series_at(&t, "e", i));
    }
    trial_end(&t);
}

static void what_is_not_there_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {"records = ({ name = \"x\"; variable = \"u\"; });", "records: entry 0: variable must be one of v, "},
        {"records = ({ name = \"x\"; variable = \"hh.q\"; });",
         "records: entry 0: variable must be one of hh.m hh.h hh.n hh.i_na hh.g_na hh.i_k hh.g_k, not hh.q"},
        {"records = ({ name = \"x\"; variable = \"none.m\"; });", "'none' is not a type of channel"},
        {"records = ({ name = \"x\"; variable = \"traub.m\"; });",
         "records: entry 0: section 0, of region soma, has no traub"},
        {"records = ({ name = \"x\"; at = 0.0; variable = \"i_axial\"; });", "the first node of a cell has no parent"},
        {"ends = true; records = ({ name = \"x\"; at = 1.0; variable = \"i_leak\"; });",
         "there is a joint at the place 1 of section 0, which has no membrane"},
        {"records = ({ name = \"x\"; named = \"apical\"; });",
         "records: entry 0 names section apical, but the cell has 0 of this region, from 0"},
        {"records = ({ name = \"x\"; named = \"apical[\"; });", "records: entry 0: 'apical[' does not name a section"},
        {"clamps = ({ named = \"soma[0]x\"; current = 1.0; });", "clamps: entry 0: 'soma[0]x' does not name a section"},
        {"records = ({ name = \"x\"; named = \"soma\"; section = 1; });", "give section 1 or named 'soma', not both"},
        {"sonata = { reports = ({ file = \"/tmp/none.h5\"; variable = \"traub.m\"; }); };",
         "sonata.reports: entry 0: section 0, of region soma, has no traub"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text, HH "%s", cases[i][0]);
        trial_refused("hines", ST_CONFIG, cases[i][1], text, "hines");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(currents_follow_their_formulas, nothing_left),
        cmocka_unit_test_teardown(charge_is_kept, nothing_left),
        cmocka_unit_test_teardown(currents_of_calcium_are_recorded, nothing_left),
        cmocka_unit_test_teardown(sections_have_names, nothing_left),
        cmocka_unit_test_teardown(what_is_not_there_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
