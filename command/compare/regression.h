/* The regression gate: is what a file holds what the reference file holds, and did no run become slower? */
#pragma once
#include <stdbool.h>

#include "command/compare/result.h"

struct regression {
    bool values; /* compare fields, snapshots and series: |a - b| <= atol + rtol |a|, never true of NaN */
    double rtol, atol;
    double max_slowdown; /* of seconds_step relative to the file's own reference run; 0: not looked at */
    void (*tell)(void *context, const char *sentence); /* of every difference */
    void *context;
    int64_t compared, differences; /* datasets and ratios looked at; counted by regression_compare */
};

/* Compares `other` with `reference`: runs of the same method, space and precision, in order. What differs is
 * told, not a failure; a failure is a file that cannot be read. */
enum status regression_compare(struct regression *g, const struct result *reference, const struct result *other);
