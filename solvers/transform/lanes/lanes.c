/* Transforms with a line in each lane of vectors: a block of lines in the caches, values that are apart in memory taken
 * from there by the first stage and put back by the last step, so that no transposition passes through memory. Two
 * lines are one complex one: rounding errors are relative to the larger of the two. */
#include <omp.h>

#include "solvers/transform/cost.h"
#include "solvers/transform/lanes/steps.h"
#include "solvers/transform/line_block.h"

enum { N_MAX = 1 << 20 };

/* Arrays in the workspace: tables, and for each thread two blocks and a copy of lines that are not interleaved. */
struct arrays {
    struct steps steps;
    char *threads;
    int64_t of_thread, values;
};

static int64_t divide(struct arrays *a, const struct shape *shape, int threads, char *workspace)
{
    struct workspace all = {.memory = workspace}, one = {0};
    steps_place(&a->steps, shape->transform.type, shape->n, &all);
    a->values = fft_values(&a->steps.fft);
    for (int i = 0; i < 2; i++) workspace_take(&one, a->values * (int64_t)sizeof(real));
    workspace_take(&one, shape->n * WIDTH * (int64_t)sizeof(real));
    a->of_thread = one.used;
    a->threads = workspace_take(&all, threads * one.used);
    return all.used;
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    if (shape->n <= N_MAX) return ST_OK;
    return fail(ST_REFUSED, "%s: lines of up to %d values, since it keeps several together; not of %lld", self->method,
                N_MAX, (long long)shape->n);
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct arrays a;
    return divide(&a, shape, exec->threads, NULL);
}

static enum status begin(struct plan *p)
{
    struct arrays *const a = p->priv;
    divide(a, &p->shape, p->exec.threads, p->workspace);
    steps_fill(&a->steps, p->shape.transform.type, (real *)(void *)a->threads);
    return ST_OK;
}

/* Interleaved lines are taken from where they are, or put there; others pass through a copy, in the block if the steps
 * have a place there for each row. */
static struct rows rows_of(const struct line_block *b, real *x, real *block, real *copy, const int64_t *places)
{
    if (b->place == NEIGHBOURS) return (struct rows){x + b->start[0], b->stride, 0, IN_ROWS};
    return places ? (struct rows){block, WIDTH, 0, IN_BLOCK} : (struct rows){copy, WIDTH, 0, IN_ROWS};
}

/* `ahead`: from a row to the one that the caller wants next. */
static void transform_block(const struct arrays *a, const struct line_block *in, const struct line_block *out, real *x,
                            real factor, int64_t ahead, real *block)
{
    const struct steps *const t = &a->steps;
    real *const spare = block + a->values, *const copy = spare + a->values;
    struct rows from = rows_of(in, x, block, copy, t->read), to = rows_of(out, x, block, copy, t->write);
    const bool behind = in->place != NEIGHBOURS && out->place == NEIGHBOURS;
    if (in->place == NEIGHBOURS) from.ahead = ahead;
    if (behind) to.ahead = ahead;
    if (in->place != NEIGHBOURS)
        line_block_read(in, x, from.base, from.place == IN_BLOCK ? t->read : NULL, behind ? 0 : ahead);
    steps_run(t, from, to, factor, block, spare);
    if (out->place != NEIGHBOURS) line_block_write(out, x, to.base, to.place == IN_BLOCK ? t->write : NULL);
}

/* Transforms lines that may come or go in groups. */
static void transform_lines(const struct arrays *a, const struct line_block *lines, enum transform_order order, real *x,
                            real factor, int64_t ahead, real *block)
{
    if (order == LINE_BY_LINE) {
        transform_block(a, lines, lines, x, factor, ahead, block);
        return;
    }
    const struct line_block group = line_block_group(lines);
    transform_block(a, order == ARGUMENT_IN_GROUPS ? &group : lines, order == RESULT_IN_GROUPS ? &group : lines, x,
                    factor, ahead, block);
}

/* From a block to the next one, which is drawn into the caches meanwhile: the contiguous runs of its lines are too
 * short, and too far apart, for the processor to foresee it. 0 if there is none, or if lines are anywhere. */
static int64_t to_next(const struct line_blocks *blocks, const struct line_block *lines, int64_t at)
{
    if (lines->place == FEW_NEIGHBOURS || lines->place == ANYWHERE || at + 1 == blocks->count) return 0;
    return line_block_at(blocks, at + 1).start[0] - lines->start[0];
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct arrays *const a = p->priv;
    const struct line_blocks blocks = line_blocks_of(&p->shape);
    const enum transform_order order = p->shape.transform.order;
    const real factor = system->transform.factor != 0 ? (real)system->transform.factor : 1;
    const int64_t ahead = system->transform.next ? system->transform.next - system->x : 0;
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t at = 0; at < blocks.count; at++) {
        const struct line_block lines = line_block_at(&blocks, at);
        if (line_block_is_empty(&lines)) continue;
        transform_lines(a, &lines, order, system->x, factor, ahead ? ahead : to_next(&blocks, &lines, at),
                        (real *)(void *)(a->threads + omp_get_thread_num() * a->of_thread));
    }
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return transform_cost(shape);
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .solve = solve,
};

const struct solver transform_lanes = {
    .method = "lanes",
    .about = "a line in each lane of vectors, and nothing transposed through memory",
    .source = "Cooley and Tukey 1965; Makhoul 1980; Bluestein 1970",
    .kind = KIND_TRANSFORM,
    .space = HOST,
    .can = CAN_STRIDE | CAN_RAGGED | CAN_GROUP | DETERMINISTIC,
    .priv_bytes = sizeof(struct arrays),
    .hooks = &hooks,
};
