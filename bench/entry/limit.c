/* Adds passes over the memory of the host as entries. */
#include "bench/entry/limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"

enum { QUICK = 5 << 20 };

/* The patterns share their arrays; the last entry frees them. */
struct limit {
    struct traffic *traffic;
    enum traffic_pattern pattern;
    struct bench *bench;
    int64_t bytes;
    bool last;
};

static enum status run(void *context)
{
    const struct limit *const l = context;
    traffic_run(l->traffic, l->pattern);
    return ST_OK;
}

static void end(void *context)
{
    struct limit *const l = context;
    if (l->last) {
        traffic_free(l->traffic);
        l->bench->resident -= l->bytes;
    }
    free(l);
}

static enum status add(struct bench *b, struct limit limit)
{
    int index;
    struct limit *const l = malloc(sizeof *l);
    struct entry *e;
    if (!l) return fail(ST_NOMEM, "no memory for a benchmark");
    *l = limit;
    const enum status s = bench_add(b, &e, &index);
    if (s != ST_OK) {
        free(l);
        return s;
    }
    snprintf(e->name, sizeof e->name, "%s", traffic_name(l->pattern));
    e->kind = "limit";
    e->layout = "stream";
    e->precision = "double";
    e->units = traffic_bytes(l->traffic, l->pattern);
    e->bytes_per_unit = 1;
    e->n = (int64_t)e->units;
    e->batch = 1;
    e->call = run;
    e->end = end;
    e->context = l;
    return ST_OK;
}

int limit_find(const struct bench *b, enum traffic_pattern pattern)
{
    for (int i = b->first; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        if (e->exec.space == HOST && !strcmp(e->kind, "limit") && !strcmp(e->name, traffic_name(pattern))) return i;
    }
    return -1;
}

enum status limit_add(struct bench *b)
{
    struct traffic *traffic;
    if (limit_find(b, TRAFFIC_SOLVE) >= 0) return ST_OK;
    const int64_t bytes = traffic_size(b->scale_n ? QUICK : b->memory > 0 ? b->memory / 4 : INT64_MAX);
    TRY(traffic_make(&traffic, b->exec, bytes));
    if (traffic_in_caches(bytes) && !b->scale_n)
        TRY(bench_skip(b, "the limit of the memory: %.3g MB, a part of the free memory, are largely in the caches",
                       (double)bytes / 1e6));
    for (int p = 0; p < TRAFFIC_PATTERNS; p++) {
        const bool last = p == TRAFFIC_PATTERNS - 1;
        const struct limit limit = {traffic, (enum traffic_pattern)p, b, bytes, last};
        const enum status s = add(b, limit);
        if (s == ST_OK) continue;
        traffic_free(traffic);
        return s;
    }
    b->resident += bytes;
    return ST_OK;
}
