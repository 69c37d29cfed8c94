/* Loads and frees the data of entries: memory holds those of one entry at a time. */
#include <stddef.h>

#include "base/memory.h"
#include "base/timing/sample.h"

static void leave(struct bench *b)
{
    const struct entry *const e = b->loaded_entry > 0 ? &b->entry[b->loaded_entry - 1] : NULL;
    if (e && e->leave) e->leave(e->context);
    b->loaded_entry = 0;
}

void bench_unload(struct bench *b)
{
    leave(b);
    if (b->loaded.drop) b->loaded.drop(b->loaded.owner);
    b->loaded = (struct data){0};
}

enum status bench_load(struct bench *b, int index)
{
    struct entry *const e = &b->entry[index];
    if (b->loaded_entry == index + 1) return ST_OK;
    leave(b);
    if (b->loaded.owner != e->data.owner) {
        bench_unload(b);
        b->loaded = e->data;
        if (e->data.load) TRY(e->data.load(e->data.owner));
    }
    b->loaded_entry = index + 1;
    return e->enter ? e->enter(e->context) : ST_OK;
}

int64_t bench_space(const struct bench *b)
{
    const int64_t all = b->memory > 0 ? b->memory : mem_available_bytes() / 3;
    return all > b->resident ? all - b->resident : 0;
}
