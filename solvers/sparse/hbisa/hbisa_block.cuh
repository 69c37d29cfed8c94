/* The state of one block of threads in hbisa.cu, and its preparation: entries in shared memory, factors of D, a first
 * x. */
#pragma once
#include "solvers/sparse/grid_barrier.cuh"
#include "solvers/sparse/hbisa/hbisa.cuh"
#include "solvers/sparse/hbisa/pcr_blocks.cuh"

__device__ __forceinline__ real larger(real a, real b)
{
    return a < b || b != b ? b : a;
}

/* The state of one block of threads. */
struct here {
    const struct scheme *s;
    struct shared shared;
    struct grid grid;
    struct entries entries;
    struct reduction reduction;
    int64_t first, own;      /* blocks of rows */
    real *x, *other, *given; /* the current x, the next one, and the caller's */
};

/* The row of a thread: it is in block of rows `from` + (threadIdx.x / block) stride, if that is before `to`. */
struct place {
    bool there;
    int64_t row, begin; /* of its block of rows */
    int p;
};

__device__ __forceinline__ struct place place_of(const struct here &h, int64_t from, int64_t stride, int64_t to)
{
    const int64_t block = h.s->a.block, lane = threadIdx.x / block, j = from + lane * stride;
    struct place at;
    at.p = (int)(threadIdx.x % block);
    at.there = lane < h.s->pass && j < to;
    at.begin = j * block;
    at.row = at.begin + at.p;
    return at;
}

/* Copies the entries of those rows to shared memory; pointers are shifted so that indices stay valid. */
template <int FORMAT> __device__ __forceinline__ void capture(struct here &h)
{
    struct matrix &a = h.entries.a;
    const int64_t scale = FORMAT == CSR ? a.block : 1;
    if (FORMAT == DIA || h.s->captured == 0) return;
    const int64_t from = a.start[h.first * scale], to = a.start[(h.first + h.own) * scale];
    for (int64_t e = from + threadIdx.x; e < to; e += blockDim.x) {
        h.shared.value[e - from] = a.value[e];
        h.shared.column[e - from] = a.column[e];
        if (FORMAT != CSR) h.shared.index[e - from] = a.row[e];
    }
    a.value = h.shared.value - from;
    a.column = h.shared.column - from;
    if (FORMAT != CSR) a.row = h.shared.index - from;
    __syncthreads();
}

/* Slots, and the factors of D. */
template <int FORMAT> __device__ __forceinline__ void prepare(struct here &h)
{
    const struct scheme &s = *h.s;
    for (int64_t from = h.first; from < h.first + h.own; from += s.pass) {
        const struct place at = place_of(h, from, 1, h.first + h.own);
        real a = 0, b = 1, c = 0;
        if ((FORMAT == COO || FORMAT == HYBRID) && at.there) s.slot[at.row] = entries_slot(h.entries.a, at.row);
        if (at.there) {
            b = 0;
            each_entry<FORMAT>(h.entries, at.row, at.begin, true, [&](int64_t column, real value) {
                if (column == at.row - 1) a = value;
                if (column == at.row) b = value;
                if (column == at.row + 1) c = value;
            });
        }
        reduction_make(h.reduction, at.row - h.first * s.a.block, at.p, at.there, a, b, c, h.shared.row, s.threads,
                       threadIdx.x);
    }
}

/* Copies b aside, and starts from x = 0 or from a guess with the sum 1. */
__device__ __forceinline__ void start(struct here &h)
{
    const struct scheme &s = *h.s;
    const int64_t from = h.first * s.a.block, to = from + h.own * s.a.block;
    struct tally t = {};
    if (s.b) {
        for (int64_t i = from + threadIdx.x; i < to; i += blockDim.x) s.b[i] = h.x[i], h.x[i] = 0;
    } else {
        for (int64_t i = from + threadIdx.x; i < to; i += blockDim.x) t.sum[0] += h.x[i];
        const double sum = grid_tally(h.grid, t, h.shared.scratch).sum[0];
        for (int64_t i = from + threadIdx.x; i < to; i += blockDim.x)
            h.x[i] = sum == 0 ? (real)(1 / (double)s.a.n) : (real)(h.x[i] / sum);
    }
    grid_wait(h.grid);
}
