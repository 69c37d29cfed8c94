/* Loads the fields of the reference run and computes differences from it. */
#include "command/compare/reference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

static int64_t size_of(const struct array *a)
{
    int64_t size = 1;
    for (int d = 0; d < a->rank; d++) size *= a->dims[d];
    return size;
}

static double value_of(const struct array *a, int64_t i)
{
    return a->type == REAL32   ? (double)((const float *)a->data)[i]
           : a->type == REAL64 ? ((const double *)a->data)[i]
                               : (double)((const int64_t *)a->data)[i];
}

static enum status add(struct reference *r, const char *name, int64_t size)
{
    TRY(mem_array(&r->field[r->count], HOST, size, sizeof(double)));
    snprintf(r->name[r->count], sizeof r->name[0], "%s", name);
    r->size[r->count++] = size;
    return ST_OK;
}

static enum status take(struct reference *r, const struct array *array, int count)
{
    for (int a = 0; a < count; a++) {
        TRY(add(r, array[a].name, size_of(&array[a])));
        for (int64_t i = 0; i < r->size[a]; i++) r->field[a][i] = value_of(&array[a], i);
    }
    return ST_OK;
}

/* max |array - reference| / max |reference|. What is NaN in both, a gap, does not differ; a NaN in one stays. */
static double difference_of(const struct array *array, const double *reference, int64_t size)
{
    double worst = 0, scale = 0;
    for (int64_t i = 0; i < size; i++) {
        const double value = value_of(array, i);
        if (isnan(value) && isnan(reference[i])) continue;
        const double off = fabs(value - reference[i]);
        if (off > worst || isnan(off)) worst = off;
        scale = fmax(scale, fabs(reference[i]));
    }
    return scale > 0 ? worst / scale : worst;
}

enum status reference_compare(struct reference *r, struct sim *sim)
{
    struct array array[ARRAYS_MAX];
    int count;
    double worst = 0;
    TRY(sim_arrays(sim, array, &count));
    if (!r->count) TRY(take(r, array, count));
    for (int a = 0; a < count; a++)
        for (int f = 0; f < r->count && !array[a].no_difference; f++) {
            if (strcmp(array[a].name, r->name[f]) || size_of(&array[a]) != r->size[f]) continue;
            const double difference = difference_of(&array[a], r->field[f], r->size[f]);
            if (difference > worst || isnan(difference)) worst = difference;
        }
    if (count) metrics_put(&sim->metrics, "difference", worst);
    return ST_OK;
}

enum status reference_load(struct reference *r, struct store *in, const struct job *job)
{
    char group[160], path[320], **names;
    int64_t count;
    snprintf(group, sizeof group, "/runs/%s/fields", job->name);
    if (!store_has(in, group)) return ST_OK;
    TRY(store_members(in, group, &names, &count));
    enum status s = ST_OK;
    for (int64_t m = 0; s == ST_OK && m < count && m < ARRAYS_MAX; m++) {
        struct array shape;
        snprintf(path, sizeof path, "%s/%s", group, names[m]);
        s = store_array_shape(in, path, &shape);
        if (s == ST_OK) s = add(r, names[m], size_of(&shape));
        if (s == ST_OK) s = store_array_read(in, path, REAL64, r->field[m]);
    }
    store_names_free(names, count);
    return s;
}

void reference_free(struct reference *r)
{
    for (int a = 0; a < r->count; a++) r->field[a] = mem_free(r->field[a]);
    r->count = 0;
}
