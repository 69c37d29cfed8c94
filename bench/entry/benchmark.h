/* A benchmark: its name, and the function that adds its entries. */
#pragma once
#include "base/real.h"
#include "base/timing/conclusions.h"
#include "base/timing/sample.h"

enum { TAKES_ROWS = 1, TAKES_SYSTEMS = 2 }; /* sizes that a user can request */

struct benchmark {
    const char *name, *about;            /* "tridiag.batch" */
    enum status (*add)(struct bench *b); /* the entries of part b->part */
    int parts;                           /* measured one after the other; 0: one */
    unsigned takes;                      /* sizes */
    unsigned kinds;                      /* bits 1 << kind: it measures every method of these kinds, */
    const char *const *methods;          /* and which others, the last being NULL; NULL: none */
    /* Or NULL: one process measures it. All ranks take part: add is collective, and other ranks do this where rank 0
     * orders an action of an entry (bench/ranks/shared_entry.h). */
    void (*follow)(struct bench *b, int action, int number);
    /* Or NULL: appends conclusions from the entries of all parts, of this precision. */
    enum status (*conclude)(const struct bench *b, struct conclusions *out);
};
