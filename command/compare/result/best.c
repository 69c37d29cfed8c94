/* Chooses the best run of each precision by time and accuracy. */
#include "command/compare/result/best.h"

#include <float.h>
#include <math.h>
#include <string.h>

const struct stored_run *best_reference(const struct result *r, const char *precision)
{
    for (int64_t i = 0; i < r->count; i++)
        if (stored_run_ok(&r->run[i]) && !strcmp(r->run[i].precision, precision)) return &r->run[i];
    return NULL;
}

/* Errors of some tens of roundings are all the same. */
double best_rounding(const char *precision)
{
    return 100 * (strcmp(precision, "float") ? DBL_EPSILON : (double)FLT_EPSILON);
}

/* By the error, where an exact answer is known, otherwise by its bound, otherwise by the residual: the first that both
 * runs have. */
static bool is_accurate(const struct result *r, const struct stored_run *run, const struct stored_run *reference)
{
    static const char *const metric[] = {"error", "error_bound", "residual"};
    for (size_t i = 0; i < sizeof metric / sizeof *metric; i++) {
        const double off = result_metric(r, run, metric[i]), allowed = 10 * result_metric(r, reference, metric[i]);
        if (!isnan(off) && !isnan(allowed)) return off <= fmax(allowed, best_rounding(run->precision));
    }
    return true;
}

/* A run that leaves more of its systems unsolved than the reference has done less work. */
static bool solves_as_many(const struct result *r, const struct stored_run *run, const struct stored_run *reference)
{
    return !(result_metric(r, run, "unsolved") > result_metric(r, reference, "unsolved"));
}

static bool may_be_best(const struct result *r, const struct stored_run *run, const char *precision)
{
    const struct stored_run *const reference = best_reference(r, precision);
    return stored_run_ok(run) && !strcmp(run->precision, precision) && !result_doubt(r, run) &&
           solves_as_many(r, run, reference) && is_accurate(r, run, reference);
}

/* The fastest run other than the one that is left out. */
static const struct stored_run *fastest(const struct result *r, const char *precision, const struct stored_run *but)
{
    const struct stored_run *best = NULL;
    double min = (double)INFINITY;
    for (int64_t i = 0; i < r->count; i++) {
        const double seconds = result_step(r, &r->run[i]);
        if (&r->run[i] == but || !(seconds < min) || !may_be_best(r, &r->run[i], precision)) continue;
        min = seconds;
        best = &r->run[i];
    }
    return best;
}

const struct stored_run *best_run(const struct result *r, const char *precision)
{
    return fastest(r, precision, NULL);
}

static double spread(const struct result *r, const struct stored_run *run)
{
    const double value = result_step_spread(r, run);
    if (isfinite(value)) return value;
    return result_metric(r, run, "rounds") >= 1 ? 0.05 : 0; /* too few steps to know it */
}

const struct stored_run *best_rival(const struct result *r, const struct stored_run *best)
{
    const struct stored_run *const second = best ? fastest(r, best->precision, best) : NULL;
    if (!second) return NULL;
    const double more = result_step(r, second) / result_step(r, best) - 1;
    return more <= fmax(0.02, spread(r, best) + spread(r, second)) ? second : NULL;
}
