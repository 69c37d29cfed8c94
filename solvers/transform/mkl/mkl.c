/* Transforms by MKL, a peer to compare with where it is installed: complex ones of each two lines, between steps that
 * convert lines to complex ones and back (couplings.h).
 *
 * Intel, oneMKL Developer Reference for C, "Fourier Transform Functions". Its own transforms from real to real take one
 * contiguous line, and types 2 to 4 of few lengths. Errors grow as the logarithm of n; 2.5 n log2 n operations a line
 * and 10 of the steps. Blocks of lines are those of `lanes`, whatever the number of threads. */
#include <omp.h>

#include "base/library/mkl_fft.h"
#include "solvers/transform/cost.h"
#include "solvers/transform/mkl/mkl_lines.h"

enum { N_MAX = 1 << 26 };

struct mkl {
    struct complex_steps steps;
    struct mkl_fft fft; /* of the complex lines of a block; none for a length of 1, whose transform is itself */
    char *threads;      /* for each a block of lines, and its complex lines */
    int64_t of_thread, of_lines;
};

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const enum status there = mkl_fft_ready();
    if (there != ST_OK) return fail_within(there, "%s: ", self->method);
    if (shape->n <= N_MAX) return ST_OK;
    return fail(ST_REFUSED, "%s: lines of up to %d values, not of %lld", self->method, (int)N_MAX, (long long)shape->n);
}

static int64_t divide(struct mkl *m, const struct shape *shape, int threads, char *workspace)
{
    struct workspace all = {.memory = workspace}, one = {0};
    complex_steps_place(&m->steps, shape->transform.type, shape->n, &all);
    workspace_take(&one, shape->n * WIDTH * (int64_t)sizeof(real));
    m->of_lines = one.used;
    workspace_take(&one, mkl_lines_count(&m->steps) * m->steps.length * 2 * (int64_t)sizeof(real));
    m->of_thread = one.used;
    m->threads = workspace_take(&all, threads * one.used);
    return all.used;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct mkl m;
    return divide(&m, shape, exec->threads, NULL);
}

static enum status begin(struct plan *p)
{
    struct mkl *const m = p->priv;
    divide(m, &p->shape, p->exec.threads, p->workspace);
    complex_steps_fill(&m->steps, p->shape.transform.type);
    if (m->steps.length == 1) return ST_OK;
    return mkl_fft_make(&m->fft, m->steps.length, mkl_lines_count(&m->steps), sizeof(real) == sizeof(float));
}

static void end(struct plan *p)
{
    mkl_fft_free(&((struct mkl *)p->priv)->fft);
}

static enum status transform_block(const struct mkl *m, const struct line_block *lines, real *x, real factor,
                                   char *workspace)
{
    real *const block = (real *)(void *)workspace, *const z = (real *)(void *)(workspace + m->of_lines);
    line_block_read(lines, x, block, NULL, 0);
    mkl_lines_in(&m->steps, block, z);
    if (m->fft.handle) TRY(mkl_fft_run(&m->fft, z, m->steps.inverse));
    mkl_lines_out(&m->steps, z, factor, block);
    line_block_write(lines, x, block, NULL);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct mkl *const m = p->priv;
    const struct line_blocks blocks = line_blocks_of(&p->shape);
    const real factor = system->transform.factor != 0 ? (real)system->transform.factor : 1;
    int failed = ST_OK;
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t at = 0; at < blocks.count; at++) {
        const struct line_block lines = line_block_at(&blocks, at);
        if (line_block_is_empty(&lines)) continue;
        const enum status s =
            transform_block(m, &lines, system->x, factor, m->threads + omp_get_thread_num() * m->of_thread);
        if (s == ST_OK) continue;
#pragma omp atomic write
        failed = s;
    }
    return failed == ST_OK ? ST_OK : fail(ST_FAILED, "%s: MKL failed to transform lines", p->solver->method);
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    struct cost c = transform_cost(shape);
    c.flops += 10 * (double)shape->n * (double)shape->batch;
    return c;
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .end = end,
    .solve = solve,
};

const struct solver transform_mkl = {
    .method = "mkl",
    .about = "MKL: complex transforms of two lines each, blocks of them in the cache",
    .source = "Intel oneMKL, DFTI; Makhoul 1980",
    .kind = KIND_TRANSFORM,
    .space = HOST,
    .can = CAN_STRIDE | CAN_RAGGED | DETERMINISTIC,
    .priv_bytes = sizeof(struct mkl),
    .hooks = &hooks,
};
