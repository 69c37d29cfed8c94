/* Loads the numbers of a result file that claims are about. */
#include "command/papers/claims/facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/result/answers.h"

static enum status no_memory(void)
{
    return fail(ST_NOMEM, "no memory for the numbers of a run");
}

static enum status add(struct run_facts *run, const char *name, double value)
{
    struct fact *const grown = realloc(run->fact, (size_t)(run->count + 1) * sizeof *grown);
    if (!grown) return no_memory();
    run->fact = grown;
    grown[run->count] = (struct fact){strdup(name), value};
    return grown[run->count].name ? (run->count++, ST_OK) : no_memory();
}

static enum status load_answers(struct run_facts *run, struct store *s, const char *group)
{
    struct answers a;
    TRY(answers_load(&a, s, group));
    enum status st = ST_OK;
    for (int64_t i = 0; st == ST_OK && i < a.count; i++) st = add(run, a.item[i].name, a.item[i].value);
    answers_free(&a);
    return st;
}

static enum status load_metrics(struct run_facts *run, struct store *s, const char *group)
{
    char **names;
    int64_t count;
    if (!store_has(s, group)) return ST_OK;
    TRY(store_attributes(s, group, &names, &count));
    enum status st = ST_OK;
    for (int64_t i = 0; st == ST_OK && i < count; i++) {
        double value;
        if (store_get_real(s, group, names[i], &value) == ST_OK) st = add(run, names[i], value);
    }
    store_names_free(names, count);
    return st;
}

/* Lines of the attribute `points`. */
static enum status load_points(struct run_facts *run, struct store *s, const char *group)
{
    char *text = NULL;
    if (!store_has_text(s, group, "points")) return ST_OK;
    TRY(store_get_text(s, group, "points", &text));
    run->point = calloc((size_t)run->points + 1, sizeof *run->point);
    enum status st = run->point ? ST_OK : no_memory();
    char *rest = text;
    for (int64_t i = 0; st == ST_OK && rest && i < run->points; i++) {
        run->point[i] = strdup(strsep(&rest, "\n"));
        if (!run->point[i]) st = no_memory();
    }
    free(text);
    return st;
}

static enum status load_run(struct run_facts *run, const struct result *r, const struct stored_run *of)
{
    char group[256], member[300];
    *run = (struct run_facts){.run = of, .failed = !strncmp(of->status, "failed", 6)};
    if (!stored_run_ok(of)) return ST_OK;
    snprintf(group, sizeof group, "/runs/%.200s", of->name);
    snprintf(member, sizeof member, "%s/series", group);
    if (store_has(r->store, member)) TRY(series_load(&run->series, r->store, member));
    if (!series_axis(&run->series, 1)) series_free(&run->series);
    for (int a = 1; facts_axis(run, a); a++)
        if (a == 1 || facts_axis(run, a)->count < run->points) run->points = facts_axis(run, a)->count;
    TRY(load_points(run, r->store, group));
    snprintf(member, sizeof member, "%s/answers", group);
    TRY(load_answers(run, r->store, member));
    snprintf(member, sizeof member, "%s/metrics", group);
    return load_metrics(run, r->store, member);
}

/* In a run with axes of options each value of these has points of the same names. */
static enum status name_points(struct run_facts *run, const struct texts *rows)
{
    if (run->point || !run->points || !rows->count || run->points % rows->count) return ST_OK;
    run->point = calloc((size_t)run->points, sizeof *run->point);
    if (!run->point) return no_memory();
    for (int64_t i = 0; i < run->points; i++)
        if (!(run->point[i] = strdup(rows->v[i % rows->count]))) return no_memory();
    return ST_OK;
}

enum status facts_load(struct facts *f, const struct result *r, const char *precision, const struct texts *rows)
{
    *f = (struct facts){.result = r, .precision = precision, .run = calloc((size_t)r->count + 1, sizeof *f->run)};
    if (!f->run) return no_memory();
    for (int64_t i = 0; i < r->count; i++) {
        if (strcmp(r->run[i].precision, precision)) continue;
        TRY(load_run(&f->run[f->count++], r, &r->run[i]));
        TRY(name_points(&f->run[f->count - 1], rows));
    }
    return ST_OK;
}

void facts_free(struct facts *f)
{
    for (int64_t i = 0; i < f->count; i++) {
        struct run_facts *const run = &f->run[i];
        for (int64_t k = 0; k < run->count; k++) free(run->fact[k].name);
        for (int64_t k = 0; run->point && k < run->points; k++) free(run->point[k]);
        free(run->point);
        free(run->fact);
        series_free(&run->series);
    }
    free(f->run);
    *f = (struct facts){0};
}

/* Two runs may have one label, as of a method on the host and on a device: the one with numbers is meant. */
const struct run_facts *facts_run(const struct facts *f, const char *label)
{
    const struct run_facts *found = NULL;
    for (int64_t i = 0; i < f->count; i++) {
        const struct stored_run *const run = f->run[i].run;
        if (strcmp(run->label ? run->label : run->method, label)) continue;
        if (!found || (!stored_run_ok(found->run) && stored_run_ok(run))) found = &f->run[i];
    }
    return found;
}

const struct run_facts *facts_reference(const struct facts *f)
{
    for (int64_t i = 0; i < f->count; i++)
        if (f->run[i].points) return &f->run[i];
    return NULL;
}

const struct column *facts_axis(const struct run_facts *run, int axis)
{
    return run->series.count ? series_axis(&run->series, axis) : NULL;
}

const struct fact *facts_of(const struct run_facts *run, const char *name)
{
    for (int64_t i = 0; i < run->count; i++)
        if (!strcmp(run->fact[i].name, name)) return &run->fact[i];
    return NULL;
}
