/* Elimination from both ends: two independent chains of rows, down to the middle row and up to the one after it, which
 * are then coupled by one equation each,
 *
 *     x_m = y_m - h_m x_{m+1}        x_{m+1} = y_{m+1} - h_{m+1} x_m
 *
 * and substitution outwards. Also called burn at both ends, or BABE. Each chain is eliminated as in continuant.c.
 *
 * I. Babuska, Numerical stability in problems of linear algebra, SIAM J. Numer. Anal. 9, 1972; H. A. van der Vorst,
 * Large tridiagonal and block tridiagonal linear systems on vector and parallel computers, Parallel Comput. 5, 1987.
 * Stable where elimination in order is: if the matrix is diagonally dominant by rows or by columns, or symmetric
 * positive definite. 12 flops a row. A system keeps two threads busy, where there are more than systems; else one
 * thread takes blocks of both chains alternately, which computes the same. */
#include "solvers/tridiag/thomas/twisted.h"

#include <omp.h>

#include "base/timing/trace.h"
#include "solvers/batch/cost.h"
#include "solvers/batch/growth.h"
#include "solvers/batch/info.h"
#include "solvers/tridiag/gather.h"
#include "solvers/tridiag/thomas/continuant.h"

/* The two chains of a system; the second has no rows if there is but one row. */
struct halves {
    struct chain chain[2];
    real left; /* what elimination of the row after the middle subtracts from the middle pivot */
};

/* Scratch of a system: the chains, then h of each. */
int64_t twisted_bytes(int64_t n)
{
    return (int64_t)sizeof(struct halves) + 2 * padded_length((n + 1) / 2) * (int64_t)sizeof(real);
}

static struct halves *scratch_at(const struct plan *p, int64_t place)
{
    return (void *)((char *)p->workspace + place * twisted_bytes(p->shape.n));
}

static struct chain chain_of(struct line l, struct halves *workspace, int half)
{
    real *const h = (real *)(workspace + 1) + half * padded_length((l.n + 1) / 2);
    struct chain k = {.line = half ? line_reversed(l) : l, .h = h};
    k.line.n = half ? l.n / 2 : (l.n + 1) / 2;
    return k;
}

/* Scratch is per system or per thread, whichever are fewer. */
static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const int64_t parts = shape->batch < exec->threads ? shape->batch : exec->threads;
    return parts * twisted_bytes(shape->n);
}

static void eliminate(struct chain *k)
{
    while (k->done < k->line.n) chain_eliminate(k);
}

static void substitute(struct chain *k)
{
    while (k->done > 0) chain_substitute(k);
}

/* The unknowns where the chains meet. */
static void meet(struct halves *both)
{
    struct chain *const upper = &both->chain[0], *const lower = &both->chain[1];
    real x = upper->end;
    both->left = 0;
    if (lower->line.n > 0) {
        const real down = chain_link(upper), up = chain_link(lower);
        x = (upper->end - down * lower->end) / (1 - down * up);
        both->left = down * up / upper->inverse;
        chain_turn(lower, lower->end - up * x);
    }
    chain_turn(upper, x);
}

static void solve_alone(struct line l, struct halves *both, struct trace *trace)
{
    struct chain *const upper = &both->chain[0], *const lower = &both->chain[1];
    const int thread = omp_get_thread_num();
    trace_enter(trace, thread, "elimination");
    for (int half = 0; half < 2; half++) both->chain[half] = chain_of(l, both, half);
    while (lower->done < lower->line.n) {
        chain_eliminate(upper);
        chain_eliminate(lower);
    }
    eliminate(upper);
    meet(both);
    trace_enter(trace, thread, "substitution");
    while (lower->done > 0) {
        chain_substitute(upper);
        chain_substitute(lower);
    }
    substitute(upper);
    trace_enter(trace, thread, NULL);
}

void twisted_line(struct line l, void *workspace)
{
    solve_alone(l, workspace, NULL);
}

/* info of a solved system; pivots of each chain are those of elimination from its end. */
static int64_t info_of(struct line l, const struct halves *both)
{
    if (!isfinite(l.x[0]) || !isfinite(l.x[(l.n - 1) * l.x_stride])) return info_find(l);
    for (int half = 0; half < 2; half++) {
        const struct chain *const k = &both->chain[half];
        if (!growth_suspected(k->squares, k->line.n)) continue;
        if (growth_harms(half ? line_reversed(l) : l, k->line.n, false)) return PIVOTS_GREW;
    }
    const int64_t middle = (l.n - 1) / 2;
    const double x = (double)l.x[middle * l.x_stride];
    return growth_exceeds((double)both->left, x, growth_row_of(l, middle, false)) ? PIVOTS_GREW : 0;
}

/* One system per thread. */
static void solve_each(const struct plan *p, const struct system *system)
{
#pragma omp parallel for schedule(static) num_threads(p->exec.threads) if (p->shape.batch > 1)
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const struct line l = line_of(&p->shape, system, s);
        struct halves *const both = scratch_at(p, omp_get_thread_num());
        solve_alone(l, both, p->exec.trace);
        if (system->info) system->info[s] = info_of(l, both);
    }
}

/* One chain per thread. */
static void solve_halves(const struct plan *p, const struct system *system)
{
    const int64_t batch = p->shape.batch;
    struct trace *const trace = p->exec.trace;
#pragma omp parallel num_threads(p->exec.threads)
    {
        const int thread = omp_get_thread_num();
#pragma omp for schedule(static)
        for (int64_t j = 0; j < 2 * batch; j++) {
            struct halves *const both = scratch_at(p, j / 2);
            trace_enter(trace, thread, "elimination");
            const int half = (int)(j % 2);
            both->chain[half] = chain_of(line_of(&p->shape, system, j / 2), both, half);
            eliminate(&both->chain[half]);
            trace_enter(trace, thread, NULL);
        }
#pragma omp for schedule(static)
        for (int64_t s = 0; s < batch; s++) meet(scratch_at(p, s));
#pragma omp for schedule(static)
        for (int64_t j = 0; j < 2 * batch; j++) {
            trace_enter(trace, thread, "substitution");
            substitute(&scratch_at(p, j / 2)->chain[j % 2]);
            trace_enter(trace, thread, NULL);
        }
#pragma omp for schedule(static)
        for (int64_t s = 0; s < batch; s++)
            if (system->info) system->info[s] = info_of(line_of(&p->shape, system, s), scratch_at(p, s));
    }
}

static enum status solve(struct plan *p, const struct system *system)
{
    (p->shape.batch < p->exec.threads ? solve_halves : solve_each)(p, system);
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

const struct solver tridiag_twisted = {
    .method = "twisted",
    .about = "elimination from both ends towards the middle, two chains at a time",
    .source = "Babuska 1972; van der Vorst 1987",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO | SEES_GROWTH,
    .hooks = &hooks,
};
