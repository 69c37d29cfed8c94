/* The state of the scheme pipelined (cut.h), and its loops. With c'_{-1} and d'_{-1} of the rank before,
 *
 *     c'_i = c_i / (b_i - c'_{i-1} a_i)      d'_i = (d_i - d'_{i-1} a_i) / (b_i - c'_{i-1} a_i)
 *     x_i = d'_i - c'_i x_{i+1}
 *
 * each expression as in thomas/thomas.c; where the matrix was factored, multiplications by 1 / pivot as there. A chunk
 * is substituted as soon as the next rank has sent what it needs, while later ones are being eliminated: on the last
 * rank at once, on the one before it two chunks later, and so on. Matrices that are neither factored nor one for all
 * systems, if these are 16 or more, are eliminated along with their right sides, and c' and d' are kept for those
 * chunks only, in memory that stays in the cache where these are few. All others are eliminated first. */
#pragma once
#include "base/comm/comm_pairs.h"
#include "solvers/tridiag/cut/cut.h"
#include "solvers/tridiag/cut/cut_tile.h"

/* A tile between its elimination and its substitution. */
struct pipelined_tile {
    struct cut_tile t;
    /* If the matrix is eliminated with it: c' and d', [n][CUT_TILE], and for each vector the row from which on all c'
     * are equal. */
    real *c, *d;
    int64_t *settled;
    /* For the systems of the tile d' or x: of the row next to this rank's (in), of its last or first row (out). `apart`
     * values after it stands c', if the matrix is eliminated with it. */
    const real *in;
    real *out;
    int64_t apart;
};

/* Loops over the rows of this rank, n > 0. */
struct pipelined_loops {
    int values; /* of a system that go on to the next rank */
    void (*forward)(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p);
    void (*substitute)(const struct cut_lines *l, real *x, const struct pipelined_tile *p);
};
extern const struct pipelined_loops pipelined_kept, pipelined_fresh;

/* Rows first + 1 ... last repeat the row above, of a matrix that is one for all systems but for shifts. */
struct pipelined_repeat {
    int64_t first, last;
};

struct pipelined {
    const struct pipelined_loops *loops;
    int64_t chunks, window;       /* window: chunks between their elimination and their substitution */
    int64_t columns;              /* matrices: 1 or batch */
    real *c, *pivot;              /* kept: [n][columns] c', 0 in the last row of a whole system; pivots, or 1 / pivot */
    real *before;                 /* [columns] c' of the row before this rank's first */
    real *squares;                /* [columns] sums of the squares of c' on this rank */
    int64_t tiles;                /* most of a chunk */
    real *ring;                   /* fresh: [window][tiles][c', d'][n][CUT_TILE] */
    int64_t *settled;             /* fresh: [window][tiles][CUT_TILE / LANES] */
    struct pipelined_repeat same; /* fresh, set by each solve */
    int64_t most;                 /* values of a message */
    real *in, *out;               /* [most]; [messages that may leave at a time][most] */
    struct comm_sends *sends;
};

/* Computes and keeps c', pivots and squares of the systems, or of the one matrix, of a tile. */
void pipelined_eliminate(const struct cut_lines *l, const struct system *system, const struct cut_tile *t);

/* Fresh elimination and substitution of neighbours in x with one matrix but for shifts, in whole vectors, which have
 * the bits of pipelined_fresh's own loops; return the number of systems that are done. */
int64_t pipelined_lanes_forward(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p);
int64_t pipelined_lanes_substitute(const struct cut_lines *l, real *x, const struct pipelined_tile *p);

/* info of this rank's rows, not NULL, as the method thomas has it; but where c' has grown and pivots are compared with
 * their rows, the term of x before this rank's first row is left out, and that after its last. */
void pipelined_info(const struct cut_lines *l, const struct system *system);
