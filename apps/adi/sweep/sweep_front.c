/* The first half of the work on a plane, LANES rows at a time. Every value is loaded once and stored once: eta of the
 * plane before goes to where eta of the plane after was read, u of the plane after to where u of the plane before was,
 * and sigma to where the eliminated right side was. */
#include <stddef.h>

#include "apps/adi/fused/fused_lanes.h"
#include "apps/adi/sweep/sweep_data.h"

/* A square that comes next from memory has 8 lines: so many are prefetched here, as many in sweep_turn.c, and two are
 * left to the processor. */
enum { LINES_HERE = 3 };

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

/* R of row q of a square at column i, without the ends of x. *zz, *v, *south: of the row before, in this order. */
INLINE vec row_of(const struct sweep_front *s, const struct constants *c, struct distance to, int q, int64_t i, vec *zz,
                  vec *v, vec *south, const int kind)
{
    const bool general = kind & FRONT_GENERAL, eliminates = !general || s->eliminates;
    const real *const u = s->u + q * to.u + i;
    real *const old = s->old + q * to.u + i, *const p = s->p + q * to.u + i;
    const vec here = *v, before = vec_load(old);
    const bool near = kind & FRONT_NEAR || (general && s->one != 0);
    vec y = {0}, base = {0}, t = c->before * (before - here);
    if (eliminates) {
        *zz = s->h[q] * *zz + vec_load(p);
        if (near) base = vec_load(s->near + q * to.eta + i);
        y = s->w[q] * *zz + (near ? before - base : before);
        if (general && s->lift) y = lifted(s, y, vec_load(s->lift + q * to.u + i), base);
    }
    if (!general || s->substitutes) {
        const int64_t at = q * to.eta + i;
        const vec eta = vec_load(s->eta + at);
        const vec after = kind & FRONT_FAR || (general && s->was)
                              ? sweep_far(eta, c->g, here, c->e, vec_load(s->was + at), vec_load(s->moved + at))
                              : sweep_substitute(eta, c->g, here);
        vec_store(old, after);
        t += c->after * (after - here);
    }
    vec m = -c->theta * t;
    if (eliminates) {
        real *const sum = near && s->sum ? s->sum + q * to.eta + i : NULL;
        vec_store(s->slot + q * to.eta + i, near ? c->one * y : y);
        if (sum) vec_store(sum, vec_load(sum) + c->gamma * y);
        m += c->lambda * (y + (near ? base - here : -here));
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

INLINE void solve(const struct adi_sweep *f, const struct sweep_front *at, const bool down, const int kind)
{
    const struct sweep_front copy = *at, *const s = &copy;
    const struct distance to = {down ? -f->row : f->row, down ? -f->ld : f->ld};
    const real *const l = f->x.l;
    const bool eliminates = !(kind & FRONT_GENERAL) || s->eliminates;
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
        if (down) reverse(r);
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

INLINE void by_kind(const struct adi_sweep *f, const struct sweep_front *at, int kind, const bool down)
{
    switch (kind) {
    case 0: solve(f, at, down, 0); break;
    case FRONT_FAR: solve(f, at, down, FRONT_FAR); break;
    case FRONT_NEAR: solve(f, at, down, FRONT_NEAR); break;
    case FRONT_FAR | FRONT_NEAR: solve(f, at, down, FRONT_FAR | FRONT_NEAR); break;
    default: solve(f, at, down, FRONT_GENERAL);
    }
}

void sweep_front(const struct adi_sweep *f, const struct sweep_front *at, int kind, bool down)
{
    if (down) by_kind(f, at, kind, true);
    else by_kind(f, at, kind, false);
}
