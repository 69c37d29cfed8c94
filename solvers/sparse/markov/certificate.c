/* Bounds the error of a solution by the residual of a shifted system, or by a second method. */
#include "solvers/sparse/markov/certificate.h"

#include <math.h>

#include "base/memory.h"
#include "solvers/sparse/direct/error_bound.h"

/* Limits do not depend on the machine, so that what is certain on one is so on all. */
static const double FLOPS = 4e9, BYTES = 0x1p29;
enum { ENTRIES = 1 << 20 }; /* of a matrix to be factored, whose fill-in is not known in advance */

/* By error_bound.h, without a solve. */
static enum status by_shift(const struct shape *shape, const struct system *system, const real *right)
{
    const int64_t n = shape->n, vector = n * (int64_t)sizeof(double);
    struct workspace workspace = {0};
    void *own;
    csr_of(shape, NULL, &workspace);
    TRY(mem_alloc(&own, HOST, workspace.used + 3 * (vector + 64)));
    workspace = (struct workspace){own, 0};
    const struct pinned a = {
        .matrix = system->blocktri.matrix, .rows = csr_of(shape, system->blocktri.matrix, &workspace), .pin = -1};
    double *const x = workspace_take(&workspace, vector), *const f = workspace_take(&workspace, vector);
    double *const scratch[3] = {f, workspace_take(&workspace, vector), NULL};
    csr_fill(&a.rows, system->blocktri.matrix);
    for (int64_t i = 0; i < n; i++) x[i] = (double)system->x[i];
    const enum status s = error_bound(&a, system, SHIFTED, right, x, (double)REAL_EPS, NULL, scratch);
    mem_free(own);
    return s;
}

static bool affordable(const struct solver *peer, const struct shape *shape, const struct exec *exec)
{
    int64_t bytes;
    if (solver_bytes(peer, shape, NULL, exec, &bytes) != ST_OK) return false;
    if (shape->blocktri.question == LINEAR && shape->blocktri.entries > ENTRIES) return false;
    return solver_cost(peer, shape, NULL).flops <= FLOPS && (double)bytes <= BYTES;
}

static double plain(const real *x, const int32_t *exponent, int64_t i)
{
    return exponent ? ldexp((double)x[i], exponent[i]) : (double)x[i];
}

/* In the norms of error_bound.h. */
static double distance(const struct shape *shape, const struct system *a, const struct system *b)
{
    double sum = 0, all = 0, max = 0, largest = 0;
    for (int64_t i = 0; i < shape->n; i++) {
        const double y = plain(b->x, b->blocktri.exponent, i), off = fabs(plain(a->x, a->blocktri.exponent, i) - y);
        sum += off, all += fabs(y);
        max = off > max || isnan(off) ? off : max;
        largest = fmax(largest, fabs(y));
    }
    if (sum == 0) return 0;
    return shape->blocktri.question == LINEAR ? max / largest : sum / all;
}

/* A copy of `b` with arrays of its own for the solution of the second method. */
static enum status ask(const struct solver *peer, const struct shape *shape, const struct system *system,
                       const struct exec *exec)
{
    struct plan *plan;
    TRY(plan_make(&plan, peer, shape, NULL, exec));
    const enum status s = plan_solve(plan, system);
    plan_free(plan);
    return s;
}

static enum status by_peer(const char *method, const struct shape *shape, const struct system *system,
                           const real *right, const struct exec *exec)
{
    const struct solver *peer;
    struct outcome found = {0};
    struct system own = *system;
    if (solver_find(KIND_BLOCKTRI, method, HOST, &peer) != ST_OK || !affordable(peer, shape, exec)) return ST_OK;
    own.outcome = &found;
    TRY(mem_array(&own.x, HOST, shape->n, sizeof *own.x));
    enum status s = shape->blocktri.exponents
                        ? mem_array(&own.blocktri.exponent, HOST, shape->n, sizeof *own.blocktri.exponent)
                        : ST_OK;
    for (int64_t i = 0; right && i < shape->n; i++) own.x[i] = right[i];
    if (s == ST_OK) s = ask(peer, shape, &own, exec);
    if (s == ST_OK && found.info <= 0) {
        system->outcome->error = distance(shape, system, &own) + found.error;
        if (shape->blocktri.question == LINEAR) system->outcome->condition = found.condition;
    }
    mem_free(own.x);
    if (shape->blocktri.exponents) mem_free(own.blocktri.exponent);
    return s == ST_NOMEM ? s : ST_OK;
}

enum status certificate_take(const struct shape *shape, const struct system *system, const real *right,
                             const struct exec *exec)
{
    struct shape plain_shape = *shape;
    plain_shape.reuse = false;
    if (!isnan(system->outcome->error) || system->outcome->info > 0) return ST_OK;
    if (shape->blocktri.question == SHIFTED && system->blocktri.matrix) TRY(by_shift(shape, system, right));
    if (shape->blocktri.question == STATIONARY) TRY(by_peer("gth_band", &plain_shape, system, NULL, exec));
    if (shape->blocktri.question == STATIONARY && isnan(system->outcome->error))
        TRY(by_peer("gth_wide", &plain_shape, system, NULL, exec));
    if (shape->blocktri.question == LINEAR) TRY(by_peer("sparse_lu", &plain_shape, system, right, exec));
    error_judge(system->outcome);
    return ST_OK;
}
