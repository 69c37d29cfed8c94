/* Tiles of interleaved neighbouring systems, and the matrix of a tile: interleaved, block-interleaved,
 * lines along y or z of a field.
 *
 * Elimination of a tile of some cache lines of systems, with what back substitution needs in a ring and y in x itself,
 * overlaps with back substitution of the tile before it: the divisions of the one overlap the loads of the other,
 * and memory is always busy. Elimination writes where back substitution has just read, so one ring serves both and
 * stays in the cache. */
#pragma once
#include "solvers/tridiag/thomas/thomas_simd.h"

/* The places of the matrices of a tile. */
struct tile_matrix {
    int64_t first;         /* system */
    int64_t start, beyond; /* where the matrix of the first system starts, and that of the next tile */
    const int64_t *starts; /* the same of each system, if they are SCATTERED */
};

struct tile {
    int64_t first, slot;              /* system; of its factors */
    int64_t start, next;              /* its first element; that of the tile after it */
    int64_t width;                    /* systems, whole vectors */
    int turn;                         /* 0 and 1 alternately */
    int64_t ahead;                    /* rows between a prefetch and the use */
    real *ring, *kept;                /* of row 0 */
    int64_t stride;                   /* from row to row in the ring */
    const struct tile_matrix *matrix; /* unless it is AS_X */
    int64_t *settled;          /* of each vector, if b->state: h is constant from this row on, while rows repeat */
    real *w, *squares, *carry; /* of the row above the next; of h, added up; and what else goes from row to row */
    int64_t *decayed;          /* of each vector of cyclic systems: the row from which on e and g are 0 */
    int64_t repeats;           /* the first row that all rows after it repeat, as far as rows may */
    bool *solved;              /* set by a sweep down that has found x, so that there is none up */
};

/* Asks for columns first ... end - 1 of a row some rows after row i. */
INLINE void look_ahead(enum stage stage, enum source source, const struct batch *b, const struct tile *t, int64_t i,
                       int64_t first, int64_t end)
{
    const int64_t n = b->shape.n, stride = b->shape.stride, row = i + t->ahead;
    const int64_t at = row < n ? t->start + row * stride : t->next + min_of(row - n, n - 1) * stride;
    const int64_t m_stride = shape_matrix_stride(&b->shape);
    const int64_t from = source == AS_X ? at
                         : row < n      ? t->matrix->start + row * m_stride
                                        : t->matrix->beyond + min_of(row - n, n - 1) * m_stride;
    for (int64_t q = first; q < end; q += LINE) {
        prefetch(b->system.x + at + q);
        if (stage == KEPT || stage == SHARED || source == ONE || source == SCATTERED) continue;
        prefetch(b->system.tridiag.lower + from + q);
        prefetch(b->system.tridiag.diag + from + q);
        prefetch(b->system.tridiag.upper + from + q);
    }
}

/* Rows that are eliminated together, and vectors of them in a row: what goes from row to row is in registers.
 */
enum { ROWS_TOGETHER = 4, BESIDE_EACH_OTHER = 2 };

/* The first row that all after it repeat, as far as rows may. */
static inline int64_t first_repeated(const struct batch *b, const struct tile_matrix *matrix)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t stride = shape_matrix_stride(&b->shape);
    int64_t i = b->repeats_end - 1;
    if (b->source != ONE) return INT64_MAX;
    for (; i > 0; i--) {
        const int64_t at = matrix->start + i * stride, above = at - stride;
        if (m->lower[at] != m->lower[above] || m->diag[at] != m->diag[above] || m->upper[at] != m->upper[above]) break;
    }
    return i;
}

/* A vector of `lanes` values; the others are 0. */
INLINE vec load(const real *p, int lanes)
{
    vec v = {0};
    if (lanes == LANES) return vec_load(p);
    for (int k = 0; k < lanes; k++) v[k] = p[k];
    return v;
}

INLINE void store(real *p, vec v, int lanes)
{
    if (lanes == LANES) vec_store(p, v);
    else
        for (int k = 0; k < lanes; k++) p[k] = v[k];
}

/* Row i of one of the arrays of the matrix, of systems from q on of a tile; `at` is where that is in x. */
INLINE vec matrix_load(enum source source, const struct batch *b, const real *p, const struct tile *t, int64_t i,
                       int64_t q, int64_t at)
{
    const int64_t down = i * shape_matrix_stride(&b->shape);
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

/* The place of the systems of part p: they are in its run of s->inner neighbours, from `column` on. */
struct part {
    int64_t run, column, systems;
};

INLINE struct part part_of(const struct shape *s, int64_t width, int64_t p)
{
    const int64_t per_run = (s->inner + width - 1) / width, run = p / per_run, column = p % per_run * width;
    const int64_t systems = min_of(width, min_of(s->inner, s->batch - run * s->inner) - column);
    return (struct part){.run = run, .column = column, .systems = systems > 0 ? systems : 0};
}

static inline int64_t start_of(const struct shape *s, struct part p)
{
    return p.run * s->outer + p.column;
}

static inline int64_t slot_of(const struct shape *s, struct part p)
{
    return p.run * round_up(s->inner, LANES) + p.column;
}

/* The first system of a part. */
static inline int64_t first_of(const struct shape *s, struct part p)
{
    return p.run * s->inner + p.column;
}

/* With `values` of each row and system in the ring. */
INLINE struct tile tile_of(const struct batch *b, int64_t width, int64_t p, real *ring, int values)
{
    const struct part here = part_of(&b->shape, width, p), next = part_of(&b->shape, width, p + 1);
    return (struct tile){
        .first = first_of(&b->shape, here),
        .start = start_of(&b->shape, here),
        .next = start_of(&b->shape, next),
        .width = here.systems / LANES * LANES,
        .turn = (int)(p & 1),
        .ahead = 1 + b->ahead.values / width,
        .ring = ring,
        .stride = values * (here.systems / LANES * LANES),
        .slot = slot_of(&b->shape, here),
        .kept = b->kept + 3 * b->padded * slot_of(&b->shape, here),
        .settled = b->state ? (int64_t *)(void *)(b->state + (p & 1) * width) : NULL,
        .decayed = b->state ? (int64_t *)(void *)(b->state + (p & 1) * width) + width / LANES : NULL,
        .w = b->state ? b->state + (2 + (p & 1)) * width : NULL,
        .squares = b->state ? b->state + 4 * width : NULL,
        .carry = b->state ? b->state + 5 * width : NULL,
    };
}

/* The place of the matrices of part p; the starts are filled if they are needed. */
static inline struct tile_matrix place_matrix(const struct batch *b, int64_t width, int64_t p, int64_t *starts)
{
    const struct part here = part_of(&b->shape, width, p), next = part_of(&b->shape, width, p + 1);
    const int64_t end = first_of(&b->shape, next);
    int64_t first = first_of(&b->shape, here);
    if (first >= b->shape.batch) first = 0; /* an empty tile of a last run that is not full */
    for (int64_t q = 0; b->source == SCATTERED && q < here.systems; q++)
        starts[q] = shape_matrix_start(&b->shape, first + q);
    return (struct tile_matrix){
        .first = first,
        .start = shape_matrix_start(&b->shape, first),
        .beyond = shape_matrix_start(&b->shape, end < b->shape.batch ? end : first),
        .starts = starts,
    };
}

/* `down` can go down while `up` comes up if they are of one width; it takes over the ring from its end. */
static inline bool joins(const struct batch *b, struct tile *down, const struct tile *up)
{
    if (!up || up->width != down->width) return false;
    down->ring = up->ring + (b->shape.n - 1) * up->stride;
    down->stride = -up->stride;
    return true;
}

/* One tile down, the one before it up; either may be absent. */
typedef void sweep_function(const struct batch *b, const struct tile *down, const struct tile *up);

/* The whole vectors of the parts lo ... hi - 1; starts NULL: the matrix is placed as x is. */
INLINE void sweep_tiles(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, int values,
                        int64_t *starts, sweep_function *sweep)
{
    struct tile tile[2], *up = NULL;
    struct tile_matrix matrix[2] = {{0}};
    bool solved;
    for (int64_t p = lo; p < hi; p++) {
        struct tile *const down = &tile[p & 1];
        *down = tile_of(b, width, p, ring, values);
        if (starts) matrix[p & 1] = place_matrix(b, width, p, starts), down->matrix = &matrix[p & 1];
        if (b->state) down->repeats = first_repeated(b, &matrix[p & 1]);
        const bool together = joins(b, down, up);
        solved = down->width == 0, down->solved = &solved;
        if (up && !together) sweep(b, NULL, up);
        if (down->width) sweep(b, down, together ? up : NULL);
        up = solved ? NULL : down;
    }
    if (up) sweep(b, NULL, up);
}

/* The systems at the end of the run of part p that do not fill a vector. */
static inline void thomas_simd_rest(const struct batch *b, int64_t width, int64_t p, real *ring)
{
    const struct part here = part_of(&b->shape, width, p);
    const int64_t few = here.systems % LANES, column = here.systems - few;
    if (few) thomas_simd_few(b, first_of(&b->shape, here) + column, (int)few, slot_of(&b->shape, here) + column, ring);
}
