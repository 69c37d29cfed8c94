/* Prints faults and misuse of the command line. */
#include "command/terminal/command.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

int command_fail(enum status s)
{
    fprintf(stderr, "bandstand: %s\n", fail_text());
    return status_exit(s);
}

int command_misuse(const char *command, const char *fmt, ...)
{
    char sentence[1024];
    va_list ap;
    va_start(ap, fmt);
    const int length = vsnprintf(sentence, sizeof sentence, fmt, ap);
    va_end(ap);
    const bool question = length > 0 && length < (int)sizeof sentence && sentence[length - 1] == '?';
    fprintf(stderr, "bandstand%s%s: %s%s 'bandstand %s%s--help'\n", *command ? " " : "", command, sentence,
            question ? " See" : "; see", command, *command ? " " : "");
    return 2;
}
