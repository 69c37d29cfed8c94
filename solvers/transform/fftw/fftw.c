/* Transforms by FFTW: one plan for all lines of a batch.
 *
 * M. Frigo, S. G. Johnson, The design and implementation of FFTW3, Proceedings of the IEEE 93 (2005). Its rounding
 * error grows as the logarithm of n; 2.5 n log2 n operations a line, and as many passes over the memory as its plan
 * takes. The plan, and with it the last bits, may differ with the number of threads and, by measurements, from run to
 * run: they stay as long as what FFTW has learned does. With effort = "estimate" nothing that was learned is used, and
 * the same number of threads gives the same bits again on one kind of processor. */
#include "base/memory.h"
#include "solvers/transform/cost.h"
#include "solvers/transform/fftw/effort.h"
#include "solvers/transform/fftw/planning.h"
#include "solvers/transform/fftw/ready.h"
#include "solvers/transform/line_block.h"

enum status fftw_ready(void)
{
    return ST_OK;
}

static const unsigned flags_of[] = {
    [EFFORT_ESTIMATE] = FFTW_ESTIMATE, [EFFORT_MEASURE] = FFTW_MEASURE, [EFFORT_PATIENT] = FFTW_PATIENT};

/* Full groups of the batch, and the lines after them; for arrays that are aligned as FFTW likes them, and for all. */
enum { FULL, REST, PARTS };
struct fftw {
    FFTW(plan) aligned[PARTS], any[PARTS];
    int64_t rest; /* element of the first line after the full groups */
};

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    if (shape->sizes || shape->starts)
        return fail(ST_REFUSED, "%s: needs lines of one length at equal distances", self->method);
    return shape->n <= INT32_MAX
               ? ST_OK
               : fail(ST_REFUSED, "%s: %lld values exceed its integers", self->method, (long long)shape->n);
}

/* *learned is set if there is something new to keep. */
static bool make_plans(struct fftw *f, const struct plan *p, real *x, bool *learned)
{
    const struct shape *const s = &p->shape;
    const unsigned flags = flags_of[((const struct fftw_options *)p->options)->effort];
    const int64_t extent = shape_extent(s), full = s->batch / s->inner, rest = s->batch % s->inner;
    f->rest = full * s->outer;
    if (full) {
        const struct fftw_lines l = {s, full, s->inner, x, extent, p->exec.threads};
        f->aligned[FULL] = flags == FFTW_ESTIMATE ? fftw_plan_estimated(&l, 0) : fftw_plan_learned(&l, flags, learned);
        f->any[FULL] = fftw_plan_estimated(&l, FFTW_UNALIGNED);
    }
    if (rest) {
        const struct fftw_lines l = {s, 1, rest, x + f->rest, extent - f->rest, p->exec.threads};
        f->aligned[REST] = f->any[REST] = fftw_plan_estimated(&l, FFTW_UNALIGNED);
    }
    return (!full || (f->aligned[FULL] && f->any[FULL])) && (!rest || f->any[REST]);
}

static enum status begin(struct plan *p)
{
    real *x;
    bool learned = false;
    if (p->shape.batch == 0) return ST_OK;
    TRY(mem_array(&x, HOST, shape_extent(&p->shape), sizeof(real)));
    fftw_planner_begin(p->exec.threads);
    const bool made = make_plans(p->priv, p, x, &learned);
    fftw_planner_end(learned);
    mem_free(x);
    return made ? ST_OK : fail(ST_NOMEM, "fftw: found no plan for lines of %lld values", (long long)p->shape.n);
}

static void end(struct plan *p)
{
    struct fftw *const f = p->priv;
    fftw_planner_begin(1);
    if (f->any[REST]) FFTW(destroy_plan)(f->any[REST]);
    if (f->any[FULL]) FFTW(destroy_plan)(f->any[FULL]);
    if (f->aligned[FULL]) FFTW(destroy_plan)(f->aligned[FULL]);
    fftw_planner_end(false);
}

static void multiply(const struct plan *p, real *x, real factor)
{
    const struct line_blocks blocks = line_blocks_of(&p->shape);
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t at = 0; at < blocks.count; at++) {
        const struct line_block b = line_block_at(&blocks, at);
        for (int64_t j = 0; j < b.n; j++)
            for (int l = 0; l < b.lines; l++) x[b.start[l] + j * b.stride] *= factor;
    }
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct fftw *const f = p->priv;
    real *const x = system->x;
    const FFTW(plan) full = FFTW(alignment_of)(x) == 0 ? f->aligned[FULL] : f->any[FULL];
    const real factor = (real)system->transform.factor;
    if (full) FFTW(execute_r2r)(full, x, x);
    if (f->any[REST]) FFTW(execute_r2r)(f->any[REST], x + f->rest, x + f->rest);
    if (factor && factor != 1) multiply(p, x, factor);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return transform_cost(shape);
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .cost = cost,
    .begin = begin,
    .end = end,
    .solve = solve,
};

const struct solver transform_fftw = {
    .method = "fftw",
    .about = "FFTW, one plan for the batch",
    .source = "Frigo and Johnson 2005",
    .kind = KIND_TRANSFORM,
    .space = HOST,
    .can = CAN_STRIDE,
    .options = fftw_option_table,
    .options_bytes = sizeof(struct fftw_options),
    .priv_bytes = sizeof(struct fftw),
    .hooks = &hooks,
};
