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
    char vendor[16];   /* as the instruction cpuid has it: "AuthenticAMD"; "" where there is no such instruction */
    int family, model; /* the same, with what extends them */
    int64_t cache;     /* bytes of a core's own cache, the second-level one */
};

struct processor processor_here(void);

/* The value of a processor. Pure. */
int64_t tuning_on(const struct processor *p, enum tuning t);

/* That of this one, which is asked for once. */
int64_t tuning_value(enum tuning t);

/* An option of a method that replaces it, TUNING_AUTO where it was not given. */
#define TUNING_ROW(KEY, HELP, STRUCT, FIELD, MAX) \
    { \
        .key = KEY, .help = HELP, .type = OPT_COUNT, .offset = offsetof(STRUCT, FIELD), .max = MAX, \
        .fallback = "\"auto\"", .words = tuning_words \
    }
enum { TUNING_AUTO = -1 };
extern const char *const tuning_words[];

/* The value of such an option. */
static inline int64_t tuning_chosen(int64_t option, enum tuning t)
{
    return option == TUNING_AUTO ? tuning_value(t) : option;
}

/* "AMD Zen 3: windows.ahead 48, ...": the values of this processor. */
void tuning_describe(char *out, size_t size);
