/* The shared part of the files of the regression gate. */
#pragma once
#include "command/compare/gate/regression.h"

struct pair {
    struct regression *gate;
    const struct result *a, *b; /* a is the reference */
    const struct stored_run *run_a, *run_b;
};

/* regression_pair.c: counts and reports a difference; file, run and sentence are filled in. */
void differ(const struct pair *p, const struct difference *d, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports an inconclusive time, filled in likewise. */
void unsure(const struct pair *p, const struct difference *d, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Are method, space and precision the same? */
bool regression_same_key(const struct stored_run *a, const struct stored_run *b);

/* The run of `b` with the key of a->run[i], or NULL; runs of one method with several options are matched by their
 * order. */
const struct stored_run *regression_counterpart(const struct result *a, int64_t i, const struct result *b);

/* regression_values.c: fields, snapshots, series and answers. */
enum status regression_values(const struct pair *p);

/* regression_times.c: of all runs. */
enum status regression_times(struct regression *g, const struct result *a, const struct result *b);

/* regression_doubts.c: warns of circumstances that make all times of two files doubtful. */
enum status regression_doubts(struct regression *g, const struct result *a, const struct result *b);
