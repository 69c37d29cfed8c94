/* The rates of the traffic patterns: medians over rounds, within given memory and time. */
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "base/timer.h"
#include "base/timing/bandwidth.h"
#include "base/timing/median.h"

static const double BUSY = 0.85; /* the least share of the cores' time in an undisturbed measurement */

static double *rate_of(struct bandwidth *b, int pattern)
{
    double *const rate[TRAFFIC_PATTERNS] = {&b->read, &b->copy, &b->triad, &b->in_place, &b->solve};
    return rate[pattern];
}

/* Seconds of each pattern, the last rounds of them. */
struct samples {
    int rounds, count[TRAFFIC_PATTERNS];
    double *seconds; /* [pattern][round] */
};

/* Patterns take turns, so that a disturbed moment touches all of them. The first round warms up, and counts only where
 * it stays the only one. Begins with `first`, which may not have been timed before. */
static void measure(struct traffic *t, struct samples *s, int first, double deadline)
{
    for (int k = 0; k < (s->rounds + 1) * TRAFFIC_PATTERNS; k++) {
        const int p = (first + k) % TRAFFIC_PATTERNS;
        const double began = seconds_now();
        if (began >= deadline) return;
        traffic_run(t, (enum traffic_pattern)p);
        if (k / TRAFFIC_PATTERNS == 1) s->count[p] = 0;
        s->seconds[p * s->rounds + s->count[p]++] = seconds_now() - began;
    }
}

static int first_missing(struct bandwidth *b)
{
    for (int p = 0; p < TRAFFIC_PATTERNS; p++)
        if (*rate_of(b, p) == 0) return p;
    return 0;
}

/* An undisturbed measurement keeps its threads on their cores. */
static void take(struct bandwidth *best, struct traffic *t, struct samples *s, double deadline)
{
    const double began = seconds_now(), used = seconds_cpu();
    measure(t, s, first_missing(best), deadline);
    best->disturbed |= seconds_cpu() - used < BUSY * traffic_threads(t) * (seconds_now() - began);
    for (int p = 0; p < TRAFFIC_PATTERNS; p++) {
        if (!s->count[p]) continue;
        const double rate =
            traffic_bytes(t, (enum traffic_pattern)p) / median(s->seconds + p * s->rounds, s->count[p]) * 1e-9;
        if (rate > *rate_of(best, p)) *rate_of(best, p) = rate;
    }
}

enum status bandwidth_measure(struct bandwidth *best, struct exec exec, struct effort effort)
{
    const double deadline = seconds_now() + effort.seconds;
    struct samples s = {.rounds = effort.rounds < 1 ? 1 : effort.rounds};
    struct traffic *t;
    best->bytes = traffic_size(effort.bytes);
    best->in_caches = traffic_in_caches(best->bytes);
    best->measured = time(NULL);
    TRY(traffic_make(&t, exec, best->bytes));
    const enum status st = mem_array(&s.seconds, HOST, TRAFFIC_PATTERNS * s.rounds, sizeof *s.seconds);
    if (st == ST_OK) take(best, t, &s, deadline);
    mem_free(s.seconds);
    traffic_free(t);
    return st;
}

bool bandwidth_complete(const struct bandwidth *b)
{
    return b->read > 0 && b->copy > 0 && b->triad > 0 && b->in_place > 0 && b->solve > 0;
}

double bandwidth_limit(const struct bandwidth *b)
{
    double max = b->read;
    if (b->copy > max) max = b->copy;
    if (b->triad > max) max = b->triad;
    if (b->in_place > max) max = b->in_place;
    if (b->solve > max) max = b->solve;
    return max;
}
