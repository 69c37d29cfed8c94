/* Takes squares of gradients: in one loop where a row has rows of unknowns on all sides, else axis by axis. */
#include "apps/poisson/measures/steepest.h"

#include <math.h>
#include <string.h>

#include "apps/poisson/measures/slopes.h"
#include "base/memory.h"

/* Gradients are scaled with this unit, or its inverse, where their squares overflow or have fewer digits below
 * SQUARE_MIN. */
#define UNIT 0x1p-600
#define SQUARE_MIN 0x1p-900

enum status steepest_make(struct steepest *s, const struct instance *x)
{
    const struct axis *const a = x->box.axis;
    const int64_t m = a->unknowns;
    *s = (struct steepest){.x = x, .unit = 1};
    TRY(mem_array(&s->share, HOST, 2 * m, sizeof *s->share));
    s->inverse = s->share + m;
    for (int64_t i = 0; i < m; i++) s->share[i] = slopes_share(a, i, i), s->inverse[i] = 1 / a->eps[i];
    return ST_OK;
}

void steepest_free(struct steepest *s)
{
    s->share = mem_free(s->share);
}

int64_t steepest_scratch(const struct instance *x)
{
    return 2 * x->box.axis[0].points + slopes_scratch(x);
}

bool steepest_rescale(struct steepest *s, double largest)
{
    if (s->unit != 1 || (largest >= SQUARE_MIN && isfinite(largest))) return false;
    s->unit = isfinite(largest) ? 1 / UNIT : UNIT;
    return true;
}

/* Along y or z, for a row of unknowns with rows of unknowns on both sides: slopes are linear between lower (u - u of
 * the lower row) and upper (u of the upper row - u). */
struct sides {
    const real *below, *above;
    double lower, upper, share;
};

/* Has the row with these indices, as unknowns, rows of unknowns on both sides along axis d? */
static bool sides_of(const struct instance *x, int d, const int64_t at[3], const real *u, struct sides *out)
{
    const struct box *const b = &x->box;
    const struct axis *const a = &b->axis[d];
    const int64_t i = at[d], m = a->unknowns, step = b->stride[d];
    *out = (struct sides){u, u, 0, 0, 0};
    if (d >= b->dim) return true;
    if (i < 0 || i >= m || (!axis_periodic(a) && (i == 0 || i == m - 1))) return false;
    const double eps = d == b->main ? a->eps[i] : 1;
    *out = (struct sides){.below = i > 0 ? u - step : u + (m - 1) * step,
                          .above = i < m - 1 ? u + step : u - (m - 1) * step,
                          .lower = a->link[i] / eps,
                          .upper = a->link[i + 1] / eps,
                          .share = slopes_share(a, i, i)};
    return true;
}

/* The slope along the axis of s at unknown i of the row u. */
static inline double slope_of(const struct sides *s, const real *u, int64_t i)
{
    const double lower = s->lower * ((double)u[i] - (double)s->below[i]),
                 upper = s->upper * ((double)s->above[i] - (double)u[i]);
    return lower + (upper - lower) * s->share;
}

static double largest_of(int64_t n, const double *v)
{
    double most = 0;
#pragma omp simd reduction(max : most)
    for (int64_t i = 0; i < n; i++) most = v[i] > most ? v[i] : most;
    return most;
}

/* square[points along x] := the squares, from slopes along each axis. */
static void square_slopes(const struct steepest *s, int64_t j, int64_t k, double *scratch, double *square)
{
    const struct instance *const x = s->x;
    const int64_t n = x->box.axis[0].points;
    double *const slope = scratch;
    memset(square, 0, (size_t)n * sizeof *square);
    for (int d = 0; d < x->box.dim; d++) {
        slopes_row(x, d, j, k, scratch + n, slope);
#pragma omp simd
        for (int64_t i = 0; i < n; i++) square[i] += s->unit * slope[i] * (s->unit * slope[i]);
    }
}

/* The squares at the nodes on faces at the ends of a row. */
static void square_ends(const struct steepest *s, int64_t j, int64_t k, const double *flux, double *slope,
                        double *square)
{
    const struct axis *const a = s->x->box.axis;
    const int64_t ends[2] = {0, a->points - 1};
    const bool given[2] = {a->first > 0, a->first + a->unknowns < a->points};
    for (int side = 0; side < 2; side++)
        if (given[side]) square[ends[side]] = 0;
    for (int d = 0; d < s->x->box.dim && (given[0] || given[1]); d++) {
        slopes_ends(s->x, d, j, k, flux, slope);
        for (int side = 0; side < 2; side++)
            if (given[side]) square[ends[side]] += s->unit * slope[ends[side]] * (s->unit * slope[ends[side]]);
    }
}

double steepest_row(const struct steepest *s, int64_t j, int64_t k, double *scratch)
{
    const struct instance *const x = s->x;
    const struct axis *const a = x->box.axis;
    const int64_t n = a->points, m = a->unknowns, at[3] = {0, j - a[1].first, k - a[2].first};
    const real *const u = x->u + j * x->box.stride[1] + k * x->box.stride[2] + a->first;
    const double unit = s->unit, *const share = s->share, *const inverse = s->inverse;
    double *const square = scratch, *const inside = square + a->first, *const slope = square + n,
                  *const flux = slope + n;
    struct sides y, z;
    if (x->box.varying || !sides_of(x, 1, at, u, &y) || !sides_of(x, 2, at, u, &z)) {
        square_slopes(s, j, k, slope, square);
        return largest_of(n, square);
    }
    slopes_flux(x, j, k, flux);
#pragma omp simd
    for (int64_t i = 0; i < m; i++) {
        const double sx = unit * ((flux[i] + (flux[i + 1] - flux[i]) * share[i]) * inverse[i]),
                     sy = unit * slope_of(&y, u, i), sz = unit * slope_of(&z, u, i);
        inside[i] = sx * sx + sy * sy + sz * sz;
    }
    square_ends(s, j, k, flux, slope, square);
    return largest_of(n, square);
}
