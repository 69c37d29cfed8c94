/* Sums over all rows along x of a box, whose bits are the same for any number of ranks: those of the rows, in order. */
#pragma once
#include "apps/poisson/problem/box.h"
#include "base/comm/comm_pairs.h"

enum { SUMS_MOST = 4 };

/* sum[width] := the sums over all rows, of unknowns or of points, of mine[rows of this rank][width], y fastest. width
 * up to SUMS_MOST. Collective over the ranks of the box, and agreed: ST_NOMEM. */
enum status rows_sum_unknowns(const struct box *b, const double *mine, int width, double *sum);
enum status rows_sum_points(const struct box *b, const double *mine, int width, double *sum);

/* Number of rows of this rank, and the row of unknowns, or of points, that is number q of them. */
static inline int64_t rows_count(const struct extent of[3])
{
    return extent_length(of[1]) * extent_length(of[2]);
}

struct row_place {
    int64_t j, k;
};

static inline struct row_place rows_place(const struct extent of[3], int64_t q)
{
    const int64_t length = extent_length(of[1]);
    return (struct row_place){of[1].from + q % length, of[2].from + q / length};
}

/* all[count] := the values of all ranks, of which each has a run of counts[rank], one after the other. `mine`: those
 * of this rank. Collective and agreed: ST_NOMEM. */
enum status ranks_join(struct comm *c, const double *mine, const int64_t *counts, double *all);
