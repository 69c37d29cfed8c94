/* Verdicts follow the published numbers: a published value is changed by more than any tolerance allows, in a copy of a
 * result, and the result is judged again. The verdict of each claim that compares with published values changes with
 * the value of each of its points, and with no other. $PAPERS is a folder with a result of every configuration that has
 * such claims, each with one claim or more that is reproduced; without it there is nothing to try. */
#include "command/compare/sweep/published_pairs.h"
#include "command/papers/claims/evaluate.h"
#include "command/papers/claims/verdict.h"
#include "command/papers/experiment/experiment.h"

#include <math.h>

#include "tests/support/result_files.h"

enum { CLAIMS = 64, VALUES = 256, SEED = 20261127 };

/* The square of the widest tolerance of a claim, 100, and more: from one end of the range beyond the other. */
static const double factor = 2e4;

struct tally {
    int64_t points, turns; /* of a claim: where it is judged; values that turn its verdict */
    enum claim_verdict was;
};

/* A published value next to a measured one: value `i` of a quantity of a run, or of all runs. */
struct beside {
    char quantity[128], run[64];
    int64_t i;
};

struct besides {
    int64_t count;
    struct beside item[VALUES];
};

static bool calls_published(const struct formula *f)
{
    bool calls = f->kind == FORMULA_CALL && !strcmp(f->function->name, "published");
    for (int i = 0; i < f->arguments; i++) calls |= calls_published(f->argument[i]);
    return calls;
}

static bool is_compared(const struct experiment *x, int64_t claim)
{
    struct formula *f;
    good(formula_parse(paper_claim(&x->paper, claim)->test, &f));
    const bool compared = calls_published(f);
    formula_free(f);
    return compared;
}

static int64_t points_of(const struct claim *c, const struct facts *facts)
{
    struct evaluation e = {.facts = facts};
    struct formula *f;
    struct numbers x;
    int64_t points = 0;
    good(formula_parse(c->test, &f));
    good(evaluate(&e, f, &x));
    for (int64_t i = 0; i < x.count; i++) points += x.there[i];
    arena_free(&e.arena);
    formula_free(f);
    return points;
}

/* Judges the claims that compare with published values; `first`: their verdicts and points are noted, else turns are
 * counted. */
static void judge_file(const struct experiment *x, const char *path, struct tally *t, bool first)
{
    struct result r;
    struct facts facts[PRECISIONS] = {{0}};
    struct judgement j;
    int count;
    good(result_open(&r, path, TRUST_CHECKSUM));
    good(facts_of_result(&r, &x->paper, facts, &count));
    assert_int_equal(count, 1);
    for (int64_t k = 0; k < x->paper.claims.count; k++) {
        if (!is_compared(x, k)) continue;
        good(judge(x->config, &x->paper, k, facts, count, &j));
        if (first) t[k] = (struct tally){points_of(paper_claim(&x->paper, k), facts), 0, j.verdict};
        else t[k].turns += j.verdict != t[k].was;
    }
    facts_free(&facts[0]);
    result_close(&r);
}

static enum status note(void *with, const struct published_pair *p)
{
    struct besides *const b = with;
    if (isnan(p->measured)) return ST_OK;
    assert_in_range(b->count, 0, VALUES - 1);
    struct beside *const to = &b->item[b->count++];
    snprintf(to->quantity, sizeof to->quantity, "%s", p->of->quantity);
    snprintf(to->run, sizeof to->run, "%s", p->of->run ? p->of->run : "");
    to->i = p->i;
    return ST_OK;
}

static void find_besides(struct besides *b, const char *path)
{
    struct result r;
    b->count = 0;
    good(result_open(&r, path, TRUST_CHECKSUM));
    good(published_pairs(&r, note, b));
    result_close(&r);
}

static bool is_beside(const struct besides *b, const char *quantity, const char *run, int64_t i)
{
    for (int64_t k = 0; k < b->count; k++)
        if (b->item[k].i == i && !strcmp(b->item[k].quantity, quantity) && !strcmp(b->item[k].run, run)) return true;
    return false;
}

static void copy_text(struct store *from, struct store *to, const char *name)
{
    char *text;
    good(store_get_text(from, "/", name, &text));
    good(store_text(to, "/", name, text));
    free(text);
}

/* A copy in the file `other`, but for these values of a group. */
static void copy_with(struct store *from, const char *group, const struct array *values)
{
    struct store *const to = begin(other);
    static const char *const members[] = {"/runs", "/published", "/provenance"};
    int64_t format;
    copy_text(from, to, "app"), copy_text(from, to, "title");
    good(store_get_int(from, "/", "format", &format));
    good(store_int(to, "/", "format", format));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) good(store_copy(from, members[i], to));
    good(store_array(to, group, values));
    good(store_commit(to));
}

static double either_way(double value)
{
    static unsigned seed = SEED;
    seed = seed * 1664525u + 1013904223u;
    return seed >> 31 ? value * factor : value / factor;
}

/* The values next to measured ones, one after the other. */
static void change_each(const struct experiment *x, struct store *from, const char *name, const struct besides *b,
                        struct tally *t)
{
    char group[128], path[160], *quantity, *run = NULL;
    struct array values;
    double value[VALUES];
    snprintf(group, sizeof group, "/published/%s", name);
    snprintf(path, sizeof path, "%s/values", group);
    good(store_get_text(from, group, "quantity", &quantity));
    if (store_has_text(from, group, "run")) good(store_get_text(from, group, "run", &run));
    good(store_array_shape(from, path, &values));
    assert_in_range(values.dims[0], 1, VALUES);
    good(store_array_read(from, path, REAL64, value));
    values.name = "values", values.data = value;
    for (int64_t i = 0; i < values.dims[0]; i++) {
        const double kept = value[i];
        if (isnan(kept) || !is_beside(b, quantity, run ? run : "", i)) continue;
        value[i] = either_way(kept);
        copy_with(from, group, &values);
        judge_file(x, other, t, false);
        value[i] = kept;
    }
    free(quantity);
    free(run);
}

/* Returns the number of claims that were tested. */
static int64_t try_all(const struct experiment *x, const char *path)
{
    struct tally t[CLAIMS] = {{0}};
    struct besides b;
    struct store *const from = look(path);
    char **names;
    int64_t count, tried = 0;
    assert_in_range(x->paper.claims.count, 1, CLAIMS);
    judge_file(x, path, t, true);
    find_besides(&b, path);
    good(store_members(from, "/published", &names, &count));
    for (int64_t i = 0; i < count; i++) change_each(x, from, names[i], &b, t);
    store_names_free(names, count);
    store_close(from);
    for (int64_t k = 0; k < x->paper.claims.count; k++) {
        if (!is_compared(x, k) || t[k].was != REPRODUCED) continue;
        tried++;
        if (t[k].turns != t[k].points)
            fail_msg("%s: '%s' has %d points, and turns with %d published values", x->paper.id,
                     paper_claim(&x->paper, k)->text, (int)t[k].points, (int)t[k].turns);
    }
    return tried;
}

static void verdicts_turn_with_published_values(void **state)
{
    (void)state;
    const char *const results = getenv("PAPERS");
    struct experiments e;
    int64_t all = 0;
    if (!results) skip();
    print_message("seed %d\n", SEED);
    good(experiments_load(&e, "configs/papers"));
    for (int64_t i = 0; i < e.count; i++) {
        bool compared = false;
        char path[512];
        for (int64_t k = 0; k < e.item[i].paper.claims.count; k++) compared |= is_compared(&e.item[i], k);
        if (!compared) continue;
        snprintf(path, sizeof path, "%s/%s.h5", results, e.item[i].name);
        const int64_t tried = try_all(&e.item[i], path);
        if (!tried) fail_msg("%s: no claim that compares with published values is reproduced", e.item[i].name);
        all += tried;
    }
    experiments_free(&e);
    print_message("%d claims tried\n", (int)all);
    assert_true(all > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_turn_with_published_values)};
    return cmocka_run_group_tests(tests, enter, leave);
}
