/* Collects the findings of the comparison of files with a reference, and prints them. */
#include "command/compare/gate/gate.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/printable.h"
#include "command/compare/gate/findings.h"

static void take(struct findings *f, const struct difference *d, bool unsure)
{
    const struct finding x = {.file = (char *)d->file,
                              .run = (char *)d->run,
                              .kind = (char *)d->kind,
                              .place = (char *)d->place,
                              .at = (char *)d->at,
                              .sentence = (char *)d->sentence,
                              .was = d->was,
                              .is = d->is,
                              .unsure = unsure};
    findings_add(f, &x);
}

static void take_difference(void *context, const struct difference *d)
{
    take(context, d, false);
}

static void take_unsure(void *context, const struct difference *d)
{
    take(context, d, true);
}

static void take_time(void *context, const struct result *other, const struct stored_run *run, double seconds)
{
    findings_add_time(context, other->path, run->name, seconds);
}

static void take_ratio(void *context, const struct result *other, const struct stored_run *run, double ratio,
                       double spread)
{
    findings_add_ratio(context, other->path, run->name, ratio, spread);
}

static void take_warning(void *context, const char *sentence)
{
    findings_warn(context, sentence);
}

/* The subject of the comparison, in words. */
static const char *subject_of(const struct regression *g)
{
    if (!g->values) return "times only (fields and series need --rtol or --atol)";
    return g->max_slowdown > 0 ? "fields, series and times" : "fields and series, not of times,";
}

static void print_lines(const struct regression *g, const struct findings *f, const char *reference)
{
    findings_print(f);
    if (g->differences + g->inconclusive == 0)
        say(stdout, "%lld comparison%s of %s with %s, nothing differs\n", (long long)g->compared,
            g->compared == 1 ? "" : "s", subject_of(g), reference);
}

/* The reason why a run of the reference has nothing to compare with: it was refused, or failed; or NULL. */
static const char *why_skipped(const struct stored_run *run)
{
    return stored_run_ok(run) ? NULL : run->status;
}

static void warn_of_skipped(struct findings *f, const struct result *reference)
{
    char sentence[1024];
    for (int64_t k = 0; k < reference->count; k++) {
        const struct stored_run *const run = &reference->run[k];
        if (!why_skipped(run)) continue;
        snprintf(sentence, sizeof sentence, "%s: the run %s is not compared: %s", reference->path, run->name,
                 why_skipped(run));
        findings_warn(f, sentence);
    }
}

static enum status write_junit(const struct findings *f, const struct result *r, int count, const char *path)
{
    const char **const file = calloc((size_t)count, sizeof *file);
    struct findings_case *const cases = calloc((size_t)r[0].count, sizeof *cases);
    for (int i = 1; file && i < count; i++) file[i - 1] = r[i].path;
    for (int64_t k = 0; cases && k < r[0].count; k++)
        cases[k] = (struct findings_case){r[0].run[k].name, why_skipped(&r[0].run[k])};
    const enum status s = file && cases ? findings_junit(f, path, r[0].path, file, count - 1, cases, r[0].count)
                                        : fail(ST_NOMEM, "no memory for %d files", count);
    free(file);
    free(cases);
    return s;
}

enum status gate_hold(struct regression *g, const struct result *r, int count, struct json *j, const char *junit)
{
    struct findings f = {0};
    g->report = take_difference, g->unsure = take_unsure, g->took = take_time;
    g->ratio = take_ratio, g->warn = take_warning, g->context = &f;
    enum status s = ST_OK;
    warn_of_skipped(&f, &r[0]);
    for (int i = 1; i < count && s == ST_OK; i++) s = regression_compare(g, &r[0], &r[i]);
    if (s == ST_OK) s = findings_check(&f);
    const struct findings_of of = {r[0].path, g->compared, g->values, g->max_slowdown > 0};
    if (s == ST_OK && j) findings_json(&f, &of, j);
    if (s == ST_OK && !j) print_lines(g, &f, r[0].path);
    if (s == ST_OK && junit) s = write_junit(&f, r, count, junit);
    findings_free(&f);
    return s;
}
