/* Faults and misuse of the command line, as sentences on stderr. */
#pragma once
#include "base/status.h"

/* Prints "bandstand: <the sentence recorded last>" to stderr and returns the exit code of `s`. */
int command_fail(enum status s);

/* Misuse: prints the sentence and the command for help; returns 2. */
int command_misuse(const char *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
