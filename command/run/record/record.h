/* Writes the workload and the results of its runs into the result file. */
#pragma once
#include "base/result/store.h"
#include "command/run/workload/workload.h"

/* The additions of the command line to the configuration: kept, so that a checkpoint can be resumed. */
struct origin {
    char *sets;      /* --set assignments, one per line */
    char *methods;   /* --solvers, "" if it was not given */
    char *output;    /* name of the result file */
    int64_t threads; /* of a checkpoint: those with which it was made */
};

/* Root attributes, /config and /provenance. */
enum status record_workload(struct store *out, const struct workload *w, const struct origin *origin);

/* The group of a run with its attributes and, unless its status shows that it never ran, its metrics, series and (if
 * the workload wants them) final fields. */
enum status record_run(struct store *out, const struct workload *w, const struct job *job, struct sim *sim,
                       const char *status);

/* The fields as they are now: snapshots/<name>_<step>, with the time. */
enum status record_snapshot(struct store *out, const struct job *job, struct sim *sim);

/* Next to a complete result file, an .xdmf that shows the snapshots and final fields of each run on a mesh of two or
 * three dimensions; none if there is no such run. */
enum status record_xdmf(const char *result);
