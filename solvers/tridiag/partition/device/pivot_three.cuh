/* A part eliminated with partial pivoting among three rows (pivot_three.c), by a thread: the row A left over from row
 * 0, B from row 1, and the next one, N, each with elements at x_{-1} and x_0 and from the unknown that is next on. The
 * one with the largest element is the pivot row; N takes its place, and both others are reduced.
 *
 * The new A and B are sums of A, B and N. Their factors are chosen once a row, with 0 and 1 among them: that is less
 * than to choose each element of three rows.
 *
 * C. Klein, R. Strzodka, ICPP 2021, have two candidates, whose equations are the same where the inner block is
 * singular. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_range.cuh"
#include "solvers/tridiag/partition/device/pivot_run.cuh"

/* Elements at x_{-1}, x_0, the next unknown and the one after it; right side. */
struct three_row {
    real l, z, p, q, e;
};

struct three_rest {
    struct three_row a, b;
};

/* Pivot row: 1 / pivot, and the elements after it. */
struct three_pivot {
    real w, q, r;
};

/* The row is the pivot row, or takes its part -m of it. */
struct three_choice {
    bool a, b; /* is A, or B, the pivot row? */
    real ma, mb;
};

__device__ __forceinline__ real three_of(const struct three_choice &k, real a, real b, real n)
{
    return k.b ? b : k.a ? a : n;
}

/* Chooses the pivot row, and eliminates the next unknown from the elements after it. *above: see pivot_above. */
__device__ __forceinline__ struct three_choice three_eliminate(struct three_rest &k, const struct part_row &n,
                                                               struct three_pivot &pivot, unsigned *above)
{
    const unsigned size_a = pivot_size(k.a.p), size_b = pivot_size(k.b.p), size_n = pivot_size(n.a);
    const unsigned most = max(size_a, size_n);
    struct three_choice c;
    c.b = size_b > most, c.a = size_a > size_n && !c.b;
    *above = max(*above, pivot_above(max(most, size_b)));
    pivot.w = reciprocal_of(three_of(c, k.a.p, k.b.p, n.a));
    pivot.q = three_of(c, k.a.q, k.b.q, n.b);
    pivot.r = c.a || c.b ? RC(0.0) : n.c;
    c.ma = (c.a ? n.a : k.a.p) * -pivot.w, c.mb = (c.b ? n.a : k.b.p) * -pivot.w;
    k.a.p = fma(c.ma, pivot.q, c.a ? n.b : k.a.q);
    k.b.p = fma(c.mb, pivot.q, c.b ? n.b : k.b.q);
    k.a.q = three_of(c, RC(1.0), RC(0.0), c.ma) * n.c;
    k.b.q = three_of(c, RC(0.0), RC(1.0), c.mb) * n.c;
    return c;
}

/* Eliminates the elements at x_{-1} and x_0 and the right side, by the same choice. */
__device__ __forceinline__ void three_spikes(struct three_rest &k, const struct three_choice &c, real d)
{
    const real aa = c.a ? c.ma : RC(1.0), ab = c.b ? c.ma : RC(0.0), an = three_of(c, RC(1.0), RC(0.0), c.ma);
    const real ba = c.a ? c.mb : RC(0.0), bb = c.b ? c.mb : RC(1.0), bn = three_of(c, RC(0.0), RC(1.0), c.mb);
    const struct three_row a = k.a, b = k.b;
    k.a.l = fma(ab, b.l, aa * a.l), k.b.l = fma(ba, a.l, bb * b.l);
    k.a.z = fma(ab, b.z, aa * a.z), k.b.z = fma(ba, a.z, bb * b.z);
    k.a.e = fma(an, d, fma(ab, b.e, aa * a.e)), k.b.e = fma(bn, d, fma(ba, a.e, bb * b.e));
}

/* Eliminates only the right side. Returns that of the pivot row. */
__device__ __forceinline__ real three_right(struct three_rest &k, const struct three_choice &c, real d)
{
    const real e = three_of(c, k.a.e, k.b.e, d);
    k.a.e = fma(c.ma, e, c.a ? d : k.a.e);
    k.b.e = fma(c.mb, e, c.b ? d : k.b.e);
    return e;
}

/* The unknowns at the ends of a part: x_{-1}, x_0, the last, the one after it. */
struct part_ends {
    real before, first, last, behind;
};

/* The residual of a row with its unknowns, in units of its elements; 0 where it is small against the right side, NaN
 * where it is not finite. */
__device__ __forceinline__ real row_missed(const struct part_row &m, real before, real here, real behind)
{
    const real residual = fabs(m.d - m.a * before - m.b * here - m.c * behind);
    const real terms = fabs(m.a) + fabs(m.b) + fabs(m.c);
    return residual <= THREE_MISSED * fabs(m.d) ? 0 : residual / terms;
}

/* Two unknowns that are known, and 0, or NaN if one that followed from them was not finite. */
struct part_known {
    real near, far, zero;
};

/* Back substitution: pivot row i, divided by its pivot, is in the place of row i and begins at the unknown before,
 * x_{i-1} = e_i - q_i x_i - r_i x_{i+1}. The unknowns of a chunk into the place of the right side, from its pivot rows,
 * but those before `first`. The last unknown is known; the one before the chunk, or x_{first-1}, is found. */
__device__ __forceinline__ void chunk_backward(struct part_tile &t, int c, struct part_known &x, int first)
{
    const int at = chunk_at(threadIdx.x, c);
    const struct part_chunk q = t.v[ROW_A][at], r = t.v[ROW_B][at], e = t.v[ROW_C][at];
    struct part_chunk to;
#pragma unroll
    for (int i = CHUNK - 1; i >= 0; i--) {
        to.v[i] = x.near;
        if (i < first) continue;
        const real next = fma(-q.v[i], x.near, fma(-r.v[i], x.far, e.v[i]));
        x.far = x.near, x.near = next, x.zero = fma(next, RC(0.0), x.zero);
    }
    t.v[ROW_D][at] = to;
}
