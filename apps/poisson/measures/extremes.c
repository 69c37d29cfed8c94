/* Takes rows of points by vectors. */
#include "apps/poisson/measures/extremes.h"

#include <math.h>

const struct extremes extremes_none = {.low = HUGE_VAL, .high = -HUGE_VAL};

/* The first place of v in u[n]. */
static int64_t place_of(int64_t n, const real *u, real v)
{
    int64_t i = 0;
    while (i < n - 1 && u[i] != v) i++;
    return i;
}

double extremes_row(struct extremes *e, const struct instance *x, int64_t j, int64_t k)
{
    const struct box *const b = &x->box;
    const struct axis *const a = b->axis;
    const int64_t n = a->points, unknowns = a->unknowns, place = j * b->stride[1] + k * b->stride[2];
    const real *const u = x->u + place, *const unknown = u + a->first;
    const double *const volume = a->volume;
    const double width = axis_width(&a[1], j - a[1].first) * axis_width(&a[2], k - a[2].first);
    double sum = a->edge[0] * (double)u[0] + a->edge[1] * (double)u[n - 1];
    real high = u[0], low = u[0];
#pragma omp simd reduction(max : high) reduction(min : low)
    for (int64_t i = 0; i < n; i++) {
        high = u[i] > high ? u[i] : high;
        low = u[i] < low ? u[i] : low;
    }
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < unknowns; i++) sum += volume[i] * (double)unknown[i];
    if ((double)high > e->high) e->high = (double)high, e->highest = place + place_of(n, u, high);
    if ((double)low < e->low) e->low = (double)low, e->lowest = place + place_of(n, u, low);
    return width * sum;
}

void extremes_join(struct extremes *e, const struct extremes *behind)
{
    if (behind->high > e->high) e->high = behind->high, e->highest = behind->highest;
    if (behind->low < e->low) e->low = behind->low, e->lowest = behind->lowest;
}

static double whole_width(const struct axis *a)
{
    double sum = a->edge[0] + a->edge[1];
    for (int64_t i = 0; i < a->unknowns; i++) sum += a->volume[i];
    return sum;
}

void extremes_close(struct extremes *e, double sum, const struct instance *x)
{
    const struct axis *const a = x->box.axis;
    e->mean = sum / (whole_width(&a[0]) * whole_width(&a[1]) * whole_width(&a[2]));
}
