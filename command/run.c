/* bandstand run: a configuration in, a result file out. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field/evaluated.h"
#include "base/file/atomic_file.h"
#include "base/printable.h"
#include "base/signals.h"
#include "command/commands.h"
#include "command/cores/threads.h"
#include "command/run/checkpoint/checkpoint.h"
#include "command/run/execute.h"
#include "command/run/files.h"
#include "command/run/jobs/jobs.h"
#include "command/run/limit.h"
#include "command/run/record/record.h"
#include "command/run/record/record_scales.h"
#include "command/run/request/request.h"
#include "command/run/rounds.h"
#include "command/run/summary.h"
#include "command/run/worker.h"
#include "command/terminal/command.h"

/* Runs from `first` on. One that fails is recorded and the others still run. Every failure is reported: the last one as
 * that of the command. */
static enum status run_all(struct execution *x, int first)
{
    const struct workload *const w = x->workload;
    enum status worst = ST_OK;
    char sentence[1024] = "";
    for (int i = first; i < w->count; i++) {
        x->current = i;
        if (!w->job[i].refusal) signals_wait(w->settings.checkpoint_wait);
        const enum status s = w->job[i].refusal ? execute_refused(x, i, w->job[i].refusal) : execute(x, i);
        signals_hold();
        if (s != ST_OK && *sentence) fprintf(stderr, "bandstand: %s\n", sentence);
        if (s != ST_OK) snprintf(sentence, sizeof sentence, "%s", fail_text());
        if (s == ST_FAILED) worst = s;
        if (s != ST_OK && s != ST_FAILED) return s;
    }
    return worst == ST_OK ? ST_OK : fail(worst, "%s", sentence);
}

/* Takes over from a checkpoint the finished runs, and the number of the run to continue. */
static enum status take_over(struct execution *x, struct store *checkpoint, int *first)
{
    TRY(checkpoint_job(checkpoint, x->workload, first));
    if (store_has(checkpoint, "/runs")) TRY(store_copy(checkpoint, "/runs", x->result));
    for (int i = 0; i < *first && !x->apart && !x->reference.count; i++)
        TRY(reference_load(&x->reference, x->result, &x->workload->job[i]));
    x->resume = checkpoint;
    x->finished = x->kept = x->taken_over = *first;
    return ST_OK;
}

/* Carries out the runs. The memory limit, if it is measured, is measured before and after them. */
static enum status fill(struct execution *x, const struct request *r, struct store *checkpoint)
{
    const struct workload *const w = x->workload;
    struct limit limit;
    int first = 0;
    limit_before(&limit, w);
    TRY(record_workload(x->result, w, &r->origin));
    if (checkpoint) TRY(take_over(x, checkpoint, &first));
    signals_leaves("no step finished that could be saved; a larger `checkpoint.wait` gives it more time");
    if (r->resume) execution_leaves(r->resume);
    struct stopped stopped = {x, r->origin.output, r->resume, &limit};
    signals_hold();
    signals_save(stopped_save, &stopped);
    const enum status ran = run_all(x, first);
    signals_save(NULL, NULL);
    if (ran != ST_OK && ran != ST_FAILED) return ran;
    char *const sentence = ran == ST_FAILED ? strdup(fail_text()) : NULL;
    enum status s = rounds_take(x);
    if (s == ST_OK) s = sweep_ranks_record(x->ranks, x->result);
    if (!signals_asked()) limit_after(&limit, w);
    if (s == ST_OK) s = limit_record(x->result, w, &limit);
    if (s == ST_OK) s = record_scales(x->result, w);
    if (s == ST_OK && ran == ST_FAILED) s = fail(ran, "%s", sentence ? sentence : "a run failed");
    free(sentence);
    return s;
}

static enum status finish(struct execution *x, const struct request *r, enum status s)
{
    if (s != ST_OK && s != ST_FAILED) {
        store_close(x->result);
        return s;
    }
    char *const sentence = s == ST_FAILED ? strdup(fail_text()) : NULL;
    enum status written = store_commit(x->result);
    if (written == ST_OK) checkpoint_remove(x->checkpoint, &x->written); /* the result is complete */
    if (written == ST_OK && x->workload->settings.xdmf) written = record_xdmf(r->origin.output);
    if (written == ST_OK && s == ST_FAILED) written = fail(s, "%s", sentence ? sentence : "a run failed");
    free(sentence);
    return written;
}

/* Before anything is computed. */
static enum status check_files(const struct request *r, const struct workload *w, const char *checkpoint)
{
    struct files files;
    enum status s = files_make(&files, w, r->origin.output, checkpoint);
    if (s == ST_OK) s = files_check(&files, w);
    files_free(&files);
    return s;
}

/* The result is written: after a signal during the summary there is nothing to continue. */
static void leave_result(const char *path)
{
    char words[1024];
    if (path) snprintf(words, sizeof words, "%s is written", path);
    signals_leaves(path ? words : NULL);
}

/* The summary of a result file that was made with status `ran`, which is kept. */
static enum status summarize(const char *path, bool quiet, enum status ran)
{
    char *const failure = ran == ST_OK ? NULL : strdup(fail_text());
    const enum status s = summary_print(path, quiet);
    if (!quiet) say(stdout, "wrote %s\n", path);
    if (s == ST_OK && ran != ST_OK) fail(ran, "%s", failure ? failure : "a run failed");
    free(failure);
    return s == ST_OK ? ran : s;
}

static enum status run(struct request *r, struct store *checkpoint)
{
    struct workload w = {0};
    struct config *config = NULL;
    struct execution x = {.workload = &w, .quiet = r->quiet};
    struct work_shared shared = {0};
    char *path = NULL;
    enum status s = request_config(r, checkpoint, &config);
    if (s == ST_OK) s = workload_read(&w, config, *r->origin.methods ? r->origin.methods : NULL, r->threads);
    else config_free(config);
    if (s == ST_OK && w.left_out && !r->quiet)
        say(stderr,
            "bandstand: numbers and claims of a paper about runs of %s are left out: --set replaced these runs\n",
            config_name(w.config));
    if (s == ST_OK) s = request_output(r, &w);
    if (s == ST_OK) s = request_path(r, &r->origin.output);
    if (s == ST_OK && !(path = checkpoint_path(&w, r->origin.output))) s = fail(ST_NOMEM, "no memory for a file name");
    if (s == ST_OK) s = request_path(r, &path);
    if (s == ST_OK && checkpoint && (s = checkpoint_fits(checkpoint, &w)) != ST_OK)
        s = fail_within(s, "cannot resume %s: ", r->resume);
    x.checkpoint = path;
    if (s == ST_OK && !(x.timing = calloc((size_t)w.count + 1, sizeof *x.timing)))
        s = fail(ST_NOMEM, "no memory for the times of %d runs", w.count);
    if (path && r->resume && atomic_file_same(path, r->resume)) x.written = checkpoint_seen(path);
    if (s == ST_OK) s = evaluated_make(&x.evaluated);
    if (s == ST_OK) s = check_files(r, &w, path);
    if (s == ST_OK) s = worker_share(&w, &r->origin, &shared);
    x.ranks = shared.points;
    x.apart = shared.runs && w.settings.parallel && w.app->parts;
    if (s == ST_OK && !shared.points && !shared.runs && comm_world() && !r->quiet)
        say(stderr,
            "bandstand: only rank 0 runs %s: it has no sweep whose points %d ranks could take, and they cannot share "
            "its runs\n",
            config_name(w.config), comm_size(comm_world()));
    if (s == ST_OK) s = store_create(&x.result, r->origin.output);
    if (s == ST_OK) {
        checkpoint_remove_abandoned(path);
        store_compression(x.result, (int)w.settings.compression);
        s = finish(&x, r, fill(&x, r, checkpoint));
        leave_result(s == ST_OK || s == ST_FAILED ? r->origin.output : NULL);
        signals_end_at_once();
        if (s == ST_OK || s == ST_FAILED) s = summarize(r->origin.output, r->quiet, s);
        if (s == ST_FAILED && x.misused) s = x.misused; /* reported already */
    }
    reference_free(&x.reference);
    for (int i = 0; x.timing && i < w.count; i++) timing_free(&x.timing[i]);
    free(x.timing);
    evaluated_free(x.evaluated);
    sweep_ranks_free(x.ranks);
    workload_free(&w);
    free(shared.runs);
    free(path);
    return s;
}

int command_run(int argc, char **argv)
{
    struct request r = {0};
    struct store *checkpoint = NULL;
    enum status s = ST_OK;
    int code = request_parse(&r, argc, argv);
    if (code < 0) {
        threads_spin_briefly();
        signal(SIGPIPE, SIG_IGN); /* the result is needed even if the reader of the output ends */
        if (r.resume) s = store_open(&checkpoint, r.resume);
        if (s == ST_OK) s = run(&r, checkpoint);
        code = s == ST_OK ? 0 : command_fail(s);
        if (s == ST_STOPPED) code = 128 + signals_asked();
        store_close(checkpoint);
    }
    request_free(&r);
    return code;
}
