/* Blocks that cannot be loaded as whole vectors: gathered and scattered value by value. */
#include "solvers/tridiag/thomas/thomas_simd_block.h"

/* The addresses of rows of the lanes: p[at[q] + row * step], from row `top` up to `tail` rows before the end. */
struct source_rows {
    const real *p;
    const int64_t *at;
    int64_t step, top, tail;
    real fill; /* elsewhere */
};

static void gather(const struct group *g, int64_t k, struct source_rows s, vec out[ROWS])
{
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q < LANES; q++) {
            const int64_t i = k * ROWS + r;
            out[r][q] = i >= s.top && i < g->rows[q] - s.tail ? s.p[s.at[q] + i * s.step] : s.fill;
        }
}

void block_gather(const struct batch *b, const struct group *g, int64_t k, const real *p, vec out[ROWS])
{
    gather(g, k, (struct source_rows){p, g->matrix->row, shape_matrix_step(&b->shape), 0, 0, 0}, out);
}

/* The matrix, and the shift where there are rows. */
static void gather_matrix(const struct batch *b, const struct group *g, int64_t k, struct simd_rows *m)
{
    const struct tridiag *const t = &b->system.tridiag;
    const int64_t *const at = b->source == AS_X ? g->at : g->matrix->row, step = shape_matrix_step(&b->shape);
    gather(g, k, (struct source_rows){t->lower, at, step, 1, 0, 0}, m->a);
    gather(g, k, (struct source_rows){t->diag, at, step, 0, 0, 1}, m->b);
    gather(g, k, (struct source_rows){t->upper, at, step, 0, 1, 0}, m->c);
    for (int r = 0; r < ROWS && b->source != AS_X; r++)
        for (int q = 0; q < LANES; q++)
            if (k * ROWS + r < g->rows[q]) m->b[r][q] += g->matrix->shift[q];
}

static const int64_t origin[LANES]; /* all lanes read the same */

struct carry partial_down(const struct batch *b, const struct group *g, int64_t k, struct carry c)
{
    const int64_t step = b->shape.step;
    struct factors f;
    vec d[ROWS];
    if (b->stage == SHARED) {
        gather(g, k, (struct source_rows){b->shared.l, origin, 1, 1, 0, 0}, f.l);
        gather(g, k, (struct source_rows){b->shared.w, origin, 1, 0, 0, 1}, f.w);
    } else if (b->stage == KEPT) {
        block_recall(KEPT, b, g, k, &f);
    } else {
        struct simd_rows m;
        gather_matrix(b, g, k, &m);
        block_eliminate(&m, 1, &c, &f);
    }
    if (b->stage == FACTOR) {
        block_keep(g, k, &f);
        return c;
    }
    gather(g, k, (struct source_rows){b->system.x, g->at, step, 0, 0, 0}, d);
    block_down(b->stage, g, k, &f, d, &c);
    return c;
}

struct carry partial_up(const struct batch *b, const struct group *g, int64_t k, struct carry c)
{
    vec h[ROWS], x[ROWS];
    if (b->stage == SHARED) gather(g, k, (struct source_rows){b->shared.h, origin, 1, 0, 1, 0}, h);
    else block_recall_h(b->stage, b, g, k, h);
    block_up(b->stage, g, k, h, &c, x);
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q < LANES; q++)
            if (k * ROWS + r < g->rows[q]) b->system.x[g->at[q] + (k * ROWS + r) * b->shape.step] = x[r][q];
    return c;
}
