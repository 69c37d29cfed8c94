/* Places the nodes of uniform, stretched and given grids. */
#include "apps/bvp/problem/grid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/memory.h"
#include "base/memory/untouched.h"

static double even(double s, double rate)
{
    (void)rate;
    return s;
}

static double geometric(double s, double rate)
{
    return expm1(rate * s) / expm1(rate);
}

/* Without the difference of the usual form, which would cancel where nodes are close. */
static double hyperbolic(double s, double rate)
{
    return sinh(rate * s) / (sinh(rate) * cosh(rate * (1 - s)));
}

static double rate_none(double ratio)
{
    return ratio;
}

static double rate_hyperbolic(double ratio)
{
    return acosh(sqrt(ratio));
}

/* By enum spacing. */
static const struct {
    double (*map)(double s, double rate), (*rate)(double ratio);
} maps[] = {{even, rate_none}, {geometric, log}, {hyperbolic, rate_hyperbolic}};

static double turned(const struct bvp_grid *g, double s)
{
    if (g->toward == TOWARD_UPPER) return 1 - g->map(1 - s, g->rate);
    if (g->toward == TOWARD_LOWER) return g->map(s, g->rate);
    return s < 0.5 ? g->map(2 * s, g->rate) / 2 : 1 - g->map(2 * (1 - s), g->rate) / 2;
}

/* By number of the node, so that s is rounded once and the ends are exact. */
static double share(const struct bvp_grid *g, int64_t node)
{
    return (double)node / (double)g->intervals;
}

static enum status compute(const struct bvp_grid *g, int64_t first, int64_t count, int threads, double *x)
{
    static const double nowhere[1];
    const double *const column[1] = {g->s};
    if (g->nodes) {
        for (int64_t k = 0; k < count; k++) g->s[k] = share(g, first + k);
        return field_eval(g->nodes, count, column, nowhere, 0, threads, x);
    }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t k = 0; k < count; k++) {
        const double m = turned(g, share(g, first + k));
        x[k] = (1 - m) * g->lower + m * g->upper;
    }
    return ST_OK;
}

enum status grid_place(const struct bvp_grid *g, int64_t first, int64_t count, int threads, double *x)
{
    assert(first >= 0 && first + count <= g->intervals + 1 && count <= GRID_MAX);
    if (first < g->kept[0] || first + count > g->kept[1]) return compute(g, first, count, threads, x);
    memcpy(x, g->places + first, (size_t)count * sizeof *x);
    return ST_OK;
}

enum status grid_keep(struct bvp_grid *g, int64_t first, int64_t end, int threads)
{
    if (first >= g->kept[0] && end <= g->kept[1]) return ST_OK;
    if (!g->places) TRY(mem_array_sparse(&g->places, g->intervals + 1, sizeof *g->places, end - first));
    for (int64_t i = first; i < end; i += GRID_MAX)
        TRY(compute(g, i, end - i < GRID_MAX ? end - i : GRID_MAX, threads, g->places + i));
    g->kept[0] = first, g->kept[1] = end;
    return ST_OK;
}

static enum status make_nodes(struct bvp_grid *g, const struct field_spec *spec)
{
    const struct field_axis share = field_axis_nodes(0, 1, g->intervals + 1);
    TRY(mem_array(&g->s, HOST, GRID_MAX, sizeof *g->s));
    TRY(field_make(&g->nodes, spec, "s t", 1, &share));
    TRY(grid_place(g, 0, 1, 1, &g->lower));
    return grid_place(g, g->intervals, 1, 1, &g->upper);
}

enum status grid_function(struct bvp_grid *g, struct field **out, const struct field_spec *spec)
{
    struct field_axis places = field_axis_nodes(g->lower, g->upper, g->intervals + 1);
    if (spec->form == FIELD_DATASET && !g->uniform) TRY(grid_keep(g, 0, g->intervals + 1, 1));
    places.coordinates = g->uniform ? NULL : g->places;
    return field_make(out, spec, "x t", 1, &places);
}

enum status grid_make(struct bvp_grid *g, const struct bvp_params *p, int64_t intervals)
{
    *g = (struct bvp_grid){.intervals = intervals, .uniform = bvp_uniform(p), .lower = p->lower, .upper = p->upper};
    g->map = maps[p->spacing].map;
    g->rate = maps[p->spacing].rate(p->ratio);
    g->toward = g->uniform ? TOWARD_LOWER : p->toward;
    if (p->nodes.form != FIELD_ABSENT) TRY(make_nodes(g, &p->nodes));
    g->width = (g->upper - g->lower) / (double)intervals;
    if (g->upper > g->lower) return ST_OK;
    return fail(ST_CONFIG, "%s%sthe last node, at %g, is not above the first, at %g",
                p->nodes.place ? p->nodes.place : "", p->nodes.place ? ": " : "", g->upper, g->lower);
}

void grid_free(struct bvp_grid *g)
{
    field_free(g->nodes);
    mem_free(g->s);
    mem_free(g->places);
    *g = (struct bvp_grid){0};
}
