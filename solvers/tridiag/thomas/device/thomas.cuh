/* One thread, one system: elimination in order, as solvers/tridiag/thomas/thomas.c, expression by expression, so that
 * the results have the same bits where neither compiler contracts products and sums. Neighbouring threads read
 * neighbouring elements if the batch is interleaved.
 *
 * A thread prefetches as many rows as it is eliminating: ROWS of four values, 256 bytes in flight. They
 * are in registers, since the compiler could not begin a load before the stores to x that precede it: 186 of them in
 * double, with which a multiprocessor holds 8 warps, and so 64 KB in flight; 23 KB are enough for 33 GB/s at 0.7 us.
 *
 * Values moved an unknown, each 8 bytes in double:
 *     fresh     9   a, b, c, d read, c' and d' written, both read, x written
 *     kept      7   a, 1 / pivot, d read, d' written, d' and c' read, x written
 *               a matrix in a layout of its own is read in place; the caches serve systems that share it
 *     shared    3   d read twice, x written: d' is not stored but recomputed, stretch by stretch, in back substitution.
 *                   One value in STRETCH rows is kept for that. The matrix stays in the caches.
 * For fresh, recomputing c' and d' would cost 4 values read instead of 4 written and read: no gain. What was
 * written last is still in the second-level cache when back substitution begins: 40 MB there are 20 rows of 131072
 * systems. */
#pragma once
#include "solvers/batch/cost.h"
#include "solvers/batch/device_rows.cuh"

enum {
    ROWS = 64 / sizeof(real), /* prefetched while as many are eliminated */
    PAIRS = 2 * ROWS,         /* the same in back substitution: c' and d' */
    STRETCH = 2 * ROWS        /* the same of right sides, where the matrix is shared */
};

/* Kept for each row: c' and 1 / pivot; or, for a shared matrix, whole stretches of a, c' and 1 / pivot (the pivot
 * itself if it serves one solve only), and of each system d' before each stretch but the first. */
struct scratch {
    real *c, *pivot, *a, *edge;
};

static inline EITHER_SPACE int64_t whole_stretches(int64_t n)
{
    return (n + STRETCH - 1) / STRETCH * STRETCH;
}

static inline struct scratch scratch_at(void *workspace, const struct shape *shape, int64_t *bytes)
{
    const int64_t column = line_matrix_shared(shape) ? whole_stretches(shape->n) : column_values(shape, shape->n);
    struct scratch w;
    *bytes = 0;
    w.c = device_column(workspace, bytes, column);
    w.pivot = device_column(workspace, bytes, line_matrix_shared(shape) || shape->reuse ? column : 0);
    w.a = device_column(workspace, bytes, line_matrix_shared(shape) ? column : 0);
    w.edge =
        device_column(workspace, bytes, line_matrix_shared(shape) ? column_values(shape, (shape->n - 1) / STRETCH) : 0);
    return w;
}

static inline int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *,
                                      const struct exec *)
{
    int64_t bytes;
    scratch_at(NULL, shape, &bytes);
    return bytes;
}

/* Along a column; backwards if stride < 0. A pointer that walks row by row takes two registers; for an index
 * the compiler would keep a pointer for each prefetched row. */
struct walk {
    const real *element;
    int64_t stride;
};

/* The next `count` values, and then `rest`. */
template <int N> __device__ __forceinline__ void load(real (&v)[N], struct walk &w, int count, real rest)
{
#pragma unroll
    for (int r = 0; r < N; r++) {
        v[r] = rest;
        if (r >= count) continue;
        v[r] = *w.element;
        w.element += w.stride;
    }
}

struct equations {
    real a[ROWS], b[ROWS], c[ROWS], x[ROWS];
};

/* Rows of a system from its first on, the diagonal shifted where asked for. After its last come rows of the identity,
 * which change nothing, so that only stores depend on the number of rows. */
template <bool SHIFTED> struct equations_of {
    struct walk a, b, c, x;
    real shift;
    bool first;

    __device__ __forceinline__ explicit equations_of(const struct line &l)
        : a{l.a, l.stride}, b{l.b, l.stride}, c{l.c, l.stride}, x{l.x, l.x_stride}, shift(l.shift), first(true)
    {
    }

    __device__ __forceinline__ struct equations operator()(int64_t left)
    {
        const int count = clip<ROWS>(left);
        struct equations e;
        load(e.a, a, count, 0);
        load(e.b, b, count, 1);
#pragma unroll
        for (int r = 0; SHIFTED && r < ROWS; r++)
            if (r < count) e.b[r] += shift;
        load(e.c, c, clip<ROWS>(left - 1), 0);
        load(e.x, x, count, 0);
        if (first) e.a[0] = 0;
        first = false;
        return e;
    }
};

/* c' and d' of the current row of elimination. */
struct eliminated {
    real ratio, d;
};

__device__ __forceinline__ void eliminate(struct eliminated &s, real a, real b, real c, real x)
{
    const real pivot = b - s.ratio * a;
    s.d = (x - s.d * a) / pivot;
    s.ratio = c / pivot;
}

struct pairs {
    real c[PAIRS], d[PAIRS];
};

/* c' and d' of a system from its last row up, c' of row i being c[i * stride]. */
struct pairs_of {
    struct walk c, d;
    bool last;

    __device__ __forceinline__ pairs_of(const struct line &l, const real *c, int64_t stride)
        : c{c + (l.n - 1) * stride, -stride}, d{l.x + (l.n - 1) * l.x_stride, -l.x_stride}, last(true)
    {
    }

    __device__ __forceinline__ struct pairs operator()(int64_t left)
    {
        const int count = clip<PAIRS>(left);
        struct pairs e;
        load(e.c, c, count, 0);
        load(e.d, d, count, 0);
        if (last) e.c[0] = 0;
        last = false;
        return e;
    }
};

/* x_i = d'_i - c'_i x_{i+1}; returns x_0. */
__device__ __forceinline__ real substitute(const struct line &l, const real *c, int64_t stride)
{
    real x = 0, *to = l.x + (l.n - 1) * l.x_stride;
    sweep<PAIRS>(l.n, pairs_of(l, c, stride), [&](const struct pairs &e, int64_t left) {
        const int count = clip<PAIRS>(left);
#pragma unroll
        for (int r = 0; r < PAIRS; r++) {
            x = e.d[r] - e.c[r] * x;
            if (r >= count) continue;
            *to = x;
            to -= l.x_stride;
        }
    });
    return x;
}
