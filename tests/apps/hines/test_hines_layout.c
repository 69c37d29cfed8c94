/* The layout that `auto` chooses: for cells that are alike, for different ones, for one large cell, and on a GPU. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "apps/hines/state/state.h"

#define RUN(cells) "duration = 1.0; layout = \"auto\"; cells = ({ name = \"a\"; " cells " });"
#define ALIKE RUN("form = \"cable\"; compartments = 50; count = 160;")
#define DIFFERENT \
    "duration = 1.0; layout = \"auto\"; cells = ({ name = \"a\"; form = \"random_tree\"; sections = 30; count = 70; " \
    "}," \
    "{ name = \"b\"; form = \"random_tree\"; sections = 7; count = 90; }, { name = \"c\"; form = \"cable\"; " \
    "compartments = 3; count = 60; });"
#define LARGE RUN("form = \"binary_tree\"; levels = 8; compartments = 8;")

static void check_choice(const char *text, const char *method, const char *layout)
{
    struct trial t = trial_done("hines", text, NULL, method, 1);
    const struct hines_state *const s = t.sim.state;
    assert_non_null(t.sim.chosen);
    if (strcmp(t.sim.chosen, layout)) fail_msg("%s by %s: %s, not %s", text, method, t.sim.chosen, layout);
    assert_non_null(t.sim.why);
    for (int l = 0; l < LAYOUTS; l++) {
        assert_true(s->layout.cost[l].ns >= s->layout.cost[s->layout.layout].ns);
        assert_true(s->layout.cost[l].extent >= 1 && s->layout.cost[l].bytes > 0);
    }
    trial_end(&t);
}

static void auto_chooses_by_cells_and_method(void **state)
{
    (void)state;
    check_choice(ALIKE, "hines_simd", "block");
    check_choice(DIFFERENT, "hines_simd", "block");
    check_choice(LARGE, "hines_simd", "flat");
    check_choice(LARGE, "hines", "flat");
    check_choice(DIFFERENT, "hines", "flat");
}

/* Padding and levels of cells that can be counted by hand. */
static void the_model_counts_padding_and_levels(void **state)
{
    const int64_t block = 64 / (int64_t)sizeof(real);
    struct trial t = trial_done("hines", LARGE, NULL, "hines", 1);
    const struct layout_choice *c = &((const struct hines_state *)t.sim.state)->layout;
    (void)state;
    assert_true(c->cost[LAYOUT_FLAT].extent == 1 && c->cost[LAYOUT_INTERLEAVED].extent == 1);
    assert_true(c->cost[LAYOUT_BLOCK].extent == (double)block);
    assert_true(c->levels > 0.03 && c->levels < 0.05); /* 8 of 255 sections, with the nodes that join them */
    trial_end(&t);
    t = trial_done("hines", ALIKE, NULL, "hines", 1);
    c = &((const struct hines_state *)t.sim.state)->layout;
    assert_true(c->levels == 1 && c->cost[LAYOUT_BLOCK].extent == 1 && c->cost[LAYOUT_INTERLEAVED].extent == 1);
    trial_end(&t);
}

static void a_gpu_wants_rows_side_by_side(void **state)
{
    static const struct {
        const char *text;
        bool flat;
    } of[] = {{ALIKE, false}, {DIFFERENT, false}, {LARGE, true}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct trial t = trial_done("hines", of[i].text, NULL, "hines", 1);
        struct layout_choice c;
        good(layout_choose(&c, &((const struct hines_state *)t.sim.state)->all, t.sim.solver, DEVICE));
        assert_true((c.layout == LAYOUT_FLAT) == of[i].flat);
        trial_end(&t);
    }
}

static void predictions_are_answers(void **state)
{
    struct trial t = trial_done("hines", ALIKE, NULL, "hines_simd", 1);
    int found = 0;
    (void)state;
    good(t.sim.app->report(&t.sim));
    for (int64_t i = 0; i < t.sim.answers.count; i++)
        found += t.sim.answers.item[i].subject && !strncmp(t.sim.answers.item[i].subject, "layout", 6);
    assert_int_equal(found, 1 + 2 * LAYOUTS);
    answers_free(&t.sim.answers);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(auto_chooses_by_cells_and_method, nothing_left),
        cmocka_unit_test_teardown(the_model_counts_padding_and_levels, nothing_left),
        cmocka_unit_test_teardown(a_gpu_wants_rows_side_by_side, nothing_left),
        cmocka_unit_test_teardown(predictions_are_answers, nothing_left),
    };
    return cmocka_run_group_tests_name("hines, layouts " REAL_NAME, tests, NULL, NULL);
}
