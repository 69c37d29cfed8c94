/* Elimination without subtraction (gth.h) in a band: the stationary probabilities of a chain, or the solution of a
 * shifted system.
 *
 * From the last state s = n - 1 on: with S the sum of the rates out of s to states before it (and to nowhere),
 *     f_t = q_ts / S,   q_tu += f_t q_su      for all t, u < s;
 * at the same time from the first state on; then a band of states in the middle is solved likewise, and outwards
 * from it x_s = the sum of x_t f_t over the band before s. Only nonnegative numbers are added, multiplied and divided,
 * so that each x is right to some n eps at worst, be it 1e-2000; hence every x has an exponent of its own. SHIFTED
 * systems are the same with one state more, into which all leak and from which b flows back, eliminated last: as
 * accurate while b >= 0.
 *
 * Factors may be beyond the range of double though x is not: where neighbours in the order are 1e200 apart. From one
 * end that is rarer, since most paths from state to state are short in one direction: where elimination from both ends
 * fails, it is tried from one; and its result is accepted only if every state is in balance, and rates lie within
 * 1e100 of each other.
 *
 * 2 band^2 + 5 band flops and band values of factors, written once and read once, a state; nothing else leaves the
 * caches if rates come from levels. Two threads at most. */
#include "solvers/batch/workspace.h"
#include "solvers/sparse/direct/error_bound.h"
#include "solvers/sparse/markov/balance.h"
#include "solvers/sparse/markov/gth_elimination.h"

enum { LAST, FIRST, SIDES }; /* where a side begins */

struct run {
    int64_t n, band;
    bool underflow; /* a number of the elimination is too small for double */
    struct system *system;
    int32_t *exponent; /* [n] of each row, or NULL: SHIFTED without tails */
    struct gth_side side[SIDES];
    double *scratch; /* for the certificate, if rates come from levels */
    double *middle;  /* [band][band] rates among the states in the middle */
    struct {
        double *value;     /* [band] x of them */
        int32_t *exponent; /* [band] */
    } first[SIDES];        /* in the numbers of each side */
};

static struct workspace lay_out(struct run *r, const struct shape *s, void *memory)
{
    struct workspace c = {memory, 0};
    const bool shifted = s->blocktri.question == SHIFTED;
    const int64_t each = (int64_t)sizeof(double);
    *r = (struct run){.n = s->n, .band = s->blocktri.band};
    double *const factor = workspace_take(&c, s->n * (s->blocktri.band + shifted) * each);
    for (int k = 0; k < SIDES; k++) {
        r->side[k] = gth_side_take(s, k == FIRST, &c);
        r->side[k].factor = factor;
        r->first[k].value = workspace_take(&c, s->blocktri.band * each);
        r->first[k].exponent = workspace_take(&c, s->blocktri.band * (int64_t)sizeof(int32_t));
    }
    r->scratch = s->blocktri.leveled ? workspace_take(&c, balance_bytes(s->blocktri.block)) : NULL;
    r->middle = workspace_take(&c, s->blocktri.band * s->blocktri.band * each);
    if (!s->blocktri.exponents && !shifted) r->exponent = workspace_take(&c, s->n * (int64_t)sizeof(int32_t));
    return c;
}

/* `states` are eliminated upward from the first, and those after the band that follows, downward from the last; 0: all
 * but the first, or all if they are SHIFTED, downward from the last. */
static void begin_sides(struct run *r, int64_t states)
{
    const int64_t one_side = !r->side[LAST].shifted;
    const int64_t stop[SIDES] = {[LAST] = states ? states + r->band : one_side, [FIRST] = r->n - states};
    gth_rates_begin(&r->side[LAST].rates, r->system, NULL);
    gth_rates_begin(&r->side[FIRST].rates, r->system, &r->side[LAST].rates);
    r->side[FIRST].factor = r->side[LAST].factor + (r->n - stop[LAST]) * r->band;
    r->underflow = false;
    for (int k = 0; k < SIDES; k++) {
        r->side[k].underflow = &r->underflow, r->side[k].past_underflow = states == 0;
        r->side[k].stop = stop[k];
        r->side[k].x = r->system->x, r->side[k].exponent = r->exponent, r->side[k].shift = r->system->blocktri.shift;
    }
}

static void set_first(struct run *r, int64_t i, struct extended x)
{
    r->first[LAST].value[i] = r->first[FIRST].value[r->band - 1 - i] = x.value;
    r->first[LAST].exponent[i] = r->first[FIRST].exponent[r->band - 1 - i] = x.exponent;
}

/* Sets x of the one state that remains on this side. */
static void begin_at(struct run *r, int side)
{
    for (int64_t i = 0; i < r->band; i++) {
        r->first[side].value[i] = i == r->band - 1;
        r->first[side].exponent[i] = 0;
    }
}

/* The rate in the middle that both sides leave, by row and column in the band from `states` on. */
static double rate_between(const struct run *r, int64_t states, int64_t i, int64_t j)
{
    const struct gth_window *const last = &r->side[LAST].window, *const first = &r->side[FIRST].window;
    return gth_window_row(last, states + i)[r->band + j - i] +
           gth_window_row(first, r->n - 1 - states - i)[r->band + i - j];
}

/* Solves the middle; false if a state in it leads nowhere. */
static bool solve_middle(struct run *r, int64_t states)
{
    const int64_t band = r->band;
    double *const q = r->middle;
    for (int64_t i = 0; i < band * band; i++) q[i] = rate_between(r, states, i / band, i % band);
    for (int64_t i = band - 1; i > 0; i--) {
        double sum = 0;
        for (int64_t j = 0; j < i; j++) sum += q[i * band + j];
        if (!(sum > 0) || !isfinite(sum)) return false;
        for (int64_t t = 0; t < i; t++) {
            const double f = q[t * band + i] /= sum;
            for (int64_t u = 0; u < i; u++) q[t * band + u] += f * q[i * band + u];
        }
    }
    set_first(r, 0, (struct extended){1, 0});
    for (int64_t i = 1; i < band; i++) {
        struct extended x = {0, 0};
        for (int64_t t = 0; t < i; t++) {
            const struct extended at = {r->first[LAST].value[t], r->first[LAST].exponent[t]};
            x = extended_plus(x, extended_times(at, q[t * band + i]));
        }
        set_first(r, i, x);
    }
    return true;
}

/* Eliminates from both ends; false if a state then leads nowhere, or double is too narrow. */
static bool solve_two_sided(struct run *r, int threads)
{
    const int64_t states = (r->n - r->band) / 2;
    int64_t stuck[SIDES];
    begin_sides(r, states);
#pragma omp parallel for num_threads(threads < SIDES ? threads : SIDES) schedule(static, 1)
    for (int k = 0; k < SIDES; k++) stuck[k] = gth_side_eliminate(&r->side[k], r->n);
    if (r->underflow || stuck[LAST] >= 0 || stuck[FIRST] >= 0 || !solve_middle(r, states)) return false;
#pragma omp parallel for num_threads(threads < SIDES ? threads : SIDES) schedule(static, 1)
    for (int k = 0; k < SIDES; k++) gth_side_substitute(&r->side[k], r->n, r->first[k].value, r->first[k].exponent);
    return true;
}

/* Eliminates all but the state at the other end; returns info. From the last state on, elimination fails at a state
 * that leads only to eliminated ones, as where the first states are transient; from the first state on it does not. */
static int64_t solve_one_sided(struct run *r, int from)
{
    struct gth_side *const side = &r->side[from];
    begin_sides(r, 0);
    side->second = false;
    if (from == FIRST) side->stop = 1, side->factor = r->side[LAST].factor;
    const int64_t stuck = gth_side_eliminate(side, r->n);
    if (stuck >= 0) return gth_side_row(side, stuck) + 1;
    begin_at(r, from);
    gth_side_substitute(side, r->n, r->first[from].value, r->first[from].exponent);
    return 0;
}

static enum status check_balance(const struct run *r, int threads)
{
    const struct system *const system = r->system;
    struct balance found;
    if (r->scratch) balance_levels(system->blocktri.levels, system->x, r->exponent, threads, r->scratch, &found);
    else TRY(balance_of(system->blocktri.matrix, NULL, system->x, r->exponent, threads, &found));
    return balance_accepts(&found, "gth_band");
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *s, const void *options,
                               const struct exec *exec)
{
    struct run r;
    return lay_out(&r, s, NULL).used;
}

static enum status accepts(const struct solver *self, const struct shape *s, const void *options)
{
    if (s->blocktri.question != LINEAR) return ST_OK;
    return fail(ST_REFUSED, "gth_band: only for chains, stationary or shifted; use sparse_lu for other matrices");
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct shape *const s = &p->shape;
    struct system own = *system;
    const bool shifted = s->blocktri.question == SHIFTED, one_sided = shifted || s->n < 8 * (s->blocktri.band + 1);
    struct run r;
    lay_out(&r, s, p->workspace);
    r.system = &own;
    if (s->blocktri.exponents) r.exponent = own.blocktri.exponent;
    const double right = shifted ? error_sum(s->n, own.x) : 0;
    own.outcome->info = 0;
    if (one_sided || !solve_two_sided(&r, p->exec.threads)) own.outcome->info = solve_one_sided(&r, LAST);
    if (own.outcome->info && !shifted && solve_one_sided(&r, FIRST) == 0) own.outcome->info = 0;
    if (!own.outcome->info) error_without_subtraction(s, &own, right);
    if (shifted || own.outcome->info) return ST_OK;
    if (!extended_normalize(s->n, own.x, r.exponent, p->exec.threads)) own.outcome->info = s->n;
    if (r.underflow) TRY(check_balance(&r, p->exec.threads));
    if (!s->blocktri.exponents) extended_flush(s->n, own.x, r.exponent, p->exec.threads);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *s, const void *options)
{
    const double n = (double)s->n, band = (double)s->blocktri.band, entries = (double)s->blocktri.entries;
    return (struct cost){n * (2 * band * band + 5 * band),
                         2 * n * band * (double)sizeof(double) + 3 * n * (double)sizeof(real) +
                             (s->blocktri.leveled ? 0 : entries * (double)(sizeof(real) + 4))};
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver blocktri_gth_band = {
    .method = "gth_band",
    .about = "elimination without subtraction in a band: full relative accuracy even for probabilities of 1e-2000",
    .source = "Grassmann, Taksar, Heyman 1985; O'Cinneide 1993; from both ends: this program",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
