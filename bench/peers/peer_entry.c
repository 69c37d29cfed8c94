/* The entry of a solver for the box: its size, and its least traffic. */
#include <stdio.h>

#include "bench/entry/limit.h"
#include "bench/peers/poisson_peers.h"

enum { PASSES = 3 }; /* over memory, each value read and written: the least traffic of a direct solution */

enum status peer_entry_add(struct bench *b, const struct peer_box *box, const char *name, int64_t unknowns,
                           struct entry **out, int *index)
{
    TRY(bench_add(b, out, index));
    struct entry *const e = *out;
    snprintf(e->name, sizeof e->name, "%s", name);
    e->layout = box->layout;
    e->kind = "poisson";
    e->precision = REAL_NAME;
    e->n = box->n;
    e->batch = box->n * box->n;
    e->units = (double)unknowns;
    e->bytes_per_unit = PASSES * 2 * sizeof(real);
    e->limit = limit_find(b, TRAFFIC_IN_PLACE);
    return ST_OK;
}
