/* bandstand run: a configuration in, a result file out. */
#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/atomic_file.h"
#include "base/printable.h"
#include "base/signals.h"
#include "command/arguments.h"
#include "command/command.h"
#include "command/keys.h"
#include "command/limit.h"
#include "command/run/checkpoint.h"
#include "command/run/execute.h"
#include "command/run/files.h"
#include "command/run/folder.h"
#include "command/run/record.h"
#include "command/run/summary.h"
#include "command/threads.h"

struct request {
    const char *config, *resume;
    struct origin origin;
    int64_t threads;
    char *full;        /* where `resume` is, if `moved` */
    bool quiet, moved; /* to the folder where the run began */
};

static int help(void)
{
    fputs("Usage: bandstand run CONFIG [OPTION ...]\n"
          "       bandstand run --resume FILE\n\n"
          "Runs the application that a configuration names, once under each solver, and writes one result file.\n\n"
          "  -s, --set KEY=VALUE   replace or add a setting: --set grid.n=64 --set solvers[0].method=pcr;\n"
          "                        --set solver.method=pcr replaces the configuration's solvers by this one\n"
          "  -S, --solvers LIST    instead of the configuration's: all, or names separated by commas\n"
          "  -t, --threads N       OpenMP threads; more than there are cores are allowed, but slow\n"
          "  -o, --output FILE     result file; default output/NAME.h5\n"
          "  -r, --resume FILE     go on from a checkpoint, to bitwise the same end\n"
          "  -q, --quiet           no progress, no summary; warnings and faults alone, on stderr\n"
          "  -k, --keys APP        the settings of an application, their defaults and bounds\n"
          "  -h, --help            this text\n\n"
          "SIGINT, SIGTERM, SIGHUP or SIGXCPU: if the step is done within `checkpoint.wait` seconds, a checkpoint is\n"
          "written and the command to go on is printed; else the program ends, and an older checkpoint stays. A second "
          "signal "
          "ends it at once.\n",
          stdout);
    return 0;
}

/* Appends a line, or replaces the text. */
static bool keep(char **text, const char *line, bool append)
{
    char *grown = NULL;
    if (asprintf(&grown, append ? "%s%s\n" : "%.0s%s", *text ? *text : "", line) < 0) return false;
    free(*text);
    *text = grown;
    return true;
}

/* The exit code if all is done or wrong, -1 to go on. */
static int parse(int argc, char **argv, struct request *r)
{
    static const struct flag flags[] = {
        {"set", 's', true},    {"solvers", 'S', true}, {"threads", 't', true},
        {"output", 'o', true}, {"resume", 'r', true},  {"quiet", 'q', false},
        {"keys", 'k', true},   {"help", 'h', false},   {0},
    };
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    bool kept = true;
    const char *keys = NULL;
    for (int id; (id = arguments_next(&a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 'k') keys = a.value;
        if (id == 'S' && !*a.value) return command_misuse("run", "--solvers: no method is named");
        if (id == 'o' && !*a.value) return command_misuse("run", "--output: no file is named");
        if (id == 's' && strchr(a.value, '\n')) return command_misuse("run", "--set: a newline in '%s'", a.value);
        if (id == 's') kept &= keep(&r->origin.sets, a.value, true);
        if (id == 'S') kept &= keep(&r->origin.methods, a.value, false);
        if (id == 'o') kept &= keep(&r->origin.output, a.value, false);
        if (id == 't' && !argument_int(&a, "threads", 1, EXEC_THREADS_MAX, &r->threads)) return 2;
        if (id == 'r') r->resume = a.value;
        if (id == 'q') r->quiet = true;
    }
    if (keys && argc > 3) return command_misuse("run", "--keys goes alone");
    if (keys) return keys_print(keys);
    if (!kept) return command_fail(fail(ST_NOMEM, "no memory for the command line"));
    if (argc - a.operand > 1)
        return command_misuse("run", "one configuration at a time, not '%s' too", argv[a.operand + 1]);
    r->config = argv[a.operand];
    if (r->resume && (r->config || r->origin.sets || r->origin.methods))
        return command_misuse("run", "--resume takes the configuration and its settings from the checkpoint alone");
    if (!r->config && !r->resume) return command_misuse("run", "which configuration?");
    return -1;
}

/* Names of the command line hold where we are, those of the configuration where the run began. */
static enum status go_back(struct request *r, struct store *checkpoint)
{
    char *const resume = folder_absolute(r->resume), *const output =
                                                         r->origin.output ? folder_absolute(r->origin.output) : NULL;
    const bool named = resume && (output || !r->origin.output);
    r->moved = named && folder_enter(checkpoint);
    if (!r->moved) return free(resume), free(output), named ? ST_OK : fail(ST_NOMEM, "no memory for a file name");
    free(r->origin.output);
    r->origin.output = output;
    r->resume = r->full = resume;
    return ST_OK;
}

/* A printed name has to be valid in the folder of the user. */
static enum status name_fully(const struct request *r, char **name)
{
    if (!r->moved || !*name) return ST_OK;
    char *const full = folder_absolute(*name);
    if (!full) return fail(ST_NOMEM, "no memory for a file name");
    free(*name);
    *name = full;
    return ST_OK;
}

static enum status load(struct request *r, struct store *checkpoint, struct config **config)
{
    if (checkpoint) {
        TRY(go_back(r, checkpoint));
        char *const asked = r->origin.output;
        r->origin.output = NULL;
        const enum status s = checkpoint_config(checkpoint, config, &r->origin);
        if (asked) free(r->origin.output), r->origin.output = asked;
        if (!r->threads) r->threads = r->origin.threads;
        return s == ST_OK ? ST_OK : fail_within(s, "cannot resume %s: ", r->resume);
    }
    TRY(config_load(config, r->config));
    if (!r->origin.sets && !keep(&r->origin.sets, "", false)) return fail(ST_NOMEM, "no memory for the settings");
    if (!r->origin.methods && !keep(&r->origin.methods, "", false)) return fail(ST_NOMEM, "no memory for the settings");
    return settings_apply(*config, r->origin.sets);
}

/* The result file: as asked, as configured, or output/<name of the configuration>.h5. */
static enum status name_output(struct request *r, const struct workload *w)
{
    char *name = NULL;
    if (r->origin.output) return ST_OK;
    char *const copy = strdup(config_name(w->config));
    if (!copy) return fail(ST_NOMEM, "no memory for the name of the result file");
    const char *const base = basename(copy);
    const size_t length = strlen(base), stem = length > 4 && !strcmp(base + length - 4, ".cfg") ? length - 4 : length;
    const int made =
        w->settings.file ? asprintf(&name, "%s", w->settings.file) : asprintf(&name, "output/%.*s.h5", (int)stem, base);
    free(copy);
    if (made < 0) return fail(ST_NOMEM, "no memory for the name of the result file");
    r->origin.output = name;
    if (w->settings.file || mkdir("output", 0777) == 0 || errno == EEXIST) return ST_OK;
    return fail(ST_IO, "cannot make the folder output: %s", strerror(errno));
}

/* Runs from `first` on. One that fails is recorded and the others still run. Every failure is reported: the last one
 * as that of the whole. */
static enum status run_all(struct execution *x, int first)
{
    const struct workload *const w = x->workload;
    enum status worst = ST_OK;
    char sentence[1024] = "";
    for (int i = first; i < w->count; i++) {
        const enum status s = w->job[i].refusal ? execute_refused(x, i, w->job[i].refusal) : execute(x, i);
        if (s != ST_OK && *sentence) fprintf(stderr, "bandstand: %s\n", sentence);
        if (s != ST_OK) snprintf(sentence, sizeof sentence, "%s", fail_text());
        if (s == ST_FAILED) worst = s;
        if (s != ST_OK && s != ST_FAILED) return s;
    }
    return worst == ST_OK ? ST_OK : fail(worst, "%s", sentence);
}

/* What a checkpoint brings: the finished runs, and which one to go on with. */
static enum status take_over(struct execution *x, struct store *checkpoint, int *first)
{
    TRY(checkpoint_job(checkpoint, x->workload, first));
    if (store_has(checkpoint, "/runs")) TRY(store_copy(checkpoint, "/runs", x->result));
    for (int i = 0; i < *first && !x->reference.count; i++)
        TRY(reference_load(&x->reference, x->result, &x->workload->job[i]));
    x->resume = checkpoint;
    return ST_OK;
}

/* Where the memory limit is measured, it is before and after the runs. */
static enum status fill(struct execution *x, const struct request *r, struct store *checkpoint)
{
    const struct workload *const w = x->workload;
    struct limit limit;
    int first = 0;
    limit_before(&limit, w);
    TRY(record_workload(x->result, w, &r->origin));
    if (checkpoint) TRY(take_over(x, checkpoint, &first));
    signals_leaves("no step was done that could be written down; `checkpoint.wait` gives it more time");
    if (r->resume) execution_leaves(r->resume);
    signals_wait(w->settings.checkpoint_wait);
    const enum status ran = run_all(x, first);
    signals_hold();
    if (ran != ST_OK && ran != ST_FAILED) return ran;
    char *const sentence = ran == ST_FAILED ? strdup(fail_text()) : NULL;
    if (!signals_asked()) limit_after(&limit, w);
    enum status s = limit_record(x->result, w, &limit);
    if (s == ST_OK && ran == ST_FAILED) s = fail(ran, "%s", sentence ? sentence : "a run failed");
    free(sentence);
    return s;
}

static enum status finish(struct execution *x, const struct request *r, enum status s)
{
    if (s != ST_OK && s != ST_FAILED) {
        store_discard(x->result);
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
    if (s == ST_OK) s = files_check(&files, w->config);
    files_free(&files);
    return s;
}

/* The result is written: a signal during the summary leaves nothing to go on with. */
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
    char *path = NULL;
    enum status s = load(r, checkpoint, &config);
    if (s == ST_OK) s = workload_read(&w, config, *r->origin.methods ? r->origin.methods : NULL, r->threads);
    else config_free(config);
    if (s == ST_OK) s = name_output(r, &w);
    if (s == ST_OK) s = name_fully(r, &r->origin.output);
    if (s == ST_OK && !(path = checkpoint_path(&w, r->origin.output))) s = fail(ST_NOMEM, "no memory for a file name");
    if (s == ST_OK) s = name_fully(r, &path);
    if (s == ST_OK && checkpoint && (s = checkpoint_fits(checkpoint, &w)) != ST_OK)
        s = fail_within(s, "cannot resume %s: ", r->resume);
    x.checkpoint = path;
    if (path && r->resume && atomic_file_same(path, r->resume)) x.written = checkpoint_seen(path);
    if (s == ST_OK) s = check_files(r, &w, path);
    if (s == ST_OK) s = store_create(&x.result, r->origin.output);
    if (s == ST_OK) {
        store_compression(x.result, (int)w.settings.compression);
        s = finish(&x, r, fill(&x, r, checkpoint));
        leave_result(s == ST_OK || s == ST_FAILED ? r->origin.output : NULL);
        signals_end_at_once();
        if (s == ST_OK || s == ST_FAILED) s = summarize(r->origin.output, r->quiet, s);
        if (s == ST_FAILED && x.misused) s = x.misused; /* reported already */
    }
    reference_free(&x.reference);
    workload_free(&w);
    free(path);
    return s;
}

int command_run(int argc, char **argv)
{
    struct request r = {0};
    struct store *checkpoint = NULL;
    enum status s = ST_OK;
    int code = parse(argc, argv, &r);
    if (code < 0) {
        threads_spin_briefly();
        signal(SIGPIPE, SIG_IGN); /* the result is wanted even if the reader of the output ends */
        if (r.resume) s = store_open(&checkpoint, r.resume);
        if (s == ST_OK) s = run(&r, checkpoint);
        code = s == ST_OK ? 0 : command_fail(s);
        if (s == ST_STOPPED) code = 128 + signals_asked();
        store_discard(checkpoint);
    }
    free(r.origin.sets);
    free(r.origin.methods);
    free(r.origin.output);
    free(r.full);
    return code;
}
