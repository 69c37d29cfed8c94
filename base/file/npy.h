/* Arrays in files of NumPy, .npy: a header in ASCII, and the numbers (NumPy enhancement proposal 1, Kern 2007). */
#pragma once
#include <stdint.h>

#include "base/status.h"

enum { NPY_RANK_MAX = 4 };

/* Row-major, dims[0] slowest, whatever the order in the file. */
struct npy {
    int rank; /* 1 ... NPY_RANK_MAX */
    int64_t dims[NPY_RANK_MAX], count;
    double *data; /* [count], from mem_array */
};

/* Floating-point numbers of 4 or 8 bytes and integers of 4 or 8, of either byte order. ST_CONFIG, "x.npy: reason", for
 * all else, for an empty array, for a file that is shorter or longer than its header says, and for an integer that
 * double does not hold; ST_NOMEM. On failure nothing is left to free. */
enum status npy_read(struct npy *out, const char *path);
