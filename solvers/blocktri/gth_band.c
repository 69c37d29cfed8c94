/* The stationary probabilities of a chain, or what a chain with a leak holds, by elimination without subtraction in a
 * band: gth.h.
 *
 * From the last state s = n - 1 to the first: with S the sum of the rates out of s to states before it (and to
 * nowhere), f_t = q_ts / S,   q_tu += f_t q_su      for all t, u < s; then x_0 = 1 and x_s = the sum of x_t f_t over
 * the band before s. Only nonnegative numbers are added, multiplied and divided, so that each x is right to some n eps
 * at worst, be it 1e-2000; hence every x has an exponent of its own. SHIFTED systems are the same with one state more,
 * into which all leak and from which b flows back, eliminated last: right in the same way while b >= 0.
 *
 * 2 band^2 + 2 band flops and band values of factors, written once and read once, a state; nothing else leaves the
 * caches if rates come from levels. */
#include "base/config.h"
#include "solvers/blocktri/gth.h"
#include "solvers/blocktri/tails.h"

struct run {
    struct window window;
    struct feed feed;
    struct blocktri *b;
    bool shifted;
    real *factor;      /* [n][factors]: that of state s - band first; SHIFTED: then what enters at s, divided by S */
    real *recent;      /* room for struct recent */
    int32_t *exponent; /* [n] of each row */
};

/* Takes state s out; returns the sum of the rates that lead out of it, 0 if it leads nowhere. */
static inline real take_out(const struct window *w, int64_t band, bool shifted, int64_t s, real *factor)
{
    const real *const out = window_row(w, s);
    const int64_t leak = 2 * band + 1, from = s < band ? band - s : 0;
    real sum = shifted ? out[leak] : 0;
    for (int64_t q = 0; q < band; q++) sum += out[q];
    if (!(sum > 0) || !isfinite(sum)) return 0;
    const real inverse = 1 / sum;
    for (int64_t q = 0; q < from; q++) factor[q] = 0;
    for (int64_t q = from; q < band; q++) {
        const int64_t far = band - q;
        real *const in = window_row(w, s - far);
        const real f = factor[q] = in[band + far] * inverse;
        if (f == 0) continue;
        for (int64_t u = 0; u < band; u++) in[far + u] += f * out[u];
        if (shifted) in[leak] += f * out[leak];
    }
    return sum;
}

/* What enters the chain at s flows on to the states before it. */
static real pass_on(const struct window *w, int64_t s, real sum)
{
    const int64_t band = w->band, gain = 2 * band + 2;
    const real *const out = window_row(w, s), entering = out[gain] / sum;
    for (int64_t far = 1; far <= band && far <= s; far++) window_row(w, s - far)[gain] += entering * out[band - far];
    return entering;
}

static void enter(struct run *r, int64_t t)
{
    real *const row = window_row(&r->window, t);
    const int64_t leak = 2 * r->window.band + 1, state = feed_enter(&r->feed, t, row);
    if (!r->shifted) return;
    row[leak] = (real)r->b->shift;
    row[leak + 1] = r->b->x[state];
}

/* The state that leads nowhere, or -1. `band` is that of the window, known to the compiler where it is a usual one. */
static inline int64_t eliminate(struct run *r, int64_t n, int64_t band, bool shifted)
{
    const int64_t each = band + shifted;
    int64_t entered = n;
    for (int64_t s = n - 1; s >= (shifted ? 0 : 1); s--) {
        while (entered > 0 && entered >= s - band + 1) enter(r, --entered);
        const real sum = take_out(&r->window, band, shifted, s, r->factor + s * each);
        if (sum == 0) return s;
        if (shifted) r->factor[s * each + band] = pass_on(&r->window, s, sum);
    }
    return -1;
}

static int64_t eliminate_2(struct run *r, int64_t n)
{
    return eliminate(r, n, 2, false);
}

static int64_t eliminate_8(struct run *r, int64_t n)
{
    return eliminate(r, n, 8, false);
}

static int64_t eliminate_any(struct run *r, int64_t n)
{
    return r->shifted ? eliminate(r, n, r->window.band, true) : eliminate(r, n, r->window.band, false);
}

static int64_t eliminate_all(struct run *r, int64_t n)
{
    const int64_t band = r->shifted ? 0 : r->window.band;
    return band == 2 ? eliminate_2(r, n) : band == 8 ? eliminate_8(r, n) : eliminate_any(r, n);
}

/* The last states' x, twice, so that any `band` of them lie in one piece, and their exponents. */
struct recent {
    int64_t ring, alike; /* how many of the last ones have the exponent `now`, or are 0 */
    int32_t now;
    real *value;       /* [2 ring] */
    int32_t *exponent; /* [2 ring] */
};

static struct recent recent_make(const struct window *w, real *room)
{
    const int64_t ring = w->mask + 1;
    memset(room, 0, (size_t)(2 * ring) * (sizeof(real) + sizeof(int32_t)));
    return (struct recent){.ring = ring, .alike = ring, .value = room, .exponent = (int32_t *)(room + 2 * ring)};
}

static void remember(struct recent *m, int64_t s, struct tail x)
{
    const int64_t k = s & (m->ring - 1);
    m->value[k] = m->value[k + m->ring] = x.value;
    m->exponent[k] = m->exponent[k + m->ring] = x.exponent;
}

/* The exponent moves only if x would leave the range in which sums of products lose nothing. */
static struct tail with_exponents(struct recent *m, int64_t band, const real *value, const int32_t *exponent,
                                  const real *factor)
{
    const int32_t before = m->now;
    const struct tail x = tail_settle(tail_dot(band, value, exponent, factor), &m->now);
    if (m->now != before) m->alike = 0;
    return x;
}

/* x_s = the sum of x_t f_t over the band before s, one state after the other; plain as long as the last ones share an
 * exponent. */
static inline void substitute(struct run *r, int64_t n, int64_t band)
{
    struct recent m = recent_make(&r->window, r->recent);
    feed_rewind(&r->feed);
    for (int64_t s = 0; s < n; s++) {
        const real *const factor = r->factor + s * band;
        const int64_t first = (s - band) & (m.ring - 1), row = feed_row(&r->feed, s);
        struct tail x = {s == 0, m.now};
        if (s > 0) {
            for (int64_t q = 0; q < band; q++) x.value += m.value[first + q] * factor[q];
            m.alike++;
            if (m.alike <= band || !tail_is_safe(x.value))
                x = with_exponents(&m, band, m.value + first, m.exponent + first, factor);
        }
        remember(&m, s, x);
        r->b->x[row] = x.value;
        r->exponent[row] = x.exponent;
    }
}

/* The same with what enters at each state; x_0 is all of that. */
static void substitute_shifted(struct run *r, int64_t n)
{
    const int64_t band = r->window.band;
    struct recent m = recent_make(&r->window, r->recent);
    feed_rewind(&r->feed);
    for (int64_t s = 0; s < n; s++) {
        const real *const factor = r->factor + s * (band + 1);
        const int64_t first = (s - band) & (m.ring - 1), row = feed_row(&r->feed, s);
        real x = factor[band];
        for (int64_t q = 0; q < band; q++) x += m.value[first + q] * factor[q];
        remember(&m, s, (struct tail){x, 0});
        r->b->x[row] = x;
        if (r->exponent) r->exponent[row] = 0;
    }
}

static void substitute_all(struct run *r, int64_t n)
{
    const int64_t band = r->window.band;
    if (r->shifted) substitute_shifted(r, n);
    else if (band == 2) substitute(r, n, 2);
    else if (band == 8) substitute(r, n, 8);
    else substitute(r, n, band);
}

static int64_t row_of(struct run *r, int64_t state)
{
    int64_t row = 0;
    feed_rewind(&r->feed);
    for (int64_t s = 0; s <= state; s++) row = feed_row(&r->feed, s);
    return row;
}

static int64_t round_up(int64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static int64_t factor_bytes(const struct shape *s)
{
    return round_up(s->n * (s->band + (s->question == SHIFTED)) * (int64_t)sizeof(real));
}

static int64_t window_bytes(const struct shape *s)
{
    return round_up(window_values(s->band) * (int64_t)sizeof(real));
}

static int64_t recent_bytes(const struct shape *s)
{
    const int64_t ring = window_values(s->band) / (2 * s->band + 3);
    return round_up(2 * ring * (int64_t)(sizeof(real) + sizeof(int32_t)));
}

static int64_t work_bytes(const struct shape *s, const void *options, const struct exec *exec)
{
    const bool own = !s->tails && s->question == STATIONARY;
    (void)options, (void)exec;
    return factor_bytes(s) + window_bytes(s) + recent_bytes(s) + (own ? round_up(s->n * (int64_t)sizeof(int32_t)) : 0) +
           feed_bytes(s);
}

static struct run run_of(const struct plan *p, struct blocktri *b)
{
    const struct shape *const s = &p->shape;
    struct run r = {.b = b, .shifted = s->question == SHIFTED, .exponent = s->tails ? b->exponent : NULL};
    char *room = p->work;
    r.factor = (real *)room, room += factor_bytes(s);
    r.window = window_make(s->band, (real *)room), room += window_bytes(s);
    r.recent = (real *)room, room += recent_bytes(s);
    if (!r.exponent && !r.shifted) r.exponent = (int32_t *)room, room += round_up(s->n * (int64_t)sizeof(int32_t));
    r.feed = feed_make(s, b, room);
    return r;
}

static enum status accepts(const struct shape *s, const void *options)
{
    (void)options;
    if (s->question != LINEAR) return ST_OK;
    return fail(ST_REFUSED, "gth_band: only for chains, stationary or shifted; for other matrices there is sparse_lu");
}

static enum status solve(struct plan *p, const struct system *system)
{
    struct blocktri b = system->blocktri;
    struct run r = run_of(p, &b);
    const int64_t n = p->shape.n, stuck = eliminate_all(&r, n);
    b.outcome->info = stuck < 0 ? 0 : row_of(&r, stuck) + 1;
    if (stuck >= 0) return ST_OK;
    substitute_all(&r, n);
    if (r.shifted) return ST_OK;
    if (!tails_normalize(n, b.x, r.exponent, p->exec.threads)) b.outcome->info = n;
    if (!p->shape.tails) tails_flush(n, b.x, r.exponent, p->exec.threads);
    return ST_OK;
}

static struct cost cost(const struct shape *s, const void *options)
{
    const double n = (double)s->n, band = (double)s->band, entries = (double)s->entries;
    (void)options;
    return (struct cost){n * (2 * band * band + 5 * band), (2 * n * band + 3 * n) * (double)sizeof(real) +
                                                               (s->leveled ? 0 : entries * (double)(sizeof(real) + 4))};
}

const struct solver blocktri_gth_band = {
    .method = "gth_band",
    .about = "elimination without subtraction in a band: every probability to its last digits, however small",
    .source = "Grassmann, Taksar, Heyman 1985; O'Cinneide 1993",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC | REPORTS_INFO,
    .accepts = accepts,
    .work_bytes = work_bytes,
    .solve = solve,
    .cost = cost,
};
