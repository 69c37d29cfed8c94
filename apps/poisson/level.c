/* Judges the level of u by the mean of f. */
#include "apps/poisson/level.h"

#include <math.h>

#include "base/result/caveats.h"

/* The share of the size of f, and of that of u, beyond which something is said. */
#define SHARE_MOST 0.01

struct level level_of(const struct box *b, const double *f)
{
    const struct axis *const a = b->axis;
    double sum = 0, size = 0, volume = 0, loss = 0, width = 0;
    for (int64_t k = 0; k < a[2].unknowns; k++)
        for (int64_t j = 0; j < a[1].unknowns; j++)
            for (int64_t i = 0; i < a[0].unknowns; i++) {
                const double v = box_volume(b, i, j, k);
                sum += v * *f, size += v * fabs(*f), volume += v;
                f++;
            }
    for (int64_t i = 0; i < a[b->main].unknowns; i++)
        loss += a[b->main].volume[i] * a[b->main].q[i], width += a[b->main].volume[i];
    return (struct level){sum / volume, size / volume, loss / width};
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
