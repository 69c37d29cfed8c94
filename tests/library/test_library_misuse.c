/* Misuse of libbandstand is a status and a sentence, never the end of the program; programs that were compiled with an
 * older header work, and a newer one that requires more is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/library/batch.h"
#include "tests/library/misuse.h"

static const double v[64] = {2, 2, 2, 2, 2, 2, 2, 2};
static double x[64];

static struct bandstand_layout layout_of(int64_t n, int64_t batch)
{
    return bandstand_contiguous(n, batch);
}

/* A misuse, and a word of the sentence that reports it. */
struct wrong {
    void (*with)(struct bandstand_layout *layout, struct bandstand_options *options);
    int status;
    const char *says;
};

#define WRONG(name, code) \
    static void name(struct bandstand_layout *l, struct bandstand_options *o) \
    { \
        code; \
    }
WRONG(negative_n, l->n = -4)
WRONG(no_rows, l->n = 0)
WRONG(negative_batch, l->batch = -1)
WRONG(too_large, l->n = INT64_MAX / 2; l->batch = 3)
WRONG(overlap, l->step = 1; l->inner = 2; l->dist = 1)
WRONG(negative_step, l->step = -1; l->inner = 2; l->dist = 9)
WRONG(no_group, l->step = 1; l->dist = 3)
WRONG(matrix_below, l->matrix_inner = 1; l->matrix_step = -1)
WRONG(layout_size_0, l->size = 0)
WRONG(layout_size_odd, l->size -= 3)
WRONG(layout_size_large, l->size = SIZE_MAX - 7)
WRONG(options_size_0, o->size = 0)
WRONG(options_size_small, o->size = 8)
WRONG(unknown_method, o->method = "tomas")
WRONG(device_method, o->method = "thomas_vbatch")
WRONG(unknown_setting, o->method = "windows"; o->settings = "windw = 3;")
WRONG(not_a_number, o->method = "pcr_thomas"; o->settings = "cost_pcr = nan;")
WRONG(infinite, o->method = "pcr_thomas"; o->settings = "cost_pcr = 1e999;")
WRONG(no_syntax, o->settings = "check = ")
WRONG(negative_threads, o->threads = -1)
WRONG(many_threads, o->threads = 1 << 20)
WRONG(unknown_flag, o->flags = 1u << 31)

static const struct wrong wrongs[] = {
    {negative_n, BANDSTAND_MISUSE, "-4 rows"},
    {no_rows, BANDSTAND_MISUSE, "1 row or more"},
    {negative_batch, BANDSTAND_MISUSE, "-1 systems"},
    {too_large, BANDSTAND_MISUSE, "memory"},
    {overlap, BANDSTAND_MISUSE, "share elements"},
    {negative_step, BANDSTAND_MISUSE, "share elements"},
    {no_group, BANDSTAND_MISUSE, "group"},
    {matrix_below, BANDSTAND_MISUSE, "negative"},
    {layout_size_0, BANDSTAND_MISUSE, "size of layout"},
    {layout_size_odd, BANDSTAND_MISUSE, "size of layout"},
    {layout_size_large, BANDSTAND_MISUSE, "size of layout"},
    {options_size_0, BANDSTAND_MISUSE, "size of options"},
    {options_size_small, BANDSTAND_OK, ""},
    {unknown_method, BANDSTAND_MISUSE, "did you mean 'thomas'"},
    {device_method, BANDSTAND_MISUSE, "thomas_vbatch"},
    {unknown_setting, BANDSTAND_MISUSE, "windw"},
    {not_a_number, BANDSTAND_MISUSE, "nan"},
    {infinite, BANDSTAND_MISUSE, "cost_pcr"},
    {no_syntax, BANDSTAND_MISUSE, "auto:1"},
    {negative_threads, BANDSTAND_MISUSE, "-1 threads"},
    {many_threads, BANDSTAND_MISUSE, "threads"},
    {unknown_flag, BANDSTAND_MISUSE, "0x80000000"},
};

static void a_wrong_layout_or_option_is_a_sentence(void **state)
{
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        struct bandstand_layout layout = layout_of(3, 4);
        struct bandstand_options options = BANDSTAND_OPTIONS;
        struct bandstand_plan *plan = (struct bandstand_plan *)&layout;
        wrongs[i].with(&layout, &options);
        const int status = bandstand_dtridiag_plan(&plan, &layout, &options);
        if (status != wrongs[i].status || (status != BANDSTAND_OK) != (plan == NULL) ||
            !strstr(status ? bandstand_message() : "", wrongs[i].says))
            fail_msg("case %zu: status %d, \"%s\" lacks \"%s\"", i, status, bandstand_message(), wrongs[i].says);
        bandstand_plan_free(plan);
    }
}

static void null_and_a_wrong_order_of_calls_are_sentences(void **state)
{
    const struct bandstand_layout layout = layout_of(3, 2);
    struct bandstand_options options = BANDSTAND_OPTIONS;
    struct bandstand_plan *plan, *reuse, *single;
    MISUSE(bandstand_dtridiag_plan(NULL, &layout, NULL), "plan is NULL");
    MISUSE(bandstand_dtridiag_plan(&plan, NULL, NULL), "layout is NULL");
    MISUSE(bandstand_dtridiag_solve(NULL, v, v, v, NULL, x, NULL, NULL), "plan is NULL");
    MISUSE(bandstand_dtridiag(3, 1, NULL, v, v, x, NULL), "NULL");
    MISUSE(bandstand_dtridiag(3, 1, v, v, v, NULL, NULL), "x is NULL");
    MISUSE(bandstand_dtridiag(-1, 1, v, v, v, x, NULL), "-1 rows");
    assert_int_equal(bandstand_dtridiag(3, 0, NULL, NULL, NULL, NULL, NULL), BANDSTAND_OK);
    assert_int_equal(bandstand_dtridiag_plan(&plan, &layout, NULL), BANDSTAND_OK);
    assert_int_equal(bandstand_stridiag_plan(&single, &layout, NULL), BANDSTAND_OK);
    options.flags = BANDSTAND_REUSE;
    assert_int_equal(bandstand_dtridiag_plan(&reuse, &layout, &options), BANDSTAND_OK);
    MISUSE(bandstand_dtridiag_solve(single, v, v, v, NULL, x, NULL, NULL), "precision");
    MISUSE(bandstand_dtridiag_factor(plan, v, v, v, NULL), "BANDSTAND_REUSE");
    MISUSE(bandstand_dtridiag_solve(reuse, v, v, v, NULL, x, NULL, NULL), "factored");
    MISUSE(bandstand_dtridiag_solve(plan, v, v, v, v, x, NULL, NULL), "BANDSTAND_SHIFTED");
    MISUSE(bandstand_dtridiag_solve(plan, v, x, v, NULL, x, NULL, NULL), "coefficients");
    struct bandstand_outcome outcome = BANDSTAND_OUTCOME;
    outcome.backward = x + 40;
    MISUSE(bandstand_dtridiag_solve(plan, v, v, v, NULL, x, NULL, &outcome), "BANDSTAND_CHECK");
    outcome.size = 4;
    MISUSE(bandstand_dtridiag_solve(plan, v, v, v, NULL, x, NULL, &outcome), "size of outcome");
    assert_true(bandstand_plan_bytes(plan) > 0);
    assert_int_equal(bandstand_plan_bytes(NULL), 0);
    assert_non_null(strstr(bandstand_info_text(plan, 2), "pivot"));
    assert_non_null(bandstand_info_text(plan, INT64_MIN));
    assert_non_null(bandstand_info_text(NULL, 0));
    bandstand_plan_free(plan), bandstand_plan_free(reuse), bandstand_plan_free(single), bandstand_plan_free(NULL);
}

/* Structs of other sizes, as an older or newer header has them. */
static void other_versions_of_the_structs_work(void **state)
{
    const double off[] = {-1, -1, -1}, diag[] = {2, 2, 2};
    double y[] = {0, 0, 4};
    struct {
        struct bandstand_layout known;
        int64_t later[2];
    } newer = {.known = layout_of(3, 1)};
    struct {
        size_t size;
        int64_t n, batch;
    } older = {sizeof older, 3, 1};
    struct bandstand_plan *plan;
    assert_int_equal(bandstand_dtridiag_plan(&plan, (const struct bandstand_layout *)&older, NULL), BANDSTAND_OK);
    struct {
        struct bandstand_outcome part;
        int64_t behind;
    } outcome = {.part = BANDSTAND_OUTCOME, .behind = 77};
    outcome.part.size = offsetof(struct bandstand_outcome, max_backward);
    outcome.part.max_backward = 5;
    assert_int_equal(bandstand_dtridiag_solve(plan, off, diag, off, NULL, y, NULL, &outcome.part), BANDSTAND_OK);
    assert_true(fabs(y[0] - 1) < 1e-15 && fabs(y[2] - 3) < 1e-15);
    assert_true(outcome.part.unsolved == -1 && outcome.part.max_backward == 5 && outcome.behind == 77);
    bandstand_plan_free(plan);
    newer.known.size = sizeof newer;
    assert_int_equal(bandstand_dtridiag_plan(&plan, &newer.known, NULL), BANDSTAND_OK);
    bandstand_plan_free(plan);
    newer.later[1] = 1;
    MISUSE(bandstand_dtridiag_plan(&plan, &newer.known, NULL), "later version");
    assert_string_equal(bandstand_version(), BANDSTAND_VERSION);
}

/* Plans by all methods, with the defaults of their settings and with none set, do not change the sentence of a misuse.
 */
static void plans_that_are_made_change_no_sentence(void **state)
{
    const struct bandstand_layout layout = layout_of(40, 2);
    struct bandstand_plan *plan;
    struct bandstand_options options = BANDSTAND_OPTIONS;
    for (int i = 0; (options.method = bandstand_method_name(BANDSTAND_TRIDIAG, i)); i++)
        for (int k = 0; k < 2; k++) {
            MISUSE(bandstand_dtridiag_plan(NULL, &layout, NULL), "plan is NULL");
            options.settings = k ? "check = false;" : NULL;
            assert_int_equal(bandstand_dtridiag_plan(&plan, &layout, &options), BANDSTAND_OK);
            if (strcmp(bandstand_message(), "plan is NULL"))
                fail_msg("%s, %d: %s", options.method, k, bandstand_message());
            bandstand_plan_free(plan);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_layout_or_option_is_a_sentence),
        cmocka_unit_test(null_and_a_wrong_order_of_calls_are_sentences),
        cmocka_unit_test(other_versions_of_the_structs_work),
        cmocka_unit_test(plans_that_are_made_change_no_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
