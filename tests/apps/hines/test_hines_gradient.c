/* Conductances that differ by place: bits that do not depend on layout, method and threads; distances along cells
 * against a steady state and as numbers; refusals. */
#include "tests/apps/hines/same_runs.h"

#include <math.h>

#include "apps/hines/morphology/cable.h"

#define CELLS \
    "dt = 0.05; duration = 6.0; record_every = 3;" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 90; sections = 40; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; });" \
    "channels = ({ type = \"hh\"; factor = \"exp(-d / 200)\"; }," \
    "{ type = \"ih\"; region = \"dendrite\"; g = [1e-3]; factor = \"(section == 1) + at\"; }," \
    "{ type = \"leak\"; g = [1e-5]; factor = \"1 + d / 50\"; });" \
    "clamps = ({ current = 0.5; begin = 0.52; duration = 2.03; });"

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

/* A formula that is constant gives the bits of that number in g. */
static void constants_are_numbers(void **state)
{
    static const char *const factors[][2] = {{"channels.0.factor=\"0.25 + 0 * d\"", NULL},
                                             {"channels.0.factor=0.25", NULL},
                                             {"channels.0.g=[0.03, 0.009]", NULL}};
    const char *const text = "dt = 0.05; duration = 20.0; record_every = 400; cells = ({ form = \"ball_and_stick\"; });"
                             "channels = ({ type = \"hh\"; }); records = ({ name = \"v\"; });";
    double v[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct trial t = trial_done("hines", text, factors[i], "hines", 1);
        v[i] = series_at(&t, "v", 1);
        trial_end(&t);
    }
    assert_true(v[0] == v[1]);
    near(v[2], v[0], 1e3 * (double)REAL_EPS, "potential");
}

/* From the middle of the first section: along it, at its ends, through a joint, and out of its inside. */
static void distances_are_those_along_the_cell(void **state)
{
    struct morphology m = {0};
    struct cable c;
    struct cutting how = {.compartments = 2, .d_lambda = 0.1};
    (void)state;
    for (int r = 0; r < REGIONS; r++) how.resistivity[r] = 100, how.capacitance[r] = 1;
    good(morphology_section(&m, -1, 0, REGION_SOMA));
    good(morphology_point(&m, 0, 0, 0, 4)), good(morphology_point(&m, 40, 0, 0, 4));
    good(morphology_section(&m, 0, 1, REGION_DENDRITE));
    good(morphology_point(&m, 40, 0, 0, 1)), good(morphology_point(&m, 40, 60, 80, 1));
    good(morphology_section(&m, 0, 0.5, REGION_AXON));
    good(morphology_point(&m, 20, 0, 0, 1)), good(morphology_point(&m, 20, 0, 30, 1));
    good(morphology_section(&m, 1, 1, REGION_DENDRITE));
    good(morphology_point(&m, 40, 60, 80, 1)), good(morphology_point(&m, 48, 60, 80, 1));
    good(cable_make(&c, &m, &how));
    static const double far[][2] = {{10, 10}, {20 + 25, 20 + 75}, {7.5, 22.5}, {20 + 100 + 2, 20 + 100 + 6}};
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < 2; i++) near(c.distance[c.first[s] + i], far[s][i], 1e-14, "distance");
    cable_free(&c);
    morphology_free(&m);
}

/* A leak that is given as channels is that of the membrane. */
static void leaks_are_alike(void **state)
{
    static const char *const by[] = {"membranes = ({ leak = 2e-4; reversal = -50.0; });",
                                     "channels = ({ type = \"leak\"; g = [1e-4]; e = [-50.0]; factor = 2.0; });"};
    double v[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        char text[512];
        snprintf(
            text, sizeof text,
            "dt = 0.1; duration = 10.0; record_every = 100; cells = ({ form = \"ball_and_stick\"; compartments = 3;"
            "}); clamps = ({ current = 0.1; }); records = ({ name = \"v\"; section = 1; }); %s",
            by[i]);
        struct trial t = trial_done("hines", text, NULL, "hines_simd", 2);
        v[i] = series_at(&t, "v", 1);
        trial_end(&t);
    }
    near(v[1], v[0], sizeof(real) == 8 ? 1e-12 : 1e-2, "potential"); /* a small leak in float */
}

#define ONE "cells = ({ form = \"ball_and_stick\"; compartments = 1; length = 100.0; }); channels = "

static void what_cannot_be_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {ONE "({ type = \"hh\"; factor = \"1 - d / 20\"; });",
         "channels: entry 0: factor is -2 at d = 60 um, the place 0.5 of section 1: must be finite and not "
         "negative"},
        {ONE "({ type = \"hh\"; factor = \"1 / d\"; });", "channels: entry 0: factor is inf at d = 0 um"},
        {ONE "({ type = \"hh\"; factor = \"1 + q\"; });", "unexpected 'q'"},
        {ONE "({ type = \"hh\"; factor = { file = \"tests/data/hines_ih.csv\"; dataset = \"y\"; }; });",
         "entry 0: factor is a number or a formula, not a dataset"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("hines", ST_CONFIG, cases[i][1], cases[i][0], "hines");
    /* Negative where there are no such channels. */
    struct trial soma = trial_done("hines",
                                   ONE "({ type = \"hh\"; region = \"soma\"; factor = \"1 - d / 20\"; });"
                                       "duration = 0.1;",
                                   NULL, "hines", 1);
    trial_end(&soma);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(interrupted_runs_go_on_to_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(constants_are_numbers, nothing_left),
        cmocka_unit_test_teardown(distances_are_those_along_the_cell, nothing_left),
        cmocka_unit_test_teardown(leaks_are_alike, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
