/* Puts the axes together. */
#include "apps/poisson/problem/box.h"

#include "apps/poisson/problem/coefficients.h"
#include "apps/poisson/problem/varying.h"
#include "base/comm/cut.h"
#include "base/either_precision.h"

enum { PLANES_LEAST = 16 };

struct extent extent_of_units(int64_t n, int64_t unit, int ranks, int rank)
{
    const int64_t units = n > unit ? n / unit : 1, from = cut_first(units, ranks, rank),
                  to = cut_first(units, ranks, rank + 1);
    return (struct extent){from < units ? from * unit : n, to < units ? to * unit : n};
}

enum status box_make(struct box *b, const struct poisson_params *p)
{
    *b = (struct box){.dim = poisson_dim(p), .main = poisson_axis(p), .points = 1, .unknowns = 1, .cut = 1};
    for (int d = 0; d < 3; d++) {
        TRY(axis_place(&b->axis[d], p, d));
        b->stride[d] = b->points;
        b->first += b->axis[d].first * b->stride[d];
        b->points *= b->axis[d].points;
        b->unknowns *= b->axis[d].unknowns;
        b->own[d] = (struct extent){0, b->axis[d].unknowns};
        b->own_points[d] = (struct extent){0, b->axis[d].points};
    }
    bool varies;
    TRY(varying_wanted(&varies, p));
    if (varies) return coefficients_make(&b->varying, b, p);
    for (int d = 0; d < 3; d++) TRY(axis_fill(&b->axis[d], p, d));
    return ST_OK;
}

void box_free(struct box *b)
{
    for (int d = 0; d < 3; d++) axis_free(&b->axis[d]);
    b->varying = coefficients_free(b->varying);
}

struct shape box_lines(const struct box *b, int axis)
{
    const int fast = axis_faster_other(axis), slow = axis_slower_other(axis);
    return (struct shape){.n = b->axis[axis].unknowns,
                          .batch = b->axis[fast].unknowns * b->axis[slow].unknowns,
                          .stride = b->stride[axis],
                          .inner = b->axis[fast].unknowns,
                          .dist = b->stride[fast],
                          .outer = b->stride[slow]};
}

bool box_suits_planes(const struct box *b)
{
    for (int d = 0; d < 2; d++)
        if (!b->axis[d].even || axis_trivial(&b->axis[d])) return false;
    return b->axis[2].unknowns >= PLANES_LEAST;
}
