/* The parts of the method `thomas_simd`: the batch as its kernels take it, and their entry points.
 *
 *     w_i = 1 / (b_i - a_i h_{i-1})        h_i = c_i w_i        y_i = (d_i - a_i y_{i-1}) w_i
 *     x_i = y_i - h_i x_{i+1}
 *
 * with one system in each lane of a vector. Every system is computed by the same operations whatever thread
 * it falls to, because the grouping depends only on the shape. */
#pragma once
#include "solvers/batch/simd.h"
#include "solvers/solver.h"

/* The treatment of the matrix, known when a kernel is compiled. */
enum stage {
    FRESH,  /* eliminated and forgotten */
    FACTOR, /* eliminated and kept, no right side */
    KEPT,   /* as FACTOR kept it */
    SHARED  /* one for all systems: columns of one value per row */
};

/* The source of the matrix, known when a kernel is compiled. All but AS_X add the shift if there is one. */
enum source {
    AS_X,     /* the elements of x */
    ONE,      /* one value per row for all systems that are interleaved in x */
    BESIDE,   /* such systems are interleaved, but elsewhere than in x */
    SCATTERED /* each system anywhere */
};

/* Row by row: a_i, a_i w_{i-1}, w_i and h_i; padded with rows of the identity. */
struct simd_columns {
    real *a, *l, *w, *h;
};

/* From a use to its prefetch: rows where these are contiguous, else values of each array of a tile. */
struct simd_ahead {
    int64_t rows, values;
};

/* Options of methods with a system in each lane of a vector, TUNING_AUTO where they are not given. */
struct simd_options {
    int64_t tile, ahead, tile_ahead; /* bytes, rows, bytes */
};
extern const struct option simd_option_table[];

/* Both distances, of the options or of the processor. */
struct simd_ahead simd_ahead_of(const struct simd_options *o);

struct check_own;

struct batch {
    struct shape shape; /* with as few strides as possible */
    enum stage stage;
    enum source source;
    struct system system;
    struct simd_columns shared;
    const real *shift;     /* or NULL */
    real *kept;            /* factors of the systems of slot s, from kept + 3 * padded * s on */
    real *squares;         /* of h of each slot, added up by FACTOR */
    real *state;           /* of this thread, from row to row; or NULL */
    real *scratch;         /* of this thread, of methods that solve some systems one at a time */
    real *right;           /* of this thread: right sides while they are checked */
    int64_t checked;       /* systems of a tile that is checked */
    const real *probe;     /* [padded] a second right side, or NULL */
    struct check_own *own; /* what this thread finds of systems that are checked */
    int64_t repeats_end;   /* rows of one matrix may repeat up to here */
    int64_t padded;        /* rows of a system, rounded up to whole blocks of ROWS */
    struct simd_ahead ahead;
};

/* The division of a batch into parts. */
struct simd_parts {
    struct shape shape; /* the same with as few strides as possible */
    int64_t tile;       /* systems of a part of neighbours; 0: parts are groups of LANES systems */
    int64_t parts;
    int64_t padded; /* rows of a system, rounded up to whole blocks of ROWS */
    int64_t slots;  /* systems, with those that are missing from parts */
    int64_t starts; /* values that the starts of the matrices of a tile take */
    enum source source;
};

/* Values: rows and systems of a tile, at most, so that what is kept of them is in the cache. batch > 0. */
struct simd_parts simd_parts_of(const struct shape *shape, int threads, int64_t values);

/* Solves or factors, not FRESH, the tiles lo ... hi - 1 of `width` interleaved neighbours each: dist is 1. The ring
 * holds width * n values, and no less than that of thomas_simd_few; starts[width] is scratch if the source is
 * SCATTERED. */
void thomas_simd_rows(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts);

/* As thomas_simd_rows, FRESH only; state holds 5 * width values. */
void thomas_simd_ring(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                      int64_t *starts);

/* As thomas_simd_rows, for cyclic systems of 3 rows or more, FRESH only. The ring holds 2 * width * n values, state 9 *
 * width. */
void thomas_simd_cyclic(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                        int64_t *starts);

/* Solves or factors the groups lo ... hi - 1 of LANES systems each, wherever they lie; group g starts with system
 * g * LANES. The ring holds 2 * LANES * padded values. */
void thomas_simd_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring);

/* Solves or factors `count` <= LANES systems from `first` on, whose factors are those from slot `slot` on. */
void thomas_simd_few(const struct batch *b, int64_t first, int count, int64_t slot, real *ring);

/* Notes in info what the squares of h of `count` systems, from `first` on, say (batch/growth.h). */
void thomas_simd_note(const struct batch *b, int64_t first, int64_t count, const real *squares);

INLINE int64_t min_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

INLINE int64_t max_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

INLINE int64_t round_up(int64_t n, int64_t unit)
{
    return (n + unit - 1) / unit * unit;
}
