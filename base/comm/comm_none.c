/* A build without MPI: one rank alone. */
#include <string.h>

#include "base/comm/comm.h"

bool comm_launched(void)
{
    return false;
}

enum status comm_begin(void)
{
    return ST_OK;
}

void comm_end(void)
{
}

void comm_abort(int code)
{
    (void)code;
}

struct comm *comm_world(void)
{
    return NULL;
}

bool comm_started(void)
{
    return false;
}

int comm_rank(const struct comm *c)
{
    (void)c;
    return 0;
}

int comm_size(const struct comm *c)
{
    (void)c;
    return 1;
}

int comm_local_size(const struct comm *c)
{
    (void)c;
    return 1;
}

int comm_local_rank(const struct comm *c)
{
    (void)c;
    return 0;
}

const char *comm_library(void)
{
    return "";
}

enum status comm_agree(struct comm *c, enum status mine)
{
    (void)c;
    return mine;
}

void comm_broadcast(struct comm *c, void *data, int64_t bytes, int root)
{
    (void)c, (void)data, (void)bytes, (void)root;
}

void comm_gather_all(struct comm *c, const void *mine, int64_t bytes, void *all)
{
    (void)c;
    memcpy(all, mine, (size_t)bytes);
}

void comm_gather_ragged(struct comm *c, const void *mine, const int64_t *bytes, void *all)
{
    (void)c;
    if (bytes[0]) memcpy(all, mine, (size_t)bytes[0]);
}

void comm_send(struct comm *c, const void *data, int64_t bytes, int to, int tag)
{
    (void)c, (void)data, (void)bytes, (void)to, (void)tag;
}

bool comm_waiting(struct comm *c, struct comm_message *out)
{
    (void)c, (void)out;
    return false;
}

void comm_receive(struct comm *c, const struct comm_message *m, void *data)
{
    (void)c, (void)m, (void)data;
}
