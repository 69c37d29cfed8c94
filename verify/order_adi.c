/* Observed order of the heat equation's schemes, from runs that go through the configuration like any other.
 *
 * Three refinements. Grid and time step together, dt ~ h, against manufactured solutions, which reveals a boundary
 * treatment that is inconsistent in time. Time alone on a fixed grid, from the differences of three successive runs,
 * which need no exact answer. Space alone, at a steady state. Errors are maxima. */
#include <math.h>
#include <stdio.h>

#include "base/field/extremes.h"
#include "verify/heat_problems.h"
#include "verify/trial.h"
#include "verify/verify.h"

/* Errors of float reach rounding earlier, so its grids are coarser and its orders less settled. */
enum { FINER = sizeof(real) == sizeof(double) ? 2 : 1 };
static const double second = sizeof(real) == sizeof(double) ? 1.95 : 1.85;

enum { PLANE = 16 * FINER * FINER, SOLID = 16 * FINER }; /* intervals of the coarser grid along an axis */

struct problem {
    const char *name, *text;
    int64_t cells; /* intervals along each axis */
    bool periodic; /* all axes: as many nodes as intervals, not one more */
};

static const struct problem together[] = {
    {"2D dirichlet", SQUARE HEAT2 DIRICHLET2, PLANE},
    {"2D dirichlet, peaceman_rachford", SQUARE HEAT2 DIRICHLET2 "scheme = \"peaceman_rachford\";", PLANE},
    {"2D flux", SQUARE HEAT2 FLUX2, PLANE},
    {"2D robin", SQUARE HEAT2 ROBIN2, PLANE},
    {"2D robin, peaceman_rachford", SQUARE HEAT2 ROBIN2 "scheme = \"peaceman_rachford\";", PLANE},
    {"2D variable conductivity and capacity", SQUARE VARIABLE2, PLANE},
    {"3D dirichlet", CUBE HEAT3 DIRICHLET3, SOLID},
    {"3D dirichlet, anisotropic", CUBE ANISOTROPIC3, SOLID},
    {"3D dirichlet, flux, robin and periodic", CUBE MIXED3, SOLID},
    {"3D of four kinds, per point", CUBE MIXED3 "coefficients = \"per_point\";", SOLID},
    {"3D periodic", CUBE PERIODIC3, SOLID, .periodic = true},
    {0},
};

static const struct problem naive = {"3D dirichlet", CUBE HEAT3 DIRICHLET3 "boundary_treatment = \"naive\";", SOLID};

static const struct problem in_time[] = {
    {"2D dirichlet", SQUARE HEAT2 DIRICHLET2, 32},
    {"2D robin", SQUARE HEAT2 ROBIN2, 32},
    {"2D variable conductivity and capacity", SQUARE VARIABLE2, 32},
    {"3D dirichlet", CUBE HEAT3 DIRICHLET3, 16},
    {"3D dirichlet, flux, robin and periodic", CUBE MIXED3, 16},
    {0},
};

static const struct problem in_space[] = {
    {"2D variable conductivity", SQUARE STEADY2, PLANE},
    {"3D dirichlet, flux, robin and periodic", CUBE STEADY3, SOLID},
    {0},
};

struct observer {
    struct exec exec;
    const char *method;
};

static enum status run(struct trial *t, const struct observer *o, const struct problem *p, int64_t cells, int64_t steps,
                       double end)
{
    char grid[64], number[64], until[64];
    const char *const sets[] = {grid, number, until, NULL};
    snprintf(grid, sizeof grid, "grid.n=%lld", (long long)(cells + !p->periodic));
    snprintf(number, sizeof number, "time.steps=%lld", (long long)steps);
    snprintf(until, sizeof until, "time.end=%.17g", end);
    return trial_complete(t, "adi", p->text, sets, o->method, o->exec);
}

static enum status error(const struct observer *o, const struct problem *p, int64_t cells, int64_t steps, double end,
                         double *out)
{
    struct trial t;
    TRY(run(&t, o, p, cells, steps, end));
    *out = metrics_get(&t.sim.metrics, "error");
    trial_end(&t);
    return ST_OK;
}

static enum status order_together(const struct observer *o, const struct problem *p, double *order)
{
    double coarse, fine;
    TRY(error(o, p, p->cells, p->cells / 4, 0.25, &coarse));
    TRY(error(o, p, 2 * p->cells, p->cells / 2, 0.25, &fine));
    *order = log2(coarse / fine);
    return ST_OK;
}

/* Long enough for the transient to decay. */
static enum status order_in_space(const struct observer *o, const struct problem *p, double *order)
{
    double coarse, fine;
    TRY(error(o, p, p->cells, 60, 4, &coarse));
    TRY(error(o, p, 2 * p->cells, 60, 4, &fine));
    *order = log2(coarse / fine);
    return ST_OK;
}

static double distance(struct trial *a, struct trial *b)
{
    int64_t count;
    const real *const u = trial_field(a, &count), *const v = trial_field(b, &count);
    double max = 0;
    for (int64_t i = 0; i < count; i++) max = extremes_max(max, fabs((double)u[i] - (double)v[i]));
    return max;
}

static enum status order_in_time(const struct observer *o, const struct problem *p, double *order)
{
    struct trial t[3];
    int done = 0;
    enum status s = run(&t[0], o, p, p->cells, 20, 1);
    while (s == ST_OK && ++done < 3) s = run(&t[done], o, p, p->cells, 20 << done, 1);
    if (s == ST_OK) *order = log2(distance(&t[0], &t[1]) / distance(&t[1], &t[2]));
    while (done > 0) trial_end(&t[--done]);
    return s;
}

/* A method that does not accept a problem is skipped. */
static enum status observe(struct report *r, const struct observer *o, const struct problem *p, const char *spec,
                           enum status (*order)(const struct observer *, const struct problem *, double *))
{
    for (; p->name; p++) {
        double seen;
        const enum status s = order(o, p, &seen);
        if (s == ST_REFUSED) continue;
        TRY(s);
        TRY(report_at_least(r, seen, second, "order adi, %s, %s, %s", spec, p->name, o->method));
    }
    return ST_OK;
}

static enum status run_all(struct report *r, struct exec exec)
{
    static const char *const methods[] = {"thomas", "fused", "sweep"};
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        const struct observer o = {exec, methods[m]};
        double seen;
        TRY(observe(r, &o, together, "dt ~ h", order_together));
        TRY(observe(r, &o, in_time, "time", order_in_time));
        TRY(observe(r, &o, in_space, "space", order_in_space));
        TRY(order_together(&o, &naive, &seen));
        TRY(report_at_most(r, seen, 1.6, "order adi, naive boundary loses order, %s, %s", naive.name, o.method));
    }
    return ST_OK;
}

const struct verification verify_order_adi = {
    .topic = "order",
    .subject = "adi",
    .application = "adi",
    .about = "heat equation: second order in space and time, for every kind of face",
    .run = run_all,
};
