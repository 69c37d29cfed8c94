/* The stationary probabilities of a Markov chain: its closed class, in the order of smaller bandwidth, is solved by
 * elimination without subtraction (solvers/sparse/markov). Compiled only for double. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "library/bandstand.h"
#include "library/call.h"
#include "solvers/methods.h"
#include "solvers/sparse/markov/communicating_classes.h"
#include "solvers/sparse/matrix/rcm.h"

/* Rates as the caller has them: those of state i are the entries start[i] ... start[i + 1] - 1. */
struct rates {
    int64_t states;
    const int64_t *start;
    const int32_t *target;
    const double *rate;
};

/* The chain, its closed class, and what the solver is given of it. */
struct chain {
    struct csr_double all, part; /* Q; of the closed class, if there are other states */
    struct classes classes;
    struct matrix *matrix;
    int32_t *order, *exponent;
    double *x;
    struct plan *plan;
};

static void drop(struct chain *c)
{
    csr_double_free(&c->all), csr_double_free(&c->part);
    classes_free(&c->classes);
    matrix_free(c->matrix);
    mem_free(c->order), mem_free(c->exponent), mem_free(c->x);
    plan_free(c->plan);
}

static enum status check_state(const struct rates *r, int64_t i)
{
    const long long state = i;
    if (r->start[i + 1] < r->start[i]) return misuse("start decreases after state %lld", state);
    for (int64_t e = r->start[i]; e < r->start[i + 1]; e++) {
        const long long to = r->target[e];
        if (to < 0 || to >= r->states) return misuse("state %lld leads to state %lld, which does not exist", state, to);
        if (e > r->start[i] && r->target[e - 1] >= to)
            return misuse("the targets of state %lld do not rise: %lld is not below %lld", state,
                          (long long)r->target[e - 1], to);
        if (to != i && !(r->rate[e] >= 0 && isfinite(r->rate[e])))
            return misuse("the rate from state %lld to state %lld is %g, not a number >= 0", state, to, r->rate[e]);
    }
    return ST_OK;
}

static enum status check_rates(const struct rates *r)
{
    if (r->states < 1 || r->states > INT32_MAX - 1)
        return misuse("a chain cannot have %lld states", (long long)r->states);
    if (!r->start || r->start[0] != 0) return misuse("start is NULL, or does not begin with 0");
    for (int64_t i = 0; i < r->states; i++) {
        if (r->start[i + 1] > 0 && (!r->target || !r->rate)) return misuse("target or rate is NULL");
        TRY(check_state(r, i));
    }
    return ST_OK;
}

/* Row i of Q from entry `at` on: rates that are not 0, and the diagonal. Returns the entry after it. */
static int64_t put_row(struct csr_double *q, const struct rates *r, int64_t i, int64_t at)
{
    int64_t diagonal = -1;
    double sum = 0;
    for (int64_t e = r->start[i]; e <= r->start[i + 1]; e++) {
        const bool last = e == r->start[i + 1];
        if (diagonal < 0 && (last || r->target[e] >= i)) diagonal = at++;
        if (last || r->target[e] == i || r->rate[e] == 0) continue;
        q->column[at] = r->target[e], q->value[at++] = r->rate[e];
        sum += r->rate[e];
    }
    q->column[diagonal] = (int32_t)i, q->value[diagonal] = -sum;
    return at;
}

static enum status take(struct chain *c, const struct rates *r)
{
    int64_t at = 0;
    TRY(csr_double_make(&c->all, r->states, r->start[r->states] + r->states));
    for (int64_t i = 0; i < r->states; i++) {
        c->all.start[i] = at;
        at = put_row(&c->all, r, i, at);
    }
    c->all.start[r->states] = at;
    TRY(classes_find(&c->classes, &c->all));
    const struct matrix_origin none = {NULL};
    if (c->classes.closed > 1) return classes_check(&c->classes, &none);
    if (c->classes.states == r->states) return ST_OK;
    return csr_double_restrict(&c->part, &c->all, c->classes.index, c->classes.states);
}

/* The order of smaller bandwidth: reverse Cuthill-McKee, or none. */
static enum status find_order(struct chain *c, const struct csr_double *q, int64_t *band)
{
    TRY(mem_array(&c->order, HOST, q->n, sizeof *c->order));
    TRY(rcm_order(q, c->order, band));
    if (csr_double_band(q) > *band) return ST_OK;
    *band = csr_double_band(q);
    c->order = mem_free(c->order);
    return ST_OK;
}

static enum status solve(struct chain *c, struct outcome *found)
{
    const struct csr_double *const q = c->part.n ? &c->part : &c->all;
    const struct exec exec = exec_host(1);
    int64_t band;
    TRY(find_order(c, q, &band));
    TRY(csr_double_matrix(&c->matrix, CSR, 1, q, true, 0));
    struct shape shape = shape_blocktri(STATIONARY, c->matrix, NULL, band);
    shape.blocktri.exponents = true;
    TRY(plan_make(&c->plan, &blocktri_auto, &shape, NULL, &exec));
    TRY(mem_array(&c->exponent, HOST, q->n, sizeof *c->exponent));
    TRY(mem_array(&c->x, HOST, q->n, sizeof *c->x));
    struct system system = {.kind = KIND_BLOCKTRI, .x = c->x, .outcome = found};
    system.blocktri = (struct blocktri){.matrix = c->matrix, .order = c->order, .exponent = c->exponent};
    TRY(plan_solve(c->plan, &system));
    return found->info == 0 ? ST_OK
                            : fail(ST_FAILED, "the chain is not solved: %s", solver_info_text(&shape, found->info));
}

static void spread(const struct chain *c, double *x, int32_t *exponent)
{
    for (int64_t s = 0; s < c->all.n; s++) {
        const int64_t k = c->classes.index[s];
        x[s] = k < 0 ? 0 : c->classes.states == 1 ? 1 : exponent ? c->x[k] : ldexp(c->x[k], c->exponent[k]);
        if (exponent) exponent[s] = k < 0 || c->classes.states == 1 ? 0 : c->exponent[k];
    }
}

static enum status stationary(struct chain *c, const struct rates *r, double *x, int32_t *exponent, double *error)
{
    struct outcome found = {.history = NULL};
    TRY(check_rates(r));
    if (!x) return misuse("x is NULL");
    TRY(take(c, r));
    if (c->classes.states > 1) TRY(solve(c, &found));
    spread(c, x, exponent);
    if (error) *error = c->classes.states > 1 ? found.error : 0;
    return ST_OK;
}

int bandstand_dstationary(int64_t states, const int64_t *start, const int32_t *target, const double *rate, double *x,
                          int32_t *exponent, double *error)
{
    const struct rates r = {states, start, target, rate};
    struct chain c = {.plan = NULL};
    const struct call call = call_begin(1);
    const enum status s = stationary(&c, &r, x, exponent, error);
    drop(&c);
    return call_end(call, s);
}
