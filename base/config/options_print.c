/* Prints the values of an option table as a configuration: reading it gives the same bits. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/config/options.h"

typedef void printing(FILE *out, const struct option *o, const void *value, int indent);

static void print_int(FILE *out, const struct option *o, const void *value, int indent)
{
    (void)o, (void)indent;
    fprintf(out, "%lld", (long long)*(const int64_t *)value);
}

/* Always with a point or an exponent: -0 would be an integer, and lose its sign. */
static void print_real(FILE *out, const struct option *o, const void *value, int indent)
{
    char text[40];
    (void)o, (void)indent;
    snprintf(text, sizeof text, "%.17g", *(const double *)value);
    fprintf(out, "%s%s", text, strpbrk(text, ".en") ? "" : ".0");
}

static void print_bool(FILE *out, const struct option *o, const void *value, int indent)
{
    (void)o, (void)indent;
    fputs(*(const bool *)value ? "true" : "false", out);
}

static void print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fprintf(out, "\\%c", c);
        else if (c < ' ' || c == 127) fprintf(out, "\\x%02x", c);
        else fputc(c, out);
    }
    fputc('"', out);
}

static void print_text(FILE *out, const struct option *o, const void *value, int indent)
{
    (void)o, (void)indent;
    print_string(out, *(char *const *)value);
}

static void print_word(FILE *out, const struct option *o, const void *value, int indent)
{
    (void)indent;
    print_string(out, o->words[*(const int *)value]);
}

static void print_index(FILE *out, const struct option *o, const void *value, int indent)
{
    (void)indent;
    print_string(out, o->words[*(const int64_t *)value]);
}

static void print_count(FILE *out, const struct option *o, const void *value, int indent)
{
    const int64_t count = *(const int64_t *)value;
    if (count < 0) print_string(out, o->words[-1 - count]);
    else print_int(out, o, value, indent);
}

static void print_list(FILE *out, const struct option *o, int64_t count, const char *items, printing *print_item)
{
    fputc('[', out);
    for (int64_t i = 0; i < count; i++) {
        if (i) fputs(", ", out);
        print_item(out, o, items + i * 8, 0);
    }
    fputc(']', out);
}

static void print_ints(FILE *out, const struct option *o, const void *value, int indent)
{
    const struct ints *const list = value;
    (void)indent;
    print_list(out, o, list->count, (const char *)list->v, print_int);
}

static void print_reals(FILE *out, const struct option *o, const void *value, int indent)
{
    const struct reals *const list = value;
    bool mixed = false; /* an array has values of one type, a list of any */
    (void)indent;
    for (int64_t i = 0; i < list->count; i++) mixed |= o->words && isnan(list->v[i]);
    if (!mixed) {
        print_list(out, o, list->count, (const char *)list->v, print_real);
        return;
    }
    for (int64_t i = 0; i < list->count; i++) {
        fputs(i ? ", " : "(", out);
        if (isnan(list->v[i])) print_string(out, *o->words);
        else print_real(out, o, &list->v[i], 0);
    }
    fputc(')', out);
}

static void print_texts(FILE *out, const struct option *o, const void *value, int indent)
{
    const struct texts *const list = value;
    (void)indent;
    print_list(out, o, list->count, (const char *)list->v, print_text);
}

static void print_words(FILE *out, const struct option *o, const void *value, int indent)
{
    const struct ints *const list = value;
    (void)indent;
    print_list(out, o, list->count, (const char *)list->v, print_index);
}

static void print_group(FILE *out, const struct option *table, const void *values, int indent)
{
    fputs("{\n", out);
    options_print(out, table, values, indent + 2);
    fprintf(out, "%*s}", indent, "");
}

static void print_field(FILE *out, const struct option *o, const void *value, int indent)
{
    const struct field_spec *const field = value;
    if (field->form == FIELD_NUMBER) print_real(out, o, &field->number, indent);
    if (field->form == FIELD_EXPRESSION) print_string(out, field->expression);
    if (field->form == FIELD_DATASET) print_group(out, dataset_table, field, indent);
}

static void print_groups(FILE *out, const struct option *o, const void *value, int indent)
{
    const struct groups *const list = value;
    fputc('(', out);
    for (int64_t i = 0; i < list->count; i++) {
        if (i) fputs(", ", out);
        print_group(out, o->sub, (const char *)list->v + i * (int64_t)o->sub_bytes, indent);
    }
    fputc(')', out);
}

static void print_row(FILE *out, const struct option *o, const char *name, const void *value, int indent)
{
    static printing *const printings[] = {
        [OPT_INT] = print_int,       [OPT_REAL] = print_real,   [OPT_BOOL] = print_bool,   [OPT_WORD] = print_word,
        [OPT_COUNT] = print_count,   [OPT_TEXT] = print_text,   [OPT_PATH] = print_text,   [OPT_INTS] = print_ints,
        [OPT_REALS] = print_reals,   [OPT_WORDS] = print_words, [OPT_TEXTS] = print_texts, [OPT_FIELD] = print_field,
        [OPT_GROUPS] = print_groups,
    };
    fprintf(out, "%*s%s = ", indent, "", name);
    printings[o->type](out, o, value, indent);
    fputs(";\n", out);
}

/* Rows that are absent without default, and rows that do not apply, are left out: reading nothing gives the same. */
static bool is_said(const struct option *table, const struct option *o, const void *values)
{
    return !option_absent(o, (const char *)values + o->offset) && option_applies(table, o, values);
}

static bool begins(const char *key, const char *with, size_t length)
{
    return !strncmp(key, with, length);
}

/* The rows whose keys begin with the `length` characters of `outer`, which they lose. A group is written
 * where its first row stands. */
static void print_level(FILE *out, const struct option *table, const void *values, const char *outer, size_t length,
                        int indent)
{
    for (const struct option *o = table; o->key; o++) {
        if (!begins(o->key, outer, length)) continue;
        const char *const name = o->key + length, *const dot = strchr(name, '.');
        const size_t inner = dot ? (size_t)(dot + 1 - o->key) : 0;
        const struct option *first = table;
        while (dot && !begins(first->key, o->key, inner)) first++;
        if (!dot && is_said(table, o, values)) print_row(out, o, name, (const char *)values + o->offset, indent);
        if (!dot || first != o) continue;
        fprintf(out, "%*s%.*s = {\n", indent, "", (int)(dot - name), name);
        print_level(out, table, values, o->key, inner, indent + 2);
        fprintf(out, "%*s};\n", indent, "");
    }
}

void options_print(FILE *out, const struct option *table, const void *values, int indent)
{
    print_level(out, table, values, "", 0, indent);
}
