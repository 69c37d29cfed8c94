/* The wait of a rank for others within MPI. MPI waits by polling, which is the fastest where each rank has a core of
 * its own. A rank that polls on a shared core keeps from it the rank that it waits for, and one that yields between two
 * polls gets the core again only after all programs that compute: a patient rank tests, and sleeps between tests. */
#include "base/comm/comm_internal.h"

#include "base/comm/nap.h"

void comm_wait(const struct comm *c, int count, MPI_Request *requests)
{
    struct nap nap = {0};
    int done = 0;
    if (!c->patient) {
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        return;
    }
    while (MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE), !done) nap_take(&nap);
}

void comm_allreduce(const struct comm *c, void *values, int count, MPI_Datatype type, MPI_Op op)
{
    MPI_Request request;
    if (!c->patient) {
        MPI_Allreduce(MPI_IN_PLACE, values, count, type, op, c->mpi);
        return;
    }
    MPI_Iallreduce(MPI_IN_PLACE, values, count, type, op, c->mpi, &request);
    comm_wait(c, 1, &request);
}

void comm_bcast(const struct comm *c, void *data, int bytes, int root)
{
    MPI_Request request;
    if (!c->patient) {
        MPI_Bcast(data, bytes, MPI_BYTE, root, c->mpi);
        return;
    }
    MPI_Ibcast(data, bytes, MPI_BYTE, root, c->mpi, &request);
    comm_wait(c, 1, &request);
}

void comm_allgather(const struct comm *c, const void *mine, int bytes, void *all)
{
    MPI_Request request;
    if (!c->patient) {
        MPI_Allgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, c->mpi);
        return;
    }
    MPI_Iallgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, c->mpi, &request);
    comm_wait(c, 1, &request);
}

void comm_allgatherv(const struct comm *c, const void *mine, void *all, const int *counts, const int *offsets)
{
    MPI_Request request;
    if (!c->patient) {
        MPI_Allgatherv(mine, counts[c->rank], MPI_BYTE, all, counts, offsets, MPI_BYTE, c->mpi);
        return;
    }
    MPI_Iallgatherv(mine, counts[c->rank], MPI_BYTE, all, counts, offsets, MPI_BYTE, c->mpi, &request);
    comm_wait(c, 1, &request);
}
