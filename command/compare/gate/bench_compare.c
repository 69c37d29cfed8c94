/* Compares the times of benchmarks entry by entry. */
#include "command/compare/gate/bench_compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "command/compare/gate/bench_entries.h"
#include "command/compare/gate/findings.h"
#include "command/terminal/table.h"

enum { NAME_BYTES = 400 };

/* An entry of the first file and its counterpart in another. */
struct pair {
    const struct bench_entry *a, *b; /* b NULL: it was not measured there */
    double ratio, spread;            /* of the medians, b over a; of both, relative, at least 2 % */
    bool differs;                    /* by more than the spread, which is known */
};

static struct pair pair_of(const struct bench_entries *a, const struct bench_entry *x, const struct bench_entries *b)
{
    struct pair p = {.a = x, .b = bench_entries_find(b, a, x), .ratio = (double)NAN, .spread = (double)NAN};
    if (!p.b) return p;
    p.ratio = p.b->median / p.a->median;
    if (!isnan(p.a->spread + p.b->spread)) p.spread = fmax(0.02, p.a->spread + p.b->spread);
    p.differs = fmax(p.ratio, 1 / p.ratio) > 1 + p.spread;
    return p;
}

static const char *name_of(const struct bench_entry *e, char *out)
{
    snprintf(out, NAME_BYTES, "%.60s %.60s%s%.60s, %.40s, %.10s, %lldx%lld, %lld thread%s%s", e->benchmark, e->name,
             *e->varied ? ", " : "", e->varied, e->layout, e->precision, (long long)e->batch, (long long)e->n,
             (long long)e->threads, e->threads == 1 ? "" : "s", strcmp(e->space, "device") ? "" : ", GPU");
    return out;
}

/* Slower than allowed, even if the spread is subtracted. */
static void judge(struct findings *f, const struct bench_entries *a, const struct bench_entries *b,
                  const struct pair *p, double max_slowdown)
{
    char name[NAME_BYTES], sentence[1024];
    struct finding x = {.file = (char *)b->path, .run = name, .was = p->a->median, .is = (double)NAN};
    x.sentence = sentence;
    name_of(p->a, name);
    if (p->b) findings_add_ratio(f, b->path, name, p->ratio, p->spread);
    if (p->b) findings_add_time(f, b->path, name, p->b->median);
    if (!(max_slowdown > 0)) return;
    if (!p->b) {
        x.kind = (char *)"missing";
        snprintf(sentence, sizeof sentence, "%s: %s was not measured, unlike in %s", b->path, name, a->path);
        findings_add(f, &x);
    } else if (p->ratio > max_slowdown * (1 + (isnan(p->spread) ? 0 : p->spread))) {
        x.kind = (char *)"time", x.place = (char *)"median", x.is = p->b->median;
        snprintf(sentence, sizeof sentence,
                 "%s: %s takes %.3g times as long (%g allowed, spread %.0f %%): %.3g s, in %s %.3g s", b->path, name,
                 p->ratio, max_slowdown, 100 * p->spread, p->b->median, a->path, p->a->median);
        findings_add(f, &x);
    }
}

static void add_row(struct table *t, const struct pair *p)
{
    const struct bench_entry *const e = p->a;
    table_text(t, "%s", e->benchmark);
    table_text(t, "%s%s%s%s", e->name, *e->varied ? ", " : "", e->varied,
               strcmp(e->space, "device") ? "" : " on the GPU");
    table_text(t, "%s", e->layout);
    table_text(t, "%s", e->precision);
    table_text(t, "%lldx%lld", (long long)e->batch, (long long)e->n);
    table_text(t, "%lld", (long long)e->threads);
    table_real(t, "%.3g", 1e3 * e->median);
    table_real(t, "%.3g", p->b ? 1e3 * p->b->median : (double)NAN);
    table_real(t, "%.3g", p->ratio);
    table_real(t, "%.0f %%", 100 * p->spread);
    table_text(t, "%s", !p->b ? "not measured" : !p->differs ? "" : p->ratio > 1 ? "slower" : "faster");
}

static void print_table(const struct bench_entries *a, const struct bench_entries *b)
{
    static const char *const heading[] = {"benchmark",    "what", "layout", "precision", "size",   "threads",
                                          "reference ms", "ms",   "ratio",  "spread",    "verdict"};
    struct table t;
    int64_t compared = 0, slower = 0, faster = 0, added = 0;
    say(stdout, "%s%s against %s: ratios of medians, and their spread\n", table_comment(), b->path, a->path);
    table_begin(&t, sizeof heading / sizeof *heading, heading);
    t.keys = 4;
    for (int64_t i = 0; i < a->count; i++) {
        const struct pair p = pair_of(a, &a->item[i], b);
        add_row(&t, &p);
        compared += p.b != NULL, slower += p.differs && p.ratio > 1, faster += p.differs && p.ratio < 1;
    }
    table_end(&t, stdout, FIRST_THREE_LEFT | 8 | 1 << 10);
    for (int64_t i = 0; i < b->count; i++) added += !bench_entries_find(a, b, &b->item[i]);
    if (!table_aligned()) return;
    say(stdout, "%lld compared: %lld slower and %lld faster by more than their spread", (long long)compared,
        (long long)slower, (long long)faster);
    if (added) say(stdout, "; %lld measured only in %s", (long long)added, b->path);
    putchar('\n');
}

static void put_entry(struct json *j, const struct bench_entries *b, const struct pair *p)
{
    json_object(j, NULL);
    json_text(j, "file", b->path);
    json_text(j, "benchmark", p->a->benchmark);
    json_text(j, "name", p->a->name);
    json_text(j, "space", p->a->space);
    json_text(j, "precision", p->a->precision);
    json_text(j, "layout", p->a->layout);
    if (*p->a->varied) json_text(j, "varied", p->a->varied);
    json_int(j, "n", p->a->n);
    json_int(j, "batch", p->a->batch);
    json_int(j, "threads", p->a->threads);
    json_real(j, "reference", p->a->median);
    json_real(j, "value", p->b ? p->b->median : (double)NAN);
    json_real(j, "ratio", p->ratio);
    json_real(j, "spread", p->spread);
    json_bool(j, "differs", p->differs);
    json_close_object(j);
}

static void print_json(const struct bench_entries *e, int count, const struct findings *f, const struct findings_of *of,
                       struct json *j)
{
    json_object(j, NULL);
    json_array(j, "entries");
    for (int k = 1; k < count; k++)
        for (int64_t i = 0; i < e[0].count; i++) {
            const struct pair p = pair_of(&e[0], &e[0].item[i], &e[k]);
            put_entry(j, &e[k], &p);
        }
    json_close_array(j);
    findings_members(f, of, j);
    json_close_object(j);
}

static void warn(struct findings *f, const struct bench_entries *e)
{
    char sentence[512];
    int64_t single = 0;
    for (int64_t i = 0; i < e->count; i++) single += isnan(e->item[i].spread);
    snprintf(sentence, sizeof sentence, "%s: %lld of %lld entries have one sample, whose spread is not known", e->path,
             (long long)single, (long long)e->count);
    if (single) findings_warn(f, sentence);
}

static enum status write_junit(const struct findings *f, const struct bench_entries *e, int count, const char *path)
{
    enum status s = fail(ST_NOMEM, "no memory for %lld entries", (long long)e->count);
    const char **const file = calloc((size_t)count, sizeof *file);
    struct findings_case *const cases = calloc((size_t)e->count, sizeof *cases);
    char(*const text)[NAME_BYTES] = calloc((size_t)e->count, sizeof *text);
    if (file && cases && text) {
        for (int i = 1; i < count; i++) file[i - 1] = e[i].path;
        for (int64_t k = 0; k < e->count; k++) cases[k].name = name_of(&e->item[k], text[k]);
        s = findings_junit(f, path, e[0].path, file, count - 1, cases, e->count);
    }
    free(file);
    free(cases);
    /* cppcheck-suppress autovarInvalidDeallocation ; an array on the heap */
    free((void *)text);
    return s;
}

static enum status compare(const struct bench_entries *e, int count, double max_slowdown, struct json *j,
                           const char *junit, int64_t *differences)
{
    struct findings f = {0};
    for (int k = 0; k < count; k++) warn(&f, &e[k]);
    for (int k = 1; k < count; k++)
        for (int64_t i = 0; i < e[0].count; i++) {
            const struct pair p = pair_of(&e[0], &e[0].item[i], &e[k]);
            judge(&f, &e[0], &e[k], &p, max_slowdown);
        }
    const struct findings_of of = {e[0].path, f.ratios, false, true};
    enum status s = findings_check(&f);
    if (s == ST_OK && j) print_json(e, count, &f, &of, j);
    for (int k = 1; s == ST_OK && !j && k < count; k++) print_table(&e[0], &e[k]);
    if (s == ST_OK && !j) findings_print(&f);
    if (s == ST_OK && junit) s = write_junit(&f, e, count, junit);
    *differences = f.items;
    findings_free(&f);
    return s;
}

enum status bench_compare(const char *const *path, int count, double max_slowdown, struct json *j, const char *junit,
                          int64_t *differences)
{
    struct bench_entries *const e = calloc((size_t)count, sizeof *e);
    enum status s = e ? ST_OK : fail(ST_NOMEM, "no memory for %d files", count);
    int opened = 0;
    for (; s == ST_OK && opened < count; opened++) s = bench_entries_read(&e[opened], path[opened]);
    if (s == ST_OK) s = compare(e, count, max_slowdown, j, junit, differences);
    while (opened > 0) bench_entries_free(&e[--opened]);
    free(e);
    return s;
}
