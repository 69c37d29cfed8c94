/* Two sums along the axis: the flux through a link is minus the sum of the sources below it, and the difference of u
 * across a link is its flux over the link. What rounding left of the mean of the right side is taken out first, so that
 * it is spread over all rows and not left to the last. The wave is chosen by its index: no pivot is tested against 0.
 */
#include "apps/poisson/waves/constant_mode.h"

static void take_out_mean(const struct axis *a, double *line)
{
    double sum = 0, weight = 0;
    for (int64_t i = 0; i < a->unknowns; i++) {
        const double w = a->volume[i] * a->eps[i];
        sum += w * line[i], weight += w;
    }
    for (int64_t i = 0; i < a->unknowns; i++) line[i] -= sum / weight;
}

void constant_mode_solve(const struct axis *a, double mean, double *line)
{
    const int64_t m = a->unknowns;
    double sum = 0, around = 0, resistance = 0, through = 0, length = 0, moment = 0;
    take_out_mean(a, line);
    /* Flux through link i + 1 is -(sum of the sources below), and on a periodic axis one that goes around. */
    for (int64_t i = 0; i < m; i++) {
        const double source = line[i] * a->volume[i] * a->eps[i];
        sum += source;
        line[i] = -sum;
        if (i < m - 1) resistance += 1 / a->link[i + 1], through += line[i] / a->link[i + 1];
    }
    if (axis_periodic(a) && m > 1) {
        resistance += 1 / a->link[0]; /* the wrap, through which nothing flows but what goes around */
        around = -through / resistance;
    }
    double u = 0;
    for (int64_t i = 0; i < m; i++) {
        const double flux = line[i] + around;
        line[i] = u;
        moment += a->volume[i] * u, length += a->volume[i];
        if (i < m - 1) u += flux / a->link[i + 1];
    }
    for (int64_t i = 0; i < m; i++) line[i] += mean - moment / length;
}
