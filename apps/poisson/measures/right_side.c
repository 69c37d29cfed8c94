/* Evaluates f once more, plane by plane: where several steps are solved together, f has gone on to the last of them. */
#include "apps/poisson/measures/right_side.h"

enum status right_side_measure(struct instance *x, int64_t step, real *out)
{
    const struct box *const b = &x->box;
    const struct axis *const a = b->axis;
    const int64_t m = a[0].unknowns;
    x->source.step = step;
    TRY(source_at(&x->source, poisson_time(x->params, step)));
    for (int64_t k = b->own[2].from; k < b->own[2].to; k++) {
        TRY(source_given(&x->source, k, x->plane));
        for (int64_t j = b->own[1].from; j < b->own[1].to; j++) {
            real *const row = out + ((a[2].first + k) * a[1].points + a[1].first + j) * a[0].points + a[0].first;
            const double *const f = x->plane + (j - b->own[1].from) * m;
            for (int64_t i = 0; i < m; i++) row[i] = (real)f[i];
        }
    }
    return ST_OK;
}
