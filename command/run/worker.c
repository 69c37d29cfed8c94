/* Shares a workload with the other ranks. */
#include "command/run/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/comm/parcel.h"
#include "base/host.h"
#include "base/result/provenance.h"
#include "command/run/jobs/jobs.h"
#include "command/run/shared/rank_orders.h"
#include "command/run/shared/shared_worker.h"
#include "command/run/sweep/sweep_points.h"
#include "command/run/sweep/sweep_worker.h"
#include "precision/level.h"

/* Programs that agree in version, commit and level of instructions find the same bits. */
static void describe_program(char *out, size_t size)
{
    snprintf(out, size, "%s %s %s", BANDSTAND_VERSION, provenance_commit(), level_name());
}

/* Packs everything that another rank needs to read the same workload. */
static bool pack(struct parcel *p, const struct workload *w, const struct origin *origin)
{
    char program[256], *const folder = getcwd(NULL, 0);
    const int64_t threads = w->settings.threads;
    describe_program(program, sizeof program);
    parcel_open(p);
    parcel_text(p, program);
    parcel_text(p, folder);
    parcel_text(p, config_name(w->config));
    parcel_text(p, config_text(w->config));
    parcel_text(p, origin->sets);
    parcel_text(p, origin->methods);
    parcel_put(p, &threads, sizeof threads);
    free(folder);
    return parcel_close(p);
}

static bool is_dealt(const struct workload *w)
{
    bool any = false;
    for (int i = 0; i < w->count; i++)
        any |= w->job[i].sweep && w->job[i].sweep->count > 1 && w->job[i].choice.space == HOST && !w->job[i].refusal;
    return any;
}

static enum status deal_points(struct workload *w, struct comm *c, struct sweep_ranks **out)
{
    int64_t points = 0;
    for (int i = 0; i < w->count; i++)
        if (w->job[i].sweep) points = w->job[i].sweep->count;
    TRY(sweep_ranks_make(out, c, points));
    for (int i = 0; i < w->count; i++)
        if (w->job[i].sweep) w->job[i].sweep->ranks = *out;
    return ST_OK;
}

enum status worker_share(struct workload *w, const struct origin *origin, struct work_shared *out)
{
    struct comm *const c = comm_world();
    const struct order run = {0};
    const bool dealt = is_dealt(w);
    struct parcel p;
    *out = (struct work_shared){0};
    if (!c || !(dealt || shared_run_can(w))) return ST_OK;
    if (!pack(&p, w, origin)) return fail(ST_NOMEM, "no memory for the configuration as a message");
    int64_t bytes = (int64_t)p.bytes;
    for (int to = 1; to < comm_size(c); to++) comm_send(c, &run, sizeof run, to, dealt ? ORDER_RUN : ORDER_SHARE);
    comm_broadcast(c, &bytes, sizeof bytes, 0);
    comm_broadcast(c, p.data, bytes, 0);
    free(p.data);
    TRY(comm_agree(c, ST_OK));
    return dealt ? deal_points(w, c, &out->points) : shared_run_make(&out->runs, w, c);
}

void worker_over(struct work_shared *shared)
{
    struct comm *const c = comm_world();
    const struct order over = {0};
    if (!shared->points && !shared->runs) return;
    shared->points = sweep_ranks_free(shared->points);
    free(shared->runs);
    shared->runs = NULL;
    for (int to = 1; to < comm_size(c); to++) comm_send(c, &over, sizeof over, to, ORDER_OVER);
}

static enum status read_workload(struct workload *w, struct unpacked *u)
{
    char mine[256];
    int64_t threads;
    struct config *config = NULL;
    describe_program(mine, sizeof mine);
    const char *const program = unpacked_text(u), *const folder = unpacked_text(u), *const name = unpacked_text(u),
                      *const text = unpacked_text(u), *const sets = unpacked_text(u), *const methods = unpacked_text(u);
    unpacked_get(u, &threads, sizeof threads);
    if (u->lacks || strcmp(program, mine))
        return fail(ST_CONFIG, "this is another program, %s, than that of rank 0, %s", mine, program);
    if (*folder && chdir(folder)) return fail(ST_IO, "cannot enter the folder %s", folder);
    enum status s = config_parse(&config, name, text);
    if (s == ST_OK) s = settings_apply(config, sets);
    if (s == ST_OK) return workload_read(w, config, *methods ? methods : NULL, threads);
    config_free(config);
    return s;
}

/* Rank 0 has read the same text without a fault, so a fault here is one of this rank, such as a missing folder. */
void worker_serve(struct comm *c, struct sweep_worker *worker, bool shared)
{
    struct workload w = {0};
    int64_t bytes;
    comm_broadcast(c, &bytes, sizeof bytes, 0);
    char *const data = malloc((size_t)bytes + 1);
    if (!data) comm_abort(status_exit(ST_NOMEM)); /* a rank without memory for a short text cannot go on */
    comm_broadcast(c, data, bytes, 0);
    enum status s = read_workload(&w, &(struct unpacked){data, data + bytes});
    free(data);
    s = comm_agree(c, s == ST_OK ? s : fail_local(s));
    if (s == ST_OK && shared) worker->ended = shared_worker_run(c, &w, &worker->code);
    if (s == ST_OK && !shared) sweep_worker_run(worker, &w);
    workload_free(&w);
}
