/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i by elimination in order, without pivoting: see thomas.c for the equations
 * and where it is stable.
 *
 * Of c' only every BLOCK-th is kept; substitution recomputes the others, a block at a time: A. Griewank, Achieving
 * logarithmic growth of temporal and spatial complexity in reverse automatic differentiation, Optimization Methods and
 * Software 1, 1992, has the idea. 11 flops and 64 bytes a row in double; 1 / BLOCK of a value per row of workspace. */
#include "solvers/tridiag/thomas_checkpointed.h"

#include <math.h>

#include "solvers/batch/info.h"

enum { BLOCK = 64 };
#define GROWTH 8.0

int64_t thomas_checkpointed_values(int64_t n)
{
    return n / BLOCK + 1;
}

/* d' into x; c' of the last row of each block. Returns the sum of the squares of all c'. */
static real down(struct line l, real *kept)
{
    real c = 0, d = 0, squares = 0;
    for (int64_t i = 0; i < l.n; i++) {
        const real a = i ? l.a[i * l.stride] : 0, pivot = i ? l.b[i * l.stride] - c * a : l.b[0];
        d = (l.x[i * l.x_stride] - d * a) / pivot;
        l.x[i * l.x_stride] = d;
        if (i < l.n - 1) c = l.c[i * l.stride] / pivot;
        if (i < l.n - 1) squares += c * c;
        if (i % BLOCK == BLOCK - 1) kept[i / BLOCK] = c;
    }
    return squares;
}

static void up(struct line l, const real *kept)
{
    real c[BLOCK], d = 0;
    for (int64_t block = (l.n - 1) / BLOCK; block >= 0; block--) {
        const int64_t from = block * BLOCK, rows = l.n - from < BLOCK ? l.n - from : BLOCK;
        real above = block ? kept[block - 1] : 0;
        for (int64_t k = 0; k < rows; k++) {
            const int64_t i = from + k;
            const real pivot = i ? l.b[i * l.stride] - above * l.a[i * l.stride] : l.b[0];
            c[k] = above = i < l.n - 1 ? l.c[i * l.stride] / pivot : 0;
        }
        for (int64_t k = rows - 1; k >= 0; k--) {
            d = l.x[(from + k) * l.x_stride] - c[k] * d;
            l.x[(from + k) * l.x_stride] = d;
        }
    }
}

bool thomas_grows(struct line l)
{
    real c = 0;
    for (int64_t i = 0; i < l.n; i++) {
        const real b = l.b[i * l.stride], pivot = i ? b - c * l.a[i * l.stride] : b;
        if (pivot == 0 || !(fabs((double)pivot) <= GROWTH * fabs((double)b))) return true;
        if (i < l.n - 1) c = l.c[i * l.stride] / pivot;
    }
    return false;
}

/* A pivot is at most 1 + |c'| times as large as its row, and |c'| is below 1 where rows are dominant: only where some
 * are larger are the pivots looked at. */
int64_t thomas_checkpointed_solve(struct line l, real *workspace)
{
    const real squares = down(l, workspace);
    up(l, workspace);
    if (!isfinite(l.x[0])) return info_find(l);
    return (double)squares <= (double)l.n + GROWTH * GROWTH || !thomas_grows(l) ? 0 : PIVOTS_GREW;
}
