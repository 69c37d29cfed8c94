/* The Rallpacks: a cable and a binary tree, passive, against their exact solution, and a cable that fires, against the
 * limits of the times of its spikes. */
#include <math.h>
#include <stdio.h>

#include "base/either_precision.h"
#include "verify/rallpack_courses.h"
#include "verify/trial.h"
#include "verify/verify.h"

/* The course of a record, valid as long as the trial. */
static struct rallpack_course course_of(const struct trial *t, const char *name)
{
    const struct column *const v = series_column(&t->sim.series, name);
    return (struct rallpack_course){v->count, series_column(&t->sim.series, "time")->value, v->value};
}

/* The deviation of a record from the exact course in the middle of its compartment. */
static double deviation(const struct trial *t, enum rallpack which, int end, double from)
{
    const struct rallpack_course c = course_of(t, rallpack_names[end]);
    return rallpack_deviation(&c, which, end, RALLPACK_MIDDLE, from);
}

/* A run with `cells` under a scheme, samples each `every` steps of dt ms. */
static enum status simulate(struct trial *t, const char *cells, const char *scheme, double dt, int every,
                            struct exec exec)
{
    char text[2048];
    snprintf(text, sizeof text, "%s dt = %.17g; record_every = %d; scheme = \"%s\";", cells, dt, every, scheme);
    return trial_complete(t, "hines", text, NULL, "hines", exec);
}

/* Bounds at 50 us, of which a half holds at 25 us and a quarter at 12.5, down to the error of the compartments. */
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
    for (int which = 0; which < 2; which++)
        for (int k = 0; k < SCHEMES; k++)
            for (int steps = 1; steps <= 4; steps *= 2) {
                struct trial t;
                enum status s = simulate(&t, rallpack_text[which], bounds[k].scheme, 0.05 / steps, steps, exec);
                TRY(s);
                for (int end = 0; end < 2 && s == ST_OK; end++)
                    s = report_at_most(r, deviation(&t, (enum rallpack)which, end, 0),
                                       bounds[k].most[which][end] / steps + by_compartments[which],
                                       "rallpack %d, %s, %g us, %s compartment: deviation, %%", which + 1,
                                       bounds[k].scheme, 50.0 / steps, rallpack_names[end]);
                trial_end(&t);
                TRY(s);
            }
    return ST_OK;
}

/* Deviations of both ends of the cable after 25 ms, when the jump of the current is long over. */
static enum status settle(const char *scheme, double dt, struct exec exec, double out[2])
{
    struct trial t;
    TRY(simulate(&t, rallpack_text[RALLPACK_CABLE], scheme, dt, 1, exec));
    for (int end = 0; end < 2; end++) out[end] = deviation(&t, RALLPACK_CABLE, end, 25);
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
    static const char leaf[] = RALLPACK_COMMON
        "cells = ({ form = \"binary_tree\"; levels = 10; length = 32.0; diameter = 16.0; compartments = 1; });"
        "clamps = ({ section = 1022; current = 0.1; }); records = ({ name = \"leaf\"; section = 1022; });";
    static const char joint[] = RALLPACK_COMMON
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

static enum status run_spikes(struct report *r, struct exec exec)
{
    /* The second limit is known to a thousandth. */
    static const double most[2] = {0.18, 0.182}, known_to[2] = {0, 1e-3};
    for (int steps = 1; steps <= 4; steps *= 2) {
        struct trial t;
        TRY(simulate(&t, rallpack_text[RALLPACK_SPIKES], "crank_nicolson", 0.05 / steps, steps, exec));
        enum status s = ST_OK;
        for (int end = 0; end < 2 && s == ST_OK; end++) {
            const struct rallpack_course c = course_of(&t, rallpack_names[end]);
            double spikes;
            const double at = rallpack_last_spike(&c, &spikes);
            s = report_at_most(r, fabs(spikes - rallpack_counts[end]), 0,
                               "rallpack 3, %g us, %s compartment: spikes, off %g by", 50.0 / steps,
                               rallpack_names[end], rallpack_counts[end]);
            if (s == ST_OK)
                s = report_at_most(r, fabs(at - rallpack_limits[RALLPACK_MIDDLE][end]),
                                   most[end] / (steps * steps) + known_to[end],
                                   "rallpack 3, %g us, %s compartment: last spike, ms off its limit", 50.0 / steps,
                                   rallpack_names[end]);
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
    .about = "a cable that fires, against the limits of the times of its spikes",
    .run = run_spikes,
};
