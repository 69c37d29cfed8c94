/* Claims: the language of their conditions, and verdicts that change with the numbers. */
#include "command/papers/claims/evaluate.h"
#include "command/papers/claims/verdict.h"

#include <math.h>

#include "tests/support/result_files.h"

/* Two runs along systems and rows; the second has another axis, and a third one was left out. */
static void put_column(struct store *s, const char *run, const char *name, bool axis, int64_t count, double *value)
{
    char group[96], path[160];
    snprintf(group, sizeof group, "/runs/%s/series", run);
    const struct array a = {.name = name, .type = REAL64, .rank = 1, .dims = {count}, .data = value};
    good(store_array(s, group, &a));
    snprintf(path, sizeof path, "%s/%s", group, name);
    if (axis) good(store_int(s, path, "axis", name[0] == 's' && name[1] == 'y' ? 1 : name[0] == 'r' ? 2 : 3));
}

static void put_run(struct store *s, const char *name, const char *label, const char *status)
{
    char group[96];
    snprintf(group, sizeof group, "/runs/%s", name);
    good(store_text(s, group, "method", "thomas"));
    good(store_text(s, group, "label", label));
    good(store_text(s, group, "space", "host"));
    good(store_text(s, group, "precision", "double"));
    good(store_text(s, group, "status", status));
}

/* Published values of run E, at the places of its rows 0, 1 and 5: in the order of all points, which B has twice, they
 * are others. */
static void put_published(struct store *s)
{
    double value[] = {5, 6, 1000}, at[] = {1, 16, 1, 32, 2, 64};
    good(store_text(s, "/published/000", "quantity", "iterations"));
    good(store_text(s, "/published/000", "run", "E"));
    good(store_text(s, "/published/000", "along", "systems,rows"));
    const struct array values = {.name = "values", .type = REAL64, .rank = 1, .dims = {3}, .data = value};
    const struct array places = {.name = "at", .type = REAL64, .rank = 2, .dims = {3, 2}, .data = at};
    good(store_array(s, "/published/000", &values));
    good(store_array(s, "/published/000", &places));
}

static int write_result(void **state)
{
    struct store *s;
    double systems[] = {1, 1, 1, 2, 2, 2}, rows[] = {16, 32, 64, 16, 32, 64}, first[] = {1, 2, 4, 2, 4, 8};
    double second_systems[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}, points[] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
    double second_rows[] = {16, 16, 32, 32, 64, 64, 16, 16, 32, 32, 64, 64};
    double second[] = {.6, .5, 1.2, 1, 2.4, 2, 1.2, 1, 2.4, 2, 4.8, 4};
    double converged[] = {1, 1, 1, 1, 1, 0}, iterations[] = {5, 6, 7, 8, 9, 1000};
    if (enter(state)) return -1;
    good(store_create(&s, file));
    good(store_text(s, "/", "app", "batch"));
    good(store_text(s, "/", "title", ""));
    good(store_text(s, "/provenance", "cores", "2"));
    put_run(s, "000", "A", "ok");
    put_run(s, "001", "B", "ok");
    put_run(s, "002", "C", "refused: there is no GPU");
    put_run(s, "003", "D", "failed: not finite");
    put_column(s, "000", "systems", true, 6, systems), put_column(s, "000", "rows", true, 6, rows);
    put_column(s, "000", "seconds", false, 6, first);
    put_run(s, "004", "E", "ok");
    put_column(s, "004", "systems", true, 6, systems), put_column(s, "004", "rows", true, 6, rows);
    put_column(s, "004", "converged", false, 6, converged), put_column(s, "004", "iterations", false, 6, iterations);
    put_column(s, "001", "systems", true, 12, second_systems), put_column(s, "001", "rows", true, 12, second_rows);
    put_column(s, "001", "switch_point", true, 12, points), put_column(s, "001", "seconds", false, 12, second);
    good(store_real(s, "/runs/000/metrics", "bytes", 100));
    good(store_real(s, "/runs/000/metrics", "1_small_residual", 1e-16));
    good(store_real(s, "/runs/000/metrics", "2_large_residual", 1e-3));
    put_published(s);
    good(store_commit(s));
    return 0;
}

/* The verdict of a condition, and of a weaker one; `scale` multiplies the seconds of A before. */
static struct judgement verdict_on(const char *test, const char *shape, const char *needs, double scale)
{
    struct result r;
    struct facts facts[PRECISIONS];
    struct claim c = {.text = (char *)"", .test = (char *)test, .shape = (char *)shape, .needs = (char *)needs};
    const struct paper p = {.claims = {1, &c}};
    struct judgement j;
    struct config *config;
    int count;
    good(result_open(&r, file, TRUST_CHECKSUM));
    good(config_parse(&config, "x.cfg", "claims = ({ text = \"\"; test = \"\"; });\n"));
    good(facts_of_result(&r, &p, facts, &count));
    struct series *const s = &facts[0].run[0].series;
    for (int64_t i = 0; i < s->count; i++)
        for (int64_t k = 0; k < s->column[i].count && !strcmp(s->column[i].name, "seconds"); k++)
            s->column[i].value[k] *= scale;
    const enum status st = judge(config, &p, 0, facts, count, &j);
    if (st != ST_OK) j.verdict = VERDICTS, snprintf(j.reason, sizeof j.reason, "%s", fail_text());
    for (int k = 0; k < count; k++) facts_free(&facts[k]);
    config_free(config);
    result_close(&r);
    return j;
}

static void conditions_hold_or_not(void **state)
{
    (void)state;
    static const struct {
        const char *test;
        enum claim_verdict verdict;
    } cases[] = {
        {"1 + 2 * 3 ^ 2 == 19", REPRODUCED},
        {"-2 ^ 2 == -4 and (1 > 2 or 2 > 1) and not 1 > 2", REPRODUCED},
        {"10 - 4 - 3 == 3 and 2 ^ 3 ^ 2 == 512", REPRODUCED},
        {"seconds[A] > 0", REPRODUCED},
        {"seconds['A'] < 8", NOT_REPRODUCED},
        {"seconds[A]{rows <= 32} < 8", REPRODUCED},
        {"seconds[B] < seconds[A]", REPRODUCED},
        {"max(seconds[A] / min(seconds[B], switch_point)) == 2", REPRODUCED},
        {"argmin(seconds[B], switch_point) == 2", REPRODUCED},
        {"argmin(seconds[B], switch_point) == 1", NOT_REPRODUCED},
        {"abs(slope(seconds[A], rows) - 1) < 1e-12", REPRODUCED},
        {"rising(seconds[A], rows) and not falling(seconds[A], rows)", REPRODUCED},
        {"falling(seconds[B], rows)", NOT_REPRODUCED},
        {"mean(seconds[A] > 3) == 0.5 and sum(seconds[A] > 3) == 3", REPRODUCED},
        {"least(seconds[A], seconds[B]{switch_point == 1}, 3) <= 3", REPRODUCED},
        {"within(seconds[A], 2 * seconds[B], 1.25)", REPRODUCED},
        {"within(seconds[A], 2 * seconds[B], 1.15)", NOT_REPRODUCED},
        {"max(rows) == 64 and min(systems) == 1", REPRODUCED},
        {"iterations[E] < 1000", NOT_REPRODUCED},
        {"finite(iterations[E])", NOT_REPRODUCED},
        {"finite(iterations[E]{rows < 64})", REPRODUCED},
        {"bytes[A] == 100", REPRODUCED},
        {"'*_residual'[A]{'1_small'} < 1e-15", REPRODUCED},
        {"'*_residual'[A] < 1e-15", NOT_REPRODUCED},
        {"speedup[B] > 1", REPRODUCED},
        {"seconds[C] < seconds[A]", NOT_TESTED},
        {"seconds[D] < seconds[A]", NOT_REPRODUCED},
        {"seconds[A]{rows == 128} < 1", NOT_TESTED},
        {"slope(seconds[A]{rows == 16}, rows) > 0", NOT_TESTED},
        {"seconds[A]{rows == 16} < 3 and seconds[A]{rows == 32} < 5", REPRODUCED},
        {"seconds[A]{rows == 16} < 3 and seconds[A]{rows == 32} < 3", NOT_REPRODUCED},
        {"0 / 0 == 0 / 0", NOT_TESTED},
        {"0 / 0 != 1", NOT_TESTED},
        {"not (log10(-seconds[A]) > 0)", NOT_TESTED},
        {"seconds[A] / 0 == seconds[B] / 0", NOT_TESTED},
        {"not (seconds[A] / 0 < 1)", NOT_TESTED},
        {"mean(log10(-seconds[A]) < 0) == 0", NOT_TESTED},
        {"not rising(log10(seconds[A]{systems == 1} - 2), rows)", NOT_TESTED},
        {"not within(seconds[A], 0, 2)", NOT_TESTED},
        {"10 ^ 400 == 10 ^ 500", NOT_TESTED},
        {"not (0 ^ -1 < 1)", NOT_TESTED},
        {"1 < 2 or log10(-1) > 0", REPRODUCED},
        {"1 < 2 and log10(-1) > 0", NOT_TESTED},
        {"2 < 1 and log10(-1) > 0", NOT_REPRODUCED},
        {"not (2 < 1 and log10(-1) > 0)", REPRODUCED},
        {"iterations[E] == iterations[E]", REPRODUCED},
        {"seconds[A] / iterations[E] < 1", REPRODUCED},
        {"iterations[E]{rows < 64} < published(iterations[E]) / 0.5", REPRODUCED},
        {"within(iterations[E]{rows < 64}, published(iterations[E]), 1.01)", REPRODUCED},
        {"within(iterations[E], published(iterations[E]), 10)", NOT_REPRODUCED},
        {"published(iterations[E]) < 10", NOT_REPRODUCED},
        {"sum(published(iterations[E])) == 1011", REPRODUCED},
        {"max(published(iterations[E]{rows == 64, systems == 2})) == 1000", REPRODUCED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct judgement j = verdict_on(cases[i].test, NULL, NULL, 1);
        if (j.verdict != cases[i].verdict) fail_msg("%s: verdict %d, %s", cases[i].test, j.verdict, j.reason);
    }
}

static void what_is_not_tested_says_why(void **state)
{
    (void)state;
    static const struct {
        const char *test, *says;
    } cases[] = {
        {"not (log10(seconds[A] - 2) > 5)", "log10(seconds[A] - 2) is not a number at systems 1, rows 16"},
        {"not (log10(seconds[A]{rows > 32} - 5) > 5)", "is not a number at systems 1, rows 64"},
        {"mean(seconds[A] / 0 < 1) < 1", "seconds[A] / 0 is not a number at systems 1, rows 16"},
        {"10 ^ 400 > 1", "10 ^ 400 is not a number"},
        {"seconds[A]{rows == 16} < seconds[B]{rows == 32}", "its sides have no point in common"},
        {"not (seconds[A]{rows == 16} < seconds[B]{rows == 32})", "its sides have no point in common"},
        {"within(seconds[A]{rows == 16}, seconds[B]{rows == 32}, 2)", "its sides have no point in common"},
        {"seconds[A]{rows == 128} < seconds[B]", "the result has none of its points"},
        {"slope(seconds[A]{rows == 16}, rows) > 0", "the result has none of its points"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct judgement j = verdict_on(cases[i].test, NULL, NULL, 1);
        if (j.verdict != NOT_TESTED || !strstr(j.reason, cases[i].says))
            fail_msg("%s: verdict %d, %s", cases[i].test, j.verdict, j.reason);
    }
    const struct judgement j = verdict_on("not (seconds[A] > 1e9)", NULL, NULL, (double)NAN);
    assert_int_equal(j.verdict, NOT_REPRODUCED);
    assert_string_equal(j.reason, "seconds[A] is not a number at systems 1, rows 16");
}

static void wrong_conditions_say_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        const char *test, *says;
    } cases[] = {
        {"", "expected a number, a quantity of a run"},
        {"seconds[A]", "is a number: expected a condition"},
        {"seconds[A] <", "at the end of 'seconds[A] <'"},
        {"seconds[A < 2", "expected ']'"},
        {"seconds['A] < 2", "a name with a quote at its end"},
        {"seconds[A] < 2 3", "expected an operator"},
        {"maxi(seconds[A]) < 2", "no function 'maxi'; did you mean 'max'?"},
        {"max(seconds[A], 3) < 2", "max: expected the name of an axis, not '3'"},
        {"slope(seconds[A]) < 2", "slope: 2 arguments at least"},
        {"abs(1, 2) < 2", "abs: 1 arguments at most"},
        {"published(3) < 2", "published: expected a quantity of a run, not '3'"},
        {"1 < 2 < 3", "<: expected a number, not '1 < 2'"},
        {"1 and 2 < 3", "and: expected a condition, not '1'"},
        {"not 1", "not: expected a condition, not '1'"},
        {"abs(1 < 2) < 3", "abs: expected a number, not the condition '1 < 2'"},
        {"seconds[A]{rows} < 1", "one of < <= > >= == !="},
        {"seconds[A]{rows = 3} < 1", "one of < <= > >= == !="},
        {"second[A] < 1", "no quantity 'second' of run 'A'; did you mean 'seconds'?"},
        {"seconds < 1", "'seconds' is not an axis"},
        {"seconds[A]{row > 3} < 1", "no axis 'row'"},
        {"bytes[A]{rows > 3} < 1", "no axis 'rows'"},
        {"max(seconds[A], row) < 1", "no axis 'row'"},
        {"'*_residual'[A] < seconds[A]", "its numbers have no axis in common"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct judgement j = verdict_on(cases[i].test, NULL, NULL, 1);
        if (j.verdict != VERDICTS) fail_msg("%s: verdict %d", cases[i].test, j.verdict);
        if (!strstr(j.reason, cases[i].says) || !strstr(j.reason, "x.cfg:1: claims"))
            fail_msg("%s: %s", cases[i].test, j.reason);
    }
}

static void verdicts_follow_the_numbers(void **state)
{
    (void)state;
    const char *const test = "seconds[A] > seconds[B]", *const shape = "mean(seconds[A] > seconds[B]) >= 0.5";
    assert_int_equal(verdict_on(test, shape, NULL, 1).verdict, REPRODUCED);
    assert_int_equal(verdict_on(test, shape, NULL, 0.55).verdict, IN_SHAPE);
    assert_int_equal(verdict_on(test, NULL, NULL, 0.55).verdict, NOT_REPRODUCED);
    assert_int_equal(verdict_on(test, shape, NULL, 1. / 3).verdict, NOT_REPRODUCED);
    assert_int_equal(verdict_on(test, shape, NULL, (double)NAN).verdict, NOT_REPRODUCED);
}

static void claims_need_machines(void **state)
{
    (void)state;
    assert_int_equal(verdict_on("1 < 2", NULL, "cores >= 2", 1).verdict, REPRODUCED);
    assert_int_equal(verdict_on("1 < 2", NULL, "cores >= 3", 1).verdict, NOT_TESTED);
    assert_int_equal(verdict_on("1 < 2", NULL, "gpu", 1).verdict, NOT_TESTED);
    assert_string_equal(verdict_on("1 < 2", NULL, "gpu, cores >= 2", 1).reason, "needs gpu, cores >= 2");
}

/* Texts of random signs never crash: they are refused or parsed. */
static void random_texts_are_survived(void **state)
{
    (void)state;
    static const char *const parts[] = {"seconds[A]", "(",    ")", "<",        "and",    "not ",     "1",
                                        "rows",       "max(", ",", "{",        "}",      "'",        "-",
                                        "^",          "[",    "]", "rows > 3", "slope(", "'*_r'[A]", "=="};
    enum { PARTS = sizeof parts / sizeof *parts };
    unsigned seed = 20261127;
    for (int trial = 0; trial < 20000; trial++) {
        char text[400] = "";
        struct formula *f;
        for (int i = 0; i < 12; i++) seed = seed * 1664525u + 1013904223u, strcat(text, parts[(seed >> 16) % PARTS]);
        if (formula_parse(text, &f) == ST_OK) formula_free(f);
        else assert_null(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_hold_or_not),      cmocka_unit_test(wrong_conditions_say_what_is_allowed),
        cmocka_unit_test(what_is_not_tested_says_why), cmocka_unit_test(verdicts_follow_the_numbers),
        cmocka_unit_test(claims_need_machines),        cmocka_unit_test(random_texts_are_survived),
    };
    return cmocka_run_group_tests(tests, write_result, leave);
}
