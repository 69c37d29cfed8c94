/* Block elimination over ranks, of interleaved systems. */
#include "solvers/tridiag/cut/reduced_join.h"

#include <stdbool.h>

#include "solvers/batch/simd.h"

struct tile {
    int64_t from, count;
};

/* Ranks in order: a and b of each replace its ends, and what its first unknown depends on is kept. */
INLINE void eliminate(struct tile t, int64_t all, int ranks, const real *tips, bool one, real *ends, real *kept)
{
    const int64_t columns = one ? 1 : all;
    real a[JOIN_TILE] = {0}, b[JOIN_TILE] = {0};
    for (int r = 0; r < ranks; r++) {
        const real *const tip = tips + r * TIPS * columns + (one ? 0 : t.from);
        const real *const up = tip + TIP_F * columns, *const right = tip + TIP_R * columns;
        const real *const low_up = tip + TIP_LOW_F * columns, *const low_right = tip + TIP_LOW_R * columns;
        real *const first = ends + r * ENDS * all + t.from, *const last = first + END_LAST * all;
        real *const x = kept + r * ENDS * JOIN_TILE, *const slope = x + JOIN_TILE;
        for (int64_t k = 0; k < t.count; k++) {
            const int64_t m = one ? 0 : k;
            const real pivot = 1 - up[m] * b[k], y = last[k];
            x[k] = (first[k] + up[m] * a[k]) / pivot, slope[k] = right[m] / pivot;
            first[k] = a[k], last[k] = b[k];
            a[k] = y + low_up[m] * (a[k] + b[k] * x[k]);
            b[k] = low_up[m] * (b[k] * slope[k]) + low_right[m];
        }
    }
}

static void substitute(struct tile t, int64_t all, int ranks, real *ends, const real *kept)
{
    real v[JOIN_TILE] = {0};
    for (int r = ranks - 1; r >= 0; r--) {
        real *const first = ends + r * ENDS * all + t.from, *const last = first + END_LAST * all;
        const real *const x = kept + r * ENDS * JOIN_TILE, *const slope = x + JOIN_TILE;
        for (int64_t k = 0; k < t.count; k++) {
            const real mine = x[k] + slope[k] * v[k];
            first[k] += last[k] * mine;
            last[k] = v[k];
            v[k] = mine;
        }
    }
}

void reduced_join(int64_t count, int ranks, const real *tips, int64_t tips_count, real *ends, real *kept)
{
    for (int64_t from = 0; from < count; from += JOIN_TILE) {
        const struct tile t = {from, count - from < JOIN_TILE ? count - from : JOIN_TILE};
        if (tips_count == 1) eliminate(t, count, ranks, tips, true, ends, kept);
        else eliminate(t, count, ranks, tips, false, ends, kept);
        substitute(t, count, ranks, ends, kept);
    }
}
