/* Sums the measures of a queue over the states of each level, and over the levels. */
#include "apps/cloudqueue/measures/measures.h"

#include <math.h>

#include "apps/cloudqueue/measures/scaled.h"
#include "base/memory.h"

struct sum {
    double value, lost;
};

static void add(struct sum *s, double x)
{
    const double t = s->value + x;
    s->lost += fabs(s->value) >= fabs(x) ? (s->value - t) + x : (x - t) + s->value;
    s->value = t;
}

static double total(const struct sum *s)
{
    return s->value + s->lost;
}

/* Sums over the states of one level; of all levels. */
enum { MASS, PENDING, LINE, ON, ACCEPTED, SERVED, BLOCKED, LOST, CUT_ABOVE, CUT_BELOW, RISES, FALLS, SETTING_UP, SUMS };

/* P(i) during the walk over levels: the values to which a later level may still add. */
struct ring {
    int64_t k, done; /* P(i) of i < done is final */
    double *value;   /* [k]: of i at i % k */
    double *out;     /* or NULL */
    double max;
    int64_t mode;
};

struct walk {
    const struct model *m;
    struct sum sum[SUMS];
    struct ring ring;
    double *v, *phase, *line, *rate[MOVES]; /* [k] each; phase p; tasks that wait in it */
    double up;                              /* from the level before, and its scale */
    int scale;
    double balance, highest;
    int64_t highest_level;
};

static double part(const double *v, int64_t first, int64_t end)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t p = first; p < end; p++) sum += v[p];
    return sum;
}

static double product(const double *v, const double *w, int64_t count)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t p = 0; p < count; p++) sum += v[p] * w[p];
    return sum;
}

/* The mean number of tasks, `first` plus the phase of each place: only integers are subtracted. */
static double pending(const double *v, const double *phase, double first, int64_t count)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t p = 0; p < count; p++) sum += v[p] * (first + phase[p]);
    return sum;
}

/* P(i) of i < end is final now. */
static void ring_pass(struct ring *r, int64_t end)
{
    for (; r->done < end; r->done++) {
        double *const p = &r->value[r->done % r->k];
        if (r->out) r->out[r->done] = *p;
        if (*p > r->max) r->max = *p, r->mode = r->done;
        *p = 0;
    }
}

/* Adds one level: v[place] is the first value that counts, that of `tasks` tasks. */
static void ring_add(struct ring *r, int64_t tasks, int64_t place, const double *v, int scale)
{
    ring_pass(r, tasks);
    for (; place < r->k; place++, tasks++) r->value[tasks % r->k] += scaled_up(v[place], scale);
}

/* Compares the flow up from the level before with the flow down to it. */
static void weigh_flow(struct walk *w, int64_t j, double down, int scale)
{
    const double up = scaled_up(w->up, w->scale - scale), larger = fmax(up, down);
    if (j > 1 && larger > 0) w->balance = fmax(w->balance, fabs(up - down) / larger);
}

static double take_level(struct walk *w, int64_t j, const real *x, const int32_t *exponent)
{
    const struct cloud *const c = &w->m->of;
    const int64_t k = c->k, first = (j - 1) * c->kappa, full = model_full(w->m, j), empty = model_place(w->m, j, 0);
    const bool windowed = model_cuts_above(w->m, j);
    const struct rest alone = {1, 1, 0, false, 1}, *const rest = j == c->n ? &w->m->rest : &alone;
    double s[SUMS];
    int64_t on, off;
    int scale;
    scaled_level(k, x, exponent, w->v, &scale);
    w->m->levels.rates(w->m, j - 1, w->rate);
    model_thresholds(w->m, j, &on, &off);
    s[MASS] = part(w->v, 0, k);
    s[ON] = (double)j * s[MASS];
    const double last = w->v[k - 1], within = last * (1 - rest->last); /* where more may come */
    s[PENDING] = pending(w->v, w->phase, (double)first, k) + last * rest->more;
    s[LINE] = product(w->v, w->line, k) + last * rest->more;
    s[ACCEPTED] = product(w->v, w->rate[MOVE_NEXT], k) + (c->rest && j == c->n ? c->lambda * within : 0);
    s[SERVED] = product(w->v, w->rate[MOVE_BACK], k);
    if (c->rest && j == c->n) s[SERVED] += last * w->rate[MOVE_BACK][k - 1] * (1 / rest->first - 1);
    s[BLOCKED] = part(w->v, full, k - 1) + last * rest->last;
    s[CUT_ABOVE] = windowed ? s[BLOCKED] : 0;
    s[LOST] = windowed ? 0 : s[BLOCKED];
    s[CUT_BELOW] = model_cuts_below(w->m, j) ? w->v[0] : 0;
    s[RISES] = product(w->v, w->rate[MOVE_RISE], k);
    s[FALLS] = product(w->v, w->rate[MOVE_FALL], k);
    s[SETTING_UP] = c->eta > 0 ? part(w->v, on, k) : 0;
    weigh_flow(w, j, s[FALLS], scale);
    w->up = s[RISES], w->scale = scale;
    w->v[k - 1] *= rest->first;
    ring_add(&w->ring, first + empty - c->below, empty, w->v, scale);
    if (rest->rises && scaled_up(last * rest->last, scale) > w->ring.max)
        w->ring.max = scaled_up(last * rest->last, scale), w->ring.mode = first - c->below + k - 2 + rest->numbers;
    for (int q = 0; q < SUMS; q++) add(&w->sum[q], scaled_up(s[q], scale));
    return scaled_up(s[MASS], scale);
}

static void settle(struct measures *o, const struct walk *w, const struct queue_params *p)
{
    const struct cloud *const c = &w->m->of;
    const struct money *const paid = &p->money;
    const double seconds = cloudqueue_unit(p)->seconds, hour = 3600 / seconds;
    double s[SUMS];
    for (int q = 0; q < SUMS; q++) s[q] = total(&w->sum[q]) / total(&w->sum[MASS]);
    *o = (struct measures){.mass = total(&w->sum[MASS]),
                           .pending = s[PENDING],
                           .on = s[ON],
                           .in_service = s[SERVED] / c->mu,
                           .accepted = s[ACCEPTED],
                           .served = s[SERVED],
                           .blocking = s[BLOCKED],
                           .lost = s[LOST],
                           .cut_above = s[CUT_ABOVE],
                           .cut_below = s[CUT_BELOW],
                           .rises = s[RISES],
                           .falls = s[FALLS],
                           .setup = c->eta > 0 ? s[RISES] / c->eta : 0,
                           .setup_share = s[SETTING_UP],
                           .balance = w->balance,
                           .level_mode = w->highest_level,
                           .pending_mode = w->ring.mode};
    o->waiting = c->service == SERVICE_PHYS ? s[LINE] : o->pending - o->in_service;
    o->utilisation = o->in_service / ((double)c->kappa * o->on);
    o->response = o->pending / o->accepted;
    o->wait = o->waiting / o->accepted;
    o->servers = fmin((double)((o->pending_mode + c->kappa - 1) / c->kappa), (double)c->n);
    const double busy = o->in_service / (double)c->kappa;
    o->power = paid->busy * busy + paid->idle * (o->on - busy) + paid->setup * o->setup;
    o->energy_per_task = o->power * seconds / o->accepted;
    o->cost = paid->installed * (double)c->n + paid->server * (o->on + o->setup) + paid->energy * o->power / 1000 +
              paid->wait * o->waiting + hour * (paid->loss * c->lambda * o->lost + paid->change * o->rises);
}

static enum status take_all(struct walk *w, const real *x, const int32_t *exponent, double *level)
{
    const struct cloud *const c = &w->m->of;
    for (int64_t p = 0; p < c->k; p++) {
        w->phase[p] = (double)(p - c->below);
        w->line[p] = fmax(w->phase[p] - (double)c->kappa, 0);
    }
    for (int64_t j = 1; j <= c->n; j++) {
        const int64_t at = (j - 1) * c->k;
        level[j - 1] = take_level(w, j, x + at, exponent ? exponent + at : NULL);
        if (level[j - 1] > w->highest) w->highest = level[j - 1], w->highest_level = j;
    }
    ring_pass(&w->ring, (c->n - 1) * c->kappa + c->k - c->below);
    const double mass = total(&w->sum[MASS]);
    return mass > 0 && isfinite(mass) ? ST_OK
                                      : fail(ST_FAILED, "the solution is not a distribution: its sum is %g", mass);
}

enum status measures_take(struct measures *out, const struct model *m, const struct queue_params *p, const real *x,
                          const int32_t *exponent, double *level, double *pending)
{
    const int64_t k = m->of.k;
    double *scratch;
    TRY(mem_array(&scratch, HOST, (4 + MOVES) * k, sizeof *scratch));
    struct walk w = {.m = m,
                     .v = scratch,
                     .phase = scratch + k,
                     .line = scratch + 2 * k,
                     .ring = {.k = k, .value = scratch + 3 * k, .out = pending}};
    for (int move = 0; move < MOVES; move++) w.rate[move] = scratch + (4 + move) * k;
    const enum status s = take_all(&w, x, exponent, level);
    if (s == ST_OK) settle(out, &w, p);
    mem_free(scratch);
    return s;
}
