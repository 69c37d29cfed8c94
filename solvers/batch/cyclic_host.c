/* The loops of cyclic_ends.h on the host: rows and systems side by side, by threads. */
#include "solvers/batch/cyclic_ends.h"

enum { WIDTH = 16 }; /* systems processed side by side */

static void keep(const struct cyclic_ends *b, const struct exec *exec)
{
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t s = 0; s < b->shape.batch; s++) b->alone[s] = b->system.x[shape_start(&b->shape, s)];
}

static void set(const struct cyclic_ends *b, const struct exec *exec)
{
    const int64_t borders = b->alike ? 1 : b->shape.batch;
#pragma omp parallel num_threads(exec->threads)
    {
#pragma omp for schedule(static)
        for (int64_t k = 0; k < b->q_count; k++) b->q[k] = 0;
#pragma omp for schedule(static)
        for (int64_t s = 0; s < borders; s++) cyclic_set(b, s);
    }
}

/* The systems s ... end - 1, at most WIDTH. */
static void close_some(const struct cyclic_ends *b, int64_t s, int64_t end)
{
    struct line p[WIDTH], q[WIDTH];
    real last[WIDTH];
    int64_t rows = 0;
    for (int64_t k = 0; s + k < end; k++) {
        p[k] = line_of(&b->shape, &b->system, s + k);
        q[k] = cyclic_line(b, s + k);
        last[k] = cyclic_end(b, s + k);
        if (p[k].n > rows) rows = p[k].n;
    }
    for (int64_t i = 0; i < rows - 1; i++)
        for (int64_t k = 0; k < end - s; k++)
            if (i < p[k].n - 1) cyclic_add(b, s + k, p[k], q[k], i, last[k]);
}

static void close(const struct cyclic_ends *b, const struct exec *exec)
{
    /* Row by row where neighbours are nearer than rows, so that each cache line is fetched once. */
    const int64_t batch = b->shape.batch, width = b->shape.dist < b->shape.step ? WIDTH : 1;
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t s = 0; s < batch; s += width) close_some(b, s, s + width < batch ? s + width : batch);
}

const struct cyclic_loops cyclic_host = {keep, set, close};
