/* Adds up over ranks what a batch costs each. */
#include "apps/batch/costs.h"

#include "apps/batch/exchange.h"

enum { COSTS = sizeof(struct batch_costs) / sizeof(double) };

enum status batch_costs_take(const struct batch_instance *x, struct batch_costs *out)
{
    const struct cost cost = plan_cost(x->plan);
    const int64_t held = batch_layout_solution(&x->form) + 3 * batch_layout_coefficients(&x->form);
    *out = (struct batch_costs){.flops = cost.flops,
                                .bytes = cost.bytes,
                                .held = (double)held * (double)sizeof(real),
                                .scratch = (double)plan_bytes(x->plan),
                                .sent = (double)x->sent.bytes,
                                .messages = (double)x->sent.messages,
                                .communicating = x->sent.seconds,
                                .solving = x->solving};
    return batch_sum(x->comm, (double *)out, COSTS);
}

void batch_costs_add(struct batch_costs *all, const struct batch_costs *one)
{
    for (int k = 0; k < COSTS; k++) ((double *)all)[k] += ((const double *)one)[k];
}

double batch_costs_share(const struct batch_costs *c)
{
    return c->solving > 0 ? c->communicating / c->solving : 0;
}

void batch_costs_put(const struct batch_costs *all, struct metrics *m)
{
    metrics_put(m, "bytes_sent", all->sent);
    metrics_put(m, "messages_sent", all->messages);
    metrics_put(m, "share_communication", batch_costs_share(all));
}
