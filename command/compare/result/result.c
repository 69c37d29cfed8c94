/* Loads the runs of a result file, with the figures that are derived from them. */
#define _GNU_SOURCE /* asprintf, program_invocation_name */
#include "command/compare/result/result.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "command/compare/result/result_kept.h"

struct path {
    char text[512];
};

static struct path group_of(const struct stored_run *run, const char *member)
{
    struct path p;
    snprintf(p.text, sizeof p.text, "/runs/%s%s", run->name, member);
    return p;
}

static double real_or_nan(struct store *s, const char *group, const char *name)
{
    double value = (double)NAN;
    return store_has_attribute(s, group, name) && store_get_real(s, group, name, &value) == ST_OK ? value : (double)NAN;
}

double result_metric(const struct result *r, const struct stored_run *run, const char *name)
{
    return real_or_nan(r->store, group_of(run, "/metrics").text, name);
}

bool stored_run_ok(const struct stored_run *run)
{
    return strcmp(run->status, "ok") == 0;
}

/* Older files have the least time of each step together with the median of rounds. */
double result_step(const struct result *r, const struct stored_run *run)
{
    const double least = result_metric(r, run, "seconds_step_quiet");
    return isnan(least) ? result_metric(r, run, "seconds_step") : least;
}

double result_step_spread(const struct result *r, const struct stored_run *run)
{
    return result_metric(r, run, "seconds_step_spread");
}

double result_speedup(const struct result *r, const struct stored_run *run)
{
    const struct stored_run *const reference = &r->run[r->reference];
    if (!stored_run_ok(run) || !stored_run_ok(reference)) return (double)NAN;
    return result_step(r, reference) / result_step(r, run);
}

static const char *uncertain(const struct result *r, const struct stored_run *run)
{
    if (result_metric(r, run, "converged") == 0) return "not converged";
    return result_metric(r, run, "certain") == 0 ? "not certain" : NULL;
}

const char *result_doubt(const struct result *r, const struct stored_run *run)
{
    if (!stored_run_ok(run)) return NULL;
    return result_metric(r, run, "wrong") > 0 ? "wrong" : uncertain(r, run);
}

static bool to_explain(const struct stored_run *run, bool refused_only)
{
    return refused_only ? !strncmp(run->status, "refused", 7) : !stored_run_ok(run);
}

static void print_caveats(const struct stored_run *run, FILE *out, const char *before)
{
    const char *line = run->caveats ? run->caveats : "";
    for (int length; (length = (int)strcspn(line, "\n")) > 0; line += length + (line[length] == '\n'))
        say(out, "%s%s: %.*s\n", before, run->called, length, line);
}

/* Also for solutions beyond doubt that have lost half of their digits; a caveat names systems that are wrong. The
 * reason for a doubt is the error bound where it is large, and the residual otherwise. */
static void explain_doubt(const struct result *r, const struct stored_run *run, FILE *out, const char *before)
{
    const char *const doubt = uncertain(r, run);
    const double bound = result_metric(r, run, "error_bound"), condition = result_metric(r, run, "condition");
    const double half = strcmp(run->precision, "float") ? 1e-8 : 3e-4;
    const double residual = result_metric(r, run, "residual");
    const bool known = isfinite(bound), large = known && bound > half;
    if (!doubt && !large) return;
    say(out, "%s%s: %s%s", before, run->called, doubt ? doubt : "", doubt ? ", " : "");
    if (large) say(out, "its error may be %.1e", bound);
    else if (known && isfinite(residual)) say(out, "its residual is %.1e", residual);
    else say(out, "its error is not known");
    if (isfinite(condition) && (large || !known)) say(out, ", condition %.0e", condition);
    fputc('\n', out);
}

void result_explain(const struct result *r, bool refused_only)
{
    for (int64_t i = 0; i < r->count; i++) {
        int64_t first = 0, alike = 0;
        if (!to_explain(&r->run[i], refused_only)) continue;
        while (strcmp(r->run[first].status, r->run[i].status)) first++;
        if (first < i) continue;
        for (int64_t k = i + 1; k < r->count; k++) alike += !strcmp(r->run[k].status, r->run[i].status);
        say(stdout, "%s", r->run[i].called);
        if (alike) say(stdout, " and %lld more", (long long)alike);
        say(stdout, ": %s\n", r->run[i].status);
    }
}

void result_warn(const struct result *r, FILE *out, const char *before)
{
    for (int64_t i = 0; i < r->count; i++)
        if (stored_run_ok(&r->run[i]) && result_metric(r, &r->run[i], "solved_otherwise") == 1)
            say(out, "%s%s: its method fell back to another\n", before, r->run[i].called);
    for (int64_t i = 0; i < r->count; i++)
        if (stored_run_ok(&r->run[i])) explain_doubt(r, &r->run[i], out, before);
    for (int64_t i = 0; i < r->count; i++)
        if (stored_run_ok(&r->run[i])) print_caveats(&r->run[i], out, before);
}

static double measured_limit(struct store *s)
{
    static const char *const names[] = {"bandwidth_read_gb_s", "bandwidth_copy_gb_s", "bandwidth_triad_gb_s",
                                        "bandwidth_in_place_gb_s", "bandwidth_solve_gb_s"};
    double limit = (double)NAN;
    if (real_or_nan(s, "/provenance", "bandwidth_in_caches") == 1) return limit; /* of the caches, not the memory */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        limit = fmax(limit, real_or_nan(s, "/provenance", names[i]));
    return limit;
}

static enum status read_names(struct result *r, struct stored_run *run)
{
    const struct path group = group_of(run, "");
    const char *const there = strcmp(run->space, "host") ? run->space : NULL;
    if (store_has_text(r->store, group.text, "label")) TRY(store_get_text(r->store, group.text, "label", &run->label));
    if (store_has_text(r->store, group.text, "chosen"))
        TRY(store_get_text(r->store, group.text, "chosen", &run->chosen));
    if (store_has_text(r->store, group.text, "chosen_why"))
        TRY(store_get_text(r->store, group.text, "chosen_why", &run->why));
    if (store_has_text(r->store, group.text, "caveats"))
        TRY(store_get_text(r->store, group.text, "caveats", &run->caveats));
    if (run->label && !*run->label) free(run->label), run->label = NULL; /* of a file of an earlier version */
    const int made = run->label ? asprintf(&run->title, "%s", run->label)
                                : asprintf(&run->title, "%s%s%s", run->method, there ? " on " : "", there ? there : "");
    if (made >= 0) return ST_OK;
    run->title = NULL;
    return fail(ST_NOMEM, "no memory for the runs of %s", r->path);
}

static enum status read_run(struct result *r, struct stored_run *run)
{
    const struct path group = group_of(run, "");
    TRY(store_get_text(r->store, group.text, "method", &run->method));
    TRY(store_get_text(r->store, group.text, "space", &run->space));
    TRY(store_get_text(r->store, group.text, "precision", &run->precision));
    TRY(read_names(r, run));
    return store_get_text(r->store, group.text, "status", &run->status);
}

static bool same_title(const struct stored_run *a, const struct stored_run *b)
{
    return !strcmp(a->title, b->title) && !strcmp(a->precision, b->precision);
}

/* From the last one on, so that those before still have the titles that were read. */
static enum status name_runs(struct result *r)
{
    bool several = false;
    for (int64_t i = r->count - 1; i >= 0; i--) {
        struct stored_run *const run = &r->run[i];
        int before = 0;
        char *numbered = NULL;
        several |= strcmp(run->precision, r->run[0].precision) != 0;
        for (int64_t k = 0; k < i; k++) before += same_title(&r->run[k], run);
        if (before && asprintf(&numbered, "%s (%d)", run->title, before + 1) < 0) numbered = NULL;
        if (before && !numbered) return fail(ST_NOMEM, "no memory for the runs of %s", r->path);
        if (numbered) free(run->title), run->title = numbered;
    }
    for (int64_t i = 0; i < r->count; i++) {
        struct stored_run *const run = &r->run[i];
        const int made = several ? asprintf(&run->called, "%s in %s", run->title, run->precision)
                                 : asprintf(&run->called, "%s", run->title);
        if (made >= 0) continue;
        run->called = NULL;
        return fail(ST_NOMEM, "no memory for the runs of %s", r->path);
    }
    return ST_OK;
}

static enum status read_runs(struct result *r)
{
    char **names;
    TRY(store_get_text(r->store, "/", "app", &r->app));
    TRY(store_get_text(r->store, "/", "title", &r->title));
    TRY(store_members(r->store, "/runs", &names, &r->count));
    r->run = calloc((size_t)r->count + 1, sizeof *r->run);
    if (!r->run) {
        store_names_free(names, r->count);
        r->count = 0;
        return fail(ST_NOMEM, "no memory for the runs of %s", r->path);
    }
    for (int64_t i = 0; i < r->count; i++) r->run[i].name = names[i];
    free(names);
    for (int64_t i = 0; i < r->count; i++) TRY(read_run(r, &r->run[i]));
    TRY(name_runs(r));
    while (r->reference < r->count && !stored_run_ok(&r->run[r->reference])) r->reference++;
    if (r->reference == r->count) r->reference = 0;
    return r->count ? ST_OK : fail(ST_IO, "%s: it holds no runs", r->path);
}

/* Checks for the attributes that every result has, but not a checkpoint. */
static enum status check_kind(struct store *s, const char *path)
{
    static const char *const texts[] = {"app", "title"};
    if (store_has(s, "/checkpoint"))
        return fail(ST_CONFIG, "%s is a checkpoint, not a result; continue it with: %s run --resume %s", path,
                    program_invocation_name, path);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!store_has_text(s, "/", texts[i]))
            return fail(ST_CONFIG, "%s is not a result of bandstand: it has no attribute '%s'", path, texts[i]);
    if (real_or_nan(s, "/", "format") > RESULT_FORMAT)
        return fail(ST_CONFIG,
                    "%s was written by a newer version: it has format %.0f, this program reads formats up to %d", path,
                    real_or_nan(s, "/", "format"), RESULT_FORMAT);
    return store_has(s, "/runs") ? ST_OK
                                 : fail(ST_CONFIG, "%s is not a result of bandstand: it has no group /runs", path);
}

enum status result_open(struct result *out, const char *path, enum trust trust)
{
    *out = (struct result){.path = path};
    TRY(store_open_by(&out->store, path, trust));
    out->limit = measured_limit(out->store);
    out->device_limit = real_or_nan(out->store, "/provenance", "bandwidth_device_gb_s");
    enum status st = check_kind(out->store, path);
    if (st == ST_OK) st = read_runs(out);
    if (st == ST_OK) st = result_keep(out);
    if (st != ST_OK) result_close(out);
    return st;
}

void result_close(struct result *r)
{
    result_kept_free(r);
    for (int64_t i = 0; i < r->count; i++) {
        free(r->run[i].name);
        free(r->run[i].method);
        free(r->run[i].space);
        free(r->run[i].precision);
        free(r->run[i].status);
        free(r->run[i].label);
        free(r->run[i].chosen);
        free(r->run[i].why);
        free(r->run[i].caveats);
        free(r->run[i].title);
        free(r->run[i].called);
    }
    free(r->run);
    free(r->app);
    free(r->title);
    store_close(r->store);
    *r = (struct result){0};
}
