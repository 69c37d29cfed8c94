/* The window of a chain: its bounds, and the state that stands for all beyond it (model.h). */
#include <math.h>

#include "apps/cloudqueue/model/model.h"
#include "base/either_precision.h"

int64_t model_full(const struct model *m, int64_t j)
{
    const int64_t last = m->of.k - 1,
                  full = cloud_has_end(&m->of) ? model_place(m, j, j * m->of.kappa + cloud_buffer(&m->of)) : last;
    return full < last ? full : last;
}

bool model_cuts_above(const struct model *m, int64_t j)
{
    const struct cloud *const c = &m->of;
    const bool open = !cloud_has_end(c) || model_place(m, j, j * c->kappa + cloud_buffer(c)) > c->k - 1;
    return open && !(c->rest && j == c->n);
}

bool model_cuts_below(const struct model *m, int64_t j)
{
    return (j - 1) * m->of.kappa > m->of.below;
}

int64_t model_void(const struct model *m)
{
    int64_t count = 0;
    for (int64_t j = 1; j <= m->of.n && model_place(m, j, 0) > 0; j++) count += model_place(m, j, 0);
    return count;
}

/* The largest rate of service of level j, per unit of time. */
static double service_of(const struct cloud *c, int64_t j)
{
    return c->service == SERVICE_PHYS ? (double)(j * c->kappa) * c->mu : (double)c->kappa * c->mu;
}

/* The geometric series of m numbers, or without end, by rho = 1 + (lambda - service) / service: correct to all digits
 * for rho near 1 too. */
struct rest cloud_rest(const struct cloud *c)
{
    const int64_t above = c->k - 1 - c->below;
    const double service = service_of(c, c->n), growth = log1p((c->lambda - service) / service);
    if (!c->rest) return (struct rest){.first = 1, .last = 1, .numbers = 1};
    if (!cloud_has_end(c))
        return (struct rest){.first = 1 - c->lambda / service, .more = c->lambda / (service - c->lambda)};
    const int64_t numbers = c->kappa + cloud_buffer(c) - above + 1;
    const double m = (double)numbers, first = growth == 0 ? 1 / m : expm1(growth) / expm1(m * growth);
    struct rest rest = {.first = first, .last = first * exp((m - 1) * growth), .rises = growth > 0, .numbers = numbers};
    if (fabs(m * growth) < 1e-3) rest.more = (m - 1) / 2 + (m * m - 1) / 12 * growth;
    else rest.more = m * exp(m * growth) / expm1(m * growth) - exp(growth) / expm1(growth);
    return rest;
}

/* The largest threshold, or `usual` if none is given. */
static int64_t largest(const int64_t *at, int64_t count, int64_t usual)
{
    int64_t max = at ? at[0] : usual;
    for (int64_t j = 1; j < count; j++) max = at[j] > max ? at[j] : max;
    return max;
}

/* If more tasks arrive than are served, the states beyond the window outweigh it by up to e to this power; one state
 * cannot stand for more. */
static const double growth_max = 60;

enum status cloud_widen(struct cloud *of, int64_t above, int64_t below)
{
    const int64_t kappa = of->kappa, off = largest(of->off, of->off_count, 0), buffer = cloud_buffer(of),
                  all = (of->n - 1) * kappa;
    int64_t min = largest(of->on, of->on_count, kappa + 1), max = PHASES_MAX;
    if (of->preset != PRESET_FREE)
        return fail(ST_CONFIG, "k: required: the preset derives kappa and thresholds from it");
    if (kappa < 1)
        return fail(ST_CONFIG, "kappa: required, tasks that a server works on at a time: from 1 to %d", PHASES_MAX - 1);
    if (min < kappa + off) min = kappa + off;
    if (cloud_has_end(of)) max = kappa + (buffer > off ? buffer : off);
    if (above < min) above = min;
    if (above > max) above = max;
    const double growth = cloud_has_end(of) ? log(cloud_arrivals(of) / service_of(of, of->n)) : 0;
    of->rest =
        !cloud_has_end(of) || (above < kappa + buffer && (double)(kappa + buffer - above + 1) * growth < growth_max);
    if (cloud_has_end(of) && above < kappa + buffer && !of->rest) above = max;
    of->below = below < 0 ? 0 : below < all ? below : all;
    of->k = above + of->below + 1;
    if (of->k > PHASES_MAX)
        return fail(
            ST_CONFIG,
            "k: to cut off less than 1e-9, a level needs %lld phases, more than the maximum %d; give k, and below",
            (long long)of->k, PHASES_MAX);
    return ST_OK;
}

enum status cloud_settles(const struct cloud *of)
{
    const double come = cloud_arrivals(of), served = service_of(of, of->eta > 0 ? of->n : 1);
    if (cloud_has_end(of) || come < served) return ST_OK;
    return fail(
        ST_CONFIG,
        "%s: %g tasks come and %g can be served per unit of time, so that the line grows without limit: arrivals must "
        "be fewer, or buffer say how many may wait",
        of->load > 0 ? "load" : "lambda", come, served);
}
