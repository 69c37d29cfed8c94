/* Moves the rows of a group between arrays and vectors. */
#include "solvers/tridiag/scan/lane_chunks.h"

#include "solvers/batch/simd_transpose.h"

/* Element 0 of each chunk. */
INLINE vec gathered(const real *p, int64_t pitch)
{
    vec v;
    for (int q = 0; q < LANES; q++) v[q] = p[q * pitch];
    return v;
}

INLINE void column_load(const real *p, int64_t rows, int64_t behind, vec *out)
{
    for (int64_t i = 0; i < rows; i += ROWS) {
        for (int q = 0; q < LANES && i % LINE == 0; q++) prefetch(p + (LANES + q) * rows + i);
        rows_load(p + i, rows, out + i);
    }
    for (int64_t i = rows; i < rows + behind; i++) out[i] = gathered(p + i, rows);
}

void lane_rows_load(const struct lane_chunks *k, struct tridiag_rows from, int64_t group, struct lane_rows *out)
{
    const int64_t first = group * LANES * k->rows;
    out->rows = k->rows;
    column_load(from.a + first, k->rows, 2, out->a);
    column_load(from.b + first, k->rows, 2, out->b);
    column_load(from.c + first, k->rows, 2, out->c + 1);
    column_load(from.d + first, k->rows, 1, out->d);
    out->c[0] = gathered(from.c + first - 1, k->rows);
}

void lane_rows_store(const struct lane_chunks *k, int64_t group, vec *x, real *to)
{
    for (int64_t i = 0; i < k->rows; i += ROWS) rows_store(to + group * LANES * k->rows + i, k->rows, x + i);
}
