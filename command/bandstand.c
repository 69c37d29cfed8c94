/* main: finds the command and calls it. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/comm.h"
#include "base/exec.h"
#include "base/memory/machine.h"
#include "base/signals.h"
#include "base/spelling.h"
#include "base/streams.h"
#include "command/commands.h"
#include "command/cores/threads.h"
#include "command/ranks.h"
#include "command/terminal/command.h"
#include "precision/level.h"
#include "precision/precision.h"

static const struct command commands[] = {
    {"run", "run an application from a configuration file", command_run},
    {"show", "print the contents of a result file, and the answers", command_show},
    {"compare", "compare the runs of result files, or two files as a regression gate", command_compare},
    {"plot", "draw pictures of result files", command_plot},
    {"papers", "reproduce figures and tables of papers, and report which claims hold", command_papers},
    {"solvers", "list the methods, where they run and their options", command_solvers},
    {"bench", "measure every method against the memory limit and its peers", command_bench},
    {"verify", "compare results with exact answers", command_verify},
    {"doctor", "report the libraries of this build and measure this machine", command_doctor},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int help(FILE *out)
{
    fputs(
        "Usage: bandstand COMMAND [ARGUMENT ...]\n\n"
        "Runs simulations that spend their time in banded and sparse solves, and compares the solvers.\n\nCommands:\n",
        out);
    for (int i = 0; i < COMMANDS; i++) fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].about);
    fputs("\nApplications, each with its keys in 'bandstand run --keys NAME':\n", out);
    for (size_t i = 0; i < precision_double->app_count(); i++)
        fprintf(out, "  %-10s %s\n", precision_double->app_at(i)->name, precision_double->app_at(i)->about);
    fputs(
        "\n  -h, --help     this text; 'bandstand COMMAND --help' for each command\n"
        "  -V, --version  the version, and the level of instructions that it runs with\n\n"
        "Exit codes: 0 success, 1 the run failed or a comparison differs, 2 misuse, bad input or too little memory.\n",
        out);
    return 0;
}

/* The output of a command must have arrived: a full disk at the end of a pipe is a failure too. */
static int finish(int code)
{
    const bool arrived = !fflush(stdout) && !ferror(stdout);
    if (!arrived) fprintf(stderr, "bandstand: cannot write standard output: %s\n", strerror(errno));
    code = ranks_release(arrived || code ? code : 1);
    signals_is_over();
    return code;
}

int main(int argc, char **argv)
{
    streams_hold();
    signal(SIGXFSZ, SIG_IGN); /* a file that cannot grow is reported, and does not kill the program */
    signals_install();
    threads_program(argv);
    const enum status begun = ranks_begin();
    const enum status s = begun == ST_OK ? comm_agree(comm_world(), level_choose(getenv("BANDSTAND_LEVEL"))) : begun;
    if (comm_rank(comm_world())) return signals_is_over(), ranks_serve();
    if (s != ST_OK) return finish(command_fail(s));
    if (argc < 2) return finish((help(stderr), 2));
    const char *const word = argv[1];
    const bool alone = !strcmp(word, "help") || !strncmp(word, "--help", 7) || !strcmp(word, "-h") ||
                       !strcmp(word, "--version") || !strcmp(word, "-V");
    if (alone && argc > 2)
        return finish(command_misuse("", "%s must be the only argument, without '%s'", word, argv[2]));
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help")) return finish(help(stdout));
    if (!strcmp(word, "--version") || !strcmp(word, "-V"))
        return finish(printf("bandstand %s (%s)\n", BANDSTAND_VERSION, level_name()) < 0);
    const char *const wrong = machine_variable_wrong();
    if (wrong) return finish(command_misuse("", "%s: '%s' is not a positive number of bytes", wrong, getenv(wrong)));
    if (exec_host(0).threads > EXEC_THREADS_MAX)
        return finish(command_misuse("", "OMP_NUM_THREADS: more than %d threads", EXEC_THREADS_MAX));
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++) {
        if (!strcmp(word, commands[i].name)) return finish(commands[i].main(argc - 1, argv + 1));
        names[i] = commands[i].name;
    }
    const char *const near = spelling_nearest(word, names, COMMANDS);
    if (near) return finish(command_misuse("", "no command '%s'; did you mean '%s'?", word, near));
    return finish(command_misuse("", "no command '%s'", word));
}
