/* A communicator of MPI, for the files that are MPI's. */
#pragma once
#include <mpi.h>

#include "base/comm/comm.h"

struct comm {
    MPI_Comm mpi;
    int rank, size, local_rank, local_size;
};
