/* One grid: its equations made, and solved `repeats` times, each timed. */
#pragma once
#include "apps/app.h"
#include "apps/bvp/equations/equations.h"
#include "apps/timing.h"
#include "base/timing/cache_flush.h"

/* The place of a probe: between a node and the next, at this share of the resistance between them. */
struct bvp_place {
    int64_t low;
    double share;
};

struct bvp_instance {
    const struct bvp_params *params;
    struct exec exec;
    struct bvp_problem problem;
    struct equations equations;
    struct plan *plan;
    struct outcome outcome;    /* of the last solve */
    struct bvp_place *place;   /* [probes], filled in when the solution is measured */
    struct cache_flush *flush; /* or NULL */
    real *right;               /* [rows] of this rank of the right side, which each solve overwrites */
    double assemble, made;     /* seconds for the matrix and a right side for each solve; those that were spent */
    struct solve_timing timing;
    struct rank_solves solves; /* of this rank that are timed */
    bool begun;                /* the first of these */
};

/* Bytes of a rank's part of the k-th grid under this solver, without the values that runs share; ST_REFUSED if the
 * solver does not take it. */
enum status bvp_instance_bytes(const struct bvp_params *p, int64_t k, const struct bvp_part *part,
                               const struct solver *solver, const void *options, double *bytes);

/* The k-th grid, ready to be solved. Collective and agreed over the ranks of `sim`, as all that follows. On failure
 * bvp_instance_free still cleans up. */
enum status bvp_instance_make(struct bvp_instance *x, const struct sim *sim, int64_t k);
void bvp_instance_free(struct bvp_instance *x);

/* Solves as often as requested, each time with the right side put back; fills timing and outcome. ST_FAILED for a zero
 * or non-finite pivot, or a solution that its method finds inaccurate. */
enum status bvp_instance_solve(struct bvp_instance *x);

/* The costs of the solves on all ranks. Collective and agreed: ST_NOMEM. */
enum status bvp_instance_costs(const struct bvp_instance *x, struct rank_costs *out);
