/* Sentences that cast doubt on the columns of a run: arrivals that change with the swept key, windows that cut off too
 * much, halls that lose too much, targets that no number of servers meets. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/cloudqueue/columns.h"
#include "base/either_precision.h"

/* The point with the largest value, or the first one that is 0. */
static int64_t find_point(const struct column *c, bool largest)
{
    int64_t found = 0;
    for (int64_t i = 1; i < c->count; i++)
        if (largest ? c->value[i] > c->value[found] : c->value[found] != 0 && c->value[i] == 0) found = i;
    return found;
}

/* Sentences, one per line. */
struct caveats {
    char *out;
    size_t size, used;
    const struct points *of;
};

/* Appends a sentence on a value beyond its limit; for many chains with ", most of all at load = 0.9". */
static void say_largest(struct caveats *x, const struct column *c, double limit, const char *what)
{
    const int64_t point = c && c->count ? find_point(c, true) : 0;
    if (!c || !c->count || !(c->value[point] > limit) || x->used >= x->size) return;
    char where[100] = "";
    if (points_many(x->of))
        snprintf(where, sizeof where, ", most of all at %s = %.6g", points_axis(x->of), points_at(x->of, point));
    x->used += (size_t)snprintf(x->out + x->used, x->size - x->used, "%s%.2g %s%s", x->used ? "\n" : "",
                                c->value[point], what, where);
}

static void say_unmet(struct caveats *x, const struct column *enough)
{
    int64_t count = 0;
    for (int64_t i = 0; enough && i < enough->count; i++) count += enough->value[i] == 0;
    if (!count || x->used >= x->size) return;
    char where[100] = "";
    if (points_many(x->of))
        snprintf(where, sizeof where, " at %lld of %lld points, first at %s = %.6g", (long long)count,
                 (long long)x->of->count, points_axis(x->of), points_at(x->of, find_point(enough, false)));
    x->used +=
        (size_t)snprintf(x->out + x->used, x->size - x->used, "%sno number of servers up to %lld meets the targets%s",
                         x->used ? "\n" : "", (long long)x->of->params->n, where);
}

/* Percentiles that are bounds: of the chains or, with targets, of numbers of servers that were refused. */
static void say_bounds(struct caveats *x, const struct series *s)
{
    const struct column *const enough = series_column(s, "percentiles_exact" QUEUE_ENOUGH),
                               *const exact = enough ? enough : series_column(s, "percentiles_exact");
    int64_t count = 0;
    for (int64_t i = 0; exact && i < exact->count; i++) count += exact->value[i] == 0;
    if (!count || x->used >= x->size) return;
    char where[100] = "";
    if (points_many(x->of))
        snprintf(where, sizeof where, " at %lld of %lld points, first at %s = %.6g", (long long)count,
                 (long long)x->of->count, points_axis(x->of), points_at(x->of, find_point(exact, false)));
    x->used += (size_t)snprintf(x->out + x->used, x->size - x->used,
                                "%spercentiles are bounds from above%s, which leave out that servers are switched on "
                                "while a task waits: they may be many times too large%s",
                                x->used ? "\n" : "", where, enough ? ", and fewer servers may meet the targets" : "");
}

/* Shares of tasks so small that rounding affects their percentiles. */
static void say_rare(struct caveats *x, const struct column *off)
{
    static const double shown = 5e-7;
    double most = 0;
    for (int64_t i = 0; off && i < off->count; i++) most = off->value[i] > most ? off->value[i] : most;
    if (!(most > shown) || x->used >= x->size) return;
    x->used += (size_t)snprintf(x->out + x->used, x->size - x->used,
                                "%sthe share of tasks beyond the last percentile has a relative error of up to %.1g",
                                x->used ? "\n" : "", most);
}

/* In the mean more servers are on and being switched on than exist: setups = "unlimited". */
static void say_beyond(struct caveats *x, const struct series *s)
{
    const struct column *const on = series_column(s, "mean_on"), *const setup = series_column(s, "mean_setup");
    const struct column *const swept = series_column(s, "n"), *const n = swept ? swept : series_column(s, "levels");
    for (int64_t i = 0; on && setup && i < on->count && x->used < x->size; i++) {
        const double servers = n && i < n->count ? n->value[i] : (double)x->of->params->n;
        if (!(on->value[i] + setup->value[i] > servers * (1 + 1e-9))) continue;
        x->used += (size_t)snprintf(x->out + x->used, x->size - x->used,
                                    "%s%.3g servers are on and %.3g being switched on, more than the %.6g that exist: "
                                    "setups = \"available\" switches on only those that are off",
                                    x->used ? "\n" : "", on->value[i], setup->value[i], servers);
        return;
    }
}

/* A load refers to what all servers can serve, so a sweep over their number, slots or rate changes the arrivals too. */
static void say_arrivals(struct caveats *x, const struct column *arrivals)
{
    static const char *const keys[] = {"n", "kappa", "mu"};
    const struct queue_params *const p = x->of->params;
    bool changes = false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        changes |= points_is(x->of, keys[i], (int64_t)strlen(keys[i]));
    if (!changes || !arrivals || !arrivals->count || x->used >= x->size) return;
    double least = arrivals->value[0], most = least;
    for (int64_t i = 1; i < arrivals->count; i++)
        least = fmin(least, arrivals->value[i]), most = fmax(most, arrivals->value[i]);
    if (most <= least * (1 + 1e-9)) return;
    x->used += (size_t)snprintf(x->out + x->used, x->size - x->used,
                                "%sarrivals change with %s, from %.6g to %.6g %s, as load refers to the service rate "
                                "of all servers: %slambda keeps them constant",
                                x->used ? "\n" : "", points_axis(x->of), least, most, queue_columns_units(LAMBDA, p),
                                points_is(x->of, "n", 1) ? "load_servers or " : "");
}

void queue_columns_caveats(char *out, size_t size, const struct metrics *m, const struct series *s,
                           const struct points *of)
{
    const double shown = 1e-6, overloaded = 0.1;
    struct caveats x = {.out = out, .size = size, .of = of};
    *out = '\0';
    say_arrivals(&x, series_column(s, "arrivals"));
    say_unmet(&x, series_column(s, "servers_enough"));
    if (x.of->params->preset == PRESET_FREE && x.of->plan != NAMED_CHAINS) say_bounds(&x, s);
    say_rare(&x, series_column(s, "percentiles_error"));
    if (x.of->params->preset == PRESET_FREE && x.of->params->setups == SETUPS_UNLIMITED) say_beyond(&x, s);
    if (!isfinite(metrics_get(m, "cut_above"))) return; /* the window of a preset is the chain itself */
    say_largest(&x, series_column(s, "cut_above"), shown,
                "of the tasks are turned away where a window ends, though the buffer is not full: k is too small");
    say_largest(&x, series_column(s, "cut_below"), shown,
                "is the probability of tasks left unserved where a window begins: below is too small");
    say_largest(&x, series_column(s, "lost"), overloaded,
                "of the tasks are lost: the servers, or the tasks that may wait, are too few");
}
