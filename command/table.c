/* Collects cells, then prints them in aligned columns. */
#include "command/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/printable.h"

void table_begin_plain(struct table *t, int columns)
{
    *t = (struct table){.columns = columns};
}

void table_begin(struct table *t, int columns, const char *const *heading)
{
    table_begin_plain(t, columns);
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

/* One past the last cell of a row that is not empty: nothing is printed behind it. */
static int filled(const struct table *t, int row)
{
    int c = t->columns;
    while (c > 0 && !*t->cell[row * t->columns + c - 1]) c--;
    return c;
}

int table_width(void)
{
    const char *const given = getenv("COLUMNS");
    struct winsize size;
    const int wanted = given ? atoi(given) : 0;
    if (wanted >= 40) return wanted;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 ? size.ws_col : 100;
}

static enum table_format form = TABLE_ALIGNED;

void table_format(enum table_format format)
{
    form = format;
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

static void print_markdown_row(const struct table *t, int row, FILE *out, unsigned left)
{
    fputc('|', out);
    for (int c = 0; c < t->columns; c++) fprintf(out, " %s |", t->cell[row * t->columns + c]);
    fputc('\n', out);
    if (row) return;
    fputc('|', out);
    for (int c = 0; c < t->columns; c++) fputs(left >> c & 1 ? "---|" : "---:|", out);
    fputc('\n', out);
}

static void print_row(const struct table *t, int row, const int *width, FILE *out, unsigned left)
{
    if (form == TABLE_CSV) return print_csv_row(t, row, out);
    if (form == TABLE_MARKDOWN) return print_markdown_row(t, row, out, left);
    const int columns = filled(t, row);
    for (int c = 0; c < columns; c++) {
        const bool flush_left = left >> c & 1;
        const int blanks = width[c] - (int)strlen(t->cell[row * t->columns + c]);
        if (!flush_left) fprintf(out, "%*s", blanks, "");
        fputs(t->cell[row * t->columns + c], out);
        if (c < columns - 1) fprintf(out, "%*s", (flush_left ? blanks : 0) + 2, "");
    }
    fputc('\n', out);
}

void table_end(struct table *t, FILE *out, unsigned left)
{
    int width[TABLE_COLUMNS] = {0};
    for (int i = 0; i < t->cells; i++) {
        const int length = (int)strlen(t->cell[i]), c = i % t->columns;
        if (length > width[c]) width[c] = length;
    }
    for (int row = 0; row < t->cells / t->columns; row++) print_row(t, row, width, out, left);
    for (int i = 0; i < t->cells; i++) free(t->cell[i]);
    free(t->cell);
    *t = (struct table){0};
}
