/* Sums rows of recurrences in spans, and joins spans. */
#include "solvers/recurrence/lines/recurrence_span.h"

void recurrence_span_sum(const struct recurrence_line *c, int64_t lacking, int64_t k, struct recurrence_span *span)
{
    const int64_t first = k > 0 ? k * SPAN_ROWS - lacking : 0, next = (k + 1) * SPAN_ROWS - lacking;
    const int64_t end = next < c->n ? next : c->n;
    const double f = (double)c->forward, g = (double)c->backward;
    struct recurrence_span s = recurrence_span_none;
    double unit = 1; /* y of the row for a unit in d of the first */
    for (int64_t i = first; i < end; i++) {
        const double through = s.up * (c->scale ? (double)c->scale[i * c->scale_stride] : 1);
        s.y = (double)c->x[i * c->stride] + f * s.y;
        s.x += through * s.y;
        s.response += through * unit;
        s.down *= f;
        s.up *= g;
        unit *= f;
    }
    span[k] = s;
}

struct recurrence_span recurrence_span_join(const struct recurrence_span *a, const struct recurrence_span *b, double f)
{
    return (struct recurrence_span){
        .y = b->y + b->down * a->y,
        .x = a->x + a->up * (b->x + b->response * f * a->y),
        .response = a->response + a->up * a->down * b->response,
        .down = a->down * b->down,
        .up = a->up * b->up,
    };
}

struct recurrence_span recurrence_span_join_all(struct recurrence_span *span, int64_t count, double f)
{
    for (int64_t apart = 1; apart < count; apart *= 2)
        for (int64_t k = 0; k + apart < count; k += 2 * apart)
            span[k] = recurrence_span_join(&span[k], &span[k + apart], f);
    return count > 0 ? span[0] : recurrence_span_none;
}
