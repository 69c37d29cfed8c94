/* The accuracy of a solution after rounding: its distance from a solution of the same rows in long double, the flows
 * out of the ends, and the condition of the matrix. */
#pragma once
#include "apps/bvp/instance.h"

struct bvp_rounding {
    double off;                  /* largest |u - that in long double|; HUGE_VAL: the matrix is singular */
    double extreme_off[2];       /* by how much rounding has moved the lowest and the highest u */
    double flux[2], flux_off[2]; /* out of the lower and the upper end; by how much rounding may have moved them */
    double condition;            /* || |A^-1| |A| ||, maximum norm: an error of A by a share changes u by this times the
                                    share, at most (R. D. Skeel, J. ACM 26, 1979); NaN: not estimated */
    double grid_error;           /* q below 0: an estimate of the change of u by the grid, relative to u; else 0 */
};

/* Judges the solution that x holds and that was measured. probe_off: [probes], how far rounding has moved each, signed.
 * Collective and agreed over the ranks of x: ST_NOMEM, or as problem_links. */
enum status bvp_rounding_measure(struct bvp_instance *x, struct bvp_rounding *out, double *probe_off);

/* Does rounding or a nearly singular problem spoil u? `largest` |u|. */
bool bvp_rounding_spoils(const struct bvp_rounding *r, double largest);

/* Notes a doubt (base/result/caveats.h) where rounding or a nearly singular problem spoils u. `largest` |u|. */
void bvp_rounding_doubt(const struct bvp_rounding *r, int64_t intervals, double largest);

/* The rounding error of the lowest (0) or the highest (1) u. If the whole of u is in doubt, another node may have the
 * extreme, so it is the error of u. `largest` |u|. */
double bvp_rounding_of_extreme(const struct bvp_rounding *r, int which, double largest);
