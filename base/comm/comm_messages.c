/* Single messages by MPI. Calls are made by one thread at a time, under a lock, as MPI_THREAD_SERIALIZED asks:
 * libraries lock more than that if several threads may call, and are slower for it. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

#include "base/comm/comm_internal.h"
#include "base/comm/nap.h"

static pthread_mutex_t calls = PTHREAD_MUTEX_INITIALIZER;

/* The other rank may be sending too: the lock is free between two tests, so that another thread can receive. */
void comm_send(struct comm *c, const void *data, int64_t bytes, int to, int tag)
{
    assert(bytes <= INT32_MAX && to != comm_rank(c));
    struct nap nap = {0};
    MPI_Request request;
    int done;
    pthread_mutex_lock(&calls);
    MPI_Isend(data, (int)bytes, MPI_BYTE, to, tag, c->mpi, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&calls);
    while (!done) {
        if (c->patient) nap_take(&nap);
        else sched_yield();
        pthread_mutex_lock(&calls);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&calls);
    }
}

bool comm_waiting(struct comm *c, struct comm_message *out)
{
    MPI_Status status;
    int there = 0, bytes;
    if (!c) return false;
    pthread_mutex_lock(&calls);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, c->mpi, &there, &status);
    if (there) {
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        *out = (struct comm_message){status.MPI_SOURCE, status.MPI_TAG, bytes};
    }
    pthread_mutex_unlock(&calls);
    return there;
}

void comm_receive(struct comm *c, const struct comm_message *m, void *data)
{
    pthread_mutex_lock(&calls);
    MPI_Recv(data, (int)m->bytes, MPI_BYTE, m->sender, m->tag, c->mpi, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&calls);
}
