/* Eliminates row after row without a difference: the diagonal of a row is the sum of its links and of an excess, which
 * is the shift, q, and the link to an end that prescribes u. Elimination adds shares of excesses to the next row, and
 * so keeps all their digits, however small they are compared with the links:
 *
 *     p_i = t_i + g_{i+1} + e_i      t_{i+1} = s_{i+1} + t_i g_{i+1} / p_i      e_{i+1} = e_i g_{i+1} / p_i
 *
 * with g the links, s the excesses and, on a periodic axis, e the coupling to the last unknown. W. K. Grassmann,
 * M. I. Taksar, D. P. Heyman, Oper. Res. 33 (1985) 1107, eliminate Markov chains so. 12 flops per row. */
#include "apps/poisson/waves/long_wave.h"

#include <math.h>

double long_wave_limit(const struct axis *a)
{
    const int64_t m = a->unknowns;
    double steepest = 0, least = HUGE_VAL, weight = 0, resistance = 0;
    for (int64_t i = 0; i < m; i++) {
        const double w = a->volume[i] * a->eps[i];
        steepest = fmax(steepest, (a->link[i] + a->link[i + 1]) / w);
        least = fmin(least, a->q[i] / a->eps[i]);
        weight += w;
    }
    for (int64_t i = 0; i <= m; i++)
        if (a->link[i] > 0) resistance += 1 / a->link[i];
    if (!axis_level_free(a)) least += 1 / (weight * resistance);
    return sqrt((double)REAL_EPS) * steepest - least;
}

void long_wave_solve(const struct axis *a, double shift, double *line, double *work)
{
    const int64_t m = a->unknowns, last = m - 1;
    const bool cyclic = axis_periodic(a);
    double *const pivot = work, *const corner = work + m;
    double t = cyclic ? 0 : a->link[0], e = cyclic ? a->link[0] : 0, b = 0; /* of row i */
    double t_last = cyclic ? 0 : a->link[m], b_last = 0;
    for (int64_t i = 0; i < last; i++) {
        t += a->volume[i] * (a->q[i] + a->eps[i] * shift);
        b += a->volume[i] * a->eps[i] * line[i];
        const double p = t + a->link[i + 1] + e, on = a->link[i + 1] / p;
        t_last += e / p * t, b_last += e / p * b;
        pivot[i] = p, corner[i] = e, line[i] = b;
        t *= on, e *= on, b *= on;
    }
    t += t_last + a->volume[last] * (a->q[last] + a->eps[last] * shift);
    b += b_last + a->volume[last] * a->eps[last] * line[last];
    line[last] = t > 0 ? b / t : 0;
    for (int64_t i = last - 1; i >= 0; i--)
        line[i] = (line[i] + a->link[i + 1] * line[i + 1] + corner[i] * line[last]) / pivot[i];
}

/* Rounding leaves a mean in the right side; it is subtracted from all rows alike. */
static void take_out_mean(const struct axis *a, double *line)
{
    double sum = 0, weight = 0;
    for (int64_t i = 0; i < a->unknowns; i++) {
        const double w = a->volume[i] * a->eps[i];
        sum += w * line[i], weight += w;
    }
    for (int64_t i = 0; i < a->unknowns; i++) line[i] -= sum / weight;
}

void constant_wave_solve(const struct axis *a, double mean, double *line, double *work)
{
    double moment = 0, length = 0;
    take_out_mean(a, line);
    long_wave_solve(a, 0, line, work);
    for (int64_t i = 0; i < a->unknowns; i++) moment += a->volume[i] * line[i], length += a->volume[i];
    for (int64_t i = 0; i < a->unknowns; i++) line[i] += mean - moment / length;
}
