/* A communicator of MPI, for the files that call MPI. */
#pragma once
#include <mpi.h>

#include "base/comm/comm.h"

struct comm {
    MPI_Comm mpi, pairs; /* the same ranks; pairs: of messages that comm_waiting is not to see */
    int rank, size, local_rank, local_size;
    bool patient; /* sleeps while it waits (comm_wait.c): the same on all ranks */
};

extern double comm_spent; /* seconds of comm_sent */

/* Waits for these requests, which may be null. */
void comm_wait(const struct comm *c, int count, MPI_Request *requests);

/* The collectives of MPI, in which a patient rank sleeps. */
void comm_allreduce(const struct comm *c, void *values, int count, MPI_Datatype type, MPI_Op op);
void comm_bcast(const struct comm *c, void *data, int bytes, int root);
void comm_allgather(const struct comm *c, const void *mine, int bytes, void *all);
void comm_allgatherv(const struct comm *c, const void *mine, void *all, const int *counts, const int *offsets);
