/* Products of a vector with a matrix, and with its part outside the diagonal blocks. */
#include <string.h>

#include "solvers/sparse/matrix/matrix.h"

/* Rows from ... to - 1 of whole blocks, and whether entries of diagonal blocks count. */
struct part {
    int64_t from, to;
    bool whole;
};

static real row_product(const struct matrix *a, int64_t i, const real *x)
{
    real sum = 0;
    for (int64_t e = a->start[i]; e < a->start[i + 1]; e++) sum += a->value[e] * x[a->column[e]];
    return sum;
}

/* Columns rise: those before the block from the left, those after it from the right. */
static real row_product_outside(const struct matrix *a, int64_t i, int64_t begin, const real *x)
{
    int64_t e = a->start[i], last = a->start[i + 1] - 1;
    real sum = 0;
    for (; e <= last && a->column[e] < begin; e++) sum += a->value[e] * x[a->column[e]];
    for (; last >= e && a->column[last] >= begin + a->block; last--) sum += a->value[last] * x[a->column[last]];
    return sum;
}

static void multiply_csr(const struct matrix *a, struct part p, const real *x, real *y)
{
    for (int64_t begin = p.from; begin < p.to; begin += a->block)
        for (int64_t i = begin; i < begin + a->block; i++)
            y[i] = p.whole ? row_product(a, i, x) : row_product_outside(a, i, begin, x);
}

static void add_triplets(const struct matrix *a, struct part p, const real *x, real *y)
{
    for (int64_t begin = p.from; begin < p.to; begin += a->block)
        for (int64_t e = a->start[begin / a->block]; e < a->start[begin / a->block + 1]; e++)
            if (p.whole || (uint64_t)(a->column[e] - begin) >= (uint64_t)a->block)
                y[a->row[e]] += a->value[e] * x[a->column[e]];
}

static void multiply_coo(const struct matrix *a, struct part p, const real *x, real *y)
{
    memset(y + p.from, 0, (size_t)(p.to - p.from) * sizeof *y);
    add_triplets(a, p, x, y);
}

static int64_t min(int64_t i, int64_t j)
{
    return i < j ? i : j;
}

static int64_t max(int64_t i, int64_t j)
{
    return i > j ? i : j;
}

/* Block by block, so that y stays in cache; outside of the diagonal block are the last rows of a block for a diagonal
 * above, and its first rows for one below. */
static void multiply_dia(const struct matrix *a, struct part p, const real *x, real *y)
{
    memset(y + p.from, 0, (size_t)(p.to - p.from) * sizeof *y);
    for (int64_t begin = p.from; begin < p.to; begin += a->block)
        for (int64_t d = 0; d < a->diagonals; d++) {
            const int64_t o = a->offset[d], end = begin + a->block;
            int64_t i = max(begin, -o), to = min(end, a->n - o);
            if (!p.whole && o >= 0) i = max(i, end - o);
            if (!p.whole && o < 0) to = min(to, begin - o);
            const real *const v = a->value + d * a->n;
            for (; i < to; i++) y[i] += v[i] * x[i + o];
        }
}

static void multiply_hybrid(const struct matrix *a, struct part p, const real *x, real *y)
{
    if (!p.whole) memset(y + p.from, 0, (size_t)(p.to - p.from) * sizeof *y);
    for (int64_t i = p.from; p.whole && i < p.to; i++) {
        y[i] = a->diag[i] * x[i];
        if (i > 0) y[i] += a->lower[i] * x[i - 1];
        if (i + 1 < a->n) y[i] += a->upper[i] * x[i + 1];
    }
    add_triplets(a, (struct part){p.from, p.to, true}, x, y);
}

static void multiply(const struct matrix *a, int64_t first, int64_t blocks, bool whole, const real *x, real *y)
{
    static void (*const products[FORMAT_COUNT])(const struct matrix *, struct part, const real *, real *) = {
        [CSR] = multiply_csr, [COO] = multiply_coo, [DIA] = multiply_dia, [HYBRID] = multiply_hybrid};
    products[a->format](a, (struct part){first * a->block, (first + blocks) * a->block, whole}, x, y);
}

void matrix_multiply(const struct matrix *a, int64_t first, int64_t blocks, const real *x, real *y)
{
    multiply(a, first, blocks, true, x, y);
}

void matrix_couple(const struct matrix *a, int64_t first, int64_t blocks, const real *x, real *y)
{
    multiply(a, first, blocks, false, x, y);
}
