/* Copies right sides to x: at once where they are contiguous, else system by system. */
#include "solvers/tridiag/auto/right.h"

#include <string.h>

#include "solvers/batch/line.h"

static bool is_contiguous(const struct shape *s)
{
    return s->stride == 1 && s->dist == s->n && s->inner >= s->batch && !s->sizes && !s->starts;
}

static void take(const struct line *l)
{
    if (l->x_stride == 1) memcpy(l->x, l->d, (size_t)l->n * sizeof *l->x);
    else
        for (int64_t i = 0; i < l->n; i++) l->x[i * l->x_stride] = l->d[i * l->x_stride];
}

void right_take(const struct shape *shape, const struct system *system)
{
    const size_t rows = (size_t)(shape->n * shape->batch);
    if (is_contiguous(shape)) {
        memcpy(system->x, system->tridiag.right, rows * sizeof *system->x);
        return;
    }
    for (int64_t s = 0; s < shape->batch; s++) {
        const struct line l = line_of(shape, system, s);
        take(&l);
    }
}
