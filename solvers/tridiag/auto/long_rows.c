/* Parts of PART rows, in order to threads. */
#include "solvers/tridiag/auto/long_rows.h"

#include <omp.h>
#include <string.h>

#include "solvers/tridiag/check/check_vectors.h"

enum { PART = 1 << 13 };

bool long_rows_are(const struct shape *shape, const struct exec *exec)
{
    return shape->step == 1 && shape_matrix_step(shape) == 1 && shape->batch < exec->threads && shape->n >= 4 * PART;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void long_rows_keep(const struct checked_chunk *c, const struct exec *exec)
{
    for (int64_t s = 0; s < c->shape.batch; s++) {
        const int64_t rows = shape_rows(&c->shape, s);
        const real *const x = c->system.x + shape_start(&c->shape, s);
        real *const right = c->right + kept_run_at(&c->shape, s).at;
#pragma omp parallel for schedule(static) num_threads(exec->threads)
        for (int64_t i = 0; i < rows; i += PART) memcpy(right + i, x + i, (size_t)least(PART, rows - i) * sizeof *x);
    }
}

/* Rows from ... to - 1, neither the first nor the last: those between the ends of a system of their own. */
static void add_rows(const struct check_system *k, int64_t from, int64_t to, struct check_sizes *sizes)
{
    struct check_system part = *k;
    const int64_t first = from - 1;
    part.line.a += first, part.line.b += first, part.line.c += first, part.line.x += first;
    part.right += first, part.line.n = to - from + 2;
    check_add_rows(&part, 0, sizes);
}

static void join(struct check_sizes *all, const struct check_sizes *part)
{
    all->unsound += part->unsound;
    all->residual = fmax(all->residual, part->residual), all->matrix = fmax(all->matrix, part->matrix);
    all->x = fmax(all->x, part->x), all->right = fmax(all->right, part->right);
}

void long_rows_measure(const struct checked_chunk *c, const struct exec *exec)
{
    for (int64_t s = 0; s < c->shape.batch; s++) {
        const struct kept_run run = kept_run_at(&c->shape, s);
        const struct check_system k = checked_system(c, s, &run);
        const int64_t last = k.line.n - 1;
        struct check_sizes sizes = {0};
        check_add(&sizes, check_row_of(&k, 0));
        if (last > 0) check_add(&sizes, check_row_of(&k, last));
#pragma omp parallel num_threads(exec->threads)
        {
            struct check_sizes own = {0};
#pragma omp for schedule(static)
            for (int64_t i = 1; i < last; i += PART) add_rows(&k, i, least(i + PART, last), &own);
#pragma omp critical(long_rows_measure)
            join(&sizes, &own);
        }
        checked_report(&c->system, s, &k, &sizes);
    }
}
