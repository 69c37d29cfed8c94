/* The parameters of a run of batches, as the configuration gives them. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/status.h"

enum matrix_kind { RANDOM_DOMINANT, TOEPLITZ };
enum sizes { EQUAL, UNIFORM, PADDED };

/* A column of the series that is computed, not measured. */
struct estimate {
    char *name, *units;
    struct field_spec formula; /* of systems, rows and bytes */
};

struct batch_params {
    struct ints systems, rows; /* the grid of batches, one step each, rows fastest */
    int layout;                /* a row of the table in layout.c */
    int64_t width;             /* systems that are interleaved, where the layout has groups of them */
    int matrix, sizes;
    int64_t min;
    bool sorted, shared, reuse;
    bool flush;
    int64_t seed, repeats;
    struct groups estimates; /* of struct estimate */
};

extern const struct option batch_table[];
extern const char *const batch_layouts[]; /* ends with NULL */

/* Relations between keys. ST_CONFIG, and *key names the key to blame. */
enum status batch_check(void *params, const char **key);

/* Rows of the shortest system, if sizes differ and the longest one may have so many. */
int64_t batch_min(const struct batch_params *p, int64_t rows);

/* The number of points of the grid; systems and rows of the k-th. */
int64_t batch_points(const struct batch_params *p);
int64_t batch_systems(const struct batch_params *p, int64_t k);
int64_t batch_rows(const struct batch_params *p, int64_t k);
