/* The Rallpacks: a cable and a binary tree, passive, against their exact solution, and a cable that fires, against the
 * times to which its spikes tend.
 *
 * U. S. Bhalla, D. H. Bilitch, J. M. Bower, Rallpacks: a set of benchmarks for neuronal simulators, Trends Neurosci. 15
 * (1992) 453. Where the first compartment of 1 has its middle the exact solution is taken there: half a compartment
 * away it differs by 0.04 %. */
#include <math.h>
#include <stdio.h>

#include "base/either_precision.h"
#include "verify/trial.h"
#include "verify/verify.h"

#define COMMON \
    "duration = 250.0; membranes = ({ resistivity = 100.0; capacitance = 1.0; leak = 2.5e-5; reversal = -65.0; });"
#define CABLE \
    "cells = ({ form = \"cable\"; length = 1000.0; diameter = 1.0; compartments = 1000; });" \
    "clamps = ({ at = 0.0005; current = 0.1; });" \
    "records = ({ name = \"first\"; at = 0.0005; }, { name = \"last\"; at = 0.9995; });"
#define TREE \
    "cells = ({ form = \"binary_tree\"; levels = 10; length = 32.0; diameter = 16.0; compartments = 1; });" \
    "clamps = ({ current = 0.1; }); records = ({ name = \"first\"; }, { name = \"last\"; section = 1022; });"

/* A cylinder, m, with a current at x = 0; places of the first and the last record. */
struct cylinder {
    double diameter, length, at[2];
};

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

/* The deviation of a column, from a time on, from the exact course: root mean square over the range of both, in per
 * cent. */
static double deviation(const struct series *s, const char *name, const struct cylinder *c, double x, double from)
{
    const struct column *const v = series_column(s, name), *const t = series_column(s, "time");
    double sum = 0, low = INFINITY, high = -INFINITY;
    int64_t counted = 0;
    for (int64_t i = 0; i < v->count; i++) {
        const double is = v->value[i], should = exact(c, x, t->value[i]) - 65;
        low = fmin(low, fmin(is, should)), high = fmax(high, fmax(is, should));
        if (t->value[i] >= from) sum += (is - should) * (is - should), counted++;
    }
    return 100 * sqrt(sum / (double)counted) / (high - low);
}

static const struct cylinder cylinders[2] = {{1e-6, 1e-3, {0.5e-6, 999.5e-6}}, {16e-6, 320e-6, {16e-6, 304e-6}}};

/* A run with `cells` under a scheme, samples each `every` steps of dt ms. */
static enum status simulate(struct trial *t, const char *cells, const char *scheme, double dt, int every,
                            struct exec exec)
{
    char text[2048];
    snprintf(text, sizeof text, "%s %s dt = %.17g; record_every = %d; scheme = \"%s\";", COMMON, cells, dt, every,
             scheme);
    return trial_complete(t, "hines", text, NULL, "hines", exec);
}

/* Bounds at 50 us, of which a half holds at 25 us and a quarter at 12.5, down to what the compartments leave. */
static const struct {
    const char *scheme;
    double most[2][2]; /* [cable, tree][end] */
} bounds[] = {
    {"sdirk2", {{2e-3, 1e-4}, {1e-3, 1e-3}}},
    {"crank_nicolson", {{2e-3, 1e-4}, {1e-3, 1e-3}}},
    {"backward_euler", {{0.0170, 0.0160}, {0.0130, 0.0130}}},
};
static const double by_compartments[2] = {1e-5, 3e-4};
enum { SCHEMES = sizeof bounds / sizeof *bounds };

static enum status run_passive(struct report *r, struct exec exec)
{
    static const char *const cells[] = {CABLE, TREE}, *const names[] = {"first", "last"};
    for (int which = 0; which < 2; which++)
        for (int k = 0; k < SCHEMES; k++)
            for (int steps = 1; steps <= 4; steps *= 2) {
                struct trial t;
                enum status s = simulate(&t, cells[which], bounds[k].scheme, 0.05 / steps, steps, exec);
                TRY(s);
                for (int end = 0; end < 2 && s == ST_OK; end++)
                    s = report_at_most(
                        r, deviation(&t.sim.series, names[end], &cylinders[which], cylinders[which].at[end], 0),
                        bounds[k].most[which][end] / steps + by_compartments[which],
                        "rallpack %d, %s, %g us, %s compartment: deviation, %%", which + 1, bounds[k].scheme,
                        50.0 / steps, names[end]);
                trial_end(&t);
                TRY(s);
            }
    return ST_OK;
}

/* Deviations of both ends of the cable after 25 ms, when the jump of the current is long over. */
static enum status settle(const char *scheme, double dt, struct exec exec, double out[2])
{
    struct trial t;
    TRY(simulate(&t, CABLE, scheme, dt, 1, exec));
    for (int end = 0; end < 2; end++)
        out[end] = deviation(&t.sim.series, end ? "last" : "first", &cylinders[0], cylinders[0].at[end], 25);
    trial_end(&t);
    return ST_OK;
}

static enum status run_order(struct report *r, struct exec exec)
{
    for (int k = 0; k < SCHEMES; k++) {
        const double order = k < 2 ? 2 : 1;
        for (double dt = 2; dt > 0.5; dt /= 2) {
            double coarse[2], fine[2];
            TRY(settle(bounds[k].scheme, dt, exec, coarse));
            TRY(settle(bounds[k].scheme, dt / 2, exec, fine));
            for (int end = 0; end < 2; end++)
                TRY(report_at_most(r, fabs(log2(coarse[end] / fine[end]) - order), 0.05,
                                   "rallpack 1, %s, %g to %g us, %s compartment: order, off %g by", bounds[k].scheme,
                                   1e3 * dt, 500 * dt, end ? "last" : "first", order));
        }
    }
    return ST_OK;
}

/* The number of times that a course that should rise falls by more than rounding. */
static double falls(const struct column *v)
{
    double count = 0;
    for (int64_t i = 1; i < v->count; i++) count += v->value[i] < v->value[i - 1] - 1e-9;
    return count;
}

/* A current into a leaf of the tree, and into a node without area at the end of the cable. */
static enum status run_ringing(struct report *r, struct exec exec)
{
    static const char leaf[] =
        "cells = ({ form = \"binary_tree\"; levels = 10; length = 32.0; diameter = 16.0; compartments = 1; });"
        "clamps = ({ section = 1022; current = 0.1; }); records = ({ name = \"leaf\"; section = 1022; });";
    static const char joint[] =
        "cells = ({ form = \"cable\"; length = 1000.0; diameter = 1.0; compartments = 1000; }); ends = true;"
        "clamps = ({ at = 0.0; current = 0.1; }); records = ({ name = \"leaf\"; at = 0.0; });";
    static const double dts[] = {0.05, 0.1, 0.5};
    for (size_t i = 0; i < 6; i++) {
        struct trial t;
        TRY(simulate(&t, i < 3 ? leaf : joint, i < 3 ? "sdirk2" : "crank_nicolson", dts[i % 3], 1, exec));
        const double falling = falls(series_column(&t.sim.series, "leaf"));
        trial_end(&t);
        TRY(report_at_most(r, falling, 0, "rallpack %s, %g us: steps in which the potential falls",
                           i < 3 ? "2, sdirk2, current into a leaf" : "1, crank_nicolson, current into a joint",
                           1e3 * dts[i % 3]));
    }
    return ST_OK;
}

/* The last crossing of 0 mV upwards, by straight lines between samples. */
static double last_spike(const struct series *s, const char *name, double *spikes)
{
    const struct column *const v = series_column(s, name), *const t = series_column(s, "time");
    double at = (double)NAN;
    *spikes = 0;
    for (int64_t i = 1; i < v->count; i++) {
        if (!(v->value[i - 1] < 0 && v->value[i] >= 0)) continue;
        at = t->value[i - 1] + (t->value[i] - t->value[i - 1]) * v->value[i - 1] / (v->value[i - 1] - v->value[i]);
        ++*spikes;
    }
    return at;
}

static enum status run_spikes(struct report *r, struct exec exec)
{
    /* The second limit is known to a thousandth. */
    static const double limits[2] = {248.5192, 236.6760}, counts[2] = {18, 17};
    static const double most[2] = {0.18, 0.182}, known_to[2] = {0, 1e-3};
    static const char *const names[] = {"first", "last"};
    for (int steps = 1; steps <= 4; steps *= 2) {
        struct trial t;
        TRY(simulate(&t, CABLE "channels = ({ type = \"hh\"; g = [0.12, 0.036]; e = [50.0, -77.0]; });",
                     "crank_nicolson", 0.05 / steps, steps, exec));
        enum status s = ST_OK;
        for (int end = 0; end < 2 && s == ST_OK; end++) {
            double spikes;
            const double at = last_spike(&t.sim.series, names[end], &spikes);
            s = report_at_most(r, fabs(spikes - counts[end]), 0, "rallpack 3, %g us, %s compartment: spikes, off %g by",
                               50.0 / steps, names[end], counts[end]);
            if (s == ST_OK)
                s = report_at_most(r, fabs(at - limits[end]), most[end] / (steps * steps) + known_to[end],
                                   "rallpack 3, %g us, %s compartment: last spike, ms off its limit", 50.0 / steps,
                                   names[end]);
        }
        trial_end(&t);
        TRY(s);
    }
    return ST_OK;
}

const struct verification verify_rallpack_passive = {
    .topic = "rallpack",
    .subject = "passive",
    .application = "hines",
    .about = "a cable and a binary tree against their exact solution",
    .run = run_passive,
};
const struct verification verify_rallpack_order = {
    .topic = "rallpack",
    .subject = "order",
    .application = "hines",
    .about = "observed orders of the time steps",
    .run = run_order,
};
const struct verification verify_rallpack_ringing = {
    .topic = "rallpack",
    .subject = "ringing",
    .application = "hines",
    .about = "currents into a leaf and into a joint raise the potential steadily",
    .run = run_ringing,
};
const struct verification verify_rallpack_spikes = {
    .topic = "rallpack",
    .subject = "spikes",
    .application = "hines",
    .about = "a cable that fires, against the times to which its spikes tend",
    .run = run_spikes,
};
