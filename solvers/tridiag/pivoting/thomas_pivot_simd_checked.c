/* Interleaved neighbouring systems, checked as they are solved: thomas_pivot_simd_rows.c, with the
 * matrix once more from the cache in back substitution. */
#include "solvers/tridiag/pivoting/thomas_pivot_simd_checked.h"
#include "solvers/tridiag/thomas/thomas_simd_checked_tile.h"

/* Vectors of state of each vector of a tile: of the sweep down, what it finds, which stays till the tile has come up,
 * and of the sweep up. */
enum { DOWN = PIVOT_REST + 1, FOUND = CHECK_DOWN, UP = 9 };

INLINE real *down_of(const struct batch *b, int64_t q)
{
    return b->state + DOWN * q;
}

INLINE real *found_of(const struct batch *b, const struct tile *t, int64_t q)
{
    return b->state + (DOWN + t->turn * FOUND) * t->width + FOUND * q;
}

INLINE real *up_of(const struct batch *b, const struct tile *t, int64_t q)
{
    return b->state + (DOWN + 2 * FOUND) * t->width + UP * q;
}

INLINE int values_of(struct sweep_form f)
{
    return pivot_checked_values(f.probed) + (f.packed ? CHECK_ROW : 0);
}

INLINE real *ring_of(struct sweep_form f, const struct tile *t, int64_t i, int64_t q)
{
    return t->ring + i * t->stride + values_of(f) * q;
}

/* Rows i ... end - 1 of the vector from column q on. */
INLINE void eliminate(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                      int64_t q)
{
    real *const state = down_of(b, q), *const found = found_of(b, t, q);
    struct pivot_rest k = pivot_rest_start();
    struct pivot_second z = {.e = vec_all(0)};
    struct check_down sizes = {.matrix = vec_all(0)};
    if (i) {
        k = pivot_rest_load(state), sizes = check_down_load(found);
        if (f.probed) z.e = vec_load(state + PIVOT_REST * LANES);
    }
    for (; i < end; i++) {
        const struct check_lanes_row r = checked_row_of(f.source, b, t, i, q);
        if (f.probed) z.d = vec_all(b->probe[i]);
        check_row_down(&sizes, &r);
        pivot_checked_eliminate(&k, &z, &r, f.probed, ring_of(f, t, i - 1, q));
        if (f.packed) check_row_store(ring_of(f, t, i, q) + pivot_checked_values(f.probed) * LANES, &r);
    }
    pivot_rest_store(state, &k);
    if (f.probed) vec_store(state + PIVOT_REST * LANES, z.e);
    check_down_store(found, &sizes);
}

INLINE void forward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    for (int64_t q = 0; q < t->width; q += LANES) {
        for (int64_t row = i; row < end && q % LINE == 0; row++) look_ahead(FRESH, f.source, b, t, row, q, q + LINE);
        eliminate(f, b, t, i, end, q);
    }
}

INLINE struct pivot_checked_below below_load(const real *p)
{
    return (struct pivot_checked_below){
        .up = {.below = vec_load(p),
               .rest = vec_load(p + LANES),
               .a = vec_load(p + 2 * LANES),
               .residual = vec_load(p + 3 * LANES),
               .x = vec_load(p + 4 * LANES)},
        .far = vec_load(p + 5 * LANES),
        .z = {.near = vec_load(p + 6 * LANES), .far = vec_load(p + 7 * LANES)},
        .z_most = vec_load(p + 8 * LANES),
    };
}

INLINE void below_store(real *p, const struct pivot_checked_below *s)
{
    vec_store(p, s->up.below), vec_store(p + LANES, s->up.rest), vec_store(p + 2 * LANES, s->up.a);
    vec_store(p + 3 * LANES, s->up.residual), vec_store(p + 4 * LANES, s->up.x), vec_store(p + 5 * LANES, s->far);
    vec_store(p + 6 * LANES, s->z.near), vec_store(p + 7 * LANES, s->z.far), vec_store(p + 8 * LANES, s->z_most);
}

/* Rows i ... end - 1 of the vector from column q on, the last first. */
INLINE void substitute(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                       int64_t q)
{
    struct pivot_checked_below s = {{{0}}};
    if (end < b->shape.n) s = below_load(up_of(b, t, q));
    for (int64_t row = end - 1; row >= i; row--) {
        const real *const ring = ring_of(f, t, row, q);
        const real *const kept = ring + pivot_checked_values(f.probed) * LANES;
        const struct check_lanes_row r = checked_row_again(f, b, t, row, q, kept);
        checked_put(b, t, row, q, r.d, pivot_checked_substitute(&s, ring, &r, f.probed));
    }
    below_store(up_of(b, t, q), &s);
}

/* The last pivots; systems that fail are eliminated again. */
NOINLINE void close(struct sweep_form f, const struct batch *b, const struct tile *t)
{
    for (int64_t q = 0; q < t->width; q += LANES) {
        struct pivot_rest k = pivot_rest_load(down_of(b, q));
        struct pivot_second z = {.d = vec_all(0)};
        if (f.probed) z.e = vec_load(down_of(b, q) + PIVOT_REST * LANES);
        pivot_checked_end(&k, &z, f.probed, ring_of(f, t, b->shape.n - 1, q));
        const vec_bits fails = pivot_rest_fails(&k);
        for (int lane = 0; lane < LANES; lane++) {
            const int64_t system = t->matrix->first + q + lane;
            pivot_simd_begin(b, system);
            if (fails[lane]) pivot_checked_again(b, system, ring_of(f, t, 0, q) + lane, t->stride, b->shape.n);
        }
    }
}

INLINE void backward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    for (int64_t q = 0; q < t->width; q += LANES) substitute(f, b, t, i, end, q);
}

NOINLINE void report(const struct batch *b, const struct tile *t)
{
    for (int64_t q = 0; q < t->width; q += LANES) {
        const struct check_down down = check_down_load(found_of(b, t, q));
        const struct pivot_checked_below s = below_load(up_of(b, t, q));
        pivot_checked_report(b, t->matrix->first + q, LANES, &down, &s, b->right + q, t->width);
    }
}

INLINE void pass(struct sweep_form f, const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_rows(f, b, down, up, b->shape.n, forward, backward);
    if (up) report(b, up);
    if (down) close(f, b, down);
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    checked_sweep(b, down, up, pass);
}

void pivot_simd_checked(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts)
{
    struct batch b = *of;
    b.repeats_end = 1;
    const int values = values_of((struct sweep_form){b.source, b.probe, checked_packs(&b)});
    sweep_tiles(&b, width, lo, hi, ring, values, starts, sweep);
    for (int64_t p = lo; p < hi; p++) checked_rest(&b, width, p, ring, pivot_simd_checked_few);
}
