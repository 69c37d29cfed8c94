/* Loads the fields of the reference run and computes differences from it. */
#include "command/run/workload/reference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/comm/comm_pairs.h"
#include "base/comm/recut.h"
#include "base/memory.h"

static double value_of(const struct array *a, int64_t i)
{
    return a->type == REAL32   ? (double)((const float *)a->data)[i]
           : a->type == REAL64 ? ((const double *)a->data)[i]
                               : (double)((const int64_t *)a->data)[i];
}

enum status reference_add(struct reference *r, const char *name, int64_t size, int64_t from, int64_t end)
{
    TRY(mem_array(&r->field[r->count], HOST, end - from, sizeof(double)));
    snprintf(r->name[r->count], sizeof r->name[0], "%s", name);
    r->size[r->count] = size, r->from[r->count] = from, r->end[r->count] = end;
    r->count++;
    return ST_OK;
}

/* Sets `from` and `end` to this rank's part of an array. */
static struct array here(const struct array *a, const struct comm *c)
{
    struct array out = *a;
    if (c && a->in_parts) return out;
    out.from = 0, out.end = comm_rank(c) == 0 ? array_values(a) : 0;
    return out;
}

static enum status take(struct reference *r, const struct array *array, int count, const struct comm *c)
{
    for (int k = 0; k < count; k++) {
        const struct array a = here(&array[k], c);
        if (a.no_difference) continue;
        TRY(reference_add(r, a.name, array_values(&a), a.from, a.end));
        for (int64_t i = a.from; i < a.end; i++) r->field[r->count - 1][i - a.from] = value_of(&a, i);
    }
    return ST_OK;
}

/* *moved := field f by the cut of an array, to be freed; NULL: it has it. */
static enum status move(const struct reference *r, int f, const struct array *a, struct comm *c, double **moved)
{
    double moves = r->from[f] != a->from || r->end[f] != a->end;
    *moved = NULL;
    comm_max(c, &moves, 1);
    if (moves == 0) return ST_OK;
    TRY(comm_agree(c, mem_array(moved, HOST, a->end - a->from, sizeof **moved)));
    return comm_recut(c, array_row(a), sizeof **moved, (struct cut_part){r->from[f], r->end[f]}, r->field[f],
                      (struct cut_part){a->from, a->end}, *moved);
}

/* max |array - reference| / max |reference|. Values that are NaN in both, gaps, do not differ; a NaN in one stays. */
static enum status difference_of(const struct reference *r, int f, const struct array *array, struct comm *c,
                                 double *out)
{
    enum { GAPS, WORST, SCALE, FOUND };
    const struct array a = here(array, c);
    double found[FOUND] = {0}, *moved;
    const enum status s = move(r, f, &a, c, &moved);
    const double *const reference = moved ? moved : r->field[f];
    for (int64_t i = a.from; s == ST_OK && i < a.end; i++) {
        const double value = value_of(&a, i), other = reference[i - a.from];
        if (isnan(value) && isnan(other)) continue;
        const double off = fabs(value - other);
        if (isnan(off)) found[GAPS] = 1;
        found[WORST] = fmax(found[WORST], off);
        found[SCALE] = fmax(found[SCALE], fabs(other));
    }
    mem_free(moved);
    TRY(s);
    comm_max(c, found, FOUND);
    *out = found[GAPS] > 0 ? (double)NAN : found[SCALE] > 0 ? found[WORST] / found[SCALE] : found[WORST];
    return ST_OK;
}

enum status reference_measure(struct reference *r, const struct array *array, int count, struct comm *c, double *out)
{
    double worst = 0, difference;
    if (!r->count) TRY(comm_agree(c, take(r, array, count, c)));
    for (int a = 0; a < count; a++)
        for (int f = 0; f < r->count && !array[a].no_difference; f++) {
            if (strcmp(array[a].name, r->name[f]) || array_values(&array[a]) != r->size[f]) continue;
            TRY(difference_of(r, f, &array[a], c, &difference));
            if (difference > worst || isnan(difference)) worst = difference;
        }
    *out = worst;
    return ST_OK;
}

enum status reference_compare(struct reference *r, struct sim *sim)
{
    struct array array[ARRAYS_MAX];
    int count;
    double worst;
    TRY(sim_arrays(sim, array, &count));
    TRY(reference_measure(r, array, count, NULL, &worst));
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
        if (s == ST_OK) s = reference_add(r, names[m], array_values(&shape), 0, array_values(&shape));
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
