/* Systems that elimination in order over several ranks has not solved. A zero pivot is seen in x of the first row of
 * its own rank and of all before, and in both ends of those after (batch/info.h). */
#include <math.h>

#include "solvers/batch/growth.h"
#include "solvers/tridiag/cut/pipelined.h"

/* The pivots of this rank's rows, from row 0 on. */
struct pivots {
    struct line line;
    bool begins;
    real c; /* c' of the row before */
};

static real next_pivot(struct pivots *p, int64_t i)
{
    const struct line *const l = &p->line;
    const real plain = l->b[i * l->stride] + l->shift;
    const real pivot = i == 0 && p->begins ? plain : plain - p->c * l->a[i * l->stride];
    if (i < l->n - 1) p->c = l->c[i * l->stride] / pivot; /* upper of the last row may be anything */
    return pivot;
}

static int64_t unsolved_row(struct pivots p, int64_t first, int64_t whole)
{
    for (int64_t i = 0; i < p.line.n; i++) {
        const real pivot = next_pivot(&p, i);
        if (pivot == 0 || !isfinite(pivot)) return first + i + 1;
    }
    for (int64_t i = 0; i < p.line.n; i++)
        if (!isfinite(p.line.x[i * p.line.x_stride])) return whole + first + i + 1;
    return 0;
}

static bool grew(struct pivots p)
{
    const struct line l = p.line;
    for (int64_t i = 0; i < l.n; i++) {
        struct growth_row row = growth_row_of(l, i, false);
        if (i == 0 && !p.begins) row.elements += fabs((double)l.a[0]);
        if (growth_exceeds((double)next_pivot(&p, i), (double)l.x[i * l.x_stride], row)) return true;
    }
    return false;
}

void pipelined_info(const struct cut_lines *l, const struct system *system)
{
    const struct pipelined *const d = l->own;
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t s = 0; s < l->shape.batch; s++) {
        int64_t *const info = &system->info[s];
        *info = 0;
        if (l->shape.n == 0) continue;
        const int64_t column = l->one ? 0 : s;
        const struct pivots p = {line_of(&l->shape, system, s), l->begins, d->before[column]};
        const bool solved = isfinite(p.line.x[0]) && isfinite(p.line.x[(p.line.n - 1) * p.line.x_stride]);
        if (!solved) *info = unsolved_row(p, l->shape.cut.first, l->shape.cut.whole);
        else if (growth_suspected(d->squares[column], p.line.n) && grew(p)) *info = PIVOTS_GREW;
    }
}
