/* A tridiagonal matrix from a Matrix Market file, with right sides from a dense Matrix Market array, one per column, or
 * from an array of NumPy, one per row: as many systems with one matrix. */
#include <string.h>

#include "apps/batch/given/sources.h"
#include "apps/batch/given/storage.h"
#include "base/either_precision.h"
#include "base/file/npy.h"
#include "base/memory.h"
#include "solvers/sparse/files/market.h"
#include "solvers/sparse/files/market_array.h"

/* Right sides [systems][rows]. */
struct sides {
    int64_t systems, rows;
    double *value;
};

static enum status read_entries(struct triplets *t, FILE *in, const char *path)
{
    struct input r = {.in = in, .path = path};
    const enum status s = market_read(t, &r, false);
    input_free(&r);
    TRY(s);
    if (t->count < t->n)
        return fail(ST_CONFIG, "%s:%lld: %lld entries are too few for %lld rows: the matrix is singular", path,
                    (long long)t->line, (long long)t->count, (long long)t->n);
    if (t->pattern) return fail(ST_CONFIG, "%s:1: a pattern has no values: the matrix must be real or integer", path);
    return ST_OK;
}

static enum status read_matrix(struct triplets *t, const char *path)
{
    FILE *in;
    *t = (struct triplets){.path = path};
    TRY(input_open(&in, path, INT64_MAX));
    const enum status s = read_entries(t, in, path);
    fclose(in);
    return s;
}

/* Puts an entry into the first system; `line` [3][n] are those of entries that were put before, or 0. */
static enum status put(struct given *g, const struct triplets *t, const struct triplet *e, int64_t *line)
{
    const int64_t diagonal = e->column - e->row + 1;
    const long long row = e->row + t->first, column = e->column + t->first;
    if (diagonal < 0 || diagonal > 2)
        return fail(ST_CONFIG, "%s:%lld: row %lld, column %lld: not tridiagonal: columns of row %lld are %lld to %lld",
                    t->path, (long long)e->line, row, column, row, row - (row > t->first), row + (e->row < t->n - 1));
    int64_t *const before = &line[diagonal * g->n + e->row];
    if (*before)
        return fail(ST_CONFIG, "%s:%lld: row %lld, column %lld was already given in line %lld", t->path,
                    (long long)e->line, row, column, (long long)*before);
    *before = e->line;
    g->v[diagonal][e->row] = e->value;
    return ST_OK;
}

static enum status fill_matrix(struct given *g, const struct triplets *t)
{
    int64_t *line;
    memset(g->v[1], 0, (size_t)g->n * sizeof *g->v[1]);
    enum status s = mem_array(&line, HOST, g->n, 3 * sizeof *line);
    for (int64_t k = 0; s == ST_OK && k < t->count; k++) s = put(g, t, &t->entry[k], line);
    mem_free(line);
    for (int64_t q = 1; s == ST_OK && q < g->batch; q++)
        for (int a = 0; a < 3; a++) memcpy(g->v[a] + q * g->n, g->v[a], (size_t)g->n * sizeof *g->v[a]);
    return s;
}

static enum status read_npy(struct sides *out, const char *path)
{
    struct npy a;
    TRY(npy_read(&a, path));
    if (a.rank <= 2) {
        *out = (struct sides){a.rank == 2 ? a.dims[0] : 1, a.dims[a.rank - 1], a.data};
        return ST_OK;
    }
    mem_free(a.data);
    return fail(ST_CONFIG, "%s: %d axes: right sides have the shape [rows] or [systems][rows]", path, a.rank);
}

static enum status read_sides(struct sides *out, const char *path)
{
    struct market_array a;
    const size_t length = strlen(path);
    *out = (struct sides){0};
    if (length > 4 && !strcmp(path + length - 4, ".npy")) return read_npy(out, path);
    TRY(market_array_read(&a, path));
    *out = (struct sides){a.columns, a.rows, a.value};
    return ST_OK;
}

static enum status fill(struct given *g, const struct batch_params *p, const struct triplets *t)
{
    struct sides sides = {1, t->n, NULL};
    const char *const path = p->array_file[RIGHT_SIDES];
    if (path) {
        const enum status s = read_sides(&sides, path);
        if (s != ST_OK) return fail_within(s, "import.right_file: ");
    }
    enum status s = ST_OK;
    if (sides.rows != t->n)
        s = fail(ST_CONFIG, "import.right_file: %s: right sides of %lld rows, but the matrix has %lld", path,
                 (long long)sides.rows, (long long)t->n);
    if (s == ST_OK) s = given_alloc(g, sides.systems, t->n, NULL);
    if (s == ST_OK && path) memcpy(g->v[3], sides.value, (size_t)(sides.systems * t->n) * sizeof *sides.value);
    mem_free(sides.value);
    TRY(s);
    s = fill_matrix(g, t);
    return s == ST_OK ? ST_OK : fail_within(s, "import.file: ");
}

/* Keys of arrays given together with a matrix. */
static enum status check(const struct batch_params *p)
{
    static const char *const keys[IMPORTED] = {[LOWER_ROWS] = "lower_file",
                                               [DIAG_ROWS] = "diag_file",
                                               [UPPER_ROWS] = "upper_file",
                                               [UNIFIED_ROWS] = "unified_file",
                                               [SIZES_OF_SYSTEMS] = "sizes_file"};
    for (int a = 0; a < IMPORTED; a++)
        if (keys[a] && p->array_file[a])
            return fail(
                ST_CONFIG,
                "import.%s: not allowed, as import.file is a Matrix Market file, which holds the complete matrix",
                keys[a]);
    if (p->import_layout)
        return fail(ST_CONFIG,
                    "import.layout: not allowed, as import.file is a Matrix Market file, not arrays in a layout");
    if (p->array_file[RIGHT_SIDES] && p->ones)
        return fail(ST_CONFIG, "import.right_file: import.ones = true makes the right sides: give only one of them");
    return p->array_file[RIGHT_SIDES] || p->ones
               ? ST_OK
               : fail(ST_CONFIG, "import.right_file: required for a Matrix Market matrix, unless import.ones = true");
}

enum status given_market(struct given *g, const struct batch_params *p)
{
    struct triplets t;
    TRY(check(p));
    enum status s = read_matrix(&t, p->file);
    s = s == ST_OK ? fill(g, p, &t) : fail_within(s, "import.file: ");
    triplets_free(&t);
    return s;
}
