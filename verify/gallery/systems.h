/* Systems of one type of the gallery with random right sides, contiguous and interleaved, and their residuals. */
#pragma once
#include <stdint.h>

#include "base/real.h"
#include "solvers/solver.h"
#include "solvers/tridiag/gallery/gallery.h"

enum { GALLERY_ARRAYS = 5 }; /* lower, diag, upper, right side, solution */

/* System k of `seeds` systems of n rows is drawn by seed k + 1. v [GALLERY_ARRAYS][seeds n], systems one after the
 * other; `between` are the same arrays with systems interleaved. */
struct gallery_systems {
    int64_t n, rows;
    int seeds;
    double *drawn; /* [3][seeds rows] the matrices before they are rounded to the working precision */
    real *v[GALLERY_ARRAYS], *between[GALLERY_ARRAYS];
};

/* Matrices of `rows` rows, each of which is repeated `copies` times as blocks of one system. ST_NOMEM; to be freed
 * whatever is returned. */
enum status gallery_systems_make(struct gallery_systems *s, int64_t rows, int64_t copies, int seeds);
void gallery_systems_free(struct gallery_systems *s);

/* Matrices of the types that take n^3 operations to draw (gallery_dense), kept for systems of as many rows and seeds:
 * zeros at first, to be freed. */
struct gallery_kept {
    double *drawn[GALLERY]; /* [3][seeds rows] of each type, or NULL */
};
void gallery_kept_free(struct gallery_kept *kept);

/* `type` as in gallery_fill; kept may be NULL. */
enum status gallery_systems_fill(struct gallery_systems *s, int type, int threads, struct gallery_kept *kept);

/* |d - T x| / |d| of system k in the Euclidean norm. `naive` is computed by plain sums of squares in the working
 * precision, which overflow as in published programs; both are infinite where x is not finite. */
struct gallery_residual {
    double scaled, naive;
};
struct gallery_residual gallery_residual_of(const struct gallery_systems *s, int k, const real *x, int64_t stride);
