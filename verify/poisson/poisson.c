/* Poisson's equation in a box: the discrete residual and the order of the error, for every pair of ends on every axis
 * of one, two and three dimensions, cells and nodes, faces that prescribe 0 or not, and grids that are even, stretched
 * along the last axis, or along all; and even ones with an eps that varies along all axes.
 *
 * Problems are manufactured: u is a product of a function along each axis, f follows from the equation, and the faces
 * prescribe the values of u there. Sizes and methods change from problem to problem: every method for tridiagonal
 * systems, and `transforms`, is used in rotation with every one for transforms; in one dimension each solves every
 * problem. Residuals are those of the device too, if there is one and cuFFT. */
#include <math.h>
#include <stdio.h>

#include "base/device/device.h"
#include "base/library/cufft.h"
#include "verify/poisson/turns.h"

static void pairs_of(struct poisson_problem *p, int number)
{
    for (int d = 0; d < p->dim; d++) p->pair[d] = number % POISSON_PAIRS, number /= POISSON_PAIRS;
}

static int combinations(int dim)
{
    int count = 1;
    while (dim-- > 0) count *= POISSON_PAIRS;
    return count;
}

/* In one dimension problems are small: the worst of all methods. */
static enum status residual_of(struct turns *t, struct poisson_problem *p, double *out)
{
    *out = 0;
    if (p->dim > 1) return turns_solve_next(t, p, "residual", out);
    for (int k = 0; k < t->systems; k++) {
        double seen;
        bool taken;
        TRY(turns_solve(t, k, p, "residual", &seen, &taken));
        if (taken && !(seen <= *out)) *out = seen;
    }
    return ST_OK;
}

/* The worst residual of all problems that have this pair on this axis, in three dimensions only of every third problem,
 * which still has each pair on each axis. */
static enum status residuals(struct report *r, struct turns *t, struct poisson_problem p, const char *what)
{
    static const int64_t sizes[] = {1, 2, 3, 8, 5, 13, 16, 7, 31, 12, 17};
    double worst[DIMENSIONS][POISSON_PAIRS] = {{0}};
    for (int number = 0; number < combinations(p.dim); number += p.dim == DIMENSIONS ? 3 : 1) {
        double seen;
        pairs_of(&p, number);
        for (int d = 0; d < p.dim; d++) {
            const int64_t n = sizes[(size_t)(number * 7 + d * 5 + number / 11) % (sizeof sizes / sizeof *sizes)];
            p.n[d] = p.node && p.pair[d] && n < 3 ? 3 : n;
        }
        TRY(residual_of(t, &p, &seen));
        for (int d = 0; d < p.dim; d++)
            if (!(seen <= worst[d][p.pair[d]])) worst[d][p.pair[d]] = seen;
    }
    for (int d = 0; d < p.dim; d++)
        for (int k = 0; k < POISSON_PAIRS; k++)
            TRY(report_at_most(r, worst[d][k] / (double)REAL_EPS, 50,
                               "residual poisson, " REAL_NAME ", %dD, %s, %s in %c", p.dim, what, poisson_pairs[k].name,
                               "xyz"[d]));
    return ST_OK;
}

/* Errors of float reach rounding earlier, so its grids are coarser and its orders less settled. */
enum { POINTS = sizeof(real) == sizeof(double) ? 40 : 10, POINTS_ITERATED = sizeof(real) == sizeof(double) ? 20 : 10 };
static const double second = sizeof(real) == sizeof(double) ? 1.95 : 1.8;

/* The least order of all problems that have this pair on this axis, in three dimensions only of every eleventh problem,
 * which still has each pair on each axis. */
static enum status orders(struct report *r, struct turns *t, struct poisson_problem p, const char *what)
{
    double least[DIMENSIONS][POISSON_PAIRS];
    for (int d = 0; d < DIMENSIONS; d++)
        for (int k = 0; k < POISSON_PAIRS; k++) least[d][k] = HUGE_VAL;
    for (int number = 0; number < combinations(p.dim); number += p.dim == DIMENSIONS ? 11 : 1) {
        const int64_t points = p.dim == DIMENSIONS && p.stretching == ITERATED ? POINTS_ITERATED : POINTS;
        double coarse, fine;
        pairs_of(&p, number);
        for (int d = 0; d < p.dim; d++) p.n[d] = points + (p.node && p.pair[d]);
        TRY(turns_solve_next(t, &p, "error", &coarse));
        for (int d = 0; d < p.dim; d++) p.n[d] = 2 * points + (p.node && p.pair[d]);
        TRY(turns_solve_same(t, &p, "error", &fine));
        for (int d = 0; d < p.dim; d++)
            if (!(log2(coarse / fine) >= least[d][p.pair[d]])) least[d][p.pair[d]] = log2(coarse / fine);
    }
    for (int d = 0; d < p.dim; d++)
        for (int k = 0; k < POISSON_PAIRS; k++)
            TRY(report_at_least(r, least[d][k], second, "order poisson, " REAL_NAME ", %dD, %s, %s in %c", p.dim, what,
                                poisson_pairs[k].name, "xyz"[d]));
    return ST_OK;
}

static enum status each(struct report *r, struct turns *t,
                        enum status (*study)(struct report *, struct turns *, struct poisson_problem, const char *),
                        bool given)
{
    const bool away = t->exec.space == DEVICE;
    for (int dim = 1; dim <= DIMENSIONS; dim++)
        for (int form = 0; form < 2 * (dim > 1 ? STRETCHINGS : ALL); form++) {
            const struct poisson_problem p = {
                .dim = dim, .node = form & 1, .stretching = (enum stretching)(form / 2), .given = given};
            char what[96];
            if (p.stretching == ITERATED && away) continue;
            snprintf(what, sizeof what, "%s, %s, faces %s%s", p.node ? "nodes" : "cells",
                     poisson_stretchings[p.stretching], given ? "given" : "0", away ? ", on the device" : "");
            TRY(study(r, t, p, what));
        }
    return ST_OK;
}

static enum status residuals_in(struct report *r, struct exec exec)
{
    struct turns t;
    TRY(turns_make(&t, exec, r));
    TRY(each(r, &t, residuals, false));
    TRY(each(r, &t, residuals, true));
    return turns_report(&t, r);
}

static enum status run_residuals(struct report *r, struct exec exec)
{
    struct exec device;
    TRY(residuals_in(r, exec));
    if (cufft_ready() != ST_OK) return ST_OK;
    TRY(device_exec(&device, exec.threads));
    const enum status s = residuals_in(r, device);
    device_exec_end(&device);
    return s;
}

static enum status run_orders(struct report *r, struct exec exec)
{
    struct turns t;
    TRY(turns_make(&t, exec, r));
    return each(r, &t, orders, true);
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
