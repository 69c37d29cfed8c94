/* Entries in the order of a file, and the rows made of them. */
#pragma once
#include <stdbool.h>

#include "solvers/sparse/matrix/csr_double.h"

struct triplet {
    int32_t row, column;
    int64_t line; /* of the file; 0: in no file */
    double value;
};

struct triplets {
    const char *path; /* borrowed: for errors */
    int64_t first;    /* number of the first row in the file, 0 or 1 */
    int64_t line;     /* that gives the number of rows */
    int64_t n, count, capacity;
    struct triplet *entry;
    bool pattern; /* the file has no values: entries are 1 */
    bool loops;   /* of a chain: an entry on the diagonal leads from a state to itself, and changes nothing */
    bool sure;    /* of a chain: entries are rates, even if those of each row sum to 1 */
};

/* Starts a matrix of n rows, the number given in `line`. ST_CONFIG unless it is from 1 to 2^31 - 1. */
enum status triplets_size(struct triplets *t, int64_t n, int64_t line);

enum status triplets_add(struct triplets *t, int64_t row, int64_t column, double value, int64_t line);
void triplets_free(struct triplets *t);

/* ST_CONFIG with file and line if an entry is given twice, a row is empty, or, of a chain, a rate is negative, the
 * diagonal is not what the others of its row sum to, or every row sums to 1, as those of a discrete chain do, and it is
 * not sure that these are rates; missing diagonals are added. ST_FAILED if the working precision does not hold a
 * value. Entries are reordered. On failure nothing is left to free. */
enum status triplets_csr(struct csr_double *out, struct triplets *t, bool of_chain);

/* Is this, but for rounding, what the entries of a row of probabilities sum to? */
static inline bool is_one(double sum)
{
    return sum > 1 - 1e-9 && sum < 1 + 1e-9;
}
