/* A stack that is cooled below, at several steps: a thermal resistance is reported only if it is that of the stationary
 * state.
 *
 * 150 um of silicon on 20 um of interface on 2 mm of copper, 16 mm x 16 mm, under a floor plan of a processor whose
 * small units dissipate most, on 17 x 17 x 218 nodes. Steps are fully implicit. Heat flows through the layers within a
 * step, so that the heat that leaves equals the dissipation of the units; but a large step that is split along the axes
 * hardly changes temperatures that vary along the layers. The reference is the field after many small steps from
 * another state. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verify/trial.h"
#include "verify/verify.h"

/* Watts typical of an out-of-order core of the year 2000: caches below, units above; 40.2 W in all. */
static const char plan[] = "name, x, y, width, height, watts\n"
                           "cache_left, 0, 9.8, 4.9, 6.2, 1\ncache, 0, 0, 16, 9.8, 5.2\n"
                           "cache_right, 11.1, 9.8, 4.9, 6.2, 1\ninstructions, 4.9, 9.8, 3.1, 2.6, 6\n"
                           "data, 8, 9.8, 3.1, 2.6, 10\npredictor, 4.9, 12.4, 3.1, 0.7, 3\n"
                           "floating_point, 4.9, 13.1, 2.2, 2.9, 2.5\nqueues, 7.1, 13.1, 2.2, 2.9, 3\n"
                           "registers, 9.3, 15.33, 1.8, 0.67, 4\ninteger, 9.3, 13.1, 1.8, 2.23, 4.5\n";

static const char form[] = "grid = { n = [17, 17, 218]; upper = [0.016, 0.016, 0.00217]; };"
                           "material = { density = 1.0;"
                           "heat_capacity = \"z < 0.002 ? 3.45e6 : (z < 0.00202 ? 4e6 : 1.66e6)\";"
                           "conductivity = \"z < 0.002 ? 400 : (z < 0.00202 ? 4 : 130)\"; };"
                           "boundary = { z_lower = { kind = \"robin\"; h = 39062.5; ambient = 318.15; }; };"
                           "initial = %s; power = { floor_plan = \"%s\"; unit = \"mm\"; z = [0.00216, 0.00217]; };"
                           "startup_steps = 100000; time = { dt = %.17g; steps = %d; };";

struct run {
    double dt;
    int steps;
};

/* NaN: there is no such answer. */
static double answer(const struct trial *t, const char *quantity)
{
    const struct answer *const a = answers_find(&t->sim.answers, NULL, quantity);
    return a ? a->value : (double)NAN;
}

/* rise: from the ambient to the present peak, over the power. steady: the reported thermal resistance. */
static enum status observe(const char *path, const char *initial, struct run r, struct exec exec, double *rise,
                           double *steady, double *once)
{
    char text[2048];
    struct trial t;
    snprintf(text, sizeof text, form, initial, path, r.dt, r.steps);
    TRY(trial_complete(&t, "adi", text, NULL, "thomas", exec));
    const enum status s = t.sim.app->report(&t.sim);
    if (s == ST_OK) {
        *steady = answer(&t, "thermal_resistance"), *once = answer(&t, "resistance_once_steady");
        *rise = (answer(&t, "peak_temperature") - 318.15) / answer(&t, "power");
    }
    answers_free(&t.sim.answers);
    trial_end(&t);
    return s;
}

static enum status check_all(struct report *r, const char *path, struct exec exec)
{
    static const struct run runs[] = {{0.1, 36}, {0.1, 400}, {0.05, 72}, {0.02, 180}, {0.01, 360}};
    static const double steady_share = 2e-3, once_share = sizeof(real) == sizeof(double) ? 1e-5 : 1e-3;
    double exact, steady, once, now;
    TRY(observe(path, "345.0", (struct run){0.01, 400}, exec, &exact, &steady, &once));
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        TRY(observe(path, "318.15", runs[i], exec, &now, &steady, &once));
        const char *const word = isnan(steady) ? "not called steady" : "called steady";
        TRY(report_at_most(r, isnan(steady) ? 0 : fabs(now / exact - 1), steady_share,
                           "stack steady, %d steps of %g s, %s: error of the resistance", runs[i].steps, runs[i].dt,
                           word));
        if (isnan(steady))
            TRY(report_at_most(r, fabs(once / exact - 1), once_share,
                               "stack steady, %d steps of %g s: error of the resistance once steady", runs[i].steps,
                               runs[i].dt));
        if (fabs(now / exact - 1) <= 0.1 * steady_share)
            TRY(report_at_most(r, isnan(steady), 0, "stack steady, %d steps of %g s: a steady field not called so",
                               runs[i].steps, runs[i].dt));
    }
    return ST_OK;
}

static enum status run(struct report *r, struct exec exec)
{
    char path[] = "/tmp/bandstand-stack-XXXXXX";
    const int file = mkstemp(path);
    if (file < 0) return fail(ST_FAILED, "cannot make a file in /tmp");
    const bool written = write(file, plan, strlen(plan)) == (ssize_t)strlen(plan);
    close(file);
    const enum status s = written ? check_all(r, path, exec) : fail(ST_FAILED, "cannot write %s", path);
    unlink(path);
    return s;
}

const struct verification verify_stack_steady = {
    .topic = "stack",
    .subject = "steady",
    .application = "adi",
    .about = "a stack under a floor plan: a thermal resistance only where it is steady, at four lengths of step",
    .run = run,
};
