/* Comma-separated tables: a first line with the names of the columns, then a line for each row. Blank lines and lines
 * that begin with # are passed over; every fault is "file:line: reason" and ST_CONFIG, as is input_fault(&table->input,
 * ...) of the row that was read last. */
#pragma once
#include "base/file/input.h"

enum { CSV_COLUMNS = 8 };

struct csv {
    struct input input;
    const char *const *column; /* their names, in this order */
    int columns;               /* at most CSV_COLUMNS */
    char *cell[CSV_COLUMNS + 1];
};

/* Opens the file and reads its first line, which must be there and name these columns. Close it in any case. */
enum status csv_open(struct csv *t, const char *path, const char *const *column, int columns);

/* The next row: its cells, without the blanks around them, are in `cell`. *more is false at the end of the file. */
enum status csv_next(struct csv *t, bool *more);

/* The cell of this column as a number. */
enum status csv_number(const struct csv *t, int column, double *out);

void csv_close(struct csv *t);

/* Opens the file, calls `row` for each row until one fails, and closes it. */
enum status csv_read(const char *path, const char *const *column, int columns,
                     enum status (*row)(void *context, const struct csv *t), void *context);
