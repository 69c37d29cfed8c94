/* One run: the application's steps, with samples, snapshots, checkpoints and a stop in between. */
#pragma once
#include "command/run/timing.h"
#include "command/run/workload/execution.h"

/* Runs job `index` and records it. ST_FAILED: the run failed, which is recorded, and others may continue. The same
 * holds for a refusal that only the run reveals, as of a chain that is read from a file, if another run has finished;
 * where the job may refuse, it is recorded and ST_OK. ST_STOPPED: a signal came; the checkpoint is written. */
enum status execute(struct execution *x, int index);

/* If a signal ends the program within a step, its last sentence gives the command that continues from this checkpoint.
 */
void execution_leaves(const char *checkpoint);

/* Records a job that cannot be run, and why. */
enum status execute_refused(struct execution *x, int index, const char *why);
/* As above, with any status as the reason why a run has no result. */
enum status execute_missing(struct execution *x, int index, const char *status);

/* Keeps the finished runs if a signal ends the program within a step that takes too long: the result file is written as
 * X.stopped.h5 next to X.h5, an older file of which stays, and the other runs have the status "stopped: ...". Nothing
 * is written if no run has finished, or if the checkpoint holds all finished runs. stopped_save is for signals_save. */
struct limit;
struct stopped {
    struct execution *execution;
    const char *result, *resume; /* file names; resume: the checkpoint from which the program continued, or NULL */
    const struct limit *limit;
};
void stopped_save(void *stopped, int signal_number);
/* The name of that file. Caller frees; NULL: no memory. */
char *stopped_path(const char *result);
