/* The second half of the work on a plane: lines along x are substituted back a square of columns at a time, transposed
 * to rows, and eliminated along y. sigma enters the eliminated rows so that the back substitution along y gives v +
 * sigma, as elimination would turn sigma into (M_y sigma): docs/adi-sweep.md. */
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

/* Factors of the rows, in their order. They are read in place, without keeping an address for each. */
struct rows {
    real l[SWEEP_ROWS], w[SWEEP_ROWS], h[SWEEP_ROWS]; /* h: of the row before */
};

INLINE struct rows rows_of(const struct sweep_lines *y, int64_t j, const bool down)
{
    struct rows r;
    for (int64_t e = 0; e < SWEEP_ROWS; e++) {
        const int64_t at = down ? j + SWEEP_ROWS - 1 - e : j + e;
        r.l[e] = y->l[at], r.w[e] = y->w[at], r.h[e] = y->h[down ? at + 1 : at - 1];
    }
    return r;
}

INLINE bool is_end(const struct adi_sweep *f, int64_t j)
{
    return j == 0 || j == f->n[1] - 1;
}

/* Column i of the back substitution along x. Those before the first are 0. */
INLINE vec substituted(const real *h, const real *strip, int64_t i, vec after)
{
    return h[i] * after + vec_load(strip + i * LANES);
}

/* Group g in the order of the rows. */
INLINE int group_at(int c, const bool down)
{
    return down ? SWEEP_GROUPS - 1 - c : c;
}

/* The columns of a square, from the last on, as rows. */
INLINE void substitute(const real *h, const real *strip, int64_t i, vec *z, vec t[LANES])
{
#pragma GCC unroll 16
    for (int q = LANES - 1; q >= 0; q--) t[q] = *z = substituted(h, strip, i + q, *z);
    square_transpose(t);
}

/* While the rows of one square are eliminated, the columns of the next are substituted back: neither waits for the
 * other, and both wait for themselves. */
INLINE void solve(const struct adi_sweep *f, const struct sweep_turn *at, const bool down, const bool ends)
{
    const struct sweep_turn s = *at;
    const struct rows y = rows_of(&f->y[down], s.j, down);
    const int64_t n = f->row, strip = sweep_strip(f), ld = down ? -f->ld : f->ld;
    const real *const h = f->x.h;
    vec z[SWEEP_GROUPS] = {0}, t[LANES];
    if (SWEEP_OVERLAPS) substitute(h, s.strips + group_at(0, down) * strip, n - LANES, &z[group_at(0, down)], t);
    for (int64_t i = n - LANES; i >= 0; i -= LANES) {
        const vec w = vec_load(f->x.w + i);
        vec b = {0}, before = {0};
        real *p = s.p + i + (down ? (SWEEP_ROWS - 1) * f->ld : 0);
        for (int g = 0; g < SWEEP_GROUPS; g++) prefetch_square(s.later + (g * n + i) * LANES);
        if (!s.first) b = vec_load(s.carry + i), before = vec_load(s.sigma + i);
#pragma GCC unroll 4
        for (int c = 0; c < SWEEP_GROUPS; c++) {
            const int g = group_at(c, down), next = group_at((c + 1) % SWEEP_GROUPS, down);
            const int64_t column = c + 1 < SWEEP_GROUPS ? i : i - LANES;
            vec later[LANES];
            if (!SWEEP_OVERLAPS) substitute(h, s.strips + g * strip, i, &z[g], t);
#pragma GCC unroll 16
            for (int e = 0; e < LANES; e++) {
                const int q = down ? LANES - 1 - e : e, row = c * LANES + e, behind = LANES - 1 - e;
                const int64_t j = s.j + g * LANES + q;
                const vec sigma = vec_load(p), d = w * t[q], known = y.h[row] * sigma;
                if (SWEEP_OVERLAPS)
                    later[behind] = z[next] = substituted(h, s.strips + next * strip, column + behind, z[next]);
                vec_store(p - ld, b + (before - vec_rounded(known)));
                b = y.l[row] * b + vec_rounded(y.w[row] * (ends && is_end(f, j) ? at_end(f, at, j, i, d) : d));
                before = sigma;
                p += ld;
            }
            if (SWEEP_OVERLAPS) square_transpose(later);
#pragma GCC unroll 16
            for (int q = 0; q < LANES && SWEEP_OVERLAPS; q++) t[q] = later[q];
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
