/* Elimination in order of matrices along with their right sides, by tiles of systems: x is read once, and written once
 * in substitution. */
#include "solvers/tridiag/cut/pipelined.h"

/* Row i of systems `first` and after it of a tile. */
INLINE void eliminate_row(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p,
                          bool beside, enum cut_matrix matrices, int64_t first, int64_t i)
{
    const struct cut_tile *const t = &p->t;
    const struct tridiag *const m = &system->tridiag;
    const bool top = i == 0 && l->begins, bottom = i == l->shape.n - 1 && l->ends;
    const int64_t down = i * l->shape.stride, m_down = i * shape_matrix_stride(&l->shape);
    const real *const c_above = i ? p->c + (i - 1) * CUT_TILE : p->in + p->apart;
    const real *const d_above = i ? p->d + (i - 1) * CUT_TILE : p->in;
    real *const c = p->c + i * CUT_TILE, *const d = p->d + i * CUT_TILE;
    real *const squares = ((const struct pipelined *)l->own)->squares + t->from;
    for (int64_t k = first; k < t->count; k++) {
        const int64_t at = cut_tile_matrix(t, matrices, k) + m_down;
        const real plain = m->diag[at] + t->shift[k], pivot = top ? plain : plain - c_above[k] * m->lower[at];
        const real x = system->x[cut_tile_x(t, beside, k) + down], right = top ? x : x - d_above[k] * m->lower[at];
        c[k] = bottom ? 0 : m->upper[at] / pivot;
        d[k] = right / pivot;
        squares[k] += c[k] * c[k];
    }
}

INLINE void forward_rows(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p,
                         bool beside, enum cut_matrix matrices, int64_t first)
{
    for (int64_t i = 0; i < l->shape.n; i++) eliminate_row(l, system, p, beside, matrices, first, i);
}

static void forward(const struct cut_lines *l, const struct system *system, const struct pipelined_tile *p)
{
    const struct pipelined *const own = l->own;
    const struct cut_tile *const t = &p->t;
    const bool lanes = t->beside && t->matrices == MATRIX_OF_ALL;
    const int64_t last = (l->shape.n - 1) * CUT_TILE;
    for (int64_t k = 0; k < t->count; k++)
        own->before[t->from + k] = p->in[p->apart + k], own->squares[t->from + k] = 0;
    const int64_t done = lanes ? pipelined_lanes_forward(l, system, p) : 0;
    if (lanes) forward_rows(l, system, p, true, MATRIX_OF_ALL, done);
    else if (t->beside && t->matrices == MATRIX_BESIDE) forward_rows(l, system, p, true, MATRIX_BESIDE, 0);
    else forward_rows(l, system, p, false, t->matrices, 0);
    for (int64_t k = 0; k < t->count; k++) {
        const int64_t row = k < done ? p->settled[k / LANES] * CUT_TILE : last;
        p->out[k] = p->d[last + k];
        p->out[p->apart + k] = p->c[(row < last ? row : last) + k];
    }
}

INLINE void substitute_rows(const struct cut_lines *l, real *x, const struct pipelined_tile *p, bool beside,
                            int64_t first)
{
    const struct cut_tile *const t = &p->t;
    const int64_t n = l->shape.n;
    for (int64_t i = n - 1; i >= 0; i--) {
        const real *const c = p->c + i * CUT_TILE, *const d = p->d + i * CUT_TILE;
        const bool bottom = i == n - 1 && l->ends;
        for (int64_t k = first; k < t->count; k++) {
            const int64_t at = cut_tile_x(t, beside, k) + i * l->shape.stride;
            const real behind = i < n - 1 ? x[at + l->shape.stride] : p->in[k];
            x[at] = bottom ? d[k] : d[k] - c[k] * behind;
        }
    }
}

static void substitute(const struct cut_lines *l, real *x, const struct pipelined_tile *p)
{
    const struct cut_tile *const t = &p->t;
    if (t->beside)
        substitute_rows(l, x, p, true, t->matrices == MATRIX_OF_ALL ? pipelined_lanes_substitute(l, x, p) : 0);
    else substitute_rows(l, x, p, false, 0);
    for (int64_t k = 0; k < t->count; k++) p->out[k] = x[t->x[k]];
}

const struct pipelined_loops pipelined_fresh = {.values = 2, .forward = forward, .substitute = substitute};
