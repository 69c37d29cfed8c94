/* Reads the components of a velocity, whose shapes must be those of the faces. */
#include "apps/poisson/given/velocity_file.h"

#include <math.h>
#include <stdio.h>

#include "base/signals.h"

/* "16 x 33 x 32" */
static void print_shape(char *out, size_t size, int rank, const int64_t *dims)
{
    size_t used = 0;
    *out = '\0';
    for (int d = 0; d < rank && used < size; d++)
        used += (size_t)snprintf(out + used, size - used, "%s%lld", d ? " x " : "", (long long)dims[d]);
}

/* One step needs no axis of its own. */
static enum status check_shape(const struct poisson_params *p, const struct velocity *w, int d, const struct array *a,
                               bool *stepwise)
{
    const int dim = w->box->dim;
    const int64_t steps = poisson_count(p);
    int64_t wanted[4] = {steps};
    char is[128], should[128];
    bool fits = a->rank == dim + 1 || (a->rank == dim && steps == 1);
    for (int e = 0; e < dim; e++) wanted[dim - e] = w->n[d][e];
    *stepwise = a->rank == dim + 1;
    const int64_t *const from = *stepwise || steps > 1 ? wanted : wanted + 1;
    for (int e = 0; fits && e < a->rank; e++) fits = a->dims[e] == from[e];
    if (fits) return ST_OK;
    print_shape(is, sizeof is, a->rank, a->dims);
    print_shape(should, sizeof should, steps > 1 ? dim + 1 : dim, steps > 1 ? wanted : wanted + 1);
    return fail(ST_CONFIG, "%s numbers, but the faces across %c are %s%s", is, "xyz"[d], should,
                steps > 1 ? ", a step of times first" : "");
}

struct component {
    const struct poisson_params *params;
    const struct velocity *velocity;
    int axis;
};

static bool usable(const void *component, const struct array *a)
{
    const struct component *const c = component;
    bool stepwise;
    return check_shape(c->params, c->velocity, c->axis, a, &stepwise) == ST_OK;
}

static enum status fault(const struct velocity_file *f, int d, enum status s)
{
    const struct poisson_projection *const from = &f->params->projection;
    if (s == ST_OK) return ST_OK;
    return fail_within(s == ST_IO ? ST_CONFIG : s, "projection.%c: dataset %s of %s: ", "uvw"[d], from -> component[d],
                       from -> velocity);
}

enum status velocity_file_open(struct velocity_file *f, const struct poisson_params *p, const struct velocity *shape)
{
    struct component of[3];
    struct store_wanted wanted[3];
    *f = (struct velocity_file){.params = p};
    for (int d = 0; d < shape->box->dim; d++) {
        of[d] = (struct component){p, shape, d};
        wanted[d] = (struct store_wanted){p->projection.component[d], usable, &of[d]};
    }
    const bool paused = signals_pause();
    const enum status opened = store_open_wanted(&f->store, p->projection.velocity, wanted, shape->box->dim);
    enum status s =
        opened == ST_OK ? ST_OK : fail_within(opened == ST_IO ? ST_CONFIG : opened, "projection.velocity: ");
    for (int d = 0; s == ST_OK && d < shape->box->dim; d++) {
        struct array a = {0};
        s = store_array_shape(f->store, p->projection.component[d], &a);
        if (s == ST_OK) s = check_shape(p, shape, d, &a, &f->stepwise[d]);
        if (s == ST_OK) s = store_array_doubt(f->store, p->projection.component[d]);
        s = fault(f, d, s);
    }
    signals_resume(paused);
    return s;
}

void velocity_file_close(struct velocity_file *f)
{
    store_close(f->store);
    *f = (struct velocity_file){0};
}

static enum status read_component(const struct velocity_file *f, int d, int64_t step, struct velocity *w)
{
    const char *const path = f->params->projection.component[d];
    const enum number type = sizeof(real) == 4 ? REAL32 : REAL64;
    const int64_t count = w->n[d][w->box->dim - 1];
    if (f->stepwise[d]) TRY(store_array_rows(f->store, path, type, step, 1, w->v[d]));
    else TRY(store_array_rows(f->store, path, type, 0, count, w->v[d]));
    for (int64_t i = 0; i < w->count[d]; i++)
        if (!isfinite((double)w->v[d][i]))
            return fail(ST_CONFIG, "number %lld is %g", (long long)(i + step * w->count[d]), (double)w->v[d][i]);
    return ST_OK;
}

enum status velocity_file_read(const struct velocity_file *f, int64_t step, struct velocity *out)
{
    const bool paused = signals_pause();
    enum status s = ST_OK;
    for (int d = 0; s == ST_OK && d < out->box->dim; d++) s = fault(f, d, read_component(f, d, step, out));
    signals_resume(paused);
    return s;
}
