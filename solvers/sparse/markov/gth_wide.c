/* Elimination without subtraction in a band (gth_band.c), from the last state on, of which every number has an exponent
 * of its own (extended_exponent.h): for chains in which some path from state to state is less likely than the least
 * double, 1e-308. Ten times as slow as gth_band, and 16 bytes a factor: band of them a state. */
#include "solvers/sparse/direct/error_bound.h"
#include "solvers/sparse/markov/extended_exponent.h"
#include "solvers/sparse/markov/gth.h"

struct run {
    int64_t n, band;
    struct gth_rates rates;
    struct gth_window entering; /* one row of it is used: rates as they come */
    struct extended *rate;      /* [ring][2 band + 1] as in struct gth_window */
    struct extended *factor;    /* [n][band], that of state s - band first */
    struct extended *recent;    /* [ring] the last x */
    int64_t ring;
    int32_t *exponent; /* [n] of each row, if the system has none */
};

static struct workspace lay_out(struct run *r, const struct shape *s, void *memory)
{
    struct workspace c = {memory, 0};
    *r = (struct run){.n = s->n, .band = s->blocktri.band};
    r->rates = gth_rates_take(s, false, &c);
    r->entering = gth_window_take(s->blocktri.band, &c);
    r->ring = r->entering.mask + 1;
    r->rate = workspace_take(&c, r->ring * (2 * s->blocktri.band + 1) * (int64_t)sizeof *r->rate);
    r->factor = workspace_take(&c, s->n * s->blocktri.band * (int64_t)sizeof *r->factor);
    r->recent = workspace_take(&c, r->ring * (int64_t)sizeof *r->recent);
    if (!s->blocktri.exponents) r->exponent = workspace_take(&c, s->n * (int64_t)sizeof *r->exponent);
    return c;
}

static struct extended *row_of(const struct run *r, int64_t t)
{
    return r->rate + (t & (r->ring - 1)) * (2 * r->band + 1);
}

static void enter(struct run *r, int64_t t)
{
    double *const rate = r->entering.row;
    memset(rate, 0, (size_t)(2 * r->band + 1) * sizeof *rate);
    gth_rates_enter(&r->rates, t, rate);
    for (int64_t q = 0; q < 2 * r->band + 1; q++) row_of(r, t)[q] = (struct extended){rate[q], 0};
}

/* Eliminates state s; false if it leads nowhere. */
static bool take_out(struct run *r, int64_t s)
{
    const struct extended *const out = row_of(r, s);
    struct extended sum = {0, 0};
    for (int64_t q = 0; q < r->band; q++) sum = extended_plus(sum, out[q]);
    if (!(sum.value > 0) || !isfinite(sum.value)) return false;
    for (int64_t q = 0; q < r->band; q++) {
        const int64_t distance = r->band - q;
        struct extended *const f = r->factor + s * r->band + q;
        *f = (struct extended){0, 0};
        if (distance > s) continue;
        struct extended *const in = row_of(r, s - distance);
        *f = extended_times(in[r->band + distance], 1 / sum.value);
        f->exponent -= sum.exponent;
        for (int64_t u = 0; f->value > 0 && u < r->band; u++)
            in[distance + u] = extended_plus(in[distance + u], extended_product(*f, out[u]));
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

static void substitute(struct run *r, const struct system *system)
{
    int32_t now = 0;
    for (int64_t s = 0; s < r->n; s++) {
        const int64_t row = gth_rates_return(&r->rates, s);
        struct extended x = {s == 0, 0};
        for (int64_t distance = r->band; distance >= 1; distance--)
            if (distance <= s)
                x = extended_plus(x, extended_product(r->recent[(s - distance) & (r->ring - 1)],
                                                      r->factor[s * r->band + r->band - distance]));
        x = r->recent[s & (r->ring - 1)] = extended_settle(x, &now);
        extended_write(x, system->x + row, system->blocktri.exponent + row);
    }
}

static int64_t work_bytes(const struct solver *self, const struct shape *s, const void *options,
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
    for (int64_t t = state > r->band ? state - r->band : 0; t <= state; t++) row = gth_rates_return(&r->rates, t);
    return row;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct shape *const s = &p->shape;
    struct system own = *system;
    struct run r;
    lay_out(&r, s, p->work);
    if (!s->blocktri.exponents) own.blocktri.exponent = r.exponent;
    gth_rates_begin(&r.rates, &own, NULL);
    const int64_t stuck = eliminate(&r);
    own.outcome->info = stuck < 0 ? 0 : row_of_state(&r, stuck) + 1;
    if (stuck >= 0) return ST_OK;
    substitute(&r, &own);
    if (!extended_normalize(s->n, own.x, own.blocktri.exponent, p->exec.threads)) own.outcome->info = s->n;
    if (!s->blocktri.exponents) extended_flush(s->n, own.x, own.blocktri.exponent, p->exec.threads);
    if (!own.outcome->info) error_without_subtraction(s, &own, 0);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *s, const void *options)
{
    const double n = (double)s->n, band = (double)s->blocktri.band, entries = (double)s->blocktri.entries;
    return (struct cost){n * (2 * band * band + 5 * band),
                         2 * n * band * (double)sizeof(struct extended) + 3 * n * (double)sizeof(real) +
                             (s->blocktri.leveled ? 0 : entries * (double)(sizeof(real) + 4))};
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .work_bytes = work_bytes,
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
