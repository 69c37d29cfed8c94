/* Messages between pairs of ranks, by MPI. */
#include "base/comm/comm_pairs.h"

#include <assert.h>
#include <stdlib.h>

#include "base/comm/comm_exchange.h"
#include "base/comm/comm_internal.h"

enum { PART = 1 << 30 /* bytes of one message: MPI counts in int */ };

double comm_spent;
static struct comm_exchange_sent sent;

/* Bytes of the message that begins at byte `at` of so many. */
static int part_of(int64_t bytes, int64_t at)
{
    return bytes <= at ? 0 : (int)(bytes - at < PART ? bytes - at : PART);
}

static void count(int64_t bytes)
{
    sent.bytes += bytes, sent.messages += (bytes + PART - 1) / PART;
}

void comm_pair_send(struct comm *c, const void *data, int64_t bytes, int to)
{
    const double since = MPI_Wtime();
    MPI_Request request;
    for (int64_t at = 0; at < bytes; at += PART) {
        MPI_Isend((const char *)data + at, part_of(bytes, at), MPI_BYTE, to, 0, c->pairs, &request);
        comm_wait(c, 1, &request);
    }
    count(bytes);
    comm_spent += MPI_Wtime() - since;
}

void comm_pair_receive(struct comm *c, void *data, int64_t bytes, int from)
{
    const double since = MPI_Wtime();
    MPI_Request request;
    for (int64_t at = 0; at < bytes; at += PART) {
        MPI_Irecv((char *)data + at, part_of(bytes, at), MPI_BYTE, from, 0, c->pairs, &request);
        comm_wait(c, 1, &request);
    }
    comm_spent += MPI_Wtime() - since;
}

struct comm_sends {
    struct comm *comm;
    MPI_Request request[];
};

enum status comm_sends_make(struct comm_sends **out, struct comm *c, int slots)
{
    struct comm_sends *const s = *out = malloc(sizeof *s + (size_t)slots * sizeof *s->request);
    if (!s) return fail(ST_NOMEM, "no memory for messages");
    s->comm = c;
    for (int k = 0; k < slots; k++) s->request[k] = MPI_REQUEST_NULL;
    return ST_OK;
}

struct comm_sends *comm_sends_free(struct comm_sends *s)
{
    free(s);
    return NULL;
}

void comm_sends_wait(struct comm_sends *s, int slot)
{
    if (!s->comm) return; /* MPI may be missing */
    const double since = MPI_Wtime();
    comm_wait(s->comm, 1, &s->request[slot]);
    comm_spent += MPI_Wtime() - since;
}

void comm_sends_begin(struct comm_sends *s, int slot, const void *data, int64_t bytes, int to)
{
    const double since = MPI_Wtime();
    assert(bytes <= PART);
    if (bytes) MPI_Isend(data, (int)bytes, MPI_BYTE, to, 0, s->comm->pairs, &s->request[slot]);
    count(bytes);
    comm_spent += MPI_Wtime() - since;
}

/* One direction: all send to the rank `away` from them, where there is one. */
static void shift(struct comm *c, const void *out, void *in, int64_t bytes, int away)
{
    const int to = c->rank + away, from = c->rank - away;
    const int right = to >= 0 && to < c->size ? to : MPI_PROC_NULL;
    const int left = from >= 0 && from < c->size ? from : MPI_PROC_NULL;
    MPI_Request request[2];
    for (int64_t at = 0; at < bytes; at += PART) {
        MPI_Irecv((char *)in + at, part_of(bytes, at), MPI_BYTE, left, 0, c->pairs, &request[0]);
        MPI_Isend((const char *)out + at, part_of(bytes, at), MPI_BYTE, right, 0, c->pairs, &request[1]);
        comm_wait(c, 2, request);
    }
    if (right != MPI_PROC_NULL) count(bytes);
}

void comm_neighbours(struct comm *c, const void *to_left, const void *to_right, void *from_left, void *from_right,
                     int64_t bytes)
{
    if (!c) return;
    const double since = MPI_Wtime();
    shift(c, to_right, from_left, bytes, 1);
    shift(c, to_left, from_right, bytes, -1);
    comm_spent += MPI_Wtime() - since;
}

static void reduce(struct comm *c, void *v, int64_t count, int bytes, MPI_Datatype type, MPI_Op op)
{
    enum { VALUES = PART / 8 };
    if (!c) return;
    const double since = MPI_Wtime();
    for (int64_t at = 0; at < count; at += VALUES)
        comm_allreduce(c, (char *)v + at * bytes, (int)(count - at < VALUES ? count - at : VALUES), type, op);
    comm_spent += MPI_Wtime() - since;
}

void comm_min(struct comm *c, int64_t *v, int64_t count)
{
    reduce(c, v, count, sizeof *v, MPI_INT64_T, MPI_MIN);
}

void comm_max(struct comm *c, double *v, int64_t count)
{
    reduce(c, v, count, sizeof *v, MPI_DOUBLE, MPI_MAX);
}

struct comm_traffic comm_sent(void)
{
    const struct comm_exchange_sent exchanged = comm_exchange_sent();
    return (struct comm_traffic){sent.bytes + exchanged.bytes, sent.messages + exchanged.messages, comm_spent};
}
