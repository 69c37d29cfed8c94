/* Reads a dataset of an HDF5 file and interpolates it, linearly or by the nearest node, at points of a domain. */
#include "base/field/dataset.h"

#include <math.h>

#include "base/memory.h"
#include "base/result/store.h"
#include "base/signals.h"

struct dataset { /* axes in x, y, z order */
    int dim;
    int64_t n[AXES_MAX], stride[AXES_MAX], count;
    double lower[AXES_MAX], scale[AXES_MAX]; /* index = (x - lower) * scale */
    bool nearest;
    double *data;
};

/* Where on an axis: between the samples `first` and first + 1, `weight` of the latter. */
struct spot {
    int64_t first;
    double weight;
};

static struct spot spot_of(const struct dataset *s, int d, double x)
{
    const double last = (double)(s->n[d] - 1), u = fmin(fmax((x - s->lower[d]) * s->scale[d], 0), last);
    const double first = s->nearest ? floor(u + 0.5) : fmin(floor(u), fmax(last - 1, 0));
    return (struct spot){(int64_t)first, s->nearest ? 0 : u - first};
}

double dataset_at(const struct dataset *s, const double *x)
{
    int64_t base = 0, step[AXES_MAX];
    double weight[AXES_MAX], sum = 0;
    for (int d = 0; d < s->dim; d++) {
        const struct spot spot = spot_of(s, d, x[d]);
        base += spot.first * s->stride[d];
        step[d] = spot.weight > 0 ? s->stride[d] : 0;
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
    return axis < s->dim && s->n[axis] > 1;
}

int64_t dataset_breaks(const struct dataset *s, int axis, double *places)
{
    if (!dataset_changes(s, axis)) return 0;
    const int64_t count = s->nearest ? s->n[axis] - 1 : s->n[axis] - 2;
    const double first = s->nearest ? 0.5 : 1;
    for (int64_t i = 0; places && i < count; i++) places[i] = s->lower[axis] + (first + (double)i) / s->scale[axis];
    return count;
}

/* Axes that the array lacks, the slow ones, are constant: one sample. */
static enum status shape(struct dataset *s, const struct array *a, const double *lower, const double *upper)
{
    s->count = 1;
    if (a->rank > s->dim) return fail(ST_CONFIG, "%d axes, but the problem has %d", a->rank, s->dim);
    for (int d = 0; d < s->dim; d++) {
        const double width = upper[d] - lower[d];
        s->n[d] = d < a->rank ? a->dims[a->rank - 1 - d] : 1;
        s->stride[d] = s->count;
        s->lower[d] = lower[d];
        s->scale[d] = s->n[d] > 1 && width > 0 ? (double)(s->n[d] - 1) / width : 0;
        if (__builtin_mul_overflow(s->count, s->n[d], &s->count)) return fail(ST_CONFIG, "too many numbers");
    }
    if (s->count <= 0) return fail(ST_CONFIG, "no numbers in it");
    const double bytes = (double)s->count * sizeof(double), memory = (double)mem_machine_bytes();
    if (bytes > memory)
        return fail(ST_CONFIG, "%.3g numbers need %.3g GB, but this machine has %.3g GB of memory", (double)s->count,
                    bytes / 1e9, memory / 1e9);
    return ST_OK;
}

/* The box that a dataset lies in. */
struct box {
    int dim;
    const double *lower, *upper;
};

static bool usable(const void *box, const struct array *a)
{
    const struct box *const b = box;
    return shape(&(struct dataset){.dim = b->dim}, a, b->lower, b->upper) == ST_OK;
}

static enum status read_numbers(struct dataset *s, struct store *file, const char *path)
{
    TRY(mem_array(&s->data, HOST, s->count, sizeof(double)));
    TRY(store_array_read(file, path, REAL64, s->data));
    for (int64_t i = 0; i < s->count; i++)
        if (!isfinite(s->data[i])) return fail(ST_CONFIG, "number %lld is %g", (long long)i, s->data[i]);
    return ST_OK;
}

static enum status load(struct dataset *s, struct store *file, const char *path, const double *lower,
                        const double *upper)
{
    struct array a = {0};
    TRY(store_array_shape(file, path, &a));
    TRY(shape(s, &a, lower, upper));
    return read_numbers(s, file, path);
}

enum status dataset_make(struct dataset **out, const struct field_spec *spec, int dim, const double *lower,
                         const double *upper)
{
    struct dataset *s;
    struct store *file;
    *out = NULL;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    s->dim = dim;
    s->nearest = spec->nearest;
    const struct box box = {dim, lower, upper};
    const struct store_wanted wanted = {spec->dataset, usable, &box};
    const bool paused = signals_pause();
    enum status st = store_open_wanted(&file, spec->file, &wanted, 1);
    if (st == ST_OK) {
        st = load(s, file, spec->dataset, lower, upper);
        store_discard(file);
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
