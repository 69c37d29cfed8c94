/* Phases of each thread in time, for a table or a picture of one solve. Methods call trace_enter
 * wherever they are; without a trace that is one comparison. */
#pragma once
#include <stdint.h>

#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trace;

/* A phase of one thread, without a break in between; seconds since trace_begin. */
struct span {
    const char *phase; /* "pcr" */
    double start, end;
};

/* Holds `capacity` spans of each thread; those beyond are dropped and counted. */
enum status trace_make(struct trace **out, int threads, int64_t capacity);
struct trace *trace_free(struct trace *t); /* NULL is fine; returns NULL */

/* Forgets all spans; time starts again at 0. */
void trace_begin(struct trace *t);

/* The calling thread, `thread` of the parallel region, leaves what it was in and enters `phase`, a word that stays;
 * NULL: waits, or has done. */
void trace_enter(struct trace *t, int thread, const char *phase);

int trace_threads(const struct trace *t);
/* In order of time. */
const struct span *trace_spans(const struct trace *t, int thread, int64_t *count);
int64_t trace_dropped(const struct trace *t);

#ifdef __cplusplus
}
#endif
