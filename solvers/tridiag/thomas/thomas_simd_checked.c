/* Elimination of interleaved neighbouring systems, checked as it goes. In the ring are h and y, and
 * what becomes of a second right side where a condition estimate is asked for. x keeps the right side until back
 * substitution, where it, the matrix of the row, and three unknowns meet in registers: a residual takes no memory but
 * the matrix once more, from the cache. So tiles are narrower than those that are not checked. */
#include "solvers/tridiag/thomas/thomas_simd_checked.h"
#include "solvers/tridiag/thomas/thomas_simd_checked_tile.h"

/* Vectors of state that go from row to row, of each vector of a tile: after those that each tile has. */
enum { DOWN = CHECK_DOWN, UP = 7 };

INLINE real *down_of(const struct tile *t, int64_t q)
{
    return t->carry + t->turn * DOWN * t->width + DOWN * q;
}

INLINE real *up_of(const struct tile *t, int64_t q)
{
    return t->carry + 2 * DOWN * t->width + UP * q;
}

INLINE int values_of(struct sweep_form f)
{
    return checked_values(f.probed) + (f.packed ? CHECK_ROW : 0);
}

INLINE real *ring_of(struct sweep_form f, const struct tile *t, int64_t i, int64_t q)
{
    return t->ring + i * t->stride + values_of(f) * q;
}

/* Rows i ... end - 1 of `vectors` vectors from column k on. */
INLINE void eliminate(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                      int64_t k, const int vectors)
{
    struct checked_above s[BESIDE_EACH_OTHER];
    struct check_down found[BESIDE_EACH_OTHER];
    for (int64_t row = i; row < end; row++) look_ahead(FRESH, f.source, b, t, row, k, k + vectors * LANES);
    for (int v = 0; v < vectors; v++) {
        s[v] = i == 0 ? checked_start() : checked_load(ring_of(f, t, i - 1, k + v * LANES), f.probed);
        found[v] = i == 0 ? check_down_start() : check_down_load(down_of(t, k + v * LANES));
    }
    for (; i < end; i++)
        for (int v = 0; v < vectors; v++) {
            const int64_t q = k + v * LANES;
            real *const ring = ring_of(f, t, i, q);
            const struct check_lanes_row r = checked_row_of(f.source, b, t, i, q);
            check_row_down(&found[v], &r);
            checked_eliminate(&s[v], &r, f.probed ? vec_all(b->probe[i]) : vec_all(0));
            found[v].h = vec_larger(found[v].h, s[v].h);
            checked_store(ring, &s[v], f.probed);
            if (f.packed) check_row_store(ring + checked_values(f.probed) * LANES, &r);
        }
    for (int v = 0; v < vectors; v++) check_down_store(down_of(t, k + v * LANES), &found[v]);
}

INLINE void forward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    int64_t k = 0;
    for (; k + BESIDE_EACH_OTHER * LANES <= t->width; k += BESIDE_EACH_OTHER * LANES)
        eliminate(f, b, t, i, end, k, BESIDE_EACH_OTHER);
    for (; k < t->width; k += LANES) eliminate(f, b, t, i, end, k, 1);
}

INLINE struct checked_below below_load(const real *p)
{
    return (struct checked_below){
        .up = {.below = vec_load(p),
               .rest = vec_load(p + LANES),
               .a = vec_load(p + 2 * LANES),
               .residual = vec_load(p + 3 * LANES),
               .x = vec_load(p + 4 * LANES)},
        .z = vec_load(p + 5 * LANES),
        .z_most = vec_load(p + 6 * LANES),
    };
}

INLINE void below_store(real *p, const struct checked_below *s)
{
    vec_store(p, s->up.below), vec_store(p + LANES, s->up.rest), vec_store(p + 2 * LANES, s->up.a);
    vec_store(p + 3 * LANES, s->up.residual), vec_store(p + 4 * LANES, s->up.x);
    vec_store(p + 5 * LANES, s->z), vec_store(p + 6 * LANES, s->z_most);
}

/* Rows i ... end - 1 of the vector from column q on, the last first. */
INLINE void substitute(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                       int64_t q)
{
    struct checked_below s = {{{0}}};
    if (end < b->shape.n) s = below_load(up_of(t, q));
    for (int64_t row = end - 1; row >= i; row--) {
        const real *const ring = ring_of(f, t, row, q);
        const struct checked_above y = checked_load(ring, f.probed);
        const real *const kept = ring + checked_values(f.probed) * LANES;
        const struct check_lanes_row r = checked_row_again(f, b, t, row, q, kept);
        checked_put(b, t, row, q, r.d, checked_substitute(&s, &y, &r, f.probed));
    }
    below_store(up_of(t, q), &s);
}

INLINE void backward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    for (int64_t q = 0; q < t->width; q += LANES) substitute(f, b, t, i, end, q);
}

NOINLINE void report(const struct batch *b, const struct tile *t)
{
    for (int64_t q = 0; q < t->width; q += LANES) {
        const struct check_down down = check_down_load(down_of(t, q));
        const struct checked_below s = below_load(up_of(t, q));
        checked_report_lanes(b, t->first + q, LANES, &down, &s, b->right + q, t->width);
    }
}

INLINE void pass(struct sweep_form f, const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_rows(f, b, down, up, b->shape.n, forward, backward);
    if (up) report(b, up);
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    checked_sweep(b, down, up, pass);
}

static int values_here(const struct batch *b)
{
    return values_of((struct sweep_form){b->source, b->probe, checked_packs(b)});
}

void thomas_simd_checked_tile(const struct batch *b, const struct tile *t, real *ring)
{
    struct tile own = *t;
    own.ring = ring, own.stride = values_here(b) * t->width;
    sweep(b, &own, NULL);
    sweep(b, NULL, &own);
}

void thomas_simd_checked(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                         int64_t *starts)
{
    struct batch b = *of;
    b.state = state, b.repeats_end = 1;
    sweep_tiles(&b, width, lo, hi, ring, values_here(&b), b.source == AS_X ? NULL : starts, sweep);
    for (int64_t p = lo; p < hi; p++) checked_rest(&b, width, p, ring, thomas_simd_checked_few);
}
