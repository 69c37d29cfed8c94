/* bandstand bench: every method against the memory limit and its peers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/spelling.h"
#include "command/arguments.h"
#include "command/command.h"
#include "command/json.h"
#include "command/table.h"
#include "precision/precision.h"

static const struct precision *const sets[] = {&precision_double, &precision_float};

struct asked {
    struct bench bench;
    bool json, precision[2];
};

static int help(void)
{
    fputs("Usage: bandstand bench [NAME ...] [OPTION ...]\n\n"
          "Measures every method against the memory limit and its peers, all sampled in the same rounds; a sample\n"
          "counts only if no other work took a core away, or half of one, unless hardly any would. Share is of the "
          "memory limit in\n"
          "the same rounds, so not quite GB/s over the limit shown. Names:\n\n",
          stdout);
    for (size_t i = 0; i < precision_double.benchmark_count(); i++)
        printf("  %-20s %s\n", precision_double.benchmark_at(i)->name, precision_double.benchmark_at(i)->about);
    fputs("\n  -p, --precision WORD  double, float or both (default)\n"
          "  -t, --threads N       OpenMP threads; default all\n"
          "  -n, --samples N       clean samples wanted of each; default 9\n"
          "  -r, --rounds N        rounds at most; default 4 times the samples\n"
          "      --quick           small sizes that fit the caches: a test of the benchmark, not of the machine\n"
          "  -j, --json            for programs\n"
          "  -h, --help            this text\n",
          stdout);
    return 0;
}

static int parse(struct arguments *a, struct asked *x)
{
    int64_t threads = 0, samples = 9, rounds = 0;
    for (int id; (id = arguments_next(a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 't' && !argument_int(a, "threads", 1, 4096, &threads)) return 2;
        if (id == 'n' && !argument_int(a, "samples", 1, 1000, &samples)) return 2;
        if (id == 'r' && !argument_int(a, "rounds", 1, 10000, &rounds)) return 2;
        if (id == 'j') x->json = true;
        if (id == 256) x->bench.scale_n = 32, x->bench.scale_batch = 64;
        if (id != 'p') continue;
        for (int p = 0; p < 2; p++) x->precision[p] = !strcmp(a->value, "both") || !strcmp(a->value, sets[p]->name);
        if (!x->precision[0] && !x->precision[1])
            return command_misuse("bench", "--precision: '%s' is not one of double, float, both", a->value);
    }
    x->bench.exec = exec_host((int)threads);
    x->bench.samples = (int)samples;
    x->bench.rounds_max = (int)(rounds ? rounds : 4 * samples);
    x->bench.quiet = x->json;
    return -1;
}

/* Both precisions add their entries before any is sampled. */
static enum status add(struct asked *x, const char *name)
{
    const char *names[64];
    size_t count = 0;
    bool found = false;
    for (; count < precision_double.benchmark_count() && count < 64; count++) {
        names[count] = precision_double.benchmark_at(count)->name;
        if (name && strcmp(name, names[count])) continue;
        found = true;
        for (int p = 0; p < 2; p++)
            if (x->precision[p]) TRY(sets[p]->benchmark_at(count)->add(&x->bench));
    }
    if (found) return x->bench.count ? ST_OK : fail(ST_DEVICE, "%s", x->bench.skipped[0].text);
    const char *const near = spelling_nearest(name, names, count);
    return near ? fail(ST_CONFIG, "no benchmark '%s'; did you mean '%s'?", name, near)
                : fail(ST_CONFIG, "no benchmark '%s'", name);
}

static void put_ratios(struct json *j, const struct bench *b, int index, const char *key,
                       double (*ratio)(const struct bench *, int, int))
{
    const struct entry *const e = &b->entry[index];
    json_object(j, key);
    for (int p = 0; p < e->peer_count; p++) json_real(j, e->peer[p].name, ratio(b, e->peer[p].entry, index));
    json_close_object(j);
}

static void put_entry(struct json *j, const struct bench *b, int index)
{
    const struct entry *const e = &b->entry[index];
    json_object(j, NULL);
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
    put_ratios(j, b, index, "ratio", bench_ratio);
    put_ratios(j, b, index, "ratio_min", bench_ratio_min);
    json_int(j, "clean", e->clean);
    json_int(j, "rounds", e->rounds);
    json_close_object(j);
}

/* "copy_gb_s", "device_copy_gb_s" */
static void put_limits(struct json *j, const struct bench *b)
{
    json_object(j, "limit");
    for (int i = 0; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        char key[96];
        if (e->limit >= 0) continue;
        snprintf(key, sizeof key, "%s%s_gb_s", e->exec.space == DEVICE ? "device_" : "", e->name);
        json_real(j, key, bench_gb_s(e));
    }
    json_close_object(j);
}

static void print_json(const struct bench *b)
{
    struct json j = {.out = stdout};
    json_object(&j, NULL);
    put_limits(&j, b);
    json_array(&j, "skipped");
    for (int i = 0; i < b->skips; i++) json_text(&j, NULL, b->skipped[i].text);
    json_close_array(&j);
    json_array(&j, "results");
    for (int i = 0; i < b->count; i++) put_entry(&j, b, i);
    json_close_array(&j);
    json_close_object(&j);
}

static void print_table(const struct bench *b)
{
    static const char *const heading[] = {"what",    "layout", "precision", "on",    "size",  "ms",
                                          "ns/unit", "B/unit", "GB/s",      "share", "clean", "speed against"};
    struct table t;
    table_begin(&t, 12, heading);
    for (int i = 0; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        char peers[256] = "";
        for (size_t p = 0, used = 0; p < (size_t)e->peer_count && used < sizeof peers; p++)
            used += (size_t)snprintf(peers + used, sizeof peers - used, "%s%.1f %s", p ? ", " : "",
                                     bench_ratio(b, e->peer[p].entry, i), e->peer[p].name);
        table_text(&t, "%s", e->name);
        table_text(&t, "%s", e->layout ? e->layout : "");
        table_text(&t, "%s", e->precision);
        if (e->exec.space == DEVICE) table_text(&t, "the GPU");
        else table_text(&t, "%d threads", e->exec.threads);
        table_text(&t, "%lldx%lld", (long long)e->batch, (long long)e->n);
        table_real(&t, "%.3g", bench_median(e) * 1e3);
        table_real(&t, "%.3f", bench_median(e) / e->units * 1e9);
        table_real(&t, "%.0f", e->bytes_per_unit);
        table_real(&t, "%.1f", bench_gb_s(e));
        table_real(&t, "%.2f", bench_share(b, i));
        table_text(&t, "%lld/%lld", (long long)e->clean, (long long)e->rounds);
        table_text(&t, "%s", peers);
    }
    table_end(&t, stdout, 3);
    for (int i = 0; i < b->skips; i++) printf("not measured: %s\n", b->skipped[i].text);
}

/* Threads must spin while they wait, which OpenMP reads from the environment when the program starts. */
static void spin_threads(char **argv)
{
    if (getenv("OMP_WAIT_POLICY")) return;
    setenv("OMP_WAIT_POLICY", "active", 1);
    setenv("OMP_PROC_BIND", "true", 0);
    char **const again = argv - 1; /* argv[-1] is the program: main passed a tail of its own */
    execv("/proc/self/exe", again);
}

int command_bench(int argc, char **argv)
{
    static const struct flag flags[] = {
        {"precision", 'p', true}, {"threads", 't', true}, {"samples", 'n', true}, {"rounds", 'r', true},
        {"quick", 256, false},    {"json", 'j', false},   {"help", 'h', false},   {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    struct asked x = {.precision = {true, true}};
    spin_threads(argv);
    const int code = parse(&a, &x);
    if (code >= 0) return code;
    enum status s = a.operand == argc ? add(&x, NULL) : ST_OK;
    for (int i = a.operand; s == ST_OK && i < argc; i++) s = add(&x, argv[i]);
    if (s == ST_OK) s = bench_sample(&x.bench);
    if (s == ST_OK) (x.json ? print_json : print_table)(&x.bench);
    bench_free(&x.bench);
    return s == ST_OK ? 0 : command_fail(s);
}
