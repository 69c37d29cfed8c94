/* bandstand bench: every method against the memory limit and its peers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/spelling.h"
#include "command/arguments.h"
#include "command/bench_show.h"
#include "command/command.h"
#include "command/plot/draw.h"
#include "command/plot/gnuplot.h"
#include "precision/precision.h"

static const struct precision *const sets[] = {&precision_double, &precision_float};

enum { SPANS = 256 /* of a thread: what is kept of the phases of one call */ };

struct asked {
    struct bench bench;
    bool json, flush, precision[2];
    const char *pictures; /* a folder, or NULL */
};

static int help(void)
{
    fputs("Usage: bandstand bench [NAME ...] [OPTION ...]\n\n"
          "Measures every method against the memory limit and its peers, all sampled in the same rounds; a sample\n"
          "counts only if no other work took a core away, or half of one, unless hardly any would. Share is of\n"
          "the memory limit in the same rounds, so not quite GB/s over the limit shown. Without names all of\n"
          "it, which takes many minutes. Names, or what stands before their dots:\n\n",
          stdout);
    for (size_t i = 0; i < precision_double.benchmark_count(); i++)
        printf("  %-20s %s\n", precision_double.benchmark_at(i)->name, precision_double.benchmark_at(i)->about);
    fputs("\n  -p, --precision WORD  double, float or both (default)\n"
          "  -t, --threads N       OpenMP threads; default all\n"
          "  -n, --samples N       clean samples wanted of each; default 9\n"
          "  -r, --rounds N        rounds at most; default 4 times the samples\n"
          "  -S, --solvers LIST    these alone, and ratios among them, 'thomas,windows'; default all\n"
          "  -f, --flush           before every call write over all caches\n"
          "  -o, --output FOLDER   draw pictures there: shares of the limit, curves, what each thread did when\n"
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
        if (id == 'f') x->flush = true;
        if (id == 'S') x->bench.methods = a->value;
        if (id == 'o') x->pictures = a->value;
        if (id == 256) x->bench.scale_n = 32, x->bench.scale_batch = 64;
        if (id != 'p') continue;
        for (int p = 0; p < 2; p++) x->precision[p] = !strcmp(a->value, "both") || !strcmp(a->value, sets[p]->name);
        if (!x->precision[0] && !x->precision[1])
            return command_misuse("bench", "--precision: '%s' is not one of double, float, both", a->value);
    }
    x->bench.exec = exec_host((int)threads);
    x->bench.samples = (int)samples;
    x->bench.rounds_max = (int)(rounds ? rounds : 4 * samples);
    x->bench.quiet = x->json && !isatty(STDERR_FILENO);
    return -1;
}

/* A benchmark, or all of those before whose dot it stands. */
static bool means(const char *word, const char *name)
{
    const size_t length = strlen(word);
    return !strncmp(word, name, length) && (name[length] == '\0' || name[length] == '.');
}

/* Every solver that was asked for is there to be measured. */
static enum status check_solvers(const struct bench *b)
{
    for (const char *word = b->methods, *end; word; word = *end ? end + 1 : NULL) {
        const int length = (int)strcspn(word, ",");
        bool found = false;
        end = word + length;
        for (int i = 0; i < b->count; i++) {
            const char *const name = b->entry[i].name;
            found |= !strncmp(name, word, (size_t)length) && (name[length] == '\0' || name[length] == ',');
        }
        if (!found) return fail(ST_CONFIG, "--solvers: no '%.*s' can be measured there", length, word);
    }
    return ST_OK;
}

/* Both precisions add their entries before any is sampled. */
static enum status add(struct asked *x, const char *name)
{
    const char *names[64];
    size_t count = 0;
    bool found = false;
    for (; count < precision_double.benchmark_count() && count < 64; count++) {
        names[count] = precision_double.benchmark_at(count)->name;
        if (name && !means(name, names[count])) continue;
        found = true;
        for (int p = 0; p < 2; p++)
            if (x->precision[p]) TRY(sets[p]->benchmark_at(count)->add(&x->bench));
    }
    if (found) return x->bench.count ? ST_OK : fail(ST_DEVICE, "%s", x->bench.skipped[0].text);
    const char *const near = spelling_nearest(name, names, count);
    return near ? fail(ST_CONFIG, "no benchmark '%s'; did you mean '%s'?", name, near)
                : fail(ST_CONFIG, "no benchmark '%s'", name);
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

static enum status prepare(struct asked *x)
{
    if (x->pictures) TRY(picture_ready());
    if (x->pictures) TRY(picture_folder(x->pictures));
    if (x->flush) TRY(flush_make(&x->bench.flush));
    return trace_make(&x->bench.exec.trace, x->bench.exec.threads, SPANS);
}

int command_bench(int argc, char **argv)
{
    static const struct flag flags[] = {{"precision", 'p', true},
                                        {"threads", 't', true},
                                        {"samples", 'n', true},
                                        {"rounds", 'r', true},
                                        {"solvers", 'S', true},
                                        {"flush", 'f', false},
                                        {"output", 'o', true},
                                        {"quick", 256, false},
                                        {"json", 'j', false},
                                        {"help", 'h', false},
                                        {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    struct asked x = {.precision = {true, true}};
    spin_threads(argv);
    const int code = parse(&a, &x);
    if (code >= 0) return code;
    enum status s = prepare(&x);
    if (s == ST_OK && a.operand == argc) s = add(&x, NULL);
    for (int i = a.operand; s == ST_OK && i < argc; i++) s = add(&x, argv[i]);
    if (s == ST_OK) s = check_solvers(&x.bench);
    if (s == ST_OK) s = bench_sample(&x.bench);
    if (s == ST_OK) s = bench_observe(&x.bench);
    if (s == ST_OK) (x.json ? bench_print_json : bench_print_table)(&x.bench);
    if (s == ST_OK && x.pictures) s = draw_bench(&x.bench, x.pictures);
    bench_free(&x.bench);
    flush_free(x.bench.flush);
    trace_free(x.bench.exec.trace);
    return s == ST_OK ? 0 : command_fail(s);
}
