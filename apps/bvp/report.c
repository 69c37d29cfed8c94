/* Takes the answers of a run from its last grid: extremes, flows through the ends, probes, the error; and the errors
 * of all grids as a table. */
#include "apps/bvp/report.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "apps/bvp/flux.h"
#include "apps/bvp/problem/params.h"

/* clang-format off */
const struct answer_about bvp_answers[] = {
    {"highest_value", "*", "the highest value of u on the last grid, and where it is"},
    {"lowest_value", "*", "the lowest value of u on the last grid, and where it is"},
    {"*", "*", "of each probe, by its name: u there"},
    {"flow_out_at_lower_end", "*", "the flow out of the lower end"},
    {"flow_out_at_upper_end", "*", "the flow out of the upper end"},
    {"error", "", "of each grid: the largest difference to the exact answer"},
    {"order", "", "of each grid but the first: the order at which the error has fallen from the grid before"},
    {"residual", "", "of each grid: the largest residual of a row, relative to its terms"},
    {0}};
/* clang-format on */

static double last(const struct column *c, int64_t back)
{
    return c && c->count > back ? c->value[c->count - 1 - back] : (double)NAN;
}

/* The difference of two grids over that of the last two, if both fall as the square of the interval. */
static double second_order(const struct column *n)
{
    const double h0 = 1 / last(n, 0), h1 = 1 / last(n, 1), h2 = 1 / last(n, 2);
    return (h1 * h1 - h0 * h0) / (h2 * h2 - h1 * h1);
}

/* The estimated error of a value of the last grid, from that of the grid before, if that is coarser: the difference
 * falls at least with the ratio of intervals, which is the order at a probe between nodes next to a kink (Richardson
 * 1911). Rounding does not fall, it grows. A third grid shows it: the last difference then departs from the one that
 * second order predicts from the difference before. */
static double estimate(const struct series *s, const struct column *c)
{
    const struct column *const n = series_column(s, "intervals");
    const double ratio = last(n, 0) / last(n, 1), difference = fabs(last(c, 0) - last(c, 1));
    if (!(ratio > 1)) return (double)NAN;
    const double expected = second_order(n) * fabs(last(c, 1) - last(c, 2));
    const double rounding = last(n, 1) > last(n, 2) ? fabs(difference - expected) : 0;
    return difference / (ratio - 1) + rounding;
}

/* `off`: by how much rounding, and jumps of p between nodes, may have changed it, in addition to the rounding of the
 * number itself and of formulas of ends. */
static enum status put_value(struct sim *sim, const char *column, const char *quantity, double off)
{
    const struct column *const c = series_column(&sim->series, column);
    if (!c || !c->count) return ST_OK;
    TRY(answers_put(&sim->answers, NULL, quantity, last(c, 0), c->units));
    answers_error(&sim->answers, estimate(&sim->series, c) + fabs(off) + 2 * DBL_EPSILON * fabs(last(c, 0)));
    return ST_OK;
}

/* Reports the highest or the lowest of the stored nodes, and its place. */
static enum status put_extreme(struct sim *sim, const char *column, const char *quantity, bool highest, double off)
{
    const struct bvp_params *const p = sim->params;
    struct array stored[ARRAYS_MAX];
    sim->app->arrays(sim, stored);
    const real *const u = stored[0].data;
    const double *const x = stored[1].data;
    int64_t best = 0;
    for (int64_t i = 1; i < stored[0].dims[0]; i++)
        if (highest ? u[i] > u[best] : u[i] < u[best]) best = i;
    TRY(put_value(sim, column, quantity, off));
    return answers_place(&sim->answers, "at x = %.6g%s%s", x[best], *p->unit_x ? " " : "", p->unit_x);
}

static enum status put_probes(struct sim *sim, const struct bvp_params *p, const double *off, double jumps)
{
    const struct bvp_probe_params *const probe = p->probes.v;
    for (int64_t i = 0; i < p->probes.count; i++) {
        TRY(put_value(sim, probe[i].name, probe[i].name, fabs(off[i]) + jumps));
        TRY(answers_place(&sim->answers, "at x = %.6g%s%s", probe[i].at, *p->unit_x ? " " : "", p->unit_x));
    }
    return ST_OK;
}

static enum status put_flux(struct sim *sim, const struct bvp_params *p, const struct bvp_rounding *rounding,
                            const struct bvp_jumps *jumps)
{
    const double end[] = {p->lower, p->upper};
    for (int side = 0; side < 2; side++) {
        TRY(put_value(sim, bvp_flux_name[side], bvp_flux_name[side],
                      fabs(rounding->flux_off[side]) + jumps->flux_off[side]));
        TRY(answers_place(&sim->answers, "at x = %.6g%s%s", end[side], *p->unit_x ? " " : "", p->unit_x));
    }
    return ST_OK;
}

/* Reports the error of each grid, its order, and its residual. */
static enum status put_grids(struct sim *sim)
{
    static const char *const column[] = {"error", "order", "residual"};
    const struct column *const n = series_column(&sim->series, "intervals");
    for (int64_t k = 0; n && k < n->count; k++) {
        char subject[64];
        snprintf(subject, sizeof subject, "%.0f intervals", n->value[k]);
        for (int c = 0; c < 3; c++) {
            const struct column *const of = series_column(&sim->series, column[c]);
            if (of && (k > 0 || c != 1)) TRY(answers_put_method(&sim->answers, subject, column[c], of->value[k], ""));
        }
    }
    return ST_OK;
}

enum status bvp_report(struct sim *sim, const struct bvp_rounding *rounding, const struct bvp_jumps *jumps,
                       double largest, const double *probe_off)
{
    const struct bvp_params *const p = sim->params;
    TRY(put_extreme(sim, "max", "highest_value", true, bvp_rounding_of_extreme(rounding, 1, largest) + jumps->off));
    TRY(put_extreme(sim, "min", "lowest_value", false, bvp_rounding_of_extreme(rounding, 0, largest) + jumps->off));
    TRY(put_probes(sim, p, probe_off, jumps->off));
    TRY(put_flux(sim, p, rounding, jumps));
    return put_grids(sim);
}
