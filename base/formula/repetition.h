/* The order in which the values of a column follow each other on a grid: each stays for a run of points, such as the y
 * of a row, or they repeat after some, such as the x of each row; found from the values themselves. */
#pragma once
#include <stdint.h>

#include "base/status.h"

enum { REPETITION_MIN = 4 }; /* a value occurs so many times on average, else the column counts as any */

struct repetition {
    enum { REPETITION_ANY, REPETITION_RUNS, REPETITION_PERIOD } kind;
    int64_t count;  /* of values: of the runs, or of the period */
    double *value;  /* [count], unless ANY */
    int64_t *start; /* [count + 1]: where runs begin, and n; RUNS */
    int64_t capacity;
};

/* Reads a column of n values. 0 and -0 are different values. ST_NOMEM; repetition_free in any case. */
enum status repetition_find(struct repetition *r, int64_t n, const double *column);
void repetition_free(struct repetition *r);

/* out[i] = that of value[count] which belongs to point first + i, i < count; ANY: value[n] has one for each point. */
void repetition_spread(const struct repetition *r, const double *value, int64_t first, int64_t count, double *out);
