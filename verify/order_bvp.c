/* Observed order of the finite volumes of boundary value problems: every pair of ends, on uniform and stretched grids,
 * for coefficients that are constant, vary, or jump, from the matrix and from recurrences.
 *
 * Problems are manufactured: u is chosen, f follows from the equation, and the ends prescribe the values of u there.
 * Errors are maxima. */
#include <stdio.h>

#include "verify/trial.h"
#include "verify/verify.h"

/* Errors of float reach rounding earlier, so its grids are coarser and its orders less settled. */
enum { INTERVALS = sizeof(real) == sizeof(double) ? 128 : 16 };
static const double second = sizeof(real) == sizeof(double) ? 1.95 : 1.85;

struct equation {
    const char *name;
    const char *p, *slope, *q; /* slope: p' */
    bool singular;             /* if both ends are Neumann */
};

static const struct equation equations[] = {
    {"q = 0", "2", "0", "0", true},  {"q = 0, p varies", "exp(x/2)", "exp(x/2)/2", "0", true},
    {"q constant", "2", "0", "5"},   {"p and q vary", "exp(x/2)", "exp(x/2)/2", "3+x"},
    {"q below 0", "1", "0", "-1.3"}, {0},
};

static const struct {
    const char *name, *keys;
} grids[] = {
    {"uniform", ""},
    {"geometric", "spacing = \"geometric\"; ratio = 20.0;"},
    {"tanh toward both ends", "spacing = \"tanh\"; toward = \"both\"; ratio = 20.0;"},
    {"s^2", "nodes = \"(s+s^2)/2\";"},
};

#define U "(exp(x)+sin(3*x))"
#define UX "(exp(x)+3*cos(3*x))"
#define UXX "(exp(x)-9*sin(3*x))"

static const char *const kinds[] = {"dirichlet", "neumann", "robin"};

/* Prints the condition of u at an end; p u' out of the domain is -p u' at the lower one. */
static int end_print(char *out, size_t size, const struct equation *e, int side, int kind)
{
    static const char *const keys[] = {
        "value = \"" U "+0*(%s)%s\";",
        "flux = \"(%s)*%s" UX "\";",
        "h = 2.0; ambient = \"" U "+(%s)/2*%s" UX "\";",
    };
    char given[256];
    snprintf(given, sizeof given, keys[kind], e->p, kind == 0 ? "" : side ? "" : "-");
    return snprintf(out, size, "%s = { kind = \"%s\"; %s };", side ? "upper" : "lower", kinds[kind], given);
}

static void print(char *out, size_t size, const struct equation *e, int grid, const int kind[2])
{
    char lower[512], upper[512];
    end_print(lower, sizeof lower, e, 0, kind[0]);
    end_print(upper, sizeof upper, e, 1, kind[1]);
    snprintf(out, size,
             "grid = { intervals = [%d, %d]; %s }; exact = \"" U "\";"
             "p = \"%s\"; q = \"%s\"; f = \"-(%s)*" UXX "-(%s)*" UX "+(%s)*" U "\"; boundary = { %s %s };",
             INTERVALS, 2 * INTERVALS, grids[grid].keys, e->p, e->q, e->p, e->slope, e->q, lower, upper);
}

static enum status order(const char *text, const char *method, struct exec exec, double *seen)
{
    struct trial t;
    TRY(trial_complete(&t, "bvp", text, NULL, method, exec));
    *seen = series_column(&t.sim.series, "order")->value[1];
    trial_end(&t);
    return ST_OK;
}

/* A method that does not accept a problem is skipped. */
static enum status observe(struct report *r, const char *text, const char *method, struct exec exec, const char *what)
{
    double seen;
    const enum status s = order(text, method, exec, &seen);
    if (s == ST_REFUSED) return ST_OK;
    TRY(s);
    return report_at_least(r, seen, second, "order bvp, %s, %s", what, method);
}

static enum status observe_ends(struct report *r, const struct equation *e, int grid, const char *method,
                                struct exec exec)
{
    char text[2048], what[128];
    for (int pair = 0; pair < 9; pair++) {
        const int kind[2] = {pair / 3, pair % 3};
        if (e->singular && kind[0] == 1 && kind[1] == 1) continue;
        print(text, sizeof text, e, grid, kind);
        snprintf(what, sizeof what, "%s, %s, %s to %s", e->name, grids[grid].name, kinds[kind[0]], kinds[kind[1]]);
        TRY(observe(r, text, method, exec, what));
    }
    return ST_OK;
}

/* u' = cos(x) / p, where p jumps from 1 to 10 at 1/2: on a node, or midway between two. */
static const char jump[] = "grid = { intervals = [%d, %d]; }; p = \"x < 0.5 ? 1 : 10\"; f = \"sin(x)\";"
                           "exact = \"x < 0.5 ? sin(x) : 0.9*sin(0.5)+0.1*sin(x)\";"
                           "boundary = { lower = { kind = \"dirichlet\"; };"
                           "upper = { kind = \"robin\"; h = 2.0; ambient = \"0.9*sin(0.5)+0.1*sin(1)+cos(1)/2\"; }; };";

static enum status observe_jump(struct report *r, const char *method, struct exec exec)
{
    char text[1024];
    snprintf(text, sizeof text, jump, INTERVALS, 2 * INTERVALS);
    TRY(observe(r, text, method, exec, "p jumps on a node"));
    snprintf(text, sizeof text, jump, INTERVALS / 2 + 1, 3 * (INTERVALS / 2 + 1));
    return observe(r, text, method, exec, "p jumps midway between nodes");
}

static enum status run_all(struct report *r, struct exec exec)
{
    static const char *const methods[] = {"thomas", "seq"};
    for (int m = 0; m < 2; m++) {
        for (const struct equation *e = equations; e->name; e++)
            for (int g = 0; g < (int)(sizeof grids / sizeof grids[0]); g++)
                TRY(observe_ends(r, e, g, methods[m], exec));
        TRY(observe_jump(r, methods[m], exec));
    }
    return ST_OK;
}

const struct verification verify_order_bvp = {
    .topic = "order",
    .subject = "bvp",
    .application = "bvp",
    .about = "boundary value problems: second order, for every pair of end conditions, on uniform and stretched grids",
    .run = run_all,
};
