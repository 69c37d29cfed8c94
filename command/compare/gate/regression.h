/* The regression gate: compares the values and times of a result file with those of a reference file. */
#pragma once
#include <stdbool.h>

#include "command/compare/result/result.h"

struct difference {
    const char *file, *run; /* the other file, and the run of the reference, or NULL */
    const char *kind;       /* values, answer, units, place, time, fault, residual, missing, ... */
    const char *place;      /* a dataset, an answer, a metric; or NULL */
    const char *at;         /* where in the dataset, as [3][7]; or NULL */
    double was, is;         /* in the reference and in the other file, if it is a number */
    const char *sentence;
};

struct regression {
    bool values; /* compare fields, snapshots, series and answers: |a - b| <= atol + rtol |a|, or both are NaN */
    double rtol, atol;
    double max_slowdown; /* of a step relative to the file's own reference run; 0: not compared */
    bool absolute;       /* of its time in seconds instead */
    void (*report)(void *context, const struct difference *d); /* of every difference */
    void (*unsure)(void *context, const struct difference *d); /* or NULL: of inconclusive times */
    void (*warn)(void *context, const char *sentence);         /* or NULL: of doubts about times */
    void (*took)(void *context, const struct result *other, const struct stored_run *run,
                 double seconds); /* or NULL; of a run of the reference, in the other file */
    void (*ratio)(void *context, const struct result *other, const struct stored_run *run, double ratio,
                  double spread); /* or NULL; spread: of both, relative; NaN: not known */
    void *context;
    int64_t compared, differences; /* datasets, answers and ratios looked at; counted by regression_compare */
    int64_t inconclusive;          /* times that do not decide whether a run slowed down */
};

/* Compares `other` with `reference`: runs of the same method, space and precision, in order. Differences are reported
 * and are not a failure; a file that cannot be read is one. */
enum status regression_compare(struct regression *g, const struct result *reference, const struct result *other);
