/* Condition numbers and residuals of L.-W. Chang, thesis, Urbana 2014, tables 6.1 and 6.2: 512 rows in double, SPIKE-DP
 * and parallel DP with 64 partitions. */
#pragma once
#include <stdbool.h>

#include "solvers/tridiag/gallery/gallery.h"

enum {
    PUBLISHED_SPIKE,
    PUBLISHED_PARALLEL,
    PUBLISHED_ARCR,
    PUBLISHED_CUSPARSE, /* version 4.1, without pivoting */
    PUBLISHED_MKL,
    PUBLISHED_MATLAB, /* the baseline */
    PUBLISHED_SOLVERS
};

enum { PUBLISHED_ROWS = 512, PUBLISHED_PARTITIONS = 64 };

/* A printed "Inf" is infinite here, a printed "Nan" is NaN. Condition numbers of types 13 and 15 are those that double
 * shows for 1.09e46 and 4.36e77. */
struct published_type {
    double condition, residual[PUBLISHED_SOLVERS];
};
extern const struct published_type published_types[GALLERY];

/* `method` is the one here with the same algorithm. CUSPARSE reduces as PCR does: it fails on the same types. */
struct published_solver {
    const char *name, *method;
};
extern const struct published_solver published_solvers[PUBLISHED_SOLVERS];

/* Is the residual of type 1 ... GALLERY more than 100 times that of the baseline, or not finite? */
bool published_fails(int type, int solver);
