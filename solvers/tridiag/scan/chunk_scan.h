/* Scans over the chunks of a system: each chunk maps the state that enters it to the state that leaves it, and the
 * states that enter all chunks are to be found.
 *
 * Group structure: one thread applies map after map. Tree structure: maps are composed by doubling, so that after
 * log2 steps each is that of all chunks up to its own. P. M. Kogge, H. S. Stone, A parallel algorithm for the efficient
 * solution of a general class of recurrence equations, IEEE Trans. Comput. 22, 1973; L.-W. Chang, thesis, Illinois,
 * 2014, section 4.1.2. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "solvers/batch/team.h"

enum scan_structure { SCAN_GROUP_STRUCTURE, SCAN_TREE_STRUCTURE };
enum scan_direction { SCAN_UP = -1, SCAN_DOWN = 1 };

/* A kind of maps. */
struct chunk_map {
    int64_t map_bytes, state_bytes;
    void (*apply)(const void *map, const void *state, void *out);
    void (*follow)(const void *first, const void *then, void *out);
    /* The state that leaves a chunk which is entered by `now`, if it was `exit` from the state `was`. */
    void (*correct)(const void *map, const void *was, const void *now, const void *exit, void *out);
};

struct chunk_scan {
    const struct chunk_map *kind;
    enum scan_direction direction;
    int64_t count;
    void *map;     /* [count] */
    void *next[2]; /* [count] each, scratch */
    void *entry;   /* [count + 1]: that of chunk k is k going down, k + 1 going up; the first one is set */
    void *exit;    /* [count] of chunk k, as it was found from its entry row by row */
};

/* Called by every rank; all maps are there, and all entries when it returns. */
void chunk_scan(const struct chunk_scan *s, enum scan_structure structure, struct team team);

/* Called by one rank: carries the differences between exits and the entries after them through the maps, and replaces
 * entries that do not agree with what then leaves the chunk before. Their chunks are marked in `again`[count]. */
void chunk_scan_correct(const struct chunk_scan *s, bool (*agree)(const void *of, int64_t chunk, const void *exit),
                        const void *of, bool *again);

/* The chunk that is entered before this one; -1 or count if there is none. */
static inline int64_t chunk_before(const struct chunk_scan *s, int64_t chunk)
{
    return chunk - (int64_t)s->direction;
}

static inline void *chunk_exit(const struct chunk_scan *s, int64_t chunk)
{
    return (char *)s->exit + chunk * s->kind->state_bytes;
}

/* The state that enters a chunk. */
static inline void *chunk_entry(const struct chunk_scan *s, int64_t chunk)
{
    return (char *)s->entry + (chunk + (s->direction == SCAN_UP)) * s->kind->state_bytes;
}
