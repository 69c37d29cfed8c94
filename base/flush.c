#include "base/flush.h"

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

struct flush {
    int64_t count;
    double *v;
};

enum status flush_make(struct flush **out)
{
    TRY(mem_alloc(out, HOST, sizeof **out));
    (*out)->count = 2 * mem_cache_bytes() / (int64_t)sizeof(double);
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

/* A part a thread: together they write more than a shared cache holds, and each far more than a cache of its own. */
void flush_run(struct flush *f, const struct exec *exec)
{
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t i = 0; i < f->count; i++) f->v[i] += 1;
}
