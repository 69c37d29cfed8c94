/* Exchanges of blocks by messages between pairs of ranks, whose types say where the values of a block are: nothing is
 * packed here, and what a rank keeps is copied by rows. */
#include "base/comm/comm_exchange.h"

#include <assert.h>
#include <stdlib.h>

#include "base/comm/comm_internal.h"

enum { TAG = 1 };

struct comm_exchange {
    struct comm *comm;
    int bytes;
    struct comm_block give, take; /* of this rank to itself */
    MPI_Datatype *type;           /* [2 size] of what is given to others, then of what is taken; null if it is empty */
    MPI_Request *request;         /* [2 size] */
    int requests;                 /* that are underway */
    struct comm_exchange_sent sent; /* by one exchange */
};

static struct comm_exchange_sent sent;

/* A type of one block. The place of the first value is part of it. */
static MPI_Datatype type_of(const struct comm_block *b, int bytes)
{
    assert(b->count[0] <= INT32_MAX && b->count[1] <= INT32_MAX && b->count[2] <= INT32_MAX);
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

static enum status make_types(struct comm_exchange *x, const struct comm_block *give, const struct comm_block *take)
{
    const int size = x->comm->size;
    x->type = malloc(2 * (size_t)size * sizeof *x->type), x->request = malloc(2 * (size_t)size * sizeof *x->request);
    if (!x->type || !x->request) return fail(ST_NOMEM, "no memory for an exchange of %d ranks", size);
    for (int r = 0; r < 2 * size; r++) {
        const struct comm_block *const b = r < size ? &give[r] : &take[r - size];
        const bool moves = r % size != x->comm->rank && comm_block_values(b) > 0;
        x->type[r] = moves ? type_of(b, x->bytes) : MPI_DATATYPE_NULL;
        if (moves && r < size) x->sent.bytes += comm_block_values(b) * x->bytes, x->sent.messages++;
    }
    return ST_OK;
}

enum status comm_exchange_make(struct comm_exchange **out, struct comm *c, const struct comm_block *give,
                               const struct comm_block *take, int bytes)
{
    struct comm_exchange *const x = *out = calloc(1, sizeof *x);
    if (!x) return fail(ST_NOMEM, "no memory for an exchange of %d ranks", comm_size(c));
    *x = (struct comm_exchange){.comm = c, .bytes = bytes, .give = give[comm_rank(c)], .take = take[comm_rank(c)]};
    const enum status s = c ? make_types(x, give, take) : ST_OK;
    if (s != ST_OK) *out = comm_exchange_free(x);
    return s;
}

struct comm_exchange *comm_exchange_free(struct comm_exchange *x)
{
    if (!x) return NULL;
    for (int r = 0; x->type && x->request && r < 2 * x->comm->size; r++)
        if (x->type[r] != MPI_DATATYPE_NULL) MPI_Type_free(&x->type[r]);
    free(x->type), free(x->request), free(x);
    return NULL;
}

/* Ranks begin with different partners. */
static void begin_messages(struct comm_exchange *x, const void *from, void *to)
{
    const struct comm *const c = x->comm;
    for (int k = 1; k < c->size; k++) {
        const int r = (c->rank - k + c->size) % c->size;
        const MPI_Datatype type = x->type[c->size + r];
        if (type != MPI_DATATYPE_NULL) MPI_Irecv(to, 1, type, r, TAG, c->pairs, &x->request[x->requests++]);
    }
    for (int k = 1; k < c->size; k++) {
        const int r = (c->rank + k) % c->size;
        const MPI_Datatype type = x->type[r];
        if (type != MPI_DATATYPE_NULL) MPI_Isend(from, 1, type, r, TAG, c->pairs, &x->request[x->requests++]);
    }
    sent.bytes += x->sent.bytes, sent.messages += x->sent.messages;
}

void comm_exchange_begin(struct comm_exchange *x, const void *from, void *to)
{
    const double since = x->comm ? MPI_Wtime() : 0;
    if (x->comm) begin_messages(x, from, to);
    comm_block_copy(&x->give, from, &x->take, to, x->bytes);
    if (x->comm) comm_spent += MPI_Wtime() - since;
}

void comm_exchange_end(struct comm_exchange *x)
{
    if (!x->comm) return;
    const double since = MPI_Wtime();
    comm_wait(x->comm, x->requests, x->request);
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
