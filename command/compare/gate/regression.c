/* Compares result files with a reference file: the state of each run, its values, its times. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/compare/gate/regression_internal.h"

/* The largest residual allowed: up to `min`, residuals differ only by rounding. */
static double residual_max(const struct pair *p)
{
    const double min = strcmp(p->run_b->precision, "float") ? 1e-12 : 1e-4;
    return fmax(1e3 * result_metric(p->a, p->run_a, "residual"), min);
}

/* A run must not doubt its own solution unless the reference run doubts its own too. */
static void compare_outcome(const struct pair *p)
{
    static const struct {
        const char *metric, *lost;
        double bad;
    } claims[] = {{"converged", "has not converged", 0},
                  {"certain", "is not certain of its solution", 0},
                  {"solved_otherwise", "was solved by another method", 1}};
    const char *const file = p->b->path, *const name = p->run_b->name;
    const double a = result_metric(p->a, p->run_a, "residual"), b = result_metric(p->b, p->run_b, "residual");
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (result_metric(p->b, p->run_b, claims[i].metric) == claims[i].bad &&
            result_metric(p->a, p->run_a, claims[i].metric) != claims[i].bad)
            differ(p, &(struct difference){.kind = claims[i].metric}, "%s: %s %s, unlike in %s", file, name,
                   claims[i].lost, p->a->path);
    if (isfinite(a) && !(b <= residual_max(p)))
        differ(p, &(struct difference){.kind = "residual", .was = a, .is = b},
               "%s: %s has a residual of %.3g, in %s %.3g", file, name, b, p->a->path, a);
}

static enum status compare_run(struct regression *g, const struct result *a, int64_t i, const struct result *b)
{
    const struct pair p = {g, a, b, &a->run[i], regression_counterpart(a, i, b)};
    if (!p.run_b)
        differ(&p, &(struct difference){.kind = "missing"}, "%s: the run %s is missing", b->path, p.run_a->name);
    else if (!stored_run_ok(p.run_b))
        differ(&p, &(struct difference){.kind = "status"}, "%s: the run %s is no longer ok: %s", b->path, p.run_b->name,
               p.run_b->status);
    else {
        compare_outcome(&p);
        if (g->values) TRY(regression_values(&p));
        if (g->took) g->took(g->context, b, p.run_a, result_metric(b, p.run_b, "seconds_total"));
    }
    return ST_OK;
}

enum status regression_compare(struct regression *g, const struct result *reference, const struct result *other)
{
    const struct stored_run *const a = &reference->run[reference->reference], *const b = &other->run[other->reference];
    const struct pair whole = {.gate = g, .a = reference, .b = other};
    const struct difference times = {.kind = "reference"}, app = {.kind = "app"}, nothing = {.kind = "nothing"};
    if (g->max_slowdown > 0) TRY(regression_doubts(g, reference, other));
    const bool comparable = g->max_slowdown > 0 && (g->absolute || regression_same_key(a, b));
    if (g->max_slowdown > 0 && !comparable)
        differ(&whole, &times, "%s: its reference run is %s, not %s: times cannot be compared", other->path, b->name,
               a->name);
    const int64_t before = g->compared + g->differences;
    if (strcmp(reference->app, other->app))
        differ(&whole, &app, "%s: it is a result of %s, not of %s", other->path, other->app, reference->app);
    for (int64_t i = 0; i < reference->count; i++)
        if (stored_run_ok(&reference->run[i])) TRY(compare_run(g, reference, i, other));
    if (comparable) TRY(regression_times(g, reference, other));
    if (g->compared + g->differences == before)
        differ(&whole, &nothing, "%s: it holds nothing to compare with", reference->path);
    return ST_OK;
}
