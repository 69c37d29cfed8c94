/* Poisson's equation in a box: the discrete residual and the order of the error, for every pair of ends on every axis
 * of one, two and three dimensions, cells and nodes, faces that prescribe 0 or not, and grids that are even, stretched
 * along the last axis, or along all; and even ones with an eps that varies along all axes.
 *
 * Problems are manufactured: u is a product of a function along each axis, f is what the equation then asks for, and
 * the faces prescribe what u does there. Sizes and methods, those that eliminate, change from problem to problem.
 * Residuals are those of the device too, if there is one and cuFFT. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/device/device.h"
#include "base/library/cufft.h"
#include "solvers/transform/fftw/ready.h"
#include "verify/trial.h"
#include "verify/verify.h"

enum { PAIRS = 7, DIMENSIONS = 3, TEXT = 8192 };

static const struct {
    const char *name, *kind[2];
} pairs[PAIRS] = {
    {"periodic", {"periodic", "periodic"}},
    {"dirichlet", {"dirichlet", "dirichlet"}},
    {"neumann", {"neumann", "neumann"}},
    {"dirichlet to neumann", {"dirichlet", "neumann"}},
    {"neumann to dirichlet", {"neumann", "dirichlet"}},
    {"robin", {"robin", "robin"}},
    {"neumann to robin", {"neumann", "robin"}},
};

/* Axes that are stretched; or none, but eps varies along all, which takes iterations. */
enum stretching { NONE, LAST, ALL, ITERATED, STRETCHINGS };
static const char *const stretching_names[STRETCHINGS] = {"even", "stretched", "all stretched", "eps along all axes"};

/* One problem: pairs of ends as digits, and the rest. */
struct problem {
    int dim, pair[DIMENSIONS];
    enum stretching stretching;
    bool node, given; /* given: faces prescribe what u does; else 0, and f is anything */
    int64_t n[DIMENSIONS];
    const char *method, *transform;
};

/* Along one axis, of its letter: a function, its derivative, and (eps u')' where eps = 1 + x^2 / 2, or 1. */
struct function {
    const char *u, *slope, *second, *second_eps;
};
static const struct function waves = {
    "(2+sin(2*pi*%c))",
    "(2*pi*cos(2*pi*%c))",
    "(-4*pi^2*sin(2*pi*%c))",
    "(2*pi*cos(2*pi*%c)*0-4*pi^2*sin(2*pi*%c))",
};
static const struct function smooth = {
    "(exp(%c/2)+sin(2*%c))",
    "(exp(%c/2)/2+2*cos(2*%c))",
    "(exp(%c/2)/4-4*sin(2*%c))",
    "(%c*(exp(%c/2)/2+2*cos(2*%c))+(1+%c^2/2)*(exp(%c/2)/4-4*sin(2*%c)))",
};

/* Copies a template with %c as the letter. */
static void put(char *out, size_t size, const char *template, char letter)
{
    size_t used = strlen(out);
    for (const char *s = template; *s && used + 1 < size; s++) {
        if (s[0] == '%' && s[1] == 'c') out[used++] = letter, s++;
        else out[used++] = *s;
    }
    out[used] = '\0';
}

static const struct function *along(const struct problem *p, int d)
{
    return p->pair[d] == 0 ? &waves : &smooth;
}

static bool is_robin(const struct problem *p, int d)
{
    return !strcmp(pairs[p->pair[d]].kind[1], "robin");
}

/* eps varies where the grid is stretched, but not around a periodic axis, nor beside Robin faces of other axes, nor for
 * transforms along all axes. */
static bool varies(const struct problem *p)
{
    for (int d = 0; d < p->dim - 1; d++)
        if (is_robin(p, d)) return false;
    return p->stretching != NONE && p->pair[p->dim - 1] != 0 && strcmp(p->method, "transforms") != 0;
}

/* Does eps have a factor 1 + x^2 / 2 of this axis? */
static bool varies_along(const struct problem *p, int d)
{
    return p->stretching == ITERATED ? p->pair[d] != 0 : d == p->dim - 1 && varies(p);
}

/* The factors of eps, but that of axis `but`, each with a sign of multiplication. */
static void put_eps(char *out, size_t size, const struct problem *p, int but)
{
    for (int d = 0; d < p->dim; d++)
        if (d != but && varies_along(p, d)) put(out, size, "(1+%c^2/2)*", "xyz"[d]);
}

/* The product over all axes, with the `which`-th function of axis `of` in place of u. */
static void product(char *out, size_t size, const struct problem *p, int of, const char *which)
{
    for (int d = 0; d < p->dim; d++) {
        if (d) put(out, size, "*", 0);
        put(out, size, d == of ? which : along(p, d)->u, "xyz"[d]);
    }
}

static void print_f(char *out, size_t size, const struct problem *p)
{
    const int last = p->dim - 1;
    *out = '\0';
    if (!p->given) {
        put(out, size, "exp(x)*cos(5*x)", 0);
        if (p->dim > 1) put(out, size, "-sin(3*y+x)", 0);
        if (p->dim > 2) put(out, size, "+z*z*x-0.3", 0);
        return;
    }
    for (int d = 0; d <= last; d++) {
        put(out, size, d ? "+" : "", 0);
        put_eps(out, size, p, d);
        product(out, size, p, d, varies_along(p, d) ? along(p, d)->second_eps : along(p, d)->second);
    }
}

/* u outside of a Robin face with h = 3: u + eps du/dn / h. */
static void print_ambient(char *out, size_t size, const struct problem *p, int d, int side)
{
    put(out, size, side ? "+" : "-", 0);
    put_eps(out, size, p, -1);
    product(out, size, p, d, along(p, d)->slope);
    put(out, size, "/3", 0);
}

static void print_face(char *out, size_t size, const struct problem *p, int d, int side)
{
    const char *const kind = pairs[p->pair[d]].kind[side];
    char value[1024] = "", head[128];
    const bool dirichlet = !strcmp(kind, "dirichlet"), robin = !strcmp(kind, "robin"), of_u = dirichlet || robin;
    snprintf(head, sizeof head, "%c_%s = { kind = \"%s\";%s", "xyz"[d], side ? "upper" : "lower", kind,
             robin ? " h = 3.0;" : "");
    put(out, size, head, 0);
    if (p->given && strcmp(kind, "periodic")) {
        put(out, size, dirichlet ? " value = \"" : robin ? " ambient = \"" : side ? " flux = \"" : " flux = \"-", 0);
        if (!of_u) put_eps(value, sizeof value, p, -1);
        product(value, sizeof value, p, d, of_u ? along(p, d)->u : along(p, d)->slope);
        if (robin) print_ambient(value, sizeof value, p, d, side);
        put(out, size, value, 0);
        put(out, size, "\";", 0);
    }
    put(out, size, " };", 0);
}

static void print_grid(char *out, size_t size, const struct problem *p)
{
    char sizes[128];
    snprintf(sizes, sizeof sizes, "grid = { n = [%lld%s", (long long)p->n[0], p->dim > 1 ? ", " : "");
    put(out, size, sizes, 0);
    for (int d = 1; d < p->dim; d++) {
        snprintf(sizes, sizeof sizes, "%lld%s", (long long)p->n[d], d < p->dim - 1 ? ", " : "");
        put(out, size, sizes, 0);
    }
    put(out, size, "]; upper = [1.0", 0);
    for (int d = 1; d < p->dim; d++) put(out, size, ", 1.0", 0);
    put(out, size, "]; centering = \"", 0);
    put(out, size, p->node ? "node\";" : "cell\";", 0);
    if (p->stretching == LAST || p->stretching == ALL) put(out, size, " places = \"(s+s^2)/2\";", 0);
    if (p->stretching != ALL || p->dim == 1) return;
    put(out, size, " places_along = { x = \"s-sin(2*pi*s)/12\";", 0);
    put(out, size, p->dim > 2 ? " y = \"(4*s-s^2)/3\"; };" : " };", 0);
}

static void print(char *out, size_t size, const struct problem *p)
{
    char f[2048], exact[512] = "", eps[128] = "";
    *out = '\0';
    print_f(f, sizeof f, p);
    product(exact, sizeof exact, p, -1, NULL);
    print_grid(out, size, p);
    put(out, size, " }; transform = \"", 0);
    put(out, size, p->transform, 0);
    put(out, size, "\"; f = \"", 0);
    put(out, size, f, 0);
    put(out, size, "\";", 0);
    put_eps(eps, sizeof eps, p, -1);
    if (*eps) {
        put(out, size, " iteration = { tolerance = 1e-14; }; eps = \"", 0);
        put(out, size, eps, 0);
        put(out, size, "1\";", 0);
    }
    if (p->given) {
        put(out, size, " exact = \"", 0);
        put(out, size, exact, 0);
        put(out, size, "\";", 0);
    }
    put(out, size, " boundary = {", 0);
    for (int d = 0; d < p->dim; d++)
        for (int side = 0; side < 2; side++) print_face(out, size, p, d, side);
    put(out, size, " };", 0);
}

static enum status measure(const struct problem *p, struct exec exec, const char *metric, double *out)
{
    char text[TEXT];
    struct trial t;
    print(text, sizeof text, p);
    TRY(trial_complete(&t, "poisson", text, NULL, p->method, exec));
    *out = metrics_get(&t.sim.metrics, metric);
    trial_end(&t);
    return ST_OK;
}

/* Methods and transforms take turns. */
static void choose(struct problem *p, enum space space, int turn)
{
    static const char *const methods[SPACE_COUNT][4] = {{"thomas_simd", "thomas", "lapack", "transforms"},
                                                        {"thomas", "transforms", "thomas_vbatch", "transforms"}};
    static const char *const transforms[SPACE_COUNT][3] = {{"lanes", "fftw", "matrix"}, {"cufft", "matrix", "cufft"}};
    p->method = p->stretching == ITERATED ? "thomas" : methods[space][turn % 4];
    p->transform = transforms[space][turn / 4 % 3];
    if (!strcmp(p->transform, "fftw") && fftw_ready() != ST_OK) p->transform = "lanes";
}

static void pairs_of(struct problem *p, int number)
{
    for (int d = 0; d < p->dim; d++) p->pair[d] = number % PAIRS, number /= PAIRS;
}

static int combinations(int dim)
{
    int count = 1;
    while (dim-- > 0) count *= PAIRS;
    return count;
}

/* The worst residual of all problems that have this pair on this axis, in three dimensions of every third, which still
 * has each pair on each axis. */
static enum status residuals(struct report *r, struct exec exec, struct problem p, const char *what)
{
    static const int64_t sizes[] = {1, 2, 3, 8, 5, 13, 16, 7, 31, 12, 17};
    double worst[DIMENSIONS][PAIRS] = {{0}};
    for (int number = 0; number < combinations(p.dim); number += p.dim == DIMENSIONS ? 3 : 1) {
        double seen;
        pairs_of(&p, number);
        choose(&p, exec.space, number);
        for (int d = 0; d < p.dim; d++) {
            const int64_t n = sizes[(size_t)(number * 7 + d * 5 + number / 11) % (sizeof sizes / sizeof *sizes)];
            p.n[d] = p.node && p.pair[d] && n < 3 ? 3 : n;
        }
        TRY(measure(&p, exec, "residual", &seen));
        for (int d = 0; d < p.dim; d++)
            if (!(seen <= worst[d][p.pair[d]])) worst[d][p.pair[d]] = seen;
    }
    for (int d = 0; d < p.dim; d++)
        for (int k = 0; k < PAIRS; k++)
            TRY(report_at_most(r, worst[d][k] / (double)REAL_EPS, 50,
                               "residual poisson, " REAL_NAME ", %dD, %s, %s in %c", p.dim, what, pairs[k].name,
                               "xyz"[d]));
    return ST_OK;
}

/* Errors of float meet rounding earlier, so its grids are coarser and its orders less settled. */
enum { POINTS = sizeof(real) == sizeof(double) ? 40 : 10, POINTS_ITERATED = sizeof(real) == sizeof(double) ? 20 : 10 };
static const double second = sizeof(real) == sizeof(double) ? 1.95 : 1.8;

/* The least order of all problems that have this pair on this axis, in three dimensions of every eleventh, which still
 * has each pair on each axis. */
static enum status orders(struct report *r, struct exec exec, struct problem p, const char *what)
{
    double least[DIMENSIONS][PAIRS];
    for (int d = 0; d < DIMENSIONS; d++)
        for (int k = 0; k < PAIRS; k++) least[d][k] = HUGE_VAL;
    for (int number = 0; number < combinations(p.dim); number += p.dim == DIMENSIONS ? 11 : 1) {
        const int64_t points = p.dim == DIMENSIONS && p.stretching == ITERATED ? POINTS_ITERATED : POINTS;
        double coarse, fine;
        pairs_of(&p, number);
        choose(&p, exec.space, p.dim == DIMENSIONS ? number / 11 : number);
        for (int d = 0; d < p.dim; d++) p.n[d] = points + (p.node && p.pair[d]);
        TRY(measure(&p, exec, "error", &coarse));
        for (int d = 0; d < p.dim; d++) p.n[d] = 2 * points + (p.node && p.pair[d]);
        TRY(measure(&p, exec, "error", &fine));
        for (int d = 0; d < p.dim; d++)
            if (!(log2(coarse / fine) >= least[d][p.pair[d]])) least[d][p.pair[d]] = log2(coarse / fine);
    }
    for (int d = 0; d < p.dim; d++)
        for (int k = 0; k < PAIRS; k++)
            TRY(report_at_least(r, least[d][k], second, "order poisson, " REAL_NAME ", %dD, %s, %s in %c", p.dim, what,
                                pairs[k].name, "xyz"[d]));
    return ST_OK;
}

static enum status each(struct report *r, struct exec exec,
                        enum status (*study)(struct report *, struct exec, struct problem, const char *), bool given)
{
    for (int dim = 1; dim <= DIMENSIONS; dim++)
        for (int form = 0; form < 2 * (dim > 1 ? STRETCHINGS : ALL); form++) {
            const struct problem p = {
                .dim = dim, .node = form & 1, .stretching = (enum stretching)(form / 2), .given = given};
            char what[96];
            if (p.stretching == ITERATED && exec.space == DEVICE) continue;
            snprintf(what, sizeof what, "%s, %s, faces %s%s", p.node ? "nodes" : "cells",
                     stretching_names[p.stretching], given ? "given" : "0",
                     exec.space == DEVICE ? ", on the device" : "");
            TRY(study(r, exec, p, what));
        }
    return ST_OK;
}

static enum status run_residuals(struct report *r, struct exec exec)
{
    struct exec device;
    TRY(each(r, exec, residuals, false));
    TRY(each(r, exec, residuals, true));
    if (cufft_ready() != ST_OK) return ST_OK;
    TRY(device_exec(&device, exec.threads));
    enum status s = each(r, device, residuals, false);
    if (s == ST_OK) s = each(r, device, residuals, true);
    device_exec_end(&device);
    return s;
}

static enum status run_orders(struct report *r, struct exec exec)
{
    return each(r, exec, orders, true);
}

const struct verification verify_residual_poisson = {
    .topic = "residual",
    .subject = "poisson",
    .application = "poisson",
    .about = "Poisson's equation: the discrete residual for every pair of ends, axis, dimension and kind of grid",
    .run = run_residuals,
};
const struct verification verify_order_poisson = {
    .topic = "order",
    .subject = "poisson",
    .application = "poisson",
    .about = "Poisson's equation: second order for every pair of ends, axis, dimension and kind of grid",
    .run = run_orders,
};
