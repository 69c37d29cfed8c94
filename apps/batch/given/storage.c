/* The memory of systems of the gallery and of files. */
#include "apps/batch/given/storage.h"

#include <string.h>

#include "base/memory.h"

enum status given_alloc(struct given *g, int64_t batch, int64_t n, const int64_t *sizes)
{
    g->batch = batch, g->n = n;
    if (sizes) {
        TRY(mem_array(&g->sizes, HOST, batch, sizeof *g->sizes));
        memcpy(g->sizes, sizes, (size_t)batch * sizeof *sizes);
    }
    int64_t count;
    if (__builtin_mul_overflow(batch, n, &count))
        return fail(ST_NOMEM, "%lld systems of %lld rows exceed any memory", (long long)batch, (long long)n);
    for (int a = 0; a < GIVEN_ARRAYS; a++) TRY(mem_array(&g->v[a], HOST, count, sizeof *g->v[a]));
    for (int64_t k = 0; k < count; k++) g->v[1][k] = 1;
    return ST_OK;
}

void given_free(struct given *g)
{
    for (int a = 0; a < GIVEN_ARRAYS; a++) mem_free(g->v[a]);
    mem_free(g->sizes);
    mem_free(g->type);
    *g = (struct given){0};
}
