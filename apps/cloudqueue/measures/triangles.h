/* Tagged tasks in line (uniformized.h): their distribution over levels and places, and one step of all of them. */
#pragma once
#include "apps/cloudqueue/model/model.h"

/* Levels first ... n - 1, each a triangle: row z has x = 1 ... z; and a line of level n. */
struct triangles {
    const struct model *m;
    int64_t first, max; /* max: z of the longest row */
    int64_t size;       /* of a triangle, with a row and a place more that stay 0 */
    int64_t last;       /* x of the last on level n */
    double stays;       /* > 0: that place stands for all beyond, a geometric distribution of this ratio */
    double *now, *next; /* [(n - first) size], and [last + 2 + kappa] of level n after it */
    double *rise;       /* [n - first][max + 1] */
    double serving;     /* tasks in service */
    double rate;
};

static inline double triangles_sum(const double *v, int64_t count)
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int64_t x = 0; x < count; x++) s += v[x];
    return s;
}

/* Adds the tasks that arrive at level j at their place in line: v is pi of the level over all tasks taken. Returns the
 * share of tasks that have to wait. */
double triangles_enter(struct triangles *h, int64_t j, const double *v);

/* Share of tasks in line on level n. */
double triangles_last(const struct triangles *h);

/* The least number of updates of a step. */
double triangles_min(const struct triangles *h);

/* One step; returns the share of tasks left in line, and adds the number of updates to *work. */
double triangles_step(struct triangles *h, double *work);
