/* Checks an iterate against its convergence rule, and estimates the convergence factor from the history. */
#include "solvers/sparse/convergence.h"

#include <math.h>

const char *const convergence_words[] = {[CONVERGENCE_RESIDUAL] = "residual", [CONVERGENCE_STEP] = "step", NULL};

double convergence_tolerance(const struct convergence *s)
{
    if (s->tolerance > 0) return s->tolerance;
    if (s->rule == CONVERGENCE_STEP) return 1e-7;
    return sizeof(real) == sizeof(double) ? 1e-10 : 1e-5;
}

bool convergence_due(const struct convergence *s, int64_t iteration)
{
    return iteration % s->check_every == 0 || iteration >= s->iterations_max;
}

static int64_t row_not_finite(const real *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return i + 1;
    return NOT_CONVERGED;
}

bool convergence_judge(const struct convergence *s, struct outcome *o, int64_t iteration, double value, const real *x,
                       int64_t n)
{
    const int64_t seen = iteration > 0 ? (iteration - 1) / s->check_every * s->check_every : 0;
    for (int64_t i = seen; o->history && i < iteration && i < o->capacity; i++) o->history[i] = value;
    o->iterations = iteration;
    o->info = value <= convergence_tolerance(s) ? 0 : isfinite(value) ? NOT_CONVERGED : row_not_finite(x, n);
    if (s->rule == CONVERGENCE_RESIDUAL) o->residual = value;
    return o->info != NOT_CONVERGED || !isfinite(value) || iteration >= s->iterations_max;
}

double convergence_factor(const struct outcome *o)
{
    const int64_t known = o->iterations < o->capacity ? o->iterations : o->capacity, from = known / 2;
    if (!o->history || known < 4) return 0;
    return pow(o->history[known - 1] / o->history[from], 1.0 / (double)(known - 1 - from));
}

double convergence_predict(double factor, double first, double tolerance)
{
    return factor > 0 && factor < 1 && first > tolerance ? 1 + log(tolerance / first) / log(factor) : 1;
}
