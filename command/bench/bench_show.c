/* Prints the table of a benchmark and its JSON. */
#include "command/bench/bench_show.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json/json.h"
#include "command/terminal/table.h"

static void put_ratios(struct json *j, const struct bench *b, int index, const char *key,
                       double (*ratio)(const struct bench *, int, int))
{
    const struct entry *const e = &b->entry[index];
    json_object(j, key);
    for (int p = 0; p < e->peer_count; p++) json_real(j, e->peer[p].name, ratio(b, e->peer[p].entry, index));
    json_close_object(j);
}

/* Prints the phases of one call, in seconds since it began. */
static void put_phases(struct json *j, const struct entry *e)
{
    json_array(j, "phases");
    for (int64_t i = 0; i < e->phases; i++) {
        json_object(j, NULL);
        json_int(j, "thread", e->phase[i].thread);
        json_text(j, "phase", e->phase[i].span.phase);
        json_real(j, "start", e->phase[i].span.start);
        json_real(j, "end", e->phase[i].span.end);
        json_close_object(j);
    }
    json_close_array(j);
}

static void put_sent(struct json *j, const struct entry_sent *s)
{
    json_int(j, "ranks", s->ranks);
    json_real(j, "bytes_sent", s->bytes);
    json_real(j, "bytes_model", s->model);
    json_real(j, "messages_sent", s->messages);
    json_real(j, "share_communication", s->waiting / s->seconds);
}

static void put_entry(struct json *j, const struct bench *b, int index)
{
    const struct entry *const e = &b->entry[index];
    json_object(j, "result");
    json_text(j, "benchmark", e->benchmark);
    json_text(j, "name", e->name);
    json_text(j, "kind", e->kind);
    json_text(j, "space", space_name(e->exec.space));
    json_text(j, "precision", e->precision);
    json_int(j, "n", e->n);
    json_int(j, "batch", e->batch);
    json_text(j, "layout", e->layout);
    json_int(j, "threads", e->exec.threads);
    json_array(j, "seconds");
    for (int64_t r = 0; r < e->rounds; r++)
        if (!isnan(bench_seconds(e)[r])) json_real(j, NULL, bench_seconds(e)[r]);
    json_close_array(j);
    json_real(j, "median", bench_median(e));
    json_real(j, "min", bench_min(e));
    json_real(j, "bytes_per_unknown", e->bytes_per_unit);
    json_real(j, "gb_s", bench_gb_s(e));
    json_real(j, "share_of_limit", bench_share(b, index));
    json_bool(j, "share_clean", bench_share_clean(b, index));
    if (e->moved) {
        const double moved = e->moved(e->context);
        json_real(j, "bytes_moved", moved);
        json_real(j, "share_moved", bench_share(b, index) * moved / e->bytes_per_unit);
    }
    put_ratios(j, b, index, "ratio", bench_ratio);
    put_ratios(j, b, index, "ratio_min", bench_ratio_min);
    if (e->parameter) json_real(j, e->parameter, e->parameter_value);
    if (e->sent.ranks) put_sent(j, &e->sent);
    if (e->counts.cycles > 0) {
        json_real(j, "instructions", e->counts.instructions);
        json_real(j, "instructions_per_cycle", e->counts.instructions / e->counts.cycles);
    }
    if (e->phases) put_phases(j, e);
    json_int(j, "clean", e->clean);
    json_int(j, "rounds", e->rounds);
    json_close_object(j);
}

/* "copy_gb_s", "device_copy_gb_s" */
static void put_limits(struct json *j, const struct bench *b)
{
    json_object(j, "limit");
    for (int i = b->first; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        char key[96];
        if (e->limit >= 0 || !e->rounds) continue;
        snprintf(key, sizeof key, "%s%s_gb_s", e->exec.space == DEVICE ? "device_" : "", e->name);
        json_real(j, key, bench_gb_s(e));
    }
    json_close_object(j);
}

bool bench_some(const struct bench *b)
{
    bool some = false;
    for (int i = 0; i < b->count; i++) some |= b->entry[i].rounds > 0;
    return some;
}

/* A line is written by one call, so that only complete lines are left, whatever ends the program. */
struct line {
    char *text;
    size_t size;
    struct json json;
};

static void line_begin(struct line *l)
{
    l->json = (struct json){.out = open_memstream(&l->text, &l->size), .line = true};
    if (l->json.out) json_object(&l->json, NULL);
}

static void line_end(struct line *l)
{
    json_close_object(&l->json);
    fclose(l->json.out);
    fflush(stdout);
    for (size_t at = 0; l->text && at < l->size;) {
        const ssize_t written = write(STDOUT_FILENO, l->text + at, l->size - at);
        if (written <= 0 && errno != EINTR) break;
        if (written > 0) at += (size_t)written;
    }
    free(l->text);
}

static void put_skipped(const char *text)
{
    struct line l;
    line_begin(&l);
    if (!l.json.out) return;
    json_text(&l.json, "skipped", text);
    line_end(&l);
}

static void put_result(const struct bench *b, int index)
{
    const struct entry *const e = &b->entry[index];
    struct line l;
    char text[256];
    snprintf(text, sizeof text, "%s, %s, %s, %lldx%lld: ended before it", e->name, e->layout, e->precision,
             (long long)e->batch, (long long)e->n);
    if (!e->rounds) return put_skipped(text);
    line_begin(&l);
    if (!l.json.out) return;
    put_entry(&l.json, b, index);
    line_end(&l);
}

void bench_print_lines(const struct bench *b, int skips)
{
    struct line l;
    line_begin(&l);
    if (!l.json.out) return;
    put_limits(&l.json, b);
    line_end(&l);
    for (int i = b->first; i < b->count; i++) put_result(b, i);
    for (int i = skips; i < b->skips; i++) put_skipped(b->skipped[i].text);
}

void bench_print_table(const struct bench *b)
{
    static const char *const heading[] = {"what",    "layout", "precision", "on",    "size",  "ms",
                                          "ns/unit", "B/unit", "GB/s",      "share", "clean", "speed against"};
    struct table t;
    int disturbed = 0;
    table_begin(&t, 12, heading);
    for (int i = 0; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        char peers[256] = "";
        if (!e->rounds) continue;
        for (size_t p = 0, used = 0; p < (size_t)e->peer_count && used < sizeof peers; p++)
            used += (size_t)snprintf(peers + used, sizeof peers - used, "%s%.1f %s", p ? ", " : "",
                                     bench_ratio(b, e->peer[p].entry, i), e->peer[p].name);
        if (e->parameter) table_text(&t, "%s, %s %g", e->name, e->parameter, e->parameter_value);
        else table_text(&t, "%s", e->name);
        table_text(&t, "%s", e->layout ? e->layout : "");
        table_text(&t, "%s", e->precision);
        if (e->exec.space == DEVICE) table_text(&t, "the GPU");
        else table_text(&t, "%d threads", e->exec.threads);
        table_text(&t, "%lldx%lld", (long long)e->batch, (long long)e->n);
        table_real(&t, "%.3g", bench_median(e) * 1e3);
        table_real(&t, "%.3f", bench_median(e) / e->units * 1e9);
        table_real(&t, "%.0f", e->bytes_per_unit);
        table_real(&t, "%.1f", bench_gb_s(e));
        const bool clean = bench_share_clean(b, i);
        disturbed += !clean;
        table_real(&t, clean ? "%.2f" : "%.2f?", bench_share(b, i));
        table_text(&t, "%lld/%lld", (long long)e->clean, (long long)e->rounds);
        table_text(&t, "%s", peers);
    }
    table_end(&t, stdout, FIRST_THREE_LEFT);
    if (disturbed)
        printf("?: %d share%s without a clean sample: other programs used the cores in each round\n", disturbed,
               disturbed == 1 ? "" : "s");
    for (int i = 0; i < b->skips; i++) printf("not measured: %s\n", b->skipped[i].text);
    fflush(stdout); /* before the names of pictures, if both go to the same terminal or file */
}
