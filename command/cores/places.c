/* Gathers and records the places where ranks run. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "command/cores/places.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/parcel.h"
#include "base/host.h"

struct place {
    char host[64], cpu[128];
    cpu_set_t cores;
};
static struct place *places; /* [ranks] from places_gather to places_free; NULL: one rank */

enum status places_gather(struct comm *c)
{
    struct place mine;
    memset(&mine, 0, sizeof mine);
    snprintf(mine.host, sizeof mine.host, "unknown"), snprintf(mine.cpu, sizeof mine.cpu, "unknown");
    host_name(mine.host, sizeof mine.host);
    host_cpu(mine.cpu, sizeof mine.cpu);
    if (sched_getaffinity(0, sizeof mine.cores, &mine.cores)) CPU_ZERO(&mine.cores);
    places = calloc((size_t)comm_size(c), sizeof *places);
    TRY(comm_agree(c, places ? ST_OK : fail(ST_NOMEM, "no memory for the places of %d ranks", comm_size(c))));
    comm_gather_all(c, &mine, sizeof mine, places);
    return ST_OK;
}

void places_divide_cores(struct comm *c)
{
    const struct place *const mine = &places[comm_rank(c)];
    int sharing = 0;
    for (int r = 0; r < comm_size(c); r++)
        sharing += !strcmp(places[r].host, mine->host) && CPU_EQUAL(&places[r].cores, &mine->cores);
    const int cores = CPU_COUNT(&mine->cores); /* 0: not known */
    comm_share_cores(c, cores && sharing > cores);
    const int threads = cores / (sharing ? sharing : 1);
    if (!getenv("OMP_NUM_THREADS")) omp_set_num_threads(threads > 1 ? threads : 1);
}

void places_free(void)
{
    free(places);
    places = NULL;
}

/* The number of ranks on the machine of rank `r`; 0 if a lower rank is there, so that each machine is named once. */
static int ranks_of(const struct comm *c, int r)
{
    int count = 0;
    for (int i = 0; i < comm_size(c); i++) {
        const bool same = !strcmp(places[i].host, places[r].host);
        if (same && i < r) return 0;
        count += same;
    }
    return count;
}

enum status places_record(struct store *out)
{
    static const char group[] = "/provenance";
    const struct comm *const c = comm_world();
    struct parcel text;
    if (!c) return ST_OK;
    TRY(store_int(out, group, "ranks", comm_size(c)));
    TRY(store_text(out, group, "mpi", comm_library()));
    parcel_open(&text);
    for (int r = 0; r < comm_size(c) && text.stream; r++) {
        const int count = ranks_of(c, r);
        if (count)
            fprintf(text.stream, "%s%s: %d rank%s, %s", r ? "; " : "", places[r].host, count, count > 1 ? "s" : "",
                    places[r].cpu);
    }
    if (!parcel_close(&text)) return fail(ST_NOMEM, "no memory for the names of machines");
    const enum status s = store_text(out, group, "machines", text.data);
    free(text.data);
    return s;
}
