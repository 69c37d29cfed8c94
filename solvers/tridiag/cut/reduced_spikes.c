/* Spikes, their tips, and the unknowns next to the rows of a rank, which all ranks or two neighbours find. */
#include <math.h>

#include "base/comm/comm_pairs.h"
#include "solvers/tridiag/cut/reduced.h"

/* T f = -a_0 e_0, or T g = -c_{n-1} e_{n-1}; 0 where no row is next to those of this rank. */
static enum status solve_spike(const struct cut_lines *l, const struct system *system, bool low)
{
    const struct reduced *const d = l->own;
    struct system spike = *system;
    spike.x = low ? d->g : d->f, spike.info = d->info + (low ? d->columns : 0), spike.outcome = NULL;
    for (int64_t i = 0; i < d->extent; i++) spike.x[i] = 0;
    for (int64_t s = 0; s < d->columns; s++) spike.info[s] = 0;
    if (low ? l->ends : l->begins) return ST_OK;
    for (int64_t s = 0; s < d->columns; s++) {
        const struct line m = line_of(&l->shape, system, s);
        const int64_t i = low ? m.n - 1 : 0;
        spike.x[shape_start(&d->shape, s) + i * d->shape.stride] = low ? -m.c[i * m.stride] : -m.a[0];
    }
    return plan_solve(d->spikes ? d->spikes : l->plan, &spike);
}

/* Not numbers where the spikes were not solved. */
static void set_tips(const struct cut_lines *l, bool solved)
{
    const struct reduced *const d = l->own;
    const int64_t down = (d->shape.n - 1) * d->shape.stride;
    for (int64_t s = 0; s < d->columns; s++) {
        const int64_t first = shape_start(&d->shape, s), last = first + down;
        const real tip[TIPS] = {d->f[first], d->g[first], d->f[last], d->g[last]};
        for (int k = 0; k < TIPS; k++) {
            const real none = k == TIP_R || k == TIP_LOW_F ? 1 : 0;
            d->tip[k * d->columns + s] = !solved ? (real)NAN : l->shape.n > 0 ? tip[k] : none;
        }
    }
}

/* Have the spikes of all ranks faded at their far ends? Those at the ends of whole systems have nobody to reach. */
static bool faded(const struct cut_lines *l)
{
    const struct reduced *const d = l->own;
    double most = 0;
    for (int64_t s = 0; s < d->columns; s++) {
        const double up = l->begins ? 0 : fabs((double)d->tip[TIP_R * d->columns + s]);
        const double low = l->ends ? 0 : fabs((double)d->tip[TIP_LOW_F * d->columns + s]);
        if (!(fmax(up, low) <= most)) most = isnan(up) || isnan(low) ? (double)INFINITY : fmax(up, low);
    }
    comm_max(l->comm, &most, 1);
    return most < SPIKE_FADED;
}

enum status reduced_spikes(struct cut_lines *l, const struct system *system, enum status st)
{
    struct reduced *const d = l->own;
    if (st == ST_OK && l->shape.n > 0) st = cut_first_of(solve_spike(l, system, false), solve_spike(l, system, true));
    for (int64_t s = 0; s < d->columns; s++)
        if (info_is_good(d->info[s])) d->info[s] = d->info[d->columns + s];
    if (st == ST_OK && l->shape.n > 0 && d->loops == &reduced_by_weights) st = reduced_weigh(l, system);
    set_tips(l, st == ST_OK);
    d->faded = d->truncates && faded(l);
    if (d->faded)
        comm_neighbours(l->comm, d->tip + TIP_F * d->columns, d->tip + TIP_LOW_R * d->columns, d->near,
                        d->near + d->columns, d->columns * (int64_t)sizeof *d->tip);
    else if (l->one) comm_gather_all(l->comm, d->tip, TIPS * d->columns * (int64_t)sizeof *d->tip, d->tips);
    else comm_exchange_run(d->deal_tips, d->tip, d->tips);
    return st;
}

/* Two equations for the last unknown of the rank before and the first of this one, and as many after it. */
static void connect_neighbours(struct cut_lines *l, const struct reduced_chunk *c)
{
    const struct reduced *const d = l->own;
    real *const first = reduced_ends(d, c), *const last = first + c->count;
    const real *const left = d->beside, *const right = left + c->count;
    for (int64_t s = 0; s < c->count; s++) {
        const int64_t k = l->one ? 0 : s;
        const real top = d->tip[TIP_F * d->columns + k], low = d->tip[TIP_LOW_R * d->columns + k];
        const real before = d->near[k], behind = d->near[d->columns + k];
        const real u = l->begins ? 0 : (left[s] + before * first[s]) / (1 - before * top);
        const real v = l->ends ? 0 : (right[s] + behind * last[s]) / (1 - low * behind);
        first[s] = u, last[s] = v;
    }
}

static real *joined_of(const struct reduced *d, const struct reduced_chunk *c)
{
    return d->joined[c->number % 2];
}

void reduced_send(struct cut_lines *l, const struct reduced_chunk *c)
{
    const struct reduced *const d = l->own;
    const struct reduced_messages *const m = reduced_messages_of(d, c);
    if (d->faded) comm_exchange_begin(m->beside, reduced_ends(d, c), d->beside);
    else comm_exchange_begin(m->deal, reduced_ends(d, c), joined_of(d, c));
}

void reduced_connect(struct cut_lines *l, const struct reduced_chunk *c)
{
    const struct reduced *const d = l->own;
    const struct reduced_messages *const m = reduced_messages_of(d, c);
    comm_exchange_end(d->faded ? m->beside : m->deal);
    if (d->faded) {
        connect_neighbours(l, c);
        return;
    }
    reduced_join(c->mine, l->ranks, d->tips, l->one ? 1 : c->mine, joined_of(d, c), d->kept);
    comm_exchange_begin(m->back, joined_of(d, c), reduced_ends(d, c));
}

void reduced_receive(struct cut_lines *l, const struct reduced_chunk *c)
{
    const struct reduced *const d = l->own;
    if (!d->faded) comm_exchange_end(reduced_messages_of(d, c)->back);
}
