/* Rank 0 of a sweep over ranks. A separate thread deals points and receives findings, so that no rank waits while this
 * one computes. */
#include "command/run/sweep/sweep_ranks.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/comm/nap.h"
#include "base/signals.h"
#include "command/run/shared/rank_orders.h"
#include "command/run/sweep/point_message.h"
#include "command/run/sweep/sweep_points.h"

struct found {
    char *data;
    int64_t bytes;
};

/* `lock` guards all members that change. */
struct sweep_ranks {
    struct comm *comm;
    int64_t points;
    pthread_t dealer;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool over;    /* the thread is to end */
    bool running; /* there is a sweep */
    bool open;    /* points may be dealt to other ranks */
    struct order order;
    int64_t chunk;        /* points that one rank takes at once */
    int *owner;           /* [points] the rank that takes it in every run; -1: none yet */
    bool *dealt;          /* [points] */
    struct found *found;  /* [points] */
    int64_t *cursor;      /* [ranks] the points before it are dealt, or belong to another rank */
    int64_t *outstanding; /* [ranks] points that were dealt to it and not found yet */
    struct kept_texts texts;
};

/* The next points of a rank. False: there are none. */
static bool next(struct sweep_ranks *r, int rank, int64_t *first, int64_t *count)
{
    int64_t *const at = &r->cursor[rank];
    while (*at < r->points && (r->dealt[*at] || (r->owner[*at] >= 0 && r->owner[*at] != rank))) ++*at;
    *first = *at;
    for (; *at < r->points && *at - *first < r->chunk && !r->dealt[*at]; ++*at) {
        if (r->owner[*at] >= 0 && r->owner[*at] != rank) break;
        r->dealt[*at] = true;
        r->owner[*at] = rank;
    }
    *count = *at - *first;
    return *count > 0;
}

/* Each rank has a chunk that it computes and one that waits, except for the last points: they go to the rank that is
 * free first. */
static void deal(struct sweep_ranks *r)
{
    const int ranks = comm_size(r->comm);
    for (int depth = 0; depth < 2; depth++)
        for (int to = 1; to < ranks; to++) {
            struct order o = r->order;
            const int64_t left = r->points - r->cursor[to], most = depth * r->chunk;
            if (r->outstanding[to] > most || (depth && left <= 2 * ranks * r->chunk)) continue;
            if (!next(r, to, &o.first, &o.count)) continue;
            r->outstanding[to] += o.count;
            comm_send(r->comm, &o, sizeof o, to, ORDER_TAKE);
        }
}

static void put(struct sweep_ranks *r, char *data, int64_t bytes)
{
    const struct point_message head = point_head(data, bytes);
    if (!r->running || head.ticket != r->order.ticket) {
        free(data);
        return;
    }
    r->found[head.point] = (struct found){data, bytes};
    pthread_cond_broadcast(&r->changed);
}

/* False: no message was received. A message for which there is no memory is not taken. */
static bool collect(struct sweep_ranks *r)
{
    struct comm_message m;
    if (!comm_waiting(r->comm, &m)) return false;
    char *const data = malloc((size_t)m.bytes + 1);
    if (!data) return false;
    comm_receive(r->comm, &m, data);
    if (point_head(data, m.bytes).ticket == r->order.ticket) r->outstanding[m.sender]--;
    put(r, data, m.bytes);
    return true;
}

static bool awaits(const struct sweep_ranks *r)
{
    bool any = false;
    for (int rank = 1; rank < comm_size(r->comm); rank++) any |= r->outstanding[rank] > 0;
    return any;
}

static void *deal_all(void *with)
{
    struct sweep_ranks *const r = with;
    struct nap nap = {0};
    pthread_mutex_lock(&r->lock);
    while (!r->over) {
        if (r->running && r->open) deal(r);
        if (!awaits(r)) pthread_cond_wait(&r->changed, &r->lock);
        else if (collect(r)) nap_over(&nap);
        else {
            pthread_mutex_unlock(&r->lock);
            nap_take(&nap);
            pthread_mutex_lock(&r->lock);
        }
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Signals are blocked in the thread, so that no handler runs there. */
static bool begin_dealing(struct sweep_ranks *r)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool begun = pthread_create(&r->dealer, NULL, deal_all, r) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return begun;
}

enum status sweep_ranks_make(struct sweep_ranks **out, struct comm *c, int64_t points)
{
    struct sweep_ranks *const r = calloc(1, sizeof *r);
    const size_t n = (size_t)points, ranks = (size_t)comm_size(c);
    *out = NULL;
    if (!r) return fail(ST_NOMEM, "no memory for a sweep over %zu ranks", ranks);
    *r = (struct sweep_ranks){.comm = c, .points = points, .over = true};
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, NULL);
    r->owner = malloc(n * sizeof *r->owner);
    r->dealt = calloc(n, sizeof *r->dealt);
    r->found = calloc(n, sizeof *r->found);
    r->cursor = calloc(ranks, sizeof *r->cursor);
    r->outstanding = calloc(ranks, sizeof *r->outstanding);
    bool good = r->owner && r->dealt && r->found && r->cursor && r->outstanding;
    for (size_t i = 0; good && i < n; i++) r->owner[i] = -1;
    if (good) {
        r->over = false;
        r->over = !(good = begin_dealing(r));
    }
    if (!good) {
        sweep_ranks_free(r);
        return fail(ST_NOMEM, "no memory for a sweep over %zu ranks", ranks);
    }
    *out = r;
    return ST_OK;
}

/* Frees the points of this sweep that were found but not requested. */
static void drop(struct sweep_ranks *r)
{
    for (int64_t i = 0; r->found && i < r->points; i++) {
        free(r->found[i].data);
        r->found[i] = (struct found){0};
    }
}

struct sweep_ranks *sweep_ranks_free(struct sweep_ranks *r)
{
    if (!r) return NULL;
    if (!r->over) {
        pthread_mutex_lock(&r->lock);
        r->over = true;
        pthread_cond_broadcast(&r->changed);
        pthread_mutex_unlock(&r->lock);
        pthread_join(r->dealer, NULL);
    }
    drop(r);
    kept_texts_free(&r->texts);
    free(r->owner), free(r->dealt), free(r->found), free(r->cursor), free(r->outstanding);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    free(r);
    return NULL;
}

/* Called when the first point of this rank has begun: it has then read the files and planned the transforms, which the
 * other ranks find in the cache. */
static void open_to_others(void *with)
{
    struct sweep_ranks *const r = with;
    pthread_mutex_lock(&r->lock);
    if (!r->open) pthread_cond_broadcast(&r->changed);
    r->open = true;
    pthread_mutex_unlock(&r->lock);
}

static bool asked_to_stop(void *with)
{
    (void)with;
    return signals_asked() != 0;
}

static void begin(struct sweep_ranks *r, struct sweep_team *t, const struct sim *sim, int64_t point)
{
    memset(r->dealt, 0, (size_t)r->points * sizeof *r->dealt);
    for (int rank = 0; rank < comm_size(r->comm); rank++) r->cursor[rank] = point, r->outstanding[rank] = 0;
    r->order = (struct order){.ticket = r->order.ticket + 1, .job = sim->sweep->job, .again = sim->again};
    r->chunk = 1;
    r->running = true, r->open = false;
    t->begun = open_to_others, t->asked = asked_to_stop, t->with = r;
    t->sharing = comm_local_size(r->comm);
}

/* A fault of one point is a part of its message, and the points after it are still taken. */
static enum status take_own(struct sweep_ranks *r, struct sweep_team *t, const struct sim *sim, int64_t first,
                            int64_t count)
{
    t->end = first + count;
    for (int64_t p = first; p < first + count; p++) {
        struct sim in;
        struct parcel packed;
        const enum status s = sweep_team_take(t, sim, p, &in);
        const struct point_message head = {.ticket = r->order.ticket, .point = p, .status = s};
        const bool good = s == ST_STOPPED || point_pack(&packed, &head, &in, s == ST_OK ? "" : fail_text());
        series_free(&in.series), answers_free(&in.answers);
        if (s == ST_STOPPED) return s;
        if (!good) return fail(ST_NOMEM, "no memory for the findings of a point");
        pthread_mutex_lock(&r->lock);
        put(r, packed.data, (int64_t)packed.bytes);
        if (t->wide && sim->sweep->alone && !sim->again) r->chunk = sim->exec.threads;
        pthread_mutex_unlock(&r->lock);
    }
    return ST_OK;
}

/* Waits for at most 50 ms, since a signal does not end the wait. All points that are left may belong to other ranks, so
 * these may begin. */
static void wait_for_others(struct sweep_ranks *r)
{
    struct timespec until;
    if (!r->open) pthread_cond_broadcast(&r->changed);
    r->open = true;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&r->changed, &r->lock, &until);
}

/* Called with the lock held. */
static enum status await_point(struct sweep_ranks *r, struct sweep_team *t, const struct sim *sim, int64_t point)
{
    int64_t first, count;
    while (!r->found[point].data) {
        if (signals_asked()) return fail(ST_STOPPED, "stopped while points are taken");
        if (!next(r, 0, &first, &count)) {
            wait_for_others(r);
            continue;
        }
        pthread_mutex_unlock(&r->lock);
        const enum status s = take_own(r, t, sim, first, count);
        pthread_mutex_lock(&r->lock);
        TRY(s);
    }
    return ST_OK;
}

enum status sweep_ranks_take(struct sweep_ranks *r, struct sweep_team *t, const struct sim *sim, int64_t point,
                             struct sim *out)
{
    *out = (struct sim){.app = sim->sweep->inner};
    pthread_mutex_lock(&r->lock);
    if (!r->running) begin(r, t, sim, point);
    enum status s = await_point(r, t, sim, point);
    const struct found here = r->found[point];
    r->found[point] = (struct found){0};
    pthread_mutex_unlock(&r->lock);
    if (s != ST_OK) return s;
    const struct exec_note note = point_head(here.data, here.bytes).note;
    if (note.threads) exec_deserved(exec_host(note.threads), note.seconds);
    s = point_unpack(here.data, here.bytes, &r->texts, out);
    free(here.data);
    return s;
}

enum status sweep_ranks_record(const struct sweep_ranks *r, struct store *out)
{
    struct parcel text;
    if (!r) return ST_OK;
    parcel_open(&text);
    for (int rank = 0; rank < comm_size(r->comm) && text.stream; rank++) {
        int64_t count = 0;
        for (int64_t p = 0; p < r->points; p++) count += r->owner[p] == rank;
        fprintf(text.stream, "%s%lld", rank ? " " : "", (long long)count);
    }
    if (!parcel_close(&text)) return fail(ST_NOMEM, "no memory for the points of each rank");
    const enum status s = store_text(out, "/provenance", "points_by_rank", text.data);
    free(text.data);
    return s;
}

void sweep_ranks_cancel(struct sweep_ranks *r)
{
    pthread_mutex_lock(&r->lock);
    for (int rank = 1; r->running && rank < comm_size(r->comm); rank++) {
        if (r->outstanding[rank] > 0) comm_send(r->comm, &r->order, sizeof r->order, rank, ORDER_CANCEL);
        r->outstanding[rank] = 0;
    }
    r->running = false;
    drop(r);
    pthread_mutex_unlock(&r->lock);
}
