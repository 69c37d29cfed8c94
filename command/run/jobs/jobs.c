/* Reads a workload from a configuration: its application and settings, its runs, and published values of them; and
 * checks whether each method can run. */
#include "command/run/jobs/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/spelling.h"
#include "command/run/jobs/jobs_make.h"
#include "command/run/jobs/resolve.h"
#include "command/run/options/option_axes.h"
#include "command/run/published/published.h"
#include "command/run/sweep/sweep_points.h"
#include "command/run/workload/variation.h"

enum { NAMES_MAX = 64 };

static enum status unknown_app(const struct workload *w, const struct section *root)
{
    const char *names[NAMES_MAX];
    char advice[512];
    size_t count = 0;
    for (; count < precision_double->app_count() && count < NAMES_MAX; count++)
        names[count] = precision_double->app_at(count)->name;
    return section_fault(w->config, root, "app", "no application '%s'%s", w->settings.app,
                         spelling_advice(w->settings.app, names, count, advice, sizeof advice));
}

static enum status ask(const struct job *j)
{
    if (j->choice.space == DEVICE) TRY(device_ready());
    if (j->axes) return option_axes_accept(j);
    if (j->sweep) return sweep_accepts(j->sweep, j->solver, j->method, j->options, (enum space)j->choice.space);
    return j->app->accepts(j->params, j->solver, j->method, j->options, (enum space)j->choice.space);
}

/* Checks every method before the first one starts. If all methods were requested, one that refuses, or needs a missing
 * library of the host, is only noted, and so is an optional one. */
static enum status ask_methods(struct workload *w, bool all)
{
    for (int i = 0; i < w->count; i++) {
        struct job *const j = &w->job[i];
        j->may_refuse = all || j->choice.optional;
        const enum status s = j->refusal ? ST_OK : ask(j);
        if (s == ST_OK) continue;
        const bool lacks = s == ST_DEVICE && j->choice.space == HOST; /* a library that only peers need */
        if ((all && (s == ST_REFUSED || lacks)) || ((s == ST_REFUSED || s == ST_DEVICE) && j->choice.optional))
            TRY(job_leave_out(j));
        else if (s == ST_REFUSED) return section_fault(w->config, j->section, "method", "%s", fail_text());
        else if (s == ST_DEVICE) return fail_within(s, "run %s: ", j->name);
        else return s;
    }
    return ST_OK;
}

enum status job_fault(const struct workload *w, const struct job *j, enum status s)
{
    char text[1024];
    const struct section *const root = config_root(w->config);
    if (s != ST_CONFIG && s != ST_REFUSED) return s;
    snprintf(text, sizeof text, "%s", fail_text());
    const size_t length = strcspn(text, ":");
    if (text[length]) {
        text[length] = '\0';
        const bool own = j->section && section_has(j->section, text);
        if (option_find(w->app->options, text))
            return section_fault(w->config, own ? j->section : root, text, "%s", text + length + 2), s;
        text[length] = ':';
    }
    if (s == ST_REFUSED) section_fault(w->config, j->section, "method", "%s", text);
    return s;
}

/* Claims name runs by the configuration's labels, not by those of --solvers; other runs from --set have no claims. */
static enum status read_paper(struct workload *w, const struct section *root)
{
    enum { LABELS = 512 };
    const char *labels[LABELS];
    size_t count = 0;
    TRY(section_read(w->config, root, paper_table, &w->settings.paper));
    if (w->replaced && !section_assigned(root, "claims") && w->settings.paper.claims.count) {
        w->settings.paper.claims.count = 0;
        w->left_out = true;
    }
    for (int i = 0; !w->from_command_line && i < w->count && count < LABELS; i++)
        labels[count++] = job_title(&w->job[i]);
    return paper_check(w->config, &w->settings.paper, labels, count);
}

/* The relations between the keys of a job; the key to blame is named where it was written. */
static enum status check_job(const struct workload *w, const struct job *j)
{
    const char *key;
    if (j->axes) return option_axes_check(w, j);
    const enum status s = app_check(j->app, j->params, &key);
    if (s == ST_OK || !key) return s;
    const bool own = j->section && section_has(j->section, key);
    return section_fault(w->config, own ? j->section : config_root(w->config), key, "%s", fail_text());
}

enum status workload_read(struct workload *w, struct config *config, const char *methods, int64_t threads)
{
    *w = (struct workload){.config = config, .from_command_line = methods != NULL};
    const struct section *const root = config_root(config);
    const char *key;
    TRY(section_read(config, root, settings_table, &w->settings));
    if (threads > 0) w->settings.threads = threads;
    if (w->settings.parallel && w->settings.compression)
        return section_fault(config, root, "output.parallel",
                             "fields that ranks write in parts are not compressed: output.compression = 0 is allowed");
    w->app = precision_double->app_find(w->settings.app);
    if (!w->app) return unknown_app(w, root);
    w->params = calloc(1, w->app->params_bytes);
    if (!w->params) return fail(ST_NOMEM, "no memory for the settings of %s", w->settings.app);
    TRY(sweep_read(w, root));
    TRY(section_read(config, root, w->app->options, w->params));
    TRY(jobs_make(w, root, methods));
    w->replaced = !methods && (section_assigned(root, "solver") || section_assigned(root, "solvers"));
    TRY(option_axes_taken(w));
    TRY(published_check(w));
    TRY(read_paper(w, root));
    for (int i = 0; i < w->count; i++) TRY(sweep_make_points(w, &w->job[i]));
    TRY(config_finish(config));
    for (int64_t p = 0; p < w->settings.precision.count; p++) {
        const struct app *const app = jobs_precision(w, p)->app_find(w->settings.app);
        const enum status s = app_check(app, w->params, &key);
        if (s != ST_OK) return key ? section_fault(config, root, key, "%s", fail_text()) : s;
    }
    for (int i = 0; i < w->count; i++) TRY(check_job(w, &w->job[i]));
    return ask_methods(w, methods && !strcmp(methods, "all"));
}

void workload_free(struct workload *w)
{
    jobs_free(w);
    free(w->params);
    config_free(w->config);
    *w = (struct workload){0};
}
