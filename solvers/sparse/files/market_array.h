/* Dense arrays in Matrix Market files, such as right sides:
 *
 *     %%MatrixMarket matrix array real|integer general
 *     rows columns
 *     one value per line, column by column */
#pragma once
#include <stdint.h>

#include "base/status.h"

struct market_array {
    int64_t rows, columns;
    double *value; /* [columns][rows], from mem_array */
};

/* ST_CONFIG, "file:line: reason", for a file that is not all right; ST_NOMEM. On failure nothing is left to free. */
enum status market_array_read(struct market_array *out, const char *path);
