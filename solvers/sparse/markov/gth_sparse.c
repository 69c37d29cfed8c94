/* The stationary probabilities of a chain by elimination without subtraction (gth.h) in an order of small fill
 * (fill.h), for chains without an order of small bandwidth.
 *
 * From the first state of the order on: with S the sum of the rates out of p to those after it,
 *     f_t = q_tp / S,   q_tu += f_t q_pu      for all t, u linked with p;
 * the last states, most pairs of which exchange rates, form a dense matrix, from which PANEL states at a time are
 * eliminated (gth_dense.h). Then from the last to the first x_p = the sum of x_t f_t over its links. Only nonnegative
 * numbers are added, multiplied and divided: right to some n eps as gth_band is, and with the same limits: where
 * products are too small for double, the result is accepted only if every state is in balance, and rates lie within
 * 1e100 of each other.
 *
 * 2 links^2 flops a state, 2/3 dense^3 for the last ones, and as many values as are linked, twice. */
#include <math.h>
#include <string.h>

#include "base/library/sparse.h"
#include "solvers/sparse/direct/error_bound.h"
#include "solvers/sparse/markov/balance.h"
#include "solvers/sparse/markov/extended_exponent.h"
#include "solvers/sparse/markov/fill.h"
#include "solvers/sparse/markov/gth_dense.h"
#include "solvers/sparse/matrix/matrix.h"

struct run {
    int64_t n, sparse; /* states before `sparse` are eliminated one by one, the others as a dense matrix */
    struct csr a;
    struct walk walk;
    const int32_t *order;
    int64_t *begin;   /* [n + 1] of the links of each state */
    int64_t *count;   /* [n] */
    int32_t *later;   /* [links] the later state of each */
    double *out, *in; /* [links] rates to it and from it; then in: the factor of that state */
    struct gth_dense dense;
    double *spread;     /* [dense] rates to the dense states */
    struct extended *x; /* [n] by place in the order */
    double *value;      /* [n] those of the links of a state */
    int32_t *exponent;  /* [n] */
    int32_t *own;       /* [n] exponents, if the system has none */
    bool underflow;     /* a number is too small for double */
};

static struct workspace lay_out(struct run *r, const struct shape *s, const struct matrix *a, void *memory)
{
    struct workspace c = {memory, 0};
    const int64_t n = s->n, links = s->blocktri.fill.links, dense = s->blocktri.fill.dense,
                  each = (int64_t)sizeof(double);
    *r = (struct run){.n = n, .sparse = n - dense};
    r->a = csr_of(s, a, &c);
    r->walk = walk_take(n, s->blocktri.entries, &c);
    r->begin = workspace_take(&c, (n + 1) * (int64_t)sizeof *r->begin);
    r->count = workspace_take(&c, n * (int64_t)sizeof *r->count);
    r->later = workspace_take(&c, links * (int64_t)sizeof *r->later);
    r->out = workspace_take(&c, links * each);
    r->in = workspace_take(&c, links * each);
    r->dense = (struct gth_dense){.n = dense, .rate = workspace_take(&c, dense * dense * each)};
    r->dense.factor = workspace_take(&c, GTH_PANEL * dense * each);
    r->spread = workspace_take(&c, dense * each);
    r->x = workspace_take(&c, n * (int64_t)sizeof *r->x);
    r->value = workspace_take(&c, n * each);
    r->exponent = workspace_take(&c, n * (int64_t)sizeof *r->exponent);
    r->own = s->blocktri.exponents ? NULL : workspace_take(&c, n * (int64_t)sizeof *r->own);
    return c;
}

/* The position of state q among the links of p. */
static int64_t find(const struct run *r, int64_t p, int32_t q)
{
    int64_t low = r->begin[p], high = r->begin[p + 1] - 1;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (r->later[middle] < q) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void put(struct run *r, int32_t from, int32_t to, double rate)
{
    if (from == to) return;
    if (from >= r->sparse && to >= r->sparse) r->dense.rate[(from - r->sparse) * r->dense.n + to - r->sparse] = rate;
    else if (from < to) r->out[find(r, from, to)] = rate;
    else r->in[find(r, to, from)] = rate;
}

static void begin(struct run *r, const struct shape *s, const struct matrix *a)
{
    csr_fill(&r->a, a);
    walk_begin(&r->walk, &r->a, r->order);
    walk_links(&r->walk, r->count, 0, NULL, NULL);
    for (int64_t p = r->begin[0] = 0; p < r->n; p++) r->begin[p + 1] = r->begin[p] + (p < r->sparse ? r->count[p] : 0);
    walk_links(&r->walk, r->count, r->sparse, r->begin, r->later);
    memset(r->out, 0, (size_t)s->blocktri.fill.links * sizeof *r->out);
    memset(r->in, 0, (size_t)s->blocktri.fill.links * sizeof *r->in);
    memset(r->dense.rate, 0, (size_t)(r->dense.n * r->dense.n) * sizeof *r->dense.rate);
    for (int64_t to = 0; to < r->n; to++)
        for (int64_t e = r->a.start[to]; e < r->a.start[to + 1]; e++)
            put(r, r->walk.place[r->a.column[e]], r->walk.place[to], -(double)r->a.value[e]);
}

/* Updates the rates between the k-th state linked with p and the later links of p. */
static void pass_on(struct run *r, int64_t p, int64_t k)
{
    const int64_t end = r->begin[p + 1], t = r->later[k];
    const double f = r->in[k], o = r->out[k];
    for (int64_t u = k + 1, at = r->begin[t]; u < end; u++, at++) {
        while (r->later[at] != r->later[u]) at++;
        r->out[at] += f * r->out[u];
        r->in[at] += r->in[u] * o;
    }
}

/* Updates the rates among the dense states linked with p, from the k-th link on. */
static void pass_on_dense(struct run *r, int64_t p, int64_t k)
{
    const int64_t end = r->begin[p + 1], n = r->dense.n;
    const bool spread = 2 * (end - k) > n;
    if (spread) memset(r->spread, 0, (size_t)n * sizeof *r->spread);
    for (int64_t u = k; spread && u < end; u++) r->spread[r->later[u] - r->sparse] = r->out[u];
    for (int64_t t = k; t < end; t++) {
        double *const restrict row = r->dense.rate + (r->later[t] - r->sparse) * n;
        const double f = r->in[t], *const restrict flow = r->spread;
        if (f == 0) continue;
        if (spread)
            for (int64_t u = 0; u < n; u++) row[u] += f * flow[u];
        else
            for (int64_t u = k; u < end; u++) row[r->later[u] - r->sparse] += f * r->out[u];
    }
}

/* Eliminates state p; false if it leads nowhere. */
static bool take_out(struct run *r, int64_t p)
{
    const int64_t end = r->begin[p + 1];
    double sum = 0;
    int64_t k;
    for (k = r->begin[p]; k < end; k++) sum += r->out[k];
    if (!(sum > 0) || !isfinite(sum)) return false;
    r->underflow |= 1 / sum < GTH_LEAST_RATE;
    for (k = r->begin[p]; k < end; k++) {
        r->in[k] *= 1 / sum;
        r->underflow |= gth_is_below(r->in[k], GTH_LEAST_FACTOR) || gth_is_below(r->out[k], GTH_LEAST_RATE);
    }
    for (k = r->begin[p]; k < end && r->later[k] < r->sparse; k++)
        if (r->in[k] > 0 || r->out[k] > 0) pass_on(r, p, k);
    pass_on_dense(r, p, k);
    return true;
}

/* The sum of x times factor over the links of a state, `count` of them. */
static struct extended gathered(const struct run *r, int64_t count, const double *factor, int32_t *now)
{
    bool alike = true;
    struct extended x = {0, *now};
    for (int64_t k = 0; k < count; k++) {
        alike = alike && (r->exponent[k] == *now || r->value[k] == 0);
        x.value += r->value[k] * factor[k];
    }
    return alike && extended_is_safe(x.value)
               ? x
               : extended_settle(extended_dot(count, r->value, r->exponent, factor), now);
}

static void substitute(struct run *r, const struct system *system)
{
    int32_t now = 0;
    for (int64_t p = r->n - 1; p >= 0; p--) {
        const int64_t dense = p - r->sparse, count = dense < 0 ? r->count[p] : r->n - 1 - p;
        const double *factor = dense < 0 ? r->in + r->begin[p] : r->spread;
        for (int64_t k = 0; k < count; k++) {
            const struct extended x = r->x[dense < 0 ? r->later[r->begin[p] + k] : p + 1 + k];
            r->value[k] = x.value, r->exponent[k] = x.exponent;
            if (dense >= 0) r->spread[k] = r->dense.rate[(dense + 1 + k) * r->dense.n + dense];
        }
        r->x[p] = count ? gathered(r, count, factor, &now) : (struct extended){1, 0};
        extended_write(r->x[p], system->x + r->order[p], system->blocktri.exponent + r->order[p]);
    }
}

/* Eliminates all states; returns the row of the one that leads nowhere, or -1. */
static int64_t eliminate(struct run *r, int threads)
{
    for (int64_t p = 0; p < r->sparse; p++)
        if (!take_out(r, p)) return r->order[p];
    const int64_t stuck = gth_dense_eliminate(&r->dense, threads, &r->underflow);
    return stuck < 0 ? -1 : r->order[r->sparse + stuck];
}

static enum status check_balance(const struct system *system, int threads)
{
    struct balance found;
    TRY(balance_of(system->blocktri.matrix, NULL, system->x, system->blocktri.exponent, threads, &found));
    return balance_accepts(&found, "gth_sparse");
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct shape *const s = &p->shape;
    struct system own = *system;
    struct run r;
    if (!own.blocktri.sparse || !s->blocktri.fill.dense)
        return fail(ST_REFUSED, "gth_sparse: needs an order of small fill; gth_band needs none");
    lay_out(&r, s, own.blocktri.matrix, p->workspace);
    r.order = own.blocktri.sparse;
    if (!s->blocktri.exponents) own.blocktri.exponent = r.own;
    begin(&r, s, own.blocktri.matrix);
    own.outcome->info = eliminate(&r, p->exec.threads) + 1;
    if (own.outcome->info) return ST_OK;
    substitute(&r, &own);
    if (!extended_normalize(s->n, own.x, own.blocktri.exponent, p->exec.threads)) own.outcome->info = s->n;
    if (r.underflow) TRY(check_balance(&own, p->exec.threads));
    if (!s->blocktri.exponents) extended_flush(s->n, own.x, own.blocktri.exponent, p->exec.threads);
    if (!own.outcome->info) error_without_subtraction(s, &own, 0);
    return ST_OK;
}

static enum status accepts(const struct solver *self, const struct shape *s, const void *options)
{
    const enum status ready = sparse_order_ready();
    if (ready != ST_OK) return fail_within(ready, "gth_sparse: ");
    if (s->blocktri.question != STATIONARY)
        return fail(ST_REFUSED, "gth_sparse: only for stationary chains; gth_band takes shifted ones");
    if (s->blocktri.entries == 0) return fail(ST_REFUSED, "gth_sparse: needs a stored matrix; gth_band needs none");
    return ST_OK;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *s, const void *options,
                               const struct exec *exec)
{
    struct run r;
    return lay_out(&r, s, NULL, NULL).used;
}

static struct cost cost(const struct solver *self, const struct shape *s, const void *options)
{
    const double links = (double)s->blocktri.fill.links, dense = (double)s->blocktri.fill.dense,
                 values = 2 * links + dense * dense;
    return (struct cost){2 * s->blocktri.fill.products + 3 * (values + (double)s->blocktri.entries),
                         2 * values * (double)sizeof(double) + 3 * (double)s->n * (double)sizeof(real) +
                             (double)s->blocktri.entries * (double)(sizeof(real) + 4)};
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver blocktri_gth_sparse = {
    .method = "gth_sparse",
    .about = "elimination without subtraction in an order of small fill: every probability of chains without structure",
    .source = "Grassmann, Taksar, Heyman 1985; order: Amestoy, Davis, Duff 2004",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC | REPORTS_INFO | ONE_CLASS | SPARSE_ORDER,
    .hooks = &hooks,
};
