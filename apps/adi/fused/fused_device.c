/* Cuts the lines of each axis into tiles that fit the shared memory of the device, and makes their factor tables. */
#include "apps/adi/fused/fused_device.h"

#include <string.h>

#include "apps/adi/fused/fused.h"
#include "base/device/device.h"
#include "base/memory.h"

enum {
    WIDE = 128 / (int)sizeof(real),  /* neighbouring lines that fill a cache line */
    NARROW = 64 / (int)sizeof(real), /* lines that still make good use of a cache line */
    SHARED_USUAL = 64 << 10,         /* bytes, so that a multiprocessor holds three blocks */
    SHARED_MAX = 160 << 10,          /* of one block, at most: the large devices since compute capability 8.0 have it */
};

/* Values of shared memory: the tile, l and h, edges. */
static int64_t shared_values(int64_t lines, int64_t length)
{
    return (lines + 2) * length + SWEEP_EDGES * SWEEP_THREADS;
}

static int64_t length_of(const struct fused_sweep *s)
{
    return (int64_t)s->chunks * s->rows;
}

int64_t fused_sweep_shared_bytes(const struct fused_sweep *s)
{
    return shared_values(s->lines, length_of(s)) * (int64_t)sizeof(real);
}

/* As many lines as fit `max` bytes of shared memory, `min` at least. */
static void cut(struct fused_sweep *s, int64_t n, int64_t max, int min)
{
    do {
        s->chunks = SWEEP_THREADS / s->lines;
        s->rows = (int)((n + s->chunks - 1) / s->chunks) | 1;
    } while (fused_sweep_shared_bytes(s) > max && s->lines > min && (s->lines /= 2));
}

/* Shared memory of a block on this device; SHARED_MOST without a device. */
static int64_t shared_max(void)
{
    const int64_t there = device_block_bytes();
    return there && there < SHARED_MAX ? there : (int64_t)SHARED_MAX;
}

int64_t fused_sweep_longest(void)
{
    const int64_t length = (shared_max() / (int64_t)sizeof(real) - SWEEP_EDGES * SWEEP_THREADS) / 3;
    const int64_t rows = length / SWEEP_THREADS;
    return (rows - !(rows % 2)) * SWEEP_THREADS;
}

bool fused_sweep_fits(int64_t n)
{
    return n <= fused_sweep_longest();
}

static struct fused_sweep sweep_of(const struct grid *g, int axis)
{
    const int64_t n = g->n[axis];
    struct fused_sweep s = {.axis = axis,
                            .cyclic = grid_periodic(g, axis),
                            .count = g->points / n,
                            .run = grid_stride(g, axis),
                            .n = (int)n,
                            .lines = WIDE};
    for (int side = 0; side < 2; side++) s.fixed[side] = g->face[axis][side] == FACE_DIRICHLET;
    cut(&s, n, SHARED_USUAL, NARROW);
    cut(&s, n, shared_max(), 1);
    return s;
}

static int64_t table_size(const struct fused_sweep *s)
{
    return 2 * length_of(s) + 3 * (int64_t)s->n + 2 * (int64_t)s->chunks;
}

/* Sets the places of the tables of an axis, which begin at `table`; returns their end. */
static const real *lay_out(struct fused_sweep *s, const real *table)
{
    s->l = table;
    s->h = s->l + length_of(s);
    s->w = s->h + length_of(s);
    s->r = s->w + s->n;
    s->e = s->r + s->n;
    s->forward = s->e + s->n;
    s->back = s->forward + s->chunks;
    return s->back + s->chunks;
}

enum status fused_sweeps_make(struct fused_sweeps *s, const struct grid *g)
{
    int64_t size = 0;
    *s = (struct fused_sweeps){0};
    for (int d = 0; d < 3; d++) size += axis_table_size(g->n[d]);
    TRY(mem_array(&s->axis, HOST, 3, sizeof *s->axis));
    TRY(mem_array(&s->factors, HOST, size, sizeof(real)));
    real *at = s->factors;
    for (int d = 0; d < 3; d++) {
        s->axis[d] = axis_at(g, d, at);
        at += axis_table_size(g->n[d]);
        if (g->n[d] == 1) continue;
        s->sweep[s->count] = sweep_of(g, d);
        s->size += table_size(&s->sweep[s->count++]);
    }
    TRY(mem_array(&s->packed, HOST, s->size, sizeof(real)));
    TRY(mem_array(&s->table, DEVICE, s->size, sizeof(real)));
    const real *table = s->table;
    for (int i = 0; i < s->count; i++) table = lay_out(&s->sweep[i], table);
    return ST_OK;
}

void fused_sweeps_free(struct fused_sweeps *s)
{
    mem_free(s->axis);
    mem_free(s->factors);
    mem_free(s->packed);
    mem_free(s->table);
    *s = (struct fused_sweeps){0};
}

/* Products of the values of each chunk. */
static void multiply(const struct fused_sweep *s, const real *value, real *out)
{
    for (int k = 0; k < s->chunks; k++) {
        double product = 1;
        for (int i = k * s->rows; i < (k + 1) * s->rows && i < s->n; i++) product *= (double)value[i];
        out[k] = (real)product;
    }
}

static void fill(const struct fused_sweep *s, const struct direction *from)
{
    const size_t bytes = (size_t)s->n * sizeof(real);
    memcpy((real *)s->l, from->l, bytes);
    memcpy((real *)s->h, from->h, bytes);
    memcpy((real *)s->w, from->w, bytes);
    memcpy((real *)s->r, from->r, bytes);
    memcpy((real *)s->e, from->e, bytes);
    if (s->cyclic) ((real *)s->r)[s->n - 1] = ((real *)s->e)[s->n - 1] = 1;
    multiply(s, s->l, (real *)s->forward);
    multiply(s, s->h, (real *)s->back);
}

enum status fused_sweeps_factor(struct fused_sweeps *s, const struct line_operator line[3], const struct exec *exec)
{
    const real *table = s->packed;
    for (int i = 0; i < s->count; i++) {
        struct fused_sweep here = s->sweep[i];
        struct fused_axis *const a = &s->axis[here.axis];
        TRY(axis_factor(a, &line[here.axis], "xyz"[here.axis]));
        table = lay_out(&here, table);
        fill(&here, &a->direction[0]);
    }
    return device_copy(s->table, DEVICE, s->packed, HOST, s->size * (int64_t)sizeof(real), exec);
}
