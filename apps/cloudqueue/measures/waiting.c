/* Percentiles of wait and response, from the distribution that is known. */
#include "apps/cloudqueue/measures/waiting.h"

#include <math.h>

#include "apps/cloudqueue/measures/erlang.h"
#include "apps/cloudqueue/measures/tagged.h"
#include "apps/cloudqueue/measures/uniformized.h"

/* cut_off: the states that are not followed, and the terms that are left out, are this part of the smallest requested
 * share, each. Sums of signed terms are for shares from signed_min on; their rounding error is signed_rounding times
 * P(W > 0). steps_left: the part that uniformization leaves out. */
static const double cut_off = 1e-7, signed_min = 1e-7, signed_rounding = 1e-14, steps_left = 1e-8;

/* t >= low with beyond(t) = left, in (0, 1): between doubled bounds by the rule of Illinois on the logarithm. */
static double quantile(const void *of, double (*beyond)(const void *of, double t), double left, double low, double mu)
{
    double high = low + 1 / mu, above = log(beyond(of, low) / left), below;
    if (!(above > 0)) return low;
    while ((below = log(beyond(of, high) / left)) > 0 && high < 1e12 / mu) low = high, above = below, high *= 2;
    for (int side = 0, i = 0; i < 100 && high - low > 1e-10 * high; i++) {
        const double t = isfinite(below) ? low + (high - low) * above / (above - below) : 0.5 * (low + high);
        const double f = log(beyond(of, t) / left);
        if (fabs(f) < 1e-12) return t;
        if (f > 0) {
            low = t, above = f;
            if (side > 0) below *= 0.5;
        } else {
            high = t, below = f;
            if (side < 0) above *= 0.5;
        }
        side = f > 0 ? 1 : -1;
    }
    return 0.5 * (low + high);
}

static void put_percentiles(struct waiting *out, const void *of, double (*wait)(const void *of, double t),
                            double (*response)(const void *of, double t), double mu, int64_t count,
                            const double *percentile)
{
    for (int64_t i = 0; i < count; i++) {
        out->wait[i] = quantile(of, wait, 1 - percentile[i], i ? out->wait[i - 1] : 0, mu);
        out->response[i] = quantile(of, response, 1 - percentile[i], i ? out->response[i - 1] : 0, mu);
    }
}

static enum status take_tagged(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                               int64_t count, const double *percentile)
{
    const double left = 1 - percentile[count - 1];
    struct tagged t;
    TRY(tagged_make(&t, m, x, exponent, left, cut_off));
    out->known = out->exact = t.known;
    if (t.known) {
        out->share = t.share, out->mean = t.mean;
        out->off = 2 * cut_off + signed_rounding * t.share / left;
        put_percentiles(out, &t, tagged_waits, tagged_stays, m->of.mu, count, percentile);
    }
    tagged_free(&t);
    return ST_OK;
}

static enum status take_uniformized(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                                    int64_t count, const double *percentile)
{
    struct uniformized u;
    TRY(uniformized_make(&u, m, x, exponent, 1 - percentile[count - 1]));
    out->known = out->exact = u.known;
    if (u.known) {
        out->share = u.share, out->mean = u.mean, out->off = steps_left;
        put_percentiles(out, &u, uniformized_waits, uniformized_stays, m->of.mu, count, percentile);
    }
    uniformized_free(&u);
    return ST_OK;
}

static enum status take_bounds(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                               const double *level, int64_t count, const double *percentile)
{
    struct erlang l;
    TRY(erlang_make(&l, m, x, exponent, level, 1 - percentile[count - 1]));
    out->known = l.known, out->exact = l.known && m->of.n == 1;
    if (l.known) {
        out->share = l.share, out->mean = l.mean, out->off = out->exact ? steps_left : (double)NAN;
        put_percentiles(out, &l, erlang_waits, erlang_stays, m->of.mu, count, percentile);
    }
    erlang_free(&l);
    return ST_OK;
}

enum status waiting_take(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                         const double *level, int64_t count, const double *percentile)
{
    *out = (struct waiting){0};
    if (!count || m->of.service != SERVICE_PHYS || !(m->of.lambda > 0)) return ST_OK;
    const bool rare = 1 - percentile[count - 1] < signed_min;
    if (!rare) TRY(take_tagged(out, m, x, exponent, count, percentile));
    if (!out->known) TRY(take_uniformized(out, m, x, exponent, count, percentile));
    if (!out->known && rare) TRY(take_tagged(out, m, x, exponent, count, percentile));
    if (!out->known) TRY(take_bounds(out, m, x, exponent, level, count, percentile));
    return ST_OK;
}
