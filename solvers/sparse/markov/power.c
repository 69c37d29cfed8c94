/* The power method on the uniformized chain, observed at the ticks of a clock of rate Lambda >= max_i |q_ii|:
 *
 *     x = x P     P = I + Q / Lambda     or, with A = -Q^T,     x -= A x / Lambda
 *
 * W. J. Stewart, Introduction to the Numerical Solution of Markov Chains, 1994, sections 1.6, 3.1. Lambda is `factor`
 * times the largest rate; a factor above 1 leaves every state a chance to stay, so that P is not periodic. For any
 * irreducible chain, but as slowly as mass moves: some multiple of (largest rate) / (rate of the slowest relaxation). x
 * stays a distribution, since nothing is subtracted that is not added elsewhere. A sweep: one product, 3 sums, an
 * update. */
#include <math.h>
#include <string.h>

#include "solvers/kind.h"
#include "solvers/sparse/convergence.h"
#include "solvers/sparse/pin.h"
#include "solvers/sparse/vectors.h"

struct power_options {
    struct convergence stop;
    double factor;
};

/* Nothing is pinned. */
static struct pinned parts_of(const struct shape *shape, const struct matrix *matrix, int threads,
                              struct workspace *workspace)
{
    struct shape plain = *shape;
    plain.blocktri.question = LINEAR;
    return pinned_of(&plain, matrix, PIN_AUTO, threads, workspace);
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    if (shape->blocktri.question != STATIONARY)
        return fail(ST_REFUSED, "power: only for stationary chains; use bicgstab or gmres for linear systems");
    return pin_accepts("power", shape, PIN_AUTO);
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct workspace workspace = {0};
    parts_of(shape, NULL, 1, &workspace);
    return workspace.used + shape->n * (int64_t)sizeof(real);
}

static void start(const struct vectors *v, real *x)
{
    const double sum = vector_sum(v, x);
    if (sum > 0) vector_scale(v, 1 / sum, x, x);
    for (int64_t i = 0; !(sum > 0) && i < v->n; i++) x[i] = 1 / (real)v->n;
}

/* Iterates until the convergence rule holds; `flow` holds A x. */
static void iterate(const struct pinned *a, const struct power_options *o, double rate, real *x, real *flow,
                    struct outcome *outcome)
{
    const int64_t n = a->rows.n;
    for (int64_t sweep = 0;; sweep++) {
        pinned_multiply(a, x, flow);
        const double step = rate > 0 ? vector_max(&a->v, flow) / rate : 0;
        if (sweep == 0 || convergence_due(&o->stop, sweep)) {
            const double lost = vector_norm1(&a->v, flow);
            const double residual = lost > 0 ? lost / vector_dot_abs(&a->v, a->diag, x) : 0;
            outcome->residual = residual;
            if (convergence_judge(&o->stop, outcome, sweep, o->stop.rule == CONVERGENCE_STEP ? step : residual, x, n))
                return;
        }
        vector_axpy(&a->v, -1 / rate, flow, x);
        vector_scale(&a->v, 1 / vector_sum(&a->v, x), x, x);
    }
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct power_options *const o = p->options;
    struct workspace workspace = {p->workspace, 0};
    struct pinned a = parts_of(&p->shape, system->blocktri.matrix, p->exec.threads, &workspace);
    real *const flow = workspace_take(&workspace, p->shape.n * (int64_t)sizeof *flow);
    pinned_fill(&a);
    start(&a.v, system->x);
    iterate(&a, o, o->factor * vector_max(&a.v, a.diag), system->x, flow, system->outcome);
    if (p->shape.blocktri.exponents)
        memset(system->blocktri.exponent, 0, (size_t)p->shape.n * sizeof *system->blocktri.exponent);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const double n = (double)shape->n, entries = (double)shape->blocktri.entries;
    return (struct cost){
        .flops = 2 * entries + 8 * n,
        .bytes = entries * (double)(sizeof(real) + sizeof(int32_t)) + 10 * n * (double)sizeof(real),
    };
}

static const struct option options[] = {STOP_ROWS(struct power_options, stop, "1000000"),
                                        {.key = "factor",
                                         .help = "rate of the clock, in units of the largest rate of a state; above 1",
                                         .type = OPT_REAL,
                                         .offset = offsetof(struct power_options, factor),
                                         .min = 1,
                                         .max = 1e6,
                                         .default_value = "1.02"},
                                        {.key = NULL}};

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver blocktri_power = {
    .method = "power",
    .about = "power method on the uniformized chain: the slowest, and the simplest",
    .source = "Stewart 1994, sections 1.6, 3.1",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = FOR_ITS_PAPER | DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct power_options),
    .hooks = &hooks,
};
