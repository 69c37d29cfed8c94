/* Loads one quantity of many subjects, as the residuals of eighteen matrices: each subject is a point. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/result/answers.h"
#include "command/plot/chart/values.h"

bool chart_subject(const char *pattern, const char *name, const char **at, int *length)
{
    const char *const star = strchr(pattern, '*');
    if (!star) return false;
    const size_t before = (size_t)(star - pattern), after = strlen(star + 1), all = strlen(name);
    if (all <= before + after || strncmp(name, pattern, before)) return false;
    if (strcmp(name + all - after, star + 1)) return false;
    *at = name + before;
    *length = (int)(all - before - after);
    return true;
}

static enum status no_memory(const char *pattern)
{
    return fail(ST_NOMEM, "no memory for the subjects of %s", pattern);
}

static int64_t point_of(const struct chart_values *v, const char *name, int length)
{
    for (int64_t i = 0; i < v->points; i++)
        if (strlen(v->name[i]) == (size_t)length && !strncmp(v->name[i], name, (size_t)length)) return i;
    return -1;
}

static enum status load(struct answers *a, const struct result *r, const struct stored_run *run)
{
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/answers", run->name);
    return answers_load(a, r->store, group);
}

/* Points are the subjects of all runs, in the order in which they come first. */
static enum status note_subjects(struct chart_values *v, const struct answers *a, const char *pattern)
{
    const char *at;
    int length;
    for (int64_t i = 0; i < a->count; i++) {
        if (!chart_subject(pattern, a->item[i].name, &at, &length) || point_of(v, at, length) >= 0) continue;
        char **const grown = realloc(v->name, (size_t)(v->points + 1) * sizeof *grown);
        if (!grown) return no_memory(pattern);
        v->name = grown;
        v->name[v->points] = strndup(at, (size_t)length);
        if (!v->name[v->points]) return no_memory(pattern);
        v->points++;
    }
    return ST_OK;
}

static enum status fill(struct chart_values *v, const struct answers *a, const char *pattern,
                        const struct stored_run *run)
{
    const char *at;
    int length, k = -1;
    for (int64_t i = 0; i < a->count; i++) {
        if (!chart_subject(pattern, a->item[i].name, &at, &length)) continue;
        if (k < 0) k = chart_values_run(v, run->title, run);
        if (k < 0) return no_memory(pattern);
        struct chart_cell *const c = chart_cell(v, k, point_of(v, at, length));
        c->measured = a->item[i].value;
        c->unsolved = !isfinite(c->measured);
        if (c->unsolved) c->measured = (double)NAN;
        snprintf(v->units, sizeof v->units, "%.47s", a->item[i].units);
    }
    return ST_OK;
}

/* "randsvd__geometric" is read as "randsvd, geometric". */
static void put_words(char *name)
{
    for (char *c = name; *c; c++)
        if (*c == '_') *c = c[1] == '_' ? ',' : ' ';
}

void chart_subjects_name(struct chart_values *v)
{
    for (int64_t i = 0; i < v->points; i++) put_words(v->name[i]);
}

enum status chart_subjects_load(struct chart_values *v, const char *pattern)
{
    const struct result *const r = v->result;
    for (int filled = 0; filled < 2; filled++)
        for (int64_t i = 0; i < r->count; i++) {
            struct answers a;
            if (!stored_run_ok(&r->run[i]) || strcmp(r->run[i].precision, v->precision)) continue;
            TRY(load(&a, r, &r->run[i]));
            const enum status s = filled ? fill(v, &a, pattern, &r->run[i]) : note_subjects(v, &a, pattern);
            answers_free(&a);
            TRY(s);
        }
    return ST_OK;
}
