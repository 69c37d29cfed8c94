/* Reads flags with getopt_long, and numbers of flags with their bounds. */
#include "command/terminal/arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/text.h"
#include "base/spelling.h"
#include "command/terminal/command.h"

enum { FLAGS_MAX = 32 };

static int misuse(const struct arguments *a)
{
    const char *const word = a->argv[optind - 1], *names[FLAGS_MAX];
    char asked[64];
    size_t count = 0;
    for (; count < FLAGS_MAX && a->flags[count].name; count++) {
        names[count] = a->flags[count].name;
        if (optopt && a->flags[count].id == optopt)
            return command_misuse(a->argv[0], "--%s: %s", names[count],
                                  a->flags[count].value ? "needs a value" : "takes no value"),
                   '?';
    }
    if (optopt && optopt < 128 && strncmp(word, "--", 2))
        return command_misuse(a->argv[0], "no option '-%c'", optopt), '?';
    const size_t length = strcspn(word + 2, "=");
    if (length >= sizeof asked) return command_misuse(a->argv[0], "no such option"), '?';
    memcpy(asked, word + 2, length);
    asked[length] = 0;
    const char *const near = spelling_nearest(asked, names, count);
    if (near) return command_misuse(a->argv[0], "no option '--%s'; did you mean '--%s'?", asked, near), '?';
    return command_misuse(a->argv[0], "no option '--%s'", asked), '?';
}

int arguments_next(struct arguments *a)
{
    struct option longs[FLAGS_MAX + 1] = {{0}};
    char shorts[2 * FLAGS_MAX + 2] = "", *end = shorts;
    for (int i = 0; i < FLAGS_MAX && a->flags[i].name; i++) {
        longs[i] = (struct option){a->flags[i].name, a->flags[i].value ? required_argument : no_argument, NULL,
                                   a->flags[i].id};
        if (a->flags[i].id < 128) *end++ = (char)a->flags[i].id;
        if (a->flags[i].id < 128 && a->flags[i].value) *end++ = ':';
    }
    *end = 0;
    opterr = 0;
    const int id = getopt_long(a->argc, a->argv, shorts, longs, NULL);
    a->value = optarg;
    a->operand = optind;
    return id == '?' ? misuse(a) : id;
}

bool argument_int(const struct arguments *a, const char *flag, int64_t min, int64_t max, int64_t *out)
{
    char *end;
    errno = 0;
    const long long value = strtoll(a->value, &end, 10);
    if (end == a->value || *end || errno || value < min || value > max) {
        command_misuse(a->argv[0], "--%s: '%s' is not an integer from %lld to %lld", flag, a->value, (long long)min,
                       (long long)max);
        return false;
    }
    *out = value;
    return true;
}

bool argument_real(const struct arguments *a, const char *flag, double min, double *out)
{
    double value;
    if (!text_number(a->value, &value) || value < min) {
        command_misuse(a->argv[0], "--%s: '%s' is not a number of at least %g", flag, a->value, min);
        return false;
    }
    *out = value;
    return true;
}
