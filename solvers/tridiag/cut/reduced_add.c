/* x = y + f u + g v, by tiles of systems, and what is lost in this sum (reduced.h). */
#include <math.h>

#include "solvers/tridiag/cut/cut_tile.h"
#include "solvers/tridiag/cut/reduced.h"

/* Not numbers where the rows were not solved, so that no rank takes its x for an answer. */
static void set_ends(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system, bool solved)
{
    const struct shape *const s = &l->shape;
    const real none = solved ? 0 : (real)NAN;
    const int64_t down = (s->n - 1) * s->stride;
    real *first = reduced_ends(l->own, c), *last = first + c->count;
    int64_t at[CUT_TILE];
    for (int64_t from = 0; from < c->count; from += CUT_TILE) {
        const int64_t count = c->count - from < CUT_TILE ? c->count - from : CUT_TILE;
        cut_tile_starts(at, c->from + from, count, s->inner, s->dist, s->outer, s->starts);
        for (int64_t k = 0; k < count; k++) {
            *first++ = solved && s->n > 0 ? system->x[at[k]] : none;
            *last++ = solved && s->n > 0 ? system->x[at[k] + down] : none;
        }
    }
}

static enum status ends(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system)
{
    const enum status st = reduced_solve_rows(l, c, system);
    set_ends(l, c, system, st == ST_OK);
    return st;
}

/* The squares of what is added, and of x, added up. */
struct sums {
    real added[CUT_TILE], found[CUT_TILE];
};

/* The unknowns next to the rows, u and v, of the systems of a tile. */
struct outer {
    const real *u, *v;
};

INLINE void add_rows(const struct cut_lines *l, const struct cut_tile *t, struct outer o, bool beside, bool one,
                     real *x, struct sums *sums)
{
    const struct reduced *const d = l->own;
    const real *const u = o.u, *const v = o.v;
    for (int64_t i = 0; i < l->shape.n; i++)
        for (int64_t k = 0; k < t->count; k++) {
            const int64_t at = cut_tile_x(t, beside, k) + i * l->shape.stride, of = one ? i : at;
            const real added = d->f[of] * u[k] + d->g[of] * v[k], found = x[at] + added;
            x[at] = found;
            sums->added[k] += added * added, sums->found[k] += found * found;
        }
}

static void add_tile(const struct cut_lines *l, const struct cut_tile *t, struct outer o, real *x, struct sums *sums)
{
    *sums = (struct sums){{0}, {0}};
    if (t->beside && l->one) add_rows(l, t, o, true, true, x, sums);
    else if (t->beside) add_rows(l, t, o, true, false, x, sums);
    else add_rows(l, t, o, false, l->one, x, sums);
}

/* The unknowns next to the rows belong to x too. */
bool reduced_lost(const struct cut_lines *l, const struct line *x, int64_t s, double u, double v)
{
    const struct reduced *const d = l->own;
    double most = 0, largest = fmax(fabs(u), fabs(v));
    for (int64_t i = 0; i < x->n; i++) {
        const int64_t of = l->one ? i : shape_start(&l->shape, s) + i * l->shape.stride;
        most = fmax(most, fabs((double)d->f[of] * u + (double)d->g[of] * v));
        largest = fmax(largest, fabs((double)x->x[i * x->x_stride]));
    }
    return !(most <= SPIKE_MAX * largest);
}

/* Row i whose x is not finite is i + 1 and `whole` more, since a pivot of another rank comes first (cut_lines.h). */
static int64_t row_lost(const struct cut_lines *l, const struct line *x)
{
    for (int64_t i = 0; i < x->n; i++)
        if (!isfinite(x->x[i * x->x_stride])) return l->shape.cut.whole + l->shape.cut.first + i + 1;
    return 0;
}

/* Sizes are compared where squares do not settle it, or leave the range of numbers. */
static void judge(const struct cut_lines *l, const struct system *system, const struct cut_tile *t, struct outer o,
                  const struct sums *sums)
{
    for (int64_t k = 0; k < t->count; k++) {
        const int64_t s = t->from + k;
        const double u = (double)o.u[k], v = (double)o.v[k], added = (double)sums->added[k],
                     found = (double)sums->found[k], size = found + u * u + v * v;
        if (isfinite(found) && isfinite(added) && added <= SPIKE_MAX * SPIKE_MAX * size) continue;
        if (!info_is_good(system->info[s])) continue;
        const struct line x = line_of(&l->shape, system, s);
        const int64_t row = isfinite(found) ? 0 : row_lost(l, &x);
        if (row) system->info[s] = row;
        else if (reduced_lost(l, &x, s, u, v)) system->info[s] = PIVOTS_GREW;
    }
}

static enum status finish(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system)
{
    const int64_t tiles = l->shape.n > 0 ? (c->count + CUT_TILE - 1) / CUT_TILE : 0;
    const real *const ends = reduced_ends(l->own, c);
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles; tile++) {
        const struct outer o = {ends + tile * CUT_TILE, ends + c->count + tile * CUT_TILE};
        struct cut_tile t;
        struct sums sums;
        cut_tile_set(&t, l, system, c->from + tile * CUT_TILE, c->from + c->count);
        add_tile(l, &t, o, system->x, &sums);
        if (system->info) judge(l, system, &t, o, &sums);
    }
    return ST_OK;
}

const struct reduced_loops reduced_by_sum = {ends, finish};
