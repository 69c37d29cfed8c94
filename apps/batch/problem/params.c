/* The keys of a run of batches. */
#include "apps/batch/problem/params.h"

#include "base/either_precision.h"
#include "solvers/cut.h"

static const char *const matrix_words[] = {"random_dominant", "toeplitz", "gallery", "file", NULL}; /* matrix_kind */
static const char *const sizes_words[] = {"equal", "uniform", "padded", NULL};                      /* enum sizes */

#define AT(field) offsetof(struct estimate, field)
static const struct option estimate_table[] = {
    {"name", "column of the series", OPT_TEXT, AT(name)},
    {"units", "its unit", OPT_TEXT, AT(units), .default_value = "\"\""},
    {"formula", "a formula of the numbers of systems and rows and the bytes of a number", OPT_FIELD, AT(formula),
     .variables = "systems rows bytes"},
    {0},
};
#undef AT

#define AT(field) offsetof(struct batch_params, field)
#define DRAWN "matrix random_dominant toeplitz"
#define NOT_FILE DRAWN " gallery"
/* An array as a dataset of import.file, or as a file of its own. */
#define ARRAY(name, what, which) \
    {"import." name,     what ": dataset of an HDF5 file", OPT_TEXT, \
     AT(dataset[which]), .default_value = "\"" name "\"",  .only = "matrix file"}, \
    { \
        "import." name "_file", what ": file of NumPy, .npy", OPT_PATH, AT(array_file[which]), .optional = true, \
                                                                                               .only = "matrix file" \
    }
const struct option batch_table[] = {
    {"systems", "numbers of systems; each is combined with each of `rows`; of gallery one number, or one per type",
     OPT_INTS, AT(systems), 1, 1e12, .count_min = 1, .optional = true, .only = NOT_FILE},
    {"rows", "rows of a system, or of the longest system if sizes differ; of gallery one number, or 512", OPT_INTS,
     AT(rows), 1, 1e12, .count_min = 1, .optional = true, .only = NOT_FILE},
    {"layout", "layout of the batch in memory; the conversion from contiguous systems is timed separately", OPT_WORD,
     AT(layout), .default_value = "\"contiguous\"", .words = batch_layouts, .varies = true},
    {"width", "systems in a group, for the layouts that interleave groups", OPT_INT, AT(width), 1, 1 << 20, "32",
     .varies = true},
    {"matrix",
     "random_dominant: |diagonal| > |lower| + |upper|; toeplitz: 1, 4, 1; gallery: hard matrices, of `types`; file: "
     "those of `import`",
     OPT_WORD, AT(matrix), .default_value = "\"random_dominant\"", .words = matrix_words},
    {"lines",
     "how ranks share systems of many rows: transpose, with the bits of one rank; pipelined, only with thomas; "
     "reduced, by spikes; truncated, by spikes that fade",
     OPT_WORD, AT(lines), .default_value = "\"reduced\"", .words = cut_schemes, .varies = true, .only = DRAWN},
    {"types", "gallery: types of matrices, 1 to 18, which systems have in rotation", OPT_INTS, AT(types), 1, 18,
     .default_value = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]", .count_min = 1, .only = "matrix gallery"},
    {"sizes", "equal; uniform: random, from `least` to `rows`; padded: the same sizes, padded to `rows` rows", OPT_WORD,
     AT(sizes), .default_value = "\"equal\"", .words = sizes_words, .varies = true, .only = DRAWN},
    {"least", "rows of the shortest system, if sizes differ; at most `rows`; 0: half of `rows`", OPT_INT, AT(min), 0,
     1e12, "0", .only = DRAWN},
    {"sorted", "true: systems are sorted by size", OPT_BOOL, AT(sorted), .default_value = "false", .varies = true,
     .only = DRAWN},
    {"shared", "one matrix for all systems", OPT_BOOL, AT(shared), .default_value = "false", .only = DRAWN},
    {"reuse", "true: the matrix is factored once, timed separately from the solves", OPT_BOOL, AT(reuse),
     .default_value = "false", .varies = true},
    {"seed", "seed of the random numbers", OPT_INT, AT(seed), 0, 1e15, "1", .only = NOT_FILE},
    {"repeats",
     "timed solves of each batch, after one that warms up; their median is reported; 0: as many as fit into 10 ms",
     OPT_INT, AT(repeats), 0, 1e6, "5"},
    {"flush", "true: the caches are emptied before each timed solve on the host", OPT_BOOL, AT(flush),
     .default_value = "false", .varies = true},
    {"estimates", "columns computed by a formula for each batch, to compare with", OPT_GROUPS, AT(estimates),
     .sub = estimate_table, .sub_bytes = sizeof(struct estimate), .optional = true},
    {"import.file", "a tridiagonal matrix in a Matrix Market file, or an HDF5 file with arrays", OPT_PATH, AT(file),
     .optional = true, .only = "matrix file"},
    ARRAY("lower", "lower diagonal; its first element is not used", LOWER_ROWS),
    ARRAY("diag", "diagonal", DIAG_ROWS),
    ARRAY("upper", "upper diagonal; its last element is not used", UPPER_ROWS),
    ARRAY("right", "right sides; of a Matrix Market matrix also a dense Matrix Market array, one per column",
          RIGHT_SIDES),
    ARRAY("unified", "unified layouts: lower, diag, upper and right sides", UNIFIED_ROWS),
    ARRAY("sizes", "ragged layouts: rows of each system", SIZES_OF_SYSTEMS),
    {"import.layout", "layout of the systems in the arrays", OPT_WORD, AT(import_layout),
     .default_value = "\"contiguous\"", .words = batch_layouts, .only = "matrix file"},
    {"import.width", "systems in a group, for ragged_interleaved", OPT_INT, AT(import_width), 1, 1 << 20, "32",
     .only = "matrix file"},
    {"import.ones", "true: right sides are sums of rows, so that all unknowns are 1", OPT_BOOL, AT(ones),
     .default_value = "false", .only = "matrix file"},
    {0},
};
#undef ARRAY
#undef AT

bool batch_is_given(const struct batch_params *p)
{
    return p->matrix == GALLERY_MATRICES || p->matrix == FROM_FILE;
}

int64_t batch_points(const struct batch_params *p)
{
    return batch_is_given(p) ? 1 : p->systems.count * p->rows.count;
}

int64_t batch_systems(const struct batch_params *p, int64_t k)
{
    if (p->matrix == FROM_FILE) return 0;
    return p->systems.count ? p->systems.v[p->rows.count ? k / p->rows.count : 0] : p->types.count;
}

int64_t batch_rows(const struct batch_params *p, int64_t k)
{
    enum { PUBLISHED = 512 };
    if (p->matrix == FROM_FILE) return 0;
    return p->rows.count ? p->rows.v[k % p->rows.count] : PUBLISHED;
}
