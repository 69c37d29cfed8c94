/* Elimination of one large system in vector lanes: LANES long runs of rows are eliminated together, one in each
 * lane of a vector.
 *
 *     p_i = b_i p_{i-1} - a_i q_{i-1}       q_i = c_i p_{i-1}            h_i = c_i / u_i = q_i / p_i
 *     w_i = 1 / u_i = p_{i-1} / p_i         y_i = d_i w_i - a_i w_i y_{i-1}
 *     x_i = y_i - h_i x_{i+1}
 *
 * That is elimination in order, pivot by pivot, with continuants p_i = u_0 ... u_i, so that the division is off the
 * chain of dependences, which is one fused multiply-add a row. Every few rows p and q are divided by a power of two;
 * a pivot that might take p out of range meanwhile sets a bit of `out_of_range`, and so does one that has grown beyond
 * 8 |b_i|, the sign of a small one before it: elimination may then be inaccurate.
 *
 * Four arrays in four lanes are 16 streams from memory, about as many as a core prefetches. So vectors have 32 bytes at
 * most on every machine. h and y go to a ring in the cache, from which steps up
 * read them while steps down continue ahead, and x is written where d was read shortly before: that cache line is still
 * in cache, so every array crosses the memory bus once. */
#pragma once
#include "solvers/batch/line.h"

#ifdef __AVX__
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#include "solvers/batch/simd_transpose.h"

enum {
    STEP = LINE,                                 /* rows of a step: a cache line of each lane */
    CHAIN = sizeof(real) == 8 ? 2 * ROWS : ROWS, /* rows between two scalings */
};

/* Subtracting OFFSET from 1 / u moves exponents that CHAIN pivots may have to the bottom, and their product is normal:
 * all others have a bit of LANE_OUT_OF_RANGE. Where products overflow, 1 / u has no such exponent. Subtracting UNGROWN
 * from b / u leaves such a bit below 1 / 8, and where it is not finite. */
#ifdef BANDSTAND_FLOAT
#define EXPONENT (UINT32_C(0xff) << 23)
#define ONE_TWICE (UINT32_C(0xfe) << 23)
#define LANE_OFFSET ((UINT32_C(127) - 34) << 23)
#define UNGROWN ((UINT32_C(127) - 3) << 23)
#define LANE_OUT_OF_RANGE (UINT32_C(3) << 29)
#else
#define EXPONENT (UINT64_C(0x7ff) << 52)
#define ONE_TWICE (UINT64_C(0x7fe) << 52)
#define LANE_OFFSET ((UINT64_C(1023) - 130) << 52)
#define UNGROWN ((UINT64_C(1023) - 3) << 52)
#define LANE_OUT_OF_RANGE (UINT64_C(7) << 60)
#endif

/* The division of a system, a function of its number of rows only: groups of LANES runs of `rows` rows each; the last
 * group has the remaining rows. */
struct lane_cut {
    int64_t groups, rows;
};

/* One group. Rows beyond the system are rows of the identity. */
struct lane_runs {
    struct line line;    /* stride and x_stride are 1 */
    const real *right;   /* of the line */
    int64_t first, rows; /* the first row of the first run, and how many each has: whole steps */
    int64_t plain, edge; /* from row `plain` of the runs to `edge` there are only inner rows of the system */
    int64_t ahead;       /* rows from a step down to what it prefetches */
    int64_t mirror;      /* 0; or a step at row i prefetches what one at row mirror - i would */
    real *ring;          /* 2 * LANES values a row: h and y */
    int64_t mask;        /* rows of the ring, a power of two, less 1 */
};

/* The state of elimination that is carried from row to row. */
struct lane_chain {
    vec q, p, y;
    vec_bits out_of_range;
};

/* Progress in a group: the next step down is at row `down`; steps up, which carry x, continue from `up` to `end`. */
struct lane_sweep {
    struct lane_chain chain;
    vec x;
    int64_t down, up, end;
};

struct lane_block {
    vec a[ROWS], b[ROWS], c[ROWS], d[ROWS];
};

struct lane_cut lane_cut_of(int64_t n);
/* Upper bounds: on the groups of a system of up to n rows, and on the blocks of so many rows in all groups. */
int64_t lane_cut_groups(int64_t n);
int64_t lane_cut_blocks(int64_t n, int64_t rows);

struct lane_runs lane_runs_of(struct line line, struct lane_cut cut, int64_t group);

/* Rows i ... i + ROWS - 1 of each run, also where some are before or beyond the system. */
void lane_runs_load(const struct lane_runs *runs, int64_t i, struct lane_block *block);

/* A step down of rows i ... i + STEP - 1, inner or not. */
void lane_runs_step(const struct lane_runs *runs, int64_t i, struct lane_chain *chain, real *ring);

/* Steps down to row `to`, each together with a step up while there are any. */
void lane_runs_down(const struct lane_runs *runs, struct lane_sweep *sweep, int64_t to);
/* The remaining steps up. */
void lane_runs_up(const struct lane_runs *runs, struct lane_sweep *sweep);

INLINE vec inverse_power(vec p)
{
    return (vec)(ONE_TWICE - ((vec_bits)p & EXPONENT));
}

INLINE void lane_chain_scale(struct lane_chain *chain)
{
    const vec scale = inverse_power(chain->p);
    chain->p *= scale;
    chain->q *= scale;
}

/* Returns 1 / pivot. */
INLINE vec lane_chain_pivot(struct lane_chain *chain, vec a, vec b, vec c)
{
    const vec next = b * chain->p - a * chain->q, w = chain->p / next;
    chain->q = c * chain->p;
    chain->p = next;
    chain->out_of_range |= ((vec_bits)w - LANE_OFFSET) | ((vec_bits)(b * w) - UNGROWN);
    return w;
}

INLINE real *lane_ring_row(const struct lane_runs *runs, int64_t i)
{
    return runs->ring + (i & runs->mask) * 2 * LANES;
}

/* Eliminates ROWS rows; h and y of each go to `ring`. */
INLINE void lane_block_down(const struct lane_block *block, struct lane_chain *chain, real *ring)
{
    for (int r = 0; r < ROWS; r++, ring += 2 * LANES) {
        const vec w = lane_chain_pivot(chain, block->a[r], block->b[r], block->c[r]);
        chain->y = block->d[r] * w - block->a[r] * w * chain->y;
        vec_store(ring, block->c[r] * w);
        vec_store(ring + LANES, chain->y);
    }
}

INLINE void lane_block_up(const real *ring, vec *x, vec out[STEP])
{
    for (int r = STEP - 1; r >= 0; r--)
        out[r] = *x = vec_load(ring + r * 2 * LANES + LANES) - vec_load(ring + r * 2 * LANES) * *x;
}

INLINE void lane_block_load(const struct lane_runs *runs, int64_t i, struct lane_block *block)
{
    const int64_t at = runs->first + i;
    rows_load(runs->line.a + at, runs->rows, block->a);
    rows_load(runs->line.b + at, runs->rows, block->b);
    rows_load(runs->line.c + at, runs->rows, block->c);
    rows_load(runs->right + at, runs->rows, block->d);
}

/* Fetches lines of x to be written, if right sides lie apart. */
INLINE void lane_block_fetch(const struct lane_runs *runs, int64_t i)
{
    const int64_t at = runs->first + i;
    for (int q = 0; q < LANES; q++) {
        const int64_t own = at + q * runs->rows;
        prefetch(runs->line.a + own), prefetch(runs->line.b + own), prefetch(runs->line.c + own),
            prefetch(runs->right + own);
    }
    if (runs->right == runs->line.x) return;
    for (int q = 0; q < LANES; q++) prefetch_to_write(runs->line.x + at + q * runs->rows);
}

INLINE bool lane_runs_plain(const struct lane_runs *runs, int64_t i)
{
    return i >= runs->plain && i + STEP <= runs->edge;
}

INLINE bool any_lane(vec_bits bits)
{
    vec_bits any = {0};
    for (int q = 0; q < LANES; q++) any[0] |= bits[q];
    return any[0] != 0;
}
