/* Sums the right side in spans, and solves for the two corrections at the ends. */
#include "apps/bvp/end_correction.h"

#include <stddef.h>

static struct end_span sum(int64_t rows, double r, const real *d, const real *scale)
{
    struct end_span s = {.decay = 1};
    double unit = 1; /* y of the row for d = e_1 */
    for (int64_t i = 0; i < rows; i++) {
        const double through = s.decay * (scale ? (double)scale[i] : 1);
        s.y = (double)d[i] + r * s.y;
        s.x += through * s.y;
        s.response += through * unit;
        s.decay *= r;
        unit *= r;
    }
    return s;
}

static struct end_span join(const struct end_span *a, const struct end_span *b, double r)
{
    return (struct end_span){
        .y = b->y + b->decay * a->y,
        .x = a->x + a->decay * (b->x + b->response * r * a->y),
        .response = a->response + a->decay * a->decay * b->response,
        .decay = a->decay * b->decay,
    };
}

struct end_span end_span(int64_t rows, double r, const real *d, const real *scale, int threads, struct end_span *span)
{
    const int64_t count = end_spans(rows);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t k = 0; k < count; k++) {
        const int64_t first = k * SPAN, max = rows - first < SPAN ? rows - first : SPAN;
        span[k] = sum(max, r, d + first, scale ? scale + first : NULL);
    }
    for (int64_t apart = 1; apart < count; apart *= 2)
        for (int64_t k = 0; k + apart < count; k += 2 * apart) span[k] = join(&span[k], &span[k + apart], r);
    return span[0];
}

void end_correction_apply(const struct end_correction *e, const struct end_span *all, double *alpha, double *beta)
{
    const double across = all->decay / e->r, back = e->eta * across * e->last; /* A = B = across */
    const double flows = e->tau[1] + (1 - e->keep) * all->y;
    *alpha = (e->keep * (e->tau[0] - e->eta * all->x) - back * flows) /
             (e->keep * (1 + e->eta * all->response) + (1 - e->keep) * back * across);
    *beta = (flows + (1 - e->keep) * across * *alpha) / e->keep;
}
