/* Scans over chunks, in order or by doubling. */
#include "solvers/tridiag/scan/chunk_scan.h"

#include <string.h>

#include "base/either_precision.h"

static char *map_at(void *maps, const struct chunk_scan *s, int64_t chunk)
{
    return (char *)maps + chunk * s->kind->map_bytes;
}

/* The k-th chunk that is entered. */
static int64_t chunk_at(const struct chunk_scan *s, int64_t k)
{
    return s->direction == SCAN_DOWN ? k : s->count - 1 - k;
}

static void in_order(const struct chunk_scan *s, struct team team)
{
    for (int64_t k = 0; team.rank == 0 && k < s->count - 1; k++) {
        const int64_t chunk = chunk_at(s, k);
        s->kind->apply(map_at(s->map, s, chunk), chunk_entry(s, chunk), chunk_entry(s, chunk_at(s, k + 1)));
    }
}

/* Maps of other ranks may still be read while the next ones are made. */
static void by_doubling(const struct chunk_scan *s, struct team team)
{
    int64_t from, to;
    void *map = s->map, *next = s->next[0], *free = s->next[1];
    team_part(team, s->count, &from, &to);
    for (int64_t distance = 1; distance < s->count; distance *= 2) {
        for (int64_t k = from; k < to; k++) {
            const int64_t chunk = chunk_at(s, k);
            char *const out = map_at(next, s, chunk), *const own = map_at(map, s, chunk);
            if (k < distance) memcpy(out, own, (size_t)s->kind->map_bytes);
            else s->kind->follow(map_at(map, s, chunk_at(s, k - distance)), own, out);
        }
        void *const made = next;
        next = map == s->map ? free : map;
        map = made;
        team_wait(team);
    }
    const void *const start = chunk_entry(s, chunk_at(s, 0));
    for (int64_t k = from > 1 ? from : 1; k < to; k++)
        s->kind->apply(map_at(map, s, chunk_at(s, k - 1)), start, chunk_entry(s, chunk_at(s, k)));
}

void chunk_scan(const struct chunk_scan *s, enum scan_structure structure, struct team team)
{
    team_wait(team);
    if (structure == SCAN_TREE_STRUCTURE) by_doubling(s, team);
    else in_order(s, team);
    team_wait(team);
}

enum { STATE_BYTES = 2 * sizeof(double) /* at most */ };

void chunk_scan_correct(const struct chunk_scan *s, bool (*agree)(const void *of, int64_t chunk, const void *exit),
                        const void *of, bool *again)
{
    const size_t bytes = (size_t)s->kind->state_bytes;
    char was[STATE_BYTES], leaves[STATE_BYTES];
    for (int64_t k = 0; k < s->count; k++) again[k] = false;
    for (int64_t k = 1; k < s->count; k++) {
        const int64_t chunk = chunk_at(s, k), before = chunk_at(s, k - 1);
        const void *const exit = chunk_exit(s, before);
        if (again[before]) s->kind->correct(map_at(s->map, s, before), was, chunk_entry(s, before), exit, leaves);
        else memcpy(leaves, exit, bytes);
        again[chunk] = !agree(of, chunk, leaves);
        if (!again[chunk]) continue;
        memcpy(was, chunk_entry(s, chunk), bytes);
        memcpy(chunk_entry(s, chunk), leaves, bytes);
    }
}
