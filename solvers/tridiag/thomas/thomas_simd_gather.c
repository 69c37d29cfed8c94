/* Blocks that cannot be loaded as whole vectors: gathered and scattered value by value. */
#include "solvers/tridiag/thomas/thomas_simd_group.h"

/* The addresses of rows of the lanes: p[start[q] + row * stride], from row `top` up to `tail` rows before the end. */
struct source_rows {
    const real *p;
    const int64_t *start;
    int64_t stride, top, tail;
    real fill; /* elsewhere */
};

static void gather(const struct group *g, int64_t k, struct source_rows s, vec out[ROWS])
{
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q < LANES; q++) {
            const int64_t i = k * ROWS + r;
            out[r][q] = i >= s.top && i < g->rows[q] - s.tail ? s.p[s.start[q] + i * s.stride] : s.fill;
        }
}

void group_gather(const struct batch *b, const struct group *g, int64_t k, const real *p, vec out[ROWS])
{
    gather(g, k, (struct source_rows){p, g->matrix->row, shape_matrix_stride(&b->shape), 0, 0, 0}, out);
}

void group_gather_matrix(const struct batch *b, const struct group *g, int64_t k, struct simd_rows *m)
{
    const struct tridiag *const t = &b->system.tridiag;
    const int64_t *const at = b->source == AS_X ? g->start : g->matrix->row, stride = shape_matrix_stride(&b->shape);
    gather(g, k, (struct source_rows){t->lower, at, stride, 1, 0, 0}, m->a);
    gather(g, k, (struct source_rows){t->diag, at, stride, 0, 0, 1}, m->b);
    gather(g, k, (struct source_rows){t->upper, at, stride, 0, 1, 0}, m->c);
    for (int r = 0; r < ROWS && b->source != AS_X; r++)
        for (int q = 0; q < LANES; q++)
            if (k * ROWS + r < g->rows[q]) m->b[r][q] += g->matrix->shift[q];
}

void group_gather_right(const struct batch *b, const struct group *g, int64_t k, vec d[ROWS])
{
    gather(g, k, (struct source_rows){b->system.x, g->start, b->shape.stride, 0, 0, 0}, d);
}

void group_gather_shared(const struct group *g, int64_t k, const real *p, int64_t top, int64_t tail, real fill,
                         vec out[ROWS])
{
    static const int64_t origin[LANES]; /* all lanes read the same */
    gather(g, k, (struct source_rows){p, origin, 1, top, tail, fill}, out);
}

void group_scatter(const struct batch *b, const struct group *g, int64_t k, const vec x[ROWS])
{
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q < LANES; q++)
            if (k * ROWS + r < g->rows[q]) b->system.x[g->start[q] + (k * ROWS + r) * b->shape.stride] = x[r][q];
}
