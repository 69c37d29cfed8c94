/* A network of conductances on a grid: heat conduction after discretisation in space.
 *
 *     (A x)_p = sum over neighbours q of g_pq (x_p - x_q) + loss_p x_p
 *
 * g_pq, W/K, joins neighbours along an axis; `loss` leads to surroundings of a given temperature. A is symmetric and
 * diagonally dominant with positive diagonal and negative links, positive definite unless nothing is lost. Row-major,
 * x fastest; axes missing in a plane problem have one node. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

struct conductances {
    int64_t n[3], points;
    bool periodic[3];
    struct exec exec;
    double *link[3]; /* [points] to the next node along the axis; the last of a periodic one to the first, else 0 */
    double *loss;    /* [points] */
    double *diag;    /* [points] of A; 0: the node is held, and x is 0 there */
};

/* All arrays zero. On failure conductance_free still cleans up. */
enum status conductance_make(struct conductances *w, const int64_t n[3], const bool periodic[3], struct exec exec);
void conductance_free(struct conductances *w);

static inline int64_t conductance_stride(const struct conductances *w, int axis)
{
    return axis == 0 ? 1 : axis == 1 ? w->n[0] : w->n[0] * w->n[1];
}

/* The node before and after p, which is number i along the axis; the first and the last are neighbours. */
static inline int64_t conductance_before(const struct conductances *w, int axis, int64_t i, int64_t p)
{
    const int64_t stride = conductance_stride(w, axis);
    return i ? p - stride : p + (w->n[axis] - 1) * stride;
}

static inline int64_t conductance_after(const struct conductances *w, int axis, int64_t i, int64_t p)
{
    const int64_t stride = conductance_stride(w, axis);
    return i < w->n[axis] - 1 ? p + stride : p - i * stride;
}

/* Fills diag. */
void conductance_diagonal(struct conductances *w);

/* y = A x where diag is not 0, else 0. About 14 flops, and 7 doubles moved, per node. */
void conductance_apply(const struct conductances *w, const double *x, double *y);

/* sum x y, and max |x|, with the same bits for any number of threads. */
double conductance_dot(const struct conductances *w, const double *x, const double *y);
double conductance_largest(const struct conductances *w, const double *x);

/* Coarser networks for the multigrid method; levels.c. The finest network is borrowed. */
struct levels;
enum status levels_make(struct levels **out, const struct conductances *finest);
struct levels *levels_free(struct levels *l);

/* z = B r, a cycle of multigrid that begins with 0: symmetric and positive definite. */
void levels_cycle(struct levels *l, const double *r, double *z);

const struct conductances *levels_finest(const struct levels *l);

/* Solves A x = b by conjugate gradients with that cycle; conjugate.c. x is the first guess, and b becomes the residual
 * r. It ends when r . B r, which is about the energy x . A x of the error of x, is below limits->energy, W K, or 1e-12
 * of its first value, and the last iterations together have changed no x by more than limits->change, K, or
 * limits->share of the largest x. ST_NOMEM. */
struct limits {
    double energy, change, share;
    int64_t iterations;
};
struct solution {
    int64_t iterations;
    double uncertain; /* by how much x may still be wrong, K; HUGE_VAL: the limits were not reached */
};
enum status conductance_solve(struct levels *l, double *b, double *x, const struct limits *limits,
                              struct solution *out);
