/* Searches for the fewest servers that meet all targets, by bisection; for percentiles, upward from the fewest that
 * meet the others, in steps that double.
 *
 * Losses and waits decrease as servers are added, perhaps to a limit above the target: a server is switched on only
 * when tasks wait. Losses and means cost a solve; percentiles, which cost more, are computed only for numbers of
 * servers that meet the other targets. A bound of a percentile (waiting.h) is compared as if it were the percentile. */
#include "apps/cloudqueue/targets.h"

#include <math.h>

#include "base/either_precision.h"

/* A target is the largest value of a column, or of a percentile of the wait. */
static const struct {
    const char *key;
    int column;
    double share; /* > 0: of a percentile of the wait */
} targets[TARGETS] = {
    {"target.blocking", LOST, 0},      {"target.wait", WAIT, 0},          {"target.wait_50", WAIT_AT, 0.5},
    {"target.wait_95", WAIT_AT, 0.95}, {"target.wait_99", WAIT_AT, 0.99},
};

static bool is_asked(const struct queue_params *p, int t)
{
    return p->target[t] > 0;
}

bool targets_any(const struct queue_params *p)
{
    bool any = false;
    for (int t = 0; t < TARGETS; t++) any |= is_asked(p, t);
    return any;
}

/* The shares of the percentiles that have targets, increasing as `targets` has them; their number. */
static int64_t percentiles_asked(const struct queue_params *p, double *share)
{
    int64_t count = 0;
    for (int t = 0; t < TARGETS; t++)
        if (is_asked(p, t) && targets[t].share > 0) share[count++] = targets[t].share;
    return count;
}

static enum status check_target(const struct points *of, int t)
{
    const struct queue_params *const p = of->params;
    if (p->import || p->matrices.count)
        return fail(ST_CONFIG, "does not apply with %s, which gives the servers",
                    p->import ? "import.file" : "matrices");
    if (p->mode != MODE_STATIONARY)
        return fail(ST_CONFIG, "does not apply in mode benchmark, which does not solve a queue");
    if (p->preset != PRESET_FREE)
        return fail(ST_CONFIG, "does not apply with preset %s, whose windows are fixed", cloud_preset_words[p->preset]);
    if (points_is(of, "n", 1)) return fail(ST_CONFIG, "does not apply in a sweep over n, the number that is searched");
    if (targets[t].column == LOST && p->buffer < 0 && p->arrivals != ARRIVALS_LIMITED && !points_is(of, "buffer", 6))
        return fail(
            ST_CONFIG,
            "no task is lost where any number may wait, so the target %g needs buffer, the number that may wait",
            p->target[t]);
    if (targets[t].share > 0 && p->service != SERVICE_PHYS)
        return fail(ST_CONFIG, "percentiles need slots, which only service phys has");
    return ST_OK;
}

enum status targets_check(const struct points *of, const char **key)
{
    for (int t = 0; t < TARGETS; t++) {
        *key = targets[t].key;
        if (is_asked(of->params, t)) TRY(check_target(of, t));
    }
    *key = NULL;
    return ST_OK;
}

static struct cloud with_servers(const struct cloud *chain, int64_t n)
{
    struct cloud few = *chain;
    few.lambda = cloud_arrivals(chain);
    few.load = 0, few.n = n, few.k = few.below = 0;
    if (few.on_count > n) few.on_count = n;
    if (few.off_count > n) few.off_count = n;
    return few;
}

/* One search: the percentiles that have targets in place of those that are reported. */
struct search {
    const struct cloud *chain;
    const struct points *of;
    struct window_search *window;
    struct marginals *keep;
    struct queue_params params;
    double share[PERCENTILES_MAX];
    int64_t solved; /* the number of servers of the chain in window->instance; 0: none */
    bool bounded;   /* a number of servers was refused by a bound */
};

/* Solves the chain of so many servers in window->instance; *grows: its line would grow without limit. */
static enum status solve(struct search *s, int64_t n, bool *grows)
{
    struct cloud few = with_servers(s->chain, n), least = few;
    TRY(cloud_widen(&least, 0, 0));
    *grows = cloud_settles(&least) != ST_OK;
    if (*grows || s->solved == n) return ST_OK;
    s->solved = 0;
    TRY(window_search_choose(s->window, &few));
    s->solved = n;
    return ST_OK;
}

/* Are the targets met, those of percentiles included if `all`? A percentile that is not known is NaN, and not met. */
static enum status meets(struct search *s, int64_t n, bool all, bool *met)
{
    struct queue_columns found;
    bool grows;
    int64_t q = 0;
    *met = false;
    TRY(solve(s, n, &grows));
    if (grows) return ST_OK;
    struct points of = *s->of;
    of.params = &s->params;
    s->params.percentiles = (struct reals){all ? percentiles_asked(s->of->params, s->share) : 0, s->share};
    TRY(queue_columns_take(&found, &s->window->instance, &of, s->keep, false));
    *met = true;
    for (int t = 0; t < TARGETS; t++) {
        const bool of_percentile = targets[t].share > 0;
        if (!is_asked(&s->params, t) || (of_percentile && !all)) continue;
        const bool below = found.value[targets[t].column + (of_percentile ? q++ : 0)] <= s->params.target[t];
        s->bounded |= *met && !below && of_percentile && found.value[EXACT] == 0;
        *met = *met && below;
    }
    return ST_OK;
}

/* Bisection between `low`, which is not enough, and *high, which is enough, or exceeds the number that exists. */
static enum status bisect(struct search *s, int64_t low, int64_t *high, bool all)
{
    while (*high - low > 1) {
        const int64_t n = low + (*high - low) / 2;
        bool met;
        TRY(meets(s, n, all, &met));
        if (met) *high = n;
        else low = n;
    }
    return ST_OK;
}

/* The fewest servers from `least` on that meet all targets, *enough, or one more than there are. */
static enum status find_all(struct search *s, int64_t least, int64_t *enough)
{
    int64_t low = least - 1;
    bool met = false;
    for (int64_t step = 1; !met && low + step < *enough; step *= 2) {
        const int64_t n = low + step;
        TRY(meets(s, n, true, &met));
        if (met) *enough = n;
        else low = n;
    }
    return bisect(s, low, enough, true);
}

enum status targets_search(struct queue_columns *out, const struct cloud *chain, const struct points *of,
                           struct window_search *search, struct marginals *keep)
{
    struct search s = {.chain = chain, .of = of, .window = search, .keep = keep, .params = *of->params};
    struct queue_columns found;
    int64_t enough = chain->n + 1;
    bool grows;
    TRY(bisect(&s, 0, &enough, false));
    if (enough <= chain->n && percentiles_asked(of->params, s.share)) {
        const int64_t least = enough;
        enough = chain->n + 1;
        TRY(find_all(&s, least, &enough));
    }
    TRY(solve(&s, enough <= chain->n ? enough : chain->n, &grows));
    if (grows) return fail(ST_CONFIG, "lambda: the line of all %lld servers grows without limit", (long long)chain->n);
    TRY(queue_columns_take(&found, &search->instance, of, keep, false));
    if (s.bounded) found.value[EXACT] = 0;
    queue_columns_enough(out, enough <= chain->n ? enough : 0, &found);
    return ST_OK;
}

enum status targets_closed(struct queue_columns *out, const struct cloud *chain, const struct points *of)
{
    const struct cloud one = with_servers(chain, 1);
    struct queue_columns found;
    TRY(queue_columns_closed(&found, &one, of));
    queue_columns_enough(out, 1, &found);
    return ST_OK;
}
