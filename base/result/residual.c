/* Compares the residual of a run with its bound. */
#include "base/result/residual.h"

enum status residual_check(double residual, double bound, const char *method)
{
    if (isfinite(residual) && residual <= bound) return ST_OK;
    if (isfinite(residual))
        return fail(ST_FAILED, "%s: the residual is %.2g, but that of a solution is at most %.2g", method, residual,
                    bound);
    return fail(ST_FAILED, "%s: the residual is not finite, so this is not a solution", method);
}

enum status residual_judge(struct metrics *m, double eps, const char *method)
{
    if (!metrics_has(m, "residual")) return ST_OK;
    if (!metrics_has(m, "residual_bound")) metrics_put(m, "residual_bound", RESIDUAL_ROUNDINGS * eps);
    return residual_check(metrics_get(m, "residual"), metrics_get(m, "residual_bound"), method);
}
