/* Records the phases of each thread with their times. */
#include "base/timing/trace.h"

#include <assert.h>
#include <stddef.h>

#include "base/memory.h"
#include "base/timer.h"

/* The spans of one thread; a cache line of its own, so that noting does not slow the others. */
struct lane {
    struct span *span;
    int64_t count, dropped;
    const char *phase;
    double since;
    char apart[64 - 3 * 8 - sizeof(char *) - sizeof(struct span *)];
};

struct trace {
    int threads;
    int64_t capacity;
    double origin;
    struct span *spans;
    struct lane *lane;
};

enum status trace_make(struct trace **out, int threads, int64_t capacity)
{
    assert(threads >= 1 && capacity >= 1);
    struct trace *t;
    *out = NULL;
    TRY(mem_alloc(&t, HOST, sizeof *t));
    *t = (struct trace){.threads = threads, .capacity = capacity};
    enum status s = mem_array(&t->lane, HOST, threads, sizeof *t->lane);
    if (s == ST_OK) s = mem_array(&t->spans, HOST, threads * capacity, sizeof *t->spans);
    if (s != ST_OK) {
        trace_free(t);
        return s;
    }
    for (int k = 0; k < threads; k++) t->lane[k].span = t->spans + k * capacity;
    trace_begin(t);
    *out = t;
    return ST_OK;
}

struct trace *trace_free(struct trace *t)
{
    if (!t) return NULL;
    mem_free(t->spans);
    mem_free(t->lane);
    return mem_free(t);
}

void trace_begin(struct trace *t)
{
    for (int k = 0; k < t->threads; k++) {
        struct lane *const l = &t->lane[k];
        l->count = l->dropped = 0;
        l->phase = NULL;
    }
    t->origin = seconds_now();
}

void trace_enter(struct trace *t, int thread, const char *phase)
{
    if (!t) return;
    assert(thread >= 0 && thread < t->threads);
    struct lane *const l = &t->lane[thread];
    const double now = seconds_now() - t->origin;
    if (l->phase && l->count < t->capacity) l->span[l->count++] = (struct span){l->phase, l->since, now};
    else if (l->phase) l->dropped++;
    l->phase = phase;
    l->since = now;
}

int trace_threads(const struct trace *t)
{
    return t->threads;
}

const struct span *trace_spans(const struct trace *t, int thread, int64_t *count)
{
    *count = t->lane[thread].count;
    return t->lane[thread].span;
}

int64_t trace_dropped(const struct trace *t)
{
    int64_t dropped = 0;
    for (int k = 0; k < t->threads; k++) dropped += t->lane[k].dropped;
    return dropped;
}
