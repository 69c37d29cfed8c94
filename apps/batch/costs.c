/* Adds up the costs of a batch on all ranks. */
#include "apps/batch/costs.h"

enum status batch_costs_take(const struct batch_instance *x, struct rank_costs *out)
{
    const int64_t held = batch_layout_solution(&x->form) + 3 * batch_layout_coefficients(&x->form);
    *out =
        rank_costs_of(&x->solves, plan_cost(x->plan), (double)held * (double)sizeof(real), (double)plan_bytes(x->plan));
    return rank_costs_sum(x->comm, out);
}
