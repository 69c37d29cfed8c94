/* Judges the level of u by the mean of f. */
#include "apps/poisson/level.h"

#include <math.h>

#include "apps/poisson/ranks/rows.h"
#include "base/memory.h"
#include "base/result/caveats.h"

/* The share of the size of f, and of that of u, beyond which something is said. */
#define SHARE_MOST 0.01

/* sums[3] := f, |f| and 1 over the row of unknowns, by volumes. */
static void take_row(const struct box *b, const double *f, struct row_place row, double *sums)
{
    const int64_t m = b->axis[0].unknowns;
    double sum = 0, size = 0, volume = 0;
    f += (row.k * b->axis[1].unknowns + row.j) * m;
    for (int64_t i = 0; i < m; i++) {
        const double v = box_volume(b, i, row.j, row.k);
        sum += v * f[i], size += v * fabs(f[i]), volume += v;
    }
    sums[0] = sum, sums[1] = size, sums[2] = volume;
}

enum status level_measure(struct level *out, const struct box *b, const double *f)
{
    const struct axis *const a = &b->axis[b->main];
    const int64_t rows = rows_count(b->own);
    double *sums, all[3], loss = 0, width = 0;
    TRY(comm_agree(b->comm, mem_array(&sums, HOST, 3 * rows, sizeof *sums)));
    for (int64_t q = 0; q < rows; q++) take_row(b, f, rows_place(b->own, q), sums + 3 * q);
    const enum status s = rows_sum_unknowns(b, sums, 3, all);
    mem_free(sums);
    for (int64_t i = 0; i < a->unknowns; i++) loss += a->volume[i] * a->q[i], width += a->volume[i];
    if (s == ST_OK) *out = (struct level){all[0] / all[2], all[1] / all[2], loss / width};
    return s;
}

void level_note_removed(const struct level *l, const char *when)
{
    if (!(fabs(l->mean) > SHARE_MOST * l->size)) return;
    caveat("%snothing fixes the level of u, so f with faces and charges needs a mean of 0, but has %.6g: u solves the "
           "equation without this mean",
           when, l->mean);
}

enum status level_judge(const struct level *l, double largest_u, const char *when)
{
    const double unsure = (double)REAL_EPS * l->size / l->loss; /* of the mean of u */
    if (!(unsure > sqrt((double)REAL_EPS) * largest_u)) return ST_OK;
    if (!(unsure <= SHARE_MOST * largest_u))
        return fail(
            ST_FAILED,
            "%sonly q, with a mean of %.2g, fixes the level of u, but the mean of f, %.2g, is known within %.1g "
            "only, so that u is not known: q = 0 gives u the mean that the key `mean` names",
            when, l->loss, l->mean, (double)REAL_EPS * l->size);
    caveat("%sonly q, with a mean of %.2g, fixes the level of u: rounding of f changes u by up to %.1g of its largest "
           "value",
           when, l->loss, unsure / largest_u);
    return ST_OK;
}
