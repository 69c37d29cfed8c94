/* Elimination without subtraction from one end of a band, and back substitution. */
#include "solvers/sparse/markov/gth_elimination.h"

#include "solvers/batch/simd.h"

/* Products of factors not below these have lost no digits to underflow. */
static const double least_factor = 1e-200, least_rate = 1e-100;

/* Is any of these above 0 and yet below `min`? */
INLINE bool any_below(int64_t count, const double *v, double min)
{
    int found = 0;
#pragma omp simd reduction(| : found)
    for (int64_t q = 0; q < count; q++) found |= (v[q] > 0) & (v[q] < min);
    return found;
}

/* Eliminates state s; returns the sum of the rates that lead out of it, 0 if it leads nowhere. Rates to states before
 * the first are 0, and so are factors from there. *underflow is set if a factor or a rate is too small. */
INLINE double take_out(const struct gth_window *w, int64_t band, bool shifted, int64_t s, double *factor,
                       bool *underflow)
{
    const double *const restrict out = gth_window_row(w, s);
    const int64_t leak = 2 * band + 1, from = s < band ? band - s : 0;
    double sum = shifted ? out[leak] : 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t q = 0; q < band; q++) sum += out[q];
    if (!(sum > 0) || !isfinite(sum)) return 0;
    const double inverse = 1 / sum;
    for (int64_t q = 0; q < from; q++) factor[q] = 0;
    for (int64_t q = band - 1; q >= from; q--) {
        const int64_t distance = band - q;
        double *const restrict in = gth_window_row(w, s - distance);
        const double rate = in[band + distance], f = factor[q] = rate * inverse;
        if (rate == 0) continue;
        *underflow |= f < least_factor;
#pragma omp simd
        for (int64_t u = 0; u < band; u++) in[distance + u] += f * out[u];
        if (shifted) in[leak] += f * out[leak];
    }
    *underflow |= inverse < least_rate || any_below(band, out, least_rate);
    return sum;
}

/* Distributes the inflow at s to the states before it. */
static double pass_on(const struct gth_window *w, int64_t s, double sum)
{
    const int64_t band = w->band, gain = 2 * band + 2;
    const double *const out = gth_window_row(w, s), entering = out[gain] / sum;
    for (int64_t distance = 1; distance <= band && distance <= s; distance++)
        gth_window_row(w, s - distance)[gain] += entering * out[band - distance];
    return entering;
}

INLINE void enter(struct gth_side *e, int64_t band, int64_t t)
{
    double *const row = gth_window_row(&e->window, t);
    memset(row, 0, (size_t)(2 * band + 1) * sizeof *row);
    const int64_t leak = 2 * band + 1, state = gth_rates_enter(&e->rates, t, row);
    if (e->second && t < e->stop) memset(row, 0, (size_t)(band + e->stop - t) * sizeof *row);
    if (!e->shifted) return;
    row[leak] = e->shift;
    row[leak + 1] = (double)e->x[state];
}

/* `band` is that of the window, known to the compiler where it is a usual one. */
INLINE int64_t eliminate(struct gth_side *e, int64_t n, int64_t band, bool shifted)
{
    const int64_t each = band + shifted;
    int64_t entered = n;
    for (int64_t s = n - 1; s >= e->stop && (e->past_underflow || !__atomic_load_n(e->underflow, __ATOMIC_RELAXED));
         s--) {
        double *const factor = e->factor + (s - e->stop) * each;
        bool underflow = false;
        while (entered > 0 && entered > s - band) enter(e, band, --entered);
        const double sum = take_out(&e->window, band, shifted, s, factor, &underflow);
        if (sum == 0) return s;
        if (underflow) __atomic_store_n(e->underflow, true, __ATOMIC_RELAXED);
        if (shifted) factor[band] = pass_on(&e->window, s, sum);
    }
    return -1;
}

int64_t gth_side_eliminate(struct gth_side *e, int64_t n)
{
    const int64_t band = e->window.band;
    if (e->shifted) return eliminate(e, n, band, true);
    return band == 2 ? eliminate(e, n, 2, false) : band == 8 ? eliminate(e, n, 8, false) : eliminate(e, n, band, false);
}

int64_t gth_side_row(struct gth_side *e, int64_t state)
{
    const int64_t entered = state - e->window.band;
    int64_t row = 0;
    for (int64_t t = entered > 0 ? entered : 0; t <= state; t++) row = gth_rates_return(&e->rates, t);
    return row;
}

/* x of the last `ring` states. */
struct recent {
    int64_t ring, alike; /* how many of the last ones have the exponent `now`, or are 0 */
    int32_t now;
    double *value;     /* [2 ring] */
    int32_t *exponent; /* [2 ring] */
};

static void remember(struct recent *m, int64_t s, struct extended x)
{
    const int64_t k = s & (m->ring - 1);
    m->value[k] = m->value[k + m->ring] = x.value;
    m->exponent[k] = m->exponent[k + m->ring] = x.exponent;
}

static struct recent recent_make(const struct gth_side *e, const double *value, const int32_t *exponent)
{
    const int64_t ring = e->window.mask + 1, band = e->window.band;
    struct recent m = {.ring = ring, .value = e->recent, .exponent = e->recent_exponent};
    memset(m.value, 0, (size_t)(2 * ring) * sizeof *m.value);
    memset(m.exponent, 0, (size_t)(2 * ring) * sizeof *m.exponent);
    for (int64_t q = 0; q < band; q++) remember(&m, e->stop - band + q, (struct extended){value[q], exponent[q]});
    if (band > 0) m.now = exponent[band - 1];
    return m;
}

/* The exponent moves only if x would leave the range in which sums of products lose nothing. */
static struct extended with_exponents(struct recent *m, int64_t band, const double *value, const int32_t *exponent,
                                      const double *factor)
{
    const int32_t before = m->now;
    const struct extended x = extended_settle(extended_dot(band, value, exponent, factor), &m->now);
    if (m->now != before) m->alike = 0;
    return x;
}

/* x_s = the sum of x_t f_t over the band before s, in plain arithmetic as long as the last ones share an exponent. */
INLINE void substitute(struct gth_side *e, struct recent m, int64_t n, int64_t band)
{
    for (int64_t s = e->stop; s < n; s++) {
        const double *const factor = e->factor + (s - e->stop) * band;
        const int64_t first = (s - band) & (m.ring - 1), row = gth_rates_return(&e->rates, s);
        struct extended x = {0, m.now};
        for (int64_t q = 0; q < band; q++) x.value += m.value[first + q] * factor[q];
        m.alike++;
        if (m.alike <= band || !extended_is_safe(x.value))
            x = with_exponents(&m, band, m.value + first, m.exponent + first, factor);
        remember(&m, s, x);
        extended_write(x, e->x + row, e->exponent + row);
    }
}

/* Substitutes with the inflow at each state, for SHIFTED. */
static void substitute_shifted(struct gth_side *e, struct recent m, int64_t n)
{
    const int64_t band = e->window.band;
    for (int64_t s = e->stop; s < n; s++) {
        const double *const factor = e->factor + (s - e->stop) * (band + 1);
        const int64_t first = (s - band) & (m.ring - 1), row = gth_rates_return(&e->rates, s);
        double x = factor[band];
        for (int64_t q = 0; q < band; q++) x += m.value[first + q] * factor[q];
        remember(&m, s, (struct extended){x, 0});
        e->x[row] = (real)x;
        if (e->exponent) e->exponent[row] = 0;
    }
}

void gth_side_substitute(struct gth_side *e, int64_t n, const double *value, const int32_t *exponent)
{
    const int64_t band = e->window.band;
    const struct recent m = recent_make(e, value, exponent);
    for (int64_t q = e->stop < band ? band - e->stop : 0; q < band; q++) {
        const int64_t row = gth_rates_return(&e->rates, e->stop - band + q);
        if (e->second) continue;
        extended_write((struct extended){value[q], exponent[q]}, e->x + row, e->exponent + row);
    }
    if (e->shifted) substitute_shifted(e, m, n);
    else if (band == 2) substitute(e, m, n, 2);
    else if (band == 8) substitute(e, m, n, 8);
    else substitute(e, m, n, band);
}

struct gth_side gth_side_take(const struct shape *s, bool second, struct workspace *workspace)
{
    struct gth_side e = {.second = second, .shifted = s->blocktri.question == SHIFTED};
    e.window = gth_window_take(s->blocktri.band, workspace);
    e.rates = gth_rates_take(s, second, workspace);
    const int64_t twice = 2 * (e.window.mask + 1);
    e.recent = workspace_take(workspace, twice * (int64_t)sizeof *e.recent);
    e.recent_exponent = workspace_take(workspace, twice * (int64_t)sizeof *e.recent_exponent);
    return e;
}
