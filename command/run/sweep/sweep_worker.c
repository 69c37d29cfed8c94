/* Takes points for rank 0. A separate thread receives orders, so that points which are no longer needed are abandoned
 * between two of their steps. */
#include "command/run/sweep/sweep_worker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/comm/nap.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "command/run/shared/rank_orders.h"
#include "command/run/sweep/point_message.h"
#include "command/run/sweep/sweep_points.h"
#include "command/run/sweep/sweep_team.h"
#include "command/run/workload/execution.h"

enum { WAITING_MAX = 8 }; /* more orders than rank 0 sends before a point of the first is found: two */

/* The orders of rank 0 that have not begun yet, as a ring, which `lock` guards. */
struct desk {
    struct comm *comm;
    pthread_mutex_t lock;
    pthread_cond_t come; /* an order has come, or the end */
    struct order order[WAITING_MAX];
    int64_t first, count;
    bool ended, of_program; /* the workload is over; and the program, with that code */
    int code;
    _Atomic int64_t cancelled; /* points of this ticket and of older ones are abandoned */
};

static bool is_end(int tag)
{
    return tag == ORDER_END || tag == ORDER_OVER;
}

static void note(struct desk *d, int tag, const struct order *o)
{
    pthread_mutex_lock(&d->lock);
    if (tag == ORDER_TAKE) d->order[(d->first + d->count++) % WAITING_MAX] = *o;
    if (tag == ORDER_CANCEL) d->count = 0;
    if (is_end(tag)) d->ended = true, d->of_program = tag == ORDER_END, d->code = o->code;
    if (tag != ORDER_TAKE) d->cancelled = is_end(tag) ? INT64_MAX : o->ticket;
    pthread_cond_signal(&d->come);
    pthread_mutex_unlock(&d->lock);
}

static void *receive(void *with)
{
    struct desk *const d = with;
    struct nap nap = {0};
    struct comm_message m = {0};
    while (!is_end(m.tag)) {
        struct order o;
        if (!comm_waiting(d->comm, &m)) {
            nap_take(&nap);
            continue;
        }
        comm_receive(d->comm, &m, &o);
        note(d, m.tag, &o);
        nap_over(&nap);
    }
    return NULL;
}

/* False: the workload is over. */
static bool next(struct desk *d, struct order *out)
{
    pthread_mutex_lock(&d->lock);
    while (!d->ended && !d->count) pthread_cond_wait(&d->come, &d->lock);
    const bool ended = d->ended;
    if (!ended) *out = d->order[d->first], d->first = (d->first + 1) % WAITING_MAX, d->count--;
    pthread_mutex_unlock(&d->lock);
    return !ended;
}

/* A sweep in progress: a run of the workload, or a repetition. */
struct sweep {
    struct desk *desk;
    int64_t ticket; /* 0: none */
    struct sim sim;
    struct sweep_team *team;
};

static bool is_cancelled(void *with)
{
    const struct sweep *const s = with;
    return s->desk->cancelled >= s->ticket;
}

static void leave(struct sweep *s)
{
    if (!s->ticket) return;
    sweep_team_free(s->team);
    device_exec_end(&s->sim.exec);
    s->team = NULL;
    s->ticket = 0;
}

static enum status enter(struct sweep *s, const struct workload *w, const struct order *o)
{
    if (s->ticket == o->ticket) return ST_OK;
    leave(s);
    TRY(job_begin(&s->sim, w, o->job, NULL));
    s->sim.again = o->again;
    s->ticket = o->ticket;
    exec_note_begin();
    const enum status st = mem_alloc(&s->team, HOST, sizeof *s->team);
    if (st != ST_OK) return leave(s), st;
    s->team->sharing = comm_local_size(s->desk->comm);
    s->team->asked = is_cancelled, s->team->with = s;
    return ST_OK;
}

/* Without memory for the message, only its head is sent. */
static void answer(struct sweep *s, struct point_message *head, const struct sim *found)
{
    struct parcel p;
    const bool packed = point_pack(&p, head, found, head->status == ST_OK ? "" : fail_text());
    if (!packed) head->status = ST_NOMEM;
    comm_send(s->desk->comm, packed ? (void *)p.data : head, packed ? (int64_t)p.bytes : (int64_t)sizeof *head, 0,
              FOUND);
    free(p.data);
}

static void take(struct sweep *s, const struct workload *w, const struct order *o)
{
    const enum status entered = enter(s, w, o);
    if (entered == ST_OK) s->team->end = o->first + o->count;
    for (int64_t p = o->first; p < o->first + o->count && s->desk->cancelled < o->ticket; p++) {
        struct sim in = {0};
        struct point_message head = {.ticket = o->ticket, .point = p, .status = entered};
        if (entered == ST_OK) head.status = sweep_team_take(s->team, &s->sim, p, &in);
        head.note = exec_note_end();
        if (head.status != ST_STOPPED) answer(s, &head, &in);
        series_free(&in.series), answers_free(&in.answers);
    }
}

void sweep_worker_run(struct sweep_worker *worker, const struct workload *w)
{
    struct desk d = {.comm = worker->comm};
    struct sweep s = {.desk = &d};
    struct order o;
    pthread_t listener;
    pthread_mutex_init(&d.lock, NULL);
    pthread_cond_init(&d.come, NULL);
    if (pthread_create(&listener, NULL, receive, &d)) comm_abort(status_exit(ST_NOMEM));
    while (next(&d, &o)) take(&s, w, &o);
    leave(&s);
    pthread_join(listener, NULL);
    pthread_cond_destroy(&d.come);
    pthread_mutex_destroy(&d.lock);
    worker->ended = d.of_program, worker->code = d.code;
}
