/* The parameters of a run of batches, as the configuration gives them. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/status.h"

enum matrix_kind { RANDOM_DOMINANT, TOEPLITZ, GALLERY_MATRICES, FROM_FILE };
enum sizes { EQUAL, UNIFORM, PADDED };

/* Arrays that files hold. */
enum imported { LOWER_ROWS, DIAG_ROWS, UPPER_ROWS, RIGHT_SIDES, UNIFIED_ROWS, SIZES_OF_SYSTEMS, IMPORTED };

/* A column of the series that is computed, not measured. */
struct estimate {
    char *name, *units;
    struct field_spec formula; /* of systems, rows and bytes */
};

struct batch_params {
    struct ints systems, rows; /* the grid of batches, one step each, rows fastest; of files there is one batch */
    int lines;                 /* enum cut_scheme: of a run that ranks share */
    int layout;                /* a row of the table in layout.c */
    int64_t width;             /* systems that are interleaved, where the layout has groups of them */
    int matrix, sizes;
    int64_t min;
    bool sorted, shared, reuse;
    bool flush;
    int64_t seed, repeats;
    struct groups estimates; /* of struct estimate */

    struct ints types;          /* of the gallery */
    char *file;                 /* FROM_FILE: a Matrix Market or HDF5 file, or NULL */
    char *dataset[IMPORTED];    /* in it */
    char *array_file[IMPORTED]; /* of NumPy, or NULL */
    int import_layout;          /* of the arrays in files: a row of the table in layout.c */
    int64_t import_width;
    bool ones; /* the right sides are sums of rows */
};

extern const struct option batch_table[];
extern const char *const batch_layouts[]; /* ends with NULL */

/* Relations between keys. ST_CONFIG, and *key names the key to blame. */
enum status batch_check(void *params, const char **key);

/* Are the systems those of the gallery or of files, whose solution is not known? */
bool batch_is_given(const struct batch_params *p);

/* The number of points of the grid; systems and rows of the k-th, which are 0 where only a file gives them. */
int64_t batch_points(const struct batch_params *p);
int64_t batch_systems(const struct batch_params *p, int64_t k);
int64_t batch_rows(const struct batch_params *p, int64_t k);
