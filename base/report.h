/* Numbers compared with their bounds: what a verification reports. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* One number held against one bound. */
struct check {
    char name[160];
    double value, limit;
    bool at_least; /* the value must be >= limit instead of <= */
    bool ok;
};

struct report {
    size_t count, capacity;
    struct check *check;
    void (*said)(const struct check *c); /* called for each check as it is made, or NULL */
};

/* Adds a check; NaN never passes. */
enum status report_at_most(struct report *r, double value, double limit, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
enum status report_at_least(struct report *r, double value, double limit, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
void report_free(struct report *r);
