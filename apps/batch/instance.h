/* One batch of the grid: made, put into its layout, solved again and again under the clock. */
#pragma once
#include "apps/app.h"
#include "apps/batch/layout.h"
#include "apps/batch/random_systems.h"

struct batch_timing {
    double convert, factor; /* seconds; convert: of the four arrays, 0 if they are wanted as they are made */
    double transfer;        /* between host and device, by the host's clock */
    double median, least;   /* seconds of a solve */
    double total;           /* of all that count */
};

struct batch_instance {
    const struct batch_params *params;
    struct exec exec;
    struct batch_layout form;
    struct random_systems numbers;
    struct plan *plan;
    struct shape flat;         /* form.flat with its sizes where exec works */
    real *array[4];            /* lower, diag, upper, x, where exec works */
    real *block[4];            /* what they are parts of, or NULL */
    real *right;               /* the right side, flat, where exec works; after batch_instance_fetch the solution */
    real *host;                /* the same on the host */
    struct cache_flush *flush; /* NULL: the caches keep what they have */
    struct batch_timing timing;
};

/* Bytes that a point takes where `solver` works, and beside it on the host; ST_REFUSED if it takes no such batch. */
enum status batch_instance_bytes(const struct batch_params *p, int64_t k, const struct solver *solver,
                                 const void *options, double bytes[SPACE_COUNT]);

/* The k-th point of the grid, ready to be solved. On failure batch_instance_free still cleans up. */
enum status batch_instance_make(struct batch_instance *x, const struct sim *sim, int64_t k);
void batch_instance_free(struct batch_instance *x);

/* Solves as often as asked, each time with the right side as it was made; fills timing. */
enum status batch_instance_solve(struct batch_instance *x);

/* Brings the last solution to x->host: row i of system s at s * n + i. */
enum status batch_instance_fetch(struct batch_instance *x);
