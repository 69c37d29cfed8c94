/* Opens the dataset, and reads it step by step. */
#include "apps/poisson/given/steps_file.h"

#include <math.h>

#include "base/memory.h"
#include "base/signals.h"

/* The problem, which determines the shape that the dataset must have. */
struct wanted {
    const struct box *box;
    const struct poisson_params *params;
};

static bool has_steps(const struct wanted *w, const struct array *a)
{
    return a->rank == w->box->dim + 1;
}

static enum status check_shape(const struct wanted *w, const struct array *a)
{
    const int dim = w->box->dim;
    const int64_t steps = poisson_count(w->params);
    if (w->params->f.interpolate || w->params->f.nearest)
        return fail(ST_CONFIG, "has an axis of steps: interpolate and nearest are for datasets without one");
    if (a->dims[0] != steps)
        return fail(ST_CONFIG, "its first axis has %lld steps, but times has %lld", (long long)a->dims[0],
                    (long long)steps);
    for (int d = 0; d < dim; d++)
        if (a->dims[dim - d] != w->box->axis[d].points)
            return fail(ST_CONFIG, "a step has %lld numbers along %c, but the grid %lld", (long long)a->dims[dim - d],
                        "xyz"[d], (long long)w -> box -> axis[d].points);
    return ST_OK;
}

static bool usable(const void *wanted, const struct array *a)
{
    return has_steps(wanted, a) && check_shape(wanted, a) == ST_OK;
}

static enum status fault(const struct field_spec *spec, enum status s)
{
    if (s == ST_OK) return ST_OK;
    return fail_within(s == ST_IO ? ST_CONFIG : s, "%s: dataset %s of %s: ", spec->place ? spec->place : "f",
                       spec->dataset, spec->file);
}

/* Without steps, the dataset is left to the function that reads it completely. */
static enum status open_steps(struct steps_file *f, const struct wanted *w)
{
    const struct store_wanted one = {f->spec->dataset, usable, w};
    struct array a = {0};
    TRY(store_open_wanted(&f->store, f->spec->file, &one, 1));
    if (store_array_shape(f->store, f->spec->dataset, &a) != ST_OK || !has_steps(w, &a)) {
        store_close(f->store);
        f->store = NULL;
        return ST_OK;
    }
    TRY(check_shape(w, &a));
    TRY(store_array_doubt(f->store, f->spec->dataset));
    return mem_array(&f->value, HOST, f->box->points, sizeof *f->value);
}

enum status steps_file_open(struct steps_file **out, const struct box *b, const struct poisson_params *p)
{
    const struct wanted w = {b, p};
    if (p->f.form != FIELD_DATASET) return ST_OK;
    TRY(mem_alloc(out, HOST, sizeof **out));
    **out = (struct steps_file){.box = b, .spec = &p->f, .step = -1};
    const bool paused = signals_pause();
    const enum status s = open_steps(*out, &w);
    signals_resume(paused);
    TRY(fault(&p->f, s));
    if (!(*out)->store) *out = steps_file_close(*out);
    return ST_OK;
}

struct steps_file *steps_file_close(struct steps_file *f)
{
    if (!f) return NULL;
    const bool paused = signals_pause();
    store_close(f->store);
    signals_resume(paused);
    mem_free(f->value);
    return mem_free(f);
}

static enum status read_step(struct steps_file *f, int64_t step)
{
    TRY(store_array_rows(f->store, f->spec->dataset, REAL64, step, 1, f->value));
    for (int64_t i = 0; i < f->box->points; i++)
        if (!isfinite(f->value[i]))
            return fail(ST_CONFIG, "number %lld is %g", (long long)(step * f->box->points + i), f->value[i]);
    f->step = step;
    return ST_OK;
}

enum status steps_file_read(struct steps_file *f, int64_t step)
{
    if (f->step == step) return ST_OK;
    f->step = -1;
    const bool paused = signals_pause();
    const enum status s = read_step(f, step);
    signals_resume(paused);
    return fault(f->spec, s);
}

void steps_file_add(const struct steps_file *f, int64_t k, int64_t from, int64_t to, double *out)
{
    const struct box *const b = f->box;
    const int64_t m = b->axis[0].unknowns;
    for (int64_t j = from; j < to; j++) {
        const double *const row = f->value + b->first + j * b->stride[1] + k * b->stride[2];
        for (int64_t i = 0; i < m; i++) out[(j - from) * m + i] += row[i];
    }
}
