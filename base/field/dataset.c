/* Reads a dataset of an HDF5 file, and gives its numbers to the places of a grid. */
#include "base/field/dataset.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/field/dataset_axis.h"
#include "base/memory.h"
#include "base/result/store.h"
#include "base/signals.h"

struct dataset { /* axes in x, y, z order */
    int dim;
    struct dataset_axis axis[AXES_MAX];
    int64_t count;
    double *data;
};

double dataset_at(const struct dataset *s, const double *x)
{
    int64_t base = 0, step[AXES_MAX];
    double weight[AXES_MAX], sum = 0;
    for (int d = 0; d < s->dim; d++) {
        const struct spot spot = dataset_axis_spot(&s->axis[d], x[d]);
        base += spot.first * s->axis[d].stride;
        step[d] = spot.weight > 0 ? s->axis[d].stride : 0;
        weight[d] = spot.weight;
    }
    for (int corner = 0; corner < 1 << s->dim; corner++) {
        int64_t at = base;
        double w = 1;
        for (int d = 0; d < s->dim; d++) {
            const bool above = corner >> d & 1;
            at += above ? step[d] : 0;
            w *= above ? weight[d] : 1 - weight[d];
        }
        sum += w * s->data[at];
    }
    return sum;
}

bool dataset_changes(const struct dataset *s, int axis)
{
    return axis < s->dim && s->axis[axis].n > 1;
}

int64_t dataset_breaks(const struct dataset *s, int axis, double *places)
{
    return dataset_changes(s, axis) ? dataset_axis_breaks(&s->axis[axis], places) : 0;
}

/* The grid that a dataset is laid over, and how. */
struct grid {
    const struct field_spec *spec;
    const char *names;
    int dim;
    const struct field_axis *axes;
};

/* "[40][8]" */
static void print_shape(char *out, size_t size, int rank, const int64_t *dims)
{
    size_t used = 0;
    *out = '\0';
    for (int d = 0; d < rank && used < size; d++)
        used += (size_t)snprintf(out + used, size - used, "[%lld]", (long long)dims[d]);
}

/* Refuses a shape that is not that of the grid, axes that are missing or have one number aside. */
static enum status check_shape(const struct grid *g, const struct array *a)
{
    const int dim = g->dim;
    char is[128], should[128], order[AXES_MAX * 3 + 1] = "";
    int64_t n[AXES_MAX];
    bool fits = true, turned = a->rank == dim && dim > 1;
    for (int e = 0; e < dim; e++) {
        const int d = dim - 1 - e; /* of x, y, z */
        n[e] = g->axes[d].count;
        snprintf(order + 3 * e, sizeof order - 3 * (size_t)e, "[%c]", g->names[2 * d]);
        if (d < a->rank) fits &= a->dims[a->rank - 1 - d] == 1 || a->dims[a->rank - 1 - d] == g->axes[d].count;
        turned &= e >= a->rank || a->dims[e] == g->axes[e].count;
    }
    if (fits) return ST_OK;
    print_shape(is, sizeof is, a->rank, a->dims);
    print_shape(should, sizeof should, dim, n);
    if (turned)
        return fail(ST_CONFIG, "its shape is %s, but that of the grid %s in the order %s: transpose it", is, should,
                    order);
    return fail(ST_CONFIG,
                "its shape is %s, but that of the grid %s in the order %s: an axis has as many numbers as the grid, or "
                "one, unless interpolate = true or nearest = true",
                is, should, order);
}

/* Axes that the array does not have, the slow ones, are constant: one number. */
static enum status lay(struct dataset *s, const struct grid *g, const struct array *a)
{
    s->dim = g->dim, s->count = 1;
    if (a->rank > g->dim) return fail(ST_CONFIG, "%d axes, but the problem has %d", a->rank, g->dim);
    if (g->spec->interpolate && g->spec->nearest) return fail(ST_CONFIG, "interpolate and nearest exclude each other");
    if (!g->spec->interpolate && !g->spec->nearest) TRY(check_shape(g, a));
    for (int d = 0; d < g->dim; d++) {
        const int64_t n = d < a->rank ? a->dims[a->rank - 1 - d] : 1;
        s->axis[d] = dataset_axis_of(&g->axes[d], n, g->spec->nearest);
        s->axis[d].stride = s->count;
        if (__builtin_mul_overflow(s->count, n, &s->count)) return fail(ST_CONFIG, "too many numbers");
    }
    if (s->count <= 0) return fail(ST_CONFIG, "no numbers in it");
    const double bytes = (double)s->count * sizeof(double), memory = (double)mem_machine_bytes();
    if (bytes > memory)
        return fail(ST_CONFIG, "%.3g numbers need %.3g GB, but this machine has %.3g GB of memory", (double)s->count,
                    bytes / 1e9, memory / 1e9);
    return ST_OK;
}

static bool usable(const void *grid, const struct array *a)
{
    return lay(&(struct dataset){0}, grid, a) == ST_OK;
}

static enum status read_numbers(struct dataset *s, struct store *file, const char *path)
{
    TRY(mem_array(&s->data, HOST, s->count, sizeof(double)));
    TRY(store_array_read(file, path, REAL64, s->data));
    TRY(store_array_doubt(file, path));
    for (int64_t i = 0; i < s->count; i++)
        if (!isfinite(s->data[i])) return fail(ST_CONFIG, "number %lld is %g", (long long)i, s->data[i]);
    return ST_OK;
}

/* The sentences of files name dataset and file, as that of dataset_make does: of these the reason is left. */
static enum status shape_of(struct store *file, const char *path, struct array *out)
{
    const enum status st = store_array_shape(file, path, out);
    char again[512];
    const size_t named = (size_t)snprintf(again, sizeof again, "cannot read %s of ", path);
    if (st != ST_IO || named >= sizeof again || strncmp(fail_text(), again, named) != 0) return st;
    const char *const reason = strstr(fail_text() + named, ": ");
    if (reason && (strstr(reason, "doesn't exist") || strstr(reason, "component not found")))
        return fail(ST_CONFIG, "the file does not have it");
    return reason ? fail(ST_CONFIG, "cannot read it%s", reason) : st;
}

static enum status load(struct dataset *s, struct store *file, const struct grid *g)
{
    struct array a = {0};
    TRY(shape_of(file, g->spec->dataset, &a));
    TRY(lay(s, g, &a));
    return read_numbers(s, file, g->spec->dataset);
}

enum status dataset_make(struct dataset **out, const struct field_spec *spec, const char *names, int dim,
                         const struct field_axis *axes)
{
    struct dataset *s;
    struct store *file;
    *out = NULL;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    const struct grid grid = {spec, names, dim, axes};
    const struct store_wanted wanted = {spec->dataset, usable, &grid};
    const bool paused = signals_pause();
    enum status st = store_open_wanted(&file, spec->file, &wanted, 1);
    if (st == ST_OK) {
        st = load(s, file, &grid);
        store_close(file);
    }
    signals_resume(paused);
    if (st == ST_OK) return *out = s, ST_OK;
    dataset_free(s);
    return fail_within(st == ST_IO ? ST_CONFIG : st, "dataset %s of %s: ", spec->dataset, spec->file);
}

struct dataset *dataset_free(struct dataset *s)
{
    if (s) mem_free(s->data);
    return mem_free(s);
}
