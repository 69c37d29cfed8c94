/* Keeps the fields of one point when its run has ended. */
#include "command/run/points/first_fields.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int64_t bytes_of(const struct array *a)
{
    return array_values(a) * number_bytes(a->type);
}

enum { TEXTS = 6 };

static const char **text_of(struct array *a, int i)
{
    const char **const all[TEXTS] = {&a->name, &a->units, &a->about, &a->over, &a->axis[0], &a->axis[1]};
    return all[i];
}

static enum status copy(struct array *to, const struct array *from)
{
    bool whole = true;
    *to = *from;
    to->data = NULL;
    for (int i = 0; i < TEXTS; i++) {
        const char **const text = text_of(to, i), *const was = *text;
        if (was) *text = strdup(was);
        whole &= !was || *text;
    }
    if (!whole) return fail(ST_NOMEM, "no memory for the names of fields");
    TRY(mem_alloc(&to->data, HOST, bytes_of(from)));
    memcpy(to->data, from->data, (size_t)bytes_of(from));
    return ST_OK;
}

enum status first_fields_keep(struct first_fields *f, struct sim *point)
{
    struct array array[ARRAYS_MAX];
    int count;
    TRY(sim_arrays(point, array, &count));
    for (int a = 0; a < count; a++) TRY(copy(&f->array[f->count++], &array[a]));
    return ST_OK;
}

void first_fields_free(struct first_fields *f)
{
    for (int a = 0; a < f->count; a++) {
        for (int i = 0; i < TEXTS; i++) free((char *)*text_of(&f->array[a], i));
        mem_free(f->array[a].data);
    }
    f->count = 0;
}
