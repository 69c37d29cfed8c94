/* Looks up rows of option tables, and words what a row takes. */
#include "base/config/options.h"

#include <stdarg.h>
#include <string.h>

#define AT(field) offsetof(struct field_spec, field)
const struct option dataset_table[] = {
    {"file", "HDF5 file", OPT_PATH, .offset = AT(file)},
    {"dataset", "path in the file, of numbers, row-major, x fastest", OPT_TEXT, .offset = AT(dataset)},
    {"interpolate",
     "a dataset whose shape is not that of the grid is stretched over it, with straight lines between numbers",
     OPT_BOOL, .offset = AT(interpolate), .default_value = "false"},
    {"nearest", "it is stretched over the grid, and the nearest number is taken", OPT_BOOL, .offset = AT(nearest),
     .default_value = "false"},
    {0},
};
#undef AT

size_t option_bytes(enum option_type type)
{
    static const size_t bytes[] = {
        [OPT_INT] = sizeof(int64_t),
        [OPT_REAL] = sizeof(double),
        [OPT_BOOL] = sizeof(bool),
        [OPT_WORD] = sizeof(int),
        [OPT_COUNT] = sizeof(int64_t),
        [OPT_TEXT] = sizeof(char *),
        [OPT_PATH] = sizeof(char *),
        [OPT_INTS] = sizeof(struct ints),
        [OPT_REALS] = sizeof(struct reals),
        [OPT_WORDS] = sizeof(struct ints),
        [OPT_TEXTS] = sizeof(struct texts),
        [OPT_FIELD] = sizeof(struct field_spec),
        [OPT_GROUPS] = sizeof(struct groups),
    };
    return bytes[type];
}

const struct option *option_find(const struct option *table, const char *key)
{
    while (table->key && strcmp(table->key, key)) table++;
    return table->key ? table : NULL;
}

static void add(char *buffer, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static void add(char *buffer, size_t size, const char *fmt, ...)
{
    const size_t used = strlen(buffer);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buffer + used, size - used, fmt, ap);
    va_end(ap);
}

static void add_count(const struct option *o, char *buffer, size_t size)
{
    const long long min = o->count_min, max = o->count_max;
    if (max && min == max) add(buffer, size, "%lld ", min);
    else if (max && min) add(buffer, size, "%lld to %lld ", min, max);
    else if (max) add(buffer, size, "at most %lld ", max);
    else if (min > 1) add(buffer, size, "at least %lld ", min);
}

const char *option_expects(const struct option *o, char *buffer, size_t size)
{
    static const char *const nouns[] = {
        [OPT_INT] = "integer",
        [OPT_REAL] = "number",
        [OPT_BOOL] = "true or false",
        [OPT_WORD] = "one of",
        [OPT_COUNT] = "integer",
        [OPT_TEXT] = "text",
        [OPT_PATH] = "path",
        [OPT_INTS] = "integers",
        [OPT_REALS] = "numbers",
        [OPT_WORDS] = "words of",
        [OPT_TEXTS] = "texts",
        [OPT_FIELD] = "number, formula",
        [OPT_GROUPS] = "groups { ... }",
    };
    const bool instead = o->type == OPT_COUNT || o->type == OPT_REALS;
    *buffer = 0;
    add_count(o, buffer, size);
    for (const char *const *w = instead ? o->words : NULL; w && *w; w++) add(buffer, size, "%s or ", *w);
    add(buffer, size, "%s", nouns[o->type]);
    if (o->variables) add(buffer, size, " of %s", o->variables);
    if (o->type == OPT_FIELD) add(buffer, size, " or dataset { file; dataset; interpolate; nearest; }");
    for (const char *const *w = instead ? NULL : o->words; w && *w; w++)
        add(buffer, size, "%s%s", w == o->words ? " " : ", ", *w);
    if (o->min != 0 || o->max != 0) add(buffer, size, " from %.10g to %.10g", o->min, o->max);
    return buffer;
}

static int key_width(const struct option *table, int outer)
{
    int width = 0;
    for (const struct option *o = table; o->key; o++) {
        const int own = outer + (int)strlen(o->key);
        const int inner = o->sub ? key_width(o->sub, own + (int)strlen(".N.")) : 0;
        width = own > width ? own : width;
        width = inner > width ? inner : width;
    }
    return width;
}

static void help(FILE *out, const struct option *table, const char *outer, int width)
{
    char key[256], expects[512];
    for (const struct option *o = table; o->key; o++) {
        snprintf(key, sizeof key, "%s%s", outer, o->key);
        fprintf(out, "  %-*s  %s\n", width, key, o->help);
        fprintf(out, "  %-*s  %s", width, "", option_expects(o, expects, sizeof expects));
        if (o->default_value) fprintf(out, "; default %s", o->default_value);
        else fputs(o->optional ? "; optional" : "; required", out);
        fputs(o->varies ? "; a solver group may give its own\n" : "\n", out);
        if (!o->sub) continue;
        add(key, sizeof key, ".N.");
        help(out, o->sub, key, width);
    }
}

void options_help(FILE *out, const struct option *table)
{
    help(out, table, "", key_width(table, 0));
}
