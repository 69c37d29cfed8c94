/* Channels in sections that are named: the same as by region and by a formula of the section, states only in these
 * sections, any layout; and refusals. */
#include "tests/apps/hines/same_runs.h"

#include <math.h>

#include "apps/hines/model/section_name.h"
#include "apps/hines/morphology/morphology.h"

static void names_are_regions_and_numbers(void **state)
{
    static const struct {
        const char *text;
        int region;
        int64_t number;
    } cases[] = {{"soma", REGION_SOMA, 0},
                 {"apical[3]", REGION_APICAL, 3},
                 {"dendrite[0]", REGION_DENDRITE, 0},
                 {"axon[12]", REGION_AXON, 12},
                 {"other[7]", REGION_OTHER, 7},
                 {"", -1, 0},
                 {"dend[0]", -1, 0},
                 {"soma[]", -1, 0},
                 {"soma[-1]", -1, 0},
                 {"soma[1", -1, 0},
                 {"soma[1]x", -1, 0},
                 {"soma[+1]", -1, 0},
                 {"soma[ 1]", -1, 0},
                 {"soma1", -1, 0},
                 {"[1]", -1, 0},
                 {"soma[1e3]", -1, 0},
                 {"all", -1, 0},
                 {"soma[99999999999999999999]", -1, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t number = -7;
        assert_int_equal(section_named(cases[i].text, &number), cases[i].region);
        if (cases[i].region >= 0) assert_int_equal(number, cases[i].number);
    }
}

#define TREES \
    "dt = 0.05; duration = 6.0; record_every = 3; membranes = ({ leak = 3e-4; reversal = -54.3; });" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 90; sections = 40; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; });" \
    "clamps = ({ current = 0.5; begin = 0.52; duration = 2.03; });"

/* The sections that a region has. */
static void names_are_those_of_a_region(void **state)
{
    static const char *const channels[] = {
        "channels = ({ type = \"hh\"; region = \"soma\"; }, { type = \"ih\"; cells = \"b\"; region = \"dendrite\"; });",
        "channels = ({ type = \"hh\"; sections = [\"soma[0]\"]; },"
        "{ type = \"ih\"; cells = \"b\"; region = \"dendrite\"; sections = [\"dendrite\"]; });"};
    (void)state;
    for (int q = 0; q < 3; q++) {
        struct trial t[2];
        for (int i = 0; i < 2; i++) {
            char text[1024];
            snprintf(text, sizeof text, TREES "%s", channels[i]);
            t[i] = trial_done("hines", text, (const char *const[]){same_runs_schemes[q], NULL}, "hines_simd", 2);
        }
        same_fields(&t[0], &t[1]);
        if (field_of(&t[0], "spike_time").dims[0] < 30) fail_msg("few spikes");
        trial_end(&t[1]);
        trial_end(&t[0]);
    }
}

/* Section 5 of these trees is dendrite[4]: channels there have the potentials of a factor that is 0 elsewhere, and
 * states only there. */
static void names_are_those_of_a_factor(void **state)
{
    static const char *const channels[] = {
        "channels = ({ type = \"hh\"; factor = \"(section == 5) + (section == 0)\"; });",
        "channels = ({ type = \"hh\"; sections = [\"dendrite[4]\", \"soma[0]\"]; });"};
    struct trial t[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "dt = 0.05; duration = 20.0; record_every = 20; membranes = ({ leak = 3e-4; reversal = -54.3; });"
                 "cells = ({ form = \"random_tree\"; count = 3; sections = 8; compartments = 2; seed = 3; });"
                 "clamps = ({ current = 0.5; begin = 0.52; duration = 9.0; section = 5; });"
                 "records = ({ name = \"v\"; section = 5; }, { name = \"m\"; variable = \"hh.m\"; section = 5; }); %s",
                 channels[i]);
        t[i] = trial_done("hines", text, NULL, "hines", 1);
    }
    assert_int_equal(field_of(&t[0], "gates").dims[0], 3 * 8 * 2 * 3);
    assert_int_equal(field_of(&t[1], "gates").dims[0], 3 * 2 * 2 * 3);
    for (int k = 0; k <= 20; k++) {
        near(series_at(&t[1], "v", k), series_at(&t[0], "v", k), 1e5 * (double)REAL_EPS, "potential");
        near(series_at(&t[1], "m", k), series_at(&t[0], "m", k), 1e6 * (double)REAL_EPS, "state");
    }
    assert_true(fabs(series_at(&t[0], "m", 5) - series_at(&t[0], "m", 0)) > 0.01);
    trial_end(&t[1]);
    trial_end(&t[0]);
}

#define SOME \
    TREES "channels = ({ type = \"hh\"; sections = [\"soma[0]\", \"dendrite[0]\"]; }," \
          "{ type = \"ih\"; cells = \"a\"; sections = [\"dendrite[3]\", \"dendrite[17]\"]; factor = \"1 + at\"; });"

static void bits_do_not_depend_on_layout(void **state)
{
    (void)state;
    same_by_any_layout(SOME, 30);
}

static void interrupted_runs_go_on_to_the_same_bits(void **state)
{
    (void)state;
    same_after_interruptions(SOME, 3);
}

#define ONE "cells = ({ form = \"ball_and_stick\"; compartments = 1; }, { name = \"b\"; form = \"cable\"; });"

static void what_cannot_be_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {ONE "channels = ({ type = \"hh\"; sections = [\"dend[0]\"]; });",
         "channels: entry 0: 'dend[0]' does not name a section: apical[3] is the fourth one of region apical"},
        {ONE "channels = ({ type = \"hh\"; sections = [\"soma[0]\", \"dendrite[1]\"]; });",
         "channels: entry 0 is for the section dendrite[1], but no cell of any group has it"},
        {ONE "channels = ({ type = \"hh\"; cells = \"b\"; sections = [\"soma[0]\"]; });",
         "channels: entry 0 is for the section soma[0], but no cell of the group 'b' has it"},
        {ONE "channels = ({ type = \"hh\"; region = \"soma\"; sections = [\"dendrite[0]\"]; });",
         "channels: entry 0 is for the region soma, to which section dendrite[0] does not belong"},
        {ONE "channels = ({ type = \"hh\"; sections = [\"soma\", \"soma\"]; });", "'soma' is given twice"},
        {ONE "channels = ({ type = \"hh\"; sections = []; });", "sections: expected texts, got 0 values"},
        {ONE "channels = ({ type = \"sk\"; sections = [\"dendrite[0]\"]; }); calcium = ({ region = \"soma\"; });",
         "channels: entry 0, of type sk, is in the region dendrite of the group 'cells', for which `calcium` has no "
         "entry"},
        {ONE "channels = ({ type = \"hh\"; sections = [\"soma\"]; });"
             "records = ({ name = \"m\"; variable = \"hh.m\"; section = 1; });",
         "records: entry 0: section 1, of region dendrite, has no hh"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("hines", ST_CONFIG, cases[i][1], cases[i][0], "hines");
    /* Calcium is needed only in the regions of these sections. */
    struct trial soma = trial_done("hines",
                                   ONE "duration = 0.1; channels = ({ type = \"sk\"; sections = [\"soma\"]; });"
                                       "calcium = ({ region = \"soma\"; });",
                                   NULL, "hines", 1);
    trial_end(&soma);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_regions_and_numbers),
        cmocka_unit_test_teardown(names_are_those_of_a_region, nothing_left),
        cmocka_unit_test_teardown(names_are_those_of_a_factor, nothing_left),
        cmocka_unit_test_teardown(bits_do_not_depend_on_layout, nothing_left),
        cmocka_unit_test_teardown(interrupted_runs_go_on_to_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
