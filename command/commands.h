/* The commands of bandstand. Each is a main of its own: --help, exit 0, 1 or 2.
 * Options are read through command/terminal/arguments.h. */
#pragma once

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
