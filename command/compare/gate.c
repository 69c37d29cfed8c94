/* Collects what the comparison of files with a reference reports, and prints it. */
#include "command/compare/gate.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

/* One thing that was reported; texts are owned. */
struct finding {
    char *file, *run, *kind, *place, *sentence;
    double was, is;
};

/* One time that was compared. */
struct ratio {
    char *file, *run;
    double value;
};

struct findings {
    struct finding *item;
    struct ratio *ratio;
    char **warning;
    int64_t items, ratios, warnings;
    bool short_of_memory;
};

static char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

/* The list with space for one more element, or NULL. */
static void *grow(struct findings *f, void *list, int64_t count, size_t size)
{
    void *const grown = realloc(list, (size_t)(count + 1) * size);
    if (!grown) f->short_of_memory = true;
    return grown;
}

static void take_difference(void *context, const struct difference *d)
{
    struct findings *const f = context;
    struct finding *const grown = grow(f, f->item, f->items, sizeof *grown);
    if (!grown) return;
    f->item = grown;
    f->item[f->items++] =
        (struct finding){copy(d->file), copy(d->run), copy(d->kind), copy(d->place), copy(d->sentence), d->was, d->is};
}

static void take_ratio(void *context, const struct result *other, const struct stored_run *run, double ratio)
{
    struct findings *const f = context;
    struct ratio *const grown = grow(f, f->ratio, f->ratios, sizeof *grown);
    if (!grown) return;
    f->ratio = grown;
    f->ratio[f->ratios++] = (struct ratio){copy(other->path), copy(run->name), ratio};
}

static void take_warning(void *context, const char *sentence)
{
    struct findings *const f = context;
    char **const grown = grow(f, f->warning, f->warnings, sizeof *grown);
    if (!grown) return;
    f->warning = grown;
    f->warning[f->warnings++] = copy(sentence);
}

static void findings_free(struct findings *f)
{
    for (int64_t i = 0; i < f->items; i++) {
        free(f->item[i].file), free(f->item[i].run), free(f->item[i].kind);
        free(f->item[i].place), free(f->item[i].sentence);
    }
    for (int64_t i = 0; i < f->ratios; i++) free(f->ratio[i].file), free(f->ratio[i].run);
    for (int64_t i = 0; i < f->warnings; i++) free(f->warning[i]);
    free(f->item), free(f->ratio), free(f->warning);
}

/* What was compared. */
static const char *subject_of(const struct regression *g)
{
    if (!g->values) return "times only, of no fields or series, which need --rtol or --atol,";
    return g->max_slowdown > 0 ? "fields, series and times" : "fields and series, not of times,";
}

static void print_lines(const struct regression *g, const struct findings *f, const char *reference)
{
    for (int64_t i = 0; i < f->warnings; i++) say(stderr, "bandstand: warning: %s\n", f->warning[i]);
    for (int64_t i = 0; i < f->items; i++) say(stdout, "%s\n", f->item[i].sentence);
    if (g->differences == 0)
        say(stdout, "%lld comparison%s of %s with %s, nothing differs\n", (long long)g->compared,
            g->compared == 1 ? "" : "s", subject_of(g), reference);
}

static void print_detail(struct json *j, const struct finding *d)
{
    json_object(j, NULL);
    json_text(j, "file", d->file);
    json_text(j, "run", d->run);
    json_text(j, "kind", d->kind);
    json_text(j, "place", d->place);
    json_real(j, "reference", d->was);
    json_real(j, "value", d->is);
    json_text(j, "sentence", d->sentence);
    json_close_object(j);
}

static void print_json(const struct regression *g, const struct findings *f, const char *reference, struct json *j)
{
    json_object(j, NULL);
    json_text(j, "reference", reference);
    json_array(j, "differences");
    for (int64_t i = 0; i < f->items; i++) json_text(j, NULL, f->item[i].sentence);
    json_close_array(j);
    json_array(j, "details");
    for (int64_t i = 0; i < f->items; i++) print_detail(j, &f->item[i]);
    json_close_array(j);
    json_array(j, "ratios");
    for (int64_t i = 0; i < f->ratios; i++) {
        json_object(j, NULL);
        json_text(j, "file", f->ratio[i].file);
        json_text(j, "run", f->ratio[i].run);
        json_real(j, "slowdown", f->ratio[i].value);
        json_close_object(j);
    }
    json_close_array(j);
    json_array(j, "warnings");
    for (int64_t i = 0; i < f->warnings; i++) json_text(j, NULL, f->warning[i]);
    json_close_array(j);
    json_int(j, "compared", g->compared);
    json_bool(j, "values", g->values);
    json_bool(j, "times", g->max_slowdown > 0);
    json_bool(j, "ok", g->differences == 0);
    json_close_object(j);
}

static void put_xml(FILE *out, const char *text)
{
    for (const char *c = text ? text : ""; *c; c++) {
        if (*c == '&') fputs("&amp;", out);
        else if (*c == '<') fputs("&lt;", out);
        else if (*c == '>') fputs("&gt;", out);
        else if (*c == '"') fputs("&quot;", out);
        else if ((unsigned char)*c < 0x20) fprintf(out, "\\x%02x", (unsigned char)*c);
        else fputc(*c, out);
    }
}

static int64_t differences_of(const struct findings *f, const char *file, const char *run)
{
    int64_t count = 0;
    for (int64_t i = 0; i < f->items; i++)
        count +=
            !strcmp(f->item[i].file, file) && (run ? f->item[i].run && !strcmp(f->item[i].run, run) : !f->item[i].run);
    return count;
}

/* One test case: a run of the reference in a file, or, if that is NULL, the file as a whole. */
static void put_case(FILE *out, const struct findings *f, const char *file, const char *run)
{
    fputs("  <testcase classname=\"", out);
    put_xml(out, file);
    fputs("\" name=\"", out);
    put_xml(out, run ? run : "the file as a whole");
    fputs("\">\n", out);
    for (int64_t i = 0; i < f->items; i++) {
        const struct finding *const d = &f->item[i];
        if (strcmp(d->file, file) || (run ? !d->run || strcmp(d->run, run) : d->run != NULL)) continue;
        fputs("    <failure type=\"", out);
        put_xml(out, d->kind);
        fputs("\" message=\"", out);
        put_xml(out, d->sentence);
        fputs("\"/>\n", out);
    }
    fputs("  </testcase>\n", out);
}

static void put_suite(FILE *out, const struct findings *f, const struct result *r, int count)
{
    int64_t cases = 0, failures = 0;
    for (int i = 1; i < count; i++) {
        cases += 1 + r[0].count;
        failures += differences_of(f, r[i].path, NULL) > 0;
        for (int64_t k = 0; k < r[0].count; k++) failures += differences_of(f, r[i].path, r[0].run[k].name) > 0;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    fprintf(out, "<testsuite name=\"bandstand compare\" tests=\"%lld\" failures=\"%lld\">\n", (long long)cases,
            (long long)failures);
    for (int i = 1; i < count; i++) {
        put_case(out, f, r[i].path, NULL);
        for (int64_t k = 0; k < r[0].count; k++) put_case(out, f, r[i].path, r[0].run[k].name);
    }
    fputs("</testsuite>\n", out);
}

/* Only what may be a report of before is replaced. */
static enum status check_replaceable(const char *path)
{
    char head[6] = "";
    FILE *const in = fopen(path, "r");
    if (!in) return ST_OK;
    const size_t length = fread(head, 1, 5, in);
    fclose(in);
    if (length == 0 || !strcmp(head, "<?xml")) return ST_OK;
    return fail(ST_CONFIG, "--junit: %s exists, and is no XML file", path);
}

static enum status write_junit(const struct findings *f, const struct result *r, int count, const char *path)
{
    TRY(check_replaceable(path));
    FILE *const out = fopen(path, "w");
    if (!out) return fail(ST_CONFIG, "cannot write %s: %s", path, strerror(errno));
    put_suite(out, f, r, count);
    const bool written = !ferror(out);
    return fclose(out) == 0 && written ? ST_OK : fail(ST_IO, "cannot write %s: %s", path, strerror(errno));
}

enum status gate_hold(struct regression *g, const struct result *r, int count, struct json *j, const char *junit)
{
    struct findings f = {0};
    g->report = take_difference, g->ratio = take_ratio, g->warn = take_warning, g->context = &f;
    enum status s = ST_OK;
    for (int i = 1; i < count && s == ST_OK; i++) s = regression_compare(g, &r[0], &r[i]);
    for (int64_t i = 0; i < f.items; i++) f.short_of_memory |= !f.item[i].file || !f.item[i].sentence;
    if (s == ST_OK && f.short_of_memory) s = fail(ST_NOMEM, "no memory for the differences");
    if (s == ST_OK && j) print_json(g, &f, r[0].path, j);
    if (s == ST_OK && !j) print_lines(g, &f, r[0].path);
    if (s == ST_OK && junit) s = write_junit(&f, r, count, junit);
    findings_free(&f);
    return s;
}
