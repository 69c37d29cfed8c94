/* Blocks of an array that every rank sends to every other: exchanges of slabs for pencils, planes next to a slab, and
 * arrays that are collected or dealt. */
#pragma once
#include <string.h>

#include "base/comm/comm.h"

/* A block of an array: value (i, j, k) is element first + i stride[0] + j stride[1] + k stride[2]. Empty if a count is
 * 0. Values travel in the order of i, then j, then k, whatever the strides are. Counts below 2^31. */
struct comm_block {
    int64_t first, count[3], stride[3];
};

static inline int64_t comm_block_values(const struct comm_block *b)
{
    return b->count[0] * b->count[1] * b->count[2];
}

struct comm_exchange;

/* Prepares exchanges in which this rank sends block give[r] to each rank r, and receives take[r] from it; a block that
 * is given has as many values as the other rank takes, `bytes` each. give[size], take[size] of the size of `c`, which
 * are copied. Sends nothing, and so is not collective; ST_NOMEM: ranks may differ in that, and then agree to begin no
 * exchange. *out is NULL on failure. */
enum status comm_exchange_make(struct comm_exchange **out, struct comm *c, const struct comm_block *give,
                               const struct comm_block *take, int bytes);
struct comm_exchange *comm_exchange_free(struct comm_exchange *x); /* returns NULL; NULL is fine */

/* Collective. `from` and `to` may be the same array, as long as no value is both sent and received; NULL where nothing
 * is. Between begin and end `from` is not to be written to, and `to` not to be read; other work may go on. */
void comm_exchange_begin(struct comm_exchange *x, const void *from, void *to);
void comm_exchange_end(struct comm_exchange *x);
void comm_exchange_run(struct comm_exchange *x, const void *from, void *to); /* both */

/* Bytes and messages that this rank has sent to others in exchanges so far. */
struct comm_exchange_sent {
    int64_t bytes, messages;
};
struct comm_exchange_sent comm_exchange_sent(void);

/* The number of contiguous values from the first of a block on; its other values lie in runs of the same length. */
static inline int64_t comm_block_run(const struct comm_block *b)
{
    int64_t run = 1;
    for (int d = 0; d < 3; run *= b->count[d++])
        if (b->count[d] > 1 && b->stride[d] != run) return run;
    return run;
}

/* The element that is value v of a block. */
static inline int64_t comm_block_element(const struct comm_block *b, int64_t v)
{
    const int64_t i = v % b->count[0], j = v / b->count[0] % b->count[1], k = v / b->count[0] / b->count[1];
    return b->first + i * b->stride[0] + j * b->stride[1] + k * b->stride[2];
}

/* The longest runs into which those of both blocks divide. */
static inline int64_t comm_runs_common(int64_t a, int64_t b)
{
    while (b > 0) {
        const int64_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}

/* Copies one block to another, of as many values. */
static inline void comm_block_copy(const struct comm_block *give, const void *from, const struct comm_block *take,
                                   void *to, int bytes)
{
    const int64_t values = comm_block_values(give);
    const int64_t run = values > 0 ? comm_runs_common(comm_block_run(give), comm_block_run(take)) : 1;
    for (int64_t v = 0; v < values; v += run)
        memcpy((char *)to + comm_block_element(take, v) * bytes,
               (const char *)from + comm_block_element(give, v) * bytes, (size_t)(run * bytes));
}
