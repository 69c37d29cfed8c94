/* Claims can fail: of each claim of configs/papers that a result fulfils, some change of its numbers changes the
 * verdict. $PAPERS is a folder of results, as `bandstand papers` leaves it; without it there is nothing to test. */
#include "command/papers/claims/verdict.h"
#include "command/papers/experiment/experiment.h"

#include <math.h>

#include "tests/support/result_files.h"

enum change { SCALE, TILT, REPLACE, CHANGES };

static double changed(double x, enum change how, double by, int64_t k)
{
    return how == REPLACE ? by : x * (how == TILT ? pow(by, (double)(k + 1)) : by);
}

/* Changes the numbers of a run, or restores them from the copy of an earlier call. */
static void change(struct run_facts *run, enum change how, double by, double *kept, bool back)
{
    for (int64_t i = 0; i < run->series.count; i++) {
        const struct column *const c = &run->series.column[i];
        for (int64_t k = 0; !c->axis && k < c->count; k++, kept++) {
            if (!back) *kept = c->value[k];
            c->value[k] = back ? *kept : changed(*kept, how, by, k);
        }
    }
    for (int64_t i = 0; i < run->count; i++, kept++) {
        if (!back) *kept = run->fact[i].value;
        run->fact[i].value = back ? *kept : changed(*kept, how, by, i);
    }
}

static int64_t numbers_of(const struct run_facts *run)
{
    int64_t count = run->count;
    for (int64_t i = 0; i < run->series.count; i++) count += run->series.column[i].count;
    return count;
}

static enum claim_verdict verdict_on(const struct experiment *x, int64_t claim, const struct facts *facts, int count)
{
    struct judgement j;
    good(judge(x->config, &x->paper, claim, facts, count, &j));
    return j.verdict;
}

/* Every run is changed alike before the next change: verdicts with published numbers read them again. */
static bool can_turn(const struct experiment *x, int64_t claim, const struct facts *facts, int count,
                     enum claim_verdict was)
{
    static const double factors[] = {3, 1. / 3, 1e6, 1e-6, 1e25, 1e-25, -1, 0};
    bool turned = false;
    for (size_t f = 0; f < CHANGES * (sizeof factors / sizeof *factors); f++)
        for (int p = 0; p < count; p++)
            for (int64_t i = 0; !turned && i < facts[p].count; i++) {
                struct run_facts *const run = &facts[p].run[i];
                const enum change how = (enum change)(f % CHANGES);
                double *const kept = malloc((size_t)(numbers_of(run) + 1) * sizeof *kept);
                change(run, how, factors[f / CHANGES], kept, false);
                turned = verdict_on(x, claim, facts, count) != was;
                change(run, how, factors[f / CHANGES], kept, true);
                free(kept);
            }
    return turned;
}

/* Returns the number of claims of an experiment that are tested, and adds those that no change affects. */
static int64_t try_all(const struct experiment *x, const char *path, int64_t *stuck)
{
    struct result r;
    struct facts facts[PRECISIONS] = {{0}};
    int64_t tried = 0;
    int count;
    good(result_open(&r, path, TRUST_CHECKSUM));
    good(facts_of_result(&r, &x->paper, facts, &count));
    for (int64_t k = 0; k < x->paper.claims.count; k++) {
        const enum claim_verdict was = verdict_on(x, k, facts, count);
        if (was == NOT_TESTED || was == NOT_REPRODUCED) continue;
        tried++;
        if (can_turn(x, k, facts, count, was)) continue;
        ++*stuck;
        print_error("%s: no number turns '%s'\n", x->paper.id, paper_claim(&x->paper, k)->text);
    }
    for (int k = 0; k < PRECISIONS; k++) facts_free(&facts[k]);
    result_close(&r);
    return tried;
}

static void every_claim_can_fail(void **state)
{
    (void)state;
    const char *const results = getenv("PAPERS");
    struct experiments e;
    int64_t tried = 0, stuck = 0;
    if (!results) skip();
    good(experiments_load(&e, "configs/papers"));
    for (int64_t i = 0; i < e.count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.h5", results, e.item[i].name);
        if (access(path, R_OK) == 0) tried += try_all(&e.item[i], path, &stuck);
    }
    experiments_free(&e);
    print_message("%d claims tried\n", (int)tried);
    assert_int_equal(stuck, 0);
    assert_true(tried > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_claim_can_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
