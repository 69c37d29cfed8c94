/* Transforms by FFTW: one plan for all lines of a batch.
 *
 * M. Frigo, S. G. Johnson, The design and implementation of FFTW3, Proceedings of the IEEE 93 (2005). Its rounding
 * error grows as the logarithm of n; 2.5 n log2 n operations a line, and as many passes over the memory as its plan
 * takes. The plan, and with it the last bits, may differ from run to run and with the number of threads. */
#include "base/memory.h"
#include "solvers/transform/cost.h"
#include "solvers/transform/fftw/ready.h"
#include "solvers/transform/fftw/wisdom.h"
#include "solvers/transform/line_block.h"

enum status fftw_ready(void)
{
    return ST_OK;
}

static const char *const efforts[] = {"estimate", "measure", "patient", NULL};
static const unsigned effort_flags[] = {FFTW_ESTIMATE, FFTW_MEASURE, FFTW_PATIENT};

struct options {
    int effort;
};

static const struct option options_table[] = {
    {"effort", "how long FFTW looks for its plan: not at all, some seconds, many; what it learns is kept", OPT_WORD,
     offsetof(struct options, effort), .fallback = "measure", .words = efforts},
    {0}};

static const FFTW(r2r_kind) kinds[TRANSFORM_TYPES] = {
    [HALF_COMPLEX] = FFTW_R2HC, [REAL] = FFTW_HC2R,    [DCT1] = FFTW_REDFT00, [DCT2] = FFTW_REDFT10,
    [DCT3] = FFTW_REDFT01,      [DCT4] = FFTW_REDFT11, [DST1] = FFTW_RODFT00, [DST2] = FFTW_RODFT10,
    [DST3] = FFTW_RODFT01,      [DST4] = FFTW_RODFT11,
};

/* Full groups of the batch, and the lines behind them; for arrays that are aligned as FFTW likes them, and for all. */
enum { FULL, REST, PARTS };
struct fftw {
    FFTW(plan) aligned[PARTS], any[PARTS];
    int64_t rest; /* element of the first line behind the full groups */
};

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    if (shape->sizes || shape->starts)
        return fail(ST_REFUSED, "%s: needs lines of one length at equal distances", self->method);
    return shape->n <= INT32_MAX
               ? ST_OK
               : fail(ST_REFUSED, "%s: %lld values exceed its integers", self->method, (long long)shape->n);
}

static FFTW(plan) plan_of(const struct shape *s, int64_t groups, int64_t inner, real *x, unsigned flags)
{
    const FFTW(iodim64) line = {s->n, s->step, s->step};
    const FFTW(iodim64) batch[2] = {{groups, s->outer, s->outer}, {inner, s->dist, s->dist}};
    return FFTW(plan_guru64_r2r)(1, &line, 2, batch, x, x, &kinds[s->transform.type], flags);
}

/* Plans are tried on an array of the size of x, which is theirs alone. */
static bool make_plans(struct fftw *f, const struct shape *s, real *x, unsigned flags)
{
    const int64_t full = s->batch / s->inner, rest = s->batch % s->inner;
    f->rest = full * s->outer;
    if (full) {
        f->aligned[FULL] = plan_of(s, full, s->inner, x, flags);
        f->any[FULL] = plan_of(s, full, s->inner, x, FFTW_ESTIMATE | FFTW_UNALIGNED);
    }
    if (rest) {
        f->aligned[REST] = plan_of(s, 1, rest, x + f->rest, FFTW_ESTIMATE | FFTW_UNALIGNED);
        f->any[REST] = f->aligned[REST];
    }
    return (!full || (f->aligned[FULL] && f->any[FULL])) && (!rest || f->any[REST]);
}

static enum status begin(struct plan *p)
{
    const struct options *const o = p->options;
    const unsigned flags = effort_flags[o->effort];
    real *x;
    if (p->shape.batch == 0) return ST_OK;
    TRY(mem_array(&x, HOST, shape_extent(&p->shape), sizeof(real)));
    fftw_planner_begin(p->exec.threads);
    const bool made = make_plans(p->priv, &p->shape, x, flags);
    fftw_planner_end(flags != FFTW_ESTIMATE);
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
            for (int l = 0; l < b.lines; l++) x[b.start[l] + j * b.step] *= factor;
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
    .options = options_table,
    .options_bytes = sizeof(struct options),
    .priv_bytes = sizeof(struct fftw),
    .hooks = &hooks,
};
