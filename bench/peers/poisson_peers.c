/* Adds the solvers of other libraries for Poisson's equation in a box. */
#include "bench/peers/poisson_peers.h"

#include <stdio.h>
#include <string.h>

#include "bench/entry/limit.h"
#include "bench/entry/peers.h"

enum { PASSES = 3 }; /* over memory, each value read and written: the least traffic of a direct solution */

const char *const poisson_peers[] = {"mkl_helmholtz", "hypre_pfmg", NULL};
static enum status (*const adds[])(struct bench *, const struct peer_box *, int *) = {poisson_mkl_add,
                                                                                      poisson_hypre_add};

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

enum status poisson_peers_add(struct bench *b, int from, int64_t n, const char *ends, const char *layout)
{
    const struct peer_box box = {.n = n, .periodic = !strcmp(ends, "periodic"), .layout = layout};
    const int lanes = peer_find(b, from, "lanes", layout, HOST);
    for (int p = 0; poisson_peers[p]; p++) {
        int index = -1;
        if (!bench_wants(b, poisson_peers[p])) continue;
        const enum status s = adds[p](b, &box, &index);
        if (s == ST_DEVICE || s == ST_REFUSED) TRY(bench_skip(b, "poisson, %s: %s", poisson_peers[p], fail_text()));
        else TRY(s);
        peer_add(b, lanes, poisson_peers[p], index);
    }
    return ST_OK;
}
