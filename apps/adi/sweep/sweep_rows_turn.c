/* The second half of the work on LANES rows: lines along x are substituted back a square of columns at a time,
 * transposed to rows, and eliminated along the axis of the run. */
#include <stddef.h>

#include "apps/adi/fused/fused_lanes.h"
#include "apps/adi/sweep/sweep_rows.h"

INLINE void prefetch_rows(const struct sweep_group *s, int64_t i)
{
#pragma GCC unroll 16
    for (int q = LANES / 2; q < LANES; q++) prefetch(s->ahead + q * s->stride + i);
}

/* Compile-time constants: the form of the rows that are written; or `general`, where each row has its own. edge: the
 * square has an end of lines along x. */
struct kind {
    bool general, edge;
    enum eta_form write;
};

/* 1, and 0 at the Dirichlet ends of lines along x: eta there is only u and v. With differences between u before and
 * after it is held it would grow from step to step. */
INLINE vec free_of(const struct adi_sweep *f, const struct sweep_group *s, int64_t i)
{
    vec v;
    for (int q = 0; q < LANES; q++) {
        v[q] = 1;
        for (int side = 0; side < 2; side++)
            if (s->x_fixed[side] && i + q == (side ? f->n[0] - 1 : 0)) v[q] = 0;
    }
    return v;
}

/* u of the row after row q. */
INLINE vec next_of(const struct sweep_group *s, int q, int64_t i, vec here, const struct kind kind)
{
    if (!kind.general || q < s->inside) return vec_load(s->row + (q + 1) * s->stride + i);
    return s->after ? vec_load(s->after + i) : here;
}

/* From column i on, where t is v of the rows but for the pivots. All is done with d = eta - u, so that each row waits
 * for one operation of the row before. */
INLINE void eliminate(const struct adi_sweep *f, const struct sweep_group *s, int64_t i, const vec t[LANES],
                      const struct kind kind)
{
    const bool coupled = kind.general || kind.write != SWEEP_PLAIN;
    const vec w = vec_load(f->x.w + i), inner = kind.edge ? free_of(f, s, i) : (vec){0},
              near = coupled ? vec_load(s->near + i) : (vec){0};
    vec here = vec_load(s->row + i), last = vec_load(s->before + i), d = vec_load(s->carry + i),
        sum = coupled && s->sum ? vec_load(s->sum + i) : (vec){0};
    vec south = here - last;
#pragma GCC unroll 16
    for (int q = 0; q < LANES; q++) {
        if (kind.general && q >= s->count) break;
        const enum eta_form form = kind.general ? s->writes[q] : kind.write;
        const vec next = next_of(s, q, i, here, kind), north = next - here, v = s->of_v[q] * (w * t[q]);
        const vec base = form == SWEEP_SCALED ? here - near : here;
        if (kind.edge) d = v + inner * (s->of_south[q] * south + s->of_north[q] * north + s->follow[q] * d);
        else d = s->follow[q] * d + (v + s->of_south[q] * south + s->of_north[q] * north);
        if (kind.general && s->lift[q]) d = vec_load(s->lift[q] + i) + (s->lift_fixed[q] ? -here : d);
        const vec y = base + d;
        vec_store(s->row + q * s->stride + i, form == SWEEP_SCALED ? s->one[q] * y : y);
        if (form != SWEEP_PLAIN) sum += s->gamma[q] * (form == SWEEP_SCALED ? y : y - near);
        last = here, here = next, south = north;
    }
    vec_store(s->before + i, last);
    vec_store(s->carry + i, d);
    if (coupled && s->sum) vec_store(s->sum + i, sum);
}

INLINE void solve(const struct adi_sweep *f, const struct sweep_group *given, struct kind kind)
{
    const struct sweep_group copy = *given, *const s = &copy;
    vec z = {0};
    for (int64_t i = f->row - LANES; i >= 0; i -= LANES) {
        vec t[LANES];
        prefetch_rows(s, i);
#pragma GCC unroll 16
        for (int q = LANES - 1; q >= 0; q--) t[q] = z = f->x.h[i + q] * z + vec_load(s->strip + (i + q) * LANES);
        square_transpose(t);
        if (i == 0 || i + LANES >= f->n[0]) eliminate(f, s, i, t, (struct kind){kind.general, true, kind.write});
        else eliminate(f, s, i, t, (struct kind){kind.general, false, kind.write});
    }
}

void sweep_rows_turn(const struct adi_sweep *f, const struct sweep_group *g)
{
    if (g->general) solve(f, g, (struct kind){true, false, SWEEP_PLAIN});
    else if (g->write == SWEEP_PLAIN) solve(f, g, (struct kind){false, false, SWEEP_PLAIN});
    else if (g->write == SWEEP_COUPLED) solve(f, g, (struct kind){false, false, SWEEP_COUPLED});
    else solve(f, g, (struct kind){false, false, SWEEP_SCALED});
}
