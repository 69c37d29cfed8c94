/* Conclusions from the entries of a benchmark, all of its parts: rows of tables, each of cells with keys, which are
 * printed below the entries, or as lines of JSON. */
#pragma once
#include <stdint.h>

#include "base/status.h"

enum { CONCLUSION_CELLS = 12 };

struct conclusion {
    const char *table; /* rows of one table follow each other, and have the same keys */
    int cells;
    struct {
        const char *key;
        char *text; /* NULL: a number */
        double value;
    } cell[CONCLUSION_CELLS];
};

/* Zeroed at first. Names of tables and keys are borrowed: static. */
struct conclusions {
    struct conclusion *row;
    int count, capacity;
};

/* Begins a row. ST_NOMEM; conclusions_free frees what was there. */
enum status conclusion_begin(struct conclusions *f, const char *table);
/* A cell of the last row. Of a text it keeps a copy; without memory for it the cell is empty. */
void conclusion_text(struct conclusions *f, const char *key, const char *text);
void conclusion_print(struct conclusions *f, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void conclusion_real(struct conclusions *f, const char *key, double value);
void conclusions_free(struct conclusions *f);
