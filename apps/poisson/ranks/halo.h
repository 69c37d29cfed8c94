/* The planes, or rows, of other ranks next to those of this one, and a complete array on rank 0. */
#pragma once
#include "apps/poisson/ranks/part.h"
#include "base/comm/comm_exchange.h"

/* Planes on either side: slopes on faces are taken by parabolas. */
enum { HALO = 2 };

struct halo {
    const struct box *box;
    struct comm_exchange *plane[2 * HALO]; /* NULL: a single rank */
    struct comm_exchange *collect, *deal;
};

/* Prepares exchanges of arrays of points of the working precision. ST_NOMEM; on failure halo_free still cleans up. */
enum status halo_make(struct halo *h, const struct box *b);
void halo_free(struct halo *h);

/* Collective. Fills the planes next to those of this rank, around periodic axes too, at their places in u[points]. */
void halo_fill(const struct halo *h, real *u);

/* Collective. Brings the points of all ranks to u[points] of rank 0, or those of rank 0 to all others. */
void halo_collect(const struct halo *h, real *u);
void halo_deal(const struct halo *h, real *u);
