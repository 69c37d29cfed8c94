#include "command/command.h"

#include <stdarg.h>
#include <stdio.h>

int command_fail(enum status s)
{
    fprintf(stderr, "bandstand: %s\n", fail_text());
    return status_exit(s);
}

int command_misuse(const char *command, const char *fmt, ...)
{
    va_list ap;
    fprintf(stderr, "bandstand%s%s: ", *command ? " " : "", command);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fprintf(stderr, "; see 'bandstand %s%s--help'\n", command, *command ? " " : "");
    return 2;
}
