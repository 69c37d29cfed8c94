/* The commands of bandstand. Each is a main of its own: --help, exit 0, 1 or 2.
 * Options are read through command/arguments.h. */
#pragma once
#include "base/status.h"

struct command {
    const char *name, *about;
    int (*main)(int argc, char **argv); /* argv[0] is the command's own name */
};

int command_run(int argc, char **argv);
int command_show(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_plot(int argc, char **argv);
int command_papers(int argc, char **argv);
int command_solvers(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_doctor(int argc, char **argv);

/* Prints "bandstand: <the sentence recorded last>" to stderr and returns the exit code of `s`. */
int command_fail(enum status s);

/* Misuse: prints the sentence and where help is found; returns 2. */
int command_misuse(const char *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
