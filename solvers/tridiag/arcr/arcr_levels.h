/* The levels of adaptive R-cyclic reduction: systems of rows in blocks of one or two, some of which are eliminated and
 * the others make the next level. */
#pragma once
#include <stdbool.h>

#include "solvers/tridiag/gather.h"
#include "solvers/tridiag/pivoting/diagonal_pivot.h"

enum {
    ARCR_CHUNK = 512, /* rows that one thread structures and reduces, whatever the number of threads */
    ARCR_LEVELS = 112 /* (3/2)^111 > 2^63 */
};

/* A row: before blocks are chosen, the block that would begin with it; then, the block that it has. */
enum {
    ARCR_PAIR = 1,     /* two rows */
    ARCR_GOOD_ONE = 2, /* it could be eliminated by itself, as one of two it could be, too */
    ARCR_GOOD_TWO = 4,
    ARCR_GONE = 2, /* is eliminated */
    ARCR_TAIL = 4  /* is the second of two */
};

/* The states of blocks at the beginning of a chunk: the first block stays, and one after a block that is eliminated.
 */
enum arcr_state { ARCR_STAYS, ARCR_FREE, ARCR_TAIL_STAYS, ARCR_TAIL_GONE, ARCR_STATES };

/* A chunk: rows that stay before it, and the first row in it that would have been eliminated but is not good. */
struct arcr_chunk {
    int64_t kept, poor; /* poor < 0: none */
    int32_t counts[ARCR_STATES];
    uint8_t exit[ARCR_STATES], entry;
};

struct arcr_level {
    int64_t n, chunks;
    struct const_rows rows;   /* of level 0 the caller's; a_0 and c_{n-1} are never used */
    real *x;                  /* the place of d but on level 0 */
    uint8_t *mark;            /* [n] */
    struct arcr_chunk *chunk; /* [chunks + 1]; of the last only `kept` */
};

static inline int64_t arcr_chunks(int64_t n)
{
    return (n + ARCR_CHUNK - 1) / ARCR_CHUNK;
}

static inline int64_t arcr_chunk_end(const struct arcr_level *l, int64_t chunk)
{
    return (chunk + 1) * ARCR_CHUNK < l->n ? (chunk + 1) * ARCR_CHUNK : l->n;
}

/* Row i, which is one of the level, divided by a power of two. `inside`: it has rows before and after it. */
static inline struct diagonal_pivot_row arcr_row(const struct arcr_level *l, int64_t i, bool inside)
{
    const struct const_rows r = l->rows;
    const real a = inside || i > 0 ? r.a[i] : 0, c = inside || i < l->n - 1 ? r.c[i] : 0;
    return diagonal_pivot_scaled(a, r.b[i], c, r.d[i], true, true);
}

/* The first row of a chunk that begins a block. */
static inline int64_t arcr_first_block(const struct arcr_level *l, int64_t chunk)
{
    return chunk * ARCR_CHUNK + (l->mark[chunk * ARCR_CHUNK] & ARCR_TAIL ? 1 : 0);
}

static inline int arcr_block_rows(const struct arcr_level *l, int64_t i)
{
    return l->mark[i] & ARCR_PAIR ? 2 : 1;
}
