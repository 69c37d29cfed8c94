/* A result file in memory: its runs and their metrics, for compare and plot. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/result/store.h"

/* The format of result files, counted up when a reader of the version before could misread one; files without it are
 * older. */
enum { RESULT_FORMAT = 1 };

struct stored_run { /* one run */
    char *name;     /* 000_thomas_host_double */
    char *method, *space, *precision, *status;
    char *label;   /* given by the configuration, or NULL */
    char *chosen;  /* the method that another one, `auto`, chose; or NULL */
    char *why;     /* the reason, a clause; or NULL */
    char *caveats; /* warnings of its application about its answers, one per line; or NULL */
    char *title;   /* unique among runs of its precision: label, or method with a space that is not the host */
    char *called;  /* its name among all runs: with its precision where there are several */
};

/* The view of runs along axes. best_of: the axis along which only the fastest value is shown; against: the run to which
 * others are relative, instead of the first. NULL: not given. */
struct view {
    const char *best_of, *against;
};

struct result {
    struct store *store;
    struct view view; /* of tables and pictures; both NULL unless the caller sets them */
    const char *path; /* borrowed */
    char *app, *title;
    double limit, device_limit; /* GB/s that were measured when the file was made, on host and GPU; NaN: not */
    int64_t count;
    struct stored_run *run;   /* by name */
    struct result_kept *kept; /* of each run, result_kept.h */
    int64_t reference;        /* the first that is ok, or 0 */
};

/* ST_CONFIG if there is no file, or it is not a result. On failure nothing is left to close. */
enum status result_open(struct result *out, const char *path, enum trust trust);
void result_close(struct result *r);

bool stored_run_ok(const struct stored_run *run);

/* A metric of a run, NaN if it was not recorded. */
double result_metric(const struct result *r, const struct stored_run *run, const char *name);

/* The time of a step, in seconds, that all tables, bars, factors and the gate use (base/timing/step_time.h); NaN if it
 * is not known. */
double result_step(const struct result *r, const struct stored_run *run);
/* The relative amount by which this time may be too high; NaN if there were too few steps to know. */
double result_step_spread(const struct result *r, const struct stored_run *run);

/* The speed of a run's steps over that of the reference's; NaN if that is not known. */
double result_speedup(const struct result *r, const struct stored_run *run);

/* The reason why an ok run may not be called best: "not converged"; of one that knows only its residual, "not certain";
 * of one with systems whose solution is wrong and not reported by the method, "wrong"; else NULL. */
const char *result_doubt(const struct result *r, const struct stored_run *run);

/* Prints the reason of each run that is not ok, or only of those that were refused; runs with the same reason in one
 * line. */
void result_explain(const struct result *r, bool refused_only);

/* Prints to `out`, in lines that begin with `before`, which ok runs fell back to another method, did not converge, are
 * not certain of their solution, have lost digits, or doubt their answers. */
void result_warn(const struct result *r, FILE *out, const char *before);
