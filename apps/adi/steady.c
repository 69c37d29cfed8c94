/* Finds the distance to the stationary state by conjugate gradients on the stationary equations, which no step and no
 * splitting has a part in. */
#include "apps/adi/steady.h"

#include <math.h>

#include "apps/adi/balance.h"
#include "base/memory.h"

/* An iteration takes about as long as two steps: as many iterations as take as long as the run, or about a second. */
static int64_t iterations_max(const struct state *s)
{
    static const int64_t least = 60, most = 2000, nodes = 1 << 25;
    const int64_t in_a_second = nodes / s->grid.points, steps = s->params.steps / 2;
    const int64_t wanted = steps > in_a_second ? steps : in_a_second;
    return wanted < least ? least : wanted > most ? most : wanted;
}

/* Do all arrays of doubles take at most half of the free memory? The networks of all levels are twice the finest. */
bool steady_is_affordable(const struct state *s)
{
    static const int arrays = 2 * 8 + 6;
    return (double)s->grid.points * arrays * (double)sizeof(double) <= 0.5 * (double)mem_available_bytes();
}

static bool heat_can_leave(const struct conductances *w)
{
    bool can = false;
    for (int64_t p = 0; p < w->points; p++) can |= w->loss[p] > 0;
    return can;
}

static double total(const double *x, int64_t count)
{
    double sum = 0;
    for (int64_t p = 0; p < count; p++) sum += x[p];
    return sum;
}

/* For a body that no heat can leave. Conservation of heat fixes the constant up to which e is known, so the mean of the
 * inflow is subtracted. Returns false if heat is put in: then there is no stationary state. */
static bool balance_closed(struct heat_balance *b, struct steadiness *x)
{
    static const double rounding = 64 * (double)REAL_EPS;
    const int64_t points = b->network.points;
    const double heat = total(b->capacity, points), net = total(b->inflow, points);
    x->drift = b->given / heat;
    if (fabs(b->given) > rounding * b->amounts) return false;
    for (int64_t p = 0; p < points; p++) b->inflow[p] -= net * b->capacity[p] / heat;
    return true;
}

static void shift(const struct heat_balance *b, double *e)
{
    double heat = 0;
    const int64_t points = b->network.points;
    for (int64_t p = 0; p < points; p++) heat += b->capacity[p] * e[p];
    heat /= total(b->capacity, points);
    for (int64_t p = 0; p < points; p++) e[p] -= heat;
}

/* Peak, distance, and rise, which counts as at least 32,000 roundings of the temperatures. */
static void measure(struct steadiness *x, const struct state *s, const double *e, double outside)
{
    double low = HUGE_VAL;
    x->peak = -HUGE_VAL, x->distance = 0;
    for (int64_t p = 0; p < s->grid.points; p++) {
        const double away = fabs(e[p]), there = (double)s->u[p] + e[p];
        low = fmin(low, there), x->peak = fmax(x->peak, there);
        if (away > x->distance) x->distance = away, x->farthest = p;
        x->away[p] = (real)away;
    }
    if (isfinite(outside)) low = outside;
    x->rise = fmax(fabs(x->peak - low), 32e3 * (double)REAL_EPS * fmax(fabs(x->peak), fabs(low)));
}

/* e: [points], zero. */
static enum status iterate(struct steadiness *x, struct heat_balance *b, const struct state *s, double *e,
                           struct solution *found)
{
    struct levels *levels;
    conductance_diagonal(&b->network);
    TRY(levels_make(&levels, &b->network));
    /* The temperatures of a stationary state have an energy of about its rise times the heat that flows. */
    const struct limits limits = {.energy = 1e-13 * x->rise * b->amounts,
                                  .change = 0.05 * STEADY_SHARE * x->rise,
                                  .share = 0.05 * STEADY_SHARE,
                                  .iterations = iterations_max(s)};
    const enum status st = conductance_solve(levels, b->inflow, e, &limits, found);
    levels_free(levels);
    return st;
}

static enum status solve(struct steadiness *x, struct heat_balance *b, const struct state *s, double *e, double outside)
{
    struct solution found;
    const bool closed = !heat_can_leave(&b->network);
    if (closed && !balance_closed(b, x)) return x->kind = STEADY_NONE, ST_OK;
    TRY(mem_array(&x->away, HOST, b->network.points, sizeof *x->away));
    measure(x, s, e, outside); /* the rise as it is now */
    TRY(iterate(x, b, s, e, &found));
    if (!(found.uncertain < HUGE_VAL)) return ST_OK;
    if (closed) shift(b, e);
    measure(x, s, e, outside);
    x->kind = STEADY_DISTANCE;
    x->uncertain = found.uncertain;
    x->is_steady = x->distance + x->uncertain <= STEADY_SHARE * x->rise;
    return ST_OK;
}

enum status steady_find(struct steadiness *x, struct state *s, double outside)
{
    struct heat_balance b;
    *x = (struct steadiness){.kind = STEADY_UNKNOWN};
    if (balance_varies(s)) return x->kind = STEADY_VARYING, ST_OK;
    if (s->lacks_operator || !steady_is_affordable(s)) return ST_OK;
    double *e = NULL;
    enum status st = balance_make(&b, s);
    if (st == ST_OK) st = mem_array(&e, HOST, s->grid.points, sizeof *e);
    if (st == ST_OK) st = solve(x, &b, s, e, outside);
    mem_free(e);
    balance_free(&b);
    return st;
}

void steady_free(struct steadiness *x)
{
    mem_free(x->away);
    *x = (struct steadiness){0};
}
