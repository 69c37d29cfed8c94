/* Neighbouring systems whose rows lie side by side, checked as they are solved: thomas_pivot_simd_rows.c, with the
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

/* What is compiled apart. */
struct form {
    enum source source;
    bool probed, packed;
};

INLINE int values_of(struct form f)
{
    return pivot_checked_values(f.probed) + (f.packed ? CHECK_ROW : 0);
}

INLINE real *ring_of(struct form f, const struct tile *t, int64_t i, int64_t q)
{
    return t->ring + i * t->stride + values_of(f) * q;
}

/* Rows i ... end - 1 of the vector from column q on. */
INLINE void eliminate(struct form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t q)
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

INLINE void forward(struct form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
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
INLINE void substitute(struct form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t q)
{
    struct pivot_checked_below s = {{{0}}};
    if (end < b->shape.n) s = below_load(up_of(b, t, q));
    for (int64_t row = end - 1; row >= i; row--) {
        const real *const ring = ring_of(f, t, row, q);
        const struct check_lanes_row r = f.packed ? check_row_load(ring + pivot_checked_values(f.probed) * LANES)
                                                  : checked_row_of(f.source, b, t, row, q);
        if (f.packed) checked_look_up(b, t, row, q);
        vec_store(b->right + row * t->width + q, r.d);
        vec_store(b->system.x + t->start + row * b->shape.step + q, pivot_checked_substitute(&s, ring, &r, f.probed));
    }
    below_store(up_of(b, t, q), &s);
}

/* The last pivots; systems that fail are eliminated again. */
NOINLINE void close(struct form f, const struct batch *b, const struct tile *t)
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

NOINLINE void report(const struct batch *b, const struct tile *t)
{
    for (int64_t q = 0; q < t->width; q += LANES) {
        const struct check_down down = check_down_load(found_of(b, t, q));
        const struct pivot_checked_below s = below_load(up_of(b, t, q));
        pivot_checked_report(b, t->matrix->first + q, LANES, &down, &s, b->right + q, t->width);
    }
}

INLINE void pass(struct form f, const struct batch *b, const struct tile *down, const struct tile *up)
{
    const int64_t n = b->shape.n;
    int64_t below = n; /* rows from here on are solved */
    for (int64_t i = 0; i < n; i += ROWS_TOGETHER) {
        const int64_t end = min_of(i + ROWS_TOGETHER, n), next = (n - end) / ROWS_TOGETHER * ROWS_TOGETHER;
        while (up && below > next) {
            const int64_t first = (below - 1) / ROWS_TOGETHER * ROWS_TOGETHER;
            for (int64_t q = 0; q < up->width; q += LANES) substitute(f, b, up, first, below, q);
            below = first;
        }
        if (down) forward(f, b, down, i, end);
    }
    if (up) report(b, up);
    if (down) close(f, b, down);
}

INLINE void sweep_probed(bool probed, const struct batch *b, const struct tile *down, const struct tile *up)
{
    switch (b->source) {
    case AS_X:
        if (checked_packs(b)) pass((struct form){AS_X, probed, true}, b, down, up);
        else pass((struct form){AS_X, probed, false}, b, down, up);
        break;
    case ONE: pass((struct form){ONE, probed, false}, b, down, up); break;
    case BESIDE: pass((struct form){BESIDE, probed, true}, b, down, up); break;
    case SCATTERED: pass((struct form){SCATTERED, probed, true}, b, down, up); break;
    }
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    if (b->probe) sweep_probed(true, b, down, up);
    else sweep_probed(false, b, down, up);
}

void pivot_simd_checked(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts)
{
    struct batch b = *of;
    b.repeats_end = 1;
    const int values = values_of((struct form){b.source, b.probe, checked_packs(&b)});
    sweep_tiles(&b, width, lo, hi, ring, values, starts, sweep);
    for (int64_t p = lo; p < hi; p++) {
        const struct part here = part_of(&b.shape, width, p);
        const int few = (int)(here.systems % LANES);
        if (few) pivot_simd_checked_few(of, first_of(&b.shape, here) + here.systems - few, few, ring);
    }
}
