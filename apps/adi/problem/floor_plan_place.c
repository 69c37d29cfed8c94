/* Does a floor plan lie on the grid, and cover a fair part of it? If not, its lengths are usually in another unit than
 * the file is said to have. */
#include <math.h>

#include "apps/adi/problem/floor_plan.h"
#include "apps/adi/problem/params.h"
#include "base/either_precision.h"

static double extent(const struct grid *g, int axis)
{
    return (double)grid_cells(g, axis) * g->spacing[axis];
}

/* Does the block, with lengths multiplied by `scale`, lie on the grid? *axis: where it does not. */
static bool lies_inside(const struct block *b, const struct grid *g, double scale, int *axis)
{
    const double from[2] = {b->x, b->y}, to[2] = {b->x + b->width, b->y + b->height};
    for (*axis = 0; *axis < 2; ++*axis) {
        const double lower = g->origin[*axis], length = extent(g, *axis), slack = 1e-9 * length;
        if (scale * from[*axis] < lower - slack || scale * to[*axis] > lower + length + slack) return false;
    }
    return true;
}

/* The share of the grid's area that all blocks cover with lengths multiplied by `scale`; 0 where one is outside. */
static double covered(const struct floor_plan *plan, const struct grid *g, double scale)
{
    double area = 0;
    int axis;
    for (int64_t i = 0; i < plan->count; i++) {
        const struct block *const b = &plan->block[i];
        if (!lies_inside(b, g, scale, &axis)) return 0;
        area += scale * b->width * scale * b->height;
    }
    return area / (extent(g, 0) * extent(g, 1));
}

/* Another unit in which the plan covers enough of the grid, or NULL; *share: how much. */
static const struct length_unit *likely_unit(const struct floor_plan *plan, const struct grid *g, double *share)
{
    for (const struct length_unit *u = params_length_units; u->word; u++) {
        if (u->metres == plan->unit) continue;
        *share = covered(plan, g, u->metres / plan->unit);
        if (*share >= FLOOR_PLAN_SHARE) return u;
    }
    return NULL;
}

enum status floor_plan_place(const struct floor_plan *plan, const struct grid *g, double *share)
{
    double other;
    const struct length_unit *const likely = likely_unit(plan, g, &other);
    for (int64_t i = 0; i < plan->count; i++) {
        const struct block *const b = &plan->block[i];
        int d;
        char advice[100] = "";
        if (lies_inside(b, g, 1, &d)) continue;
        if (likely) snprintf(advice, sizeof advice, "; with power.unit = \"%s\" all blocks lie inside", likely->word);
        return fail(ST_CONFIG, "%s:%lld: block %s reaches from %g to %g m along %c, outside of the grid%s", plan->path,
                    (long long)b->line, b->name, d ? b->y : b->x, d ? b->y + b->height : b->x + b->width, "xy"[d],
                    advice);
    }
    *share = covered(plan, g, 1);
    if (*share >= FLOOR_PLAN_SHARE || !likely) return ST_OK;
    return fail(ST_CONFIG,
                "%s: the blocks cover %.2g %% of the grid of %g m x %g m; lengths are likely in %s, with power.unit = "
                "\"%s\" they cover %.3g %%",
                plan->path, 100 * *share, extent(g, 0), extent(g, 1), likely->word, likely->word, 100 * other);
}
