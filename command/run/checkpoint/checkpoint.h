/* Checkpoint files: the state of a stopped workload, from which it continues to a bit-identical result. */
#pragma once
#include <sys/stat.h>

#include "base/result/store.h"
#include "command/run/record/record.h"
#include "command/run/workload/workload.h"

/* Writes the checkpoint file of a workload: the data that record_workload wrote into `result` and the finished runs are
 * copied from there, and the state of the run in progress is added. */
enum status checkpoint_write(const struct workload *w, struct store *result, int job, struct sim *sim,
                             const char *path);

/* The file of that name as it is now; zeros: there is none. */
struct stat checkpoint_seen(const char *path);
/* Removes it if it is still the complete file that was seen: another run with the same target may have put its own
 * there. */
void checkpoint_remove(const char *path, const struct stat *seen);

/* Removes parts of a checkpoint of that name that killed runs left: this run may not write one, and then would not find
 * them. */
void checkpoint_remove_abandoned(const char *path);

/* The name of the checkpoint file. Caller frees. */
char *checkpoint_path(const struct workload *w, const char *result);

/* From an open checkpoint: the configuration with its --set assignments, ready for workload_read. The caller frees the
 * strings of `origin`, also after a failure. */
enum status checkpoint_config(struct store *in, struct config **config, struct origin *origin);

/* The index of the run in progress. */
enum status checkpoint_job(struct store *in, const struct workload *w, int *job);
/* The method that `auto` or another method had chosen for that run, "" if there is none. The caller frees it. */
enum status checkpoint_chosen(struct store *in, char **method);
/* The state of that run, into `sim` after its begin. */
enum status checkpoint_load(struct store *in, struct sim *sim, int64_t sample_every);

/* ST_CONFIG with the reason if the file was made by another version, commit or level of instructions of the program. */
enum status checkpoint_made_here(struct store *in);
/* ST_CONFIG with the reason if it belongs to another application, to a configuration that has changed, or to other
 * contents of input files, or if a finished run is missing. */
enum status checkpoint_fits(struct store *in, const struct workload *w);
/* ST_CONFIG with the reason if step, time and the lengths of the series that were read disagree. */
enum status checkpoint_agrees(const struct sim *sim, int64_t sample_every);
