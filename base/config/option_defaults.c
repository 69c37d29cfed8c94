/* Defaults of option tables without a configuration. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/options.h"

static bool plain_bool(const struct option *o, void *value)
{
    *(bool *)value = !strcmp(o->default_value, "true");
    return *(bool *)value || !strcmp(o->default_value, "false");
}

static bool plain_int(const struct option *o, void *value)
{
    char *end;
    *(int64_t *)value = strtoll(o->default_value, &end, 10);
    return end != o->default_value && !*end;
}

static bool plain_real(const struct option *o, void *value)
{
    char *end;
    *(double *)value = strtod(o->default_value, &end);
    return end != o->default_value && !*end && strchr("-.0123456789", *o->default_value);
}

/* The index of a word, or -1. */
static int word_of(const struct option *o)
{
    for (int k = 0; o->words && o->words[k]; k++)
        if (!strcmp(o->words[k], o->default_value)) return k;
    return -1;
}

static bool plain_word(const struct option *o, void *value)
{
    return (*(int *)value = word_of(o)) >= 0;
}

static bool plain_count(const struct option *o, void *value)
{
    const int word = word_of(o);
    if (word < 0) return plain_int(o, value);
    *(int64_t *)value = -1 - word;
    return true;
}

static bool (*const readers[])(const struct option *o, void *value) = {
    [OPT_INT] = plain_int,   [OPT_REAL] = plain_real,   [OPT_BOOL] = plain_bool,
    [OPT_WORD] = plain_word, [OPT_COUNT] = plain_count, [OPT_GROUPS] = NULL,
};

bool options_plain_defaults(const struct option *table, void *values)
{
    for (const struct option *o = table; o->key; o++) {
        char *const value = (char *)values + o->offset;
        memset(value, 0, option_bytes(o->type));
        if (o->unset) *(double *)(void *)value = (double)NAN;
        if (o->default_value ? !readers[o->type] || !readers[o->type](o, value) : !o->optional) return false;
    }
    return true;
}
