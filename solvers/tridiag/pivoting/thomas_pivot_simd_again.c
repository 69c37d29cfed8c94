/* Systems that leave the range of numbers in the vectors of `thomas_pivot_simd`, or are singular: eliminated one at a
 * time. */
#include <math.h>

#include "solvers/batch/line.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"
#include "solvers/tridiag/pivoting/thomas_pivot_simd_checked.h"

void pivot_simd_again(const struct batch *b, int64_t system, real *ring, int64_t stride, int64_t rows)
{
    const struct line l = line_of(&b->shape, &b->system, system);
    const int64_t info = pivot_checkpointed_solve(l, b->scratch);
    if (b->system.info) b->system.info[system] = info;
    for (int64_t i = 0; i < rows; i++, ring += stride) {
        ring[0] = ring[LANES] = 0;
        ring[2 * LANES] = i < l.n ? l.x[i * l.x_stride] : 0;
    }
}

static void copy(real *to, int64_t to_stride, const real *from, int64_t from_stride, int64_t rows)
{
    for (int64_t i = 0; i < rows; i++) to[i * to_stride] = from[i * from_stride];
}

void pivot_checked_again(const struct batch *b, int64_t system, real *ring, int64_t stride, int64_t rows)
{
    const struct line l = line_of(&b->shape, &b->system, system);
    copy(b->right, 1, l.x, l.x_stride, l.n);
    pivot_simd_again(b, system, ring, stride, rows);
    if (b->probe) {
        copy(l.x, l.x_stride, b->probe, 1, l.n);
        pivot_checkpointed_solve(l, b->scratch);
        for (int64_t i = 0; i < rows; i++) ring[i * stride + PIVOT_ROW * LANES] = i < l.n ? l.x[i * l.x_stride] : 0;
    }
    copy(l.x, l.x_stride, b->right, 1, l.n);
}

/* Substitution takes what is not finite up to row 0: y - u x is not a number or infinite if x is. */
void pivot_simd_report(const struct batch *b, int64_t first, int64_t count)
{
    for (int64_t s = first; b->system.info && s < first + count; s++) {
        const struct line l = line_of(&b->shape, &b->system, s);
        for (int64_t i = 0; !isfinite(l.x[0]) && !b->system.info[s]; i++)
            if (!isfinite(l.x[i * l.x_stride])) b->system.info[s] = i + 1;
    }
}
