/* Sets the start of a run. */
#include "base/device/device.h"
#include "command/run/workload/execution.h"

static enum status make_exec(struct exec *out, const struct workload *w, const struct job *job)
{
    const int64_t threads = job->choice.threads ? job->choice.threads : w->settings.threads;
    if (job->choice.space == DEVICE) return device_exec(out, (int)threads);
    *out = exec_host((int)threads);
    return ST_OK;
}

enum status job_begin(struct sim *out, const struct workload *w, int index, struct evaluated *evaluated)
{
    const struct job *const job = &w->job[index];
    const struct settings *const set = &w->settings;
    *out = (struct sim){.app = job->app,
                        .params = job->params,
                        .solver = job->solver,
                        .method = job->method,
                        .solver_options = job->options,
                        .eps = job->precision->eps,
                        .read_every = {set->snapshots, set->checkpoint_every},
                        .sweep = job->sweep,
                        .evaluated = job->sweep ? NULL : evaluated};
    return make_exec(&out->exec, w, job);
}
