/* One grid: its equations made, and solved again and again under the clock. */
#pragma once
#include "apps/app.h"
#include "apps/bvp/equations.h"
#include "base/timing/cache_flush.h"

struct timing {
    double assemble;      /* seconds for the matrix, and for all right sides */
    double median, least; /* seconds of a solve */
    double total;         /* of all solves */
};

struct level {
    const struct params *params;
    struct exec exec;
    struct problem problem;
    struct equations equations;
    struct plan *plan;
    struct flush *flush; /* or NULL */
    struct timing timing;
};

/* Bytes that the k-th grid takes under this solver; ST_REFUSED if the solver does not take it. */
enum status level_bytes(const struct params *p, int64_t k, const struct solver *solver, const void *options,
                        double *bytes);

/* The k-th grid, ready to be solved. On failure level_free still cleans up. */
enum status level_make(struct level *x, const struct sim *sim, int64_t k);
void level_free(struct level *x);

/* Solves as often as asked, each time with the right side made anew; fills timing. ST_FAILED if the method meets a
 * pivot that it cannot use. */
enum status level_solve(struct level *x);

/* Bytes of matrix, right side and solution. */
double level_held(const struct params *p, enum kind kind, int64_t intervals);
