/* Elimination of partitions, a pivot at a time: diagonal pivoting and elimination in order, with what they store of
 * each row. Three right sides go together: that of the system, the coupling to the unknown before the partition and,
 * which costs nothing, the one to the unknown after it. The factorization and the solutions with L and B are one
 * kernel, or, to show what their fusion is worth, two: then the pivots are kept between them. */
#pragma once
#include "solvers/tridiag/pivoting/diagonal_pivot.h"
#include "solvers/tridiag/spike/device/spike_cut.cuh"

enum spike_work { SPIKE_FUSED, SPIKE_FACTOR, SPIKE_SUBSTITUTE };

/* The factor of the next unknown, or, with its lowest bit set, of the one after it. */
__device__ __forceinline__ real spike_marked(real f, bool far)
{
    diagonal_pivot_bits bits;
    memcpy(&bits, &f, sizeof bits);
    bits = ((bits | 1) ^ 1) | (diagonal_pivot_bits)far;
    memcpy(&f, &bits, sizeof bits);
    return f;
}

__device__ __forceinline__ bool spike_is_far(real f)
{
    diagonal_pivot_bits bits;
    memcpy(&bits, &f, sizeof bits);
    return bits & 1;
}

template <int WORK>
__device__ __forceinline__ void spike_keep(real *slot, real p, const struct diagonal_pivot &row, real f)
{
    if (WORK == SPIKE_FACTOR) slot[KEPT_Y * SPIKE_WARP] = p;
    else slot[KEPT_Y * SPIKE_WARP] = row.y, slot[KEPT_W * SPIKE_WARP] = row.w;
    if (WORK != SPIKE_SUBSTITUTE) slot[KEPT_F * SPIKE_WARP] = f;
}

/* Row i of m. The couplings to other partitions do not count. */
__device__ __forceinline__ struct diagonal_pivot_row spike_scaled(const struct spike_row &r, int64_t i, int64_t m)
{
    return diagonal_pivot_scaled(r.a, r.b, r.c, r.d, i > 0, i < m - 1);
}

/* Pivots of one or two rows on the diagonal (pivoting/diagonal_pivot.h). */
struct spike_diagonal {
    struct diagonal_pivot_row here, next;
    struct diagonal_pivot before; /* near, y and w of the row before `here` */
    real least;                   /* pivot; rows are scaled to 2 to 4 */

    __device__ __forceinline__ spike_diagonal() : here{}, next{}, before{0, 0, 0, -1}, least(1)
    {
    }
    __device__ __forceinline__ void shift(const struct spike_row &r, int64_t i, int64_t m)
    {
        here = next, next = spike_scaled(r, i, m);
    }
    /* The pivot that begins with `here`; `behind`: a of the row after `next`. If it has two rows, the second one is
     * left in `before`. Returns whether it has. */
    template <int WORK> __device__ __forceinline__ bool take(const struct diagonal_pivot_row &behind, real *slot)
    {
        const real p = WORK == SPIKE_SUBSTITUTE ? slot[KEPT_Y * SPIKE_WARP] : here.b - here.a * before.near;
        const real e = here.d - here.a * before.y, g = -here.a * before.w;
        const bool pair = WORK == SPIKE_SUBSTITUTE ? spike_is_far(slot[KEPT_F * SPIKE_WARP])
                                                   : diagonal_pivot_is_pair(p, here, next, behind.a);
        const real pivot = pivot_magnitude(pair ? p * next.b - next.a * here.c : p);
        least = pivot < least ? pivot : least;
        if (pair) {
            struct diagonal_pivot out[2];
            diagonal_pivot_two(p, e, g, here.c, next, out);
            spike_keep<WORK>(slot, p, out[0], spike_marked(out[0].far, true));
            before = out[1];
        } else {
            before = diagonal_pivot_one(p, e, g, here.c);
            spike_keep<WORK>(slot, p, before, spike_marked(before.near, false));
        }
        return pair;
    }
    /* A pivot that is all rounding is none. */
    __device__ __forceinline__ real growth() const
    {
        return least <= 64 * (real)REAL_EPS ? (real)REAL_MAX : RC(0.0);
    }
    template <int WORK> __device__ __forceinline__ void keep_second(real *slot) const
    {
        spike_keep<WORK>(slot, 0, before, spike_marked(before.near, false));
    }
};

/* Elimination in order. Rows are scaled as there, so that a pivot which outgrows its row is seen: then b is lost in
 * a near. */
struct spike_in_order {
    real near, y, w; /* of the row before */
    real growth;

    __device__ __forceinline__ spike_in_order() : near(0), y(0), w(-1), growth(0)
    {
    }
    template <int WORK> __device__ __forceinline__ void take(const struct diagonal_pivot_row &r, real *slot)
    {
        const real across = r.a * near, p = WORK == SPIKE_SUBSTITUTE ? slot[KEPT_Y * SPIKE_WARP] : r.b - across;
        const real inverse = 1 / p;
        growth = pivot_larger(growth, RC(0.5) * pivot_magnitude(across));
        near = r.c * inverse;
        y = (r.d - r.a * y) * inverse;
        w = -r.a * w * inverse;
        const struct diagonal_pivot row = {near, 0, y, w};
        spike_keep<WORK>(slot, p, row, near);
    }
};

/* Rows one after the other, by all threads of a warp in step: the work on a row is done when two more are known.
 */
template <int WORK> struct spike_diagonal_rows {
    struct spike_diagonal chain;
    bool second;

    __device__ __forceinline__ spike_diagonal_rows() : second(false)
    {
    }
    __device__ __forceinline__ void row(const struct diagonal_pivot_row &behind, real *slot)
    {
        if (second) chain.keep_second<WORK>(slot), second = false;
        else second = chain.take<WORK>(behind, slot);
    }
    /* Row i; `slot` is that of row i. */
    __device__ __forceinline__ void push(const struct spike_row &r, int64_t i, int64_t m, real *slot)
    {
        const struct diagonal_pivot_row behind = spike_scaled(r, i, m);
        if (i >= 2) row(behind, slot - 2 * KEPT_STEP);
        chain.here = chain.next, chain.next = behind;
    }
    /* `slot` is that after the last row. */
    __device__ __forceinline__ void finish(real *slot)
    {
        const struct diagonal_pivot_row none = {};
        row(none, slot - 2 * KEPT_STEP);
        chain.here = chain.next, chain.next = none;
        row(none, slot - KEPT_STEP);
    }
    __device__ __forceinline__ real growth() const
    {
        return chain.growth();
    }
};

template <int WORK> struct spike_in_order_rows {
    struct spike_in_order chain;

    __device__ __forceinline__ void push(const struct spike_row &r, int64_t i, int64_t m, real *slot)
    {
        chain.take<WORK>(spike_scaled(r, i, m), slot);
    }
    __device__ __forceinline__ void finish(real *)
    {
    }
    __device__ __forceinline__ real growth() const
    {
        return chain.growth;
    }
};

/* Pivots one after the other, where a thread may be rows ahead of others of its warp: rows are fetched by each when it
 * needs them. */
template <int WORK> struct spike_diagonal_pivots {
    struct spike_diagonal chain;

    __device__ __forceinline__ explicit spike_diagonal_pivots(const struct spike_part &w)
    {
        chain.here = spike_scaled(spike_row_of(w, 0), 0, w.m);
        chain.next = spike_scaled(spike_row_of(w, 1), 1, w.m);
    }
    /* The pivot that begins with row i; returns its rows. */
    __device__ __forceinline__ int pivot(const struct spike_part &w, int64_t i, real *slot)
    {
        const struct diagonal_pivot_row behind = spike_scaled(spike_row_of(w, i + 2), i + 2, w.m);
        const bool pair = chain.take<WORK>(behind, slot);
        chain.here = chain.next, chain.next = behind;
        if (!pair) return 1;
        chain.keep_second<WORK>(slot + KEPT_STEP);
        chain.shift(spike_row_of(w, i + 3), i + 3, w.m);
        return 2;
    }
    __device__ __forceinline__ real growth() const
    {
        return chain.growth();
    }
};

template <int WORK> struct spike_in_order_pivots {
    struct spike_in_order chain;

    __device__ __forceinline__ explicit spike_in_order_pivots(const struct spike_part &)
    {
    }
    __device__ __forceinline__ int pivot(const struct spike_part &w, int64_t i, real *slot)
    {
        chain.take<WORK>(spike_scaled(spike_row_of(w, i), i, w.m), slot);
        return 1;
    }
    __device__ __forceinline__ real growth() const
    {
        return chain.growth;
    }
};

/* The methods, as parameters of kernels. */
struct spike_by_diagonal {
    enum { PAIRS = true };
    template <int WORK> using rows = spike_diagonal_rows<WORK>;
    template <int WORK> using pivots = spike_diagonal_pivots<WORK>;
};

struct spike_by_order {
    enum { PAIRS = false };
    template <int WORK> using rows = spike_in_order_rows<WORK>;
    template <int WORK> using pivots = spike_in_order_pivots<WORK>;
};
