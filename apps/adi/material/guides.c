/* Sorts pairs of neighbours by what they are, and keeps two lines of each sort. */
#include "apps/adi/material/guides.h"

#include <string.h>

#include "apps/adi/material/bisection.h"
#include "base/either_precision.h"

enum { EACH = 2, SORTS = GUIDES_MOST / EACH };

/* A number of a pair of values at a place along the axis (splitmix64 of their bits). */
static uint64_t sort_of(int64_t place, double before, double after)
{
    uint64_t bits[2], x = (uint64_t)place + 1;
    memcpy(&bits[0], &before, sizeof before);
    memcpy(&bits[1], &after, sizeof after);
    for (int i = 0; i < 3; i++) {
        x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
        x ^= x >> 27;
        if (i < 2) x ^= bits[i];
    }
    return x;
}

/* A line that is there already gives no second one. */
static void put(struct guides *g, const struct grid *grid, int axis, const int64_t at[3])
{
    double here[3];
    for (int d = 0; d < 3; d++) here[d] = d == axis ? 0 : grid_coordinate(grid, d, at[d]);
    for (int64_t i = 0; i < g->count; i++)
        if (!memcmp(g->at[i], here, sizeof here)) return;
    memcpy(g->at[g->count++], here, sizeof here);
}

void guides_find(struct guides *g, const struct averages *nodes, int axis)
{
    const int64_t n = nodes->n[axis], stride = nodes->stride[axis];
    unsigned char taken[SORTS] = {0};
    g->count = 0;
    for (int64_t q = 0; q < nodes->points && g->count < GUIDES_MOST; q++) {
        const int64_t at[3] = {q % nodes->n[0], q / nodes->n[0] % nodes->n[1], q / nodes->n[0] / nodes->n[1]};
        const double *const line = nodes->cell + q - at[axis] * stride;
        if (!bisection_suspects(line, stride, n, at[axis])) continue;
        unsigned char *const sort =
            &taken[sort_of(at[axis], line[at[axis] * stride], line[(at[axis] + 1) * stride]) % SORTS];
        if (*sort < EACH) put(g, &nodes->grid, axis, at), ++*sort;
    }
}
