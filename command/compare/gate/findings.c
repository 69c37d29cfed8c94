/* Keeps what a comparison reports, and prints it. */
#include "command/compare/findings.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

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

void findings_add(struct findings *f, const struct finding *x)
{
    struct finding *const grown = grow(f, f->item, f->items, sizeof *grown);
    if (!grown) return;
    f->item = grown;
    f->item[f->items++] = (struct finding){copy(x->file),     copy(x->run), copy(x->kind), copy(x->place), copy(x->at),
                                           copy(x->sentence), x->was,       x->is,         x->unsure};
    f->unsure += x->unsure;
}

void findings_add_time(struct findings *f, const char *file, const char *run, double seconds)
{
    struct found_time *const grown = grow(f, f->time, f->times, sizeof *grown);
    if (!grown) return;
    f->time = grown;
    f->time[f->times++] = (struct found_time){copy(file), copy(run), seconds};
}

void findings_add_ratio(struct findings *f, const char *file, const char *run, double value, double spread)
{
    struct found_ratio *const grown = grow(f, f->ratio, f->ratios, sizeof *grown);
    if (!grown) return;
    f->ratio = grown;
    f->ratio[f->ratios++] = (struct found_ratio){copy(file), copy(run), value, spread};
}

void findings_warn(struct findings *f, const char *sentence)
{
    char **const grown = grow(f, f->warning, f->warnings, sizeof *grown);
    if (!grown) return;
    f->warning = grown;
    f->warning[f->warnings++] = copy(sentence);
}

enum status findings_check(const struct findings *f)
{
    bool lacking = f->short_of_memory;
    for (int64_t i = 0; i < f->items; i++) lacking |= !f->item[i].file || !f->item[i].sentence;
    for (int64_t i = 0; i < f->times; i++) lacking |= !f->time[i].file || !f->time[i].run;
    for (int64_t i = 0; i < f->warnings; i++) lacking |= !f->warning[i];
    return lacking ? fail(ST_NOMEM, "no memory for the differences") : ST_OK;
}

void findings_free(struct findings *f)
{
    for (int64_t i = 0; i < f->items; i++) {
        free(f->item[i].file), free(f->item[i].run), free(f->item[i].kind);
        free(f->item[i].place), free(f->item[i].at), free(f->item[i].sentence);
    }
    for (int64_t i = 0; i < f->ratios; i++) free(f->ratio[i].file), free(f->ratio[i].run);
    for (int64_t i = 0; i < f->times; i++) free(f->time[i].file), free(f->time[i].run);
    for (int64_t i = 0; i < f->warnings; i++) free(f->warning[i]);
    free(f->item), free(f->ratio), free(f->time), free(f->warning);
}

void findings_print(const struct findings *f)
{
    for (int64_t i = 0; i < f->warnings; i++) say(stderr, "bandstand: warning: %s\n", f->warning[i]);
    for (int64_t i = 0; i < f->items; i++) say(stdout, "%s\n", f->item[i].sentence);
}

static void print_detail(struct json *j, const struct finding *d)
{
    json_object(j, NULL);
    json_text(j, "file", d->file);
    json_text(j, "run", d->run);
    json_text(j, "kind", d->kind);
    json_text(j, "place", d->place);
    if (d->at) json_text(j, "at", d->at);
    json_real(j, "reference", d->was);
    json_real(j, "value", d->is);
    json_text(j, "sentence", d->sentence);
    json_close_object(j);
}

static void print_sentences(const struct findings *f, struct json *j, const char *name, bool unsure)
{
    json_array(j, name);
    for (int64_t i = 0; i < f->items; i++)
        if (f->item[i].unsure == unsure) json_text(j, NULL, f->item[i].sentence);
    json_close_array(j);
}

void findings_members(const struct findings *f, const struct findings_of *of, struct json *j)
{
    json_text(j, "reference", of->reference);
    print_sentences(f, j, "differences", false);
    json_array(j, "details");
    for (int64_t i = 0; i < f->items; i++)
        if (!f->item[i].unsure) print_detail(j, &f->item[i]);
    json_close_array(j);
    print_sentences(f, j, "inconclusive", true);
    json_array(j, "ratios");
    for (int64_t i = 0; i < f->ratios; i++) {
        json_object(j, NULL);
        json_text(j, "file", f->ratio[i].file);
        json_text(j, "run", f->ratio[i].run);
        json_real(j, "slowdown", f->ratio[i].value);
        json_real(j, "spread", f->ratio[i].spread);
        json_close_object(j);
    }
    json_close_array(j);
    json_array(j, "warnings");
    for (int64_t i = 0; i < f->warnings; i++) json_text(j, NULL, f->warning[i]);
    json_close_array(j);
    json_int(j, "compared", of->compared);
    json_bool(j, "values", of->values);
    json_bool(j, "times", of->times);
    json_bool(j, "ok", f->items == f->unsure);
}

void findings_json(const struct findings *f, const struct findings_of *of, struct json *j)
{
    json_object(j, NULL);
    findings_members(f, of, j);
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

static bool is_of(const struct finding *d, const char *file, const char *run)
{
    return !strcmp(d->file, file) && (run ? d->run && !strcmp(d->run, run) : !d->run);
}

static int64_t count_of(const struct findings *f, const char *file, const char *run, bool unsure)
{
    int64_t count = 0;
    for (int64_t i = 0; i < f->items; i++) count += f->item[i].unsure == unsure && is_of(&f->item[i], file, run);
    return count;
}

/* Seconds of a run in a file, 0 where they are not known. */
static double time_of(const struct findings *f, const char *file, const char *run)
{
    for (int64_t i = 0; i < f->times && run; i++)
        if (!strcmp(f->time[i].file, file) && !strcmp(f->time[i].run, run))
            return isfinite(f->time[i].seconds) ? f->time[i].seconds : 0;
    return 0;
}

static void put_attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    put_xml(out, text);
    fputc('"', out);
}

/* One test case: a run of the reference in a file, or, if its name is NULL, the file as a whole. A case that failed was
 * not skipped. */
static void put_case(FILE *out, const struct findings *f, const char *file, const struct findings_case *test)
{
    const char *const run = test->name;
    const bool failed = count_of(f, file, run, false) > 0;
    fputs("  <testcase", out);
    put_attribute(out, "classname", file);
    put_attribute(out, "name", run ? run : "the file as a whole");
    fprintf(out, " time=\"%.6g\">\n", time_of(f, file, run));
    for (int64_t i = 0; i < f->items; i++) {
        const struct finding *const d = &f->item[i];
        if (!is_of(d, file, run) || (failed && d->unsure)) continue;
        fputs(d->unsure ? "    <skipped" : "    <failure", out);
        if (!d->unsure) put_attribute(out, "type", d->kind);
        put_attribute(out, "message", d->sentence);
        fputs("/>\n", out);
    }
    if (test->skipped) {
        fputs("    <skipped", out);
        put_attribute(out, "message", test->skipped);
        fputs("/>\n", out);
    }
    fputs("  </testcase>\n", out);
}

struct totals {
    int64_t tests, failures, skipped;
    double seconds;
};

static void add_case(struct totals *t, const struct findings *f, const char *file, const struct findings_case *test)
{
    const bool failed = count_of(f, file, test->name, false) > 0, open = count_of(f, file, test->name, true) > 0;
    t->tests++;
    t->failures += failed;
    t->skipped += test->skipped || (open && !failed);
    t->seconds += time_of(f, file, test->name);
}

static const struct findings_case whole = {NULL, NULL};

static struct totals totals_of(const struct findings *f, const char *const *file, int files,
                               const struct findings_case *cases, int64_t count)
{
    struct totals t = {0};
    for (int i = 0; i < files; i++) {
        add_case(&t, f, file[i], &whole);
        for (int64_t k = 0; k < count; k++) add_case(&t, f, file[i], &cases[k]);
    }
    return t;
}

static void put_suite(FILE *out, const struct findings *f, const char *reference, const char *const *file, int files,
                      const struct findings_case *cases, int64_t count)
{
    const struct totals t = totals_of(f, file, files, cases, count);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"bandstand compare with ", out);
    put_xml(out, reference);
    fprintf(out, "\" tests=\"%lld\" failures=\"%lld\" skipped=\"%lld\" errors=\"0\" time=\"%.6g\">\n",
            (long long)t.tests, (long long)t.failures, (long long)t.skipped, t.seconds);
    for (int i = 0; i < files; i++) {
        put_case(out, f, file[i], &whole);
        for (int64_t k = 0; k < count; k++) put_case(out, f, file[i], &cases[k]);
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

enum status findings_junit(const struct findings *f, const char *path, const char *reference, const char *const *file,
                           int files, const struct findings_case *cases, int64_t count)
{
    TRY(check_replaceable(path));
    FILE *const out = fopen(path, "w");
    if (!out) return fail(ST_CONFIG, "cannot write %s: %s", path, strerror(errno));
    put_suite(out, f, reference, file, files, cases, count);
    const bool written = !ferror(out);
    return fclose(out) == 0 && written ? ST_OK : fail(ST_IO, "cannot write %s: %s", path, strerror(errno));
}
