/* Numbers compared with their bounds, and numbers without bounds: what a verification reports. */
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

/* A number that has no bound, such as one of a table. */
struct figure {
    char name[160];
    double value;
};

/* The reason of a refusal, or that the method is not on this machine. */
struct refusal {
    char name[160], why[256];
};

struct report {
    size_t count, capacity;
    struct check *check;
    size_t figures, figures_capacity;
    struct figure *figure;
    size_t refusals, refusals_capacity;
    struct refusal *refusal;
    void (*said)(const struct check *c); /* called for each check as it is made, or NULL */
    void (*line)(const char *text);      /* called for each line of a table for people, or NULL */
};

/* Adds a check; NaN never passes. */
enum status report_at_most(struct report *r, double value, double limit, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
enum status report_at_least(struct report *r, double value, double limit, const char *name, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds a number without a bound, which may be infinite or NaN. */
enum status report_figure(struct report *r, double value, const char *name, ...) __attribute__((format(printf, 3, 4)));

/* Adds a refusal, and passes it to `line`. */
enum status report_refused(struct report *r, const char *why, const char *name, ...)
    __attribute__((format(printf, 3, 4)));

/* Passes a line of text, without its end, to `line`. */
void report_line(struct report *r, const char *text, ...) __attribute__((format(printf, 2, 3)));
void report_free(struct report *r);
