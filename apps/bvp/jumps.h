/* Jumps of p that lie neither on a node nor midway between two, where the finite volumes are of first order. */
#pragma once
#include "apps/bvp/instance.h"

struct bvp_jumps {
    int64_t count;
    double at;          /* position of the jump that moves u most */
    double off;         /* by how much all of them may move u */
    double flux_off[2]; /* and the flow out of the lower and of the upper end */
};

/* Looks for them on the grid of a solution that x holds. Collective and agreed over the ranks of x: ST_NOMEM, or as
 * problem_links. */
enum status bvp_jumps_find(struct bvp_instance *x, struct bvp_jumps *out);

/* Notes a doubt (base/result/caveats.h) if there are any. */
void bvp_jumps_doubt(const struct bvp_jumps *jumps, int64_t intervals);
