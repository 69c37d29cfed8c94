/* Names the points of axes, and prints and records the values of axes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/result/store.h"
#include "command/run/options/option_axes.h"
#include "command/run/workload/workload.h"

enum { DIGITS_MIN = 6 };

int64_t option_axis_place(const struct option_axes *a, int axis, int64_t point)
{
    for (int k = a->axes - 1; k > axis; k--) point /= a->axis[k].count;
    return point % a->axis[axis].count;
}

bool option_axis_is_word(const struct option_axis *x, int64_t i)
{
    return !strchr("+-.0123456789", *x->text[i]);
}

/* A word without its quotation marks. */
static int word_length(const char *text)
{
    return (int)strlen(text) - (*text == '"' ? 2 : 0);
}

static const char *word_of(const char *text)
{
    return text + (*text == '"');
}

void option_axes_name(char *out, size_t size, const struct option_axes *a, int64_t point, const char *between)
{
    size_t used = 0;
    *out = '\0';
    for (int k = 0; k < a->axes && used < size; k++) {
        const struct option_axis *const x = &a->axis[k];
        const int64_t i = option_axis_place(a, k, point);
        char number[40];
        snprintf(number, sizeof number, "%.*g", digits_that_differ(x->value, x->count, DIGITS_MIN), x->value[i]);
        const bool word = option_axis_is_word(x, i);
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s%s%.*s", k ? ", " : "", x->key, between,
                             word ? word_length(x->text[i]) : (int)sizeof number, word ? word_of(x->text[i]) : number);
    }
}

enum status option_axes_at(const struct option_axes *a, int64_t point, enum status s)
{
    char where[256];
    option_axes_name(where, sizeof where, a, point, " = ");
    return fail_within(s, "%s: ", where);
}

static void print_axis(FILE *out, const struct option_axis *x, int indent)
{
    fprintf(out, "%*s%s = (", indent, "", x->key);
    for (int64_t i = 0; i < x->count; i++) fprintf(out, "%s%s", i ? ", " : "", x->text[i]);
    fputs(");\n", out);
}

/* The axis whose line begins here, or NULL. */
static const struct option_axis *axis_at(const struct option_axes *a, const char *line, int indent)
{
    for (int k = 0; k < a->axes; k++) {
        const size_t length = strlen(a->axis[k].key);
        if ((int)strspn(line, " ") == indent && !strncmp(line + indent, a->axis[k].key, length) &&
            !strncmp(line + indent + length, " = ", 3))
            return &a->axis[k];
    }
    return NULL;
}

void option_axes_print(FILE *out, const struct option_axes *a, const struct option *table, const void *values,
                       int indent)
{
    char *text = NULL;
    size_t size;
    FILE *const f = a ? open_memstream(&text, &size) : out;
    if (!f) return;
    options_print(f, table, values, indent);
    if (f == out) return;
    fclose(f);
    for (const char *line = text; line && *line;) {
        const size_t length = strcspn(line, "\n") + 1;
        const struct option_axis *const x = axis_at(a, line, indent);
        if (x) print_axis(out, x, indent);
        else fwrite(line, 1, length, out);
        line += length;
    }
    free(text);
}

enum status option_axes_record(const struct option_axes *a, struct store *out, const char *group)
{
    for (int k = 0; k < a->axes; k++) {
        const struct option_axis *const x = &a->axis[k];
        char path[512], *words = NULL;
        size_t size;
        FILE *const f = open_memstream(&words, &size);
        if (!f) return fail(ST_NOMEM, "no memory for the words of %s", x->key);
        for (int64_t i = 0; i < x->count; i++)
            if (option_axis_is_word(x, i))
                fprintf(f, "%.17g %.*s\n", x->value[i], word_length(x->text[i]), word_of(x->text[i]));
        fclose(f);
        snprintf(path, sizeof path, "%s/%s", group, x->key);
        enum status s = store_has(out, path) ? store_int(out, path, "option", 1) : ST_OK;
        if (s == ST_OK && *words && store_has(out, path)) s = store_text(out, path, "words", words);
        free(words);
        TRY(s);
    }
    return ST_OK;
}
