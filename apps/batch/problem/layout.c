/* The layouts of a batch: shapes, sizes of systems, distances between the arrays. */
#include "apps/batch/problem/layout.h"

#include <stdlib.h>

#include "apps/batch/problem/random_systems.h"
#include "base/memory.h"

static struct shape contiguous(const struct batch_layout *f, int64_t width)
{
    (void)width;
    return shape_contiguous(f->flat.n, f->flat.batch);
}

static struct shape interleaved(const struct batch_layout *f, int64_t width)
{
    (void)width;
    return shape_interleaved(f->flat.n, f->flat.batch);
}

static struct shape block_interleaved(const struct batch_layout *f, int64_t width)
{
    return shape_block_interleaved(f->flat.n, f->flat.batch, width);
}

static struct shape unified_rows(const struct batch_layout *f, int64_t width)
{
    (void)width;
    return shape_unified_rows(f->flat.n, f->flat.batch);
}

static struct shape unified_records(const struct batch_layout *f, int64_t width)
{
    (void)width;
    return shape_unified_records(f->flat.n, f->flat.batch);
}

static struct shape ragged(const struct batch_layout *f, int64_t width)
{
    (void)width;
    return shape_ragged(f->flat.batch, f->sizes, 1, f->starts);
}

static struct shape ragged_interleaved(const struct batch_layout *f, int64_t width)
{
    return shape_ragged(f->flat.batch, f->sizes, width, f->starts);
}

enum { SEPARATE, BY_SYSTEMS, BY_ONE }; /* the distance between the arrays */

static const struct {
    struct shape (*make)(const struct batch_layout *f, int64_t width);
    int apart;
    bool ragged;
} forms[] = {
    {contiguous},
    {interleaved},
    {block_interleaved},
    {unified_rows, .apart = BY_SYSTEMS},
    {unified_records, .apart = BY_ONE},
    {ragged, .ragged = true},
    {ragged_interleaved, .ragged = true},
};

const char *const batch_layouts[] = {"contiguous",      "interleaved", "block_interleaved",  "unified_rows",
                                     "unified_records", "ragged",      "ragged_interleaved", NULL};

bool batch_layout_unified(const struct batch_params *p)
{
    return forms[p->layout].apart != SEPARATE;
}

bool batch_layout_ragged(const struct batch_params *p)
{
    return forms[p->layout].ragged;
}

bool batch_layout_contiguous(const struct batch_params *p)
{
    return forms[p->layout].make == contiguous;
}

static int by_value(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int64_t batch_min(const struct batch_params *p, int64_t rows)
{
    return p->min == 0 ? (rows + 1) / 2 : p->min < rows ? p->min : rows;
}

static int64_t size_of(const struct batch_params *p, int64_t s, int64_t rows, const int64_t *sizes)
{
    if (sizes) return sizes[s];
    return p->sizes == EQUAL ? rows : random_systems_size((uint64_t)p->seed, s, batch_min(p, rows), rows);
}

static enum status fill_sizes(struct batch_layout *f, const struct batch_params *p, int64_t systems, int64_t rows,
                              const int64_t *sizes)
{
    if (!sizes && p->sizes == EQUAL && !batch_layout_ragged(p)) return ST_OK;
    TRY(mem_array(&f->sizes, HOST, systems, sizeof *f->sizes));
    for (int64_t s = 0; s < systems; s++) f->sizes[s] = size_of(p, s, rows, sizes);
    if (p->sorted) qsort(f->sizes, (size_t)systems, sizeof *f->sizes, by_value);
    return batch_layout_ragged(p) ? mem_array(&f->starts, HOST, systems, sizeof *f->starts) : ST_OK;
}

enum status batch_layout_make(struct batch_layout *f, const struct batch_params *p, int64_t systems, int64_t rows,
                              const int64_t *sizes)
{
    *f = (struct batch_layout){.flat = shape_contiguous(rows, systems)};
    TRY(fill_sizes(f, p, systems, rows, sizes));
    f->shape = forms[p->layout].make(f, p->width);
    f->shape.n = rows;
    if (p->shared) f->shape.matrix = matrix_layout_shared();
    f->shape.reuse = p->reuse;
    f->shape.overwritable = true;
    f->shape.sizes = p->sizes == PADDED ? NULL : f->sizes;
    f->flat.sizes = f->shape.sizes;
    f->apart = forms[p->layout].apart == BY_SYSTEMS ? systems : forms[p->layout].apart == BY_ONE;
    return ST_OK;
}

void batch_layout_free(struct batch_layout *f)
{
    mem_free(f->sizes);
    mem_free(f->starts);
    *f = (struct batch_layout){0};
}

int64_t batch_layout_solution(const struct batch_layout *f)
{
    return f->shape.batch > 0 ? shape_extent(&f->shape) + 3 * f->apart : 0;
}

int64_t batch_layout_coefficients(const struct batch_layout *f)
{
    return f->apart ? 0 : shape_matrix_extent(&f->shape);
}

int64_t batch_layout_bytes(const struct batch_layout *f, int v)
{
    return (v < 3 ? batch_layout_coefficients(f) : batch_layout_solution(f)) * (int64_t)sizeof(real);
}

bool batch_layout_holds_matrix(const struct batch_layout *f, int v)
{
    return batch_layout_bytes(f, v) > 0 && (v < 3 || f->apart);
}
