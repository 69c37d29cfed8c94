/* Begins and ends the ranks of the program. */
#include "command/ranks.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/comm/comm.h"
#include "base/comm/nap.h"
#include "base/signals.h"
#include "base/timer.h"
#include "command/bench/bench_ranks.h"
#include "command/cores/places.h"
#include "command/cores/threads.h"
#include "command/run/shared/rank_orders.h"
#include "command/run/worker.h"

static const double patience = 6; /* seconds for a step that is in progress at the end */

enum status ranks_begin(void)
{
    if (!comm_launched()) return ST_OK;
    threads_spin_briefly(); /* starts the program again, so it comes before MPI */
    TRY(comm_begin());
    signals_take_usr1();
    struct comm *const c = comm_world();
    if (!c) return ST_OK;
    if (comm_rank(c)) signals_ignore();
    TRY(places_gather(c));
    places_divide_cores(c);
    return ST_OK;
}

/* A rank that waits for an order sleeps, except for the order of a timed call. */
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
    places_free();
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
    places_free();
    return code;
}
