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

INLINE void add_rows(const struct cut_lines *l, const struct cut_tile *t, bool beside, bool one, real *x,
                     struct sums *sums)
{
    const struct reduced *const d = l->own;
    const real *const u = d->ends + t->from, *const v = u + l->shape.batch;
    for (int64_t i = 0; i < l->shape.n; i++)
        for (int64_t k = 0; k < t->count; k++) {
            const int64_t at = cut_tile_x(t, beside, k) + i * l->shape.step, of = one ? i : at;
            const real added = d->f[of] * u[k] + d->g[of] * v[k], found = x[at] + added;
            x[at] = found;
            sums->added[k] += added * added, sums->found[k] += found * found;
        }
}

static void add_tile(const struct cut_lines *l, const struct cut_tile *t, real *x, struct sums *sums)
{
    *sums = (struct sums){{0}, {0}};
    if (t->beside && l->one) add_rows(l, t, true, true, x, sums);
    else if (t->beside) add_rows(l, t, true, false, x, sums);
    else add_rows(l, t, false, l->one, x, sums);
}

/* Was x lost between y and what was added? Sizes are compared where squares leave the range of numbers; the unknowns
 * beside the rows belong to x too. */
static bool lost(const struct cut_lines *l, const struct line x, int64_t s, double added, double found)
{
    const struct reduced *const d = l->own;
    const double u = (double)d->ends[s], v = (double)d->ends[l->shape.batch + s], bound = SPIKE_MAX * SPIKE_MAX;
    if (isfinite(added) && added <= bound * (found + u * u + v * v)) return false;
    double most = 0, largest = fmax(fabs(u), fabs(v));
    for (int64_t i = 0; i < x.n; i++) {
        const int64_t of = l->one ? i : shape_start(&l->shape, s) + i * l->shape.step;
        most = fmax(most, fabs((double)d->f[of] * u + (double)d->g[of] * v));
        largest = fmax(largest, fabs((double)x.x[i * x.x_step]));
    }
    return !(most <= SPIKE_MAX * largest);
}

/* Row i whose x is not finite is i + 1 and `whole` more, since a pivot of another rank comes first (cut_lines.h). */
static int64_t info_of(const struct cut_lines *l, const struct line x, int64_t s, double added, double found)
{
    for (int64_t i = 0; !isfinite(found) && i < x.n; i++)
        if (!isfinite(x.x[i * x.x_step])) return l->shape.cut.whole + l->shape.cut.first + i + 1;
    return lost(l, x, s, added, found) ? PIVOTS_GREW : 0;
}

void reduced_add(const struct cut_lines *l, const struct system *system)
{
    const int64_t batch = l->shape.batch, tiles = l->shape.n > 0 ? (batch + CUT_TILE - 1) / CUT_TILE : 0;
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles; tile++) {
        struct cut_tile t;
        struct sums sums;
        cut_tile_set(&t, l, system, tile * CUT_TILE, batch);
        add_tile(l, &t, system->x, &sums);
        for (int64_t k = 0; system->info && k < t.count; k++) {
            const int64_t s = t.from + k;
            const struct line x = line_of(&l->shape, system, s);
            const int64_t info = info_of(l, x, s, (double)sums.added[k], (double)sums.found[k]);
            if (info_is_good(system->info[s]) && info) system->info[s] = info;
        }
    }
}
