/* Runs measured point by point along axes, as batches of different sizes: their series mark the columns of axes. */
#pragma once
#include "base/result/metrics.h"
#include "command/compare/result/result.h"

enum { SWEEP_AXES_MAX = 8 }; /* whatever a file says */

/* One axis of some runs, with its value at each point. */
struct sweep_axis {
    const char *name, *units;
    bool option; /* of the method or another key of its group, not of the problem */
    double *at;  /* [points]; NaN: any value, at a point that no run with this axis has */
    int count;   /* of words */
    struct sweep_word {
        double value;
        char *word; /* that the value stands for, as "auto" */
    } * word;
};

/* The runs of one precision that have axes; the first of them is the reference of the others. Points are those of the
 * reference. Where others have further axes, such as options that only they take, each point is repeated for the values
 * that these runs have there, and a run without an axis is the same at all of its values. */
struct sweep {
    int count;
    struct series *series;
    const struct stored_run **run;
    int axes;
    struct sweep_axis axis[SWEEP_AXES_MAX];
    int64_t points;
    struct sweep_axis best; /* its name NULL, or the axis that was reduced to the best of its values: no `at` */
};

/* The precision of run i if no earlier run has it, or NULL: each once, in order. */
const char *sweep_precision(const struct result *r, int64_t i);

/* Free with sweep_free, also after a failure. The view is r->view, or another one. ST_CONFIG: there is no such axis or
 * run as the view names. */
enum status sweep_load(struct sweep *s, const struct result *r, const char *precision);
enum status sweep_load_view(struct sweep *s, const struct result *r, const char *precision, const struct view *view);
void sweep_free(struct sweep *s);

/* Points and axes, which count from 1. */
int64_t sweep_points(const struct sweep *s);
int sweep_axes(const struct sweep *s);
const struct sweep_axis *sweep_axis(const struct sweep *s, int axis);
/* The axis of that name, or NULL. */
const struct sweep_axis *sweep_axis_named(const struct sweep *s, const char *name);
/* Digits, 10 or more, with which different values of an axis look different. */
int sweep_digits(const struct sweep *s, int axis);
/* A value of the axis as it is read: a word, or a number of so many digits; "-" for any value. */
void sweep_axis_print(char *out, size_t size, const struct sweep_axis *x, double value, int digits);

/* The number of rows of a run. */
int64_t sweep_row_count(const struct sweep *s, int run);
/* The row of a run at a point; -1: it has none. */
int64_t sweep_row(const struct sweep *s, int run, int64_t point);
/* The column of a run at a point of the reference; NaN if it has none. */
double sweep_value(const struct sweep *s, int run, int64_t point, const char *column);

/* The fastest run there, of those whose error, or residual where no error is known, is at most ten times that of the
 * reference, or rounding, that have no system wrong and no more unsolved than the reference; -1: none. */
int sweep_best(const struct sweep *s, int64_t point);

/* The time of the reference over that of the run, at that point. */
double sweep_speedup(const struct sweep *s, int run, int64_t point);

/* A column of the series, or one that follows from the times: "speedup", over the reference, or "longer" than the
 * reference, in percent. Is there one of that name? And its value at a point; NaN: none. */
bool sweep_has(const struct sweep *s, const char *quantity);
double sweep_quantity(const struct sweep *s, int run, int64_t point, const char *quantity);
