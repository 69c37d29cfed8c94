/* Writes a block larger than the caches, so that they hold nothing else. */
#include "base/timing/cache_flush.h"

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

struct cache_flush {
    int64_t count;
    double *v;
};

enum status cache_flush_make(struct cache_flush **out)
{
    const int64_t wanted = 2 * mem_cache_bytes(), max = mem_available_bytes() / 12;
    TRY(mem_alloc(out, HOST, sizeof **out));
    (*out)->count = (wanted < max ? wanted : max) / (int64_t)sizeof(double);
    const enum status s = mem_array(&(*out)->v, HOST, (*out)->count, sizeof(double));
    if (s != ST_OK) *out = mem_free(*out);
    return s;
}

struct cache_flush *cache_flush_free(struct cache_flush *f)
{
    if (!f) return NULL;
    mem_free(f->v);
    return mem_free(f);
}

int64_t cache_flush_bytes(const struct cache_flush *f)
{
    return f ? f->count * (int64_t)sizeof(double) : 0;
}

/* Each thread writes a part: together more than a shared cache holds, and each much more than its own cache. */
void cache_flush_run(struct cache_flush *f, const struct exec *exec)
{
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t i = 0; i < f->count; i++) f->v[i] += 1;
}
