/* x = y + f u + g v, by tiles of systems, and what is lost in this sum. */
#include <math.h>

#include "solvers/tridiag/cut/cut_tile.h"
#include "solvers/tridiag/cut/reduced.h"

/* Times that y may be as large as x: as in cyclic systems, which are summed in the same manner. */
#ifdef BANDSTAND_FLOAT
#define SPIKE_MAX 0x1p8
#else
#define SPIKE_MAX 0x1p12
#endif

/* The squares of what is added, and of x, added up. */
struct sums {
    real added[CUT_TILE], found[CUT_TILE];
};

/* The unknowns beside the rows, u and v, of the systems of a tile. */
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
            const int64_t at = cut_tile_x(t, beside, k) + i * l->shape.step, of = one ? i : at;
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

/* A system in which x may not be finite, or may have been lost between y and what was added. */
struct suspect {
    struct line x;
    int64_t s;
    double u, v, found;
};

/* Was x lost? Sizes are compared, since squares leave the range of numbers; the unknowns beside the rows belong to x
 * too. */
static bool lost(const struct cut_lines *l, const struct suspect *p)
{
    const struct reduced *const d = l->own;
    double most = 0, largest = fmax(fabs(p->u), fabs(p->v));
    for (int64_t i = 0; i < p->x.n; i++) {
        const int64_t of = l->one ? i : shape_start(&l->shape, p->s) + i * l->shape.step;
        most = fmax(most, fabs((double)d->f[of] * p->u + (double)d->g[of] * p->v));
        largest = fmax(largest, fabs((double)p->x.x[i * p->x.x_step]));
    }
    return !(most <= SPIKE_MAX * largest);
}

/* Row i whose x is not finite is i + 1 and `whole` more, since a pivot of another rank comes first (cut_lines.h). */
static int64_t info_of(const struct cut_lines *l, const struct suspect *p)
{
    for (int64_t i = 0; !isfinite(p->found) && i < p->x.n; i++)
        if (!isfinite(p->x.x[i * p->x.x_step])) return l->shape.cut.whole + l->shape.cut.first + i + 1;
    return lost(l, p) ? PIVOTS_GREW : 0;
}

static void judge(const struct cut_lines *l, const struct system *system, const struct cut_tile *t, struct outer o,
                  const struct sums *sums)
{
    for (int64_t k = 0; k < t->count; k++) {
        struct suspect p = {
            .s = t->from + k, .u = (double)o.u[k], .v = (double)o.v[k], .found = (double)sums->found[k]};
        const double added = (double)sums->added[k], size = p.found + p.u * p.u + p.v * p.v;
        if (isfinite(p.found) && isfinite(added) && added <= SPIKE_MAX * SPIKE_MAX * size) continue;
        if (!info_is_good(system->info[p.s])) continue;
        p.x = line_of(&l->shape, system, p.s);
        const int64_t info = info_of(l, &p);
        if (info) system->info[p.s] = info;
    }
}

void reduced_add(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system)
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
}
