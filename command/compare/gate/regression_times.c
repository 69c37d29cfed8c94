/* Compares the times of the runs of two files: relative to the reference run of their own file, or as they are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timing/median.h"
#include "command/compare/gate/regression_internal.h"

/* A step that was timed too few times may have taken up to 1 + this times as long as on a quiet machine; a factor of
 * 12.8 was seen. */
static const double unknown_spread = 19;
/* Times that are not known better than this do not prove that nothing slowed down. */
static const double coarse = 0.2;

/* The times of a run in both files. */
struct timed {
    struct pair pair;
    double was, is;
    double spread_was, spread_is; /* relative: by how much they may be too high */
    bool sound;
};

/* Counts and reports a time of the run that is missing, not finite or not above 0. */
static bool is_fault(const struct pair *p, const struct result *r, const struct stored_run *run)
{
    static const char *const metric[] = {"seconds_step", "seconds_step_quiet", "seconds_step_min", "seconds_steps"};
    const struct difference d = {.kind = "fault", .place = "seconds_step"};
    for (size_t i = 0; i < sizeof metric / sizeof *metric; i++) {
        char group[512];
        snprintf(group, sizeof group, "/runs/%s/metrics", run->name);
        const bool has = store_has_attribute(r->store, group, metric[i]);
        const double x = result_metric(r, run, metric[i]);
        if ((has && isfinite(x) && x > 0) || (!has && i > 0)) continue;
        if (has)
            differ(p, &d, "%s: %s has %s = %g: a time must be finite and greater than 0", r->path, run->name, metric[i],
                   x);
        else differ(p, &d, "%s: %s has no time of a step", r->path, run->name);
        return true;
    }
    return false;
}

/* Relative; files that do not give the number of timings of a step are taken as they are. */
static double spread_of(const struct result *r, const struct stored_run *run)
{
    const double spread = result_step_spread(r, run);
    if (isfinite(spread)) return spread;
    return result_metric(r, run, "rounds") >= 1 ? unknown_spread : 0;
}

static struct timed time_run(const struct pair *p)
{
    struct timed t = {.pair = *p};
    if (!p->run_b || !stored_run_ok(p->run_a) || !stored_run_ok(p->run_b)) return t;
    const bool bad_a = is_fault(p, p->a, p->run_a), bad_b = is_fault(p, p->b, p->run_b);
    t.was = result_step(p->a, p->run_a), t.is = result_step(p->b, p->run_b);
    t.spread_was = spread_of(p->a, p->run_a), t.spread_is = spread_of(p->b, p->run_b);
    t.sound = !bad_a && !bad_b;
    return t;
}

enum verdict { FINE, SLOWER, UNSURE };

/* By how much a ratio may be too high, and too low: other programs only ever add to a time. */
struct spreads {
    double high, low;
};

static struct spreads spreads_of(const struct timed *t, const struct timed *reference)
{
    if (!reference) return (struct spreads){t->spread_is, t->spread_was};
    return (struct spreads){hypot(t->spread_is, reference->spread_was), hypot(t->spread_was, reference->spread_is)};
}

/* A ratio of exactly 1 comes from comparing a measurement with itself. */
static enum verdict judge(double ratio, struct spreads s, double max)
{
    if (ratio == 1) return FINE;
    if (ratio > max) return ratio / (1 + s.high) > max ? SLOWER : UNSURE;
    return s.low > coarse && ratio * (1 + s.low) > max ? UNSURE : FINE;
}

/* The tolerance, in words. */
struct reach {
    char text[96];
};

static struct reach reach(double spread)
{
    struct reach r = {"which were timed too few times to judge"};
    if (spread < unknown_spread)
        snprintf(r.text, sizeof r.text, "known to within a factor of %.3g, too little to judge", 1 + spread);
    return r;
}

static void report_run(const struct timed *t, double ratio, double was, double is, struct spreads s)
{
    const double spread = ratio > t->pair.gate->max_slowdown ? s.high : s.low;
    const struct pair *const p = &t->pair;
    const struct difference d = {.kind = "time", .place = "seconds_step", .was = was, .is = is};
    const char *const file = p->b->path, *const name = p->run_b->name;
    const double max = p->gate->max_slowdown;
    const enum verdict verdict = judge(ratio, s, max);
    p->gate->compared++;
    if (p->gate->ratio)
        p->gate->ratio(p->gate->context, p->b, p->run_b, ratio, spread < unknown_spread ? spread : (double)NAN);
    if (verdict == UNSURE)
        unsure(p, &d,
               "%s: inconclusive: %s takes %.3g times as long (%g allowed) by times %s: timing.seconds takes more",
               file, name, ratio, max, reach(spread).text);
    else if (verdict == SLOWER && p->gate->absolute)
        differ(p, &d, "%s: %s slowed down %.3g times (%g allowed): a step takes %.3g s, in %s %.3g s", file, name,
               ratio, max, is, p->a->path, was);
    else if (verdict == SLOWER)
        differ(p, &d,
               "%s: %s slowed down %.3g times (%g allowed): a step takes %.3g of its reference run's, in %s %.3g", file,
               name, ratio, max, is, p->a->path, was);
}

/* Were both files made on one machine? */
static bool same_place(const struct result *a, const struct result *b)
{
    static const char *const key[] = {"host", "cpu"};
    bool same = true;
    for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
        char *x = NULL, *y = NULL;
        same &= store_has_text(a->store, "/provenance", key[i]) && store_has_text(b->store, "/provenance", key[i]) &&
                store_get_text(a->store, "/provenance", key[i], &x) == ST_OK &&
                store_get_text(b->store, "/provenance", key[i], &y) == ST_OK && !strcmp(x, y);
        free(x), free(y);
    }
    return same;
}

/* The factor by which the machine of b was slower: by the bandwidth of its memory. */
static double machine_slower(const struct result *a, const struct result *b)
{
    const double ratio = a->limit / b->limit;
    return isfinite(ratio) && ratio > 0 ? ratio : same_place(a, b) ? 1 : (double)NAN;
}

/* The factor by which the reference run, time[of], took longer: if all others became faster by one factor. If there is
 * one other run, it may have become faster by itself: then the times of the reference run decide. 1: it did not. */
static double reference_slower(const struct timed *time, int64_t count, int64_t of)
{
    const struct regression *const g = time[of].pair.gate;
    const double seconds = time[of].is / time[of].was;
    double *const ratio = malloc((size_t)count * sizeof *ratio), factor = 1, machine;
    int64_t others = 0;
    for (int64_t i = 0; ratio && i < count; i++)
        if (i != of && time[i].sound) ratio[others++] = seconds * time[i].was / time[i].is;
    if (others) {
        machine = machine_slower(time[of].pair.a, time[of].pair.b);
        factor = median(ratio, others); /* sorts */
        if (ratio[0] <= 1 || ratio[others - 1] > g->max_slowdown * ratio[0] || factor <= g->max_slowdown) factor = 1;
        if (others == 1 && !(seconds / machine > g->max_slowdown)) factor = 1;
    }
    free(ratio);
    return factor;
}

static void report_reference(const struct timed *t, double factor)
{
    const struct spreads s = spreads_of(t, NULL);
    const struct pair *const p = &t->pair;
    const struct difference d = {.kind = "time", .place = "seconds_step", .was = t->was, .is = t->is};
    const char *const file = p->b->path, *const name = p->run_b->name;
    const double max = p->gate->max_slowdown;
    const enum verdict verdict = judge(factor, s, max);
    if (p->gate->ratio) p->gate->ratio(p->gate->context, p->b, p->run_b, factor, s.high);
    if (verdict == SLOWER)
        differ(p, &d,
               "%s: %s, the reference run, slowed down %.3g times (%g allowed): all other runs became faster relative "
               "to it by this factor",
               file, name, factor, max);
    else if (verdict == UNSURE)
        unsure(p, &d, "%s: inconclusive: %s, the reference run, takes %.3g times as long (%g allowed) by times %s",
               file, name, factor, max, reach(s.high).text);
}

/* Compares ratios to the reference run. Where that run slowed down itself, its old time replaces the new one. */
static void judge_relative(const struct timed *time, int64_t count, int64_t of)
{
    const struct timed *const first = &time[of];
    if (!first->sound) return;
    const double slower = reference_slower(time, count, of);
    if (slower > 1) report_reference(first, slower);
    for (int64_t i = 0; i < count; i++) {
        if (i == of || !time[i].sound) continue;
        const double was = time[i].was / first->was, is = time[i].is / (first->is / slower);
        report_run(&time[i], is / was, was, is, spreads_of(&time[i], first));
    }
}

enum status regression_times(struct regression *g, const struct result *a, const struct result *b)
{
    struct timed *const time = calloc((size_t)a->count, sizeof *time);
    if (!time) return fail(ST_NOMEM, "no memory for the times of %s", a->path);
    for (int64_t i = 0; i < a->count; i++) {
        const struct pair p = {g, a, b, &a->run[i], regression_counterpart(a, i, b)};
        time[i] = time_run(&p);
    }
    if (!g->absolute) judge_relative(time, a->count, a->reference);
    for (int64_t i = 0; g->absolute && i < a->count; i++)
        if (time[i].sound)
            report_run(&time[i], time[i].is / time[i].was, time[i].was, time[i].is, spreads_of(&time[i], NULL));
    free(time);
    return ST_OK;
}
