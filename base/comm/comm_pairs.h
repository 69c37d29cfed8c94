/* Messages between ranks that both know of, and least and largest numbers of all: for algorithms that all ranks take
 * part in. As with collective functions, no other thread of a rank sends or receives meanwhile. Messages are apart from
 * those of comm_send: comm_waiting does not see them. */
#pragma once
#include "base/comm/comm.h"

/* `bytes` >= 0 of data, to or from one other rank, which calls the other function with as many; in order. None of 0
 * bytes is sent. A short message has left when comm_pair_send returns; a long one is being received. */
void comm_pair_send(struct comm *c, const void *data, int64_t bytes, int to);
void comm_pair_receive(struct comm *c, void *data, int64_t bytes, int from);

/* Messages that leave while this rank goes on, one at a time in each of some slots: comm_pair_receive gets them as
 * those of comm_pair_send. Ranks that wait for each other's messages need them, since a long message may not leave
 * before it is received. */
struct comm_sends;
/* ST_NOMEM; *out is NULL on failure. */
enum status comm_sends_make(struct comm_sends **out, struct comm *c, int slots);
/* Returns NULL; NULL is fine. No message is underway. */
struct comm_sends *comm_sends_free(struct comm_sends *s);
/* Waits until the message of the slot, if any, has left, so that its data may be changed. */
void comm_sends_wait(struct comm_sends *s, int slot);
/* Up to 2^30 bytes of data, which stay as they are until comm_sends_wait; the slot is free. None of 0 bytes is sent. */
void comm_sends_begin(struct comm_sends *s, int slot, const void *data, int64_t bytes, int to);

/* Collective. `bytes` to the rank before this one and as many to the next one, and theirs; from_left of rank 0 and
 * from_right of the last one stay as they are. */
void comm_neighbours(struct comm *c, const void *to_left, const void *to_right, void *from_left, void *from_right,
                     int64_t bytes);

/* Collective. v[k] becomes the least, or the largest, of those of all ranks, for each k < count, which is the same on
 * all. None is NaN. */
void comm_min(struct comm *c, int64_t *v, int64_t count);
void comm_max(struct comm *c, double *v, int64_t count);

/* Bytes and messages that this rank has sent to others by comm_pair_send, comm_neighbours and exchanges
 * (comm_exchange.h), and seconds that it has spent in these, in comm_pair_receive, comm_min and comm_max, waiting
 * included. */
struct comm_traffic {
    int64_t bytes, messages;
    double seconds;
};
struct comm_traffic comm_sent(void);
