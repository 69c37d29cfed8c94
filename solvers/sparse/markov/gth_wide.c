/* Elimination without subtraction in a band, from the last state to the first, as in gth_band.c, but each number has an
 * exponent of its own (wide_number.h): for chains in which some path from state to state is less likely than the least
 * double, 1e-308. Where a state then leads nowhere, it goes from the first state to the last. It takes two to four
 * times as long as gth_band, and 16 bytes a factor; each state has `band` factors. */
#include <math.h>

#include "solvers/sparse/direct/error_bound.h"
#include "solvers/sparse/markov/extended_exponent.h"
#include "solvers/sparse/markov/gth.h"
#include "solvers/sparse/markov/wide_number.h"

/* Arrays of values and of their exponents (wide_number.h). */
struct wides {
    double *value, *exponent;
};

enum { LAST, FIRST, SIDES }; /* where an elimination begins */

struct run {
    int64_t n, band;
    struct gth_rates rates[SIDES], *current; /* current: those of the elimination that runs */
    struct gth_window entering;              /* one row of it is used, for the rates of the state that enters */
    struct wides rate;                       /* [ring][2 band + 1] as in struct gth_window */
    struct wides factor;                     /* [n][band], that of state s - band first */
    struct wides recent;                     /* [2 ring] the last x, twice: any `band` of them are contiguous */
    struct wides product;                    /* [band] */
    int64_t ring;
    int32_t *exponent; /* [n] of each row, if the system has none */
};

static struct wides wides_take(struct workspace *c, int64_t count)
{
    const int64_t bytes = count * (int64_t)sizeof(double);
    double *const value = workspace_take(c, bytes);
    return (struct wides){value, workspace_take(c, bytes)};
}

static struct wides wides_at(struct wides w, int64_t i)
{
    return (struct wides){w.value + i, w.exponent + i};
}

static struct workspace lay_out(struct run *r, const struct shape *s, void *memory)
{
    struct workspace c = {memory, 0};
    const int64_t band = s->blocktri.band;
    *r = (struct run){.n = s->n, .band = band};
    for (int k = 0; k < SIDES; k++) r->rates[k] = gth_rates_take(s, k == FIRST, &c);
    r->entering = gth_window_take(band, &c);
    r->ring = r->entering.mask + 1;
    r->rate = wides_take(&c, r->ring * (2 * band + 1));
    r->factor = wides_take(&c, s->n * band);
    r->recent = wides_take(&c, 2 * r->ring);
    r->product = wides_take(&c, band);
    if (!s->blocktri.exponents) r->exponent = workspace_take(&c, s->n * (int64_t)sizeof *r->exponent);
    return c;
}

static struct wides row_of(const struct run *r, int64_t t)
{
    return wides_at(r->rate, (t & (r->ring - 1)) * (2 * r->band + 1));
}

static void put(struct wides w, int64_t i, struct wide_number x)
{
    w.value[i] = x.value, w.exponent[i] = x.exponent;
}

static void enter(struct run *r, int64_t t)
{
    double *const rate = r->entering.row;
    const struct wides row = row_of(r, t);
    memset(rate, 0, (size_t)(2 * r->band + 1) * sizeof *rate);
    gth_rates_enter(r->current, t, rate);
    for (int64_t q = 0; q < 2 * r->band + 1; q++) put(row, q, wide_number_of(rate[q]));
}

/* Eliminates state s; false if it leads nowhere. */
static bool take_out(struct run *r, int64_t s)
{
    const int64_t band = r->band, from = s < band ? band - s : 0;
    const struct wides out = row_of(r, s), factor = wides_at(r->factor, s * band);
    const struct wide_number sum = wide_sum(band, out.value, out.exponent);
    if (!(sum.value > 0) || !isfinite(sum.value)) return false;
    for (int64_t q = 0; q < from; q++) put(factor, q, wide_number_of(0));
    for (int64_t q = from; q < band; q++) {
        const int64_t distance = band - q;
        const struct wides in = row_of(r, s - distance), to = wides_at(in, distance);
        const struct wide_number f =
            wide_settle(in.value[band + distance] / sum.value, in.exponent[band + distance] - sum.exponent);
        put(factor, q, f);
        if (f.value > 0) wide_add_products(band, f, out.value, out.exponent, to.value, to.exponent);
    }
    return true;
}

static int64_t eliminate(struct run *r)
{
    int64_t entered = r->n;
    for (int64_t s = r->n - 1; s >= 1; s--) {
        while (entered > 0 && entered > s - r->band) enter(r, --entered);
        if (!take_out(r, s)) return s;
    }
    while (entered > 0) enter(r, --entered);
    return -1;
}

static void remember(struct run *r, int64_t s, struct wide_number x)
{
    const int64_t k = s & (r->ring - 1);
    put(r->recent, k, x);
    put(r->recent, k + r->ring, x);
}

/* x_s = the sum of x_t f_t over the band before s. */
static struct wide_number sum_of_products(const struct run *r, int64_t s)
{
    const struct wides x = wides_at(r->recent, (s - r->band) & (r->ring - 1)), f = wides_at(r->factor, s * r->band);
    wide_products(r->band, x.value, x.exponent, f.value, f.exponent, r->product.value, r->product.exponent);
    const struct wide_number sum = wide_sum(r->band, r->product.value, r->product.exponent);
    return wide_settle(sum.value, sum.exponent);
}

/* An info: 0, or the first row whose probability is beyond 2^(2^30) times that of state 0, in either direction. */
static int64_t substitute(struct run *r, const struct system *system)
{
    enum { DIGITS = 512, MOST = (1 << 30) / DIGITS }; /* binary digits that the unit of an exponent stands for */
    int32_t now = 0;
    for (int64_t s = 0; s < 2 * r->ring; s++) put(r->recent, s, wide_number_of(0));
    for (int64_t s = 0; s < r->n; s++) {
        const int64_t row = gth_rates_return(r->current, s);
        const struct wide_number x = s == 0 ? wide_number_of(1) : sum_of_products(r, s);
        remember(r, s, x);
        if (x.value > 0 && fabs(x.exponent) > MOST) return row + 1;
        const struct extended settled = {x.value, x.value > 0 ? (int32_t)(DIGITS * x.exponent) : now};
        extended_write(extended_settle(settled, &now), system->x + row, system->blocktri.exponent + row);
    }
    return 0;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *s, const void *options,
                               const struct exec *exec)
{
    struct run r;
    return lay_out(&r, s, NULL).used;
}

static enum status accepts(const struct solver *self, const struct shape *s, const void *options)
{
    if (s->blocktri.question == STATIONARY) return ST_OK;
    return fail(ST_REFUSED, "gth_wide: only for stationary chains; gth_band and gth_block take shifted ones");
}

static int64_t row_of_state(struct run *r, int64_t state)
{
    int64_t row = 0;
    for (int64_t t = state > r->band ? state - r->band : 0; t <= state; t++) row = gth_rates_return(r->current, t);
    return row;
}

/* Returns info. Elimination from the last state on fails where the first states are transient (gth_band.c). */
static int64_t solve_from(struct run *r, int side, const struct system *system)
{
    r->current = &r->rates[side];
    const int64_t stuck = eliminate(r);
    return stuck < 0 ? substitute(r, system) : row_of_state(r, stuck) + 1;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct shape *const s = &p->shape;
    struct system own = *system;
    struct run r;
    lay_out(&r, s, p->workspace);
    if (!s->blocktri.exponents) own.blocktri.exponent = r.exponent;
    gth_rates_begin(&r.rates[LAST], &own, NULL);
    gth_rates_begin(&r.rates[FIRST], &own, &r.rates[LAST]);
    own.outcome->info = solve_from(&r, LAST, &own);
    if (own.outcome->info && solve_from(&r, FIRST, &own) == 0) own.outcome->info = 0;
    if (own.outcome->info) return ST_OK;
    if (!extended_normalize(s->n, own.x, own.blocktri.exponent, p->exec.threads)) own.outcome->info = s->n;
    if (!s->blocktri.exponents) extended_flush(s->n, own.x, own.blocktri.exponent, p->exec.threads);
    if (!own.outcome->info) error_without_subtraction(s, &own, 0);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *s, const void *options)
{
    const double n = (double)s->n, band = (double)s->blocktri.band, entries = (double)s->blocktri.entries;
    return (struct cost){n * (2 * band * band + 5 * band),
                         2 * n * band * (double)sizeof(struct wide_number) + 3 * n * (double)sizeof(real) +
                             (s->blocktri.leveled ? 0 : entries * (double)(sizeof(real) + 4))};
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver blocktri_gth_wide = {
    .method = "gth_wide",
    .about = "elimination without subtraction, an exponent to every number: where gth_band finds double too narrow",
    .source = "Grassmann, Taksar, Heyman 1985; exponents: this program",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC | REPORTS_INFO | ONE_CLASS,
    .hooks = &hooks,
};
