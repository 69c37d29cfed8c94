/* Keeps values of formulas in a list, since a workload has few. */
#include "base/field/evaluated.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

struct entry {
    struct entry *next;
    struct evaluated_values values;
    char *key;
};

struct evaluated {
    struct entry *newest;
};

enum status evaluated_make(struct evaluated **out)
{
    return mem_alloc(out, HOST, sizeof **out);
}

static struct entry *entry_free(struct entry *e)
{
    if (!e) return NULL;
    mem_free(e->values.value);
    mem_free(e->key);
    return mem_free(e);
}

struct evaluated *evaluated_free(struct evaluated *e)
{
    for (struct entry *next; e && e->newest; e->newest = next) {
        next = e->newest->next;
        entry_free(e->newest);
    }
    return mem_free(e);
}

static enum status fill(struct entry *e, const char *key, int64_t count)
{
    const size_t bytes = strlen(key) + 1;
    e->values.count = count;
    TRY(mem_array(&e->key, HOST, (int64_t)bytes, 1));
    memcpy(e->key, key, bytes);
    return mem_array(&e->values.value, HOST, count, sizeof *e->values.value);
}

static enum status add(struct evaluated *e, const char *key, int64_t count)
{
    struct entry *made;
    TRY(mem_alloc(&made, HOST, sizeof *made));
    const enum status s = fill(made, key, count);
    if (s != ST_OK) {
        entry_free(made);
        return s;
    }
    made->next = e->newest;
    e->newest = made;
    return ST_OK;
}

enum status evaluated_find(struct evaluated *e, const char *key, int64_t count, struct evaluated_values **out)
{
    struct entry *at = e->newest;
    while (at && strcmp(at->key, key)) at = at->next;
    if (!at) {
        TRY(add(e, key, count));
        at = e->newest;
    }
    assert(at->values.count == count);
    *out = &at->values;
    return ST_OK;
}

int64_t evaluated_bytes(const struct evaluated *e)
{
    int64_t bytes = 0;
    for (const struct entry *at = e ? e->newest : NULL; at; at = at->next)
        bytes += at->values.count * (int64_t)sizeof *at->values.value;
    return bytes;
}
