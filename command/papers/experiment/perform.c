/* Runs one experiment: `bandstand run`, its table, `bandstand plot`, and the verdicts. */
#define _GNU_SOURCE /* asprintf, program_invocation_name */
#include "command/papers/experiment/perform.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file/atomic_file.h"
#include "base/printable.h"
#include "base/signals.h"
#include "command/compare/show/show.h"
#include "command/plot/draw/gnuplot.h"

/* SAVING: seconds that a run has to write its finished runs, in addition to those of its `checkpoint.wait`. */
enum { WORDS_MAX = 64, SAVING = 15 };

/* The command line of a command of this program. */
struct words {
    int count;
    char *word[WORDS_MAX + 1];
};

static void say_word(struct words *w, const char *word)
{
    if (w->count < WORDS_MAX) w->word[w->count++] = (char *)word;
}

static enum status run_command(const struct words *w, const struct experiment *x)
{
    static const struct option wait[] = {{"checkpoint.wait", "", OPT_REAL, 0, .max = 1e9, .default_value = "0.5"}, {0}};
    double seconds = 0;
    int end;
    fflush(stdout);
    if (section_read(x->config, config_root(x->config), wait, &seconds) != ST_OK)
        seconds = 0; /* the run will report the failure */
    const int e = signals_run("/proc/self/exe", w->word, seconds + SAVING, &end);
    if (e) return fail(ST_IO, "cannot start bandstand %s: %s", w->word[1], strerror(e));
    if (WIFEXITED(end) && WEXITSTATUS(end) == 0) return ST_OK;
    if (WIFEXITED(end) && WEXITSTATUS(end) == status_exit(ST_CONFIG))
        return fail(ST_CONFIG, "bandstand %s refuses %s", w->word[1], w->word[2]);
    if (WIFSIGNALED(end)) return fail(ST_FAILED, "bandstand %s ended by signal %d", w->word[1], WTERMSIG(end));
    return fail(ST_FAILED, "bandstand %s failed", w->word[1]);
}

char *performance_file(const struct performance *p, const struct experiment *x, const char *suffix)
{
    char *path;
    return asprintf(&path, "%s/%s%s", p->folder, x->name, suffix) < 0 ? NULL : path;
}

char *performance_verdicts(const struct performance *p)
{
    char *path;
    return asprintf(&path, "%s/verdicts.jsonl", p->folder) < 0 ? NULL : path;
}

static enum status run(const struct performance *p, const struct experiment *x, const char *file)
{
    enum { SETTINGS_MAX = (WORDS_MAX - 8) / 2 };
    struct words w = {0};
    static const char *const words[] = {"bandstand", "run"};
    if (p->quick && x->paper.quick.count > SETTINGS_MAX)
        return section_fault(x->config, config_root(x->config), "quick", "more than %d settings", SETTINGS_MAX);
    for (int i = 0; i < 2; i++) say_word(&w, words[i]);
    say_word(&w, x->path), say_word(&w, "--quiet"), say_word(&w, "--output"), say_word(&w, file);
    say_word(&w, "--set"), say_word(&w, "output.fields=false");
    for (int64_t i = 0; p->quick && i < x->paper.quick.count; i++)
        say_word(&w, "--set"), say_word(&w, x->paper.quick.v[i]);
    const enum status s = run_command(&w, x);
    if (s != ST_CONFIG || !p->quick || !x->paper.quick.count) return s;
    return section_fault(x->config, config_root(x->config), "quick", "bandstand run refuses %s with these settings",
                         x->path);
}

/* A picture that cannot be drawn does not affect verdicts. False: one of them is wrong, as the command has reported. */
static bool draw(const struct performance *p, const struct experiment *x, const char *file)
{
    struct words w = {0};
    if (picture_ready() != ST_OK) {
        fprintf(stderr, "bandstand: no picture: %s\n", fail_text());
        return true;
    }
    say_word(&w, "bandstand"), say_word(&w, "plot"), say_word(&w, file), say_word(&w, "-o"), say_word(&w, p->folder);
    say_word(&w, "--figure");
    if (run_command(&w, x) == ST_OK) return true;
    fprintf(stderr, "bandstand: %s: %s\n", x->path, fail_text());
    return false;
}

void record_print(const struct record *r)
{
    say(stdout, "%s: %s\n", r->id, r->about);
    for (int64_t i = 0; i < r->count; i++) {
        const struct recorded_claim *const c = &r->claim[i];
        const bool placed = *c->where;
        say(stdout, "  %-16s %s%s%s%s\n", claim_verdict_word(c->verdict), c->text, placed ? " (" : "", c->where,
            placed ? ")" : "");
        say(stdout, "                   %s\n", c->reason);
    }
}

/* Were the existing results those of a reduced run? According to the line that was written with them. */
static bool was_quick(const struct performance *p, const struct experiment *x, const char *verdicts)
{
    struct records last = {0};
    bool quick = p->quick;
    if (p->judged && records_load(&last, verdicts) == ST_OK) {
        const struct record *const r = records_find(&last, x->paper.id);
        if (r) quick = r->quick;
    }
    records_free(&last);
    return quick;
}

/* Before anything is computed: can the verdicts be written? */
static enum status check_verdicts(const struct performance *p)
{
    struct records last = {0};
    char *const path = performance_verdicts(p);
    enum status s = path ? records_load(&last, path) : fail(ST_NOMEM, "no memory for a file name");
    if (s == ST_OK) s = atomic_file_check(path, FILE_VERDICTS);
    records_free(&last);
    free(path);
    return s;
}

static enum status show(const struct performance *p, const struct experiment *x, const struct result *r,
                        struct record *out)
{
    char *const verdicts = performance_verdicts(p);
    enum status s = verdicts ? ST_OK : fail(ST_NOMEM, "no memory for a file name");
    if (s == ST_OK) s = record_make(out, x, r, was_quick(p, x, verdicts));
    if (s == ST_OK && !p->silent) s = show_results(r, 1, x->paper.column, NULL);
    if (s == ST_OK && !p->silent) out->undrawn = !draw(p, x, r->path);
    if (s == ST_OK) {
        if (!p->silent) putchar('\n');
        record_print(out);
        s = records_put(verdicts, out);
    }
    free(verdicts);
    return s;
}

static bool is_there(const char *path)
{
    return path && access(path, F_OK) == 0;
}

/* The file that is judged: the result, or otherwise the file that a stopped run has left. NULL: no memory. */
static char *judged_file(const struct performance *p, const struct experiment *x)
{
    char *const whole = performance_file(p, x, ".h5");
    if (!p->judged || is_there(whole)) return whole;
    char *const part = performance_file(p, x, ".stopped.h5");
    if (!is_there(part)) return free(part), whole;
    free(whole);
    return part;
}

/* ST_CONFIG: there is only a checkpoint, which holds the finished runs until the run continues. */
static enum status check_stopped(const struct performance *p, const struct experiment *x, const char *file)
{
    char *const checkpoint = performance_file(p, x, ".checkpoint.h5");
    enum status s = ST_OK;
    if (p->judged && !is_there(file) && is_there(checkpoint))
        s = fail(ST_CONFIG, "%s: it was stopped; continue it with: %s run --resume %s", x->paper.id,
                 program_invocation_name, checkpoint);
    free(checkpoint);
    return s;
}

enum status perform(const struct performance *p, const struct experiment *x, struct record *out)
{
    struct result r;
    *out = (struct record){0};
    TRY(picture_folder(p->folder));
    TRY(check_verdicts(p));
    char *const file = judged_file(p, x);
    if (!file) return fail(ST_NOMEM, "no memory for a file name");
    enum status s = p->judged ? check_stopped(p, x, file) : run(p, x, file);
    if (s != ST_OK && !p->judged) s = fail_within(s, "%s: ", x->paper.id);
    if (s == ST_OK) s = result_open(&r, file, TRUST_CHECKSUM);
    if (s == ST_OK) {
        if (p->judged) s = experiment_check_result(x, &r);
        if (s == ST_OK) s = show(p, x, &r, out);
        result_close(&r);
    }
    free(file);
    return s;
}
