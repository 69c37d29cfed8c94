/* Lengths and rates of the line of waiting tasks. */
#include "apps/cloudqueue/measures/line.h"

#include <math.h>
#include <stddef.h>

#include "apps/cloudqueue/measures/scaled.h"

/* A geometric line is cut where less than this is beyond. */
static const double negligible = 1e-14;

bool line_defined(const struct cloud *c)
{
    bool kept = c->preset == PRESET_FREE || c->preset == PRESET_EQ8_OPEN || c->preset == PRESET_EQ8_CLOSED;
    for (int64_t j = 0; j < c->off_count; j++) kept = kept && c->off[j] <= 0;
    return kept && c->service == SERVICE_PHYS && c->lambda > 0 && c->n > 1;
}

double line_rise(const struct model *m, int64_t j, int64_t z)
{
    const int64_t q = z + line_start(m);
    int64_t on, off;
    model_thresholds(m, j, &on, &off);
    return q >= on && q < m->of.k ? model_rise(m, j, on, q) : 0;
}

double line_level(const struct model *m, int64_t j, const real *x, const int32_t *exponent, double *v)
{
    const int64_t k = m->of.k, full = model_full(m, j);
    double taken = 0;
    int scale;
    scaled_level(k, x + (j - 1) * k, exponent ? exponent + (j - 1) * k : NULL, v, &scale);
    for (int64_t q = 0; q < k; q++) v[q] = scaled_up(v[q], scale);
    for (int64_t q = 0; q < full; q++) taken += v[q];
    return j == m->of.n && m->of.rest ? taken + v[k - 1] * (1 - m->rest.last) : taken;
}

static double load_of(const struct model *m)
{
    return m->of.lambda / line_service(m, m->of.n);
}

int64_t line_last(const struct model *m, double *stays)
{
    const double rho = load_of(m);
    const int64_t max = line_max(m);
    *stays = 0;
    if (!m->of.rest) return max > 0 ? max : 1;
    if (!(rho < 1) || (m->rest.numbers && !(pow(rho, (double)m->rest.numbers) < negligible)))
        return max + m->rest.numbers;
    *stays = rho;
    return max + 1;
}

double line_rest(const struct model *m, int64_t last, double stays, const double *v, double *line)
{
    if (!m->of.rest) return 0;
    const int64_t first = line_max(m) + 1;
    double share = v[m->of.k - 1] * (stays > 0 ? 1 : m->rest.first), sum = 0;
    for (int64_t z = first; z <= last; z++, share *= load_of(m)) {
        if (m->rest.numbers && !(stays > 0) && z - first >= m->rest.numbers - 1) break;
        line[z] += share, sum += share;
    }
    return sum;
}
