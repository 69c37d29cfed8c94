/* A part of the systems on the host while the GPU solves the others: its right sides come packed, and its solutions go
 * back, on a stream of their own.
 *
 * The share is one that makes both end at once. With g = B / b the seconds that the GPU takes per unknown, B bytes
 * moved at the rate b of a copy within it, and h = 2 w / c + H / (r t) those of the host, w bytes of a value at the
 * rate c of the bus there and back, H bytes at the rate r of each of t threads, the host gets g / (g + h) of the
 * systems (P. Valero-Lara, I. Martinez-Perez, R. Sirvent, X. Martorell, A. J. Pena, cuThomasBatch & cuThomasVBatch,
 * Concurrency and Computation 30, 2018, for batches on GPUs). */
#pragma once
#include "solvers/solver.h"

enum { SHARE_BY_MODEL = -1 }; /* in place of a percentage */

struct split {
    struct exec host, beside;           /* beside: a second stream of the device */
    int64_t count;                      /* systems that the host solves, the last ones of all; 0: none */
    int64_t first;                      /* element of u at which they begin */
    struct shape part, packed;          /* their layout in u from `first` on, and in host_x */
    struct plan *systems;               /* on the host */
    real *lower, *diag, *upper, *shift; /* of these systems, on the host */
    real *host_x, *device_x;            /* right sides, then solutions, packed, on the host and on the device */
};

/* Gives the host `per_cent` of the systems of a shape, or SHARE_BY_MODEL, in complete groups if there are several; the
 * first system, or group, remains on the GPU, where `method` solves it. The coefficients `t` are on the host and are
 * copied. On failure split_free still cleans up. */
enum status split_make(struct split *s, const struct shape *shape, const struct solver *method, const void *options,
                       const struct tridiag *t, int64_t per_cent, struct exec device);
void split_free(struct split *s);

/* Solves these systems in x, the whole of u on the device, and waits until they are back there. Meanwhile other streams
 * may write to other systems only. */
enum status split_solve(struct split *s, real *x);

/* Bytes that a solve of these systems moves beyond the caches of host and device, and that its plan holds. */
double split_plan_traffic(const struct split *s);
double split_plan_bytes(const struct split *s);
