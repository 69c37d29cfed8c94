/* The lines along x of a block of rows, in registers: a register holds a column of LANES rows, so that the recurrence
 * runs over all of them at once, and over GROUPS of them in turn, as each row waits for a division. Squares of LANES
 * rows and columns are transposed as they come; between elimination and back substitution they stay so, in their
 * place. */
#include "apps/adi/pointwise/pointwise_data.h"
#include "apps/adi/pointwise/pointwise_line.h"

/* Rows of a block; those beyond the last repeat it. */
struct x_block {
    const struct pointwise_axis *x;
    const real *inverse[BLOCK], *link[BLOCK];
    real *r, *g, *e;
    int64_t ld;
};

static struct x_block block_at(const struct pointwise *f, int64_t p, int64_t rows, real *r, real *g, real *e)
{
    struct x_block b = {.x = &f->axis[0], .r = r, .g = g, .e = e, .ld = f->row};
    for (int64_t q = 0; q < BLOCK; q++) {
        const int64_t at = p + smaller(q, rows - 1) * f->axis[0].n;
        b.inverse[q] = f->op->inverse_capacity + at;
        b.link[q] = f->axis[0].link + at;
    }
    return b;
}

/* m columns from column i on: m vectors. */
INLINE void load_square(const real *const row[LANES], int64_t i, int64_t m, vec t[LANES])
{
    for (int q = 0; q < LANES; q++) t[q] = load_first(row[q] + i, m);
    square_transpose(t);
}

INLINE void load_scratch(const real *p, int64_t ld, vec t[LANES])
{
    for (int q = 0; q < LANES; q++) t[q] = vec_load(p + q * ld);
}

INLINE void store_scratch(real *p, int64_t ld, const vec t[LANES])
{
    for (int q = 0; q < LANES; q++) vec_store(p + q * ld, t[q]);
}

/* Numbers of LANES rows, then of the next, in columns. */
struct squares {
    vec inverse[GROUPS][LANES], link[GROUPS][LANES], r[GROUPS][LANES], g[GROUPS][LANES], e[GROUPS][LANES];
};

INLINE void load_squares(const struct x_block *b, int64_t i, int64_t m, struct squares *s)
{
    for (int g = 0; g < GROUPS; g++) {
        load_square(b->inverse + g * LANES, i, m, s->inverse[g]);
        load_square(b->link + g * LANES, i, m, s->link[g]);
        load_scratch(b->r + g * LANES * b->ld + i, b->ld, s->r[g]);
        square_transpose(s->r[g]);
    }
}

/* Column q of the squares, at column i of the rows; before: links of the column before. */
INLINE void eliminate_column(const struct pointwise_axis *x, int64_t i, int q, struct point_line *line, vec *before,
                             struct squares *s, const bool cyclic)
{
    for (int g = 0; g < GROUPS; g++) {
        const struct point_row row = {x->weight[i], x->loss[i], s->inverse[g][q], before[g], s->link[g][q], s->r[g][q]};
        const bool closes = cyclic && i == x->n - 1;
        s->g[g][q] = closes ? (vec){0} : point_line_eliminate(&line[g], &row, cyclic);
        s->r[g][q] = closes ? point_line_close(&line[g], &row) : line[g].y;
        if (cyclic) s->e[g][q] = closes ? (vec){0} : line[g].e;
        before[g] = row.after;
    }
}

INLINE void eliminate(const struct x_block *b, const bool cyclic)
{
    struct point_line line[GROUPS];
    struct squares s;
    vec before[GROUPS];
    const int64_t n = b->x->n, ld = b->ld;
    for (int g = 0; g < GROUPS; g++) {
        line[g] = point_line_begin(cyclic);
        for (int q = 0; q < LANES; q++) before[g][q] = b->link[g * LANES + q][n - 1];
    }
    for (int64_t i = 0; i < n; i += LANES) {
        const int64_t m = smaller(LANES, n - i);
        load_squares(b, i, m, &s);
        for (int q = 0; q < m; q++) eliminate_column(b->x, i + q, q, line, before, &s, cyclic);
        for (int g = 0; g < GROUPS; g++) {
            store_scratch(b->r + g * LANES * ld + i, ld, s.r[g]);
            store_scratch(b->g + g * LANES * ld + i, ld, s.g[g]);
            if (cyclic) store_scratch(b->e + g * LANES * ld + i, ld, s.e[g]);
        }
    }
}

/* Of the rows of one group, whose squares begin at `at` of r, g and e. */
INLINE void substitute(const struct x_block *b, int64_t at, const bool cyclic)
{
    const int64_t n = b->x->n, ld = b->ld, last = (n - 1) / LANES * LANES;
    const vec top = vec_load(b->r + at + last + (n - 1 - last) * ld);
    vec x = {0}, t[LANES], g[LANES], e[LANES];
    for (int64_t i = last; i >= 0; i -= LANES) {
        load_scratch(b->r + at + i, ld, t);
        load_scratch(b->g + at + i, ld, g);
        if (cyclic) load_scratch(b->e + at + i, ld, e);
        for (int64_t q = smaller(LANES, n - i) - 1; q >= 0; q--) {
            x = t[q] + g[q] * x;
            if (cyclic) x += e[q] * top;
            t[q] = x;
        }
        square_transpose(t);
        store_scratch(b->r + at + i, ld, t);
    }
}

void pointwise_x(const struct pointwise *f, int64_t p, int64_t rows, real *r, real *g, real *e)
{
    const struct x_block b = block_at(f, p, rows, r, g, e);
    if (b.x->cyclic) eliminate(&b, true);
    else eliminate(&b, false);
    for (int64_t q = 0; q < BLOCK; q += LANES) {
        if (b.x->cyclic) substitute(&b, q * b.ld, true);
        else substitute(&b, q * b.ld, false);
    }
}
