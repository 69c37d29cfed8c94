/* bandstand bench: every method against the memory limit and its peers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/comm/comm.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/timer.h"
#include "bench/ranks/mpi.h"
#include "bench/ranks/shared_entry.h"
#include "command/bench/bench_names.h"
#include "command/bench/bench_ranks.h"
#include "command/bench/bench_show.h"
#include "command/bench/bench_workloads.h"
#include "command/bench/conclusions_show.h"
#include "command/commands.h"
#include "command/cores/threads.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/measured/measured.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"
#include "precision/precision.h"

/* Seconds after a signal in which the current call has to end, so that the samples can be printed. */
static const double patience = 0.8;

enum { SPANS = 256 /* of a thread: the number of recorded phases of one call */ };

struct asked {
    struct bench bench;
    struct conclusions conclusions;
    bool json, flush, precision[2];
    const char *pictures; /* a folder, or NULL */
};

static int help(void)
{
    fputs(
        "Usage: bandstand bench [NAME ...] [OPTION ...]\n\n"
        "Measures every method, its peers and the memory limit. Entries that are compared are sampled in turn, round\n"
        "by round. A sample counts only if other programs used less than half a core meanwhile; if there are too few\n"
        "such samples, all count. Share = unavoidable traffic / time / bandwidth measured in the same rounds, so it\n"
        "may differ from GB/s over the limit that is printed. The benchmarks use at most a third of the free memory:\n"
        "larger sizes are halved until they fit, and entries that still do not fit are skipped, with a note. SIGINT\n"
        "and SIGTERM end the sampling; the completed rounds are reported.\n\n"
        "Without names all benchmarks run, which takes many minutes. A name may be the part before the dot:\n\n",
        stdout);
    for (size_t i = 0; i < precision_double->benchmark_count(); i++)
        printf("  %-20s %s\n", precision_double->benchmark_at(i)->name, precision_double->benchmark_at(i)->about);
    fputs("\n  -p, --precision WORD  double, float or both (default)\n"
          "  -t, --threads N       OpenMP threads; default all\n"
          "  -n, --samples N       undisturbed samples of each entry; default 9\n"
          "  -r, --rounds N        maximum number of rounds; default 4 times the samples\n"
          "  -S, --solvers LIST    measure only these methods, such as 'thomas,windows'; default all\n"
          "  -f, --flush           empty all caches before every call\n"
          "  -o, --output FOLDER   draw pictures there: shares of the limit, curves, phases of each thread\n"
          "      --seconds N       end the sampling after so many seconds\n"
          "      --rows N          rows of a system, or nodes along an edge, instead of the benchmark's own\n"
          "      --systems N       systems of a batch, instead of the benchmark's own\n"
          "      --quick           small sizes that fit the caches: a test of the benchmark, not of the machine\n"
          "  -j, --json            print a line of JSON for each entry, as soon as its part is measured\n"
          "  -h, --help            this text\n",
          stdout);
    return 0;
}

static int parse(struct arguments *a, struct asked *x)
{
    int64_t threads = 0, samples = 9, rounds = 0, seconds = 0;
    struct bench *const b = &x->bench;
    for (int id; (id = arguments_next(a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 't' && !argument_int(a, "threads", 1, EXEC_THREADS_MAX, &threads)) return 2;
        if (id == 'n' && !argument_int(a, "samples", 1, 1000, &samples)) return 2;
        if (id == 'r' && !argument_int(a, "rounds", 1, 10000, &rounds)) return 2;
        if (id == 257 && !argument_int(a, "seconds", 1, 1000000, &seconds)) return 2;
        if (id == 258 && !argument_int(a, "rows", 2, INT64_C(1) << 40, &b->rows)) return 2;
        if (id == 259 && !argument_int(a, "systems", 1, INT64_C(1) << 40, &b->systems)) return 2;
        if (id == 'j') x->json = true;
        if (id == 'f') x->flush = true;
        if (id == 'S' && !*a->value) return command_misuse("bench", "--solvers: needs the name of a method");
        if (id == 'o' && !*a->value) return command_misuse("bench", "--output: needs the name of a folder");
        if (id == 'S') x->bench.methods = a->value;
        if (id == 'o') x->pictures = a->value;
        if (id == 256) x->bench.scale_n = 32, x->bench.scale_batch = 64;
        if (id != 'p') continue;
        for (int p = 0; p < 2; p++)
            x->precision[p] = !strcmp(a->value, "both") || !strcmp(a->value, precision_at(p)->name);
        if (!x->precision[0] && !x->precision[1])
            return command_misuse("bench", "--precision: '%s' is not one of double, float, both", a->value);
    }
    x->bench.exec = exec_host((int)threads);
    x->bench.samples = (int)samples;
    x->bench.seconds_max = (double)seconds;
    x->bench.rounds_max = (int)(rounds ? rounds : 4 * samples);
    x->bench.quiet = x->json && !isatty(STDERR_FILENO);
    return -1;
}

/* ST_CONFIG if a solver of --solvers was not measured: it may run in the other space, or refuse every system. */
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

/* A benchmark that has its own sizes ignores --rows and --systems. */
static const char *refused_size(const struct bench *b, const struct benchmark *of)
{
    if (b->rows && !(of->takes & TAKES_ROWS)) return "--rows";
    return b->systems && !(of->takes & TAKES_SYSTEMS) ? "--systems" : NULL;
}

static enum status sample(struct bench *b)
{
    TRY(bench_sample(b));
    return bench_observe(b);
}

/* Only the command line knows workloads. */
static enum status add_part(struct bench *b, const struct precision *precision, size_t which)
{
    const struct benchmark *const of = precision->benchmark_at(which);
    TRY(of->add(b));
    return of->follow && b->part == MPI_WORKLOADS ? bench_workloads_add(b, precision) : ST_OK;
}

/* Both precisions add their entries before any is sampled. Results measured before a failure are printed. */
static enum status measure_part(struct asked *x, size_t which, int part, bool last)
{
    struct bench *const b = &x->bench;
    const int skips = b->skips;
    enum status s = ST_OK;
    const struct benchmark *const of = precision_double->benchmark_at(which);
    const char *const refused = refused_size(b, of);
    b->benchmark = of->name;
    b->part = part;
    if (refused) s = bench_skip(b, "%s: %s cannot be chosen", b->benchmark, refused);
    for (int p = 0; p < 2 && s == ST_OK && !refused; p++)
        if (x->precision[p]) s = add_part(b, precision_at(p), which);
    if (s == ST_OK && last && !refused && !bench_over(b)) s = check_solvers(b);
    if (s == ST_OK) s = sample(b);
    signals_hold();
    if (x->json) bench_print_lines(b, skips);
    signals_wait(patience);
    bench_part_free(b);
    if (of->follow && !refused) bench_order(b->comm, SHARED_RELEASE, 0);
    return s;
}

/* Shows conclusions from the entries of all parts; if lines of JSON are printed, at once. */
static enum status conclude(struct asked *x, size_t which)
{
    const int from = x->conclusions.count;
    for (int p = 0; p < 2; p++) {
        const struct benchmark *const of = precision_at(p)->benchmark_at(which);
        if (x->precision[p] && of->conclude) TRY(of->conclude(&x->bench, &x->conclusions));
    }
    if (x->json) conclusions_print_lines(&x->conclusions, from);
    return ST_OK;
}

/* `last`: this is the last name. */
static enum status measure(struct asked *x, const char *name, bool last)
{
    size_t end = 0;
    for (size_t k = 0; k < precision_double->benchmark_count(); k++)
        if (!name || bench_means(name, precision_double->benchmark_at(k)->name)) end = k + 1;
    for (size_t k = 0; k < end; k++) {
        const struct benchmark *const of = precision_double->benchmark_at(k);
        const int parts = of->parts;
        if ((name && !bench_means(name, of->name)) || bench_ranks_lack(&x->bench, of)) continue;
        int part = 0;
        for (; part < (parts ? parts : 1) && !bench_over(&x->bench); part++)
            TRY(measure_part(x, k, part, last && k + 1 == end && part + 1 >= parts));
        if (part < parts && !signals_asked())
            TRY(bench_skip(&x->bench, "%s: parts %d to %d of %d, since the time of --seconds is over", of->name,
                           part + 1, parts, parts));
        TRY(conclude(x, k));
    }
    return ST_OK;
}

static enum status prepare(struct asked *x)
{
    if (x->pictures) TRY(picture_ready());
    if (x->pictures) TRY(picture_folder(x->pictures));
    x->bench.began = seconds_now();
    x->bench.comm = comm_world(), x->bench.order = bench_order;
    signals_wait(patience);
    x->bench.memory = mem_available_bytes() / 3;
    if (x->flush) TRY(cache_flush_make(&x->bench.flush));
    x->bench.resident = cache_flush_bytes(x->bench.flush);
    if (x->flush && x->bench.resident < 2 * mem_cache_bytes() - (int64_t)sizeof(double))
        TRY(bench_skip(&x->bench, "--flush: the caches are not emptied completely, since they are larger than the part "
                                  "of the free memory that is used"));
    return trace_make(&x->bench.exec.trace, x->bench.exec.threads, SPANS);
}

/* Small work is to be measured as `run` does it. */
static bool names_small(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "small")) return true;
    return false;
}

int command_bench(int argc, char **argv)
{
    static const struct flag flags[] = {{"precision", 'p', true}, {"threads", 't', true},
                                        {"samples", 'n', true},   {"rounds", 'r', true},
                                        {"solvers", 'S', true},   {"flush", 'f', false},
                                        {"output", 'o', true},    {"quick", 256, false},
                                        {"seconds", 257, true},   {"rows", 258, true},
                                        {"systems", 259, true},   {"json", 'j', false},
                                        {"help", 'h', false},     {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    struct asked x = {.precision = {true, true}};
    (names_small(argc, argv) ? threads_spin_briefly : threads_spin)();
    const int code = parse(&a, &x);
    if (code >= 0) return code;
    enum status s = bench_names_check(argv + a.operand, argc - a.operand, x.bench.methods);
    if (s == ST_OK) s = bench_ranks_check(argv + a.operand, argc - a.operand);
    if (s == ST_OK) s = prepare(&x);
    if (s == ST_OK && a.operand == argc) s = measure(&x, NULL, true);
    for (int i = a.operand; s == ST_OK && i < argc; i++) s = measure(&x, argv[i], i + 1 == argc);
    if (s == ST_OK && !x.bench.count && x.bench.skips) s = fail(ST_DEVICE, "%s", x.bench.skipped[0].text);
    signals_hold();
    if (!x.json && bench_some(&x.bench)) bench_print_table(&x.bench), conclusions_print(&x.conclusions);
    if (s == ST_OK && !bench_some(&x.bench) && bench_over(&x.bench) && !signals_asked())
        s = fail(ST_FAILED, "nothing was measured: the first round takes longer than the %g s of --seconds",
                 x.bench.seconds_max);
    if (s == ST_OK && x.pictures) s = draw_bench(&x.bench, x.pictures);
    conclusions_free(&x.conclusions);
    bench_free(&x.bench);
    cache_flush_free(x.bench.flush);
    trace_free(x.bench.exec.trace);
    if (s == ST_OK && signals_asked()) return 128 + signals_asked();
    return s == ST_OK ? 0 : command_fail(s);
}
