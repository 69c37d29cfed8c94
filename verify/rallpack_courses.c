/* Exact courses of passive cables, and spikes. */
#include "verify/rallpack_courses.h"

#include <math.h>

#include "base/either_precision.h"

#define CABLE \
    RALLPACK_COMMON "cells = ({ form = \"cable\"; length = 1000.0; diameter = 1.0; compartments = 1000; });" \
                    "clamps = ({ at = 0.0005; current = 0.1; });" \
                    "records = ({ name = \"first\"; at = 0.0005; }, { name = \"last\"; at = 0.9995; });"
#define TREE \
    RALLPACK_COMMON \
    "cells = ({ form = \"binary_tree\"; levels = 10; length = 32.0; diameter = 16.0; compartments = 1; });" \
    "clamps = ({ current = 0.1; }); records = ({ name = \"first\"; }, { name = \"last\"; section = 1022; });"
#define SPIKES CABLE "channels = ({ type = \"hh\"; g = [0.12, 0.036]; e = [50.0, -77.0]; });"

const char *const rallpack_text[RALLPACKS] = {CABLE, TREE, SPIKES};
const char *const rallpack_names[RALLPACK_ENDS] = {"first", "last"};
/* Those at the ends from 1,000, 2,000 and 4,000 compartments, at 25 and 12.5 us. */
const double rallpack_limits[][RALLPACK_ENDS] = {
    [RALLPACK_MIDDLE] = {248.5192, 236.6760}, [RALLPACK_END] = {248.5185, 236.6764}};
const double rallpack_counts[RALLPACK_ENDS] = {18, 17};

/* A cylinder, m, with a current at x = 0; the middles of the first and the last compartment. */
static const struct cylinder {
    double diameter, length, at[RALLPACK_ENDS];
} cylinders[] = {{1e-6, 1e-3, {0.5e-6, 999.5e-6}}, {16e-6, 320e-6, {16e-6, 304e-6}}};

/* V - E in mV after `ms`, of 1 Ohm m, 4 Ohm m^2, 1 uF/cm^2 and 0.1 nA:
 *
 *     (4 RA lambda / pi d^2) I { cosh(l - X) / sinh l - (e^-T + 2 sum cos(a X) e^(-T (1 + a^2)) / (1 + a^2)) / l },
 *
 * a = k pi / l, T in units of 40 ms, X and l in units of lambda. */
static double exact(const struct cylinder *c, double x, double ms)
{
    const double pi = acos(-1.0), ra = 1, lambda = sqrt(4 * c->diameter / (4 * ra)), time = ms / 40;
    const double l = c->length / lambda, place = x / lambda;
    double sum = 0;
    if (ms <= 0) return 0;
    for (int k = 1; k < 100000; k++) {
        const double a = k * pi / l, term = exp(-time * (1 + a * a)) / (1 + a * a);
        sum += cos(a * place) * term;
        if (term < 1e-17) break;
    }
    const double rise = cosh(l - place) / sinh(l) - (exp(-time) + 2 * sum) / l;
    return 4 * ra * lambda / (pi * c->diameter * c->diameter) * 1e-10 * rise * 1e3;
}

double rallpack_deviation(const struct rallpack_course *c, enum rallpack which, int end, enum rallpack_place place,
                          double from)
{
    const struct cylinder *const of = &cylinders[which];
    const double x = place == RALLPACK_MIDDLE ? of->at[end] : end ? of->length : 0;
    double sum = 0, low = INFINITY, high = -INFINITY;
    int64_t counted = 0;
    for (int64_t i = 0; i < c->count; i++) {
        const double is = c->value[i], should = exact(of, x, c->time[i]) - 65;
        low = fmin(low, fmin(is, should)), high = fmax(high, fmax(is, should));
        if (c->time[i] >= from) sum += (is - should) * (is - should), counted++;
    }
    return 100 * sqrt(sum / (double)counted) / (high - low);
}

double rallpack_last_spike(const struct rallpack_course *c, double *spikes)
{
    const double *const v = c->value, *const t = c->time;
    double at = (double)NAN;
    *spikes = 0;
    for (int64_t i = 1; i < c->count; i++) {
        if (!(v[i - 1] < 0 && v[i] >= 0)) continue;
        at = t[i - 1] + (t[i] - t[i - 1]) * v[i - 1] / (v[i - 1] - v[i]);
        ++*spikes;
    }
    return at;
}
