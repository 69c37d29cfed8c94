/* Tables that explain parameters, which an application fills row by row before anything is computed; the command line
 * prints them for people or for programs. */
#pragma once
#include <stddef.h>

struct lister {
    /* Begins a table, and ends the previous one. Headings are borrowed until then; programs identify values by them.
     * NULL: only ends the last. */
    void (*table)(struct lister *l, const char *name, int columns, const char *const *heading);
    /* The next value, row by row; NULL and NaN: there is none. */
    void (*text)(struct lister *l, const char *value);
    void (*real)(struct lister *l, double value);
};
