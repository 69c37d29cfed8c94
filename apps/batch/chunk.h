/* Some systems of a batch on the host, to be compared with the solution: their numbers, and the solution by another
 * method in the same precision. */
#pragma once
#include "apps/batch/instance.h"

struct batch_chunk {
    const struct batch_instance *point;
    int64_t first, systems; /* of this rank: the first, and at most `capacity` */
    int64_t capacity;       /* of a chunk on one rank: ranks cut it where their systems end */
    real *v[NUMBERS];       /* lower, diag, upper, right side, exact solution where it is known */
    real *before, *behind;  /* unknowns of other ranks next to the rows of this rank; else 0 */
    real *y;                /* by a peer */
    int64_t *info;          /* of it */
};

/* first is 0. To be freed whatever is returned. ST_NOMEM. */
enum status batch_chunk_make(struct batch_chunk *w, const struct batch_instance *x);
void batch_chunk_free(struct batch_chunk *w);

/* Fills v with the systems from `first` on; false if there are none. Ranks that share a batch by rows take as many. */
bool batch_chunk_take(struct batch_chunk *w);
void batch_chunk_next(struct batch_chunk *w);

/* The number of the chunk in which these systems are on one rank. */
int64_t batch_chunk_number(const struct batch_chunk *w);

/* For a pass over its rows. */
int batch_chunk_threads(const struct batch_chunk *w);

/* Fills before and behind. Collective and agreed over ranks that share by rows. */
enum status batch_chunk_join(const struct batch_chunk *w);

/* Into y and info, by a scheme that has the bits of one rank. Collective and agreed over ranks that share by rows. */
enum status batch_chunk_solve(const struct batch_chunk *w, const struct solver *peer);

/* The method for the host of that name; NULL where this build has none. */
const struct solver *batch_peer(const char *method);

/* Row i of system q of the chunk, in double: a x_before + b x_here + c x_after = f. */
struct batch_row {
    double a, b, c, f, before, here, after;
};

/* `x` are the rows of the system, `rows` their number. */
static inline struct batch_row batch_row_at(const struct batch_chunk *w, const real *x, int64_t q, int64_t i,
                                            int64_t rows)
{
    const int64_t k = q * w->point->flat.n + i;
    return (struct batch_row){(double)w->v[LOWER][k],
                              (double)w->v[DIAG][k],
                              (double)w->v[UPPER][k],
                              (double)w->v[RIGHT][k],
                              (double)(i ? x[i - 1] : w->before[q]),
                              (double)x[i],
                              (double)(i < rows - 1 ? x[i + 1] : w->behind[q])};
}

static inline int64_t batch_chunk_rows(const struct batch_chunk *w, int64_t q)
{
    return shape_rows(&w->point->form.flat, w->first + q);
}

/* The rows of the solution of system q. */
static inline const real *batch_chunk_solution(const struct batch_chunk *w, int64_t q)
{
    return w->point->host + (w->first + q) * w->point->flat.n;
}
