/* Reading of command lines, GNU style. Only this header's source includes getopt.h, whose struct option is not ours. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* A table ends with a NULL name. A flag without letter is distinguished by `id`. */
struct flag {
    const char *name;
    int id;     /* returned by arguments_next; a letter makes the short form */
    bool value; /* takes an argument */
};

struct arguments {
    int argc;
    char **argv; /* argv[0] is the command's name; reordered: operands last */
    const struct flag *flags;
    const char *value; /* of the flag just returned */
    int operand;       /* index of the first operand, once all flags are read */
};

/* The next flag's id, -1 after the last one, '?' after a misuse, reported on stderr. */
int arguments_next(struct arguments *a);

/* An integer from text; false (and a sentence on stderr) if it is not one or outside [min, max]. */
bool argument_int(const struct arguments *a, const char *flag, int64_t min, int64_t max, int64_t *out);

/* A finite number >= min; false and a sentence otherwise. */
bool argument_real(const struct arguments *a, const char *flag, double min, double *out);
