/* Performs experiments one after the other: a failure is reported and the others still run. */
#include "command/papers/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/timer.h"
#include "command/papers/page/gallery.h"
#include "command/papers/page/junit.h"
#include "command/papers/page/list.h"
#include "command/terminal/command.h"

enum { GPU_SECONDS = 540, QUICK_SECONDS = 60 };

/* Does it take more than the time of a call with a GPU? If so, its reduced form is taken. */
static bool is_too_long(const struct session *s, const struct experiment *x)
{
    return s->gpu && 60 * x->paper.minutes > GPU_SECONDS;
}

/* Does the folder have a run of it on a GPU, in the form that is taken? */
static bool is_done(const struct session *s, const struct experiment *x)
{
    struct records last = {0};
    char *const path = performance_verdicts(s->how);
    bool done = false;
    if (path && records_load(&last, path) == ST_OK) {
        const struct record *const r = records_find(&last, x->paper.id);
        done = r && *r->gpu && (!r->quick || is_too_long(s, x));
    }
    records_free(&last);
    free(path);
    return done;
}

/* The reason why an experiment is left to another call, or NULL. */
static const char *reason_to_skip(const struct session *s, const struct experiment *x, double seconds)
{
    if (!s->gpu) return NULL;
    if (is_done(s, x)) return "done before";
    const double takes = is_too_long(s, x) ? QUICK_SECONDS : 60 * x->paper.minutes;
    return seconds + takes > GPU_SECONDS ? "nine minutes are over: call again" : NULL;
}

static void print_summary(const struct record *r, int64_t count)
{
    int64_t sum[VERDICTS] = {0}, figures = 0;
    for (int64_t i = 0; i < count; i++) {
        figures += r[i].id != NULL;
        for (int v = 0; v < VERDICTS; v++) sum[v] += record_count(&r[i], (enum claim_verdict)v);
    }
    printf("\n%lld figures: ", (long long)figures);
    for (int v = 0; v < VERDICTS; v++)
        printf("%s%lld %s", v ? ", " : "", (long long)sum[v], claim_verdict_word((enum claim_verdict)v));
    putchar('\n');
}

/* Records of experiments that took place, next to each other. */
static int64_t gather(struct record *to, const struct record *r, int64_t count)
{
    int64_t gathered = 0;
    for (int64_t i = 0; i < count; i++)
        if (r[i].id) to[gathered++] = r[i];
    return gathered;
}

static int finish(const struct session *s, const struct experiment *const *x, const struct record *r, int64_t count)
{
    struct record *const done = calloc((size_t)count + 1, sizeof *done);
    enum status st = done ? ST_OK : fail(ST_NOMEM, "no memory for the verdicts");
    if (count > 1) print_summary(r, count);
    if (st == ST_OK && s->junit) st = junit_write(s->junit, done, gather(done, r, count));
    if (st == ST_OK && s->all) st = papers_gallery(s->how, x, r, count);
    free(done);
    return st == ST_OK ? 0 : command_fail(st);
}

int session_perform(const struct session *s, const struct experiment *const *x, int64_t count)
{
    struct record *const r = calloc((size_t)count + 1, sizeof *r);
    const double begun = seconds_now();
    int code = 0;
    if (!r) return command_fail(fail(ST_NOMEM, "no memory for the verdicts"));
    struct performance how = *s->how;
    how.silent |= s->all; /* the page has tables and pictures */
    for (int64_t i = 0; i < count; i++) {
        const char *const skipped = reason_to_skip(s, x[i], seconds_now() - begun);
        if (skipped) {
            say(stdout, "%s: %s\n", x[i]->paper.id, skipped);
            continue;
        }
        struct performance its = how;
        its.quick |= is_too_long(s, x[i]);
        if (its.quick && !how.quick)
            say(stdout, "%s: reduced, as its %g minutes are more than nine\n", x[i]->paper.id, x[i]->paper.minutes);
        const enum status st = perform(&its, x[i], &r[i]);
        const int one = st != ST_OK ? command_fail(st) : record_surprises(&r[i]) > 0 || r[i].undrawn;
        if (one > code) code = one;
        if (st != ST_OK) record_free(&r[i]);
        fflush(stdout);
    }
    const int last = finish(s, x, r, count);
    for (int64_t i = 0; i < count; i++) record_free(&r[i]);
    free(r);
    return last > code ? last : code;
}
