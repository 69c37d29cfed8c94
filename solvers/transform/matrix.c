/* A transform as a dense product: n multiplications and additions a value. The fastest for short lines, and the one
 * that others are compared with. The coefficients are rounded from long double. */
#include <omp.h>

#include "solvers/batch/workspace.h"
#include "solvers/transform/cost.h"
#include "solvers/transform/line_block.h"

enum { TERMS = 4 /* rows of y together */, N_MAX = 4096 };

struct matrix_work {
    real *coefficient; /* [n][n], of y_k in column k: [j][k] */
    char *threads;     /* two blocks each */
    int64_t of_thread;
};

static int64_t divide(struct matrix_work *w, const struct shape *shape, int threads, char *work)
{
    struct workspace all = {.at = work}, one = {0};
    const int64_t block = shape->n * WIDTH * (int64_t)sizeof(real);
    w->coefficient = workspace_take(&all, shape->n * shape->n * (int64_t)sizeof(real));
    workspace_take(&one, block);
    workspace_take(&one, block);
    w->of_thread = one.used;
    w->threads = workspace_take(&all, threads * one.used);
    return all.used;
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    if (shape->n <= N_MAX) return ST_OK;
    return fail(ST_REFUSED, "%s: lines of up to %d values, since its matrix has their square; not of %lld",
                self->method, N_MAX, (long long)shape->n);
}

static int64_t work_bytes(const struct solver *self, const struct shape *shape, const void *options,
                          const struct exec *exec)
{
    struct matrix_work w;
    return divide(&w, shape, exec->threads, NULL);
}

static enum status begin(struct plan *p)
{
    struct matrix_work w;
    const int64_t n = p->shape.n;
    divide(&w, &p->shape, p->exec.threads, p->work);
    for (int64_t j = 0; j < n; j++)
        for (int64_t k = 0; k < n; k++)
            w.coefficient[j * n + k] = (real)transform_coefficient(p->shape.transform.type, n, k, j);
    return ST_OK;
}

/* `rows` values of y of all lines of a block, in order of j. */
INLINE void product(const real *c, int64_t n, const real *restrict x, real *restrict y, real factor, const int rows)
{
    vec sum[TERMS][2] = {0};
    for (int64_t j = 0; j < n; j++)
        for (int k = 0; k < rows; k++)
            for (int h = 0; h < 2; h++) sum[k][h] += c[j * n + k] * vec_load(x + j * WIDTH + h * LANES);
    for (int k = 0; k < rows; k++)
        for (int h = 0; h < 2; h++) vec_store(y + k * WIDTH + h * LANES, sum[k][h] * factor);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct line_blocks blocks = line_blocks_of(&p->shape);
    const int64_t n = p->shape.n;
    const real factor = system->transform.factor ? system->transform.factor : 1;
    struct matrix_work w;
    divide(&w, &p->shape, p->exec.threads, p->work);
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t b = 0; b < blocks.count; b++) {
        const struct line_block block = line_block_at(&blocks, b);
        real *const x = (real *)(void *)(w.threads + omp_get_thread_num() * w.of_thread), *const y = x + n * WIDTH;
        if (line_block_is_empty(&block)) continue;
        line_block_read(&block, system->x, x, NULL);
        int64_t k = 0;
        for (; k + TERMS <= n; k += TERMS) product(w.coefficient + k, n, x, y + k * WIDTH, factor, TERMS);
        for (; k < n; k++) product(w.coefficient + k, n, x, y + k * WIDTH, factor, 1);
        line_block_write(&block, system->x, y);
    }
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const double n = (double)shape->n;
    struct cost c = transform_cost(shape);
    c.flops = 2 * n * n * (double)shape->batch;
    return c;
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .work_bytes = work_bytes,
    .cost = cost,
    .begin = begin,
    .solve = solve,
};

const struct solver transform_matrix = {
    .method = "matrix",
    .about = "the product with the dense matrix of the transform",
    .source = "definition",
    .kind = KIND_TRANSFORM,
    .space = HOST,
    .can = CAN_STRIDE | CAN_RAGGED | DETERMINISTIC,
    .hooks = &hooks,
};
