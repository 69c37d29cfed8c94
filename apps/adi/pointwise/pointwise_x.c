/* The lines along x of a block of rows, in registers: a register holds a column of LANES rows, so that the recurrence
 * runs over all of them at once, and over GROUPS of them alternately, as each row waits for a division. Squares of
 * LANES rows and columns are transposed as they come; between elimination and back substitution they stay so, in their
 * place. */
#include "apps/adi/pointwise/pointwise_data.h"
#include "apps/adi/pointwise/pointwise_line.h"

/* Rows of a block; those beyond the last repeat it. */
struct x_block {
    const struct pointwise_axis *x;
    const real *capacity[BLOCK], *link[BLOCK];
    real *r, *g, *e;
    int64_t ld;
};

static struct x_block block_at(const struct pointwise *f, int64_t p, int64_t rows, real *r, real *g, real *e)
{
    struct x_block b = {.x = &f->axis[0], .r = r, .g = g, .e = e, .ld = f->row};
    for (int64_t q = 0; q < BLOCK; q++) {
        const int64_t at = p + smaller(q, rows - 1) * f->axis[0].n;
        b.capacity[q] = f->capacity + at;
        b.link[q] = f->axis[0].link + at;
    }
    return b;
}

/* m columns from column i on: m vectors. */
INLINE void load_square(const real *const row[LANES], int64_t i, int64_t m, vec t[LANES])
{
#pragma GCC unroll 16
    for (int q = 0; q < LANES; q++) t[q] = load_first(row[q] + i, m);
    square_transpose(t);
}

INLINE void load_scratch(const real *p, int64_t ld, vec t[LANES])
{
#pragma GCC unroll 16
    for (int q = 0; q < LANES; q++) t[q] = vec_load(p + q * ld);
}

INLINE void store_scratch(real *p, int64_t ld, const vec t[LANES])
{
#pragma GCC unroll 16
    for (int q = 0; q < LANES; q++) vec_store(p + q * ld, t[q]);
}

/* The values of GROUPS times LANES rows, transposed: a vector is a column of LANES rows. */
struct squares {
    vec capacity[GROUPS][LANES], link[GROUPS][LANES], r[GROUPS][LANES], g[GROUPS][LANES], e[GROUPS][LANES];
};

INLINE void load_squares(const struct x_block *b, int64_t i, int64_t m, struct squares *s)
{
    for (int g = 0; g < GROUPS; g++) {
        load_square(b->capacity + g * LANES, i, m, s->capacity[g]);
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
        const vec link = s->link[g][q], own = s->capacity[g][q] + x->loss[i];
        const struct point_row row = {x->weight[i] * before[g], x->weight[i] * link, s->r[g][q]};
        before[g] = link;
        if (cyclic && i == x->n - 1) {
            s->r[g][q] = point_line_close(&line[g], &row, point_line_last_pivot(&line[g], own, row.a, row.b));
            s->g[g][q] = s->e[g][q] = (vec){0};
            continue;
        }
        const vec pivot = point_line_pivot(&line[g], own, row.a, row.b, cyclic);
        s->g[g][q] = point_line_eliminate(&line[g], &row, pivot, cyclic);
        s->r[g][q] = line[g].y;
        if (cyclic) s->e[g][q] = line[g].e;
    }
}

/* m columns from column i on. */
INLINE void eliminate_columns(const struct x_block *b, int64_t i, int64_t m, struct point_line *line, vec *before,
                              const bool cyclic)
{
    const int64_t ld = b->ld;
    struct squares s;
    load_squares(b, i, m, &s);
#pragma GCC unroll 16
    for (int q = 0; q < m; q++) eliminate_column(b->x, i + q, q, line, before, &s, cyclic);
    for (int g = 0; g < GROUPS; g++) {
        store_scratch(b->r + g * LANES * ld + i, ld, s.r[g]);
        store_scratch(b->g + g * LANES * ld + i, ld, s.g[g]);
        if (cyclic) store_scratch(b->e + g * LANES * ld + i, ld, s.e[g]);
    }
}

INLINE void eliminate(const struct x_block *b, const bool cyclic)
{
    struct point_line line[GROUPS];
    vec before[GROUPS];
    const int64_t n = b->x->n;
    int64_t i = 0;
    for (int g = 0; g < GROUPS; g++) {
        line[g] = point_line_begin(cyclic);
        for (int q = 0; q < LANES; q++) before[g][q] = b->link[g * LANES + q][n - 1];
    }
    for (; i + LANES <= n; i += LANES) eliminate_columns(b, i, LANES, line, before, cyclic);
    if (i < n) eliminate_columns(b, i, n - i, line, before, cyclic);
}

/* m columns from column i on of the rows of one group, whose squares begin at `at` of r, g and e; x: the column after,
 * then the first of them. */
INLINE void substitute_columns(const struct x_block *b, int64_t at, int64_t m, vec top, vec *x, const bool cyclic)
{
    vec t[LANES];
    load_scratch(b->r + at, b->ld, t);
#pragma GCC unroll 16
    for (int64_t q = m - 1; q >= 0; q--) {
        *x = t[q] + vec_load(b->g + at + q * b->ld) * *x;
        if (cyclic) *x += vec_load(b->e + at + q * b->ld) * top;
        t[q] = *x;
    }
    square_transpose(t);
    store_scratch(b->r + at, b->ld, t);
}

INLINE void substitute(const struct x_block *b, int64_t at, const bool cyclic)
{
    const int64_t n = b->x->n, whole = n / LANES * LANES, last = (n - 1) / LANES * LANES;
    const vec top = vec_load(b->r + at + last + (n - 1 - last) * b->ld);
    vec x = {0};
    if (whole < n) substitute_columns(b, at + whole, n - whole, top, &x, cyclic);
    for (int64_t i = whole - LANES; i >= 0; i -= LANES) substitute_columns(b, at + i, LANES, top, &x, cyclic);
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
