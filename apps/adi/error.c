/* The error of the field against the exact solution, in the maximum norm and in the mean square. */
#include <math.h>

#include "apps/adi/state.h"

enum status state_error(struct state *s, double t, double *max, double *rms)
{
    double worst = 0, largest = 0, square = 0, square_exact = 0;
    for (struct nodes w = nodes_of_grid(&s->grid, s->workspace); nodes_next(&w);) {
        TRY(nodes_eval(&w, s->exact, t, s->op.threads));
        for (int64_t p = 0; p < w.count; p++) {
            const double exact = s->workspace->value[p], e = (double)s->u[w.first + p] - exact;
            worst = fmax(worst, fabs(e));
            largest = fmax(largest, fabs(exact));
            square += e * e;
            square_exact += exact * exact;
        }
    }
    *max = largest > 0 ? worst / largest : worst;
    *rms = square_exact > 0 ? sqrt(square / square_exact) : sqrt(square / (double)s->grid.points);
    return ST_OK;
}
