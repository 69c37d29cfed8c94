/* Elimination in order on the rows of one rank, by tiles of systems. */
#include "solvers/batch/info.h"
#include "solvers/tridiag/cut/pipelined.h"

INLINE void eliminate_rows(const struct cut_lines *l, const struct system *system, const struct cut_tile *t,
                           bool beside)
{
    const struct pipelined *const p = l->own;
    const real *const low = system->tridiag.lower, *const diag = system->tridiag.diag,
                      *const up = system->tridiag.upper;
    const int64_t step = shape_matrix_step(&l->shape);
    real *const squares = p->squares + t->from;
    for (int64_t k = 0; k < t->count; k++) squares[k] = 0;
    for (int64_t i = 0; i < l->shape.n; i++) {
        const bool top = i == 0 && l->begins, bottom = i == l->shape.n - 1 && l->ends;
        real *const c = p->c + i * p->columns + t->from, *const kept = p->pivot + i * p->columns + t->from;
        const real *const before = i ? c - p->columns : p->before + t->from;
        for (int64_t k = 0; k < t->count; k++) {
            const int64_t at = cut_tile_matrix(t, beside, false, k) + i * step;
            const real plain = diag[at] + t->shift[k], pivot = top ? plain : plain - before[k] * low[at];
            kept[k] = l->shape.reuse ? pivot_reciprocal(pivot) : pivot;
            c[k] = bottom ? 0 : l->shape.reuse ? up[at] * kept[k] : up[at] / kept[k];
            squares[k] += c[k] * c[k];
        }
    }
}

void pipelined_eliminate(const struct cut_lines *l, const struct system *system, const struct cut_tile *t)
{
    if (t->beside) eliminate_rows(l, system, t, true);
    else eliminate_rows(l, system, t, false);
}

INLINE void forward_rows(const struct cut_lines *l, const struct system *system, const struct cut_tile *t, bool beside,
                         bool one, const real *first)
{
    const struct pipelined *const p = l->own;
    const real *const low = system->tridiag.lower;
    real *const x = system->x;
    const int64_t step = shape_matrix_step(&l->shape);
    for (int64_t i = 0; i < l->shape.n; i++) {
        const bool top = i == 0 && l->begins;
        const real *const pivot = p->pivot + i * p->columns + (one ? 0 : t->from);
        for (int64_t k = 0; k < t->count; k++) {
            const int64_t at = cut_tile_x(t, beside, k) + i * l->shape.step;
            const real before = i ? x[at - l->shape.step] : first[k];
            const real right = top ? x[at] : x[at] - before * low[cut_tile_matrix(t, beside, one, k) + i * step];
            x[at] = l->shape.reuse ? right * pivot[one ? 0 : k] : right / pivot[one ? 0 : k];
        }
    }
}

void pipelined_forward(const struct cut_lines *l, const struct system *system, const struct cut_tile *t,
                       const real *beside)
{
    if (t->beside && l->one) forward_rows(l, system, t, true, true, beside);
    else if (t->beside) forward_rows(l, system, t, true, false, beside);
    else forward_rows(l, system, t, false, l->one, beside);
}

INLINE void substitute_rows(const struct cut_lines *l, real *x, const struct cut_tile *t, bool beside, bool one,
                            const real *last)
{
    const struct pipelined *const p = l->own;
    for (int64_t i = l->shape.n - 1 - (l->ends ? 1 : 0); i >= 0; i--) {
        const real *const c = p->c + i * p->columns + (one ? 0 : t->from);
        for (int64_t k = 0; k < t->count; k++) {
            const int64_t at = cut_tile_x(t, beside, k) + i * l->shape.step;
            const real behind = i < l->shape.n - 1 ? x[at + l->shape.step] : last[k];
            x[at] = x[at] - c[one ? 0 : k] * behind;
        }
    }
}

void pipelined_substitute(const struct cut_lines *l, real *x, const struct cut_tile *t, const real *beside)
{
    if (t->beside && l->one) substitute_rows(l, x, t, true, true, beside);
    else if (t->beside) substitute_rows(l, x, t, true, false, beside);
    else substitute_rows(l, x, t, false, l->one, beside);
}
