/* Exchanges of blocks by messages between pairs of ranks. Where values lie one behind the other in long runs on both
 * sides, each run is a message, which MPI can copy from one process to the other at once; else a block is one message,
 * whose types say where its values are. */
#include "base/comm/comm_exchange.h"

#include <limits.h>
#include <stdlib.h>

#include "base/comm/comm_internal.h"

enum { LONG_RUN = 64 << 10 /* bytes */, TAG = 1 };

struct comm_exchange {
    struct comm *comm;
    int bytes;
    struct comm_block give, take;   /* of this rank to itself */
    struct comm_block *block;       /* [2 size] what is given, then what is taken, to and from others */
    MPI_Datatype *type;             /* [2 size] of a block that is one message */
    int64_t *length;                /* [2 size] values of a message that is a run; 0: the block is one message */
    bool agreed;                    /* lengths are set */
    MPI_Request *request;           /* of all messages */
    int requests;                   /* that are underway */
    struct comm_exchange_sent sent; /* by one exchange */
};

static struct comm_exchange_sent sent;

/* A type of one block. The place of the first value is part of it. */
static MPI_Datatype type_of(const struct comm_block *b, int bytes)
{
    MPI_Datatype value, row, plane, all, out;
    const MPI_Aint first = (MPI_Aint)(b->first * bytes);
    MPI_Type_contiguous(bytes, MPI_BYTE, &value);
    MPI_Type_create_hvector((int)b->count[0], 1, (MPI_Aint)(b->stride[0] * bytes), value, &row);
    MPI_Type_create_hvector((int)b->count[1], 1, (MPI_Aint)(b->stride[1] * bytes), row, &plane);
    MPI_Type_create_hvector((int)b->count[2], 1, (MPI_Aint)(b->stride[2] * bytes), plane, &all);
    MPI_Type_create_hindexed_block(1, 1, &first, all, &out);
    MPI_Type_commit(&out);
    MPI_Type_free(&value), MPI_Type_free(&row), MPI_Type_free(&plane), MPI_Type_free(&all);
    return out;
}

/* The most messages of a block. */
static int64_t messages_most(const struct comm_block *b, int bytes)
{
    const int64_t values = comm_block_values(b);
    return values > 0 ? values * bytes / LONG_RUN + 1 : 0;
}

static enum status make_arrays(struct comm_exchange *x, const struct comm_block *give, const struct comm_block *take)
{
    const int size = x->comm->size;
    int64_t most = 0;
    x->block = calloc(2 * (size_t)size, sizeof *x->block), x->type = calloc(2 * (size_t)size, sizeof *x->type);
    x->length = calloc(2 * (size_t)size, sizeof *x->length);
    if (!x->block || !x->type || !x->length) return fail(ST_NOMEM, "no memory for an exchange of %d ranks", size);
    for (int r = 0; r < 2 * size; r++) {
        if (r % size == x->comm->rank) continue;
        x->block[r] = r < size ? give[r] : take[r - size];
        most += messages_most(&x->block[r], x->bytes);
    }
    x->request = malloc((size_t)(most + 1) * sizeof *x->request);
    if (!x->request) return fail(ST_NOMEM, "no memory for %lld messages", (long long)most);
    for (int r = 0; r < 2 * size; r++)
        if (comm_block_values(&x->block[r]) > 0) x->type[r] = type_of(&x->block[r], x->bytes);
    return ST_OK;
}

enum status comm_exchange_make(struct comm_exchange **out, struct comm *c, const struct comm_block *give,
                               const struct comm_block *take, int bytes)
{
    struct comm_exchange *const x = *out = calloc(1, sizeof *x);
    if (!x) return fail(ST_NOMEM, "no memory for an exchange of %d ranks", comm_size(c));
    *x = (struct comm_exchange){.comm = c, .bytes = bytes, .give = give[comm_rank(c)], .take = take[comm_rank(c)]};
    const enum status s = c ? make_arrays(x, give, take) : ST_OK;
    if (s != ST_OK) *out = comm_exchange_free(x);
    return s;
}

struct comm_exchange *comm_exchange_free(struct comm_exchange *x)
{
    if (!x) return NULL;
    for (int r = 0; x->request && r < 2 * x->comm->size; r++)
        if (comm_block_values(&x->block[r]) > 0) MPI_Type_free(&x->type[r]);
    free(x->block), free(x->type), free(x->length), free(x->request), free(x);
    return NULL;
}

/* The length of messages of a block whose runs on this rank and on the other are given. */
static int64_t length_of(int64_t here, int64_t there, int bytes)
{
    const int64_t length = comm_runs_common(here, there);
    return length * bytes >= LONG_RUN && length * bytes <= INT_MAX ? length : 0;
}

/* Messages of a pair are as long on both sides: ranks exchange the runs of what they give, and of what they take. */
static void agree(struct comm_exchange *x)
{
    const struct comm *const c = x->comm;
    for (int side = 0; side < 2; side++) {
        int64_t *const length = x->length + side * c->size;
        for (int r = 0; r < c->size; r++) length[r] = comm_block_run(&x->block[side * c->size + r]);
    }
    MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT64_T, x->length, 1, MPI_INT64_T, c->mpi);
    MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT64_T, x->length + c->size, 1, MPI_INT64_T, c->mpi);
    for (int r = 0; r < c->size; r++) {
        const int64_t given = x->length[r], taken = x->length[c->size + r];
        x->length[r] = length_of(comm_block_run(&x->block[r]), taken, x->bytes);
        x->length[c->size + r] = length_of(comm_block_run(&x->block[c->size + r]), given, x->bytes);
        const int64_t values = comm_block_values(&x->block[r]), each = x->length[r] ? x->length[r] : values;
        if (values > 0) x->sent.bytes += values * x->bytes, x->sent.messages += values / each;
    }
    x->agreed = true;
}

/* Begins to send block r, or to receive it. */
static void begin_block(struct comm_exchange *x, int r, char *data)
{
    const struct comm *const c = x->comm;
    const struct comm_block *const b = &x->block[r];
    const int64_t values = comm_block_values(b), each = x->length[r] ? x->length[r] : values;
    for (int64_t v = 0; v < values; v += each) {
        char *const at = x->length[r] ? data + comm_block_element(b, v) * x->bytes : data;
        const MPI_Datatype type = x->length[r] ? MPI_BYTE : x->type[r];
        const int count = x->length[r] ? (int)(each * x->bytes) : 1;
        MPI_Request *const request = &x->request[x->requests++];
        if (r < c->size) MPI_Isend(at, count, type, r, TAG, c->pairs, request);
        else MPI_Irecv(at, count, type, r - c->size, TAG, c->pairs, request);
    }
}

void comm_exchange_begin(struct comm_exchange *x, const void *from, void *to)
{
    const double since = x->comm ? MPI_Wtime() : 0;
    if (x->comm) {
        const struct comm *const c = x->comm;
        if (!x->agreed) agree(x);
        for (int k = 1; k < c->size; k++) begin_block(x, c->size + (c->rank - k + c->size) % c->size, to);
        for (int k = 1; k < c->size; k++) begin_block(x, (c->rank + k) % c->size, (char *)(uintptr_t)from);
        sent.bytes += x->sent.bytes, sent.messages += x->sent.messages;
    }
    comm_block_copy(&x->give, from, &x->take, to, x->bytes);
    if (x->comm) comm_spent += MPI_Wtime() - since;
}

void comm_exchange_end(struct comm_exchange *x)
{
    if (!x->comm) return;
    const double since = MPI_Wtime();
    MPI_Waitall(x->requests, x->request, MPI_STATUSES_IGNORE);
    x->requests = 0;
    comm_spent += MPI_Wtime() - since;
}

void comm_exchange_run(struct comm_exchange *x, const void *from, void *to)
{
    comm_exchange_begin(x, from, to);
    comm_exchange_end(x);
}

struct comm_exchange_sent comm_exchange_sent(void)
{
    return sent;
}
