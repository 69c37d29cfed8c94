/* Allocates small blocks from large chunks that are freed together. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

enum { CHUNK = 4096, ALIGN = 16 };

struct chunk {
    struct chunk *older;
    int64_t used, capacity;
    _Alignas(ALIGN) char data[];
};

enum status arena_take(struct arena *a, void *out, int64_t bytes)
{
    const int64_t size = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    struct chunk *c = a->newest;
    *(void **)out = NULL;
    if (!c || c->capacity - c->used < size) {
        const int64_t capacity = size > CHUNK ? size : CHUNK;
        TRY(mem_alloc(&c, HOST, (int64_t)sizeof *c + capacity));
        c->capacity = capacity;
        c->older = a->newest;
        a->newest = c;
    }
    *(void **)out = c->data + c->used;
    c->used += size;
    return ST_OK;
}

enum status arena_copy(struct arena *a, char **out, const char *text, int64_t length)
{
    TRY(arena_take(a, out, length + 1));
    memcpy(*out, text, (size_t)length);
    return ST_OK;
}

enum status arena_print(struct arena *a, char **out, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const int length = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    TRY(arena_take(a, out, length + 1));
    va_start(ap, fmt);
    vsnprintf(*out, (size_t)length + 1, fmt, ap);
    va_end(ap);
    return ST_OK;
}

void arena_free(struct arena *a)
{
    while (a->newest) {
        struct chunk *const older = a->newest->older;
        mem_free(a->newest);
        a->newest = older;
    }
}
