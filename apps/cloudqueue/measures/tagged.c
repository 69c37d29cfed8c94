/* Sums the wait of tagged tasks, and their response, in Laguerre functions. */
#include "apps/cloudqueue/measures/tagged.h"

#include <math.h>

#include "apps/cloudqueue/measures/hall.h"
#include "apps/cloudqueue/measures/line.h"
#include "base/memory.h"

enum { TERMS_MAX = 400, LAST = 6 };
static const double states_max = 2e7, bytes_max = 1e9, accuracy = 1e-7, rounding = 2e-15;

/* A multiple of the rate of the wait; the longer the line before a task and the narrower the distribution, the larger
 * the multiple. Its variance is that of a wait during which arrivals do not depend on it (J. Keilson, L. Servi,
 * Operations Research Letters 9, 1990), which is close to it. Only the number of terms depends on it. */
static double choose_rate(const struct hall *h)
{
    const double lambda = h->m->of.lambda, wait = h->waiting / h->share / lambda,
                 square = h->pairs / h->share / (lambda * lambda), ratio = square / (wait * wait) - 1,
                 narrow = ratio > 1. / 200 ? fmin(1 / ratio, 200) : 200;
    return (2.5 + 1.1 * sqrt(lambda * wait)) * pow(narrow / 1.45, 0.25) / wait;
}

/* The sum of the terms beyond, if they fall as those of the last walk did. */
static double rest_of(const struct tagged *t)
{
    const double *const c = t->c + t->terms;
    double now = 0, before = 0;
    for (int i = 1; i <= LAST; i++) now = fmax(now, fabs(c[-i])), before = fmax(before, fabs(c[-LAST - i]));
    const double ratio = pow(now / before, 1. / LAST);
    return ratio < 1 ? now * ratio / (1 - ratio) : now > 0 ? HUGE_VAL : 0;
}

/* If c_m is a q^m for large m, the terms beyond the last one are an exponential, which is put into `tail`. Returns the
 * rest of them, from the change of q. Does nothing if the exponential is so large that its digits would be missing in
 * the sum. */
static double put_tail(struct tagged *t, double enough)
{
    const double *const c = t->c + t->terms;
    const double q = c[-1] / c[-2], other = c[-2] / c[-3], third = c[-3] / c[-4], off = fabs(q - other),
                 tail = c[-1] * pow(q, (double)(1 - t->terms)) / (1 - q);
    t->tail = t->decay = 0;
    if (!(fabs(q) < 0.95) || !(off < 0.1 * fabs(q)) || !(fabs(other - third) < 0.15 * fabs(q))) return HUGE_VAL;
    if (!(rounding * fabs(tail) < enough)) return HUGE_VAL;
    t->tail = tail;
    t->decay = t->sigma * (1 + q) / (1 - q);
    return fabs(c[-1]) * off / ((1 - fabs(q)) * (1 - fabs(q)));
}

/* Subtracts the exponential from the terms, where it is a q^m. */
static void split_tail(struct tagged *t)
{
    const double q = (t->decay - t->sigma) / (t->decay + t->sigma);
    double a = t->tail * (1 - q);
    for (int64_t m = 0; t->tail != 0 && m < t->terms; m++, a *= q) t->c[m] -= a;
}

/* Sums the terms at t = 0, which must be P(W > 0), and for E[W]. */
static double sum_terms(struct tagged *t)
{
    double sum = t->tail;
    t->mean = t->tail != 0 ? t->tail / t->decay : 0;
    for (int64_t m = 0; m < t->terms; m++) {
        sum += t->c[m];
        t->mean += (m % 2 ? -1 : 1) * t->c[m] / t->sigma;
    }
    return sum;
}

/* Terms until those beyond are negligible. */
static enum status follow(struct tagged *t, struct hall *h, double left)
{
    const double enough = fmax(accuracy * left, rounding * t->share);
    bool ended = false;
    TRY(mem_array(&t->c, HOST, TERMS_MAX, sizeof *t->c));
    while (!ended && t->terms + HALL_STEPS <= TERMS_MAX) {
        double total[HALL_STEPS];
        hall_walk(h, total);
        for (int step = 0; step < HALL_STEPS; step++, t->terms++)
            t->c[t->terms] = (t->terms % 2 ? -2 : 2) * h->sigma * total[step];
        if (t->terms < 2 * LAST) continue;
        ended = rest_of(t) < enough;
        if (!ended && !(ended = put_tail(t, enough) < 0.1 * enough)) t->tail = 0;
    }
    split_tail(t);
    t->known = ended && fabs(sum_terms(t) - t->share) < 10 * enough + t->killed + 500 * rounding * t->share;
    return ST_OK;
}

/* The terms of mu times the integral of e^(-mu (t - u)) sum c_m e^(-sigma u) L_m(2 sigma u), 0 < u < t: those of (sigma
 * + mu) / mu times it are d_m - d_(m-1), d_m = c_m + q d_(m-1), q = (mu - sigma) / (mu + sigma). All beyond the last
 * c_m are a q^m, which is the exponential e^(-mu t); it is subtracted from the others, unless their digits would be
 * lost. */
static enum status put_served(struct tagged *t)
{
    const double both = t->sigma + t->mu, q = (t->mu - t->sigma) / both, steep = -log(fabs(q)),
                 terms = (double)t->terms;
    const bool closed = steep * terms < 4;
    double d = 0;
    t->served_terms = t->terms + (closed ? 0 : (int64_t)fmin(40 / steep, 10 * terms) + 1);
    TRY(mem_array(&t->served, HOST, t->served_terms, sizeof *t->served));
    for (int64_t m = 0; m < t->served_terms; m++) {
        const double next = (m < t->terms ? t->c[m] : 0) + q * d;
        t->served[m] = t->mu / both * (next - d);
        d = next;
    }
    if (!closed) return ST_OK;
    t->served_tail = -t->mu / both * d * pow(q, -terms);
    double a = t->served_tail * (1 - q);
    for (int64_t m = 0; m < t->terms; m++, a *= q) t->served[m] -= a;
    return ST_OK;
}

/* The sum of c_m e^(-x / 2) L_m(x). */
static double sum_at(int64_t terms, const double *c, double x)
{
    double now = exp(-x / 2), before = 0, sum = 0;
    for (int64_t m = 0; m < terms; m++) {
        sum += c[m] * now;
        const double next = (((double)(2 * m + 1) - x) * now - (double)m * before) * (1 / (double)(m + 1));
        before = now, now = next;
    }
    return sum;
}

double tagged_waits(const void *of, double t)
{
    const struct tagged *const w = of;
    if (t <= 0) return w->share;
    const double sum = sum_at(w->terms, w->c, 2 * w->sigma * t);
    return fmax(w->tail != 0 ? sum + w->tail * exp(-w->decay * t) : sum, 0);
}

/* mu times the integral of e^(-mu (t - u) - decay u), 0 < u < t. */
static double served_of_tail(const struct tagged *w, double t)
{
    const double gap = fabs(w->mu - w->decay);
    return w->mu * exp(-fmin(w->mu, w->decay) * t) * (gap > 0 ? -expm1(-gap * t) / gap : t);
}

/* P(T > t) = e^(-mu t) + mu times the integral of e^(-mu (t - u)) P(W > u), 0 < u < t. Beyond `far`, where e^(-sigma t)
 * is not a number any more, only the tail is left of P(W > t). */
double tagged_stays(const void *of, double t)
{
    const struct tagged *const w = of;
    const double far = 700 / w->sigma;
    if (t > far)
        return exp(-w->mu * (t - far)) * tagged_stays(of, far) +
               (w->tail != 0 ? w->tail * exp(-w->decay * far) * served_of_tail(w, t - far) : 0);
    return (1 + w->served_tail) * exp(-w->mu * t) + sum_at(w->served_terms, w->served, 2 * w->sigma * t) +
           (w->tail != 0 ? w->tail * served_of_tail(w, t) : 0);
}

static enum status take(struct tagged *t, struct hall *h, double left, double cut)
{
    t->mu = t->sigma = h->m->of.mu, t->share = h->share;
    t->known = !(t->share > 0);
    if (t->known) return ST_OK; /* no task waits */
    left = fmin(left, t->share);
    TRY(hall_choose(h, cut * left));
    t->killed = h->killed, t->states = (double)h->states;
    if (t->states + (double)h->last > states_max || hall_bytes(h) > bytes_max) return ST_OK;
    t->sigma = choose_rate(h);
    TRY(hall_start(h, t->sigma));
    TRY(follow(t, h, left));
    return t->known ? put_served(t) : ST_OK;
}

enum status tagged_make(struct tagged *out, const struct model *m, const real *x, const int32_t *exponent, double left,
                        double cut)
{
    struct hall h;
    *out = (struct tagged){0};
    if (!line_defined(&m->of)) return ST_OK;
    enum status s = hall_measure(&h, m, x, exponent);
    if (s == ST_OK) s = take(out, &h, left, cut);
    hall_free(&h);
    if (s != ST_OK) tagged_free(out);
    return s;
}

void tagged_free(struct tagged *t)
{
    mem_free(t->c);
    mem_free(t->served);
    *t = (struct tagged){0};
}
