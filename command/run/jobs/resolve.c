/* Finds application, method and options of a run, and refuses what cannot run. */
#include "command/run/jobs/resolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "command/run/options/option_axes.h"
#include "command/run/workload/variation.h"

enum { NAMES_MAX = 64 };

/* Is it the name of a method that some kind of the application has? If so, several do, and the message names them. */
static bool is_ambiguous(const struct job *j)
{
    for (size_t i = 0; i < j->precision->solver_count(); i++) {
        const struct solver *const s = j->precision->solver_at(i);
        if (j->app->kinds & kind_bit(s->kind) && (int)s->space == j->choice.space &&
            !strcmp(s->method, j->choice.method))
            return true;
    }
    return false;
}

/* Refuses a method that is neither registered nor the application's own; the advice names both. */
static enum status unknown_method(const struct job *j)
{
    const char *names[NAMES_MAX];
    char advice[512];
    size_t count = 0;
    for (size_t i = 0; i < j->precision->solver_count() && count < NAMES_MAX; i++) {
        const struct solver *const s = j->precision->solver_at(i);
        if (j->app->kinds & kind_bit(s->kind) && (int)s->space == j->choice.space) names[count++] = s->method;
    }
    for (const struct method *m = j->app->own; m && m->name && count < NAMES_MAX; m++)
        if (m->spaces >> j->choice.space & 1) names[count++] = m->name;
    return fail(ST_CONFIG, "no method '%s' of %s%s", j->choice.method, j->app->name,
                spelling_advice(j->choice.method, names, count, advice, sizeof advice));
}

enum status job_leave_out(struct job *j)
{
    j->refusal = strdup(fail_text());
    return j->refusal ? ST_OK : fail(ST_NOMEM, "no memory for the reason why %s does not run", j->name);
}

/* The options of a method that is not in this binary are unknown here. */
static enum status resolve_method(struct workload *w, struct job *j)
{
    const enum status s =
        j->precision->app_choose(j->app, j->choice.method, (enum space)j->choice.space, &j->method, &j->solver);
    if (s == ST_OK) return s;
    if (s == ST_CONFIG && !is_ambiguous(j)) unknown_method(j);
    if (w->from_command_line) return fail_within(ST_CONFIG, "--solvers: ");
    if (s == ST_CONFIG || !j->choice.optional) return section_fault(w->config, j->section, "method", "%s", fail_text());
    section_pass(j->section);
    return job_leave_out(j);
}

enum status job_resolve(struct workload *w, struct job *j)
{
    j->app = j->precision->app_find(w->settings.app);
    TRY(resolve_method(w, j));
    TRY(option_axes_find(w, j));
    TRY(job_read(w, j));
    TRY(option_axes_read(w, j));
    j->choice.method = (char *)job_method(j); /* the descriptor's own: it outlives the text that named it */
    snprintf(j->name, sizeof j->name, "%03d_%s_%s_%s", (int)(j - w->job), job_method(j),
             space_name((enum space)j->choice.space), j->precision->name);
    return ST_OK;
}
