/* A workspace that is divided into arrays; without memory it only counts their bytes. */
#pragma once
#include <stdint.h>

struct workspace {
    char *memory; /* or NULL */
    int64_t used;
};

/* The next `bytes`, aligned to 64 if `memory` is, or NULL. */
static inline void *workspace_take(struct workspace *c, int64_t bytes)
{
    void *const p = c->memory ? c->memory + c->used : (char *)0;
    c->used += (bytes + 63) / 64 * 64;
    return p;
}
