/* Lines along x, BLOCK of them at once: a square of LANES rows and columns is transposed in registers, so
 * that a register holds one column and the recurrences run over whole registers, while memory is read
 * along rows. Between the two sweeps the square stays transposed in its own place.
 *
 * The chain of a sweep is one multiply-add a column; the groups of rows hide its latency.
 * Cost: 3 multiply-adds a point, 5 if cyclic, and 2 log2(LANES) shuffles a register. */
#include "apps/adi/fused.h"
#include "apps/adi/fused_lanes.h"

enum { GROUPS = BLOCK / LANES };

INLINE void load(vec t[LANES], const real *p, int64_t ld)
{
    for (int q = 0; q < LANES; q++) t[q] = vec_load(p + q * ld);
}

INLINE void store(real *p, int64_t ld, const vec t[LANES])
{
    for (int q = 0; q < LANES; q++) vec_store(p + q * ld, t[q]);
}

/* Where column i of a group of rows is between the sweeps. */
INLINE real *column(real *block, int64_t ld, int group, int64_t i)
{
    return block + (group * LANES + i % LANES) * ld + i - i % LANES;
}

INLINE void upwards(const struct axis *x, real *block, int64_t ld, const bool cyclic)
{
    const real *const w = x->w, *const l = x->l, *const r = x->r;
    vec y[GROUPS] = {0}, sum[GROUPS] = {0}, t[LANES];
    for (int64_t i = 0; i < x->n; i += LANES)
        for (int g = 0; g < GROUPS; g++) {
            real *const square = column(block, ld, g, i);
            load(t, square, ld);
            square_transpose(t);
            for (int q = 0; q < LANES; q++) {
                t[q] = y[g] = l[i + q] * y[g] + w[i + q] * t[q];
                if (cyclic) sum[g] += r[i + q] * y[g];
            }
            store(square, ld, t);
        }
    for (int g = 0; cyclic && g < GROUPS; g++) {
        real *const end = column(block, ld, g, x->n - 1);
        vec_store(end, vec_load(end) + sum[g]);
    }
}

INLINE void downwards(const struct axis *x, real *block, int64_t ld, const bool cyclic)
{
    const real *const h = x->h, *const e = x->e;
    vec v[GROUPS] = {0}, end[GROUPS], t[LANES];
    for (int g = 0; g < GROUPS; g++) end[g] = vec_load(column(block, ld, g, x->n - 1));
    for (int64_t i = (x->n - 1) / LANES * LANES; i >= 0; i -= LANES)
        for (int g = 0; g < GROUPS; g++) {
            real *const square = column(block, ld, g, i);
            load(t, square, ld);
            for (int q = LANES - 1; q >= 0; q--) {
                if (cyclic) t[q] += e[i + q] * end[g];
                t[q] = v[g] = h[i + q] * v[g] + t[q];
            }
            square_transpose(t);
            store(square, ld, t);
        }
}

void fused_x(const struct axis *x, real *block, int64_t ld)
{
    if (x->cyclic) {
        upwards(x, block, ld, true);
        downwards(x, block, ld, true);
    } else {
        upwards(x, block, ld, false);
        downwards(x, block, ld, false);
    }
}
