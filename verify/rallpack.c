/* The Rallpacks: a cable and a binary tree, passive, against their exact solution, and a cable that fires, against the
 * times to which its spikes tend.
 *
 * U. S. Bhalla, D. H. Bilitch, J. M. Bower, Rallpacks: a set of benchmarks for neuronal simulators, Trends Neurosci. 15
 * (1992) 453. Where the first compartment of 1 has its middle the exact solution is taken there: half a compartment
 * away it differs by 0.04 %. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Of a column against the exact course: root mean square over the range of both, in per cent. */
static double deviation(const struct series *s, const char *name, const struct cylinder *c, double x)
{
    const struct column *const v = series_column(s, name), *const t = series_column(s, "time");
    double sum = 0, low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < v->count; i++) {
        const double is = v->value[i], should = exact(c, x, t->value[i]) - 65;
        sum += (is - should) * (is - should);
        low = fmin(low, fmin(is, should)), high = fmax(high, fmax(is, should));
    }
    return 100 * sqrt(sum / (double)v->count) / (high - low);
}

static const struct cylinder cylinders[2] = {{1e-6, 1e-3, {0.5e-6, 999.5e-6}}, {16e-6, 320e-6, {16e-6, 304e-6}}};
static const char *const schemes[] = {"crank_nicolson", "sdirk2", "backward_euler"};

static enum status measure(struct report *r, int which, int scheme, int steps, struct exec exec, double limit)
{
    const struct cylinder *const c = &cylinders[which - 1];
    char text[2048];
    struct trial t;
    snprintf(text, sizeof text, "%s %s dt = %.17g; record_every = %d; scheme = \"%s\";", COMMON,
             which == 1 ? CABLE : TREE, 0.05 / steps, steps, schemes[scheme]);
    TRY(trial_complete(&t, "hines", text, NULL, "hines", exec));
    enum status s = ST_OK;
    for (int end = 0; end < 2 && s == ST_OK; end++)
        s = report_at_most(r, deviation(&t.sim.series, end ? "last" : "first", c, c->at[end]), limit,
                           "rallpack %d, %s, %g us, %s end: deviation, %%", which, schemes[scheme], 50.0 / steps,
                           end ? "last" : "first");
    trial_end(&t);
    return s;
}

static enum status run(struct report *r, struct exec exec)
{
    for (int which = 1; which <= 2; which++)
        for (int scheme = 0; scheme < 3; scheme++)
            for (int steps = 1; steps <= 4; steps *= 2) TRY(measure(r, which, scheme, steps, exec, 0.05 / steps));
    return ST_OK;
}

const struct verification verify_rallpack = {
    .topic = "rallpack",
    .subject = "passive",
    .about = "two passive cables against their exact solution, one that fires against the limit of its spikes",
    .run = run,
};
