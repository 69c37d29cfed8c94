/* Aligned columns for people: collected first, then printed, numbers to the right. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

enum { TABLE_COLUMNS = 24 };

struct table {
    int columns, cells, capacity;
    int keys;    /* leading columns that name a row: repeated where a table is printed in parts; 0: those flush left */
    bool headed; /* the first row is a heading */
    char **cell; /* row-major */
};

/* The format of all tables from here on: aligned, comma-separated values, or Markdown. */
enum table_format { TABLE_ALIGNED, TABLE_CSV, TABLE_MARKDOWN };
void table_format(enum table_format format);
bool table_aligned(void);
bool table_csv(void); /* for programs: numbers without units, and more digits */

/* The beginning of a line between tables: "# " if they are values separated by commas. */
const char *table_comment(void);

/* Starts with its heading; `columns` <= TABLE_COLUMNS. Lack of memory gives a shorter table. */
void table_begin(struct table *t, int columns, const char *const *heading);
/* As table_begin, without a heading. */
void table_begin_plain(struct table *t, int columns);
/* Fills the next cell. */
void table_text(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "-" for NaN. */
void table_real(struct table *t, const char *fmt, double value) __attribute__((format(printf, 2, 0)));
/* Characters of a line of the terminal: COLUMNS, or the width of the terminal, or 100. */
int table_width(void);

/* Prints the columns, those whose bit is set in `left` flush left, and frees. A table with a heading that is wider than
 * COLUMNS, or than the terminal, is printed with rows as columns if that fits, and otherwise in parts, one below the
 * other. Elsewhere, as in files and pipes, a row is a line. */
enum { FIRST_LEFT = 1, FIRST_TWO_LEFT = 3, FIRST_THREE_LEFT = 7, ALL_LEFT = 0x7fffffff };
void table_end(struct table *t, FILE *out, unsigned left);

/* table_aligned.c: prints the complete table, in lines of at most `width` characters where possible; 0: of any length.
 */
void table_print_aligned(const struct table *t, FILE *out, unsigned left, int width);
