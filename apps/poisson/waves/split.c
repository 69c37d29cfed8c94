/* The share of the systems that the host solves, and their transfer there and back. */
#include "apps/poisson/waves/split.h"

#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "base/timer.h"
#include "solvers/batch/relayout.h"
#include "solvers/methods.h"

enum { TRIAL_BYTES = 1 << 22 };

/* Measures the seconds that a byte takes to the device and back. */
static enum status time_bus(double *seconds, const struct exec *device)
{
    char *here = NULL, *away = NULL;
    enum status s = mem_alloc(&here, HOST, TRIAL_BYTES);
    if (s == ST_OK) s = mem_alloc(&away, DEVICE, TRIAL_BYTES);
    for (int trial = 0; trial < 2 && s == ST_OK; trial++) { /* the first one warms up */
        const double began = seconds_now();
        s = device_copy(away, DEVICE, here, HOST, TRIAL_BYTES, device);
        if (s == ST_OK) s = device_copy(here, HOST, away, DEVICE, TRIAL_BYTES, device);
        *seconds = (seconds_now() - began) / TRIAL_BYTES;
    }
    mem_free(away);
    mem_free(here);
    return s;
}

/* The share of all systems that lets host and GPU end at once: split.h. */
static enum status share_by_model(double *share, const struct shape *shape, const struct solver *method,
                                  const void *options, const struct exec *device)
{
    const double unknowns = (double)shape->n * (double)shape->batch;
    double gb_s, bus;
    TRY(device_bandwidth(&gb_s));
    TRY(time_bus(&bus, device));
    const double here = solver_cost(&tridiag_thomas_simd, shape, NULL).bytes / (THREAD_RATE * device->threads);
    const double host = here / unknowns + bus * (double)sizeof(real);
    const double gpu = solver_cost(method, shape, options).bytes / unknowns / (gb_s * 1e9);
    *share = gpu / (gpu + host);
    return ST_OK;
}

/* Cuts complete groups off the end, so that the part has a shape of the same form. */
static void place(struct split *s, const struct shape *shape, double share)
{
    const bool groups = shape->batch > shape->inner;
    const int64_t unit = groups ? shape->inner : 1, most = (shape->batch - 1) / unit;
    int64_t units = (int64_t)(share * (double)shape->batch / (double)unit + 0.5);
    if (units > most) units = most;
    s->count = units * unit;
    const int64_t before = shape->batch - s->count;
    s->first = groups ? before / unit * shape->outer : before * shape->dist;
    s->part = *shape;
    s->part.batch = s->count;
    s->packed = shape_interleaved(shape->n, s->count);
    s->packed.kind = shape->kind, s->packed.tridiag = shape->tridiag, s->packed.matrix = shape->matrix;
}

static enum status copy(real **out, const real *from, int64_t count)
{
    TRY(mem_array(out, HOST, count, sizeof **out));
    memcpy(*out, from, (size_t)count * sizeof **out);
    return ST_OK;
}

enum status split_make(struct split *s, const struct shape *shape, const struct solver *method, const void *options,
                       const struct tridiag *t, int64_t per_cent, struct exec device)
{
    double share = (double)per_cent / 100;
    *s = (struct split){.host = exec_host(device.threads)};
    if (per_cent == SHARE_BY_MODEL) TRY(share_by_model(&share, shape, method, options, &device));
    place(s, shape, share);
    if (s->count == 0) return ST_OK;
    const int64_t values = shape->n * s->count;
    TRY(copy(&s->lower, t->lower, shape->n));
    TRY(copy(&s->diag, t->diag, shape->n));
    TRY(copy(&s->upper, t->upper, shape->n));
    TRY(copy(&s->shift, t->shift + shape->batch - s->count, s->count));
    TRY(mem_array(&s->host_x, HOST, values, sizeof *s->host_x));
    TRY(mem_array(&s->device_x, DEVICE, values, sizeof *s->device_x));
    TRY(device_exec(&s->beside, device.threads));
    return plan_make(&s->systems, &tridiag_thomas_simd, &s->packed, NULL, &s->host);
}

void split_free(struct split *s)
{
    plan_free(s->systems);
    mem_free(s->lower);
    mem_free(s->diag);
    mem_free(s->upper);
    mem_free(s->shift);
    mem_free(s->host_x);
    mem_free(s->device_x);
    device_exec_end(&s->beside);
    *s = (struct split){0};
}

enum status split_solve(struct split *s, real *x)
{
    const int64_t bytes = s->packed.n * s->count * (int64_t)sizeof *s->host_x;
    const struct tridiag t = {s->lower, s->diag, s->upper, s->shift};
    if (s->count == 0) return ST_OK;
    TRY(relayout(s->device_x, &s->packed, x + s->first, &s->part, &s->beside));
    TRY(device_copy(s->host_x, HOST, s->device_x, DEVICE, bytes, &s->beside));
    TRY(plan_solve(s->systems, &(struct system){.kind = KIND_TRIDIAG, .tridiag = t, .x = s->host_x}));
    TRY(device_copy(s->device_x, DEVICE, s->host_x, HOST, bytes, &s->beside));
    TRY(relayout(x + s->first, &s->part, s->device_x, &s->packed, &s->beside));
    return device_wait(&s->beside);
}

double split_plan_traffic(const struct split *s)
{
    const double values = (double)s->packed.n * (double)s->count;
    return s->count ? plan_cost(s->systems).bytes + 4 * values * (double)sizeof(real) : 0;
}

double split_plan_bytes(const struct split *s)
{
    return s->count ? (double)plan_bytes(s->systems) : 0;
}
