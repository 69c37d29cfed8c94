/* Blocks of an array that every rank sends to every other: turns between slabs and pencils, planes beside a slab, and
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

/* Collective. Prepares exchanges in which this rank sends block give[r] to each rank r, and receives take[r] of it;
 * what a rank gives another has as many values as that one takes, `bytes` each. give[size], take[size] of the size of
 * `c`, which are copied. ST_NOMEM; ranks may differ in that, and then agree to begin none. *out is NULL on failure. */
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

/* Copies one block to another, of as many values. */
static inline void comm_block_copy(const struct comm_block *give, const void *from, const struct comm_block *take,
                                   void *to, int bytes)
{
    int64_t at[3] = {0}; /* of the value in `take` */
    for (int64_t v = 0; v < comm_block_values(give); v++) {
        const int64_t i = v % give->count[0], j = v / give->count[0] % give->count[1],
                      k = v / give->count[0] / give->count[1];
        const int64_t source = give->first + i * give->stride[0] + j * give->stride[1] + k * give->stride[2];
        const int64_t target =
            take->first + at[0] * take->stride[0] + at[1] * take->stride[1] + at[2] * take->stride[2];
        memcpy((char *)to + target * bytes, (const char *)from + source * bytes, (size_t)bytes);
        for (int d = 0; d < 3 && ++at[d] == take->count[d]; d++) at[d] = 0;
    }
}
