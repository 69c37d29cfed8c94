/* Sorts items by their numbers. */
#include "apps/hines/device/grouped.h"

#include <stdlib.h>

#include "base/memory.h"

struct item {
    int64_t key, number;
};

static int by_key(const void *a, const void *b)
{
    const struct item *const x = a, *const y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

enum status grouped_make(struct grouped *out, const void *of, int64_t count, int64_t (*key)(const void *of, int64_t i))
{
    struct item *item;
    *out = (struct grouped){0};
    TRY(mem_array(&out->order, HOST, count, sizeof *out->order));
    TRY(mem_array(&out->first, HOST, count + 1, sizeof *out->first));
    TRY(mem_array(&item, HOST, count, sizeof *item));
    for (int64_t i = 0; i < count; i++) item[i] = (struct item){key(of, i), i};
    qsort(item, (size_t)count, sizeof *item, by_key);
    for (int64_t i = 0; i < count; i++) {
        out->order[i] = (int32_t)item[i].number;
        if (i == 0 || item[i].key != item[i - 1].key) out->first[out->groups++] = (int32_t)i;
    }
    out->first[out->groups] = (int32_t)count;
    mem_free(item);
    return ST_OK;
}

void grouped_free(struct grouped *g)
{
    mem_free(g->order);
    mem_free(g->first);
    *g = (struct grouped){0};
}
