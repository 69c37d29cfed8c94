#include "apps/bvp/end_correction.h"

#include <stddef.h>

static struct span sum(int64_t rows, double r, const real *d, const real *scale)
{
    struct span s = {.decay = 1};
    double unit = 1; /* y of the row for d = e_1 */
    for (int64_t i = 0; i < rows; i++) {
        const double through = s.decay * (scale ? (double)scale[i] : 1);
        s.y = (double)d[i] + r * s.y;
        s.x += through * s.y;
        s.answer += through * unit;
        s.decay *= r;
        unit *= r;
    }
    return s;
}

static struct span join(const struct span *a, const struct span *b, double r)
{
    return (struct span){
        .y = b->y + b->decay * a->y,
        .x = a->x + a->decay * (b->x + b->answer * r * a->y),
        .answer = a->answer + a->decay * a->decay * b->answer,
        .decay = a->decay * b->decay,
    };
}

struct span ends_span(int64_t rows, double r, const real *d, const real *scale, int threads, struct span *span)
{
    const int64_t count = ends_spans(rows);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t k = 0; k < count; k++) {
        const int64_t first = k * SPAN, most = rows - first < SPAN ? rows - first : SPAN;
        span[k] = sum(most, r, d + first, scale ? scale + first : NULL);
    }
    for (int64_t apart = 1; apart < count; apart *= 2)
        for (int64_t k = 0; k + apart < count; k += 2 * apart) span[k] = join(&span[k], &span[k + apart], r);
    return span[0];
}

void ends_correct(const struct ends *e, const struct span *all, double *alpha, double *beta)
{
    const double across = all->decay / e->r, back = e->eta * across * e->last; /* A = B = across */
    const double flows = e->tau[1] + (1 - e->keep) * all->y;
    *alpha = (e->keep * (e->tau[0] - e->eta * all->x) - back * flows) /
             (e->keep * (1 + e->eta * all->answer) + (1 - e->keep) * back * across);
    *beta = (flows + (1 - e->keep) * across * *alpha) / e->keep;
}
