/* The method, of those that promise every digit of every probability, that is fastest: elimination without subtraction
 * in a band or in an order of small fill, by the products either takes,
 *
 *     in a band    n band^2 - band^3 / 2
 *     sparse       8 links^2 a state, and 1.2 dense^3 / 3
 *
 * the weights being times of a product relative to one in a band, as measured on one core (AVX2). Methods that are
 * right by norm only are never taken. Where the range of double is too narrow, gth_wide solves, in memory of its own.
 */
#include "base/either_precision.h"
#include "solvers/methods.h"
#include "solvers/sparse/matrix/matrix.h"

static const double link = 8, dense = 1.2;

static const struct solver *choose(const struct shape *s)
{
    const double n = (double)s->n, band = (double)s->blocktri.band, last = (double)s->blocktri.fill.dense;
    const double among = last * last * last / 3, in_band = n * band * band - band * band * band / 2;
    const bool sparse = s->blocktri.question == STATIONARY && s->blocktri.entries > 0 && s->blocktri.fill.dense > 0 &&
                        link * (s->blocktri.fill.products - among) + dense * among < in_band;
    return sparse ? &blocktri_gth_sparse : &blocktri_gth_band;
}

static enum status accepts(const struct solver *self, const struct shape *s, const void *options)
{
    if (s->blocktri.question != LINEAR) return ST_OK;
    return fail(ST_REFUSED,
                "auto: chooses among methods for chains, stationary or shifted; use sparse_lu for other matrices");
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *s, const void *options,
                               const struct exec *exec)
{
    return choose(s)->hooks->workspace_bytes(choose(s), s, options, exec);
}

static enum status solve_wide(struct plan *p, const struct system *system)
{
    struct plan *wide;
    struct shape once = p->shape;
    once.reuse = false;
    TRY(plan_make(&wide, &blocktri_gth_wide, &once, NULL, &p->exec));
    const enum status s = plan_solve(wide, system);
    plan_free(wide);
    return s;
}

static enum status solve(struct plan *p, const struct system *system)
{
    struct plan as = *p;
    as.solver = choose(&p->shape);
    system->outcome->chosen = as.solver->method;
    const enum status s = as.solver->hooks->solve(&as, system);
    if (s != ST_REFUSED || p->shape.blocktri.question != STATIONARY) return s;
    TRY(solve_wide(p, system));
    system->outcome->chosen = blocktri_gth_wide.method;
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *s, const void *options)
{
    return choose(s)->hooks->cost(choose(s), s, options);
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver blocktri_auto = {
    .method = "auto",
    .about = "gth_band or gth_sparse, whichever takes fewer products; gth_wide where they find double too narrow",
    .source = "this program",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC | REPORTS_INFO | SPARSE_ORDER,
    .hooks = &hooks,
};
