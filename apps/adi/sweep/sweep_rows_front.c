/* The first half of the work on LANES rows: u of the rows after them by back substitution, R, and its elimination along
 * x. Differences along x are taken where the square is transposed, between columns, so each column waits for the one
 * after it. */
#include <stddef.h>

#include "apps/adi/fused/fused_lanes.h"
#include "apps/adi/sweep/sweep_rows.h"

/* Lines of the rows that come next from memory, a square at a time: half of them here, the others in sweep_rows_turn.c.
 */
enum { LINES_HERE = 4 };

INLINE void prefetch_rows(const struct sweep_group *s, int64_t i)
{
#pragma GCC unroll 16
    for (int q = 0; q < LANES / 2; q++) prefetch(s->ahead + q * s->stride + i);
}

/* Compile-time constants: the form of the rows that are read; or `general`, where each row has its own. */
struct kind {
    bool general;
    enum eta_form read;
};

/* LANES columns of the separator after the run. */
struct beyond {
    vec far, was, moved;
};

INLINE struct beyond beyond_at(const struct sweep_group *s, int64_t i, const struct kind kind)
{
    struct beyond b = {{0}, {0}, {0}};
    if (kind.general || kind.read == SWEEP_COUPLED) b.far = vec_load(s->far + i);
    if (kind.general || kind.read == SWEEP_SCALED) b.was = vec_load(s->was + i), b.moved = vec_load(s->moved + i);
    return b;
}

INLINE vec substituted(const struct sweep_group *s, const struct beyond *b, int q, vec eta, vec here,
                       const enum eta_form form)
{
    const vec g = vec_all(s->g[q]), e = vec_all(s->e[q]);
    if (form == SWEEP_PLAIN) return sweep_plain(eta, g, here);
    if (form == SWEEP_COUPLED) return sweep_coupled(eta, g, here, e, b->far);
    return sweep_scaled(eta, g, here, e, b->was, b->moved);
}

/* u of the row after row q, which is written to its place if it lies in the run. */
INLINE vec next_of(const struct sweep_group *s, const struct beyond *b, int q, int64_t i, vec here,
                   const struct kind kind)
{
    real *const place = s->row + (q + 1) * s->stride + i;
    vec next;
    if (!kind.general) next = substituted(s, b, q, vec_load(place), here, kind.read);
    else if (q > s->inside || q >= s->count) return here;
    else if (q == s->inside) return s->after ? vec_load(s->after + i) : here;
    else if (s->wall && q == s->inside - 1) next = vec_load(s->wall + i);
    else next = substituted(s, b, q, vec_load(place), here, s->reads[q]);
    vec_store(place, next);
    return next;
}

/* The ends of lines along x that lie in the square. */
INLINE void at_ends(const struct adi_sweep *f, const struct sweep_group *s, int64_t i, vec c[LANES], vec r[LANES])
{
#pragma GCC unroll 16
    for (int q = 0; q < LANES; q++)
        for (int side = 0; side < 2; side++) {
            if (i + q != (side ? f->n[0] - 1 : 0)) continue;
            const vec add = vec_load(s->add[side]);
            if (s->x_fixed[side]) c[q] = vec_load(s->held[side]), r[q] = add;
            else r[q] += s->x_rest[side] * c[q] + add;
        }
}

/* The column before the square. */
struct pending {
    vec u, left, r, y; /* left: its difference to the column before; y: of the column before, eliminated */
};

INLINE void eliminate(const struct adi_sweep *f, int64_t i, vec u, vec r, real *strip, struct pending *p)
{
    const vec right = u - p->u;
    p->r += f->upper[0][i] * right;
    p->r -= f->lower[0][i] * p->left;
    p->y = f->x.l[i] * p->y + p->r;
    vec_store(strip + i * LANES, p->y);
    p->u = u, p->left = right, p->r = r;
}

INLINE void solve(const struct adi_sweep *f, const struct sweep_group *given, const struct kind kind)
{
    const struct sweep_group copy = *given, *const s = &copy;
    struct pending p = {{0}, {0}, {0}, {0}};
    for (int64_t i = 0; i < f->row; i += LANES) {
        const struct beyond b = beyond_at(s, i, kind);
        vec c[LANES], r[LANES], here = vec_load(s->row + i), south = here - vec_load(s->before + i);
        prefetch_rows(s, i);
#pragma GCC unroll 16
        for (int q = 0; q < LANES; q++) {
            const vec next = next_of(s, &b, q, i, here, kind), north = next - here;
            r[q] = s->north[q] * north - s->south[q] * south;
            c[q] = here;
            if (kind.general) r[q] += s->rest[q] * here;
            if (kind.general && s->more && q < s->count) r[q] += vec_load(s->more + q * f->row + i);
            if (kind.general && q >= s->count) c[q] = r[q] = (vec){0};
            here = next, south = north;
        }
        square_transpose(c);
        square_transpose(r);
        if (i == 0 || i + LANES >= f->n[0]) at_ends(f, s, i, c, r);
#pragma GCC unroll 16
        for (int q = 0; q < LANES; q++) eliminate(f, i + q - 1, c[q], r[q], s->strip, &p);
    }
    eliminate(f, f->row - 1, p.u, p.r, s->strip, &p);
}

void sweep_rows_front(const struct adi_sweep *f, const struct sweep_group *g)
{
    if (g->general) solve(f, g, (struct kind){true, SWEEP_PLAIN});
    else if (g->read == SWEEP_PLAIN) solve(f, g, (struct kind){false, SWEEP_PLAIN});
    else if (g->read == SWEEP_COUPLED) solve(f, g, (struct kind){false, SWEEP_COUPLED});
    else solve(f, g, (struct kind){false, SWEEP_SCALED});
}
