/* bandstand compare: the runs of result files in a table, or files against a reference file. */
#include <stdio.h>
#include <stdlib.h>

#include "base/json/json.h"
#include "base/printable.h"
#include "command/commands.h"
#include "command/compare/gate/bench_compare.h"
#include "command/compare/gate/bench_entries.h"
#include "command/compare/gate/gate.h"
#include "command/compare/show/show.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"
#include "command/terminal/table.h"

enum { INCONCLUSIVE = 3 }; /* exit code */

static int help(void)
{
    fputs(
        "Usage: bandstand compare FILE.h5 [FILE.h5 ...] [OPTION ...]\n"
        "       bandstand compare FILE.json FILE.json [...] [OPTION ...]\n\n"
        "Without --rtol, --atol and --max-slowdown: prints a table of the runs of each file. Its columns are seconds\n"
        "of one step; speed-up and difference against the reference run, which is the first that succeeded; error\n"
        "against the exact solution; GB/s, the traffic of the steps; limit, the share of the memory bandwidth that\n"
        "was measured with the run; and seconds of the whole run by phase. A table wider than the terminal, or than\n"
        "$COLUMNS, has runs as columns or is printed in parts; in files and pipes a row is a line.\n"
        "Runs with axes, such as batches of different sizes, also have a table of the speed-up at each point over\n"
        "the first run of the same precision.\n\n"
        "With --rtol, --atol or --max-slowdown: compares the other files with the first. Solutions must not have\n"
        "become worse: residual, convergence, error bound. With --rtol or --atol fields, snapshots, series and\n"
        "answers must be equal, |a - b| <= A + R |a|; values that are NaN in both agree. With --max-slowdown\n"
        "alone, no fields are compared.\n\n"
        "Files of `bandstand bench --json`: a table of their medians against those of the first file, entry by entry.\n"
        "With --max-slowdown an entry that takes longer by this factor, beyond the spread of both, and one that is\n"
        "missing are differences.\n\n"
        "  -c, --column A,B,...  print only these columns: answers such as peak_temperature, metrics such as gb_s,\n"
        "                        and, for runs with axes, columns of their series; list: print the names\n"
        "  -b, --best-of AXIS    tables show each run at that value of the axis, as switch_point, where it is "
        "fastest,\n"
        "                        and which value that is\n"
        "  -a, --against RUN     speed-ups along axes are relative to this run, given by label or method\n"
        "      --csv             print tables as comma-separated values (RFC 4180)\n"
        "      --markdown        print tables as Markdown\n"
        "      --rtol R          relative tolerance; default 0\n"
        "      --atol A          absolute tolerance; default 0\n"
        "      --max-slowdown X  a step must not take more than X times as long as in the first file; times are\n"
        "                        relative to the reference run of the same file\n"
        "      --absolute        --max-slowdown compares seconds, of every run: for files of one machine\n"
        "      --junit FILE      also write the differences as JUnit XML, one test case per run\n"
        "  -u, --unchecked       also read files whose checksum is missing or wrong: files of older versions, or\n"
        "                        files changed by other programs\n"
        "  -j, --json            print JSON\n"
        "  -h, --help            this text\n\n"
        "Exit codes: 0 success, 1 something differs or a file is damaged, 2 misuse or not a result file, 3 nothing\n"
        "differs, but steps were timed too few times, or too unevenly, to say that no run slowed down.\n",
        stdout);
    return 0;
}

/* The arguments in addition to those of the gate. */
struct wishes {
    const char *column, *junit;
    enum trust trust;
    bool json, csv, markdown; /* tables as comma-separated values, as Markdown */
    struct view view;
};

/* The reason why the options do not go together, or NULL. */
static const char *contradiction(const struct regression *g, const struct wishes *w, int count)
{
    const bool gating = g->values || g->max_slowdown > 0;
    if (count < 1) return "needs the name of a result file";
    if (w->csv && w->markdown) return "--csv and --markdown are two forms of the same tables: give one of them";
    if ((w->csv || w->markdown) && (w->json || gating))
        return "--csv and --markdown apply to tables, not to a gate or --json";
    if ((w->view.best_of || w->view.against) && (w->json || gating))
        return "--best-of and --against apply to tables, not to a gate or --json";
    if (w->column && w->json) return "--column applies to the table: --json has all columns";
    if (w->column && gating) return "--column applies to the table: a gate compares all columns";
    if (gating && count < 2) return "needs a reference file and another file";
    if (g->absolute && !(g->max_slowdown > 0)) return "--absolute applies to times: give --max-slowdown";
    if (w->junit && !gating)
        return "--junit applies to a comparison with a reference: give --rtol, --atol or --max-slowdown";
    return NULL;
}

/* Benchmarks have only times to compare. */
static const char *misplaced(const struct regression *g, const struct wishes *w, int count)
{
    if (g->values) return "--rtol and --atol apply to result files: benchmarks have only times";
    if (g->absolute) return "--absolute applies to result files: benchmarks are always compared by their times";
    if (w->column) return "--column applies only to result files";
    if (w->view.best_of || w->view.against) return "--best-of and --against apply only to result files";
    return count < 2 ? "needs a reference file and another file" : NULL;
}

static int compare_benchmarks(const struct regression *g, const struct wishes *w, const char *const *path, int count)
{
    struct json j = {.out = stdout};
    int64_t differences = 0;
    const char *const wrong = misplaced(g, w, count);
    if (wrong) return command_misuse("compare", "%s", wrong);
    const enum status s = bench_compare(path, count, g->max_slowdown, w->json ? &j : NULL, w->junit, &differences);
    if (s != ST_OK) return command_fail(s);
    return differences ? 1 : 0;
}

/* Reads the options; -1 to go on, or the exit code. */
static int parse(struct arguments *a, struct regression *g, struct wishes *w)
{
    enum { RTOL = 256, ATOL, SLOWDOWN, CSV, MARKDOWN, ABSOLUTE, JUNIT };
    static const struct flag flags[] = {{"rtol", RTOL, true},
                                        {"atol", ATOL, true},
                                        {"max-slowdown", SLOWDOWN, true},
                                        {"absolute", ABSOLUTE, false},
                                        {"junit", JUNIT, true},
                                        {"column", 'c', true},
                                        {"csv", CSV, false},
                                        {"markdown", MARKDOWN, false},
                                        {"unchecked", 'u', false},
                                        {"json", 'j', false},
                                        {"best-of", 'b', true},
                                        {"against", 'a', true},
                                        {"help", 'h', false},
                                        {0}};
    a->flags = flags;
    for (int id; (id = arguments_next(a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 'u') w->trust = TRUST_TRIED;
        if (id == 'j') w->json = true;
        if (id == 'c') w->column = a->value;
        if (id == 'b') w->view.best_of = a->value;
        if (id == 'a') w->view.against = a->value;
        if (id == JUNIT) w->junit = a->value;
        g->absolute |= id == ABSOLUTE;
        w->csv |= id == CSV, w->markdown |= id == MARKDOWN;
        if (id == CSV) table_format(TABLE_CSV);
        if (id == MARKDOWN) table_format(TABLE_MARKDOWN);
        if (id == RTOL && !argument_real(a, "rtol", 0, &g->rtol)) return 2;
        if (id == ATOL && !argument_real(a, "atol", 0, &g->atol)) return 2;
        if (id == SLOWDOWN && !argument_real(a, "max-slowdown", 1, &g->max_slowdown)) return 2;
        g->values |= id == RTOL || id == ATOL;
    }
    return -1;
}

int command_compare(int argc, char **argv)
{
    struct arguments a = {.argc = argc, .argv = argv};
    struct regression gate = {0};
    struct wishes wishes = {.trust = TRUST_CHECKSUM};
    const int done = parse(&a, &gate, &wishes);
    if (done >= 0) return done;
    const int count = argc - a.operand;
    const char *const wrong = contradiction(&gate, &wishes, count);
    if (wrong) return command_misuse("compare", "%s", wrong);

    if (bench_entries_are_in(argv[a.operand]))
        return compare_benchmarks(&gate, &wishes, (const char *const *)argv + a.operand, count);
    struct json j = {.out = stdout};
    struct result *const r = calloc((size_t)count, sizeof *r);
    enum status st = r ? ST_OK : fail(ST_NOMEM, "no memory for %d files", count);
    int opened = 0;
    for (; st == ST_OK && opened < count; opened++) {
        st = result_open(&r[opened], argv[a.operand + opened], wishes.trust);
        if (st != ST_OK) break;
        r[opened].view = wishes.view;
    }
    struct json *const to = wishes.json ? &j : NULL;
    const bool gating = gate.values || gate.max_slowdown > 0;
    if (st == ST_OK)
        st = gating ? gate_hold(&gate, r, count, to, wishes.junit) : show_results(r, count, wishes.column, to);
    while (opened > 0) result_close(&r[--opened]);
    free(r);
    if (st != ST_OK) return command_fail(st);
    return gate.differences ? 1 : gate.inconclusive ? INCONCLUSIVE : 0;
}
