/* Neurons: bits that do not depend on layout, method or threads; steady states and charge against exact answers;
 * channels against their definition; faults of keys. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/hines/channels/vec_exp.h"
#include "apps/hines/morphology/cable.h"
#include "base/memory.h"

/* Cells of several shapes, some with channels, few enough for a test and too many for one part. */
#define MIXED \
    "dt = 0.05; duration = 6.0; record_every = 3;" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 70; sections = 40; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; }," \
    "{ name = \"c\"; form = \"binary_tree\"; count = 21; levels = 4; length = 40.0; diameter = 4.0; });" \
    "membranes = ({ leak = 1e-4; }, { region = \"soma\"; leak = 3e-4; capacitance = 0.9; });" \
    "channels = ({ type = \"hh\"; region = \"soma\"; }, { type = \"hh\"; cells = \"c\"; }," \
    "{ type = \"traub\"; cells = \"b\"; region = \"dendrite\"; g = [0.01]; });" \
    "clamps = ({ current = 0.3; begin = 0.52; duration = 2.03; }, { cells = \"b\"; section = 1; at = 1.0; current = " \
    "0.1; });" \
    "records = ({ name = \"one\"; cell = 7; }, { name = \"two\"; cells = \"b\"; section = 1; at = 0.9; });"

static void bits_do_not_depend_on_layout(void **state)
{
    static const struct {
        const char *method, *set;
        int threads;
    } by[] = {{"hines", "layout=\"block\"", 3},
              {"hines", "layout=\"interleaved\"", 2},
              {"hines_simd", "layout=\"flat\"", 2},
              {"hines_simd", "layout=\"block\"", 5},
              {"hines_simd", "layout=\"interleaved\"", 1},
              {"hines_padded", "layout=\"block\"", 8}};
    static const char *const schemes[] = {"scheme=\"backward_euler\"", "scheme=\"crank_nicolson\"",
                                          "scheme=\"sdirk2\""};
    (void)state;
    exec_small_work(0);
    for (int q = 0; q < 3; q++) {
        const char *const first_sets[] = {"layout=\"flat\"", schemes[q], NULL};
        struct trial first = trial_done("hines", MIXED, first_sets, "hines", 1);
        const struct array v = field_of(&first, "potential"), g = field_of(&first, "gates");
        for (size_t k = q; k < sizeof by / sizeof *by; k += q == 1 ? 1 : 3) {
            const char *const sets[] = {by[k].set, schemes[q], NULL};
            struct trial other = trial_done("hines", MIXED, sets, by[k].method, by[k].threads);
            assert_memory_equal(v.data, field_of(&other, "potential").data, (size_t)v.dims[0] * sizeof(real));
            assert_memory_equal(g.data, field_of(&other, "gates").data, (size_t)g.dims[0] * sizeof(real));
            const struct array times = field_of(&first, "spike_time"), same = field_of(&other, "spike_time");
            if (times.dims[0] < 20) fail_msg("%lld spikes", (long long)times.dims[0]);
            assert_true(times.dims[0] == same.dims[0]);
            assert_memory_equal(times.data, same.data, (size_t)times.dims[0] * sizeof(double));
            for (int64_t i = 0; i <= 40; i++)
                assert_true(series_at(&first, "one", i) == series_at(&other, "one", i) &&
                            series_at(&first, "two", i) == series_at(&other, "two", i));
            trial_end(&other);
        }
        trial_end(&first);
    }
    exec_small_work(SMALL_WORK);
}

/* A sealed cable in its steady state: v - E = I R lambda ... cosh(l - X) / sinh l, with finite differences' error. */
static void steady_cables_are_as_cable_theory_says(void **state)
{
    (void)state;
    const char *const text =
        "dt = 1e3; duration = 1e5; scheme = \"backward_euler\"; record_every = 100; initial = -70.0;"
        "cells = ({ form = \"cable\"; length = 800.0; diameter = 2.0; compartments = 401; });"
        "membranes = ({ leak = 5e-5; reversal = -70.0; resistivity = 150.0; }); ends = true;"
        "clamps = ({ at = 0.0; current = 0.05; });"
        "records = ({ name = \"first\"; at = 0.0; }, { name = \"middle\"; }, { name = \"last\"; at = 1.0; });";
    /* In float the matrix of short compartments loses the leak compared with the conductances along the cable. */
    const char *const coarser[] = {"cells.0.compartments=41", NULL};
    struct trial t = trial_done("hines", text, sizeof(real) == 8 ? NULL : coarser, "hines_simd", 2);
    const double rm = 1 / 5e-5, ra = 150, d = 2e-4, lambda = sqrt(rm * d / (4 * ra)), l = 800e-4 / lambda; /* cm */
    const double input = 4 * ra * lambda / (acos(-1.0) * d * d) * 0.05e-9 * 1e3;
    const double precise = sizeof(real) == 8 ? 1e-5 : 2e-3;
    near(series_at(&t, "first", 1) + 70, input * cosh(l) / sinh(l), precise, "first");
    near(series_at(&t, "middle", 1) + 70, input * cosh(l / 2) / sinh(l), precise, "middle");
    near(series_at(&t, "last", 1) + 70, input / sinh(l), precise, "last");
    trial_end(&t);
}

/* Over the full range, and near 0. */
static void exponentials_are_right_to_one_unit(void **state)
{
    const int64_t count = 400000;
    (void)state;
    for (int64_t i = 0; i < count; i += LANES) {
        vec x;
        for (int l = 0; l < LANES; l++) {
            const double t = (2.0 * (double)(i + l) - (double)count) / (double)count;
            x[l] = (real)((i / LANES % 2 ? 1 : (double)EXP_MOST) * t);
        }
        const vec e = vec_exp(x);
        for (int l = 0; l < LANES; l++) {
            const long double should = expl((long double)x[l]);
            int power;
            frexpl(should, &power);
            const long double unit = ldexpl(REAL_EPS, power - 1);
            if (!(fabsl((long double)e[l] - should) <= unit))
                fail_msg("e^%.17g: %.2Lf units off", (double)x[l], fabsl((long double)e[l] - should) / unit);
        }
    }
}

/* The rates of Hodgkin and Huxley, by the library, with their limits. */
static double limited(double x, double y)
{
    return fabs(x) < 1e-9 ? y : x / expm1(x / y);
}

static void rest(double v, double gate[3])
{
    const double am = 0.1 * limited(-(v + 40), 10), bm = 4 * exp(-(v + 65) / 18), ah = 0.07 * exp(-(v + 65) / 20);
    const double bh = 1 / (exp(-(v + 35) / 10) + 1), an = 0.01 * limited(-(v + 55), 10);
    gate[0] = am / (am + bm), gate[1] = ah / (ah + bh), gate[2] = an / (an + 0.125 * exp(-(v + 65) / 80));
}

/* Gates at rest at many potentials, those where a rate is 0 / 0 too. */
static void channels_are_as_defined(void **state)
{
    (void)state;
    for (double v = -120; v <= 60; v += 2.5)
        for (int near_it = -1; near_it <= 1; near_it++) {
            char text[512];
            double should[3];
            const double at = v + near_it * 1e-5;
            snprintf(
                text, sizeof text,
                "dt = 1e-9; duration = 1e-9; initial = %.17g; record_every = 1;"
                "cells = ({ form = \"cable\"; length = 10.0; compartments = 1; }); channels = ({ type = \"hh\"; });",
                at);
            struct trial t = trial_done("hines", text, NULL, "hines", 1);
            rest((double)(real)at, should);
            const real *const gate = field_of(&t, "gates").data;
            for (int g = 0; g < 3; g++)
                if (!(fabs((double)gate[g] - should[g]) <= 40 * (double)REAL_EPS * (should[g] + 0.1)))
                    fail_msg("gate %d at %.17g mV: %.17g, not %.17g", g, at, (double)gate[g], should[g]);
            trial_end(&t);
        }
}

/* Areas and conductances of a cone and of joints. */
static void cones_are_cut_exactly(void **state)
{
    const double pi = acos(-1.0);
    struct morphology m = {0};
    struct cable c;
    struct cutting how = {.compartments = 3, .d_lambda = 0.1};
    (void)state;
    for (int r = 0; r < REGIONS; r++) how.resistivity[r] = 100, how.capacitance[r] = 1;
    good(morphology_section(&m, -1, 0, REGION_SOMA));
    good(morphology_point(&m, 0, 0, 0, 4)), good(morphology_point(&m, 30, 0, 0, 1));
    good(morphology_section(&m, 0, 1, REGION_DENDRITE));
    good(morphology_point(&m, 30, 0, 0, 1)), good(morphology_point(&m, 60, 0, 0, 1));
    good(morphology_section(&m, 0, 1, REGION_DENDRITE));
    good(morphology_point(&m, 30, 0, 0, 1)), good(morphology_point(&m, 30, 30, 0, 1));
    good(cable_make(&c, &m, &how));
    double area = 0, ohm = 0;
    for (int64_t i = c.first[0]; i < c.first[0] + 3; i++) area += c.area[i];
    near(area, pi * 2.5 * sqrt(900 + 2.25), 1e-14, "area");
    assert_int_equal(c.nodes, 10);
    assert_int_equal(c.end[0], 3);
    assert_true(c.area[3] == 0 && c.parent[4] == 3 && c.parent[7] == 3);
    for (int64_t i = 2; i <= 3; i++) ohm += 1 / c.conductance[i];
    const double from = 4 - 3 * 15.0 / 30; /* diameter in the middle of the second compartment */
    near(ohm, 0.01 * 100 * 4 * 15 / (pi * from * 1), 1e-14, "resistance");
    cable_free(&c);
    morphology_free(&m);
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
            "duration = 0.1; cells = ({ form = \"random_tree\"; count = 9; }); channels = ({ type = \"hh\"; });", NULL,
            "hines_simd", exec_host(2));
        mem_fail_at(0);
        if (s == ST_OK) trial_end(&t);
        passed = s == ST_OK ? passed + 1 : 0;
        failed += s == ST_NOMEM;
        if (s != ST_OK && s != ST_NOMEM) fail_msg("allocation %lld: %s", (long long)k, fail_text());
        if (mem_held(HOST)) fail_msg("allocation %lld: memory left", (long long)k);
    }
    assert_true(failed > 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(steady_cables_are_as_cable_theory_says, nothing_left),
        cmocka_unit_test(exponentials_are_right_to_one_unit),
        cmocka_unit_test_teardown(channels_are_as_defined, nothing_left),
        cmocka_unit_test_teardown(cones_are_cut_exactly, nothing_left),
        cmocka_unit_test_teardown(failed_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
