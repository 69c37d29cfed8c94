/* Elimination of neighbouring systems whose rows lie side by side: interleaved, block-interleaved, lines along y or z
 * of a field.
 *
 * Elimination of a tile of some cache lines of systems, with h in a ring and y in x itself, overlaps with back
 * substitution of the tile before it: the divisions of the one hide behind the loads of the other, and memory is always
 * busy. Elimination writes h where back substitution has just read, so one ring serves both and stays in the cache. 40
 * bytes an unknown from memory in double, 16 if the matrix is shared. */
#include "solvers/tridiag/thomas/thomas_simd.h"

enum { AHEAD = 6144 / (int)sizeof(real) }; /* values of each array between a prefetch and the use */

/* The matrices of a tile. */
struct elsewhere {
    int64_t first;         /* system */
    int64_t start, beyond; /* where the matrix of the first system starts, and that of the next tile */
    const int64_t *starts; /* the same of each system, if they are SCATTERED */
};

struct tile {
    int64_t start, next;            /* its first element; that of the tile after it */
    int64_t width;                  /* systems, whole vectors */
    int64_t ahead;                  /* rows between a prefetch and the use */
    real *ring, *kept;              /* of row 0 */
    int64_t stride;                 /* from row to row in the ring */
    const struct elsewhere *matrix; /* unless it is AS_X */
};

/* h of row i: width values. */
INLINE real *h_of(enum stage stage, const struct tile *t, int64_t i, int64_t width)
{
    return stage == FRESH ? t->ring + i * t->stride : t->kept + (3 * i + 2) * width;
}

INLINE void look_ahead(enum stage stage, enum source source, const struct batch *b, const struct tile *t, int64_t i,
                       int64_t width)
{
    const int64_t n = b->shape.n, step = b->shape.step, row = i + t->ahead;
    const int64_t at = row < n ? t->start + row * step : t->next + min_of(row - n, n - 1) * step;
    const int64_t m_step = shape_matrix_step(&b->shape);
    const int64_t from = source == AS_X ? at
                         : row < n      ? t->matrix->start + row * m_step
                                        : t->matrix->beyond + min_of(row - n, n - 1) * m_step;
    for (int64_t q = 0; q < width; q += LINE) {
        prefetch(b->system.x + at + q);
        if (stage == KEPT || stage == SHARED || source == ONE || source == SCATTERED) continue;
        prefetch(b->system.tridiag.lower + from + q);
        prefetch(b->system.tridiag.diag + from + q);
        prefetch(b->system.tridiag.upper + from + q);
    }
}

/* The state that a tile of few vectors carries from row to row in registers; a wider one reads it back from memory. */
enum { NARROW = 4 };

struct carry {
    vec h[NARROW], y[NARROW], x[NARROW];
};

/* Row i of one of the arrays of the matrix, of systems from q on of a tile; `at` is where that is in x. */
INLINE vec matrix_load(enum source source, const struct batch *b, const real *p, const struct tile *t, int64_t i,
                       int64_t q, int64_t at)
{
    const int64_t down = i * shape_matrix_step(&b->shape);
    vec v = {0};
    if (source == AS_X) return vec_load(p + at);
    if (source == ONE) return vec_all(p[t->matrix->start + down]);
    if (source == BESIDE) return vec_load(p + t->matrix->start + down + q);
    for (int k = 0; k < LANES; k++) v[k] = p[t->matrix->starts[q + k] + down];
    return v;
}

INLINE vec diagonal_load(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t q,
                         int64_t at)
{
    const vec v = matrix_load(source, b, b->system.tridiag.diag, t, i, q, at);
    return source == AS_X || !b->shift ? v : v + vec_load(b->shift + t->matrix->first + q);
}

/* Row i of the elimination. */
INLINE void forward(enum stage stage, enum source source, const struct batch *b, const struct tile *t, int64_t i,
                    int64_t width, bool narrow, struct carry *c)
{
    const int64_t step = b->shape.step, at = t->start + i * step;
    real *const x = b->system.x + at, *const kept = t->kept + 3 * i * width;
    real *const h = h_of(stage, t, i, width);
    const real *const h_above = h_of(stage, t, i - (i > 0), width);
    for (int64_t q = 0; q < width; q += LANES) {
        const int64_t v = narrow ? q / LANES : 0;
        vec a = vec_all(0), w;
        if (stage == SHARED) {
            a = vec_all(b->shared.a[i]), w = vec_all(b->shared.w[i]);
        } else if (stage == KEPT) {
            a = vec_load(kept + q), w = vec_load(kept + width + q);
        } else {
            vec pivot = diagonal_load(source, b, t, i, q, at + q);
            if (i > 0) {
                a = matrix_load(source, b, b->system.tridiag.lower, t, i, q, at + q);
                pivot -= a * (narrow ? c->h[v] : vec_load(h_above + q));
            }
            w = 1 / pivot;
            c->h[v] = matrix_load(source, b, b->system.tridiag.upper, t, i, q, at + q) * w;
            vec_store(h + q, c->h[v]);
        }
        if (stage == FACTOR) {
            vec_store(kept + q, a), vec_store(kept + width + q, w);
            continue;
        }
        vec d = vec_load(x + q);
        if (i > 0) d -= a * (narrow ? c->y[v] : vec_load(x - step + q));
        c->y[v] = d * w;
        vec_store(x + q, c->y[v]);
    }
}

/* Row i of the substitution. */
INLINE void backward(enum stage stage, const struct batch *b, const struct tile *t, int64_t i, int64_t width,
                     bool narrow, struct carry *c)
{
    const int64_t step = b->shape.step;
    real *const x = b->system.x + t->start + i * step;
    const real *const h = h_of(stage, t, i, width);
    for (int64_t q = 0; q < width; q += LANES) {
        const int64_t v = narrow ? q / LANES : 0;
        const vec below = narrow ? c->x[v] : vec_load(x + step + q);
        c->x[v] = vec_load(x + q) - (stage == SHARED ? vec_all(b->shared.h[i]) : vec_load(h + q)) * below;
        vec_store(x + q, c->x[v]);
    }
}

/* One tile down, the one before it up; either may be absent. */
INLINE void pass(enum stage stage, enum source source, const struct batch *b, const struct tile *down,
                 const struct tile *up, int64_t width, bool narrow)
{
    const int64_t n = b->shape.n, step = b->shape.step;
    struct carry c = {0};
    if (narrow && up)
        for (int64_t v = 0; v < width / LANES; v++)
            c.x[v] = vec_load(b->system.x + up->start + (n - 1) * step + v * LANES);
    if (down) forward(stage, source, b, down, 0, width, narrow, &c);
    for (int64_t i = 1; i < n; i++) {
        if (up) backward(stage, b, up, n - 1 - i, width, narrow, &c);
        if (!down) continue;
        look_ahead(stage, source, b, down, i, width);
        forward(stage, source, b, down, i, width, narrow, &c);
    }
}

INLINE void pass_width(enum stage stage, const struct batch *b, const struct tile *down, const struct tile *up)
{
    switch ((down ? down : up)->width / LANES) { /* cppcheck-suppress nullPointer */
    case 1: pass(stage, AS_X, b, down, up, LANES, true); break;
    case 2: pass(stage, AS_X, b, down, up, 2 * LANES, true); break;
    case 4: pass(stage, AS_X, b, down, up, 4 * LANES, true); break;
    default: pass(stage, AS_X, b, down, up, (down ? down : up)->width, false);
    }
}

/* A matrix elsewhere than x, for tiles of any width: what is read is in the caches more than from memory. */
INLINE void pass_elsewhere(enum stage stage, const struct batch *b, const struct tile *down, const struct tile *up)
{
    const int64_t width = (down ? down : up)->width; /* cppcheck-suppress nullPointer */
    if (b->source == ONE) pass(stage, ONE, b, down, up, width, false);
    else if (b->source == BESIDE) pass(stage, BESIDE, b, down, up, width, false);
    else pass(stage, SCATTERED, b, down, up, width, false);
}

/* Apart from those of a matrix that lies as x does, whose registers they would take. */
NOINLINE void sweep_elsewhere(const struct batch *b, const struct tile *down, const struct tile *up)
{
    if (b->stage == FRESH) pass_elsewhere(FRESH, b, down, up);
    else if (down) pass_elsewhere(FACTOR, b, down, NULL);
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    if (b->source != AS_X) {
        sweep_elsewhere(b, down, up);
        return;
    }
    switch (b->stage) {
    case FRESH: pass_width(FRESH, b, down, up); break;
    case FACTOR:
        if (down) pass_width(FACTOR, b, down, NULL);
        break;
    case KEPT: pass_width(KEPT, b, down, up); break;
    case SHARED: pass_width(SHARED, b, down, up); break;
    }
}

/* Where the systems of part p are: in its run of s->inner neighbours, from `column` on. */
struct part {
    int64_t run, column, systems;
};

INLINE struct part part_of(const struct shape *s, int64_t width, int64_t p)
{
    const int64_t per_run = (s->inner + width - 1) / width, run = p / per_run, column = p % per_run * width;
    const int64_t systems = min_of(width, min_of(s->inner, s->batch - run * s->inner) - column);
    return (struct part){.run = run, .column = column, .systems = systems > 0 ? systems : 0};
}

static int64_t start_of(const struct shape *s, struct part p)
{
    return p.run * s->outer + p.column;
}

static int64_t slot_of(const struct shape *s, struct part p)
{
    return p.run * round_up(s->inner, LANES) + p.column;
}

/* The first system of a part. */
static int64_t first_of(const struct shape *s, struct part p)
{
    return p.run * s->inner + p.column;
}

INLINE struct tile tile_of(const struct batch *b, int64_t width, int64_t p, real *ring)
{
    const struct part here = part_of(&b->shape, width, p), next = part_of(&b->shape, width, p + 1);
    return (struct tile){
        .start = start_of(&b->shape, here),
        .next = start_of(&b->shape, next),
        .width = here.systems / LANES * LANES,
        .ahead = 1 + AHEAD / width,
        .ring = ring,
        .stride = here.systems / LANES * LANES,
        .kept = b->kept + 3 * b->padded * slot_of(&b->shape, here),
    };
}

/* Of part p; the starts are filled if they are needed. */
NOINLINE struct elsewhere place_matrix(const struct batch *b, int64_t width, int64_t p, int64_t *starts)
{
    const struct part here = part_of(&b->shape, width, p), next = part_of(&b->shape, width, p + 1);
    const int64_t end = first_of(&b->shape, next);
    int64_t first = first_of(&b->shape, here);
    if (first >= b->shape.batch) first = 0; /* an empty tile of a last run that is not full */
    for (int64_t q = 0; b->source == SCATTERED && q < here.systems; q++)
        starts[q] = shape_matrix_start(&b->shape, first + q);
    return (struct elsewhere){
        .first = first,
        .start = shape_matrix_start(&b->shape, first),
        .beyond = shape_matrix_start(&b->shape, end < b->shape.batch ? end : first),
        .starts = starts,
    };
}

/* The systems at the end of a run that do not fill a vector. */
static void rest(const struct batch *b, struct part p, real *ring)
{
    const int64_t few = p.systems % LANES, column = p.systems - few;
    if (few) thomas_simd_few(b, first_of(&b->shape, p) + column, (int)few, slot_of(&b->shape, p) + column, ring);
}

/* `down` can go down while `up` comes up if they are of one width; it takes over the ring from its end. */
static bool joins(const struct batch *b, struct tile *down, const struct tile *up)
{
    if (!up || up->width != down->width) return false;
    down->ring = up->ring + (b->shape.n - 1) * up->stride;
    down->stride = -up->stride;
    return true;
}

INLINE void sweep_tiles(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts)
{
    struct tile tile[2], *up = NULL;
    struct elsewhere matrix;
    for (int64_t p = lo; p < hi; p++) {
        struct tile *const down = &tile[p & 1];
        *down = tile_of(b, width, p, ring);
        if (starts) matrix = place_matrix(b, width, p, starts), down->matrix = &matrix;
        const bool together = joins(b, down, up);
        if (up && !together) sweep(b, NULL, up);
        if (down->width) sweep(b, down, together ? up : NULL);
        up = down->width ? down : NULL;
    }
    if (up) sweep(b, NULL, up);
    for (int64_t p = lo; p < hi; p++) rest(b, part_of(&b->shape, width, p), ring);
}

void thomas_simd_rows(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts)
{
    if (b->source == AS_X) sweep_tiles(b, width, lo, hi, ring, NULL);
    else sweep_tiles(b, width, lo, hi, ring, starts);
}
