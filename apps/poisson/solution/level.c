/* Judges the level of u by the mean of f. */
#include "apps/poisson/solution/level.h"

#include <math.h>

#include "apps/poisson/ranks/rows.h"
#include "base/memory.h"
#include "base/result/caveats.h"

/* The share of the size of f, and of that of u, beyond which a caveat is noted. */
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

static double width_of(const struct axis *a)
{
    double width = 0;
    for (int64_t i = 0; i < a->unknowns; i++) width += a->volume[i];
    return width;
}

/* The mean of q. */
static double loss_inside(const struct box *b)
{
    const struct axis *const a = &b->axis[b->main];
    double loss = 0;
    for (int64_t i = 0; i < a->unknowns; i++) loss += a->volume[i] * a->q[i];
    return loss / width_of(a);
}

/* The geometric mean of eps, which only links of the tridiagonal axis contain. */
static double mean_eps(const struct axis *a)
{
    double sum = 0;
    for (int64_t i = 0; i < a->unknowns; i++) sum += a->volume[i] * log(a->eps[i]);
    return exp(sum / width_of(a));
}

/* The links of all Robin faces, by their areas, over the volume. Where eps varies, all links are of means of it. */
static double loss_through(const struct box *b)
{
    double loss = 0;
    for (int d = 0; d < b->dim; d++) {
        const struct axis *const a = &b->axis[d];
        const double eps = d == b->main ? 1 : mean_eps(&b->axis[b->main]);
        for (int side = 0; side < 2; side++)
            if (a->kind[side] == FACE_ROBIN) loss += eps * a->link[side ? a->unknowns : 0] / width_of(a);
    }
    return loss;
}

enum status level_measure(struct level *out, const struct box *b, const double *f)
{
    const int64_t rows = rows_count(b->own);
    double *sums, all[3];
    TRY(comm_agree(b->comm, mem_array(&sums, HOST, 3 * rows, sizeof *sums)));
    for (int64_t q = 0; q < rows; q++) take_row(b, f, rows_place(b->own, q), sums + 3 * q);
    const enum status s = rows_sum_unknowns(b, sums, 3, all);
    mem_free(sums);
    const double through = loss_through(b);
    if (s == ST_OK) *out = (struct level){all[0] / all[2], all[1] / all[2], loss_inside(b) + through, through > 0};
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
    const char *const by = l->faces ? "q and robin faces, with a loss of" : "q, with a mean of",
                      *const fix = l->faces ? "fix" : "fixes", *const less = l->faces ? "q = 0 and h = 0" : "q = 0";
    if (!(unsure <= SHARE_MOST * largest_u))
        return fail(ST_FAILED,
                    "%sonly %s %.2g, %s the level of u, but the mean of f, %.2g, is known only to within %.1g, so u is "
                    "not determined: %s gives u the mean of the key `mean`",
                    when, by, l->loss, fix, l->mean, (double)REAL_EPS * l->size, less);
    caveat("%sonly %s %.2g, %s the level of u: rounding of f changes u by up to %.1g of its largest value", when, by,
           l->loss, fix, unsure / largest_u);
    return ST_OK;
}
