/* The loops of check_loops.h on the host, by threads: a block of systems side by side, or a system, at a time. */
#include <omp.h>
#include <string.h>

#include "solvers/tridiag/check/check_loops.h"
#include "solvers/tridiag/check/check_vectors.h"
#include "solvers/tridiag/check/twice.h"

/* Values that lie side by side both in x and where they are kept: `rows` times `width` of them. */
struct block {
    int64_t rows, width, step, kept_step; /* from row to row in x, and in what is kept */
    int64_t at;                           /* of the first among the values kept */
    real *x;
};

static struct block block_of(const struct checked_chunk *c, const struct kept_run *run)
{
    const struct shape *const s = &c->shape;
    const int64_t rows = shape_rows(s, run->first);
    struct block b = {.rows = rows, .width = run->systems, .step = s->step, .kept_step = run->step, .at = run->at};
    b.x = c->system.x + shape_start(s, run->first);
    if (s->step == 1 || (s->step == run->systems && run->step == run->systems))
        b.rows = 1, b.width = rows * run->systems;
    return b;
}

static void copy_rows(real *to, int64_t to_step, const real *from, int64_t from_step, int64_t rows, int64_t width)
{
    for (int64_t i = 0; i < rows; i++) memcpy(to + i * to_step, from + i * from_step, (size_t)width * sizeof(real));
}

static void keep_block(const struct checked_chunk *c, const struct kept_run *run)
{
    const struct block b = block_of(c, run);
    copy_rows(c->right + b.at, b.kept_step, b.x, b.step, b.rows, b.width);
}

static void put_probe_block(const struct checked_chunk *c, const struct kept_run *run)
{
    const int64_t rows = shape_rows(&c->shape, run->first), step = c->shape.step;
    real *const x = c->system.x + shape_start(&c->shape, run->first);
    if (step == 1) memcpy(x, c->probe, (size_t)rows * sizeof(real));
    else
        for (int64_t i = 0; i < rows; i++)
            for (int64_t q = 0; q < run->systems; q++) x[i * step + q] = c->probe[i];
}

/* The largest magnitude among `count` values, or infinity if one is not finite. */
static double largest_of(const real *x, int64_t step, int64_t count)
{
    enum { SIDE = 8 };
    real most[SIDE] = {0}, unsound[SIDE] = {0};
    int64_t i = 0;
    for (; i + SIDE <= count; i += SIDE)
        for (int q = 0; q < SIDE; q++) {
            const real v = x[(i + q) * step], size = v < 0 ? -v : v;
            most[q] = size > most[q] ? size : most[q];
            unsound[q] += 0 * v;
        }
    for (; i < count; i++) {
        const real v = x[i * step], size = v < 0 ? -v : v;
        most[0] = size > most[0] ? size : most[0];
        unsound[0] += 0 * v;
    }
    for (int q = 1; q < SIDE; q++) {
        most[0] = most[q] > most[0] ? most[q] : most[0];
        unsound[0] += unsound[q];
    }
    return unsound[0] == 0 ? (double)most[0] : (double)INFINITY;
}

/* The same of each of KEPT_LINE neighbours. */
static void largest_of_side(const real *x, int64_t step, int64_t rows, double *out)
{
    real most[KEPT_LINE] = {0}, unsound[KEPT_LINE] = {0};
    for (int64_t i = 0; i < rows; i++)
        for (int q = 0; q < KEPT_LINE; q++) {
            const real v = x[i * step + q], size = v < 0 ? -v : v;
            most[q] = size > most[q] ? size : most[q];
            unsound[q] += 0 * v;
        }
    for (int q = 0; q < KEPT_LINE; q++) out[q] = unsound[q] == 0 ? (double)most[q] : (double)INFINITY;
}

static void take_largest_block(const struct checked_chunk *c, const struct kept_run *run)
{
    const struct block b = block_of(c, run);
    double *const largest = c->system.condition + run->first;
    const int64_t step = c->shape.step, rows = shape_rows(&c->shape, run->first);
    int64_t q = 0;
    for (; q + KEPT_LINE <= run->systems; q += KEPT_LINE) largest_of_side(b.x + q, step, rows, largest + q);
    for (; q < run->systems; q++) largest[q] = largest_of(b.x + q, step, rows);
    copy_rows(b.x, b.step, c->right + b.at, b.kept_step, b.rows, b.width);
}

static void put_residual_block(const struct checked_chunk *c, const struct kept_run *run)
{
    const struct block b = block_of(c, run);
    copy_rows(c->first + b.at, b.kept_step, b.x, b.step, b.rows, b.width);
    for (int64_t q = 0; q < run->systems; q++) {
        const struct check_system k = checked_system(c, run->first + q, run);
        residual_twice(&k, c->first + run->at + q, run->step);
    }
}

static void correct_block(const struct checked_chunk *c, const struct kept_run *run)
{
    for (int64_t q = 0; q < run->systems; q++) {
        const struct line l = line_of(&c->shape, &c->system, run->first + q);
        const real *const first = c->first + run->at + q;
        const double correction = largest_of(l.x, l.x_step, l.n), x = largest_of(first, run->step, l.n);
        const real share = correction <= x / 2 ? 1 : 0;
        for (int64_t i = 0; i < l.n; i++)
            l.x[i * l.x_step] = share > 0 ? first[i * run->step] + l.x[i * l.x_step] : first[i * run->step];
    }
}

/* How the matrices of systems that lie side by side lie. */
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

/* What is known of the systems of a run while they are measured. */
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
    if (k->line.step == 1 && k->line.x_step == 1) check_add_rows(k, c->ahead, sizes);
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
        const double backward = checked_report(c, run->first + q, &m.k[q], &m.sizes[q]);
        worst->backward = fmax(worst->backward, backward);
        if (c->system.condition) worst->condition = fmax(worst->condition, c->system.condition[run->first + q]);
    }
}

typedef void block_function(const struct checked_chunk *c, const struct kept_run *run);

static void take(const struct checked_chunk *c, int64_t k, block_function *of)
{
    const struct kept_run run = kept_run_at(&c->shape, k);
    if (run.systems > 0) of(c, &run);
}

/* A region of one thread would take half a microsecond. */
static void each(const struct checked_chunk *c, const struct exec *exec, block_function *of)
{
    const int64_t runs = kept_runs(&c->shape);
    if (exec->threads == 1) {
        for (int64_t k = 0; k < runs; k++) take(c, k, of);
        return;
    }
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t k = 0; k < runs; k++) take(c, k, of);
}

static void keep(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, keep_block);
}

static void put_probe(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, put_probe_block);
}

static void take_largest(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, take_largest_block);
}

static void put_residual(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, put_residual_block);
}

static void correct(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, correct_block);
}

static void measure_from(const struct checked_chunk *c, int64_t from, int64_t to, struct checked_worst *worst)
{
    for (int64_t k = from; k < to; k++) {
        const struct kept_run run = kept_run_at(&c->shape, k);
        measure_block(c, &run, worst);
    }
}

static struct checked_worst measure(const struct checked_chunk *c, const struct exec *exec)
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

const struct checked_loops checked_host = {keep, put_probe, take_largest, put_residual, correct, measure};
