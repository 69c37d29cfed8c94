/* Collects what the comparison of files with a reference reports, and prints it. */
#include "command/compare/gate.h"

#include <stdlib.h>

#include "base/printable.h"
#include "command/compare/findings.h"

static void take_difference(void *context, const struct difference *d)
{
    const struct finding x = {.file = (char *)d->file,
                              .run = (char *)d->run,
                              .kind = (char *)d->kind,
                              .place = (char *)d->place,
                              .at = (char *)d->at,
                              .sentence = (char *)d->sentence,
                              .was = d->was,
                              .is = d->is};
    findings_add(context, &x);
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

/* What was compared. */
static const char *subject_of(const struct regression *g)
{
    if (!g->values) return "times only, of no fields or series, which need --rtol or --atol,";
    return g->max_slowdown > 0 ? "fields, series and times" : "fields and series, not of times,";
}

static void print_lines(const struct regression *g, const struct findings *f, const char *reference)
{
    findings_print(f);
    if (g->differences == 0)
        say(stdout, "%lld comparison%s of %s with %s, nothing differs\n", (long long)g->compared,
            g->compared == 1 ? "" : "s", subject_of(g), reference);
}

static enum status write_junit(const struct findings *f, const struct result *r, int count, const char *path)
{
    const char **const file = calloc((size_t)count, sizeof *file),
                       **const name = calloc((size_t)r[0].count, sizeof *name);
    for (int i = 1; file && i < count; i++) file[i - 1] = r[i].path;
    for (int64_t k = 0; name && k < r[0].count; k++) name[k] = r[0].run[k].name;
    const enum status s = file && name ? findings_junit(f, path, file, count - 1, name, r[0].count)
                                       : fail(ST_NOMEM, "no memory for %d files", count);
    free(file);
    free(name);
    return s;
}

enum status gate_hold(struct regression *g, const struct result *r, int count, struct json *j, const char *junit)
{
    struct findings f = {0};
    g->report = take_difference, g->ratio = take_ratio, g->warn = take_warning, g->context = &f;
    enum status s = ST_OK;
    for (int i = 1; i < count && s == ST_OK; i++) s = regression_compare(g, &r[0], &r[i]);
    if (s == ST_OK) s = findings_check(&f);
    const struct findings_of of = {r[0].path, g->compared, g->values, g->max_slowdown > 0};
    if (s == ST_OK && j) findings_json(&f, &of, j);
    if (s == ST_OK && !j) print_lines(g, &f, r[0].path);
    if (s == ST_OK && junit) s = write_junit(&f, r, count, junit);
    findings_free(&f);
    return s;
}
