/* Rows of option tables that apply only together with another key of the same table, or to some of its words. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/config/options.h"

bool option_absent(const struct option *o, const void *value)
{
    static const char zero[sizeof(struct field_spec)];
    if (o->default_value || !o->optional) return false;
    return o->unset ? isnan(*(const double *)value) : !memcmp(value, zero, option_bytes(o->type));
}

/* The row that `o` depends on, or NULL; *words is what follows its key. */
static const struct option *other(const struct option *table, const struct option *o, const char **words)
{
    const size_t length = o->only ? strcspn(o->only, " ") : 0;
    const struct option *row = table;
    while (o->only && row->key && (strncmp(row->key, o->only, length) || row->key[length])) row++;
    *words = o->only ? o->only + length : "";
    return o->only && row->key ? row : NULL;
}

static bool among(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strcspn(at, " ") == length && !strncmp(at, word, length)) return true;
    }
    return false;
}

bool option_applies(const struct option *table, const struct option *o, const void *values)
{
    const char *words;
    const struct option *const row = other(table, o, &words);
    if (!row) return true;
    const void *const value = (const char *)values + row->offset;
    return *words ? among(words, row->words[*(const int *)value]) : !option_absent(row, value);
}

const char *option_only(const struct option *table, const struct option *o, const void *values, char *buffer,
                        size_t size)
{
    const char *words;
    const struct option *const row = other(table, o, &words);
    size_t used = (size_t)snprintf(buffer, size, "applies only %s %s", *words ? "to" : "with", row->key);
    for (const char *at = words, *last = strrchr(words, ' '); *at && used < size; at += strcspn(at, " ")) {
        const char *const between = at == words ? "" : at == last ? " or" : ",";
        at++;
        used += (size_t)snprintf(buffer + used, size - used, "%s %.*s", between, (int)strcspn(at, " "), at);
    }
    if (*words && used < size)
        snprintf(buffer + used, size - used, ", not to %s",
                 row->words[*(const int *)((const char *)values + row->offset)]);
    return buffer;
}
