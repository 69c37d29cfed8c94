/* A part of the systems on the host while the GPU solves the others: its right sides come packed, and its solutions go
 * back, on a stream of their own.
 *
 * The share is one that makes both end at once. With g = B / b the seconds that the GPU takes an unknown, B bytes moved
 * at the rate b of a copy within it, and h = 2 w / c + H / (r t) those of the host, w bytes of a value at the rate c of
 * the bus there and back, H bytes at the rate r of each of t threads, the host gets g / (g + h) of the systems
 * (P. Valero-Lara, I. Martinez-Perez, R. Sirvent, X. Martorell, A. J. Pena, cuThomasBatch & cuThomasVBatch, Concurrency
 * and Computation 30, 2018, for batches on GPUs). */
#pragma once
#include "solvers/solver.h"

enum { SHARE_BY_MODEL = -1 }; /* in place of per cent */

struct split {
    struct exec host, beside;                  /* beside: the other stream of the device */
    int64_t count, first;                      /* systems of the host, the last ones; 0: none. The first of them */
    struct shape part, packed;                 /* in u from `first` on, and in the arrays that go to the host */
    struct plan *systems;                      /* on the host */
    real *lower, *diag, *upper, *shift, *here; /* there; here: right sides, then solutions */
    real *away;                                /* the same on the device */
};

/* Takes `per_cent` of the systems of a shape, or what the model says, in whole groups if there are several; but leaves
 * the first system to the GPU. `method` solves the others there. The coefficients, those of the shape, are on the host
 * and are copied. On failure split_free still cleans up. */
enum status split_make(struct split *s, const struct shape *shape, const struct solver *method, const void *options,
                       const struct tridiag *t, int64_t per_cent, struct exec device);
void split_free(struct split *s);

/* Solves the part, x as in the shape and on the device, where nothing else is written to it; returns when it is done.
 */
enum status split_solve(struct split *s, real *x);
