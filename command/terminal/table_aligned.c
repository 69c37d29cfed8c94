/* Prints tables in aligned columns, within the width of a terminal: a table that is too wide gets shorter names, or is
 * transposed, or is printed in parts. */
#include <stdlib.h>
#include <string.h>

#include "command/terminal/table.h"

enum { NAME_MAX = 60, NAME_MAX_NARROW = 28, GAP = 2, ROWS_TURNED_MAX = 64 };
_Static_assert((int)TABLE_COLUMNS <= (int)ROWS_TURNED_MAX, "widths of all columns");

/* A table as it is printed: it may be transposed. */
struct view {
    const struct table *t;
    bool turned;
    int rows, columns;
    int keys; /* leading columns that each part repeats */
    unsigned left;
    int longest;                /* characters of a name; longer ones lose those in their middle */
    int width[ROWS_TURNED_MAX]; /* characters of the columns */
};

static const char *cell(const struct view *v, int row, int column)
{
    return v->turned ? v->t->cell[column * v->t->columns + row] : v->t->cell[row * v->t->columns + column];
}

/* Characters of UTF-8, whose further bytes are 10xxxxxx. */
static int characters(const char *text)
{
    int count = 0;
    for (; *text; text++) count += (*text & 0xc0) != 0x80;
    return count;
}

/* The byte at which character number `at` begins. */
static const char *character(const char *text, int at)
{
    for (; *text; text++)
        if ((*text & 0xc0) != 0x80 && at-- == 0) break;
    return text;
}

/* Is it a name, which may be cut? If all columns are flush left, the last one holds sentences, which are never cut. */
static bool is_name(const struct view *v, int row, int column)
{
    return v->turned ? row < v->keys : column < v->keys && (v->keys == 1 || column < v->columns - 1);
}

static int shown_width(const struct view *v, int row, int column)
{
    const int all = characters(cell(v, row, column));
    return all > v->longest && is_name(v, row, column) ? v->longest : all;
}

/* A long name keeps its beginning and its end, by which names of one kind differ. */
static void print_cell(const struct view *v, int row, int column, FILE *out)
{
    const char *const text = cell(v, row, column);
    const int all = characters(text), shown = shown_width(v, row, column), tail = (shown - 2) / 2;
    if (shown == all) fputs(text, out);
    else fprintf(out, "%.*s..%s", (int)(character(text, shown - 2 - tail) - text), text, character(text, all - tail));
}

static void measure(struct view *v)
{
    memset(v->width, 0, sizeof v->width);
    for (int row = 0; row < v->rows; row++)
        for (int c = 0; c < v->columns; c++)
            if (shown_width(v, row, c) > v->width[c]) v->width[c] = shown_width(v, row, c);
}

static int key_columns(const struct view *v)
{
    return v->turned ? 1 : v->keys;
}

/* Characters of a line with the keys, and the columns from `first` to before `end`. */
static int line_width(const struct view *v, int first, int end)
{
    int sum = -GAP;
    for (int c = 0; c < key_columns(v); c++) sum += v->width[c] + GAP;
    for (int c = first; c < end; c++) sum += v->width[c] + GAP;
    return sum;
}

static bool fits(const struct view *v, int width)
{
    return line_width(v, key_columns(v), v->columns) <= width;
}

/* The keys and the columns from `first` to before `end`. Nothing is printed after the last cell that is not empty. */
static void print_line(const struct view *v, int row, int first, int end, FILE *out)
{
    const int keys = key_columns(v);
    int count = keys + end - first;
    while (count > 0 && !*cell(v, row, count <= keys ? count - 1 : first + count - 1 - keys)) count--;
    for (int i = 0; i < count; i++) {
        const int c = i < keys ? i : first + i - keys;
        const bool flush_left = v->turned ? c == 0 : v->left >> c & 1;
        const int blanks = v->width[c] - shown_width(v, row, c);
        if (!flush_left) fprintf(out, "%*s", blanks, "");
        print_cell(v, row, c, out);
        if (i < count - 1) fprintf(out, "%*s", (flush_left ? blanks : 0) + GAP, "");
    }
    fputc('\n', out);
}

static void print_part(const struct view *v, int first, int end, FILE *out)
{
    for (int row = 0; row < v->rows; row++) print_line(v, row, first, end, out);
}

/* As many columns at a time as fit, at least one. */
static void print_parts(const struct view *v, int width, FILE *out)
{
    for (int first = key_columns(v), end; first < v->columns; first = end) {
        for (end = first + 1; end < v->columns && line_width(v, first, end + 1) <= width;) end++;
        if (first > key_columns(v)) fputc('\n', out);
        print_part(v, first, end, out);
    }
}

static int leading(unsigned left, int columns)
{
    int count = 0;
    while (count < columns && (left >> count & 1)) count++;
    return count ? count : 1;
}

static struct view view_of(const struct table *t, unsigned left, bool turned, int longest)
{
    const int rows = t->cells / t->columns;
    struct view v = {.t = t, .turned = turned, .left = left, .longest = longest};
    v.rows = turned ? t->columns : rows, v.columns = turned ? rows : t->columns;
    v.keys = t->keys ? t->keys : leading(left, t->columns);
    measure(&v);
    return v;
}

void table_print_aligned(const struct table *t, FILE *out, unsigned left, int width)
{
    const int rows = t->cells / t->columns;
    struct view v = view_of(t, left, false, NAME_MAX);
    const bool movable = t->headed && rows > 1 && v.keys < v.columns;
    if (width && movable && !fits(&v, width)) v = view_of(t, left, false, NAME_MAX_NARROW);
    if (!width || !movable || fits(&v, width)) {
        print_part(&v, key_columns(&v), v.columns, out);
        return;
    }
    if (rows <= ROWS_TURNED_MAX) {
        const struct view turned = view_of(t, left, true, NAME_MAX_NARROW);
        if (fits(&turned, width) || rows * 2 <= t->columns) v = turned;
    }
    print_parts(&v, width, out);
}
