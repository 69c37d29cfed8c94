/* Elimination in order on the rows of one rank, by tiles of systems, with c' and pivots that are kept. */
#include "solvers/batch/info.h"
#include "solvers/tridiag/cut/pipelined.h"

INLINE void eliminate_rows(const struct cut_lines *l, const struct system *system, const struct cut_tile *t,
                           enum cut_matrix matrices)
{
    const struct pipelined *const p = l->own;
    const real *const low = system->tridiag.lower, *const diag = system->tridiag.diag,
                      *const up = system->tridiag.upper;
    const int64_t stride = shape_matrix_stride(&l->shape);
    real *const squares = p->squares + t->from;
    for (int64_t k = 0; k < t->count; k++) squares[k] = 0;
    for (int64_t i = 0; i < l->shape.n; i++) {
        const bool top = i == 0 && l->begins, bottom = i == l->shape.n - 1 && l->ends;
        real *const c = p->c + i * p->columns + t->from, *const kept = p->pivot + i * p->columns + t->from;
        const real *const before = i ? c - p->columns : p->before + t->from;
        for (int64_t k = 0; k < t->count; k++) {
            const int64_t at = cut_tile_matrix(t, matrices, k) + i * stride;
            const real plain = diag[at] + t->shift[k], pivot = top ? plain : plain - before[k] * low[at];
            kept[k] = l->shape.reuse ? pivot_reciprocal(pivot) : pivot;
            c[k] = bottom ? 0 : l->shape.reuse ? up[at] * kept[k] : up[at] / kept[k];
            squares[k] += c[k] * c[k];
        }
    }
}

void pipelined_eliminate(const struct cut_lines *l, const struct system *system, const struct cut_tile *t)
{
    if (t->matrices == MATRIX_OF_ALL) eliminate_rows(l, system, t, MATRIX_OF_ALL);
    else if (t->matrices == MATRIX_BESIDE) eliminate_rows(l, system, t, MATRIX_BESIDE);
    else eliminate_rows(l, system, t, MATRIX_ANYWHERE);
}

INLINE void forward_rows(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *tile,
                         bool beside, enum cut_matrix matrices, bool one)
{
    const struct pipelined *const p = l->own;
    const struct cut_tile *const t = &tile->t;
    const real *const low = system->tridiag.lower;
    real *const x = system->x;
    const int64_t stride = shape_matrix_stride(&l->shape), n = l->shape.n;
    for (int64_t i = 0; i < n; i++) {
        const bool top = i == 0 && l->begins;
        const real *const pivot = p->pivot + i * p->columns + (one ? 0 : t->from);
        for (int64_t k = 0; k < t->count; k++) {
            const int64_t at = cut_tile_x(t, beside, k) + i * l->shape.stride;
            const real before = i ? x[at - l->shape.stride] : tile->in[k];
            const real right = top ? x[at] : x[at] - before * low[cut_tile_matrix(t, matrices, k) + i * stride];
            x[at] = l->shape.reuse ? right * pivot[one ? 0 : k] : right / pivot[one ? 0 : k];
        }
    }
    for (int64_t k = 0; k < t->count; k++) tile->out[k] = x[cut_tile_x(t, beside, k) + (n - 1) * l->shape.stride];
}

static void forward(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p)
{
    const struct cut_tile *const t = &p->t;
    if (t->beside && l->one) forward_rows(l, system, p, true, MATRIX_OF_ALL, true);
    else if (t->beside && t->matrices == MATRIX_OF_ALL) forward_rows(l, system, p, true, MATRIX_OF_ALL, false);
    else if (t->beside && t->matrices == MATRIX_BESIDE) forward_rows(l, system, p, true, MATRIX_BESIDE, false);
    else forward_rows(l, system, p, false, t->matrices, l->one);
}

INLINE void substitute_rows(const struct cut_lines *l, real *x, const struct pipelined_tile *tile, bool beside,
                            bool one)
{
    const struct pipelined *const p = l->own;
    const struct cut_tile *const t = &tile->t;
    for (int64_t i = l->shape.n - 1 - (l->ends ? 1 : 0); i >= 0; i--) {
        const real *const c = p->c + i * p->columns + (one ? 0 : t->from);
        for (int64_t k = 0; k < t->count; k++) {
            const int64_t at = cut_tile_x(t, beside, k) + i * l->shape.stride;
            const real behind = i < l->shape.n - 1 ? x[at + l->shape.stride] : tile->in[k];
            x[at] = x[at] - c[one ? 0 : k] * behind;
        }
    }
    for (int64_t k = 0; k < t->count; k++) tile->out[k] = x[cut_tile_x(t, beside, k)];
}

static void substitute(const struct cut_lines *l, real *x, const struct pipelined_tile *p)
{
    if (p->t.beside && l->one) substitute_rows(l, x, p, true, true);
    else if (p->t.beside) substitute_rows(l, x, p, true, false);
    else substitute_rows(l, x, p, false, l->one);
}

const struct pipelined_loops pipelined_kept = {.values = 1, .forward = forward, .substitute = substitute};
