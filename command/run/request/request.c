/* Reads the command line of `bandstand run`. */
#define _GNU_SOURCE /* asprintf */
#include "command/run/request/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/run/request/keys.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"

static int help(void)
{
    fputs(
        "Usage: bandstand run CONFIG [OPTION ...]\n"
        "       bandstand run --resume FILE\n\n"
        "Runs the application that a configuration names, once under each solver, and writes one result file.\n"
        "CONFIG is a file, or the name of a configuration that comes with the program: bvp/heated_rod, heated_rod.\n\n"
        "  -s, --set KEY=VALUE   replace or add a setting: --set grid.n=64 --set solvers[0].method=pcr;\n"
        "                        --set solver.method=pcr replaces the configuration's solvers by this one\n"
        "  -S, --solvers LIST    methods instead of the configuration's: all, or names separated by commas\n"
        "  -t, --threads N       OpenMP threads; more threads than cores are allowed, but slow\n"
        "  -o, --output FILE     result file; default output/NAME.h5\n"
        "  -r, --resume FILE     continue from a checkpoint; the result is bit-identical\n"
        "  -q, --quiet           print only warnings and errors, on stderr: no progress, no summary\n"
        "  -k, --keys APP        print the settings of an application with their defaults and bounds\n"
        "  -h, --help            this text\n\n"
        "After SIGINT, SIGTERM, SIGHUP or SIGXCPU the program finishes the current step, writes a checkpoint, prints\n"
        "the command that continues the run, and ends. If the step takes more than `checkpoint.wait` seconds, the\n"
        "program ends without a new checkpoint, an older one stays, and runs that have finished are written to\n"
        "X.stopped.h5 next to the result X.h5. A second signal ends it at once.\n",
        stdout);
    return 0;
}

/* Appends a line, or replaces the text. */
static bool keep(char **text, const char *line, bool append)
{
    char *grown = NULL;
    if (asprintf(&grown, append ? "%s%s\n" : "%.0s%s", *text ? *text : "", line) < 0) return false;
    free(*text);
    *text = grown;
    return true;
}

int request_parse(struct request *r, int argc, char **argv)
{
    static const struct flag flags[] = {
        {"set", 's', true},    {"solvers", 'S', true}, {"threads", 't', true},
        {"output", 'o', true}, {"resume", 'r', true},  {"quiet", 'q', false},
        {"keys", 'k', true},   {"help", 'h', false},   {0},
    };
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    bool kept = true;
    const char *keys = NULL;
    for (int id; (id = arguments_next(&a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 'k') keys = a.value;
        if (id == 'S' && !*a.value) return command_misuse("run", "--solvers: needs the name of a method");
        if (id == 'o' && !*a.value) return command_misuse("run", "--output: needs the name of a file");
        if (id == 's' && strchr(a.value, '\n')) return command_misuse("run", "--set: a newline in '%s'", a.value);
        if (id == 's') kept &= keep(&r->origin.sets, a.value, true);
        if (id == 'S') kept &= keep(&r->origin.methods, a.value, false);
        if (id == 'o') kept &= keep(&r->origin.output, a.value, false);
        if (id == 't' && !argument_int(&a, "threads", 1, EXEC_THREADS_MAX, &r->threads)) return 2;
        if (id == 'r') r->resume = a.value;
        if (id == 'q') r->quiet = true;
    }
    if (keys && argc > 3) return command_misuse("run", "--keys must be the only option");
    if (keys) return keys_print(keys);
    if (!kept) return command_fail(fail(ST_NOMEM, "no memory for the command line"));
    if (argc - a.operand > 1)
        return command_misuse("run", "one configuration at a time, not also '%s'", argv[a.operand + 1]);
    r->config = argv[a.operand];
    if (r->resume && (r->config || r->origin.sets || r->origin.methods))
        return command_misuse("run", "--resume takes the configuration and its settings only from the checkpoint");
    if (!r->config && !r->resume) return command_misuse("run", "which configuration?");
    return -1;
}

void request_free(struct request *r)
{
    free(r->origin.sets);
    free(r->origin.methods);
    free(r->origin.output);
    free(r->full);
}
