/* Block-tridiagonal and other sparse systems, and Markov chains: their shape and their arrays. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/real.h"
#include "solvers/capability.h"

#ifdef __cplusplus
extern "C" {
#endif

struct matrix;
struct qbd;
struct shape;

/* The equation to be solved. For the last two A belongs to a Markov chain: Q holds its rates, the sum
 * of each row of Q is 0. */
enum question {
    LINEAR,    /* A x = b, A regular */
    SHIFTED,   /* the same, and A = shift I - Q^T with shift > 0 */
    STATIONARY /* A x = 0 with A = -Q^T, x >= 0, the sum of x being 1 */
};

/* The size of elimination in an order of small fill: fill.h. */
struct fill {
    int64_t links; /* pairs of states that exchange rates when the one is taken out, but for the last `dense` states */
    int64_t
        dense; /* states that are taken out last, with rates between most pairs of them; 0: there is no such order */
    double products;
};

/* One system of n contiguous rows. */
struct blocktri_shape {
    enum question question;
    int64_t block;    /* rows of a diagonal block; divides n */
    int64_t entries;  /* stored values of the matrix; 0: there are only rates */
    int64_t band;     /* elements of A farther than this from the diagonal, in the order of elimination, are 0 */
    struct fill fill; /* of the order `sparse` that the system gives */
    bool leveled;     /* there are rates of a chain of levels (matrix.h) */
    bool exponents;   /* there are exponents */
};

/* The capabilities that only methods of this kind have. */
enum {
    ONE_CLASS = CAPABILITY_OF_KIND, /* no chains with states in front to which nothing leads; without: they get 0 */
    SPARSE_ORDER = 2 * CAPABILITY_OF_KIND /* makes use of an order of small fill, if it is given one */
};

/* A x = b with A of n rows in blocks of `block`, each coupled only to itself and its neighbours; a
 * method that needs more, or takes less, says so in a refusal. All arrays belong to the caller. x is [n]: LINEAR,
 * SHIFTED: in: b; STATIONARY: in: a guess >= 0, or all 0: none. */
struct blocktri {
    const struct matrix *matrix; /* A; may be NULL for methods that take `levels`. On the host whatever the space:
                                    methods for the device send it there when it is factored */
    const struct qbd *levels;    /* or NULL: rates of the chain A belongs to; only SHIFTED, STATIONARY */
    const int32_t *order;        /* or NULL: [n] order[k] is the k-th row in an order of small bandwidth. On the host */
    const int32_t *sparse;       /* or NULL: [n] the same of small fill, as shape.blocktri.fill has it. On the host */
    double shift;                /* only SHIFTED */
    int32_t *exponent; /* [n] if shape.blocktri.exponents, out: the solution is x[i] 2^exponent[i]. 0 wherever x may
                          hold it without. On the host */
};

/* The shape of a system with this matrix, or with these rates of a chain, or both; one may be NULL. The band
 * is matrix_band, or qbd_band, of the order that the system gives. */
struct shape shape_blocktri(enum question question, const struct matrix *matrix, const struct qbd *levels,
                            int64_t band);

#ifdef __cplusplus
}
#endif
