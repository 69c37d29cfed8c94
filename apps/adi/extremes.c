/* The extremes of the field and its mean: each rank looks through its own points. */
#include <math.h>

#include "apps/adi/measures.h"

enum { HEAT, CELLS, SUMS };
enum { LOWEST, PEAK, LIMITS }; /* the lowest temperature is negated */

/* Adds the points of this rank: temperatures times volumes, and volumes, of cells that are 1 inside. */
static void take(const struct state *s, double sum[SUMS], double limit[LIMITS])
{
    const struct grid *const g = &s->grid;
    const struct grid_run own = grid_own_points(g);
    for (int64_t p = own.from; p < own.end; p++) {
        int64_t at[3];
        grid_indices(g, p, at);
        const double cell = grid_share(g, 0, at[0]) * grid_share(g, 1, at[1]) * grid_share(g, 2, at[2]);
        const double u = (double)s->u[p];
        limit[LOWEST] = fmax(limit[LOWEST], -u), limit[PEAK] = fmax(limit[PEAK], u);
        sum[HEAT] += cell * u, sum[CELLS] += cell;
    }
}

/* The first point of this rank whose temperature differs from `value` by no more than rounding does; INT64_MAX: none.
 * Where many are as hot or as cold, the place of the extreme itself would depend on the processor. */
static int64_t first_near(const struct state *s, double value, double rounding)
{
    const struct grid_run own = grid_own_points(&s->grid);
    int64_t p = own.from;
    while (p < own.end && !(fabs((double)s->u[p] - value) <= rounding)) p++;
    return p < own.end ? p : INT64_MAX;
}

enum status state_extremes(const struct state *s, struct adi_extremes *out)
{
    const struct grid *const g = &s->grid;
    double limit[LIMITS] = {-HUGE_VAL, -HUGE_VAL}, sum[SUMS] = {0};
    slabs_continue(g, sum, SUMS);
    take(s, sum, limit);
    slabs_pass(g, sum, SUMS);
    comm_max(g->comm, limit, LIMITS);
    const double lowest = -limit[LOWEST], peak = limit[PEAK];
    const double rounding = 64 * (double)REAL_EPS * fmax(fabs(lowest), fabs(peak));
    int64_t at[LIMITS] = {first_near(s, lowest, rounding), first_near(s, peak, rounding)};
    comm_min(g->comm, at, LIMITS);
    *out = (struct adi_extremes){peak, lowest, sum[HEAT] / sum[CELLS], at[PEAK], at[LOWEST]};
    return ST_OK;
}
