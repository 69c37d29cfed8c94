/* Back along x and out along y on a block of rows, in registers: a square of columns is solved back, transposed
 * to rows, and meets the row before it in its way. */
#include <stddef.h>

#include "apps/adi/fused/fused.h"
#include "apps/adi/fused/fused_lanes.h"

/* What the y stage is given at the rows where its lines end. */
static vec at_end(const struct fused *f, const struct step_data *data, int64_t j, int64_t k, int64_t i, vec d)
{
    const struct fused_axis *const x = &f->axis[0], *const y = &f->axis[1];
    for (int side = 0; side < 2; side++) {
        if (y->skipped || j != (side ? y->n - 1 : 0)) continue;
        if (y->fixed[side]) d = (vec){0};
        const real *const stage = data->stage_face[1][side];
        for (int64_t q = 0; stage && q < smaller(LANES, x->n - i); q++)
            d[q] += stage[k * x->n + i + q] * x->way[0].p[i + q];
    }
    return d;
}

struct block {
    int64_t j, k, n; /* n: rows */
    const real *strips, *before;
    real *rows, *sum;
};

/* The rows of group g of the block from column i on, solved out along y after b. */
INLINE void out(const struct fused *f, const struct step_data *data, const struct block *at, int g, int64_t i,
                const vec t[LANES], const struct direction *y, vec *b, vec *sum, const bool back, const bool whole)
{
#pragma GCC unroll 16
    for (int p = 0; p < LANES; p++) {
        const int q = back ? LANES - 1 - p : p;
        const int64_t row = g * LANES + q, j = at->j + row;
        if (!whole && row >= at->n) continue;
        *b = y->l[j] * *b + (whole ? t[q] : at_end(f, data, j, at->k, i, t[q]));
        if (!whole) *sum += y->r[j] * *b;
        vec_store(at->rows + row * f->row + i, *b);
    }
}

/* whole: BLOCK rows with nothing but the recurrence to them. */
INLINE void turn(const struct fused *f, const struct step_data *data, const struct block *given,
                 const struct direction *y, const bool cyclic, const bool back, const bool whole)
{
    const struct block at = *given;
    const struct fused_axis *const x = &f->axis[0];
    const real *const h = x->way[0].h, *const e = x->way[0].e;
    const int64_t strip = f->row * LANES;
    vec z[GROUPS] = {0}, end[GROUPS], t[LANES];
    for (int g = 0; cyclic && g < GROUPS; g++) end[g] = vec_load(at.strips + g * strip + (x->n - 1) * LANES);
    for (int64_t i = (x->n - 1) / LANES * LANES; i >= 0; i -= LANES) {
        vec b = at.before ? vec_load(at.before + i) : (vec){0}, sum = {0};
        for (int p = 0; p < GROUPS; p++) {
            const int g = back ? GROUPS - 1 - p : p;
            const real *const columns = at.strips + g * strip + i * LANES;
            for (int q = LANES - 1; q >= 0; q--) {
                t[q] = vec_load(columns + q * LANES);
                if (cyclic) t[q] += e[i + q] * end[g];
                t[q] = z[g] = h[i + q] * z[g] + t[q];
            }
            square_transpose(t);
            out(f, data, &at, g, i, t, y, &b, &sum, back, whole);
        }
        if (!whole && at.sum) vec_store(at.sum + i, vec_load(at.sum + i) + sum);
    }
}

INLINE void by_kind(const struct fused *f, const struct step_data *data, const struct block *at,
                    const struct direction *y, const bool cyclic, const bool back)
{
    const bool ends = at->j == 0 || at->j + BLOCK >= f->axis[1].n, summed = f->axis[1].cyclic && at->sum;
    if (ends || summed) turn(f, data, at, y, cyclic, back, false);
    else turn(f, data, at, y, cyclic, back, true);
}

void fused_xy(const struct fused *f, const struct step_data *data, int64_t j, int64_t k, int way, const real *strips,
              const real *before, real *rows, real *sum)
{
    const struct direction *const y = f->last == 1 ? &f->still : &f->axis[1].way[way];
    const struct block at = {.j = j,
                             .k = k,
                             .n = smaller(BLOCK, f->axis[1].n - j),
                             .strips = strips,
                             .before = before,
                             .rows = rows,
                             .sum = sum};
    if (f->axis[0].cyclic) {
        if (way) by_kind(f, data, &at, y, true, true);
        else by_kind(f, data, &at, y, true, false);
    } else {
        if (way) by_kind(f, data, &at, y, false, true);
        else by_kind(f, data, &at, y, false, false);
    }
}
