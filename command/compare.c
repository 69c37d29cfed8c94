/* bandstand compare: the runs of result files side by side, or files against a reference file. */
#include <stdio.h>
#include <stdlib.h>

#include "base/printable.h"
#include "command/arguments.h"
#include "command/command.h"
#include "command/compare/regression.h"
#include "command/compare/show.h"
#include "command/json.h"

static int help(void)
{
    fputs(
        "Usage: bandstand compare FILE.h5 [FILE.h5 ...] [OPTION ...]\n\n"
        "Without --rtol, --atol and --max-slowdown: prints a table of the runs of each file. Its columns are seconds\n"
        "of the whole run by phase, and of one step; GB/s, the traffic of the steps; limit, the share of the memory\n"
        "bandwidth that was measured with the run; speed-up and difference against the reference run, which is the\n"
        "first that succeeded; and error against the exact solution.\n"
        "Runs with axes, such as batches of different sizes, also have a table of the speed-up at each point over\n"
        "the first run of the same precision.\n\n"
        "With --rtol, --atol or --max-slowdown: compares the other files with the first. Solutions must not have\n"
        "become worse: residual, convergence, error bound. With --rtol or --atol the fields, snapshots and series\n"
        "must be equal, |a - b| <= A + R |a|; NaN always differs. With --max-slowdown alone, no fields are "
        "compared.\n\n"
        "  -c, --column NAME     for runs with axes: print only this column of their series, such as gb_s\n"
        "      --rtol R          relative tolerance; default 0\n"
        "      --atol A          absolute tolerance; default 0\n"
        "      --max-slowdown X  a step must not take more than X times as long as in the first file; times are\n"
        "                        relative to the reference run of the same file\n"
        "  -u, --unchecked       also read files whose checksum is missing or wrong: files of older versions, or\n"
        "                        files changed by other programs\n"
        "  -j, --json            print JSON\n"
        "  -h, --help            this text\n\n"
        "Exit codes: 0 success, 1 something differs or a file is damaged, 2 misuse or not a result file.\n",
        stdout);
    return 0;
}

static void report_line(void *context, const char *sentence)
{
    (void)context;
    say(stdout, "%s\n", sentence);
}

static void report_json(void *context, const char *sentence)
{
    json_text(context, NULL, sentence);
}

/* What the gate compares. */
static const char *subject_of(const struct regression *g)
{
    if (!g->values) return "times only, of no fields or series, which need --rtol or --atol,";
    return g->max_slowdown > 0 ? "fields, series and times" : "fields and series, not of times,";
}

static enum status hold(struct regression *g, const struct result *r, int count, struct json *j)
{
    g->report = j ? report_json : report_line;
    g->context = j;
    if (j) {
        json_object(j, NULL);
        json_text(j, "reference", r[0].path);
        json_array(j, "differences");
    }
    for (int i = 1; i < count; i++) TRY(regression_compare(g, &r[0], &r[i]));
    if (j) {
        json_close_array(j);
        json_int(j, "compared", g->compared);
        json_bool(j, "values", g->values);
        json_bool(j, "times", g->max_slowdown > 0);
        json_bool(j, "ok", g->differences == 0);
        json_close_object(j);
    } else if (g->differences == 0)
        say(stdout, "%lld comparison%s of %s with %s, nothing differs\n", (long long)g->compared,
            g->compared == 1 ? "" : "s", subject_of(g), r[0].path);
    return ST_OK;
}

/* Reads the options; -1 to go on, or the exit code. */
static int parse(struct arguments *a, struct regression *g, const char **column, enum trust *trust, bool *json)
{
    enum { RTOL = 256, ATOL, SLOWDOWN };
    static const struct flag flags[] = {{"rtol", RTOL, true},
                                        {"atol", ATOL, true},
                                        {"max-slowdown", SLOWDOWN, true},
                                        {"column", 'c', true},
                                        {"unchecked", 'u', false},
                                        {"json", 'j', false},
                                        {"help", 'h', false},
                                        {0}};
    a->flags = flags;
    for (int id; (id = arguments_next(a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 'u') *trust = TRUST_TRIED;
        if (id == 'j') *json = true;
        if (id == 'c') *column = a->value;
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
    const char *column = NULL;
    enum trust trust = TRUST_CHECKSUM;
    bool json = false;
    const int done = parse(&a, &gate, &column, &trust, &json);
    if (done >= 0) return done;
    const int count = argc - a.operand;
    const bool gating = gate.values || gate.max_slowdown > 0;
    if (count < 1) return command_misuse("compare", "no result file is named");
    if (column && (json || gating))
        return command_misuse("compare", "--column is of the table: %s",
                              gating ? "a gate compares all columns" : "--json has all columns");
    if (gating && count < 2) return command_misuse("compare", "a reference file and another one are needed");

    struct json j = {.out = stdout};
    struct result *const r = calloc((size_t)count, sizeof *r);
    enum status st = r ? ST_OK : fail(ST_NOMEM, "no memory for %d files", count);
    int opened = 0;
    for (; st == ST_OK && opened < count; opened++) {
        st = result_open(&r[opened], argv[a.operand + opened], trust);
        if (st != ST_OK) break;
    }
    if (st == ST_OK)
        st = gating ? hold(&gate, r, count, json ? &j : NULL) : show_results(r, count, column, json ? &j : NULL);
    while (opened > 0) result_close(&r[--opened]);
    free(r);
    if (st != ST_OK) return command_fail(st);
    return gate.differences ? 1 : 0;
}
