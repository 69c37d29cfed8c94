/* The arrival rate over a day, read from CSV:
 *
 *     time, lambda
 *     0, 12.5
 *     1, 9.75
 *
 * time rises, in any unit; lambda from 0 to 1e30 is in the unit of the chain's rates. Blank lines and lines that begin
 * with # are passed over. Each time is solved as a steady state of its own, which is right where the day changes slowly
 * compared with the relaxation time of the queue. */
#pragma once
#include <stdint.h>

#include "base/status.h"

#define ARRIVALS_MAX 1e30 /* tasks per unit of time */

struct hour {
    double time, lambda;
};

struct profile {
    int64_t count, capacity;
    struct hour *hour;
};

/* A fault is "file:line: reason" and ST_CONFIG; nothing is left behind. */
enum status profile_read(struct profile *p, const char *path);
void profile_free(struct profile *p);
