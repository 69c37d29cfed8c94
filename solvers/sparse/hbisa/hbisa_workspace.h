/* The arrays that a plan of hbisa.h keeps in its workspace. */
#pragma once
#include "solvers/sparse/hbisa/hbisa.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hbisa_workspace {
    real *lower, *diag, *upper; /* [n] each: D */
    real *r;                    /* [n] right sides, then y */
    real *b;                    /* [n], NULL for STATIONARY */
    real *before;               /* [n] x before the sweep; NULL but under the step rule */
    real *rise, *fall;          /* [n] rate of each state to the level above, below; NULL without aggregation */
    double *sum[3];             /* [blocks] each, of a block of x */
    int64_t *info;              /* [blocks] of the first sweep */
};

/* Lays out the arrays in `workspace`, or, if that is NULL, only counts; returns the bytes. */
int64_t hbisa_workspace_of(struct hbisa_workspace *space, const struct shape *shape, const struct hbisa_options *o,
                           void *workspace);

/* The number of threads that pays for so many rows. */
static inline int hbisa_threads(int64_t rows, int max)
{
    enum { ROWS = 1024 };
    return rows < max * (int64_t)ROWS ? (int)(rows / ROWS) + 1 : max;
}

/* Splits A into the arrays of `space`, or, if that is NULL, only checks it. ST_REFUSED if a diagonal block is not
 * tridiagonal, or, where only `neighbours` are to be coupled, if other blocks are. HOST. */
enum status hbisa_split(const struct hbisa_workspace *space, const struct matrix *a, bool neighbours);

#ifdef __cplusplus
}
#endif
