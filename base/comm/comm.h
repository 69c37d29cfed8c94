/* All that the sources know of other processes, the ranks of a program that was started by `mpirun` or `srun`. A
 * communicator NULL is a single rank: every function then does what is right for one, so that no caller asks.
 * Collective functions are called by all ranks of `c`, in the same order, by one thread; all others may be called by
 * any thread of a rank. A network that fails ends the program, with MPI's own message; what happens to one rank only is
 * a status, which comm_agree makes common. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct comm;

/* Was this process started as a rank, and does this build know of ranks? Before comm_begin too. */
bool comm_launched(void);

/* Starts MPI if comm_launched; a program that was started without mpirun uses no MPI. ST_DEVICE with a sentence. */
enum status comm_begin(void);
/* Waits for all ranks; later calls and exits find none. Nothing if MPI was not started. */
void comm_end(void);
/* Ends all ranks at once, with this exit code and MPI's message. Returns if MPI was not started. */
void comm_abort(int code);

/* All ranks; NULL: there is one. Between comm_begin and comm_end. */
struct comm *comm_world(void);

/* Was MPI started by comm_begin? A library that needs MPI then does not start it again. */
bool comm_started(void);

int comm_rank(const struct comm *c); /* from 0; 0 if NULL */
int comm_size(const struct comm *c); /* 1 if NULL */
/* The number of ranks on this machine, and the number of this one among them, from 0. Counted by comm_begin. */
int comm_local_size(const struct comm *c);
int comm_local_rank(const struct comm *c);

/* Collective. If ranks of some machine have to share cores, which `shared` says on one of them at least, all ranks
 * sleep from now on while they wait for others, so that these can compute. comm_begin knows it where Open MPI does. */
void comm_share_cores(struct comm *c, bool shared);

/* "Open MPI v4.1.4, ...": static; "" in a build without MPI. After comm_begin has started it. */
const char *comm_library(void);

/* Collective. The gravest status of all ranks, and its sentence, on every rank: among equals that of the lowest. Before
 * a sentence about a machine, fail_is_local, "rank 2: " says which rank has it, unless all ranks have the same status.
 */
enum status comm_agree(struct comm *c, enum status mine);

/* Collective. Copies `bytes` bytes of `data` of rank `root` to `data` of all other ranks. */
void comm_broadcast(struct comm *c, void *data, int64_t bytes, int root);

/* Collective. Copies `bytes` bytes of each rank, as many on all and fewer than 2^31, to all[size][bytes] of every rank,
 * in order of rank. */
void comm_gather_all(struct comm *c, const void *mine, int64_t bytes, void *all);

/* Collective. Copies the bytes[r] bytes of each rank r to `all` of every rank, one after the other in order of rank; 0
 * is allowed. All ranks give the same bytes[size], as comm_gather_all makes them known. */
void comm_gather_ragged(struct comm *c, const void *mine, const int64_t *bytes, void *all);

/* Messages between two ranks arrive in the order in which they were sent. A short one has left when comm_send returns;
 * a long one has arrived. A rank sends none to itself. A message has fewer than 2^31 bytes;
 * `data` may be NULL if it has none. */
struct comm_message {
    int sender, tag;
    int64_t bytes;
};
void comm_send(struct comm *c, const void *data, int64_t bytes, int to, int tag);
/* Does a message wait to be received, from any rank? *out then describes it. Does not block. */
bool comm_waiting(struct comm *c, struct comm_message *out);
/* Receives the message that comm_waiting described into data[m->bytes], for the thread that called it; or waits for one
 * that is known to come, while no other thread sends or receives. */
void comm_receive(struct comm *c, const struct comm_message *m, void *data);
