/* Neighbours whose rows lie side by side: interleaved, block-interleaved, lines along y or z of a field.
 *
 * A tile of some cache lines of systems goes down the rows, keeping h in a ring and y in x itself, while the
 * tile before it comes up: the division of the one hides behind the loads of the other, and memory is always
 * busy. Going down, a tile writes its h where the other has just read, so one ring serves both and stays in the
 * cache. 40 bytes an unknown from memory in double, 16 if the matrix is shared. */
#include "solvers/tridiag/thomas_simd.h"

enum { AHEAD = 6144 / (int)sizeof(real) }; /* values of each array between a prefetch and the use */

struct tile {
    int64_t start, next; /* its first element; that of the tile after it */
    int64_t width;       /* systems, whole vectors */
    int64_t ahead;       /* rows between a prefetch and the use */
    real *ring, *kept;
    bool down; /* fills the ring from its end */
};

/* h of row i: width values. */
INLINE real *h_of(enum stage stage, const struct batch *b, const struct tile *t, int64_t i, int64_t width)
{
    if (stage == FRESH) return t->ring + (t->down ? b->shape.n - 1 - i : i) * width;
    return t->kept + (3 * i + 2) * width;
}

INLINE void look_ahead(enum stage stage, const struct batch *b, const struct tile *t, int64_t i, int64_t width)
{
    const int64_t n = b->shape.n, step = b->shape.step, row = i + t->ahead;
    const int64_t at = row < n ? t->start + row * step : t->next + min_of(row - n, n - 1) * step;
    for (int64_t q = 0; q < width; q += LINE) {
        prefetch(b->t.x + at + q);
        if (stage == KEPT || stage == SHARED) continue;
        prefetch(b->t.lower + at + q);
        prefetch(b->t.diag + at + q);
        prefetch(b->t.upper + at + q);
    }
}

/* Row i of the elimination. */
INLINE void forward(enum stage stage, const struct batch *b, const struct tile *t, int64_t i, int64_t width, bool first)
{
    const int64_t step = b->shape.step, at = t->start + i * step;
    real *const x = b->t.x + at, *const kept = stage == FRESH || stage == SHARED ? NULL : t->kept + 3 * i * width;
    real *const h = stage == SHARED ? NULL : h_of(stage, b, t, i, width);
    const real *const above = stage == SHARED || first ? NULL : h_of(stage, b, t, i - 1, width);
    for (int64_t q = 0; q < width; q += LANES) {
        vec a = vec_all(0), w;
        if (stage == SHARED) {
            a = vec_all(b->shared.a[i]), w = vec_all(b->shared.w[i]);
        } else if (stage == KEPT) {
            a = vec_load(kept + q), w = vec_load(kept + width + q);
        } else {
            if (!first) a = vec_load(b->t.lower + at + q);
            w = first ? 1 / vec_load(b->t.diag + at + q) : 1 / (vec_load(b->t.diag + at + q) - a * vec_load(above + q));
            vec_store(h + q, vec_load(b->t.upper + at + q) * w);
        }
        if (stage == FACTOR) {
            vec_store(kept + q, a), vec_store(kept + width + q, w);
            continue;
        }
        const vec d = vec_load(x + q);
        vec_store(x + q, first ? d * w : (d - a * vec_load(x - step + q)) * w);
    }
}

/* Row i of the substitution; the row below is done. */
INLINE void backward(enum stage stage, const struct batch *b, const struct tile *t, int64_t i, int64_t width)
{
    const int64_t step = b->shape.step;
    real *const x = b->t.x + t->start + i * step;
    const real *const h = stage == SHARED ? NULL : h_of(stage, b, t, i, width);
    for (int64_t q = 0; q < width; q += LANES) {
        const vec hq = stage == SHARED ? vec_all(b->shared.h[i]) : vec_load(h + q);
        vec_store(x + q, vec_load(x + q) - hq * vec_load(x + step + q));
    }
}

/* One tile down, the one before it up; either may be absent. */
INLINE void pass(enum stage stage, const struct batch *b, const struct tile *down, const struct tile *up, int64_t width)
{
    const int64_t n = b->shape.n;
    if (down) forward(stage, b, down, 0, width, true);
    for (int64_t i = 1; i < n; i++) {
        if (up) backward(stage, b, up, n - 1 - i, width);
        if (!down) continue;
        look_ahead(stage, b, down, i, width);
        forward(stage, b, down, i, width, false);
    }
}

/* Tiles of two cache lines, as block-interleaved batches have them, run with their loops unrolled. */
INLINE void pass_width(enum stage stage, const struct batch *b, const struct tile *down, const struct tile *up)
{
    const int64_t width = (down ? down : up)->width;
    if (width == 2 * LINE)
        pass(stage, b, down, up, 2 * LINE);
    else
        pass(stage, b, down, up, width);
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    switch (b->stage) {
    case FRESH: pass_width(FRESH, b, down, up); break;
    case FACTOR: if (down) pass_width(FACTOR, b, down, NULL); break;
    case KEPT: pass_width(KEPT, b, down, up); break;
    case SHARED: pass_width(SHARED, b, down, up); break;
    }
}

/* Where the systems of piece p are: in its run of s->inner neighbours, from `column` on. */
struct piece {
    int64_t run, column, systems;
};

static struct piece piece_of(const struct shape *s, int64_t width, int64_t p)
{
    const int64_t per_run = (s->inner + width - 1) / width, run = p / per_run, column = p % per_run * width;
    const int64_t systems = min_of(width, min_of(s->inner, s->batch - run * s->inner) - column);
    return (struct piece){.run = run, .column = column, .systems = systems > 0 ? systems : 0};
}

static int64_t start_of(const struct shape *s, struct piece p)
{
    return p.run * s->outer + p.column;
}

static int64_t slot_of(const struct shape *s, struct piece p)
{
    return p.run * round_up(s->inner, LANES) + p.column;
}

static struct tile tile_of(const struct batch *b, int64_t width, int64_t p, real *ring)
{
    const struct piece here = piece_of(&b->shape, width, p), next = piece_of(&b->shape, width, p + 1);
    return (struct tile){
        .start = start_of(&b->shape, here),
        .next = start_of(&b->shape, next),
        .width = here.systems / LANES * LANES,
        .ahead = 1 + AHEAD / width,
        .ring = ring,
        .kept = b->kept + 3 * b->padded * slot_of(&b->shape, here),
    };
}

/* The systems at the end of a run that do not fill a vector. */
static void rest(const struct batch *b, struct piece p, real *ring)
{
    const int64_t few = p.systems % LANES, column = p.systems - few;
    if (few)
        thomas_simd_few(b, p.run * b->shape.inner + p.column + column, (int)few, slot_of(&b->shape, p) + column, ring);
}

void thomas_simd_rows(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring)
{
    struct tile tile[2], *up = NULL;
    for (int64_t p = lo; p < hi; p++) {
        struct tile *const down = &tile[p & 1];
        *down = tile_of(b, width, p, ring);
        const bool together = up && up->width == down->width;
        down->down = together && !up->down;
        if (up && !together) sweep(b, NULL, up);
        if (down->width) sweep(b, down, together ? up : NULL);
        up = down->width ? down : NULL;
    }
    if (up) sweep(b, NULL, up);
    for (int64_t p = lo; p < hi; p++) rest(b, piece_of(&b->shape, width, p), ring);
}
