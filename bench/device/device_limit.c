/* Measures passes over the memory of the device: reads, copies, the traffic of a solve. */
#include "bench/device/device_limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "bench/device/kernels.h"
#include "bench/entry/benchmark.h"

enum { TRIALS = 5 };
/* Bytes of an array: many times the second-level cache, otherwise a copy looks faster than memory by some percent. */
static const int64_t bytes_max = (int64_t)1 << 31, bytes_quick = 1 << 16;

struct device_limit {
    struct exec exec;
    int64_t tiles;
    void *array[PASS_ARRAYS];
    enum pass faster; /* of the two copies */
    struct stream {
        struct device_limit *owner;
        enum pass pass;
    } stream[PASSES];
};

static struct device_limit *limit_free(struct device_limit *d)
{
    if (!d) return NULL;
    for (int k = 0; k < PASS_ARRAYS; k++) mem_free(d->array[k]);
    device_exec_end(&d->exec);
    return mem_free(d);
}

static enum status queue(void *context)
{
    const struct stream *const s = context;
    return pass_queue(s->pass, s->owner->array, s->owner->tiles, &s->owner->exec);
}

static enum status sweep(void *context)
{
    const struct stream *const s = context;
    return device_limit_sweep(s->owner);
}

static void end(void *context)
{
    struct stream *const s = context;
    if (s->pass == 0) limit_free(s->owner); /* entries are freed in reverse */
}

static enum status add(struct bench *b, struct stream *s)
{
    struct entry *e;
    int index;
    TRY(bench_add(b, &e, &index));
    snprintf(e->name, sizeof e->name, "%s", pass_name(s->pass));
    e->kind = "limit";
    e->layout = "stream";
    e->precision = "double";
    e->exec = s->owner->exec;
    e->n = pass_arrays(s->pass) * s->owner->tiles * PASS_TILE;
    e->batch = 1;
    e->units = (double)e->n;
    e->bytes_per_unit = 1;
    e->prepare = sweep;
    e->call = queue;
    e->end = end;
    e->context = s;
    return ST_OK;
}

/* The least time of a few, in seconds. */
static enum status trial(struct stream *s, double *min)
{
    for (int t = 0; t < TRIALS; t++) {
        double seconds;
        TRY(device_seconds(&seconds, &s->owner->exec, queue, s));
        if (t == 0 || seconds < *min) *min = seconds;
    }
    return ST_OK;
}

static enum status choose(struct device_limit *d)
{
    double ours = 0, theirs = 0;
    TRY(trial(&d->stream[PASS_COPY], &ours));
    TRY(trial(&d->stream[PASS_MEMCPY], &theirs));
    d->faster = ours <= theirs ? PASS_COPY : PASS_MEMCPY;
    return ST_OK;
}

static enum status begin(struct device_limit *d, const struct bench *b)
{
    int64_t bytes = device_memory_bytes() / 32;
    if (bytes > bytes_max) bytes = bytes_max;
    if (b->scale_n) bytes = bytes_quick;
    d->tiles = bytes / PASS_TILE;
    TRY(device_exec(&d->exec, b->exec.threads));
    for (int k = 0; k < PASS_ARRAYS; k++) {
        TRY(mem_array(&d->array[k], DEVICE, d->tiles, PASS_TILE));
        const int64_t quarter = d->tiles * PASS_TILE / 4 / (int64_t)sizeof(real);
        rows_queue(d->array[k], quarter, quarter, ROWS_DOMINANT, &d->exec);
    }
    for (int p = 0; p < PASSES; p++) d->stream[p] = (struct stream){d, (enum pass)p};
    return choose(d);
}

/* The limit that this part already has, from the other precision. */
static struct device_limit *find(const struct bench *b, int *first)
{
    for (*first = b->first; *first < b->count; ++*first) {
        const struct entry *const e = &b->entry[*first];
        if (e->exec.space == DEVICE && !strcmp(e->kind, "limit")) return ((struct stream *)e->context)->owner;
    }
    return NULL;
}

static enum status make(struct device_limit **out, struct bench *b)
{
    TRY(device_ready());
    TRY(mem_alloc(out, HOST, sizeof **out));
    enum status s = begin(*out, b);
    for (int p = 0; p < PASSES_USUAL && s == ST_OK; p++) {
        s = add(b, &(*out)->stream[p]);
        if (s != ST_OK && p > 0) return s; /* the bench frees it */
    }
    if (s != ST_OK) *out = limit_free(*out);
    return s;
}

enum status device_limit_add(struct bench *b, struct device_limit **out, int *limit)
{
    int first;
    *out = find(b, &first);
    if (!*out) TRY(make(out, b));
    *limit = first + (int)(*out)->faster;
    return ST_OK;
}

static enum status add_limits(struct bench *b)
{
    struct device_limit *device;
    const int before = b->count;
    int limit;
    const enum status there = device_limit_add(b, &device, &limit);
    if (there != ST_OK) return there == ST_DEVICE ? bench_skip(b, "%s", fail_text()) : there;
    if (b->count == before) return ST_OK; /* added with the other precision */
    for (int p = PASSES_USUAL; p < PASSES; p++) TRY(add(b, &device->stream[p]));
    return ST_OK;
}

const struct benchmark bench_device_limits = {
    "device.limits", "rates of the GPU's memory: read, copied, and read in short runs 4 KB apart", add_limits};

const struct exec *device_limit_exec(const struct device_limit *d)
{
    return &d->exec;
}

enum status device_limit_sweep(const struct device_limit *d)
{
    return pass_queue(PASS_READ, d->array, d->tiles, &d->exec);
}
