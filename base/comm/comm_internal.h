/* A communicator of MPI, for the files that are MPI's. */
#pragma once
#include <mpi.h>

#include "base/comm/comm.h"

struct comm {
    MPI_Comm mpi, pairs; /* the same ranks; pairs: of messages that comm_waiting is not to see */
    int rank, size, local_rank, local_size;
};

extern double comm_spent; /* seconds of comm_sent */
