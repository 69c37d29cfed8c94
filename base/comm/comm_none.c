/* A build without MPI: a single rank. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/comm_exchange.h"
#include "base/comm/comm_pairs.h"

bool comm_launched(void)
{
    return false;
}

enum status comm_begin(void)
{
    return ST_OK;
}

void comm_end(void)
{
}

void comm_abort(int code)
{
    (void)code;
}

void comm_share_cores(struct comm *c, bool shared)
{
    (void)c, (void)shared;
}

struct comm *comm_world(void)
{
    return NULL;
}

bool comm_started(void)
{
    return false;
}

int comm_rank(const struct comm *c)
{
    (void)c;
    return 0;
}

int comm_size(const struct comm *c)
{
    (void)c;
    return 1;
}

int comm_local_size(const struct comm *c)
{
    (void)c;
    return 1;
}

int comm_local_rank(const struct comm *c)
{
    (void)c;
    return 0;
}

const char *comm_library(void)
{
    return "";
}

enum status comm_agree(struct comm *c, enum status mine)
{
    (void)c;
    return mine;
}

void comm_broadcast(struct comm *c, void *data, int64_t bytes, int root)
{
    (void)c, (void)data, (void)bytes, (void)root;
}

void comm_gather_all(struct comm *c, const void *mine, int64_t bytes, void *all)
{
    (void)c;
    memcpy(all, mine, (size_t)bytes);
}

void comm_gather_ragged(struct comm *c, const void *mine, const int64_t *bytes, void *all)
{
    (void)c;
    if (bytes[0]) memcpy(all, mine, (size_t)bytes[0]);
}

void comm_send(struct comm *c, const void *data, int64_t bytes, int to, int tag)
{
    (void)c, (void)data, (void)bytes, (void)to, (void)tag;
}

bool comm_waiting(struct comm *c, struct comm_message *out)
{
    (void)c, (void)out;
    return false;
}

void comm_receive(struct comm *c, const struct comm_message *m, void *data)
{
    (void)c, (void)m, (void)data;
}

/* The blocks of the one rank. */
struct comm_exchange {
    struct comm_block give, take;
    int bytes;
};

enum status comm_exchange_make(struct comm_exchange **out, struct comm *c, const struct comm_block *give,
                               const struct comm_block *take, int bytes)
{
    assert(!c);
    struct comm_exchange *const x = *out = malloc(sizeof *x);
    if (!x) return fail(ST_NOMEM, "no memory for a copy");
    *x = (struct comm_exchange){give[0], take[0], bytes};
    return ST_OK;
}

void comm_exchange_begin(struct comm_exchange *x, const void *from, void *to)
{
    comm_block_copy(&x->give, from, &x->take, to, x->bytes);
}

void comm_exchange_end(struct comm_exchange *x)
{
    (void)x;
}

void comm_exchange_run(struct comm_exchange *x, const void *from, void *to)
{
    comm_exchange_begin(x, from, to);
}

struct comm_exchange *comm_exchange_free(struct comm_exchange *x)
{
    free(x);
    return NULL;
}

struct comm_exchange_sent comm_exchange_sent(void)
{
    return (struct comm_exchange_sent){0};
}

void comm_pair_send(struct comm *c, const void *data, int64_t bytes, int to)
{
    (void)c, (void)data, (void)bytes, (void)to;
}

void comm_pair_receive(struct comm *c, void *data, int64_t bytes, int from)
{
    (void)c, (void)data, (void)bytes, (void)from;
}

struct comm_sends {
    int slots;
};

enum status comm_sends_make(struct comm_sends **out, struct comm *c, int slots)
{
    assert(!c);
    struct comm_sends *const s = *out = malloc(sizeof *s);
    if (!s) return fail(ST_NOMEM, "no memory for messages");
    s->slots = slots;
    return ST_OK;
}

struct comm_sends *comm_sends_free(struct comm_sends *s)
{
    free(s);
    return NULL;
}

void comm_sends_wait(struct comm_sends *s, int slot)
{
    (void)s, (void)slot;
}

void comm_sends_begin(struct comm_sends *s, int slot, const void *data, int64_t bytes, int to)
{
    (void)s, (void)slot, (void)data, (void)bytes, (void)to;
}

void comm_neighbours(struct comm *c, const void *to_left, const void *to_right, void *from_left, void *from_right,
                     int64_t bytes)
{
    (void)c, (void)to_left, (void)to_right, (void)from_left, (void)from_right, (void)bytes;
}

void comm_min(struct comm *c, int64_t *v, int64_t count)
{
    (void)c, (void)v, (void)count;
}

void comm_max(struct comm *c, double *v, int64_t count)
{
    (void)c, (void)v, (void)count;
}

struct comm_traffic comm_sent(void)
{
    return (struct comm_traffic){0};
}
