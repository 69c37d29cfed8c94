/* Begins and ends the ranks of the program, and records where they run. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "command/ranks.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/comm.h"
#include "base/comm/nap.h"
#include "base/comm/parcel.h"
#include "base/host.h"
#include "base/signals.h"
#include "base/timer.h"
#include "command/bench/bench_ranks.h"
#include "command/run/shared/rank_orders.h"
#include "command/run/sweep/worker.h"
#include "command/threads.h"

static const double patience = 6; /* seconds for a step that is in progress at the end */

struct place {
    char host[64], cpu[128];
    cpu_set_t cores;
};
static struct place *places; /* [ranks] from ranks_begin to the end of the program; NULL: one rank */

static enum status gather(struct comm *c)
{
    struct place mine;
    memset(&mine, 0, sizeof mine);
    snprintf(mine.host, sizeof mine.host, "unknown"), snprintf(mine.cpu, sizeof mine.cpu, "unknown");
    host_name(mine.host, sizeof mine.host);
    host_cpu(mine.cpu, sizeof mine.cpu);
    if (sched_getaffinity(0, sizeof mine.cores, &mine.cores)) CPU_ZERO(&mine.cores);
    places = calloc((size_t)comm_size(c), sizeof *places);
    TRY(comm_agree(c, places ? ST_OK : fail(ST_NOMEM, "no memory for the places of %d ranks", comm_size(c))));
    comm_gather_all(c, &mine, sizeof mine, places);
    return ST_OK;
}

/* Ranks that may run on the same cores share them: else each would start as many threads as there are cores. */
static void divide_cores(struct comm *c)
{
    const struct place *const mine = &places[comm_rank(c)];
    int sharing = 0;
    for (int r = 0; r < comm_size(c); r++)
        sharing += !strcmp(places[r].host, mine->host) && CPU_EQUAL(&places[r].cores, &mine->cores);
    const int cores = CPU_COUNT(&mine->cores); /* 0: not known */
    comm_share_cores(c, cores && sharing > cores);
    const int threads = cores / (sharing ? sharing : 1);
    if (!getenv("OMP_NUM_THREADS")) omp_set_num_threads(threads > 1 ? threads : 1);
}

enum status ranks_begin(void)
{
    if (!comm_launched()) return ST_OK;
    threads_spin_briefly(); /* starts the program anew, so it comes before MPI */
    TRY(comm_begin());
    signals_take_usr1();
    struct comm *const c = comm_world();
    if (!c) return ST_OK;
    if (comm_rank(c)) signals_ignore();
    TRY(gather(c));
    divide_cores(c);
    return ST_OK;
}

/* A rank that waits for an order sleeps, but for that of a call which is timed. */
static int serve(struct comm *c)
{
    struct nap nap = {0};
    struct comm_message m;
    struct order o = {0};
    struct sweep_worker worker = {.comm = c};
    struct bench_follower bench = {.bench.comm = c};
    while (!worker.ended) {
        if (!comm_waiting(c, &m)) {
            if (bench.prepared) sched_yield();
            else nap_take(&nap);
            continue;
        }
        nap_over(&nap);
        comm_receive(c, &m, &o);
        if (m.tag == ORDER_RUN || m.tag == ORDER_SHARE) worker_serve(c, &worker, m.tag == ORDER_SHARE);
        if (m.tag == ORDER_BENCH) bench_follow(&bench, o.hook, o.job);
        if (m.tag == ORDER_END) worker.ended = true, worker.code = o.code;
    }
    bench_free(&bench.bench);
    comm_send(c, NULL, 0, 0, GONE);
    return worker.code;
}

int ranks_serve(void)
{
    const int code = serve(comm_world());
    comm_end();
    free(places);
    places = NULL;
    return code;
}

/* Waits until the other ranks have gone; drops the points that they still send. */
static bool await_all(struct comm *c)
{
    const double until = seconds_now() + patience;
    struct nap nap = {0};
    struct comm_message m;
    int left = comm_size(c) - 1;
    while (left && seconds_now() < until) {
        if (!comm_waiting(c, &m)) {
            nap_take(&nap);
            continue;
        }
        char *const data = malloc((size_t)m.bytes + 1);
        if (!data) return false;
        comm_receive(c, &m, data);
        free(data);
        left -= m.tag == GONE;
    }
    return !left;
}

int ranks_release(int code)
{
    struct comm *const c = comm_world();
    const struct order end = {.code = code};
    if (c && comm_rank(c)) return code;
    fflush(stdout);
    for (int to = 1; to < comm_size(c); to++) comm_send(c, &end, sizeof end, to, ORDER_END);
    if (c && !await_all(c)) comm_abort(code ? code : 1);
    if (c) signals_ignore(); /* mpirun sends a signal if the first rank that ends has a code other than 0 */
    comm_end();
    free(places);
    places = NULL;
    return code;
}

/* The number of ranks on the machine of rank `r`; 0 if a lower rank is there, so that each machine is named once. */
static int ranks_of(const struct comm *c, int r)
{
    int count = 0;
    for (int i = 0; i < comm_size(c); i++) {
        const bool same = !strcmp(places[i].host, places[r].host);
        if (same && i < r) return 0;
        count += same;
    }
    return count;
}

enum status ranks_record(struct store *out)
{
    static const char group[] = "/provenance";
    const struct comm *const c = comm_world();
    struct parcel text;
    if (!c) return ST_OK;
    TRY(store_int(out, group, "ranks", comm_size(c)));
    TRY(store_text(out, group, "mpi", comm_library()));
    parcel_open(&text);
    for (int r = 0; r < comm_size(c) && text.stream; r++) {
        const int count = ranks_of(c, r);
        if (count)
            fprintf(text.stream, "%s%s: %d rank%s, %s", r ? "; " : "", places[r].host, count, count > 1 ? "s" : "",
                    places[r].cpu);
    }
    if (!parcel_close(&text)) return fail(ST_NOMEM, "no memory for the names of machines");
    const enum status s = store_text(out, group, "machines", text.data);
    free(text.data);
    return s;
}
