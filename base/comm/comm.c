/* Ranks by MPI: their start and end, and operations that all of them call. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/comm_internal.h"
#include "base/host.h"

enum {
    PART = 1 << 30,  /* bytes of one broadcast: MPI counts in int */
    LARGE = 1 << 24, /* bytes from which on the time of a gathering is that of its bytes, not that of its messages */
    SENTENCE = 2048,
};

static struct comm world;
static bool started;

/* Launchers set these variables: Open MPI's mpirun, launchers with PMIx (prte, srun --mpi=pmix), and those with PMI. */
bool comm_launched(void)
{
    static const char *const marks[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_FD"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (getenv(marks[i])) return true;
    return false;
}

/* Do ranks have to share cores? The user says so, else mpirun; comm_share_cores may say so later. Within MPI a patient
 * rank must not yield: it would lose the core to all programs that compute. */
static bool cores_are_shared(void)
{
    static const char yield[] = "OMPI_MCA_mpi_yield_when_idle";
    const char *const asked = getenv(yield), *const found = getenv("OMPI_MCA_mpi_oversubscribe");
    const char *const said = asked ? asked : found ? found : "0";
    return !strcmp(said, "1") && setenv(yield, "0", 1) == 0;
}

static void count_local(struct comm *c)
{
    MPI_Comm here;
    MPI_Comm_split_type(c->mpi, MPI_COMM_TYPE_SHARED, c->rank, MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &c->local_rank);
    MPI_Comm_size(here, &c->local_size);
    MPI_Comm_free(&here);
}

enum status comm_begin(void)
{
    int level = MPI_THREAD_SINGLE;
    if (!comm_launched()) return ST_OK;
    world.patient = cores_are_shared();
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
        return fail(ST_DEVICE, "MPI cannot be started");
    started = true;
    if (level < MPI_THREAD_SERIALIZED)
        return fail(ST_DEVICE,
                    "this MPI does not support MPI_THREAD_SERIALIZED, calls from several threads one at a time");
    world.mpi = MPI_COMM_WORLD;
    MPI_Comm_rank(world.mpi, &world.rank);
    MPI_Comm_size(world.mpi, &world.size);
    MPI_Request request;
    MPI_Comm_idup(world.mpi, &world.pairs, &request);
    comm_wait(&world, 1, &request);
    comm_share_cores(&world, false);
    count_local(&world);
    return ST_OK;
}

void comm_end(void)
{
    if (!started) return;
    if (world.size) MPI_Comm_free(&world.pairs);
    MPI_Finalize();
    started = false;
}

void comm_abort(int code)
{
    if (started) MPI_Abort(MPI_COMM_WORLD, code);
}

/* Patient ranks call collectives of MPI that do not block, which match none that block: all ranks are patient, or none
 * is. */
void comm_share_cores(struct comm *c, bool shared)
{
    MPI_Request request;
    if (!c) return;
    int any = shared || c->patient;
    MPI_Iallreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, c->mpi, &request);
    comm_wait(c, 1, &request);
    c->patient = any;
}

struct comm *comm_world(void)
{
    return started && world.size > 1 ? &world : NULL;
}

bool comm_started(void)
{
    return started;
}

int comm_rank(const struct comm *c)
{
    return c ? c->rank : 0;
}

int comm_size(const struct comm *c)
{
    return c ? c->size : 1;
}

int comm_local_size(const struct comm *c)
{
    return c ? c->local_size : 1;
}

int comm_local_rank(const struct comm *c)
{
    return c ? c->local_rank : 0;
}

/* The first line: MPICH adds its configuration. */
const char *comm_library(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

/* A status and the rank that has it are one number, so that the greatest one is that of the gravest status and, among
 * equals, of the lowest rank; and the least status, to know whether all ranks have the same. */
enum status comm_agree(struct comm *c, enum status mine)
{
    char sentence[SENTENCE] = "";
    if (!c) return mine;
    int64_t greatest[] = {(int64_t)mine << 32 | (INT32_MAX - c->rank), -(int64_t)mine};
    comm_allreduce(c, greatest, 2, MPI_INT64_T, MPI_MAX);
    const enum status worst = (enum status)(greatest[0] >> 32);
    const int from = INT32_MAX - (int)(greatest[0] & INT32_MAX);
    if (worst == ST_OK) return worst;
    if (c->rank == from) {
        if (-greatest[1] != (int64_t)worst && fail_is_local(worst)) fail_within(worst, "rank %d: ", from);
        snprintf(sentence, sizeof sentence, "%s", fail_text());
    }
    comm_bcast(c, sentence, sizeof sentence, from);
    return fail(worst, "%s", sentence);
}

void comm_broadcast(struct comm *c, void *data, int64_t bytes, int root)
{
    for (int64_t at = 0; c && at < bytes; at += PART)
        comm_bcast(c, (char *)data + at, (int)(bytes - at < PART ? bytes - at : PART), root);
}

void comm_gather_all(struct comm *c, const void *mine, int64_t bytes, void *all)
{
    assert(bytes <= INT32_MAX);
    if (c) comm_allgather(c, mine, (int)bytes, all);
    else memcpy(all, mine, (size_t)bytes);
}

/* Broadcasts the bytes of each rank in turn: MPI_Allgatherv counts those of all ranks in int. */
static void broadcast_each(struct comm *c, const void *mine, const int64_t *bytes, char *all)
{
    for (int r = 0; r < c->size; all += bytes[r++]) {
        if (r == c->rank && bytes[r]) memcpy(all, mine, (size_t)bytes[r]);
        comm_broadcast(c, all, bytes[r], r);
    }
}

/* If a rank has no memory for two integers per rank, it ends the program: others would wait for it forever. */
static void gather_small(struct comm *c, const void *mine, const int64_t *bytes, void *all)
{
    int *const counts = malloc(2 * (size_t)c->size * sizeof *counts), *const offsets = counts + c->size;
    if (!counts) MPI_Abort(c->mpi, status_exit(ST_NOMEM));
    for (int r = 0, at = 0; r < c->size; at += counts[r++]) counts[r] = (int)bytes[r], offsets[r] = at;
    comm_allgatherv(c, mine, all, counts, offsets);
    free(counts);
}

void comm_gather_ragged(struct comm *c, const void *mine, const int64_t *bytes, void *all)
{
    int64_t sum = 0;
    for (int r = 0; r < comm_size(c); r++) sum += bytes[r];
    if (!sum) return;
    if (!c) memcpy(all, mine, (size_t)sum);
    else if (sum < LARGE) gather_small(c, mine, bytes, all);
    else broadcast_each(c, mine, bytes, all);
}
