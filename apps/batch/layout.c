#include "apps/batch/layout.h"

#include <stdlib.h>

#include "apps/batch/random_systems.h"
#include "base/memory.h"

static struct shape contiguous(const struct form *f, int64_t width)
{
    (void)width;
    return shape_contiguous(f->flat.n, f->flat.batch);
}

static struct shape interleaved(const struct form *f, int64_t width)
{
    (void)width;
    return shape_interleaved(f->flat.n, f->flat.batch);
}

static struct shape block_interleaved(const struct form *f, int64_t width)
{
    return shape_block_interleaved(f->flat.n, f->flat.batch, width);
}

static struct shape unified_rows(const struct form *f, int64_t width)
{
    (void)width;
    return shape_unified_rows(f->flat.n, f->flat.batch);
}

static struct shape unified_records(const struct form *f, int64_t width)
{
    (void)width;
    return shape_unified_records(f->flat.n, f->flat.batch);
}

static struct shape ragged(const struct form *f, int64_t width)
{
    (void)width;
    return shape_ragged(f->flat.batch, f->sizes, 1, f->starts);
}

static struct shape ragged_interleaved(const struct form *f, int64_t width)
{
    return shape_ragged(f->flat.batch, f->sizes, width, f->starts);
}

enum { SEPARATE, BY_SYSTEMS, BY_ONE }; /* how far the arrays are apart */

static const struct {
    struct shape (*make)(const struct form *f, int64_t width);
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

bool form_unified(const struct params *p)
{
    return forms[p->layout].apart != SEPARATE;
}

bool form_ragged(const struct params *p)
{
    return forms[p->layout].ragged;
}

bool form_contiguous(const struct params *p)
{
    return forms[p->layout].make == contiguous;
}

static int by_value(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static enum status draw_sizes(struct form *f, const struct params *p, int64_t systems, int64_t rows)
{
    if (p->sizes == EQUAL && !form_ragged(p)) return ST_OK;
    TRY(mem_array(&f->sizes, HOST, systems, sizeof *f->sizes));
    for (int64_t s = 0; s < systems; s++)
        f->sizes[s] = p->sizes == EQUAL ? rows : numbers_size((uint64_t)p->seed, s, batch_least(p, rows), rows);
    if (p->sorted) qsort(f->sizes, (size_t)systems, sizeof *f->sizes, by_value);
    return form_ragged(p) ? mem_array(&f->starts, HOST, systems, sizeof *f->starts) : ST_OK;
}

enum status form_make(struct form *f, const struct params *p, int64_t systems, int64_t rows)
{
    *f = (struct form){.flat = shape_contiguous(rows, systems)};
    TRY(draw_sizes(f, p, systems, rows));
    f->shape = forms[p->layout].make(f, p->width);
    f->shape.n = rows;
    f->shape.shared = p->shared;
    f->shape.reuse = p->reuse;
    f->shape.sizes = p->sizes == PADDED ? NULL : f->sizes;
    f->flat.sizes = f->shape.sizes;
    f->apart = forms[p->layout].apart == BY_SYSTEMS ? systems : forms[p->layout].apart == BY_ONE;
    return ST_OK;
}

void form_free(struct form *f)
{
    mem_free(f->sizes);
    mem_free(f->starts);
    *f = (struct form){0};
}

int64_t form_solution(const struct form *f)
{
    return shape_extent(&f->shape) + 3 * f->apart;
}

int64_t form_coefficients(const struct form *f)
{
    return f->apart ? 0 : f->shape.shared ? f->shape.n : shape_extent(&f->shape);
}
