/* A transform as a dense product: n multiplications and additions a value. The fastest for short lines, and the one
 * that others are compared with. The coefficients are rounded from long double, or those of a matrix that is given.
 *
 * Blocks of lines, a line in each lane, are multiplied by panels of a few rows of the matrix, which lie one after the
 * other in memory: K. Goto, R. van de Geijn, ACM Trans. Math. Softw. 34 (2008) 12. */
#include <assert.h>
#include <omp.h>

#include "solvers/batch/workspace.h"
#include "solvers/transform/cost.h"
#include "solvers/transform/line_block.h"

/* Values of a line that are computed together: their sums stay in registers. */
enum { TERMS = VECTOR_BYTES == 64 ? 8 : 4, N_MAX = 4096 };

struct matrix_workspace {
    real *panels;  /* [n / TERMS, rounded up][n][TERMS], of y_k in column k */
    char *threads; /* two blocks each */
    int64_t of_thread;
};

static int64_t divide(struct matrix_workspace *w, const struct shape *shape, int threads, char *workspace)
{
    struct workspace all = {.memory = workspace}, one = {0};
    const int64_t n = shape->n;
    w->panels = workspace_take(&all, (n + TERMS - 1) / TERMS * TERMS * n * (int64_t)sizeof(real));
    workspace_take(&one, n * WIDTH * (int64_t)sizeof(real));
    workspace_take(&one, n * WIDTH * (int64_t)sizeof(real));
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

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct matrix_workspace w;
    return divide(&w, shape, exec->threads, NULL);
}

/* The coefficient of x_j in y_k. */
static real coefficient(const struct transform_shape *t, int64_t n, int64_t k, int64_t j)
{
    return t->type == GIVEN_MATRIX ? t->matrix[k * n + j] : (real)transform_coefficient(t->type, n, k, j);
}

static enum status begin(struct plan *p)
{
    const struct transform_shape *const t = &p->shape.transform;
    struct matrix_workspace w;
    const int64_t n = p->shape.n;
    assert(t->type != GIVEN_MATRIX || t->matrix);
    divide(&w, &p->shape, p->exec.threads, p->workspace);
    for (int64_t k = 0; k < n; k++)
        for (int64_t j = 0; j < n; j++) w.panels[(k / TERMS * n + j) * TERMS + k % TERMS] = coefficient(t, n, k, j);
    return ST_OK;
}

/* `rows` values of y of all lines of a block, in order of j. */
INLINE void product(const real *panel, int64_t n, const real *restrict x, real *restrict y, real factor, const int rows)
{
    vec sum[TERMS][2] = {0};
    for (int64_t j = 0; j < n; j++)
        for (int k = 0; k < rows; k++)
            for (int h = 0; h < 2; h++) sum[k][h] += panel[j * TERMS + k] * vec_load(x + j * WIDTH + h * LANES);
    for (int k = 0; k < rows; k++)
        for (int h = 0; h < 2; h++) vec_store(y + k * WIDTH + h * LANES, sum[k][h] * factor);
}

static void multiply(const real *panels, int64_t n, const real *x, real *y, real factor)
{
    const int64_t whole = n / TERMS * TERMS;
    int64_t k = 0;
    for (; k < whole; k += TERMS) product(panels + k * n, n, x, y + k * WIDTH, factor, TERMS);
    const real *const rest = panels + whole * n;
    for (; k + TERMS / 2 <= n; k += TERMS / 2) product(rest + k - whole, n, x, y + k * WIDTH, factor, TERMS / 2);
    for (; k < n; k++) product(rest + k - whole, n, x, y + k * WIDTH, factor, 1);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct line_blocks blocks = line_blocks_of(&p->shape);
    const int64_t n = p->shape.n;
    const real factor = system->transform.factor != 0 ? (real)system->transform.factor : 1;
    struct matrix_workspace w;
    divide(&w, &p->shape, p->exec.threads, p->workspace);
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t b = 0; b < blocks.count; b++) {
        const struct line_block block = line_block_at(&blocks, b);
        real *const x = (real *)(void *)(w.threads + omp_get_thread_num() * w.of_thread), *const y = x + n * WIDTH;
        if (line_block_is_empty(&block)) continue;
        line_block_read(&block, system->x, x, NULL, 0);
        multiply(w.panels, n, x, y, factor);
        line_block_write(&block, system->x, y, NULL);
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
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .solve = solve,
};

const struct solver transform_matrix = {
    .method = "matrix",
    .about = "the product with the dense matrix of the transform, or with a given one",
    .source = "definition",
    .kind = KIND_TRANSFORM,
    .space = HOST,
    .can = CAN_STRIDE | CAN_RAGGED | CAN_GIVEN_MATRIX | DETERMINISTIC,
    .hooks = &hooks,
};
