/* Lays the blocks of a floor plan onto a grid so that no watt is lost. */
#include <math.h>

#include "apps/adi/problem/floor_plan.h"
#include "base/either_precision.h"
#include "base/memory.h"

static const double rounding = 1e-12; /* cells, as an interface on a node may have */

static double overlap(double a, double b, double from, double to)
{
    const double length = fmin(b, to) - fmax(a, from);
    return length > 0 ? length : 0;
}

/* Share of each node's cell that lies between two coordinates, and their length within the grid. The first cell of
 * a periodic axis reaches around the end. */
static double shares(const struct grid *g, int axis, double from, double to, double *share)
{
    double sum = 0;
    const double h = g->spacing[axis], length = (double)(g->n[axis] - !grid_periodic(g, axis)) * h;
    for (int64_t i = 0; i < g->n[axis]; i++) {
        const double x = grid_coordinate(g, axis, i), lower = g->origin[axis];
        double inside = overlap(x - h / 2, x + h / 2, fmax(from, lower), fmin(to, lower + length));
        if (grid_periodic(g, axis) && i == 0) inside += overlap(x + length - h / 2, x + length, from, to);
        share[i] = inside / (h * grid_share(g, axis, i));
        sum += inside;
    }
    return sum;
}

/* The integral, from -1 to s, of the function that falls from 1 at 0 to 0 at -1 and 1. */
static double hat(double s)
{
    if (s <= 0) return s <= -1 ? 0 : (1 + s) * (1 + s) / 2;
    return s >= 1 ? 1 : 1 - (1 - s) * (1 - s) / 2;
}

/* Share of each node across a layer, which may be thinner than a cell: each place belongs to the two nodes next to it,
 * in proportion to the distance from the other one. So temperatures are those of a layer at its true position. */
static double shares_across(const struct grid *g, int axis, double from, double to, double *share)
{
    double sum = 0;
    const double h = g->spacing[axis], length = (double)grid_cells(g, axis) * h, lower = g->origin[axis];
    const double first = fmax(from, lower), last = fmin(to, lower + length);
    for (int64_t i = 0; i < g->n[axis]; i++) {
        const double x = grid_coordinate(g, axis, i);
        double inside = last > first ? hat((last - x) / h) - hat((first - x) / h) : 0;
        if (grid_periodic(g, axis) && i == 0 && last > first)
            inside += hat((last - x - length) / h) - hat((first - x - length) / h);
        if (inside < rounding) inside = 0;
        share[i] = inside / grid_share(g, axis, i);
        sum += inside * h;
    }
    return sum;
}

double floor_plan_shares(const struct block *b, const struct grid *g, const double z[2], double *const share[3])
{
    const double width = shares(g, 0, b->x, b->x + b->width, share[0]);
    const double height = shares(g, 1, b->y, b->y + b->height, share[1]);
    share[2][0] = 1;
    return width * height * (g->dim == 3 ? shares_across(g, 2, z[0], z[1], share[2]) : z[1] - z[0]);
}

/* Volumes are those that reach the nodes, not those of the file: rounding moves the edges of a thin block. */
static enum status deposit(const struct floor_plan *plan, const struct block *b, const struct grid *g,
                           const double layer[2], double *share[3], double *density)
{
    const double per_volume = b->watts / floor_plan_shares(b, g, layer, share);
    if (!isfinite(per_volume))
        return fail(ST_CONFIG, "%s:%lld: block %s, %g x %g m, is too thin for its %g W to be laid onto the grid",
                    plan->path, (long long)b->line, b->name, b->width, b->height, b->watts);
    const struct grid_run y = grid_own(g, 1), z = grid_own(g, 2);
    for (int64_t k = z.from; k < z.end; k++)
        for (int64_t j = y.from; j < y.end; j++) {
            const double w = per_volume * share[2][k] * share[1][j];
            double *const row = density + (k * g->n[1] + j) * g->n[0];
            for (int64_t i = 0; w > 0 && i < g->n[0]; i++) row[i] += w * share[0][i];
        }
    return ST_OK;
}

enum status floor_plan_deposit(const struct floor_plan *plan, const struct grid *g, const double z[2], double *density)
{
    double *share[3];
    TRY(mem_array(&share[0], HOST, g->n[0] + g->n[1] + g->n[2], sizeof *share[0]));
    share[1] = share[0] + g->n[0];
    share[2] = share[1] + g->n[1];
    enum status s = ST_OK;
    for (int64_t i = 0; i < plan->count && s == ST_OK; i++) s = deposit(plan, &plan->block[i], g, z, share, density);
    mem_free(share[0]);
    return s;
}
