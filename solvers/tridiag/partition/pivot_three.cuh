/* A part eliminated with partial pivoting among three rows (pivot_three.c), by a thread: the row left over from row 0,
 * that from row 1, and the next one, each with elements at x_{-1} and x_0 and from the unknown that is next on. Two
 * exchanges put the row with the largest element into place, and both others are reduced.
 *
 * C. Klein, R. Strzodka, ICPP 2021, have two candidates, whose equations are the same where the inner block is
 * singular.
 */
#pragma once
#include "solvers/tridiag/partition/pivot_cut.cuh"

struct three_row {
    real l, z, p, q, r, e;
};

struct three_rest {
    struct three_row a, b;
};

__device__ __forceinline__ void exchange(bool swap, real &a, real &b)
{
    const real was = a;
    a = swap ? b : was;
    b = swap ? was : b;
}

/* Exchanges the rows where |a.p| > |b.p|. */
template <bool SPIKES> __device__ __forceinline__ void three_order(struct three_row &a, struct three_row &b)
{
    const bool swap = fabs(a.p) > fabs(b.p);
    if (SPIKES) exchange(swap, a.l, b.l), exchange(swap, a.z, b.z);
    exchange(swap, a.p, b.p), exchange(swap, a.q, b.q), exchange(swap, a.r, b.r), exchange(swap, a.e, b.e);
}

/* Subtracts the pivot row m times, and goes on to the next unknown. */
template <bool SPIKES>
__device__ __forceinline__ void three_subtract(struct three_row &a, const struct three_row &pivot, real m)
{
    if (SPIKES) a.l -= m * pivot.l, a.z -= m * pivot.z;
    a.p = a.q - m * pivot.q;
    a.q = a.r - m * pivot.r;
    a.r = 0;
    a.e -= m * pivot.e;
}

/* Eliminates the next unknown with one more row, which becomes the pivot row. Returns 1 / pivot. */
template <bool SPIKES> __device__ __forceinline__ real three_eliminate(struct three_rest &k, struct three_row &next)
{
    three_order<SPIKES>(k.a, next);
    three_order<SPIKES>(k.b, next);
    const real w = 1 / next.p;
    three_subtract<SPIKES>(k.a, next, k.a.p * w);
    three_subtract<SPIKES>(k.b, next, k.b.p * w);
    return w;
}

__device__ __forceinline__ struct three_row three_row_of(const struct part_row &m)
{
    return {0, 0, m.a, m.b, m.c, m.d};
}

/* The unknowns at the ends of a part: x_{-1}, x_0, the last, the one behind. */
struct part_ends {
    real before, first, last, behind;
};

/* Of a row with its unknowns, in units of its elements; 0 where it is small beside the right side, NaN where it is not
 * finite. */
__device__ __forceinline__ real row_missed(const struct part_row &m, real before, real here, real behind)
{
    const real residual = fabs(m.d - m.a * before - m.b * here - m.c * behind);
    const real terms = fabs(m.a) + fabs(m.b) + fabs(m.c);
    return residual <= THREE_MISSED * fabs(m.d) ? 0 : residual / terms;
}
