/* The first half of the work on a plane, LANES rows at a time. Every value is loaded once and stored once: eta of the
 * plane before goes to where eta of the plane after was read, u of the plane after to where u of the plane before was,
 * and sigma to where the eliminated right side was. */
#include <stddef.h>

#include "apps/adi/fused/fused_lanes.h"
#include "apps/adi/sweep/sweep_data.h"

/* A square that comes next from memory has 8 lines: half of them are prefetched here, the others in sweep_turn.c.
 * Without that a step takes half as long again. */
enum { LINES_HERE = 4 };

INLINE void prefetch_square(const real *p)
{
#pragma GCC unroll 16
    for (int q = 0; q < LINES_HERE * LANES / 8; q++) prefetch(p + q * LINE);
}

/* Signed distances, in reals, from row to row: of planes of eta, of those in scratch. */
struct distance {
    int64_t eta, u;
};

/* Addresses of the rows of a square. They advance from row to row, since addresses of all rows would not fit the
 * registers. */
struct place {
    const real *u, *eta;
    real *slot, *old, *p;
    int64_t at; /* of the other planes, from the first row on */
};

INLINE struct place place_of(const struct sweep_front *s, int64_t i)
{
    return (struct place){s->u + i, s->eta + i, s->slot + i, s->old + i, s->p + i, i};
}

INLINE void next_row(struct place *at, struct distance to)
{
    at->u += to.u, at->old += to.u, at->p += to.u;
    at->eta += to.eta, at->slot += to.eta, at->at += to.eta;
}

/* eta - base as the face of the plane changes it. */
INLINE vec lifted(const struct sweep_front *s, vec y, vec lift, vec base)
{
    return s->lift_fixed ? lift - base : y + lift;
}

/* Coefficients in registers: stores to rows might change what is in memory, as the compiler sees it. */
struct constants {
    vec g, e, one, gamma, before, after, alpha, lambda;
    vec y;            /* along y, where rows are even */
    vec lower, upper; /* of the columns */
};

INLINE struct constants constants_of(const struct sweep_front *s)
{
    return (struct constants){.g = vec_all(s->g),
                              .e = vec_all(s->e),
                              .one = vec_all(s->one),
                              .gamma = vec_all(s->gamma),
                              .before = vec_all(s->before),
                              .after = vec_all(s->after),
                              .alpha = vec_all(s->alpha),
                              .lambda = vec_all(s->lambda),
                              .y = vec_all(s->y_after[0])};
}

/* Constants of the compiler, for which it makes a loop each: are the coefficients along y all the same; the forms of
 * the planes; or `general`, where the forms are read from the front. */
struct kind {
    bool down, general, even;
    enum eta_form read, write;
};

/* u of the plane after. */
INLINE vec after_of(const struct sweep_front *s, const struct constants *c, const struct place *at, vec here,
                    const enum eta_form form)
{
    const vec eta = vec_load(at->eta);
    if (form == SWEEP_PLAIN) return sweep_plain(eta, c->g, here);
    if (form == SWEEP_COUPLED) return sweep_coupled(eta, c->g, here, c->e, vec_load(s->far + at->at));
    return sweep_scaled(eta, c->g, here, c->e, vec_load(s->was + at->at), vec_load(s->moved + at->at));
}

/* R of row q of a square, without the ends of x. *zz, *v, *south: of the row before, in this order. */
INLINE vec row_of(const struct sweep_front *s, const struct constants *c, const struct place *at, struct distance to,
                  int q, vec *zz, vec *v, vec *south, const struct kind kind)
{
    const bool general = kind.general, eliminates = !general || s->eliminates;
    const enum eta_form read = general ? s->read : kind.read, write = general ? s->write : kind.write;
    const vec here = *v, before = vec_load(at->old);
    vec y = {0}, near = {0}, base = {0}, t = c->before * (before - here);
    if (eliminates) {
        *zz = s->h[q] * *zz + vec_load(at->p);
        if (write != SWEEP_PLAIN) near = vec_load(s->near + at->at);
        if (write == SWEEP_SCALED) base = near;
        y = c->alpha * *zz + (write == SWEEP_SCALED ? before - base : before);
        if (general && s->lift) y = lifted(s, y, vec_load(s->lift + (at->u - s->u)), base);
    }
    if (!general || s->substitutes) {
        const vec after = after_of(s, c, at, here, read);
        vec_store(at->old, after);
        t += c->after * (after - here);
    }
    vec m = t;
    if (eliminates) {
        vec_store(at->slot, write == SWEEP_SCALED ? c->one * y : y);
        if (write != SWEEP_PLAIN && s->sum)
            vec_store(s->sum + at->at, vec_load(s->sum + at->at) + c->gamma * (write == SWEEP_SCALED ? y : y - near));
        m += c->lambda * (y + (write == SWEEP_SCALED ? base - here : -here));
    }
    vec_store(at->p, m);
    const vec next = vec_load(at->u + to.u), north = next - here;
    t += c->lower * (vec_load(at->u - 1) - here);
    t += c->upper * (vec_load(at->u + 1) - here);
    if (kind.even) t += c->y * (north - *south);
    else {
        t -= s->y_before[q] * *south;
        t += s->y_after[q] * north;
    }
    if (general) t += s->rest[q] * here;
    if (general && s->more) t += vec_load(s->more + (at->u - s->u));
    *v = next;
    *south = north;
    return t;
}

INLINE void reverse(vec r[LANES])
{
#pragma GCC unroll 16
    for (int q = 0; q < LANES / 2; q++) {
        const vec t = r[q];
        r[q] = r[LANES - 1 - q];
        r[LANES - 1 - q] = t;
    }
}

/* The end of the lines along x. */
INLINE void end_strip(const struct adi_sweep *f, const struct sweep_front *s)
{
    real *const last = s->strip + (f->n[0] - 1) * LANES;
    const vec add = vec_load(s->add[1]);
    vec_store(last, s->x_fixed[1] ? add : vec_load(last) + add);
}

/* Column i of the forward elimination along x. */
INLINE vec eliminated(const real *l, real *strip, int64_t i, vec before, vec r)
{
    const vec y = l[i] * before + r;
    vec_store(strip + i * LANES, y);
    return y;
}

INLINE void solve(const struct adi_sweep *f, const struct sweep_front *at, const struct kind kind)
{
    const struct sweep_front copy = *at, *const s = &copy;
    const struct distance to = {kind.down ? -f->row : f->row, kind.down ? -f->ld : f->ld};
    const real *const l = f->x.l;
    const bool eliminates = !kind.general || s->eliminates;
    struct constants c = constants_of(s);
    vec y = {0}, r[LANES] = {0};
    for (int64_t i = 0; i < f->row; i += LANES) {
        c.lower = vec_load(f->lower[0] + i), c.upper = vec_load(f->upper[0] + i);
        struct place row = place_of(s, i);
        vec v = vec_load(s->u + i), south = v - vec_load(s->u + i - to.u), zz = {0};
        if (eliminates) zz = vec_load(s->z + i);
        prefetch_square(s->later + i * LANES);
#pragma GCC unroll 16
        for (int q = 0; q < LANES; q++) {
            if (SWEEP_OVERLAPS) y = eliminated(l, s->strip, i - LANES + q, y, r[q]);
            r[q] = row_of(s, &c, &row, to, q, &zz, &v, &south, kind);
            next_row(&row, to);
        }
        if (eliminates) vec_store(s->z + i, zz);
        if (kind.down) reverse(r);
        square_transpose(r);
        if (i == 0) r[0] = vec_load(s->add[0]) + (s->x_fixed[0] ? (vec){0} : r[0]);
#pragma GCC unroll 16
        for (int q = 0; q < LANES && !SWEEP_OVERLAPS; q++) y = eliminated(l, s->strip, i + q, y, r[q]);
    }
#pragma GCC unroll 16
    for (int q = 0; q < LANES && SWEEP_OVERLAPS; q++) y = eliminated(l, s->strip, f->row - LANES + q, y, r[q]);
    end_strip(f, s);
}

INLINE void by_write(const struct adi_sweep *f, const struct sweep_front *at, const bool down, const bool even,
                     const enum eta_form read)
{
    if (at->write == SWEEP_PLAIN) solve(f, at, (struct kind){down, false, even, read, SWEEP_PLAIN});
    else if (at->write == SWEEP_COUPLED) solve(f, at, (struct kind){down, false, even, read, SWEEP_COUPLED});
    else solve(f, at, (struct kind){down, false, even, read, SWEEP_SCALED});
}

INLINE void by_forms(const struct adi_sweep *f, const struct sweep_front *at, const bool down, const bool even)
{
    if (at->read == SWEEP_PLAIN) by_write(f, at, down, even, SWEEP_PLAIN);
    else if (at->read == SWEEP_COUPLED) by_write(f, at, down, even, SWEEP_COUPLED);
    else by_write(f, at, down, even, SWEEP_SCALED);
}

INLINE void by_rows(const struct adi_sweep *f, const struct sweep_front *at, const bool down)
{
    if (at->general) solve(f, at, (struct kind){down, true, false, SWEEP_PLAIN, SWEEP_PLAIN});
    else if (at->even) by_forms(f, at, down, true);
    else by_forms(f, at, down, false);
}

void sweep_front(const struct adi_sweep *f, const struct sweep_front *at, bool down)
{
    if (down) by_rows(f, at, true);
    else by_rows(f, at, false);
}
