/* Elimination without subtraction (gth.h) level by level, for chains of levels however dense.
 *
 * From the last level to the first: T_j are the rates within level j, those through the levels above included, D_j
 * those down to the level below (and, SHIFTED, to nowhere). Phases are taken out of [T_j D_j] from the last to the
 * first; what remains is G_j, whose row p says where in the level below a visit that begins in phase p ends, and
 *
 *     T_(j-1) = rates within + U_(j-1) G_j      x_j (-S_j) = x_(j-1) U_(j-1),  S_j being T_j and D_j with their sums
 *
 * (M. F. Neuts, Matrix-geometric solutions in stochastic models, 1981, level by level: D. P. Gaver, P. A. Jacobs, G.
 * Latouche, Finite birth-and-death models in randomly changing environments, Advances in Applied Probability 16, 1984).
 * Every number is a sum of products of nonnegative ones while b >= 0: each x is right to some units of rounding a
 * state. 8/3 block^3 flops a level; block^2 factors written once and read once. */
#include <string.h>

#include "solvers/sparse/direct/error_bound.h"
#include "solvers/sparse/markov/extended_exponent.h"
#include "solvers/sparse/markov/level_rates.h"
#include "solvers/sparse/matrix/matrix.h"

struct run {
    struct csr a;
    int64_t levels, block;
    double *table; /* [levels][block][block]: below the diagonal T over the sum of its row; on it 1 / sum; above T over
                    the sum of the row of its column */
    double *above,
        *own; /* [block][block + 1]: G of the level above, last what goes to nowhere; D of this one, then its G */
    struct extended *in, *x; /* [block] the flow into a level, and x of the last one */
    int32_t *exponent;       /* [n], if the system has none */
    int64_t level;           /* the current one */
    struct system *system;
    int32_t now;
};

static struct workspace lay_out(struct run *r, const struct shape *s, const struct matrix *a, void *memory)
{
    struct workspace c = {memory, 0};
    const int64_t k = s->blocktri.block, square = k * k * (int64_t)sizeof(double);
    *r = (struct run){.levels = s->n / k, .block = k};
    r->a = csr_of(s, a, &c);
    r->table = workspace_take(&c, r->levels * square);
    r->above = workspace_take(&c, k * (k + 1) * (int64_t)sizeof(double));
    r->own = workspace_take(&c, k * (k + 1) * (int64_t)sizeof(double));
    r->in = workspace_take(&c, k * (int64_t)sizeof *r->in);
    r->x = workspace_take(&c, k * (int64_t)sizeof *r->x);
    r->exponent = s->blocktri.exponents ? NULL : workspace_take(&c, s->n * (int64_t)sizeof *r->exponent);
    return c;
}

static double *inside(const struct run *r, int64_t p)
{
    return r->table + (r->level * r->block + p) * r->block;
}

static double *down(const struct run *r, int64_t p)
{
    return r->own + p * (r->block + 1);
}

static void see_inside(void *with, int64_t from, int64_t to, double q)
{
    inside(with, from)[to] += q;
}

static void see_down(void *with, int64_t from, int64_t to, double q)
{
    down(with, from)[to] += q;
}

/* Adds the return of a visit to the level above that begins in `to`, distributed by G. */
static void see_rise(void *with, int64_t from, int64_t to, double q)
{
    const struct run *const r = with;
    const double *const back = r->above + to * (r->block + 1);
    double *const row = inside(r, from);
    for (int64_t u = 0; u < r->block; u++) row[u] += q * back[u];
    down(r, from)[r->block] += q * back[r->block];
}

static void fill_level(struct run *r, double shift)
{
    const int64_t j = r->level, k = r->block;
    memset(inside(r, 0), 0, (size_t)(k * k) * sizeof(double));
    memset(r->own, 0, (size_t)(k * (k + 1)) * sizeof(double));
    for (int64_t p = 0; p < k; p++) down(r, p)[k] = shift;
    rates_between(&r->a, k, j, j, see_inside, r);
    if (j > 0) rates_between(&r->a, k, j, j - 1, see_down, r);
    if (j + 1 < r->levels) rates_between(&r->a, k, j, j + 1, see_rise, r);
}

static void add_row(int64_t count, double *to, double f, const double *row)
{
    for (int64_t u = 0; u < count; u++) to[u] += f * row[u];
}

/* Eliminates phase p; false if it leads nowhere. */
static bool take_out(const struct run *r, int64_t p)
{
    double *const row = inside(r, p), *const exit = down(r, p);
    double sum = 0;
    const int64_t k = r->block;
    for (int64_t u = 0; u < p; u++) sum += row[u];
    for (int64_t u = 0; u <= k; u++) sum += exit[u];
    if (!(sum > 0) || !isfinite(sum)) return false;
    const double inverse = 1 / sum;
    for (int64_t u = 0; u < p; u++) row[u] *= inverse;
    for (int64_t u = 0; u <= k; u++) exit[u] *= inverse;
    row[p] = inverse;
    for (int64_t q = 0; q < p; q++) {
        double *const other = inside(r, q);
        const double f = other[p];
        if (f == 0) continue;
        add_row(p, other, f, row);
        add_row(k + 1, down(r, q), f, exit);
        other[p] = f * inverse;
    }
    return true;
}

/* D becomes G; inflow to this level is distributed to the level below by G. */
static void pass_down(struct run *r, bool shifted)
{
    const int64_t k = r->block;
    real *const x = r->system->x + r->level * k;
    for (int64_t p = 1; p < k; p++)
        for (int64_t u = 0; u < p; u++)
            if (inside(r, p)[u] != 0) add_row(k + 1, down(r, p), inside(r, p)[u], down(r, u));
    for (int64_t p = 0; shifted && r->level > 0 && p < k; p++)
        for (int64_t u = 0; u < k; u++) x[u - k] += (real)((double)x[p] * down(r, p)[u]);
    double *const g = r->own;
    r->own = r->above;
    r->above = g;
}

static void take_all_out(struct run *r, bool shifted)
{
    for (r->level = r->levels - 1; r->level >= 0; r->level--) {
        const int64_t last = r->level > 0 || shifted ? 0 : 1;
        fill_level(r, shifted ? r->system->blocktri.shift : 0);
        for (int64_t p = r->block - 1; p >= last; p--) {
            if (take_out(r, p)) continue;
            r->system->outcome->info = r->level * r->block + p + 1;
            return;
        }
        pass_down(r, shifted);
    }
}

static void see_inflow(void *with, int64_t from, int64_t to, double q)
{
    const struct run *const r = with;
    r->in[to] = extended_plus(r->in[to], extended_times(r->x[from], q));
}

static void substitute_level(struct run *r, bool shifted)
{
    const int64_t k = r->block, first = r->level * k;
    for (int64_t p = 0; p < k; p++)
        r->in[p] = shifted ? (struct extended){(double)r->system->x[first + p], 0} : (struct extended){0, r->now};
    if (r->level > 0) rates_between(&r->a, k, r->level - 1, r->level, see_inflow, r);
    for (int64_t p = k - 1; p > 0; p--)
        for (int64_t u = 0; r->in[p].value != 0 && u < p; u++)
            r->in[u] = extended_plus(r->in[u], extended_times(r->in[p], inside(r, p)[u]));
    for (int64_t p = 0; p < k; p++) {
        const bool begins = first + p == 0 && !shifted;
        struct extended x = begins ? (struct extended){1, 0} : extended_times(r->in[p], inside(r, p)[p]);
        for (int64_t u = 0; u < p; u++) x = extended_plus(x, extended_times(r->x[u], inside(r, u)[p]));
        r->x[p] = extended_settle(x, &r->now);
        extended_write(r->x[p], r->system->x + first + p, r->system->blocktri.exponent + first + p);
    }
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *s, const void *options,
                               const struct exec *exec)
{
    struct run r;
    return lay_out(&r, s, NULL, NULL).used;
}

static enum status accepts(const struct solver *self, const struct shape *s, const void *options)
{
    if (s->blocktri.question == LINEAR)
        return fail(ST_REFUSED,
                    "gth_block: only for chains, stationary or shifted; use block_thomas for other matrices");
    if (s->blocktri.entries == 0) return fail(ST_REFUSED, "gth_block: needs a stored matrix; gth_band needs none");
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct shape *const s = &p->shape;
    struct system own = *system;
    const bool shifted = s->blocktri.question == SHIFTED;
    struct run r;
    if (!matrix_is_blocktri(own.blocktri.matrix))
        return fail(ST_REFUSED, "gth_block: the chain moves beyond neighbouring blocks; use gth_band");
    lay_out(&r, s, own.blocktri.matrix, p->workspace);
    csr_fill(&r.a, own.blocktri.matrix);
    r.system = &own;
    if (!s->blocktri.exponents) own.blocktri.exponent = r.exponent;
    const double right = shifted ? error_sum(s->n, own.x) : 0;
    own.outcome->info = 0;
    take_all_out(&r, shifted);
    if (own.outcome->info) return ST_OK;
    for (r.level = 0; r.level < r.levels; r.level++) substitute_level(&r, shifted);
    if (shifted) extended_reduce(s->n, own.x, own.blocktri.exponent, p->exec.threads);
    else if (!extended_normalize(s->n, own.x, own.blocktri.exponent, p->exec.threads)) own.outcome->info = s->n;
    if (!s->blocktri.exponents) extended_flush(s->n, own.x, own.blocktri.exponent, p->exec.threads);
    if (!own.outcome->info) error_without_subtraction(s, &own, right);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *s, const void *options)
{
    const double n = (double)s->n, k = (double)s->blocktri.block;
    return (struct cost){n * k * k * 8 / 3, 2 * n * k * (double)sizeof(double) + 3 * n * (double)sizeof(real) +
                                                (double)s->blocktri.entries * (double)(sizeof(real) + 4)};
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver blocktri_gth_block = {
    .method = "gth_block",
    .about = "elimination without subtraction, a whole level at a time",
    .source = "Gaver, Jacobs, Latouche 1984; Grassmann, Taksar, Heyman 1985",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC | REPORTS_INFO | ONE_CLASS,
    .hooks = &hooks,
};
