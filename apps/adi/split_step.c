/* Solves the lines of each axis by elimination without pivoting, as their matrices are diagonally dominant. The last
 * unknown of a periodic line is eliminated first: it is found from two solutions of the others. */
#include "apps/adi/split_step.h"

#include "base/memory.h"

enum { ARRAYS = 3 }; /* of a line: eliminated upper diagonal, solution, the share of the last unknown in it */

static struct stencil_row matrix_row(const struct stencil *op, int axis, double c, int64_t i, int64_t point)
{
    const struct stencil_row l = stencil_row(op, axis, i, point);
    return (struct stencil_row){-c * l.lower, 1 - c * l.diag, -c * l.upper};
}

/* The line that begins at p; work: [ARRAYS n]. */
static void solve_line(const struct stencil *op, int axis, double c, int64_t p, double *d, double *work)
{
    const struct grid *const g = op->grid;
    const int64_t stride = grid_stride(g, axis), n = g->n[axis], m = grid_periodic(g, axis) ? n - 1 : n;
    double *const upper = work, *const y = work + n, *const z = y + n;
    for (int64_t i = 0; i < m; i++) {
        const struct stencil_row r = matrix_row(op, axis, c, i, p + i * stride);
        const double lower = i ? r.lower : 0, pivot = r.diag - lower * (i ? upper[i - 1] : 0);
        const double wrap = m < n ? (i == 0 ? r.lower : 0) + (i == m - 1 ? r.upper : 0) : 0;
        upper[i] = r.upper / pivot;
        y[i] = (d[p + i * stride] - lower * (i ? y[i - 1] : 0)) / pivot;
        z[i] = (-wrap - lower * (i ? z[i - 1] : 0)) / pivot;
    }
    for (int64_t i = m - 2; i >= 0; i--) y[i] -= upper[i] * y[i + 1], z[i] -= upper[i] * z[i + 1];
    double last = 0;
    if (m < n) {
        const int64_t q = p + m * stride;
        const struct stencil_row r = matrix_row(op, axis, c, m, q);
        last = (d[q] - r.lower * y[m - 1] - r.upper * y[0]) / (r.diag + r.lower * z[m - 1] + r.upper * z[0]);
        d[q] = last;
    }
    for (int64_t i = 0; i < m; i++) d[p + i * stride] = y[i] + last * z[i];
}

static void solve_lines(const struct stencil *op, int axis, double c, double *d, double *work)
{
    const struct grid *const g = op->grid;
    const int64_t n = g->n[axis], stride = grid_stride(g, axis), lines = g->points / n, threads = op->exec.threads;
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t t = 0; t < threads; t++)
        for (int64_t s = lines * t / threads; s < lines * (t + 1) / threads; s++)
            solve_line(op, axis, c, s / stride * stride * n + s % stride, d, work + ARRAYS * n * t);
}

enum status split_step(const struct stencil *op, double c, double *d)
{
    const struct grid *const g = op->grid;
    for (int axis = 0; axis < g->dim; axis++) {
        double *work;
        if (g->n[axis] == 1) continue;
        TRY(mem_array(&work, HOST, ARRAYS * g->n[axis] * op->exec.threads, sizeof *work));
        solve_lines(op, axis, c, d, work);
        mem_free(work);
    }
    return ST_OK;
}
