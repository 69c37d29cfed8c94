/* Back substitution along x and forward elimination along y on a block of rows, in registers: a square of columns is
 * substituted, transposed to rows, and eliminated with the row before it. */
#include <stddef.h>

#include "apps/adi/fused/fused.h"
#include "apps/adi/fused/fused_lanes.h"

/* The right side of the y stage at the rows where its lines end. */
static vec at_end(const struct fused *f, const struct step_data *data, int64_t j, int64_t k, int64_t i, vec d)
{
    const struct fused_axis *const x = &f->axis[0], *const y = &f->axis[1];
    for (int side = 0; side < 2; side++) {
        if (y->skipped || j != (side ? y->n - 1 : 0)) continue;
        if (y->fixed[side]) d = (vec){0};
        const real *const stage = data->stage_face[1][side];
        for (int64_t q = 0; stage && q < smaller(LANES, x->n - i); q++)
            d[q] += stage[k * x->n + i + q] * x->direction[0].p[i + q];
    }
    return d;
}

struct block {
    int64_t j, k, n; /* n: rows */
    const real *strips, *before;
    real *rows, *sum;
};

/* Forward elimination along y of group g of the block, from column i on; b: the row before, then the last one. */
INLINE void eliminate(const struct fused *f, const struct step_data *data, const struct block *at, int g, int64_t i,
                      const vec t[LANES], const struct direction *y, vec *b, vec *sum, const bool reversed,
                      const bool whole)
{
#pragma GCC unroll 16
    for (int p = 0; p < LANES; p++) {
        const int q = reversed ? LANES - 1 - p : p;
        const int64_t row = g * LANES + q, j = at->j + row;
        if (!whole && row >= at->n) continue;
        *b = y->l[j] * *b + (whole ? t[q] : at_end(f, data, j, at->k, i, t[q]));
        if (!whole) *sum += y->r[j] * *b;
        vec_store(at->rows + row * f->row + i, *b);
    }
}

/* whole: BLOCK rows that no end of the y lines and no sum concerns, so that only the recurrence is left. */
INLINE void solve_block(const struct fused *f, const struct step_data *data, const struct block *given,
                        const struct direction *y, const bool cyclic, const bool reversed, const bool whole)
{
    const struct block at = *given;
    const struct fused_axis *const x = &f->axis[0];
    const real *const h = x->direction[0].h, *const e = x->direction[0].e;
    const int64_t strip = f->row * LANES;
    vec z[GROUPS] = {0}, end[GROUPS], t[LANES];
    for (int g = 0; cyclic && g < GROUPS; g++) end[g] = vec_load(at.strips + g * strip + (x->n - 1) * LANES);
    for (int64_t i = (x->n - 1) / LANES * LANES; i >= 0; i -= LANES) {
        vec b = at.before ? vec_load(at.before + i) : (vec){0}, sum = {0};
        for (int p = 0; p < GROUPS; p++) {
            const int g = reversed ? GROUPS - 1 - p : p;
            const real *const columns = at.strips + g * strip + i * LANES;
            for (int q = LANES - 1; q >= 0; q--) {
                t[q] = vec_load(columns + q * LANES);
                if (cyclic) t[q] += e[i + q] * end[g];
                t[q] = z[g] = h[i + q] * z[g] + t[q];
            }
            square_transpose(t);
            eliminate(f, data, &at, g, i, t, y, &b, &sum, reversed, whole);
        }
        if (!whole && at.sum) vec_store(at.sum + i, vec_load(at.sum + i) + sum);
    }
}

INLINE void by_kind(const struct fused *f, const struct step_data *data, const struct block *at,
                    const struct direction *y, const bool cyclic, const bool reversed)
{
    const bool ends = at->j == 0 || at->j + BLOCK >= f->axis[1].n, summed = f->axis[1].cyclic && at->sum;
    if (ends || summed) solve_block(f, data, at, y, cyclic, reversed, false);
    else solve_block(f, data, at, y, cyclic, reversed, true);
}

void fused_xy(const struct fused *f, const struct step_data *data, int64_t j, int64_t k, int direction,
              const real *strips, const real *before, real *rows, real *sum)
{
    const struct direction *const y = f->last == 1 ? &f->still : &f->axis[1].direction[direction];
    const struct block at = {.j = j,
                             .k = k,
                             .n = smaller(BLOCK, f->axis[1].n - j),
                             .strips = strips,
                             .before = before,
                             .rows = rows,
                             .sum = sum};
    if (f->axis[0].cyclic) {
        if (direction) by_kind(f, data, &at, y, true, true);
        else by_kind(f, data, &at, y, true, false);
    } else {
        if (direction) by_kind(f, data, &at, y, false, true);
        else by_kind(f, data, &at, y, false, false);
    }
}
