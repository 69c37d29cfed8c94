/* Solves for the two corrections at the ends. */
#include "apps/bvp/equations/end_correction.h"

#include "solvers/recurrence/lines/recurrence_span.h"

void end_correction_apply(const struct end_correction *e, const struct recurrence_span *all, double *alpha,
                          double *beta)
{
    const double across = all->down / e->r, back = e->eta * across * e->last; /* A = B = across */
    const double flows = e->tau[1] + (1 - e->keep) * all->y;
    *alpha = (e->keep * (e->tau[0] - e->eta * all->x) - back * flows) /
             (e->keep * (1 + e->eta * all->response) + (1 - e->keep) * back * across);
    *beta = (flows + (1 - e->keep) * across * *alpha) / e->keep;
}
