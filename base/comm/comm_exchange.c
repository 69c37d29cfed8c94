/* Exchanges of blocks by MPI_Ialltoallw, whose types say where the values of a block are: nothing is packed here. */
#include <stdlib.h>

#include "base/comm/comm_exchange.h"
#include "base/comm/comm_internal.h"

struct comm_exchange {
    struct comm *comm;
    int bytes;
    struct comm_block give, take;   /* of one rank alone */
    struct comm_exchange_sent sent; /* by one exchange */
    MPI_Datatype *type;             /* [2 size] those of what is given, then of what is taken */
    int *count, *zero;              /* [2 size] 1 or, of an empty block, 0; [size] */
    MPI_Request request;
};

static struct comm_exchange_sent sent;

/* A type of one block. The place of the first value is part of it: MPI_Ialltoallw counts in int. `before`: values that
 * the address which is passed lies behind the array. */
static MPI_Datatype type_of(const struct comm_block *b, int64_t before, int bytes)
{
    MPI_Datatype value, row, plane, all, out;
    const MPI_Aint first = (MPI_Aint)((b->first - before) * bytes);
    MPI_Type_contiguous(bytes, MPI_BYTE, &value);
    MPI_Type_create_hvector((int)b->count[0], 1, (MPI_Aint)(b->stride[0] * bytes), value, &row);
    MPI_Type_create_hvector((int)b->count[1], 1, (MPI_Aint)(b->stride[1] * bytes), row, &plane);
    MPI_Type_create_hvector((int)b->count[2], 1, (MPI_Aint)(b->stride[2] * bytes), plane, &all);
    MPI_Type_create_hindexed_block(1, 1, &first, all, &out);
    MPI_Type_commit(&out);
    MPI_Type_free(&value), MPI_Type_free(&row), MPI_Type_free(&plane), MPI_Type_free(&all);
    return out;
}

/* An empty block is a count of 0 of a type that has a size: types of 0 values are not allowed everywhere. */
static void set(struct comm_exchange *x, int at, const struct comm_block *b, int64_t before)
{
    x->count[at] = comm_block_values(b) > 0;
    x->type[at] = x->count[at] ? type_of(b, before, x->bytes) : MPI_BYTE;
}

/* MPI takes equal addresses for MPI_IN_PLACE. So that they differ even within one array, the address passed for the
 * values to receive is one value before them. */
enum status comm_exchange_make(struct comm_exchange **out, struct comm *c, const struct comm_block *give,
                               const struct comm_block *take, int bytes)
{
    const int size = comm_size(c);
    struct comm_exchange *const x = *out = calloc(1, sizeof *x);
    if (!x) return fail(ST_NOMEM, "no memory for an exchange of %d ranks", size);
    *x = (struct comm_exchange){
        .comm = c, .bytes = bytes, .give = give[0], .take = take[0], .request = MPI_REQUEST_NULL};
    if (!c) return ST_OK;
    x->type = calloc(2 * (size_t)size, sizeof *x->type), x->count = calloc(3 * (size_t)size, sizeof *x->count);
    if (!x->type || !x->count) {
        free(x->type), free(x->count), free(x);
        *out = NULL;
        return fail(ST_NOMEM, "no memory for an exchange of %d ranks", size);
    }
    x->zero = x->count + 2 * size;
    for (int r = 0; r < size; r++) {
        set(x, r, &give[r], 0);
        set(x, size + r, &take[r], 1);
        if (r == c->rank || !x->count[r]) continue;
        x->sent.bytes += comm_block_values(&give[r]) * bytes, x->sent.messages++;
    }
    return ST_OK;
}

struct comm_exchange *comm_exchange_free(struct comm_exchange *x)
{
    if (!x) return NULL;
    for (int i = 0; x->comm && i < 2 * x->comm->size; i++)
        if (x->count[i]) MPI_Type_free(&x->type[i]);
    free(x->type), free(x->count), free(x);
    return NULL;
}

void comm_exchange_begin(struct comm_exchange *x, const void *from, void *to)
{
    static double nothing[2];
    if (!x->comm) {
        comm_block_copy(&x->give, from, &x->take, to, x->bytes);
        return;
    }
    const struct comm *const c = x->comm;
    const double since = MPI_Wtime();
    const void *const source = from ? from : nothing;
    void *const target = to ? (char *)to + x->bytes : (void *)(nothing + 1);
    MPI_Ialltoallw(source, x->count, x->zero, x->type, target, x->count + c->size, x->zero, x->type + c->size, c->mpi,
                   &x->request);
    sent.bytes += x->sent.bytes, sent.messages += x->sent.messages;
    comm_spent += MPI_Wtime() - since;
}

void comm_exchange_end(struct comm_exchange *x)
{
    if (!x->comm) return;
    const double since = MPI_Wtime();
    MPI_Wait(&x->request, MPI_STATUS_IGNORE);
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
