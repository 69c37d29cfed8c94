/* Makes matrices in each format, and answers questions about them: diagonal blocks, bandwidth, lost values. */
#include "solvers/sparse/matrix/matrix.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/sparse/matrix/matrix_visit.h"

const char *const format_words[] = {[CSR] = "csr", [COO] = "coo", [DIA] = "dia", [HYBRID] = "hybrid", NULL};

/* The rows in csr that a matrix is made of. */
struct source {
    const int64_t *start;
    const int32_t *column;
    const real *value;
};

static bool in_block(const struct matrix *a, int64_t row, int64_t column)
{
    return row / a->block == column / a->block;
}

/* Entries in the rows before each block; only entries for which `counts` is true. */
static enum status make_starts(struct matrix *a, const struct source *s,
                               bool (*counts)(const struct matrix *, int64_t, int64_t))
{
    const int64_t blocks = a->n / a->block;
    int64_t *start;
    TRY(mem_array(&start, HOST, blocks + 1, sizeof *start));
    a->start = start;
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = s->start[i]; e < s->start[i + 1]; e++) start[i / a->block + 1] += counts(a, i, s->column[e]);
    for (int64_t b = 0; b < blocks; b++) start[b + 1] += start[b];
    return ST_OK;
}

static bool always(const struct matrix *a, int64_t row, int64_t column)
{
    return true;
}

static bool couples(const struct matrix *a, int64_t row, int64_t column)
{
    return !in_block(a, row, column);
}

static enum status make_csr(struct matrix *a, const struct source *s)
{
    int64_t *start;
    int32_t *column;
    real *value;
    a->entries = s->start[a->n];
    TRY(mem_array(&start, HOST, a->n + 1, sizeof *start));
    a->start = start;
    memcpy(start, s->start, (size_t)(a->n + 1) * sizeof *start);
    TRY(mem_array(&column, HOST, a->entries, sizeof *column));
    a->column = column;
    memcpy(column, s->column, (size_t)a->entries * sizeof *column);
    TRY(mem_array(&value, HOST, a->entries, sizeof *value));
    a->value = value;
    memcpy(value, s->value, (size_t)a->entries * sizeof *value);
    return ST_OK;
}

/* Copies the entries for which `counts` is true, one after the other. */
static enum status make_triplets(struct matrix *a, const struct source *s,
                                 bool (*counts)(const struct matrix *, int64_t, int64_t))
{
    int32_t *row, *column;
    real *value;
    TRY(make_starts(a, s, counts));
    const int64_t entries = a->start[a->n / a->block];
    TRY(mem_array(&row, HOST, entries, sizeof *row));
    a->row = row;
    TRY(mem_array(&column, HOST, entries, sizeof *column));
    a->column = column;
    TRY(mem_array(&value, HOST, entries, sizeof *value));
    a->value = value;
    int64_t k = 0;
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = s->start[i]; e < s->start[i + 1]; e++) {
            if (!counts(a, i, s->column[e])) continue;
            row[k] = (int32_t)i;
            column[k] = s->column[e];
            value[k++] = s->value[e];
        }
    return ST_OK;
}

static enum status make_coo(struct matrix *a, const struct source *s)
{
    a->entries = s->start[a->n];
    return make_triplets(a, s, always);
}

/* which[o + n - 1]: 1 if there is an entry on the diagonal of offset o, and then the number of that diagonal. */
static enum status make_diagonals(struct matrix *a, const struct source *s, int64_t *which)
{
    int64_t *offset;
    real *value;
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = s->start[i]; e < s->start[i + 1]; e++) which[s->column[e] - i + a->n - 1] = 1;
    for (int64_t o = 0; o < 2 * a->n - 1; o++) a->diagonals += which[o];
    a->entries = a->diagonals * a->n;
    TRY(mem_array(&offset, HOST, a->diagonals, sizeof *offset));
    a->offset = offset;
    int64_t d = 0;
    for (int64_t o = 0; o < 2 * a->n - 1; o++)
        if (which[o]) offset[d] = o - (a->n - 1), which[o] = d++;
    TRY(mem_array(&value, HOST, a->entries, sizeof *value));
    a->value = value;
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = s->start[i]; e < s->start[i + 1]; e++)
            value[which[s->column[e] - i + a->n - 1] * a->n + i] = s->value[e];
    return ST_OK;
}

static enum status make_dia(struct matrix *a, const struct source *s)
{
    int64_t *which;
    TRY(mem_array(&which, HOST, 2 * a->n - 1, sizeof *which));
    const enum status st = make_diagonals(a, s, which);
    mem_free(which);
    return st;
}

static enum status make_hybrid(struct matrix *a, const struct source *s)
{
    real *d[3];
    for (int k = 0; k < 3; k++) {
        TRY(mem_array(&d[k], HOST, a->n, sizeof *d[k]));
        *(k == 0 ? &a->lower : k == 1 ? &a->diag : &a->upper) = d[k];
    }
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = s->start[i]; e < s->start[i + 1]; e++) {
            const int64_t offset = s->column[e] - i;
            if (!in_block(a, i, s->column[e])) continue;
            if (offset < -1 || offset > 1)
                return fail(ST_REFUSED,
                            "hybrid: row %lld has an entry in column %lld, so that its block of %lld rows is "
                            "not tridiagonal; csr, coo and dia can hold it",
                            (long long)i, (long long)s->column[e], (long long)a->block);
            d[offset + 1][i] = s->value[e];
        }
    TRY(make_triplets(a, s, couples));
    a->entries = 3 * a->n + a->start[a->n / a->block];
    return ST_OK;
}

static enum status (*const makers[FORMAT_COUNT])(struct matrix *, const struct source *) = {
    [CSR] = make_csr, [COO] = make_coo, [DIA] = make_dia, [HYBRID] = make_hybrid};

enum status matrix_make(struct matrix **out, enum format format, int64_t n, int64_t block, const int64_t *start,
                        const int32_t *column, const real *value)
{
    struct matrix *a;
    *out = NULL;
    if (n < 1 || n > INT32_MAX)
        return fail(ST_REFUSED, "a stored matrix has 1 to %d rows, not %lld", INT32_MAX, (long long)n);
    if (block < 1 || n % block)
        return fail(ST_REFUSED, "blocks of %lld rows do not divide the %lld rows of the matrix", (long long)block,
                    (long long)n);
    TRY(mem_alloc(&a, HOST, sizeof *a));
    a->format = format, a->n = n, a->block = block;
    const enum status s = makers[format](a, &(struct source){start, column, value});
    *out = s == ST_OK ? a : matrix_free(a);
    return s;
}

struct matrix *matrix_free(struct matrix *a)
{
    if (!a) return NULL;
    const void *const held[] = {a->start, a->row, a->column, a->offset, a->value, a->lower, a->diag, a->upper};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) mem_free((void *)held[i]);
    return mem_free(a);
}

int64_t matrix_bytes(const struct matrix *a)
{
    const int64_t blocks = a->n / a->block, real_ = (int64_t)sizeof(real), starts = (int64_t)sizeof *a->start,
                  place = (int64_t)sizeof *a->row;
    switch (a->format) {
    case CSR: return a->entries * (real_ + place) + (a->n + 1) * starts;
    case COO: return a->entries * (real_ + 2 * place) + (blocks + 1) * starts;
    case DIA: return a->entries * real_ + a->diagonals * (int64_t)sizeof *a->offset;
    default: return 3 * a->n * real_ + a->start[blocks] * (real_ + 2 * place) + (blocks + 1) * starts;
    }
}

struct csr_double {
    int64_t *start;
    int32_t *column;
    real *value;
    int64_t count;
};

static void put_row(void *to, int64_t row, int64_t column, real value)
{
    struct csr_double *const r = to;
    if (r->column) r->column[r->count] = (int32_t)column;
    if (r->value) r->value[r->count] = value;
    r->start[row + 1] = ++r->count;
}

void matrix_rows(const struct matrix *a, int64_t *start, int32_t *column, real *value)
{
    struct csr_double r = {start, column, value, 0};
    memset(start, 0, (size_t)(a->n + 1) * sizeof *start);
    matrix_visit(a, put_row, &r);
    for (int64_t i = 0; i < a->n; i++)
        if (start[i + 1] < start[i]) start[i + 1] = start[i];
}

struct diagonals {
    const struct matrix *a;
    real *band[3];
    int64_t row, column; /* of an entry of a diagonal block outside its three diagonals; row -1: none */
};

static void put_diagonal(void *to, int64_t row, int64_t column, real value)
{
    struct diagonals *const d = to;
    if (!in_block(d->a, row, column)) return;
    if (column < row - 1 || column > row + 1) d->row = row, d->column = column;
    else d->band[column - row + 1][row] = value;
}

enum status matrix_tridiagonal(const struct matrix *a, real *lower, real *diag, real *upper)
{
    struct diagonals d = {.a = a, .band = {lower, diag, upper}, .row = -1};
    for (int k = 0; k < 3; k++) memset(d.band[k], 0, (size_t)a->n * sizeof(real));
    matrix_visit(a, put_diagonal, &d);
    if (d.row < 0) return ST_OK;
    return fail(ST_REFUSED, "a diagonal block is not tridiagonal: there is an entry in row %lld, column %lld",
                (long long)d.row, (long long)d.column);
}

struct reach {
    const int64_t *place; /* of each row in the order; NULL: its own number */
    int64_t block, max;
};

static void see_blocks(void *to, int64_t row, int64_t column, real value)
{
    struct reach *const r = to;
    const int64_t distance = llabs(row / r->block - column / r->block);
    if (distance > r->max) r->max = distance;
}

bool matrix_is_blocktri(const struct matrix *a)
{
    struct reach r = {.block = a->block};
    matrix_visit(a, see_blocks, &r);
    return r.max <= 1;
}

static void see_band(void *to, int64_t row, int64_t column, real value)
{
    struct reach *const r = to;
    const int64_t distance = r->place ? llabs(r->place[row] - r->place[column]) : llabs(row - column);
    if (distance > r->max) r->max = distance;
}

enum status matrix_band(const struct matrix *a, const int32_t *order, int64_t *band)
{
    struct reach r = {.block = a->block};
    int64_t *place = NULL;
    if (order) TRY(mem_array(&place, HOST, a->n, sizeof *place));
    for (int64_t k = 0; order && k < a->n; k++) place[order[k]] = k;
    r.place = place;
    matrix_visit(a, see_band, &r);
    mem_free(place);
    *band = r.max;
    return ST_OK;
}

enum status matrix_lost(double value)
{
    return fail(ST_FAILED,
                "an element of %g is beyond the range of " REAL_NAME ", %.2g to %.2g; take another unit of time", value,
                (double)REAL_MIN, (double)REAL_MAX);
}
