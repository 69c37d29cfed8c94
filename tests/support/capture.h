/* Runs a command of the program inside a test and keeps its output on stdout and stderr. */
#pragma once
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char captured[100000];

/* `line` is split at blanks; the exit code. */
static inline int run_command(int (*command)(int argc, char **argv), const char *line)
{
    char words[1000], *argv[20] = {"test"}, path[] = "/tmp/said.XXXXXX";
    int argc = 1;
    snprintf(words, sizeof words, "%s", line);
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " ")) argv[argc++] = w;
    fflush(stdout);
    fflush(stderr);
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO), file = mkstemp(path);
    unlink(path);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    optind = 0; /* getopt starts again */
    const int code = command(argc, argv);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    const ssize_t length = pread(file, captured, sizeof captured - 1, 0);
    captured[length > 0 ? length : 0] = '\0';
    close(out);
    close(err);
    close(file);
    return code;
}

static inline int lines_captured(void)
{
    int count = 0;
    for (const char *p = captured; *p; p++) count += *p == '\n';
    return count;
}
