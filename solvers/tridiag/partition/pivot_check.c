/* Rows of a group as those of a system of their own, whose first and last row know of their neighbours. */
#include "solvers/tridiag/partition/pivot_check.h"

#include <string.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

#include "solvers/tridiag/check/check_vectors.h"

static int64_t rows_of(const struct line *l, int64_t first)
{
    return l->n - first < PARTS_ROWS ? l->n - first : PARTS_ROWS;
}

/* Whole groups go past the caches. */
static void stream(real *to, const real *from)
{
#ifdef __AVX__
    for (int64_t i = 0; i < PARTS_ROWS; i += LANES)
        _mm256_stream_si256((__m256i *)(to + i), _mm256_load_si256((const __m256i *)(from + i)));
#else
    memcpy(to, from, PARTS_ROWS * sizeof *to);
#endif
}

void pivot_check_keep(const struct pivot_check *c, const struct line *l, int64_t first, real *near)
{
    const int64_t rows = rows_of(l, first);
    memcpy(near, l->x + first, (size_t)rows * sizeof *near);
    if (rows == PARTS_ROWS) stream(c->right + first, near);
    else memcpy(c->right + first, near, (size_t)rows * sizeof *near);
}

void pivot_check_add(struct pivot_check *c, const struct line *l, int64_t first, const struct part_ends *ends,
                     const real *near)
{
    struct check_system k = {.line = *l, .right = near, .right_stride = 1};
    const int64_t rows = rows_of(l, first);
    k.line.a += first, k.line.b += first, k.line.c += first, k.line.x += first, k.line.n = rows;
    struct check_row top = check_row_of(&k, 0), bottom = check_row_of(&k, rows - 1);
    if (first > 0) top.a = (double)k.line.a[0], top.before = (double)ends->before[0];
    if (first + rows < l->n) bottom.c = (double)k.line.c[rows - 1], bottom.behind = (double)ends->behind[LANES - 1];
    check_add(&c->sizes, top);
    if (rows > 1) check_add(&c->sizes, bottom);
    check_add_rows(&k, 0, &c->sizes);
}
