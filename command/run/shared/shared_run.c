/* The hooks of rank 0. */
#include "command/run/shared/shared_run.h"

#include <stdlib.h>

#include "command/run/shared/rank_orders.h"
#include "command/run/shared/shared_hooks.h"

static const struct shared_run *run_of(const struct sim *sim)
{
    return (const struct shared_run *)sim->app;
}

static void order(const struct sim *sim, enum shared_hook hook)
{
    const struct shared_run *const r = run_of(sim);
    const struct order o = {.job = r->job, .again = sim->again, .hook = hook, .step = sim->step};
    for (int to = 1; to < comm_size(r->comm); to++) comm_send(r->comm, &o, sizeof o, to, ORDER_HOOK);
}

static enum status call(struct sim *sim, enum shared_hook hook)
{
    order(sim, hook);
    return comm_agree(run_of(sim)->comm, shared_hook_call(run_of(sim)->inner, sim, hook));
}

static enum status begin(struct sim *sim)
{
    sim->comm = run_of(sim)->comm;
    sim->apart = run_of(sim)->parallel && sim->app->parts;
    return call(sim, SHARED_BEGIN);
}

static enum status step(struct sim *sim)
{
    return call(sim, SHARED_STEP);
}

static enum status sample(struct sim *sim)
{
    return call(sim, SHARED_SAMPLE);
}

static enum status finish(struct sim *sim)
{
    return call(sim, SHARED_FINISH);
}

static enum status fetch(struct sim *sim)
{
    return call(sim, SHARED_FETCH);
}

static enum status send(struct sim *sim)
{
    return call(sim, SHARED_SEND);
}

static void end(struct sim *sim)
{
    order(sim, SHARED_END);
    run_of(sim)->inner->end(sim);
}

bool shared_run_can(const struct workload *w)
{
    bool can = false;
    for (int i = 0; i < w->count; i++) {
        const struct job *const j = &w->job[i];
        if (j->refusal) continue;
        if (!j->app->shares || j->sweep || j->axes || j->choice.space != HOST) return false;
        if (j->app->can_share && !j->app->can_share(j->params, j->solver, j->options)) return false;
        can = true;
    }
    return can;
}

enum status shared_run_make(struct shared_run **out, struct workload *w, struct comm *c)
{
    struct shared_run *const all = *out = calloc((size_t)w->count, sizeof *all);
    if (!all) return fail(ST_NOMEM, "no memory for runs that %d ranks share", comm_size(c));
    for (int i = 0; i < w->count; i++) {
        all[i] = (struct shared_run){
            .app = *w->job[i].app, .inner = w->job[i].app, .comm = c, .parallel = w->settings.parallel, .job = i};
        all[i].app.begin = begin, all[i].app.step = step, all[i].app.finish = finish;
        if (all[i].inner->sample) all[i].app.sample = sample;
        all[i].app.fetch = fetch, all[i].app.send = send, all[i].app.end = end;
        w->job[i].app = &all[i].app;
    }
    return ST_OK;
}
