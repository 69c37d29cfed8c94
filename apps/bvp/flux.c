/* What flows out of the interval at its ends, -p u' at the upper one and p u' at the lower one, from the balance of the
 * cell there: it holds whatever the kind of the end, and the two flows, sources and losses add up to 0. */
#include "apps/bvp/accuracy.h"

const char *const bvp_flux_name[2] = {"flow_out_at_lower_end", "flow_out_at_upper_end"};

/* Of the cell of node first + k, whose neighbour is node first + to. */
static double outflow(const struct bvp_instance *x, int64_t first, int64_t k, int64_t to)
{
    const struct bvp_workspace *const r = x->problem.workspace;
    const double here = equations_value(&x->equations, first + k), there = equations_value(&x->equations, first + to);
    return (r->source[k] - r->loss[k] * here - r->link[1] * (here - there)) / x->problem.unit;
}

enum status bvp_flux(struct bvp_instance *x, double out[2])
{
    struct bvp_problem *const b = &x->problem;
    for (int side = 0; side < 2; side++) {
        struct bvp_walk w = walk_over(side ? b->grid.intervals - 1 : 0, 2); /* link[1] joins its two nodes */
        walk_next(&w);
        TRY(problem_place(b, &w));
        TRY(problem_links(b, &w));
        TRY(problem_losses(b, &w));
        TRY(problem_sources(b, &w));
        out[side] = outflow(x, w.first, side, !side);
    }
    return ST_OK;
}
