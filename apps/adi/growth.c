/* Do steps amplify changes? A step turns the change D of the step before it into G D, if data are the same, and heat
 * conduction lets no change grow: max |G D| <= max |D|, except for the overshoot of the first steps. In three
 * dimensions the operators of the axes need not commute, and G can have eigenvalues beyond 1 (README.md, Schemes).
 *
 * Such runs are judged by further changes, whatever the size of the grid: nine in all, fewer where they fall to a
 * quarter. Steps are unstable where the last three are larger than the first three, and grow by the factor of the
 * largest of the last three and the three before. The size of the first change that grows follows from the last. */
#include <math.h>

#include "apps/adi/measures.h"
#include "base/field/extremes.h"

enum { THREE = 3, CHANGES = 3 * THREE };

/* The extremes of the field, and the largest change of a point. */
struct seen {
    double low, high, change;
};

static struct seen look(const struct state *s, const real *before)
{
    const struct grid_run own = grid_own_points(&s->grid);
    double change = 0, low = HUGE_VAL, high = -HUGE_VAL;
#pragma omp parallel for schedule(static) num_threads(s->op.exec.threads) reduction(max \
                                                                                    : change, high) reduction(min \
                                                                                                              : low)
    for (int64_t p = own.from; p < own.end; p++) {
        const double by = fabs((double)s->u[p] - (double)before[p]);
        if (!(by <= change)) change = isnan(by) ? HUGE_VAL : by;
        low = extremes_min(low, (double)s->u[p]), high = extremes_max(high, (double)s->u[p]);
    }
    double most[] = {-low, high, change};
    comm_max(s->grid.comm, most, 3);
    return (struct seen){-most[0], most[1], most[2]};
}

static bool differ(real a, real b)
{
    static const real rounding = RC(1e-5);
    return fabs((double)(a - b)) > (double)(rounding * (a > b ? a : b));
}

/* Do coefficients differ between neighbours along this axis? Without a third point there is one link only. */
static bool varies_along(const struct state *s, int axis)
{
    const struct stencil *const op = &s->op;
    const int64_t n = s->grid.n[axis], stride = grid_stride(&s->grid, axis);
    const struct grid_run own = grid_own_points(&s->grid);
    bool varies = false;
#pragma omp parallel for schedule(static) num_threads(op->exec.threads) reduction(| : varies)
    for (int64_t p = own.from; p < own.end; p++) {
        const int64_t i = p / stride % n, next = p + stride;
        if (i >= n - 1) continue;
        varies |= differ(op->inverse_capacity[p], op->inverse_capacity[next]);
        for (int d = 0; d < s->grid.dim; d++)
            varies |= (d != axis || i < n - 2) && differ(op->link[d][p], op->link[d][next]);
    }
    double any = varies;
    comm_max(s->grid.comm, &any, 1);
    return any > 0;
}

bool state_may_grow(const struct state *s)
{
    int axes = 0;
    for (int d = 0; d < s->grid.dim && s->grid.dim == 3 && !s->op.shared; d++) axes += varies_along(s, d);
    return axes > 1;
}

static double most(const double change[THREE])
{
    return fmax(fmax(change[0], change[1]), change[2]);
}

/* From all changes. Those near the rounding of u do not count. */
static struct growth growth_of(const double change[CHANGES], const struct seen *first)
{
    const double *const last = change + CHANGES - THREE;
    const double began = most(change), went_on = most(last - THREE), ended = most(last),
                 rounding = 64 * (double)REAL_EPS * fmax(fabs(first->low), fabs(first->high));
    struct growth g = {.factor = 1};
    if (fmin(fmin(last[0], last[1]), last[2]) <= fmax(began, rounding) || ended <= went_on) return g;
    g.factor = pow(ended / went_on, 1.0 / THREE);
    g.share = ended / pow(g.factor, CHANGES - 1) / (first->high - first->low);
    return g;
}

enum status state_growth(struct state *s, const struct step_data *data, real *before, struct growth *out)
{
    struct clock untimed = {{0}};
    const struct seen first = look(s, before);
    double change[CHANGES] = {first.change};
    *out = (struct growth){.factor = 1};
    for (int i = 1; i < CHANGES; i++) {
        grid_copy(&s->grid, s->u, before, sizeof *before);
        TRY(state_advance(s, data, &untimed));
        TRY(state_fetch(s));
        change[i] = look(s, before).change;
        if (i >= THREE && change[i] < change[0] / 4) return ST_OK;
        if (!isfinite(change[i])) { /* it grew beyond the largest number */
            *out = (struct growth){.factor = HUGE_VAL, .share = 1};
            return ST_OK;
        }
    }
    *out = growth_of(change, &first);
    return ST_OK;
}
