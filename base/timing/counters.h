/* Hardware counters: instructions and cycles of all threads between two calls, in user mode. Linux perf
 * events; virtual machines and kernel.perf_event_paranoid may forbid them, which is reported. */
#pragma once
#include "base/exec.h"
#include "base/status.h"

struct counts {
    double instructions, cycles;
};

struct counters;

/* For the threads of the parallel regions of exec. ST_DEVICE with a sentence that says why there are none. */
enum status counters_make(struct counters **out, const struct exec *exec);
struct counters *counters_free(struct counters *c); /* NULL is fine; returns NULL */

/* From zero. */
void counters_begin(struct counters *c);
struct counts counters_end(struct counters *c);
