/* Systems one in each lane of a vector, wherever they lie, and their rows by blocks of ROWS: transposed in registers
 * where rows are contiguous, gathered value by value elsewhere, with rows of the identity where there are none. */
#pragma once
#include "solvers/batch/simd_transpose.h"
#include "solvers/tridiag/thomas/thomas_simd.h"

/* The matrices of a group. */
struct elsewhere {
    int64_t row[LANES], apart; /* where that of each system starts; elements from lane to lane, or -1 */
    vec shift;                 /* -0 if there is none */
};

struct group {
    int64_t first;                     /* system */
    int64_t slot;                      /* of its factors */
    int count;                         /* systems; other lanes are idle */
    int64_t start[LANES], rows[LANES]; /* first element of each system, and its rows: 0 in an idle lane */
    int64_t blocks;                    /* of the longest system */
    int64_t plain;                  /* those from the first on with contiguous rows of all systems; one has the ends of
                                       all systems, or of none */
    int64_t whole;                  /* plain, if systems at equal distances fill all lanes; else 0 */
    int64_t last;                   /* the whole block that ends all systems, or -1 */
    int64_t pitch;                  /* elements from lane to lane in whole blocks */
    int64_t next, beyond, skip;     /* first element to be fetched ahead; from row `beyond` on, elements to skip */
    const struct elsewhere *matrix; /* unless it is AS_X */
    real *ring, *kept;              /* of block 0, or of row 0 */
    int64_t stride;                 /* from one to the next in the ring */
};

struct simd_rows {
    vec a[ROWS], b[ROWS], c[ROWS];
};

/* Block k of one of the arrays of the matrix, whose rows are in all lanes. */
void group_gather(const struct batch *b, const struct group *g, int64_t k, const real *p, vec out[ROWS]);

/* Block k of the matrix, shifted where there are rows. */
void group_gather_matrix(const struct batch *b, const struct group *g, int64_t k, struct simd_rows *m);

/* Block k of x; 0 after the last row. */
void group_gather_right(const struct batch *b, const struct group *g, int64_t k, vec d[ROWS]);

/* Row by row, a value for all lanes: those before row `top`, and from `tail` rows before the end on, have `fill`. */
void group_gather_shared(const struct group *g, int64_t k, const real *p, int64_t top, int64_t tail, real fill,
                         vec out[ROWS]);

/* Block k of x, where there are rows. */
void group_scatter(const struct batch *b, const struct group *g, int64_t k, const vec x[ROWS]);

/* The matrix in the whole block k, where x is or elsewhere. */
INLINE void group_matrix_load(bool as_x, const struct batch *b, const struct group *g, int64_t k, struct simd_rows *m)
{
    const real *const p[3] = {b->system.tridiag.lower, b->system.tridiag.diag, b->system.tridiag.upper};
    vec *const to[3] = {m->a, m->b, m->c};
    for (int j = 0; j < 3; j++) {
        if (as_x) rows_load(p[j] + g->start[0] + k * ROWS, g->pitch, to[j]);
        else if (g->matrix->apart >= 0) rows_load(p[j] + g->matrix->row[0] + k * ROWS, g->matrix->apart, to[j]);
        else group_gather(b, g, k, p[j], to[j]);
    }
    for (int r = 0; r < ROWS && !as_x; r++) m->b[r] += g->matrix->shift;
    if (k == 0) m->a[0] = vec_all(0);
    if (k == g->last) m->c[ROWS - 1] = vec_all(0);
}

/* Every block prefetches the lines of some lanes, so that requests are even and a line is requested once. */
INLINE void group_look_ahead(enum stage stage, bool as_x, const struct batch *b, const struct group *g, int64_t k)
{
    enum { TURNS = LINE / ROWS, EACH = LANES / TURNS };
    const int64_t skip = k * ROWS >= g->beyond ? g->skip : 0; /* to the next group */
    int64_t at = g->next + skip + k * ROWS + k % TURNS * EACH * g->pitch;
    for (int q = 0; q < EACH; q++, at += g->pitch) {
        prefetch(b->system.x + at);
        if (stage == KEPT || stage == SHARED || !as_x) continue;
        prefetch(b->system.tridiag.lower + at);
        prefetch(b->system.tridiag.diag + at);
        prefetch(b->system.tridiag.upper + at);
    }
}

/* The places of the matrices and shifts of the lanes; an idle lane has those of the last. */
static inline const struct elsewhere *group_matrix_place(const struct batch *b, int64_t first, int count,
                                                         struct elsewhere *m)
{
    m->shift = vec_all(RC(-0.0));
    m->apart = shape_matrix_stride(&b->shape) == 1 ? 0 : -1;
    for (int q = 0; q < LANES; q++) {
        const int64_t s = first + min_of(q, count - 1);
        m->row[q] = shape_matrix_start(&b->shape, s);
        if (b->shift) m->shift[q] = b->shift[s];
        if (q == 1 && m->apart == 0) m->apart = m->row[1] - m->row[0];
        if (m->apart >= 0 && m->row[q] != m->row[0] + q * m->apart) m->apart = -1;
    }
    return m;
}

/* `count` systems from `first` on, whose factors are those from `slot` on. */
static inline struct group group_of(const struct batch *b, int64_t first, int count, int64_t slot, real *ring,
                                    int64_t stride)
{
    const struct shape *const s = &b->shape;
    struct group g = {.first = first, .slot = slot, .count = count, .last = -1, .ring = ring, .stride = stride};
    g.kept = b->kept + 3 * b->padded * slot;
    int64_t longest = 0, least = s->stride == 1 ? s->n : 0;
    bool even = count == LANES;
    for (int q = 0; q < count; q++) {
        g.start[q] = shape_start(s, first + q);
        g.rows[q] = shape_rows(s, first + q);
        if (g.rows[q] > longest) longest = g.rows[q];
        if (g.rows[q] < least) least = g.rows[q];
        if (q == 1) g.pitch = g.start[1] - g.start[0];
        if (g.start[q] != g.start[0] + q * g.pitch) even = false;
    }
    g.blocks = (longest + ROWS - 1) / ROWS;
    const bool ends = least == longest && least % ROWS == 0;
    g.plain = ends || least == 0 ? least / ROWS : (least - 1) / ROWS;
    g.whole = even ? g.plain : 0;
    if (even && ends) g.last = g.plain - 1;
    const int64_t groups = b->ahead.rows / s->n, rows = b->ahead.rows % s->n;
    g.next = g.start[0] + groups * LANES * g.pitch + rows;
    g.beyond = s->n - rows, g.skip = LANES * g.pitch - s->n;
    return g;
}

/* A ring: values from stride to stride, and strides of a block. */
struct group_ring {
    int64_t values, each;
};

/* `f` can go down while `u` comes up if they have the same blocks; it takes over the ring from its end. */
static inline bool group_joins(struct group *f, const struct group *u, struct group_ring ring)
{
    if (!u || f->blocks != u->blocks || f->whole != u->whole) return false;
    f->ring = u->ring + (u->blocks * ring.each - 1) * u->stride;
    f->stride = -u->stride;
    return true;
}

/* Group `f` down, the one before it, `u`, up; either may be absent. Returns whether f is to come up. `found`: what
 * goes from the sweep down of a group to its sweep up, or NULL. */
typedef bool group_sweep(const struct batch *b, const struct group *f, const struct group *u, void *found);

/* The groups lo ... hi - 1 of LANES systems each. */
INLINE void sweep_groups(const struct batch *b, int64_t lo, int64_t hi, real *ring, struct group_ring r,
                         group_sweep *sweep, void *found)
{
    struct group group[2], *u = NULL;
    struct elsewhere elsewhere;
    for (int64_t p = lo; p < hi; p++) {
        struct group *const f = &group[p & 1];
        const int64_t first = p * LANES;
        const int count = (int)min_of(LANES, b->shape.batch - first);
        *f = group_of(b, first, count, first, ring, r.values);
        if (b->source != AS_X) f->matrix = group_matrix_place(b, first, count, &elsewhere);
        const bool together = group_joins(f, u, r);
        if (u && !together) sweep(b, NULL, u, found);
        u = sweep(b, f, together ? u : NULL, found) ? f : NULL;
    }
    if (u) sweep(b, NULL, u, found);
}

/* `count` <= LANES systems from `first` on, whose factors are those from slot `slot` on. */
INLINE void sweep_group(const struct batch *b, int64_t first, int count, int64_t slot, real *ring, struct group_ring r,
                        group_sweep *sweep, void *found)
{
    struct group g = group_of(b, first, count, slot, ring, r.values);
    struct elsewhere elsewhere;
    if (b->source != AS_X) g.matrix = group_matrix_place(b, first, count, &elsewhere);
    if (sweep(b, &g, NULL, found)) sweep(b, NULL, &g, found);
}
