/* Writes verdicts as JUnit XML. */
#include "command/papers/page/junit.h"

#include <stdio.h>

#include "base/file/atomic_file.h"
#include "command/plot/draw/html.h"

static void put_attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    html_text(out, text);
    fputc('"', out);
}

static void put_claim(FILE *out, const struct record *r, const struct recorded_claim *c)
{
    char message[1000];
    const bool fails = c->verdict == NOT_REPRODUCED && !c->known, passes = c->verdict <= IN_SHAPE;
    fputs("    <testcase", out);
    put_attribute(out, "classname", r->id);
    put_attribute(out, "name", c->text);
    fputs(passes ? "><system-out>" : fails ? "><failure" : "><skipped", out);
    snprintf(message, sizeof message, "%s: %s", claim_verdict_word(c->verdict), c->reason);
    if (passes) html_text(out, message);
    else put_attribute(out, "message", message);
    fputs(passes ? "</system-out></testcase>\n" : "/></testcase>\n", out);
}

static void put_suite(FILE *out, const struct record *r)
{
    const int64_t failures = record_surprises(r);
    const int64_t skipped = record_count(r, NOT_REPRODUCED) + record_count(r, NOT_TESTED) - failures;
    fputs("  <testsuite", out);
    put_attribute(out, "name", r->id);
    fprintf(out, " tests=\"%lld\" failures=\"%lld\" skipped=\"%lld\" errors=\"0\" time=\"%.6g\">\n",
            (long long)r->count, (long long)failures, (long long)skipped, r->seconds);
    for (int64_t i = 0; i < r->count; i++) put_claim(out, r, &r->claim[i]);
    fputs("  </testsuite>\n", out);
}

enum status junit_write(const char *path, const struct record *r, int64_t count)
{
    struct atomic_file file;
    FILE *out;
    TRY(atomic_file_begin(&file, path, FILE_JUNIT));
    enum status s = atomic_file_stream(&file, &out);
    if (s == ST_OK) {
        fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bandstand papers\">\n", out);
        for (int64_t i = 0; i < count; i++) put_suite(out, &r[i]);
        fputs("</testsuites>\n", out);
        s = atomic_file_stream_end(&file, out);
    }
    if (s == ST_OK) return atomic_file_commit(&file);
    atomic_file_abandon(&file);
    return s;
}
