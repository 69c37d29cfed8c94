/* Batches in arrays of any layout: datasets of an HDF5 file, or files of NumPy. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "apps/batch/given/sources.h"
#include "apps/batch/given/storage.h"
#include "apps/batch/problem/layout.h"
#include "base/either_precision.h"
#include "base/file/npy.h"
#include "base/memory.h"
#include "base/result/store.h"
#include "base/signals.h"

/* Numbers of one array, as they are in the file. */
struct numbers {
    const char *key;            /* "lower": import.lower or import.lower_file */
    const char *from, *dataset; /* the file, and the dataset in it or NULL */
    struct npy at;
};

static const char *const keys[IMPORTED] = {
    [LOWER_ROWS] = "lower",  [DIAG_ROWS] = "diag",       [UPPER_ROWS] = "upper",
    [RIGHT_SIDES] = "right", [UNIFIED_ROWS] = "unified", [SIZES_OF_SYSTEMS] = "sizes"};

/* The layouts in words, and which axes of their arrays have the numbers of systems and rows; -1: none. */
static const struct form {
    int rank, systems, rows, values; /* values: the axis of lower, diag, upper and right side, in one array for all */
    const char *shape;
} forms[] = {
    {2, 0, 1, -1, "[rows] or [systems][rows]"},
    {2, 1, 0, -1, "[rows][systems]"},
    {3, 0, 1, -1, "[groups][rows][width]"},
    {3, 2, 0, 1, "[rows][4][systems]"},
    {3, 1, 0, 2, "[rows][systems][4]"},
    {1, -1, 0, -1, "[rows of all systems]"},
    {1, -1, 0, -1, "[rows of all groups, width systems each]"},
};

static bool blocks(const struct batch_params *p)
{
    return forms[p->import_layout].rank == 3 && forms[p->import_layout].values < 0;
}

/* "import.lower: x.h5: dataset /lower: reason" */
__attribute__((format(printf, 2, 3))) static enum status fault(const struct numbers *x, const char *fmt, ...)
{
    char reason[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(reason, sizeof reason, fmt, ap);
    va_end(ap);
    return fail(ST_CONFIG, "import.%s%s: %s%s%s: %s", x->key, x->dataset ? "" : "_file", x->from,
                x->dataset ? ": dataset " : "", x->dataset ? x->dataset : "", reason);
}

static const char *shape_text(const struct npy *a, char *out, size_t size)
{
    size_t used = 0;
    *out = 0;
    for (int d = 0; d < a->rank && used < size; d++)
        used += (size_t)snprintf(out + used, size - used, "[%lld]", (long long)a->dims[d]);
    return out;
}

static bool usable(const void *with, const struct array *a)
{
    (void)with;
    double bytes = sizeof(double);
    for (int d = 0; d < a->rank; d++) bytes *= (double)a->dims[d];
    return a->rank >= 1 && bytes > 0 && bytes <= (double)mem_machine_bytes();
}

static enum status load_dataset(struct numbers *x, struct store *file)
{
    struct array a = {0};
    TRY(store_array_shape(file, x->dataset, &a));
    x->at = (struct npy){.rank = a.rank, .count = 1};
    for (int d = 0; d < a.rank; d++) x->at.count *= x->at.dims[d] = a.dims[d];
    if (!usable(NULL, &a)) return fault(x, "no array of numbers, or more than this machine has memory for");
    TRY(mem_array(&x->at.data, HOST, x->at.count, sizeof *x->at.data));
    TRY(store_array_read(file, x->dataset, REAL64, x->at.data));
    return store_array_doubt(file, x->dataset);
}

static enum status load_datasets(struct numbers *x, const bool *wanted, const char *path)
{
    struct store_wanted list[IMPORTED];
    struct store *file;
    int count = 0;
    for (int a = 0; a < IMPORTED; a++)
        if (wanted[a] && x[a].dataset) list[count++] = (struct store_wanted){x[a].dataset, usable, NULL};
    if (count == 0) return ST_OK;
    const bool paused = signals_pause();
    enum status s = store_open_wanted(&file, path, list, count);
    if (s != ST_OK) s = fail_within(s, "import.file: ");
    else {
        for (int a = 0; s == ST_OK && a < IMPORTED; a++)
            if (wanted[a] && x[a].dataset) {
                s = load_dataset(&x[a], file);
                if (s == ST_IO) s = fail_within(s, "import.%s: ", x[a].key);
            }
        store_close(file);
    }
    signals_resume(paused);
    return s == ST_IO ? ST_CONFIG : s;
}

static enum status load_file(struct numbers *x)
{
    const enum status s = npy_read(&x->at, x->from);
    return s == ST_OK ? ST_OK : fail_within(s, "import.%s_file: ", x->key);
}

/* Each needed array from its file, or from the HDF5 file. */
static enum status load(struct numbers *x, const bool *wanted, const struct batch_params *p)
{
    for (int a = 0; a < IMPORTED; a++) {
        const char *const own = p->array_file[a];
        x[a] = (struct numbers){.key = keys[a], .from = own ? own : p->file, .dataset = own ? NULL : p->dataset[a]};
        if (wanted[a] && !x[a].from) return fail(ST_CONFIG, "import.%s_file: required without import.file", keys[a]);
        if (wanted[a] && own) TRY(load_file(&x[a]));
    }
    return load_datasets(x, wanted, p->file);
}

/* A file whose numbers would not be used is a mistake of the user. */
static enum status check_unused(const bool *wanted, const struct batch_params *p)
{
    for (int a = 0; a < IMPORTED; a++) {
        if (wanted[a] || !p->array_file[a]) continue;
        if (a == RIGHT_SIDES && p->ones)
            return fail(ST_CONFIG,
                        "import.right_file: import.ones = true makes the right sides: give only one of them");
        return fail(ST_CONFIG, "import.%s_file: not used by layout %s", keys[a], batch_layouts[p->import_layout]);
    }
    return ST_OK;
}

/* Numbers of systems and rows, by the axes of an array. */
static enum status find_shape(const struct numbers *x, const struct batch_params *p, int64_t *systems, int64_t *rows)
{
    const struct form *const f = &forms[p->import_layout];
    const struct npy *const a = &x->at;
    char text[96];
    const bool one = a->rank == 1 && f->rank == 2; /* one system */
    if ((a->rank != f->rank && !one) || (f->values >= 0 && a->dims[f->values] != 4))
        return fault(x, "the shape is %s, but layout %s needs %s", shape_text(a, text, sizeof text),
                     batch_layouts[p->import_layout], f->shape);
    *systems = one ? 1 : a->dims[f->systems] * (blocks(p) ? a->dims[2] : 1);
    *rows = a->dims[one ? 0 : f->rows];
    return ST_OK;
}

static enum status check_alike(const struct numbers *x, const struct numbers *as)
{
    char own[96], other[96];
    bool alike = x->at.rank == as->at.rank;
    for (int d = 0; alike && d < x->at.rank; d++) alike = x->at.dims[d] == as->at.dims[d];
    if (alike) return ST_OK;
    return fault(x,
                 "the shape is %s, but that of %s is %s: all must have the same shape, including the first element of "
                 "lower and the last of upper, which are not used",
                 shape_text(&x->at, own, sizeof own), as->key, shape_text(&as->at, other, sizeof other));
}

static enum status find_sizes(const struct numbers *x, int64_t **sizes, int64_t *rows)
{
    TRY(mem_array(sizes, HOST, x->at.count, sizeof **sizes));
    *rows = 0;
    for (int64_t s = 0; s < x->at.count; s++) {
        const double v = x->at.data[s];
        if (!(v >= 1 && v <= 1e15 && v == floor(v)))
            return fault(x, "number %lld is %g: a size must be an integer of at least 1", (long long)s, v);
        (*sizes)[s] = (int64_t)v;
        *rows = (*sizes)[s] > *rows ? (*sizes)[s] : *rows;
    }
    return ST_OK;
}

/* Element `at` of an array is row i of system s of array a of the batch. */
static enum status put(struct given *g, const struct numbers *x, int a, int64_t s, int64_t i, int64_t at)
{
    const int64_t last = (g->sizes ? g->sizes[s] : g->n) - 1;
    const bool outside = (a == LOWER_ROWS && i == 0) || (a == UPPER_ROWS && i == last);
    const double v = x->at.data[at];
    if (!isfinite(v) && !outside)
        return fault(x, "number %lld, row %lld of system %lld, is %g, which is not finite", (long long)at, (long long)i,
                     (long long)s, v);
    g->v[a][s * g->n + i] = outside ? 0 : v;
    return ST_OK;
}

static enum status take(struct given *g, const struct numbers *x, const bool *wanted, const struct batch_layout *f)
{
    for (int a = 0; a < GIVEN_ARRAYS; a++) {
        const struct numbers *const from = &x[wanted[UNIFIED_ROWS] ? UNIFIED_ROWS : a];
        const int64_t needed = shape_extent(&f->shape) + 3 * f->apart;
        if (!wanted[a] && !wanted[UNIFIED_ROWS]) continue;
        if (from->at.count != needed)
            return fault(from, "%lld numbers, but systems of these sizes have %lld in this layout",
                         (long long)from->at.count, (long long)needed);
        for (int64_t s = 0; s < g->batch; s++)
            for (int64_t i = 0; i < shape_rows(&f->shape, s); i++)
                TRY(put(g, from, a, s, i, shape_start(&f->shape, s) + i * f->shape.stride + a * f->apart));
    }
    return ST_OK;
}

static enum status fill(struct given *g, const struct batch_params *p, const struct numbers *x, const bool *wanted)
{
    const struct numbers *const first = &x[wanted[UNIFIED_ROWS] ? UNIFIED_ROWS : DIAG_ROWS];
    const struct batch_params in = {.layout = p->import_layout,
                                    .width = blocks(p) ? first->at.dims[2] : p->import_width};
    struct batch_layout f = {0};
    int64_t systems = 0, rows = 0, *sizes = NULL;
    enum status s = wanted[SIZES_OF_SYSTEMS] ? find_sizes(&x[SIZES_OF_SYSTEMS], &sizes, &rows)
                                             : find_shape(first, p, &systems, &rows);
    if (sizes) systems = x[SIZES_OF_SYSTEMS].at.count;
    for (int a = 0; s == ST_OK && a < GIVEN_ARRAYS; a++)
        if (wanted[a]) s = check_alike(&x[a], first);
    if (s == ST_OK) s = batch_layout_make(&f, &in, systems, rows, sizes);
    if (s == ST_OK) s = given_alloc(g, systems, rows, sizes);
    if (s == ST_OK) s = take(g, x, wanted, &f);
    batch_layout_free(&f);
    mem_free(sizes);
    return s;
}

enum status given_arrays(struct given *g, const struct batch_params *p)
{
    struct numbers x[IMPORTED] = {0};
    const bool unified = forms[p->import_layout].values >= 0, ragged = forms[p->import_layout].rank == 1;
    const bool wanted[IMPORTED] = {[LOWER_ROWS] = !unified,  [DIAG_ROWS] = !unified,
                                   [UPPER_ROWS] = !unified,  [RIGHT_SIDES] = !unified && !p->ones,
                                   [UNIFIED_ROWS] = unified, [SIZES_OF_SYSTEMS] = ragged};
    enum status s = check_unused(wanted, p);
    if (s == ST_OK) s = load(x, wanted, p);
    if (s == ST_OK) s = fill(g, p, x, wanted);
    for (int a = 0; a < IMPORTED; a++) mem_free(x[a].at.data);
    return s;
}
