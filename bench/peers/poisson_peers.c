/* Adds the solvers of other libraries for Poisson's equation in a box. */
#include "bench/peers/poisson_peers.h"

#include <string.h>

#include "bench/entry/peers.h"

const char *const poisson_peers[] = {"mkl_helmholtz", "hypre_pfmg", NULL};
static enum status (*const adds[])(struct bench *, const struct peer_box *, int *) = {poisson_mkl_add,
                                                                                      poisson_hypre_add};

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
