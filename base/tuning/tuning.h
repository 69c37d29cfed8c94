/* Numbers that suit the processor: how far ahead of its use a line of memory is asked for, and how many bytes of a
 * batch are kept in a core's own cache. They change how long a solve takes, and no bit of what it finds. list.h has
 * their usual values, tuning.c those measured on single processors, docs/processors.md the measurements. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/config/options.h"

enum tuning {
#define TUNING(ID, name, unit, least, most, quarters, about) TUNING_##ID,
#include "base/tuning/list.h"
#undef TUNING
    TUNING_COUNT
};

struct processor {
    char vendor[16];   /* of cpuid, as "AuthenticAMD"; "" on processors without it */
    int family, model; /* from cpuid too, with their extended bits; 0 where there is no such instruction */
    int64_t cache;     /* bytes of a core's own cache, the second-level one */
};

struct processor processor_here(void);

/* The value of a processor. Pure. */
int64_t tuning_on(const struct processor *p, enum tuning t);

/* The value of the processor at hand, which is identified at the first call. Any thread. */
int64_t tuning_value(enum tuning t);

/* A row of a method's table of options: FIELD of STRUCT, an int64_t from 0 to MAX, replaces a value of the table; it is
 * TUNING_AUTO where the option is not given. */
#define TUNING_ROW(KEY, HELP, STRUCT, FIELD, MAX) \
    { \
        .key = KEY, .help = HELP, .type = OPT_COUNT, .offset = offsetof(STRUCT, FIELD), .max = MAX, \
        .default_value = "\"auto\"", .words = tuning_words \
    }
enum { TUNING_AUTO = -1 };
extern const char *const tuning_words[];

/* The option if it is given, else the value of the processor at hand. */
static inline int64_t tuning_chosen(int64_t option, enum tuning t)
{
    return option == TUNING_AUTO ? tuning_value(t) : option;
}

/* Writes "AMD Zen 3: windows.ahead 48, ...", all values of the processor at hand, cut off at `size`. */
void tuning_describe(char *out, size_t size);
