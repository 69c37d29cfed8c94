/* Visits the entries of a row on the device, in every format. */
#pragma once
#include "base/device/gpu.h"
#include "solvers/sparse/matrix/matrix.h"

/* slot[i]: where the entries of row i begin, counted from start of its block of rows; coo, hybrid. */
struct entries {
    struct matrix a;
    const int32_t *slot;
};

/* Calls f(column, value) for the entries of row i, or of its part outside the diagonal block, which begins with row
 * `first`. Zeros of dia are left out: their columns may belong to blocks that others are writing. */
template <int FORMAT, class F>
__device__ __forceinline__ void each_entry(const struct entries &m, int64_t i, int64_t first, bool whole, F f)
{
    const struct matrix &a = m.a;
    const auto outside = [&](int64_t column) { return (uint64_t)(column - first) >= (uint64_t)a.block; };
    if (FORMAT == CSR)
        for (int64_t e = a.start[i]; e < a.start[i + 1]; e++)
            if (whole || outside(a.column[e])) f((int64_t)a.column[e], a.value[e]);
    if (FORMAT == DIA)
        for (int64_t d = 0; d < a.diagonals; d++) {
            const int64_t column = i + a.offset[d];
            const real value = column >= 0 && column < a.n ? a.value[d * a.n + i] : RC(0.0);
            if (value != 0 && (whole || outside(column))) f(column, value);
        }
    if (FORMAT == HYBRID)
        if (whole) {
            if (i > first) f(i - 1, a.lower[i]);
            f(i, a.diag[i]);
            if (i + 1 < first + a.block) f(i + 1, a.upper[i]);
        }
    if (FORMAT == COO || FORMAT == HYBRID) {
        const int64_t end = a.start[first / a.block + 1];
        for (int64_t e = a.start[first / a.block] + m.slot[i]; e < end && a.row[e] == i; e++)
            if (whole || outside(a.column[e])) f((int64_t)a.column[e], a.value[e]);
    }
}

/* The slot of row i. */
__device__ __forceinline__ int32_t entries_slot(const struct matrix &a, int64_t i)
{
    const int64_t block = i / a.block, from = a.start[block];
    int64_t low = from, high = a.start[block + 1];
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (a.row[middle] < i) low = middle + 1;
        else high = middle;
    }
    return (int32_t)(low - from);
}
