/* The regression gate: compares the values and times of a result file with those of a reference file. */
#pragma once
#include <stdbool.h>

#include "command/compare/result.h"

struct regression {
    bool values; /* compare fields, snapshots and series: |a - b| <= atol + rtol |a|, never true of NaN */
    double rtol, atol;
    double max_slowdown; /* of seconds_step relative to the file's own reference run; 0: not looked at */
    void (*report)(void *context, const char *sentence); /* of every difference */
    void *context;
    int64_t compared, differences; /* datasets and ratios looked at; counted by regression_compare */
};

/* Compares `other` with `reference`: runs of the same method, space and precision, in order. Differences are
 * reported and no failure; a file that cannot be read is one. */
enum status regression_compare(struct regression *g, const struct result *reference, const struct result *other);
