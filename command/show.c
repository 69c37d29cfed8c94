/* bandstand show: the contents of a result file, in some twenty lines, or the cells of a configuration. */
#define _GNU_SOURCE /* asprintf */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/printable.h"
#include "base/result/metrics.h"
#include "command/commands.h"
#include "command/compare/result/result.h"
#include "command/compare/show/show_answers.h"
#include "command/show_cells.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"
#include "command/terminal/table.h"

static int help(void)
{
    fputs("Usage: bandstand show FILE.h5 [FILE.h5 ...] [OPTION ...]\n"
          "       bandstand show CONFIG --cells [OPTION ...]\n\n"
          "Prints what a result file holds: where it comes from, its runs, fields, series, and what was found. Or the\n"
          "cells of a configuration of neurons: groups, sections, and the places that keys name.\n\n"
          "  -c, --cells           lists cells, before anything is computed\n"
          "  -s, --set KEY=VALUE   replaces one setting of the configuration; may be repeated\n"
          "  -j, --json            print JSON, with --cells\n"
          "  -u, --unchecked       also files whose checksum is missing or does not hold: of older versions, or\n"
          "                        changed by other programs; another process reads them first\n"
          "  -h, --help            this text\n\n"
          "Exit codes: 0 fine, 1 a file is damaged, 2 misuse, or no result file.\n",
          stdout);
    return 0;
}

/* A text attribute, or "" if it is not there; the caller frees. */
static char *text_of(const struct result *r, const char *group, const char *name)
{
    char *text = NULL;
    if (store_has_text(r->store, group, name)) store_get_text(r->store, group, name, &text);
    return text ? text : strdup("");
}

static void print_origin(const struct result *r)
{
    static const struct {
        const char *word, *group, *name;
    } facts[] = {{"made by", "/", "bandstand_version"}, {"on", "/", "created"},
                 {"from", "/config", "name"},           {"host", "/provenance", "host"},
                 {"processor", "/provenance", "cpu"},   {"compiler", "/provenance", "compiler"}};
    struct stat s;
    say(stdout, "%s: %s%s%s", r->path, r->app, *r->title ? ", " : "", r->title);
    if (stat(r->path, &s) == 0) say(stdout, " (%.3g MB)", 1e-6 * (double)s.st_size);
    putchar('\n');
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        char *const text = text_of(r, facts[i].group, facts[i].name);
        if (text && *text) say(stdout, "%-10s %s%s\n", facts[i].word, i == 0 ? "bandstand " : "", text);
        free(text);
    }
}

/* Prints the reason why the reference run used fewer threads than there are. */
static void explain_threads(const struct result *r)
{
    char group[512];
    snprintf(group, sizeof group, "/runs/%s", r->run[r->reference].name);
    char *const why = text_of(r, group, "threads_why");
    if (why && strstr(why, " of ")) say(stdout, "threads: %s\n", why);
    free(why);
}

static void print_runs(const struct result *r)
{
    static const char *const heading[] = {"run", "label", "status", "threads", "steps", "rounds", "s/step"};
    struct table t;
    table_begin(&t, sizeof heading / sizeof *heading, heading);
    for (int64_t i = 0; i < r->count; i++) {
        const struct stored_run *const run = &r->run[i];
        char group[512];
        int64_t threads = 0, used = 0;
        snprintf(group, sizeof group, "/runs/%s", run->name);
        const bool known = store_has_attribute(r->store, group, "threads") &&
                           store_get_int(r->store, group, "threads", &threads) == ST_OK;
        table_text(&t, "%s", run->name);
        table_text(&t, "%s", run->label ? run->label : "");
        table_text(&t, "%.*s", (int)strcspn(run->status, ":"), run->status);
        if (store_has_attribute(r->store, group, "threads_used") &&
            store_get_int(r->store, group, "threads_used", &used) == ST_OK && used < threads)
            table_text(&t, "%lld of %lld", (long long)used, (long long)threads);
        else table_real(&t, "%.0f", known ? (double)threads : (double)NAN);
        table_real(&t, "%.0f", result_metric(r, run, "steps"));
        table_real(&t, "%.0f", result_metric(r, run, "rounds"));
        table_real(&t, "%.3g", result_step(r, run));
    }
    putchar('\n');
    table_end(&t, stdout, FIRST_THREE_LEFT);
    explain_threads(r);
}

static const char *type_name(enum number type)
{
    return type == INT64 ? "int64" : type == REAL32 ? "float32" : "float64";
}

/* "temperature [31][129][129] float64, K" */
static enum status print_array(const struct result *r, const char *group, const char *name)
{
    char path[1024];
    struct array a;
    snprintf(path, sizeof path, "%s/%s", group, name);
    TRY(store_array_shape(r->store, path, &a));
    char *const units = text_of(r, path, "units");
    say(stdout, "%s ", name);
    for (int d = 0; d < a.rank; d++) say(stdout, "[%lld]", (long long)a.dims[d]);
    say(stdout, " %s%s%s", type_name(a.type), units && *units ? ", " : "", units ? units : "");
    free(units);
    return ST_OK;
}

enum { NAMES_SHOWN = 40 };

/* The members of a group of the reference run, in one line; arrays with their shapes. */
static enum status print_members(const struct result *r, const char *member, bool shapes)
{
    char group[512], **names;
    int64_t count;
    snprintf(group, sizeof group, "/runs/%s/%s", r->run[r->reference].name, member);
    if (!store_has(r->store, group)) return ST_OK;
    TRY(store_members(r->store, group, &names, &count));
    enum status s = ST_OK;
    if (count) say(stdout, "%-10s ", member);
    for (int64_t i = 0; i < count && i < NAMES_SHOWN && s == ST_OK; i++) {
        if (i) fputs(shapes ? "; " : ", ", stdout);
        if (shapes) s = print_array(r, group, names[i]);
        else say(stdout, "%s", names[i]);
    }
    if (count > NAMES_SHOWN) say(stdout, " and %lld more", (long long)count - NAMES_SHOWN);
    if (count) putchar('\n');
    store_names_free(names, count);
    return s;
}

static enum status show(const struct result *r)
{
    print_origin(r);
    print_runs(r);
    putchar('\n');
    say(stdout, "in /runs/%s:\n", r->run[r->reference].name);
    TRY(print_members(r, "fields", true));
    TRY(print_members(r, "snapshots", false));
    TRY(print_members(r, "series", false));
    putchar('\n');
    return show_answers(r, stdout);
}

/* The options that concern a configuration. */
struct asked {
    bool cells, json, unchecked;
    char *sets; /* one per line, or NULL */
};

static bool add_line(char **lines, const char *line)
{
    char *longer;
    if (asprintf(&longer, "%s%s\n", *lines ? *lines : "", line) < 0) return false;
    free(*lines);
    *lines = longer;
    return true;
}

static int cells(const struct arguments *a, struct asked *asked)
{
    int code = 2;
    if (!asked->cells) code = command_misuse("show", "--json and --set apply only with --cells");
    else if (asked->unchecked) code = command_misuse("show", "--unchecked applies to result files, not to --cells");
    else if (a->operand + 1 != a->argc) code = command_misuse("show", "--cells takes one configuration");
    else {
        const enum status s = show_cells(a->argv[a->operand], asked->sets ? asked->sets : "", asked->json);
        code = s == ST_OK ? 0 : command_fail(s);
    }
    free(asked->sets);
    return code;
}

int command_show(int argc, char **argv)
{
    static const struct flag flags[] = {{"unchecked", 'u', false}, {"cells", 'c', false}, {"set", 's', true},
                                        {"json", 'j', false},      {"help", 'h', false},  {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    enum trust trust = TRUST_CHECKSUM;
    struct asked asked = {0};
    for (int id; (id = arguments_next(&a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 'u') trust = TRUST_TRIED, asked.unchecked = true;
        if (id == 'c') asked.cells = true;
        if (id == 'j') asked.json = true;
        if (id == 's' && !add_line(&asked.sets, a.value))
            return command_fail(fail(ST_NOMEM, "no memory for a setting"));
    }
    if (asked.cells || asked.json || asked.sets) return cells(&a, &asked);
    if (a.operand >= argc) return command_misuse("show", "needs the name of a result file");
    for (int i = a.operand; i < argc; i++) {
        struct result r;
        enum status s = result_open(&r, argv[i], trust);
        if (s != ST_OK) return command_fail(s);
        if (i > a.operand) putchar('\n');
        s = show(&r);
        result_close(&r);
        if (s != ST_OK) return command_fail(s);
    }
    return 0;
}
