/* R and the forward elimination along x on LANES rows, in registers: a register holds a column, so that the
 * differences along x are differences of registers and the recurrence runs over all rows at once. A column is finished
 * when the one to its right is known.
 *
 * A strip keeps LANES rows of a column, then of the next. */
#include <stddef.h>

#include "apps/adi/fused/fused_stencil.h"

struct fused_sweep {
    const struct direction *direction;
    real *strip;
    real cx;
    vec y, sum;     /* of the column done last; sum r y */
    vec c, r, left; /* of the pending column: u, R without x, difference to the column before */
};

INLINE void finish_column(struct fused_sweep *s, int64_t i, vec r, const bool cyclic)
{
    s->y = s->direction->l[i] * s->y + r;
    if (cyclic) s->sum += s->direction->r[i] * s->y;
    vec_store(s->strip + i * LANES, s->y);
}

INLINE void keep_pending(struct fused_sweep *s, vec c, vec r, vec left)
{
    s->c = c;
    s->r = r;
    s->left = left;
}

/* Column i is known: finishes column i - 1, and keeps i as the pending one. */
INLINE void add_column(struct fused_sweep *s, int64_t i, vec c, vec r, const bool cyclic)
{
    const vec right = c - s->c;
    finish_column(s, i - 1, s->r + s->cx * (right - s->left), cyclic);
    keep_pending(s, c, r, right);
}

/* m columns from column i on. */
INLINE void add_square(struct fused_sweep *s, const struct fused_stencil *stencil, int64_t i, int64_t m,
                       const bool cyclic)
{
    vec c[LANES], r[LANES];
    fused_stencil_square(stencil, i, m, c, r);
    if (i % LINE == 0) fused_stencil_prefetch(stencil, i);
#pragma GCC unroll 16
    for (int64_t q = 0; q < m; q++) add_column(s, i + q, c[q], r[q], cyclic);
}

/* The data of the x stage at an end of its lines. */
struct ends {
    const struct fused_axis *x;
    const struct step_data *data;
    int64_t line, rows; /* of the faces */
};

/* left, right: differences to the neighbouring columns. */
static vec at_end(const struct ends *e, int side, vec c, vec r, vec left, vec right)
{
    const struct fused_axis *const x = e->x;
    const double dt = e->data->dt;
    const int64_t i = side ? x->n - 1 : 0;
    const real *const rhs = e->data->rhs_face[0][side], *const stage = e->data->stage_face[0][side];
    r += times(dt, x->upper[i]) * right - times(dt, x->lower[i]) * left + times(dt, x->rest[i]) * c;
    if (rhs) r += load_first(rhs + e->line, e->rows);
    if (x->fixed[side]) r = (vec){0};
    if (stage) r += load_first(stage + e->line, e->rows);
    return r;
}

INLINE void eliminate(const struct ends *e, const struct fused_stencil *given, real *strip, const bool cyclic)
{
    const struct fused_stencil s = *given;
    const int64_t n = e->x->n, last = n - 1;
    const vec none = {0};
    struct fused_sweep w = {.direction = &e->x->direction[0], .strip = strip, .cx = s.cx};
    vec c[LANES], r[LANES];
    fused_stencil_square(&s, 0, smaller(n, LANES), c, r);
    fused_stencil_prefetch(&s, 0);
    const vec left_end = c[0], left = cyclic ? c[0] - fused_stencil_column(&s, last) : none;
    finish_column(&w, 0, at_end(e, 0, c[0], r[0], left, n > 1 ? c[1] - c[0] : none), cyclic);
    if (n > 1) {
        keep_pending(&w, c[1], r[1], c[1] - c[0]);
        for (int64_t q = 2; q < LANES && q < n; q++) add_column(&w, q, c[q], r[q], cyclic);
        int64_t i = LANES;
        for (; i + LANES <= n; i += LANES) add_square(&w, &s, i, LANES, cyclic);
        if (i < n) add_square(&w, &s, i, n - i, cyclic);
        finish_column(&w, last, at_end(e, 1, w.c, w.r, w.left, cyclic ? left_end - w.c : none), cyclic);
    }
    if (cyclic) vec_store(strip + last * LANES, w.y + w.sum);
    for (int64_t i = n; i % LANES; i++) vec_store(strip + i * LANES, none);
}

void fused_forward(const struct fused *f, const struct step_data *data, const real *u, int64_t j, int64_t rows,
                   int64_t k, int64_t ahead, real *more, real *strip)
{
    const struct ends ends = {&f->axis[0], data, k * f->axis[1].n + j, rows};
    struct fused_stencil s = fused_stencil_at(f, data->dt, u, j, rows, k);
    bool any = false;
    for (int64_t q = 0; q < rows; q++) any |= fused_has_boundary(f, data, j + q, k);
    for (int64_t q = 0; any && q < rows; q++) fused_boundary(f, data, u, j + q, k, more + q * f->row);
    s.more = any ? more : NULL;
    s.ld = f->row;
    s.ahead = ahead;
    if (ends.x->cyclic) eliminate(&ends, &s, strip, true);
    else eliminate(&ends, &s, strip, false);
}
