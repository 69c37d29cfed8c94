/* Reads a table of comma-separated values row by row. */
#include "base/config/csv.h"

#include <assert.h>
#include <string.h>

#include "base/file/text.h"

enum { BYTES_MAX = 64 << 20 };

/* Spreadsheets write it before the first line. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

static char *trimmed(char *text)
{
    text += strspn(text, " \t\r\n");
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1])) *--end = 0;
    return text;
}

/* Cuts the next line that says something at its commas; *cells: how many, at most one more than expected. */
static enum status next_cells(struct csv *t, bool *more, int *cells)
{
    char *begin;
    *cells = 0;
    do {
        TRY(input_line(&t->input, more));
        if (!*more) return ST_OK;
        const bool marked = t->input.line == 1 && !strncmp(t->input.text, byte_order_mark, sizeof byte_order_mark - 1);
        begin = trimmed(t->input.text + (marked ? sizeof byte_order_mark - 1 : 0));
    } while (!*begin || *begin == '#');
    for (char *rest = begin; rest && *cells <= t->columns;) t->cell[(*cells)++] = trimmed(strsep(&rest, ","));
    return ST_OK;
}

/* cells 0: the file has no line that says something. */
static enum status check_heading(const struct csv *t, int cells)
{
    char wanted[256] = "";
    bool same = cells == t->columns;
    for (int i = 0; same && i < t->columns; i++) same = !strcmp(t->cell[i], t->column[i]);
    if (same) return ST_OK;
    for (int i = 0, used = 0; i < t->columns && used < (int)sizeof wanted; i++)
        used += snprintf(wanted + used, sizeof wanted - (size_t)used, "%s%s", i ? ", " : "", t->column[i]);
    return input_fault(&t->input, "%sthe first line must be: %s", cells ? "" : "the table is empty; ", wanted);
}

enum status csv_open(struct csv *t, const char *path, const char *const *column, int columns)
{
    bool more;
    int cells;
    assert(columns <= CSV_COLUMNS);
    *t = (struct csv){.input.path = path, .column = column, .columns = columns};
    TRY(input_open(&t->input.in, path, BYTES_MAX));
    TRY(next_cells(t, &more, &cells));
    if (!more) t->input.line = 1;
    return check_heading(t, cells);
}

enum status csv_next(struct csv *t, bool *more)
{
    int cells;
    TRY(next_cells(t, more, &cells));
    if (!*more || cells == t->columns) return ST_OK;
    return cells > t->columns ? input_fault(&t->input, "more than %d columns instead of %d", t->columns, t->columns)
                              : input_fault(&t->input, "%d columns instead of %d", cells, t->columns);
}

enum status csv_number(const struct csv *t, int column, double *out)
{
    if (text_number(t->cell[column], out)) return ST_OK;
    return input_fault(&t->input, "%s: '%.40s' is not a number", t->column[column], t->cell[column]);
}

void csv_close(struct csv *t)
{
    if (t->input.in) fclose(t->input.in);
    input_free(&t->input);
    *t = (struct csv){0};
}

enum status csv_read(const char *path, const char *const *column, int columns,
                     enum status (*row)(void *context, const struct csv *t), void *context)
{
    struct csv t;
    bool more = true;
    enum status s = csv_open(&t, path, column, columns);
    while (s == ST_OK && more) {
        s = csv_next(&t, &more);
        if (s == ST_OK && more) s = row(context, &t);
    }
    csv_close(&t);
    return s;
}
