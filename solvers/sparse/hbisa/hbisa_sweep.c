/* The sweeps of hbisa.h on the host: right sides, block solves, damping, aggregation, and the convergence check. */
#include "solvers/sparse/hbisa/hbisa_sweep.h"

#include <math.h>
#include <string.h>

#include "solvers/sparse/hbisa/aggregation.h"
#include "solvers/sparse/matrix/matrix.h"
#include "solvers/sparse/max_reduce.h"

struct sweep {
    const struct plan *plan;
    const struct hbisa *scheme;
    const struct hbisa_options *options;
    const struct matrix *a;
    struct hbisa_workspace space;
    real *x;
    int64_t n, block, blocks;
    bool stationary;
};

typedef void block_work(const struct sweep *w, int64_t j);

/* Does `work` on all blocks of a colour; the result does not depend on the thread that a block falls to. */
static void each_block(const struct sweep *w, int64_t colour, int64_t colours, block_work *work)
{
    const int64_t count = (w->blocks - colour + colours - 1) / colours;
    const int threads = hbisa_threads(count * w->block, w->plan->exec.threads);
    if (threads == 1) {
        for (int64_t k = 0; k < count; k++) work(w, colour + k * colours);
        return;
    }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t k = 0; k < count; k++) work(w, colour + k * colours);
}

/* Adds the blocks' values in sum[k], in their order. */
static double total(const struct sweep *w, int k)
{
    double sum = 0;
    for (int64_t j = 0; j < w->blocks; j++) sum += w->space.sum[k][j];
    return sum;
}

static void make_right_side(const struct sweep *w, int64_t j)
{
    real *const restrict r = w->space.r;
    const real *const restrict b = w->space.b;
    const int64_t from = j * w->block, to = from + w->block;
    matrix_couple(w->a, j, 1, w->x, r);
    if (b)
        for (int64_t i = from; i < to; i++) r[i] = b[i] - r[i];
    else
        for (int64_t i = from; i < to; i++) r[i] = 0 - r[i]; /* no -0 */
}

/* Probabilities are not negative, but D may be so near to singular that rounding decides the sign of y. */
static void take_solution(const struct sweep *w, int64_t j)
{
    const real damping = (real)w->scheme->damping;
    real *const restrict y = w->space.r, *const restrict x = w->x;
    const int64_t from = j * w->block, to = from + w->block;
    for (int64_t i = from; w->stationary && i < to; i++) y[i] = (real)fabs((double)y[i]);
    if (damping == 1) memcpy(x + from, y + from, (size_t)w->block * sizeof *x);
    else
        for (int64_t i = from; i < to; i++) x[i] += damping * (y[i] - x[i]);
}

struct system sweep_system(const struct hbisa_workspace *space, int64_t first)
{
    return (struct system){KIND_TRIDIAG, .tridiag = {space->lower + first, space->diag + first, space->upper + first},
                           .x = space->r + first};
}

/* The first row of the colour's blocks without a pivot, plus 1, or 0. */
static int64_t row_without_pivot(const struct sweep *w, int64_t colour, int64_t colours)
{
    int64_t k = 0;
    for (int64_t j = colour; j < w->blocks; j += colours, k++)
        if (w->space.info[k] > 0) return j * w->block + w->space.info[k];
    return 0;
}

/* info, not NULL in the first sweep: becomes the first row without a pivot, plus 1, if there is one. */
static enum status sweep_colour(const struct sweep *w, int64_t colour, int64_t *info)
{
    const int64_t colours = w->scheme->colours;
    struct system system = sweep_system(&w->space, colour * w->block);
    system.info = info ? w->space.info : NULL;
    each_block(w, colour, colours, make_right_side);
    TRY(plan_solve(w->scheme->inner[colours > 2 ? 0 : colour], &system));
    if (info && *info == 0) *info = row_without_pivot(w, colour, colours);
    each_block(w, colour, colours, take_solution);
    return ST_OK;
}

static void add_up(const struct sweep *w, int64_t j)
{
    double sum = 0;
    for (int64_t i = j * w->block; i < (j + 1) * w->block; i++) sum += (double)w->x[i];
    w->space.sum[0][j] = sum;
}

static void divide(const struct sweep *w, int64_t j)
{
    for (int64_t i = j * w->block; i < (j + 1) * w->block; i++) w->x[i] = (real)((double)w->x[i] * w->space.sum[1][0]);
}

/* Scales x to the sum 1. */
static void normalise(const struct sweep *w)
{
    each_block(w, 0, 1, add_up);
    w->space.sum[1][0] = 1 / total(w, 0);
    each_block(w, 0, 1, divide);
}

static void put_right(const struct sweep *w)
{
    const struct aggregation a = {.levels = w->blocks,
                                  .phases = w->block,
                                  .rise = w->space.rise,
                                  .fall = w->space.fall,
                                  .mass = w->space.sum[0],
                                  .up = w->space.sum[1],
                                  .down = w->space.sum[2]};
    aggregation_apply(&a, w->x, hbisa_threads(w->n, w->plan->exec.threads));
}

/* The contributions of a block to the norm of the residual, and to the norm it is relative to. */
static void look_at_residual(const struct sweep *w, int64_t j)
{
    const struct hbisa_workspace *const space = &w->space;
    double off = 0, scale = 0;
    matrix_multiply(w->a, j, 1, w->x, space->r);
    for (int64_t i = j * w->block; i < (j + 1) * w->block; i++) {
        off += fabs((double)(w->stationary ? space->r[i] : space->b[i] - space->r[i]));
        scale += fabs((double)(w->stationary ? space->diag[i] * w->x[i] : space->b[i]));
    }
    space->sum[0][j] = off, space->sum[1][j] = scale;
}

static double residual(const struct sweep *w)
{
    each_block(w, 0, 1, look_at_residual);
    const double off = total(w, 0);
    return off == 0 ? 0 : off / total(w, 1);
}

static void look_at_step(const struct sweep *w, int64_t j)
{
    real *const before = w->space.before;
    for (int64_t i = j * w->block; i < (j + 1) * w->block; i++) before[i] = (real)fabs((double)(w->x[i] - before[i]));
}

static double step(const struct sweep *w)
{
    each_block(w, 0, 1, look_at_step);
    return (double)largest(w->space.before, w->blocks, w->block);
}

static bool ends(const struct sweep *w, int64_t iteration, struct outcome *o)
{
    const struct convergence *const stop = &w->options->stop;
    if (!convergence_due(stop, iteration)) return false;
    const double value = stop->rule == CONVERGENCE_STEP ? step(w) : residual(w);
    return convergence_judge(stop, o, iteration, value, w->x, w->n);
}

/* Copies b aside, and starts from x = 0, or from the caller's guess scaled to the sum 1, or, if that is 0, from a
 * uniform distribution. */
static void start(const struct sweep *w)
{
    if (w->space.b) {
        memcpy(w->space.b, w->x, (size_t)w->n * sizeof *w->x);
        memset(w->x, 0, (size_t)w->n * sizeof *w->x);
        return;
    }
    each_block(w, 0, 1, add_up);
    const double sum = total(w, 0);
    for (int64_t i = 0; sum == 0 && i < w->n; i++) w->x[i] = 1;
    normalise(w);
}

static enum status sweep(const struct sweep *w, int64_t iteration, int64_t *info)
{
    if (w->space.before) memcpy(w->space.before, w->x, (size_t)w->n * sizeof *w->x);
    if (w->options->aggregation) put_right(w);
    for (int64_t c = 0; c < w->scheme->colours; c++) TRY(sweep_colour(w, c, iteration == 1 ? info : NULL));
    if (w->stationary && !w->options->aggregation) normalise(w);
    return ST_OK;
}

enum status sweep_all(struct plan *p, const struct system *system)
{
    struct sweep w = {
        .plan = p,
        .scheme = p->priv,
        .options = p->options,
        .a = system->blocktri.matrix,
        .x = system->x,
        .n = p->shape.n,
        .block = p->shape.blocktri.block,
        .blocks = p->shape.n / p->shape.blocktri.block,
        .stationary = p->shape.blocktri.question == STATIONARY,
    };
    int64_t iteration = 0, info = 0;
    hbisa_workspace_of(&w.space, &p->shape, w.options, p->workspace);
    start(&w);
    do {
        TRY(sweep(&w, ++iteration, &info));
    } while (!ends(&w, iteration, system->outcome) && info == 0);
    if (w.stationary) normalise(&w);
    if (info) system->outcome->info = info, system->outcome->iterations = iteration;
    if (w.space.before) system->outcome->residual = residual(&w);
    if (p->shape.blocktri.exponents)
        memset(system->blocktri.exponent, 0, (size_t)w.n * sizeof *system->blocktri.exponent);
    return ST_OK;
}
