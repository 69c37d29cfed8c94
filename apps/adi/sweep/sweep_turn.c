/* The second half of the work on a plane: lines along x are substituted back a square of columns at a time, transposed
 * to rows, and eliminated along y. sigma enters the eliminated rows so that the back substitution along y gives v +
 * sigma, as (M_y sigma) is what its elimination would leave of sigma: docs/adi-sweep.md. */
#include "apps/adi/fused/fused_lanes.h"
#include "apps/adi/sweep/sweep_data.h"

/* Lines of a square that comes next from memory: prefetched in sweep_front.c, and here. */
enum { LINES_BEFORE = 4, LINES_HERE = 4 };

INLINE void prefetch_square(const real *p)
{
#pragma GCC unroll 16
    for (int q = LINES_BEFORE * LANES / 8; q < (LINES_BEFORE + LINES_HERE) * LANES / 8; q++) prefetch(p + q * LINE);
}

/* The first m values of p, then zeros. */
INLINE vec load_some(const real *p, int64_t m)
{
    vec v = {0};
    for (int64_t q = 0; q < LANES && q < m; q++) v[q] = p[q];
    return v;
}

/* The right side of the y stage at the rows where its lines end. */
NOINLINE vec at_end(const struct adi_sweep *f, const struct sweep_turn *at, int64_t j, int64_t i, vec d)
{
    for (int side = 0; side < 2; side++) {
        const real *const stage = at->data->stage_face[1][side];
        if (j != (side ? f->n[1] - 1 : 0)) continue;
        if (f->fixed[1][side]) d = (vec){0};
        if (stage) d += load_some(stage + at->k * f->n[0] + i, f->n[0] - i);
    }
    return d;
}

INLINE void solve(const struct adi_sweep *f, const struct sweep_turn *at, const bool down, const bool ends)
{
    const struct sweep_turn s = *at;
    const struct sweep_lines y = f->y[down];
    const int64_t n = f->row, ld = f->ld;
    vec z[SWEEP_GROUPS] = {0};
    for (int64_t i = n - LANES; i >= 0; i -= LANES) {
        const vec w = vec_load(f->x.w + i);
        vec b = {0}, before = {0};
        for (int g = 0; g < SWEEP_GROUPS; g++) prefetch_square(s.later + (g * n + i) * LANES);
        if (!s.first) b = vec_load(s.carry + i), before = vec_load(s.sigma + i);
#pragma GCC unroll 4
        for (int c = 0; c < SWEEP_GROUPS; c++) {
            const int g = down ? SWEEP_GROUPS - 1 - c : c;
            vec t[LANES];
#pragma GCC unroll 16
            for (int q = LANES - 1; q >= 0; q--)
                t[q] = z[g] = f->x.h[i + q] * z[g] + vec_load(s.strips + (g * n + i + q) * LANES);
            square_transpose(t);
#pragma GCC unroll 16
            for (int e = 0; e < LANES; e++) {
                const int q = down ? LANES - 1 - e : e;
                const int64_t at_row = g * LANES + q, last = down ? at_row + 1 : at_row - 1, j = s.j + at_row;
                const vec sigma = vec_load(s.p + at_row * ld + i), d = w * t[q];
                vec_store(s.p + last * ld + i, b + (before - y.h[s.j + last] * sigma));
                b = y.l[j] * b + (ends && (j == 0 || j == f->n[1] - 1) ? at_end(f, at, j, i, d) : d);
                before = sigma;
            }
        }
        vec_store(s.carry + i, b);
        vec_store(s.sigma + i, before);
    }
}

void sweep_turn(const struct adi_sweep *f, const struct sweep_turn *at, bool down)
{
    const bool ends = at->j == 0 || at->j + SWEEP_ROWS >= f->n[1];
    if (down && ends) solve(f, at, true, true);
    else if (down) solve(f, at, true, false);
    else if (ends) solve(f, at, false, true);
    else solve(f, at, false, false);
}
