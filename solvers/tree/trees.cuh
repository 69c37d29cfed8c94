/* One thread, one tree: elimination as in hines_elimination.h, expression by expression, so that the results
 * have the same bits where neither compiler contracts products and sums.
 *
 * A row that does not hang on the row before is not added to its parent when it is known: the parent gathers its
 * children, from the last to the first, when it is eliminated itself, and so whole rows of the arrays are fetched
 * before they are needed. Lists say which children a row has: they are made on the device when the plan is.
 *
 * Values moved a row, each 8 bytes in double, besides those of children that do not hang on the row before:
 *     fresh    9   lower, diag, upper, right side read, l and y written, both read, x written
 *     kept     7   upper, w, right side read, y written, y and l read, x written
 * and 12 bytes of lists, but for one tree for all, which stays in the caches. */
#pragma once
#include "solvers/batch/device_rows.cuh"
#include "solvers/tree/tree_cost.h"
#include "solvers/tree/tree_line.h"

enum { TREE_ROWS = 32 / sizeof(real) /* fetched while as many are eliminated */ };
enum tree_stage { TREE_FRESH, TREE_FACTOR, TREE_KEPT };

/* Lists of each row: the parent; the last child that does not hang on the row before; the one before it of the same
 * parent, or -1. */
struct tree_lists {
    int32_t *parent, *last, *before;
};

/* Row i of an array is element first + i * stride. */
struct strided {
    int64_t first, stride;
    __device__ __forceinline__ int64_t operator()(int64_t i) const
    {
        return first + i * stride;
    }
};

/* The rows of a tree, in arrays and lists of any layout. */
template <class Matrix, class Right, class Kept, class Lists> struct tree_rows {
    int64_t n;
    Matrix matrix;
    Right right;
    Kept kept;
    Lists lists;
    const real *lower, *diag, *upper;
    real *x, *l, *w;
    struct tree_lists list;
};

/* The largest of these rows is the first one. */
struct tree_fetched {
    real lower[TREE_ROWS], diag[TREE_ROWS], upper[TREE_ROWS], right[TREE_ROWS];
    int32_t parent[TREE_ROWS], last[TREE_ROWS];
};

/* w is fetched as the diagonal where it is kept. */
template <enum tree_stage STAGE, class Rows>
__device__ __forceinline__ struct tree_fetched tree_fetch(const Rows &t, int64_t left)
{
    struct tree_fetched e;
#pragma unroll
    for (int r = 0; r < TREE_ROWS; r++) {
        const int64_t i = left - 1 - r;
        if (i < 0) continue;
        if (STAGE != TREE_KEPT) e.lower[r] = t.lower[t.matrix(i)];
        e.diag[r] = STAGE == TREE_KEPT ? t.w[t.kept(i)] : t.diag[t.matrix(i)];
        e.upper[r] = t.upper[t.matrix(i)];
        if (STAGE != TREE_FACTOR) e.right[r] = t.x[t.right(i)];
        e.parent[r] = t.list.parent[t.lists(i)];
        e.last[r] = t.list.last[t.lists(i)];
    }
    return e;
}

/* l, upper and y of the next row; is it a child of this one? And i + 1 of the first row found without a pivot. */
struct tree_state {
    real l, upper, y;
    bool hangs;
    int64_t bad;
};

/* Subtracts child c from the pivot and the right side of its parent. */
template <enum tree_stage STAGE, class Rows>
__device__ __forceinline__ void tree_gather(const Rows &t, int64_t c, real &d, real &y)
{
    const real upper = t.upper[t.matrix(c)];
    if (STAGE != TREE_KEPT) d = minus_product(d, upper, t.l[t.kept(c)]);
    if (STAGE != TREE_FACTOR) y = minus_product(y, upper, t.x[t.right(c)]);
}

template <enum tree_stage STAGE, class Rows>
__device__ __forceinline__ void tree_eliminate_row(const Rows &t, const struct tree_fetched &e, int r, int64_t i,
                                                   struct tree_state &s)
{
    const int64_t p = e.parent[r];
    real d = e.diag[r], y = STAGE == TREE_FACTOR ? 0 : e.right[r];
    for (int64_t c = e.last[r]; c >= 0; c = t.list.before[t.lists(c)])
        if (c < t.n) tree_gather<STAGE>(t, c, d, y);
    if (s.hangs && STAGE != TREE_KEPT) d = minus_product(d, s.upper, s.l);
    if (s.hangs && STAGE != TREE_FACTOR) y = minus_product(y, s.upper, s.y);
    const real w = STAGE == TREE_KEPT ? d : pivot_reciprocal(d);
    if (STAGE != TREE_KEPT && s.bad == 0 && (d == 0 || !isfinite(d))) s.bad = i + 1;
    s.hangs = p >= 0 && p == i - 1;
    s.upper = e.upper[r];
    if (STAGE == TREE_FACTOR) t.w[t.kept(i)] = w;
    if (STAGE != TREE_KEPT) t.l[t.kept(i)] = s.l = p < 0 ? 0 : e.lower[r] * w;
    if (STAGE != TREE_FACTOR) t.x[t.right(i)] = s.y = y * w;
}

/* Returns i + 1 of the first row from the last one on without a pivot, or 0; where factors are kept, 0. */
template <enum tree_stage STAGE, class Rows> __device__ __forceinline__ int64_t tree_eliminate(const Rows &t)
{
    struct tree_state s = {0, 0, 0, false, 0};
    sweep<TREE_ROWS>(
        t.n, [&](int64_t left) { return tree_fetch<STAGE>(t, left); },
        [&](const struct tree_fetched &e, int64_t left) {
#pragma unroll
            for (int r = 0; r < TREE_ROWS; r++)
                if (r < left) tree_eliminate_row<STAGE>(t, e, r, left - 1 - r, s);
        });
    return s.bad;
}

struct tree_known {
    real l[TREE_ROWS], y[TREE_ROWS];
    int32_t parent[TREE_ROWS];
};

/* Returns whether all of x is finite. */
template <class Rows> __device__ __forceinline__ bool tree_substitute(const Rows &t)
{
    real before = 0, check = 0;
    const auto fetch = [&](int64_t left) {
        struct tree_known e;
#pragma unroll
        for (int r = 0; r < TREE_ROWS; r++) {
            const int64_t i = t.n - left + r;
            if (r >= left) continue;
            e.l[r] = t.l[t.kept(i)], e.y[r] = t.x[t.right(i)], e.parent[r] = t.list.parent[t.lists(i)];
        }
        return e;
    };
    sweep<TREE_ROWS>(t.n, fetch, [&](const struct tree_known &e, int64_t left) {
#pragma unroll
        for (int r = 0; r < TREE_ROWS; r++) {
            const int64_t i = t.n - left + r, p = e.parent[r];
            if (r >= left) continue;
            if (p < 0) before = e.y[r];
            else before = minus_product(e.y[r], e.l[r], p == i - 1 ? before : t.x[t.right(p)]);
            t.x[t.right(i)] = before;
            check += before - before; /* NaN once it is not finite */
        }
    });
    return check == 0;
}

/* info of a system whose x has a value that is not finite. */
template <class Rows> __device__ __forceinline__ int64_t tree_blame(const Rows &t, int64_t bad)
{
    for (int64_t i = 0; bad == 0 && i < t.n; i++)
        if (!isfinite(t.x[t.right(i)])) bad = i + 1;
    return bad;
}

/* Lists of a tree whose parents are contiguous. */
template <class Lists>
__device__ __forceinline__ void tree_list(const struct tree_lists &of, const Lists &at, const int64_t *parent,
                                          int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const int64_t p = parent[i];
        of.parent[at(i)] = (int32_t)p;
        of.last[at(i)] = of.before[at(i)] = -1;
        if (p < 0 || p == i - 1) continue;
        of.before[at(i)] = of.last[at(p)];
        of.last[at(p)] = (int32_t)i;
    }
}

/* The next column of so many whole numbers in a plan's workspace. */
static inline int32_t *tree_lists_column(void *workspace, int64_t *bytes, int64_t values)
{
    return (int32_t *)device_column(workspace, bytes,
                                    (values * (int64_t)sizeof(int32_t) - 1) / (int64_t)sizeof(real) + 1);
}

/* Rows are counted in 32 bits. */
static inline enum status tree_accepts(const struct solver *self, const struct shape *shape, const void *)
{
    if (shape->n <= INT32_MAX) return ST_OK;
    return fail(ST_REFUSED, "%s: trees of up to %lld rows on a GPU, not of %lld", self->method, (long long)INT32_MAX,
                (long long)shape->n);
}
