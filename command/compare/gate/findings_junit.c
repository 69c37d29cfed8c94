/* Writes the findings of a comparison as JUnit XML: a suite of files, a test case for each run. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/compare/gate/findings.h"

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

/* Only a file that may be an earlier report is replaced. */
static enum status check_replaceable(const char *path)
{
    char head[6] = "";
    FILE *const in = fopen(path, "r");
    if (!in) return ST_OK;
    const size_t length = fread(head, 1, 5, in);
    fclose(in);
    if (length == 0 || !strcmp(head, "<?xml")) return ST_OK;
    return fail(ST_CONFIG, "--junit: %s exists and is not an XML file", path);
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
