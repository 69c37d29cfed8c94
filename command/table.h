/* Aligned columns for people: collected first, then printed, numbers to the right. */
#pragma once
#include <stdio.h>

enum { TABLE_COLUMNS = 24 };

struct table {
    int columns, cells, capacity;
    char **cell; /* row-major; the first row is the heading */
};

/* Starts with its heading; `columns` <= TABLE_COLUMNS. Out of memory ends in a shorter table. */
void table_begin(struct table *t, int columns, const char *const *heading);
/* Fills the next cell. */
void table_text(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "-" for NaN. */
void table_real(struct table *t, const char *fmt, double value) __attribute__((format(printf, 2, 0)));
/* Prints the columns, the first `left` of them flush left, and frees. */
void table_end(struct table *t, FILE *out, int left);
