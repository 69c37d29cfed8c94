/* Systems that are not drawn to have a known solution: those of the gallery of hard matrices, and those of files. */
#pragma once
#include "apps/batch/problem/params.h"
#include "base/real.h"

enum { GIVEN_ARRAYS = 4 }; /* lower, diag, upper, right side */

/* System s holds its rows from s n on; rows of the identity with a right side of 0 follow a shorter one. Elements of
 * lower and upper that are outside of the matrix are 0. */
struct given {
    int64_t n, batch;
    int64_t *sizes; /* [batch], or NULL: all n */
    double *v[GIVEN_ARRAYS];
    int64_t *type; /* [batch] types of the gallery, or NULL */
    bool ones;     /* the right sides are sums of rows: but for rounding, all unknowns are 1 */
};

/* ST_CONFIG, "import.file: x.mtx:7: reason", for files with faults, for numbers that are not finite and for those
 * beyond the working precision; ST_NOMEM. To be freed whatever is returned. */
enum status given_make(struct given *g, const struct batch_params *p);
void given_free(struct given *g);

/* One array of `count` systems from `first` on, n rows each, in working precision. */
void given_fill(const struct given *g, int array, int64_t first, int64_t count, real *out);
