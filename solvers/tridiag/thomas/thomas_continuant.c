/* Elimination in order with the division off the critical path: the pivots are ratios of continuants (continuant.c says
 * how, and what keeps them from overflowing). Going down, a row waits for one fused multiply-add of the row before in
 * place of a division, a product and a difference.
 *
 * L. H. Thomas, 1949; H. S. Stone, An efficient parallel algorithm for the solution of a tridiagonal linear system of
 * equations, J. ACM 20, 1973, for the continuants. Stable where elimination in order is: if the matrix is diagonally
 * dominant by rows or by columns, or symmetric positive definite. 12 flops a row, one of them a division. */
#include <omp.h>

#include "base/timing/trace.h"
#include "solvers/batch/cost.h"
#include "solvers/batch/growth.h"
#include "solvers/tridiag/gather.h"
#include "solvers/tridiag/thomas/continuant.h"

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    return exec->threads * padded_length(shape->n) * (int64_t)sizeof(real);
}

/* Returns the sum of the squares of h. */
static real solve_line(struct line l, real *h, const struct exec *exec)
{
    struct chain k = {.line = l, .h = h};
    const int thread = omp_get_thread_num();
    trace_enter(exec->trace, thread, "elimination");
    while (k.done < l.n) chain_eliminate(&k);
    trace_enter(exec->trace, thread, "substitution");
    chain_turn(&k, k.end);
    while (k.done > 0) chain_substitute(&k);
    trace_enter(exec->trace, thread, NULL);
    return k.squares;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const int64_t share = padded_length(p->shape.n);
#pragma omp parallel for schedule(static) num_threads(p->exec.threads) if (p->shape.batch > 1)
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const struct line l = line_of(&p->shape, system, s);
        const real squares = solve_line(l, (real *)p->workspace + omp_get_thread_num() * share, &p->exec);
        if (system->info) system->info[s] = growth_noted(squares, l.n);
    }
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, 12);
}

static const struct solver_hooks hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver tridiag_thomas_continuant = {
    .method = "thomas_continuant",
    .about = "elimination in order, pivots as ratios of continuants: no division waits for another",
    .source = "Thomas 1949; Stone 1973",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | SEES_GROWTH,
    .hooks = &hooks,
};
