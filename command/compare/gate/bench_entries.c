/* Reads the lines of benchmarks. */
#include "command/compare/gate/bench_entries.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/input.h"
#include "base/json/json_read.h"
#include "base/timing/median.h"

enum { FILE_MAX_BYTES = 1 << 28, FEW = 5 };

bool bench_entries_are_in(const char *path)
{
    FILE *in;
    char text[64] = "";
    if (input_open(&in, path, FILE_MAX_BYTES) != ST_OK) return false;
    const size_t length = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    const char *const first = text + strspn(text, " \t\r\n");
    return length > 0 && *first == '{';
}

/* Summarizes the samples, which it sorts. */
static void summarize(struct bench_entry *e, double *seconds)
{
    const int64_t n = e->samples, low = n < FEW ? 0 : (n - 1) / 4, high = n < FEW ? n - 1 : 3 * (n - 1) / 4;
    values_sort(seconds, n);
    e->median = median(seconds, n);
    e->spread = n > 1 && e->median > 0 ? (seconds[high] - seconds[low]) / e->median : (double)NAN;
}

static enum status read_seconds(struct bench_entry *e, const struct json_value *list)
{
    int64_t count = 0;
    for (const struct json_value *v = list ? list->first : NULL; v; v = v->next) count++;
    double *const seconds = malloc((size_t)count * sizeof *seconds + 1);
    if (!seconds) return fail(ST_NOMEM, "no memory for %lld samples", (long long)count);
    for (const struct json_value *v = list ? list->first : NULL; v; v = v->next)
        if (isfinite(v->number)) seconds[e->samples++] = v->number;
    if (e->samples) summarize(e, seconds);
    free(seconds);
    return e->samples ? ST_OK : fail(ST_CONFIG, "a result has no `seconds`");
}

/* The numbers that every result has, or that are measured; all others are options that the benchmark varies. */
static bool is_varied(const struct json_value *v)
{
    static const char *const known[] = {
        "n",           "batch",          "threads",    "median",      "min",           "bytes_per_unknown",
        "gb_s",        "share_of_limit", "clean",      "rounds",      "instructions",  "instructions_per_cycle",
        "bytes_moved", "share_moved",    "bytes_sent", "bytes_model", "messages_sent", "share_communication"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(v->key, known[i])) return false;
    return v->type == JSON_NUMBER;
}

static char *varied_of(const struct json_value *result)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    const char *comma = "";
    if (!out) return NULL;
    for (const struct json_value *v = result->first; v; v = v->next) {
        if (!is_varied(v)) continue;
        fprintf(out, "%s%s %.10g", comma, v->key, v->number);
        comma = ", ";
    }
    return fclose(out) == 0 ? text : (free(text), NULL);
}

static int64_t whole(const struct json_value *result, const char *key)
{
    const double number = json_number_of(result, key);
    return fabs(number) < 1e18 ? (int64_t)number : 0;
}

static enum status read_entry(struct bench_entry *e, const struct json_value *result)
{
    const struct {
        const char *key;
        char **to;
    } texts[] = {{"benchmark", &e->benchmark},
                 {"name", &e->name},
                 {"space", &e->space},
                 {"precision", &e->precision},
                 {"layout", &e->layout}};
    bool whole_names = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        whole_names &= (*texts[i].to = strdup(json_text_of(result, texts[i].key))) != NULL;
    e->varied = varied_of(result);
    if (!whole_names || !e->varied) return fail(ST_NOMEM, "no memory for an entry");
    if (!*e->name) return fail(ST_CONFIG, "a result has no `name`");
    e->n = whole(result, "n"), e->batch = whole(result, "batch"), e->threads = whole(result, "threads");
    return read_seconds(e, json_member(result, "seconds"));
}

static enum status add(struct bench_entries *e, const struct json_value *line)
{
    const struct json_value *const result = json_member(line, "result");
    if (line->type != JSON_OBJECT) return fail(ST_CONFIG, "expected an object");
    if (!result) return ST_OK;
    struct bench_entry *const grown = realloc(e->item, (size_t)(e->count + 1) * sizeof *grown);
    if (!grown) return fail(ST_NOMEM, "no memory for an entry");
    e->item = grown;
    e->item[e->count] = (struct bench_entry){0};
    return read_entry(&e->item[e->count++], result);
}

static enum status read_lines(struct bench_entries *e, struct input *in)
{
    for (bool more;;) {
        struct json_value *line;
        TRY(input_line(in, &more));
        if (!more) break;
        if (!in->text[strspn(in->text, " \t\r\n")]) continue;
        enum status s = json_read(in->text, &line);
        if (s == ST_OK) s = add(e, line), json_free(line);
        if (s != ST_OK) return fail_within(s, "%s:%lld: ", in->path, (long long)in->line);
    }
    return e->count ? ST_OK : fail(ST_CONFIG, "%s has no result of bandstand bench --json", e->path);
}

enum status bench_entries_read(struct bench_entries *out, const char *path)
{
    FILE *in;
    *out = (struct bench_entries){.path = path};
    TRY(input_open(&in, path, FILE_MAX_BYTES));
    struct input lines = {.in = in, .path = path};
    const enum status s = read_lines(out, &lines);
    input_free(&lines);
    fclose(in);
    return s;
}

void bench_entries_free(struct bench_entries *e)
{
    for (int64_t i = 0; i < e->count; i++) {
        struct bench_entry *const x = &e->item[i];
        free(x->benchmark), free(x->name), free(x->space), free(x->precision), free(x->layout), free(x->varied);
    }
    free(e->item);
    *e = (struct bench_entries){0};
}

static bool alike(const struct bench_entry *a, const struct bench_entry *b)
{
    return !strcmp(a->benchmark, b->benchmark) && !strcmp(a->name, b->name) && !strcmp(a->space, b->space) &&
           !strcmp(a->precision, b->precision) && !strcmp(a->layout, b->layout) && !strcmp(a->varied, b->varied) &&
           a->n == b->n && a->batch == b->batch && a->threads == b->threads;
}

const struct bench_entry *bench_entries_find(const struct bench_entries *of, const struct bench_entries *from,
                                             const struct bench_entry *x)
{
    int64_t skip = 0;
    for (const struct bench_entry *e = from->item; e < x; e++) skip += alike(e, x);
    for (int64_t i = 0; i < of->count; i++)
        if (alike(&of->item[i], x) && skip-- == 0) return &of->item[i];
    return NULL;
}
