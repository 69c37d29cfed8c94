/* One more call of each entry, untimed: instructions, cycles, and which thread was in which phase. */
#include <stdlib.h>

#include "base/timing/sample.h"

static enum status keep_phases(struct entry *e, const struct trace *t)
{
    int64_t all = 0, count;
    for (int k = 0; k < trace_threads(t); k++) trace_spans(t, k, &count), all += count;
    free(e->phase);
    e->phases = 0;
    e->phase = calloc((size_t)all + 1, sizeof *e->phase);
    if (!e->phase) return fail(ST_NOMEM, "no memory for %lld phases", (long long)all);
    for (int k = 0; k < trace_threads(t); k++) {
        const struct span *const s = trace_spans(t, k, &count);
        for (int64_t i = 0; i < count; i++) e->phase[e->phases++] = (struct thread_span){.thread = k, .span = s[i]};
    }
    return ST_OK;
}

static enum status observe(struct bench *b, struct entry *e, struct counters *counters)
{
    TRY(bench_prepare(b, e));
    if (e->exec.trace) trace_begin(e->exec.trace);
    if (counters) counters_begin(counters);
    const enum status s = e->call(e->context);
    if (counters) e->counts = counters_end(counters);
    if (s != ST_OK || !e->exec.trace) return s;
    return keep_phases(e, e->exec.trace);
}

enum status bench_observe(struct bench *b)
{
    struct counters *counters;
    enum status s = counters_make(&counters, &b->exec);
    if (s == ST_DEVICE) s = bench_skip(b, "%s", fail_text());
    for (int i = b->first; s == ST_OK && i < b->count && !bench_over(b); i++)
        if (b->entry[i].exec.space == HOST) s = observe(b, &b->entry[i], counters);
    counters_free(counters);
    return s;
}
