/* The form in which a solver takes a chain: its levels, or, where a method needs a matrix or the chain has no levels, A
 * in the chosen format with an order of small bandwidth. Only the closed class is solved: all other states have
 * probability 0. */
#pragma once
#include "apps/cloudqueue/problem/params.h"
#include "solvers/solver.h"
#include "solvers/sparse/files/matrix_io.h"
#include "solvers/sparse/matrix/csr_double.h"

struct generator {
    struct model *model; /* or NULL: read from a file */
    enum question question;
    double shift;
    int64_t states, solved;    /* of the whole chain; of the part that is solved */
    int64_t block;             /* states of a level of the whole chain; divides `states` */
    int64_t entries;           /* of Q, or of the matrix that was read */
    int32_t *index;            /* or NULL, all are solved: [states] which row a state is, -1: none */
    struct csr_double rows;    /* of the part that is solved, where there are no levels, or of a file */
    struct csr_double whole;   /* all rows of a file, if only a part of it is solved */
    struct matrix_origin from; /* of a file */
    const struct qbd *levels;  /* or NULL */
    struct matrix *matrix;     /* or NULL */
    int32_t *order;            /* or NULL: [solved] */
    int32_t *sparse;           /* or NULL: [solved] an order of small fill, for methods that make use of it */
    struct shape shape;
};

/* of: the chain; NULL: it is in the file of p. ST_CONFIG for a chain without one closed class, or a file with a
 * fault; ST_REFUSED with the solver's sentence. On failure generator_free still cleans up. p is borrowed. */
enum status generator_make(struct generator *c, const struct queue_params *p, const struct cloud *of,
                           const struct solver *solver, const void *options);
void generator_free(struct generator *c);

/* The shape of a chain without transient states under this solver; no matrix is made. */
enum status generator_shape(struct shape *out, const struct queue_params *p, const struct model *m,
                            const struct solver *solver, const void *options);

/* The whole of Q; the caller frees it. */
enum status generator_rows(struct csr_double *out, const struct generator *c);
