/* What the parts of the regression gate share. */
#pragma once
#include "command/compare/regression.h"

struct pair {
    struct regression *gate;
    const struct result *a, *b; /* a is the reference */
    const struct stored_run *run_a, *run_b;
};

/* Counts and reports a difference; file, run and sentence are filled in. */
void differ(const struct pair *p, const struct difference *d, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* regression_values.c: fields, snapshots, series and answers. */
enum status regression_values(const struct pair *p);

/* regression_times.c: of a run, and what casts doubt on all times of two files. */
void regression_time(const struct pair *p);
enum status regression_check_times(struct regression *g, const struct result *a, const struct result *b);
