/* Wall time, and the phases that it was spent in. */
#pragma once

enum phase { PHASE_SETUP, PHASE_ASSEMBLE, PHASE_FACTOR, PHASE_SOLVE, PHASE_TRANSFER, PHASE_STORE, PHASE_COUNT };

struct clock {
    double seconds[PHASE_COUNT];
};

/* Monotonic seconds since an arbitrary moment. */
double seconds_now(void);

/* CPU seconds of the whole process, and of this thread, to distinguish a disturbed sample from a clean one. */
double seconds_cpu(void);
double seconds_cpu_thread(void);

/* Charges the time since `since` (of seconds_now) to `phase` and returns the present moment, so that
 * consecutive phases read t = clock_charge(c, PHASE_X, t). */
double clock_charge(struct clock *c, enum phase phase, double since);

/* "setup", "assemble", ... */
const char *phase_name(enum phase phase);
