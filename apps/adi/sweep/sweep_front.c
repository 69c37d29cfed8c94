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

/* eta - base as the face of the plane changes it. */
INLINE vec lifted(const struct sweep_front *s, vec y, vec lift, vec base)
{
    return s->lift_fixed ? lift - base : y + lift;
}

/* Coefficients in registers: stores to rows might change what is in memory, as the compiler sees it. */
struct constants {
    vec g, e, one, gamma, before, after, theta, lambda;
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
                              .theta = vec_all(s->theta),
                              .lambda = vec_all(s->lambda)};
}

/* Constants of the compiler, for which it makes a loop each: the forms of the planes; or `general`, where the forms are
 * read from the front. */
struct kind {
    bool down, general;
    enum eta_form read, write;
};

/* u of the plane after. */
INLINE vec after_of(const struct sweep_front *s, const struct constants *c, int64_t at, vec here,
                    const enum eta_form form)
{
    const vec eta = vec_load(s->eta + at);
    if (form == SWEEP_PLAIN) return sweep_plain(eta, c->g, here);
    if (form == SWEEP_COUPLED) return sweep_coupled(eta, c->g, here, c->e, vec_load(s->far + at));
    return sweep_scaled(eta, c->g, here, c->e, vec_load(s->was + at), vec_load(s->moved + at));
}

/* R of row q of a square at column i, without the ends of x. *zz, *v, *south: of the row before, in this order. */
INLINE vec row_of(const struct sweep_front *s, const struct constants *c, struct distance to, int q, int64_t i, vec *zz,
                  vec *v, vec *south, const struct kind kind)
{
    const bool general = kind.general, eliminates = !general || s->eliminates;
    const enum eta_form read = general ? s->read : kind.read, write = general ? s->write : kind.write;
    const int64_t at = q * to.eta + i;
    const real *const u = s->u + q * to.u + i;
    real *const old = s->old + q * to.u + i, *const p = s->p + q * to.u + i;
    const vec here = *v, before = vec_load(old);
    vec y = {0}, near = {0}, base = {0}, t = c->before * (before - here);
    if (eliminates) {
        *zz = s->h[q] * *zz + vec_load(p);
        if (write != SWEEP_PLAIN) near = vec_load(s->near + at);
        if (write == SWEEP_SCALED) base = near;
        y = s->w[q] * *zz + (write == SWEEP_SCALED ? before - base : before);
        if (general && s->lift) y = lifted(s, y, vec_load(s->lift + q * to.u + i), base);
    }
    if (!general || s->substitutes) {
        const vec after = after_of(s, c, at, here, read);
        vec_store(old, after);
        t += c->after * (after - here);
    }
    vec m = -c->theta * t;
    if (eliminates) {
        vec_store(s->slot + at, write == SWEEP_SCALED ? c->one * y : y);
        if (write != SWEEP_PLAIN && s->sum)
            vec_store(s->sum + at, vec_load(s->sum + at) + c->gamma * (write == SWEEP_SCALED ? y : y - near));
        m += c->lambda * (y + (write == SWEEP_SCALED ? base - here : -here));
    }
    vec_store(p, s->p_y[q] * m);
    const vec next = vec_load(u + to.u), north = next - here;
    t += c->lower * (vec_load(u - 1) - here);
    t += c->upper * (vec_load(u + 1) - here);
    t -= s->y_before[q] * *south;
    t += s->y_after[q] * north;
    if (general) t += s->rest[q] * here;
    if (general && s->more) t += vec_load(s->more + q * to.u + i);
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

INLINE void solve(const struct adi_sweep *f, const struct sweep_front *at, const struct kind kind)
{
    const struct sweep_front copy = *at, *const s = &copy;
    const struct distance to = {kind.down ? -f->row : f->row, kind.down ? -f->ld : f->ld};
    const real *const l = f->x.l;
    const bool eliminates = !kind.general || s->eliminates;
    struct constants c = constants_of(s);
    vec y = {0};
    for (int64_t i = 0; i < f->row; i += LANES) {
        c.lower = vec_load(f->lower[0] + i), c.upper = vec_load(f->upper[0] + i);
        vec r[LANES], v = vec_load(s->u + i), south = v - vec_load(s->u + i - to.u), zz = {0};
        if (eliminates) zz = vec_load(s->z + i);
        prefetch_square(s->later + i * LANES);
#pragma GCC unroll 16
        for (int q = 0; q < LANES; q++) r[q] = row_of(s, &c, to, q, i, &zz, &v, &south, kind);
        if (eliminates) vec_store(s->z + i, zz);
        if (kind.down) reverse(r);
        square_transpose(r);
        if (i == 0) r[0] = vec_load(s->add[0]) + (s->x_fixed[0] ? (vec){0} : r[0]);
#pragma GCC unroll 16
        for (int q = 0; q < LANES; q++) {
            y = l[i + q] * y + r[q];
            vec_store(s->strip + (i + q) * LANES, y);
        }
    }
    end_strip(f, s);
}

INLINE void by_write(const struct adi_sweep *f, const struct sweep_front *at, const bool down, const enum eta_form read)
{
    if (at->write == SWEEP_PLAIN) solve(f, at, (struct kind){down, false, read, SWEEP_PLAIN});
    else if (at->write == SWEEP_COUPLED) solve(f, at, (struct kind){down, false, read, SWEEP_COUPLED});
    else solve(f, at, (struct kind){down, false, read, SWEEP_SCALED});
}

INLINE void by_forms(const struct adi_sweep *f, const struct sweep_front *at, const bool down)
{
    if (at->general) solve(f, at, (struct kind){down, true, SWEEP_PLAIN, SWEEP_PLAIN});
    else if (at->read == SWEEP_PLAIN) by_write(f, at, down, SWEEP_PLAIN);
    else if (at->read == SWEEP_COUPLED) by_write(f, at, down, SWEEP_COUPLED);
    else by_write(f, at, down, SWEEP_SCALED);
}

void sweep_front(const struct adi_sweep *f, const struct sweep_front *at, bool down)
{
    if (down) by_forms(f, at, true);
    else by_forms(f, at, false);
}
