/* Follows rank 0 through its runs, hook by hook. Between two orders it sleeps. */
#include "command/run/shared/shared_worker.h"

#include "base/comm/nap.h"
#include "base/device/device.h"
#include "command/run/shared/rank_orders.h"
#include "command/run/shared/shared_fields.h"
#include "command/run/shared/shared_hooks.h"
#include "command/run/workload/execution.h"

static enum status begin(struct sim *sim, const struct workload *w, const struct order *o, struct comm *c)
{
    TRY(job_begin(sim, w, o->job, NULL));
    sim->again = o->again, sim->comm = c, sim->apart = w->settings.parallel && sim->app->parts;
    return sim_begin(sim);
}

/* Rank 0 orders an end after a failed begin too, and then another one, which finds nothing. */
static void leave(struct sim *sim)
{
    if (!sim->app) return;
    shared_hook_call(sim->app, sim, SHARED_END);
    device_exec_end(&sim->exec);
    series_free(&sim->series);
    answers_free(&sim->answers), answers_free(&sim->columns);
    *sim = (struct sim){0};
}

static void follow(struct sim *sim, const struct workload *w, const struct order *o, struct comm *c)
{
    sim->step = o->step;
    if (o->hook == SHARED_END) leave(sim);
    else
        comm_agree(c, o->hook == SHARED_BEGIN ? begin(sim, w, o, c)
                                              : shared_hook_call(sim->app, sim, (enum shared_hook)o->hook));
}

bool shared_worker_run(struct comm *c, const struct workload *w, int *code)
{
    struct sim sim = {0};
    struct nap nap = {0};
    struct comm_message m = {0};
    struct order o = {0};
    struct reference reference = {0};
    while (m.tag != ORDER_END && m.tag != ORDER_OVER) {
        if (!comm_waiting(c, &m)) {
            nap_take(&nap);
            continue;
        }
        comm_receive(c, &m, &o);
        if (m.tag == ORDER_HOOK) follow(&sim, w, &o, c);
        if (m.tag == ORDER_FIELDS) shared_fields_follow(&sim, o.hook, &reference);
        nap_over(&nap);
    }
    leave(&sim);
    reference_free(&reference);
    *code = o.code;
    return m.tag == ORDER_END;
}
