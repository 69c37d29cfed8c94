/* Backward errors of the systems of a chunk on the host, by threads: a block of interleaved systems, or a system, at a
 * time. */
#include <omp.h>

#include "solvers/tridiag/check/check_loops.h"
#include "solvers/tridiag/check/check_vectors.h"

/* The layout of the matrices of interleaved systems. */
enum matrices { APART, BESIDE, ONE };

static enum matrices matrices_of(const struct checked_chunk *c, int64_t first, int64_t systems)
{
    const int64_t start = shape_matrix_start(&c->shape, first);
    bool one = c->shape.matrix.inner > 0, beside = true;
    for (int64_t q = 1; c->shape.matrix.inner > 0 && q < systems; q++) {
        one &= shape_matrix_start(&c->shape, first + q) == start;
        beside &= shape_matrix_start(&c->shape, first + q) == start + q;
    }
    return one ? ONE : beside ? BESIDE : APART;
}

/* The systems of a run, and the sizes that are found of them. */
struct measured {
    struct check_system k[KEPT_SIDE];
    struct check_sizes sizes[KEPT_SIDE];
};

/* The inner rows of neighbours, some rows of all before the next, so that those of the next chunk come into the cache
 * in place of what is done with. Returns how many systems are done: whole lines. */
static int64_t add_lines(const struct checked_chunk *c, const struct kept_run *run, struct measured *m)
{
    enum { ROWS_TOGETHER = 64 };
    const int64_t lines = run->systems / KEPT_LINE, n = c->shape.n;
    struct check_part part[KEPT_SIDE / KEPT_LINE];
    for (int64_t q = 0; q < lines; q++) {
        const int64_t first = run->first + q * KEPT_LINE;
        const enum matrices matrices = matrices_of(c, first, KEPT_LINE);
        if (matrices == APART) return 0;
        part[q] = (struct check_part){.ahead = c->ahead, .one = matrices == ONE};
        part[q].shift = c->shape.tridiag.shifted ? c->system.tridiag.shift + first : NULL;
    }
    for (int64_t i = 1; i < n - 1; i += ROWS_TOGETHER)
        for (int64_t q = 0; q < lines; q++) {
            part[q].from = i, part[q].to = i + ROWS_TOGETHER < n - 1 ? i + ROWS_TOGETHER : n - 1;
            check_add_side(&m->k[q * KEPT_LINE], part[q], &m->sizes[q * KEPT_LINE]);
        }
    return lines * KEPT_LINE;
}

static void add_rows(const struct checked_chunk *c, const struct check_system *k, struct check_sizes *sizes)
{
    if (k->line.stride == 1 && k->line.x_stride == 1) check_add_rows(k, c->ahead, sizes);
    else
        for (int64_t i = 1; i < k->line.n - 1; i++) check_add(sizes, check_row_of(k, i));
}

static void measure_block(const struct checked_chunk *c, const struct kept_run *run, struct checked_worst *worst)
{
    struct measured m;
    for (int64_t q = 0; q < run->systems; q++) {
        m.k[q] = checked_system(c, run->first + q, run);
        m.sizes[q] = (struct check_sizes){0};
        check_add(&m.sizes[q], check_row_of(&m.k[q], 0));
        if (m.k[q].line.n > 1) check_add(&m.sizes[q], check_row_of(&m.k[q], m.k[q].line.n - 1));
    }
    for (int64_t q = add_lines(c, run, &m); q < run->systems; q++) add_rows(c, &m.k[q], &m.sizes[q]);
    for (int64_t q = 0; q < run->systems; q++) {
        const double backward = check_backward(&m.k[q], &m.sizes[q]);
        checked_report(&c->system, run->first + q, &m.k[q], &m.sizes[q], backward, c->shape.tridiag.restore);
        worst->backward = fmax(worst->backward, backward);
        if (c->system.condition) worst->condition = fmax(worst->condition, c->system.condition[run->first + q]);
    }
}

static void measure_from(const struct checked_chunk *c, int64_t from, int64_t to, struct checked_worst *worst)
{
    for (int64_t k = from; k < to; k++) {
        const struct kept_run run = kept_run_at(&c->shape, k);
        measure_block(c, &run, worst);
    }
}

struct checked_worst checked_measure_host(const struct checked_chunk *c, const struct exec *exec)
{
    const int64_t runs = kept_runs(&c->shape);
    struct checked_worst worst = {0, c->system.condition ? 0 : (double)NAN};
    if (exec->threads == 1) {
        measure_from(c, 0, runs, &worst);
        return worst;
    }
#pragma omp parallel num_threads(exec->threads)
    {
        const int64_t rank = omp_get_thread_num(), ranks = omp_get_num_threads();
        struct checked_worst own = worst;
        measure_from(c, runs * rank / ranks, runs * (rank + 1) / ranks, &own);
#pragma omp critical(check_measure)
        {
            worst.backward = fmax(worst.backward, own.backward);
            worst.condition = fmax(worst.condition, own.condition);
        }
    }
    return worst;
}
