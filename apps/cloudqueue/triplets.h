/* Entries as a file has them, one after the other, and rows made of them. */
#pragma once
#include <stdbool.h>

#include "apps/cloudqueue/rows.h"

struct triplet {
    int32_t row, column;
    int64_t line; /* of the file; 0: in no file */
    double value;
};

struct triplets {
    const char *path; /* borrowed: for sentences */
    int64_t first;    /* number of the first row in the file, 0 or 1 */
    int64_t n, count, room;
    struct triplet *entry;
};

enum status triplets_add(struct triplets *t, int64_t row, int64_t column, double value, int64_t line);
void triplets_free(struct triplets *t);

/* ST_CONFIG with file and line if an entry is there twice, a row is empty, or, of a chain, a rate is negative or the
 * diagonal is not what the others of its row sum to; missing diagonals are put in. Entries change their order. On
 * failure nothing is left behind. */
enum status triplets_rows(struct rows *out, struct triplets *t, bool of_chain);
