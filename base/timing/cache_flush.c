#include "base/timing/cache_flush.h"

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

struct flush {
    int64_t count;
    double *v;
};

enum status flush_make(struct flush **out)
{
    const int64_t wanted = 2 * mem_cache_bytes(), most = mem_available_bytes() / 12;
    TRY(mem_alloc(out, HOST, sizeof **out));
    (*out)->count = (wanted < most ? wanted : most) / (int64_t)sizeof(double);
    const enum status s = mem_array(&(*out)->v, HOST, (*out)->count, sizeof(double));
    if (s != ST_OK) *out = mem_free(*out);
    return s;
}

struct flush *flush_free(struct flush *f)
{
    if (!f) return NULL;
    mem_free(f->v);
    return mem_free(f);
}

int64_t flush_bytes(const struct flush *f)
{
    return f ? f->count * (int64_t)sizeof(double) : 0;
}

/* A part a thread: together they write more than a shared cache holds, and each far more than a cache of its own. */
void flush_run(struct flush *f, const struct exec *exec)
{
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t i = 0; i < f->count; i++) f->v[i] += 1;
}
