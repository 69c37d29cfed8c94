/* Collects cells, then prints them as comma-separated values, as Markdown, or aligned (table_aligned.c). */
#define _GNU_SOURCE /* vasprintf */
#include "command/terminal/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/printable.h"

enum { WIDTH_MIN = 40 }; /* widths below this are ignored */

void table_begin_plain(struct table *t, int columns)
{
    *t = (struct table){.columns = columns};
}

void table_begin(struct table *t, int columns, const char *const *heading)
{
    *t = (struct table){.columns = columns, .headed = true};
    for (int c = 0; c < columns; c++) table_text(t, "%s", heading[c]);
}

void table_text(struct table *t, const char *fmt, ...)
{
    if (t->cells == t->capacity) {
        const int capacity = t->capacity ? 2 * t->capacity : 256;
        void *const grown = realloc(t->cell, (size_t)capacity * sizeof *t->cell);
        if (!grown) return;
        t->cell = grown;
        t->capacity = capacity;
    }
    va_list ap;
    va_start(ap, fmt);
    char *text;
    if (vasprintf(&text, fmt, ap) >= 0 && (t->cell[t->cells] = printable_of(text))) t->cells++;
    va_end(ap);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
void table_real(struct table *t, const char *fmt, double value)
{
    table_text(t, isnan(value) ? "-" : fmt, value);
}

/* The width from COLUMNS, or otherwise from the terminal; 0: neither gives one. */
static int width_given(void)
{
    const char *const given = getenv("COLUMNS");
    struct winsize size;
    const int wanted = given ? atoi(given) : 0;
    if (wanted >= WIDTH_MIN) return wanted;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= WIDTH_MIN ? size.ws_col : 0;
}

int table_width(void)
{
    const int given = width_given();
    return given ? given : 100;
}

static enum table_format form = TABLE_ALIGNED;

void table_format(enum table_format format)
{
    form = format;
}

bool table_csv(void)
{
    return form == TABLE_CSV;
}

bool table_aligned(void)
{
    return form == TABLE_ALIGNED;
}

const char *table_comment(void)
{
    return form == TABLE_CSV ? "# " : "";
}

/* RFC 4180: quoted where a comma or a quote is in it. */
static void print_csv(const char *cell, FILE *out)
{
    if (!strpbrk(cell, ",\"")) {
        fputs(strcmp(cell, "-") ? cell : "", out); /* no value */
        return;
    }
    fputc('"', out);
    for (const char *c = cell; *c; c++) fprintf(out, "%s%c", *c == '"' ? "\"" : "", *c);
    fputc('"', out);
}

static void print_csv_row(const struct table *t, int row, FILE *out)
{
    for (int c = 0; c < t->columns; c++) {
        if (c) fputc(',', out);
        print_csv(t->cell[row * t->columns + c], out);
    }
    fputs("\r\n", out);
}

/* A bar would end the cell; a backslash before it makes it part of the text. */
static void print_markdown(const char *cell, FILE *out)
{
    for (const char *c = cell; *c; c++) fprintf(out, "%s%c", *c == '|' || *c == '\\' ? "\\" : "", *c);
}

static void print_markdown_row(const struct table *t, int row, FILE *out, unsigned left)
{
    fputc('|', out);
    for (int c = 0; c < t->columns; c++) {
        fputc(' ', out);
        print_markdown(t->cell[row * t->columns + c], out);
        fputs(" |", out);
    }
    fputc('\n', out);
    if (row) return;
    fputc('|', out);
    for (int c = 0; c < t->columns; c++) fputs(left >> c & 1 ? "---|" : "---:|", out);
    fputc('\n', out);
}

static void print_rows(const struct table *t, FILE *out, unsigned left)
{
    for (int row = 0; row < t->cells / t->columns; row++)
        if (form == TABLE_CSV) print_csv_row(t, row, out);
        else print_markdown_row(t, row, out, left);
}

void table_end(struct table *t, FILE *out, unsigned left)
{
    if (form == TABLE_ALIGNED) table_print_aligned(t, out, left, width_given());
    else print_rows(t, out, left);
    for (int i = 0; i < t->cells; i++) free(t->cell[i]);
    free(t->cell);
    *t = (struct table){0};
}
