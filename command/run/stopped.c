/* Keeps the finished runs of a workload that a signal ends. */
#define _GNU_SOURCE /* asprintf, program_invocation_name */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "command/run/execute.h"
#include "command/run/limit.h"
#include "command/run/record/record.h"
#include "command/run/record/record_scales.h"
#include "command/run/rounds.h"

char *stopped_path(const char *result)
{
    char *path = NULL;
    const size_t length = strlen(result),
                 stem = length > 3 && !strcmp(result + length - 3, ".h5") ? length - 3 : length;
    return asprintf(&path, "%.*s.stopped.h5", (int)stem, result) < 0 ? NULL : path;
}

/* The run in progress and those after it. Its state is in the middle of a step, so none of it is recorded. */
static enum status record_missing(struct execution *x, const char *by)
{
    for (int i = x->current; i < x->workload->count; i++) {
        const char *const refusal = x->workload->job[i].refusal;
        char status[128];
        snprintf(status, sizeof status, "stopped: by %s, before %s", by,
                 i > x->current ? "it began" : "it had finished");
        TRY(refusal ? execute_refused(x, i, refusal) : execute_missing(x, i, status));
    }
    return ST_OK;
}

/* Writes the final parts of a file after the last run, except for measurements that take time. */
static enum status write_file(const struct stopped *of, const char *by, const char *path)
{
    struct execution *const x = of->execution;
    enum status s = store_text(x->result, "/", "stopped", by);
    if (s == ST_OK) s = record_missing(x, by);
    if (s == ST_OK) s = rounds_record(x, x->current);
    if (s == ST_OK) s = limit_record(x->result, x->workload, of->limit);
    if (s == ST_OK) s = record_scales(x->result, x->workload);
    if (s == ST_OK) s = store_commit_as(x->result, path);
    else store_close(x->result);
    if (s == ST_OK && x->workload->settings.xdmf) s = record_xdmf(path);
    return s;
}

void stopped_save(void *stopped, int signal_number)
{
    const struct stopped *const of = stopped;
    const struct execution *const x = of->execution;
    const char *const checkpoint = x->written.st_nlink > 0 ? x->checkpoint : of->resume;
    char words[1024] = "", *const path = stopped_path(of->result);
    if (!path || !x->finished || (checkpoint && x->kept >= x->current)) return;
    store_thread_begin(); /* signals_save has a thread of its own */
    const enum status s = write_file(of, signals_name(signal_number), path);
    if (s == ST_OK)
        snprintf(words, sizeof words, "%s holds the %d of %d runs that had finished%s%s%s%s", path, x->finished,
                 x->workload->count, checkpoint ? "; continue with: " : "", checkpoint ? program_invocation_name : "",
                 checkpoint ? " run --resume " : "", checkpoint ? checkpoint : "");
    else snprintf(words, sizeof words, "the finished runs are lost: %s", fail_text());
    signals_leaves(words);
}
