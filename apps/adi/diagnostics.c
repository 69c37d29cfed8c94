/* Reduces the field on the host: extrema, heat content, the first value that is not finite, probes. */
#include "apps/adi/diagnostics.h"

#include "base/device/device.h"
#include "base/memory.h"

static int64_t result_bytes(const struct diagnostics *g)
{
    return CHUNKS * (int64_t)sizeof *g->chunk + g->probes * (int64_t)sizeof *g->value;
}

static enum status make_device(struct diagnostics *g, const struct stencil *op)
{
    const struct grid *const grid = op->grid;
    const int64_t bytes = 3 * g->probes * (int64_t)sizeof *g->at;
    double *const at = g->at;
    TRY(mem_array(&g->row, DEVICE, grid->n[1] * grid->n[2], sizeof *g->row));
    TRY(mem_alloc(&g->there, DEVICE, result_bytes(g)));
    enum status s = mem_alloc(&g->at, DEVICE, bytes);
    if (s == ST_OK) s = device_copy(g->at, DEVICE, at, HOST, bytes, &op->exec);
    mem_free(at);
    return s;
}

enum status diagnostics_make(struct diagnostics *g, const struct stencil *op, const struct adi_params *p)
{
    const struct adi_probe_params *const probe = p->probes.v;
    *g = (struct diagnostics){.probes = p->probes.count};
    TRY(mem_array(&g->at, HOST, g->probes, 3 * sizeof *g->at));
    for (int64_t i = 0; i < g->probes; i++)
        for (int d = 0; d < op->grid->dim; d++) g->at[3 * i + d] = probe[i].at.v[d];
    TRY(mem_alloc(&g->chunk, HOST, result_bytes(g)));
    g->value = (double *)(g->chunk + CHUNKS);
    return op->exec.space == DEVICE ? make_device(g, op) : ST_OK;
}

void diagnostics_free(struct diagnostics *g)
{
    mem_free(g->at);
    mem_free(g->row);
    mem_free(g->there);
    mem_free(g->chunk);
    *g = (struct diagnostics){0};
}

struct parts {
    real min[PARTS], max[PARTS];
    double heat[PARTS], bad[PARTS];
};

static inline void take(struct parts *x, int64_t q, real v, double capacity)
{
    part_take(v, capacity, &x->min[q], &x->max[q], &x->heat[q], &x->bad[q]);
}

/* n points along x; at each, the inverse of a capacity, or NULL where it is 1. */
static struct parts take_points(int64_t n, const real *restrict u, const real *restrict inverse)
{
    struct parts x;
    const int64_t whole = n - n % PARTS;
    for (int q = 0; q < PARTS; q++) {
        x.min[q] = (real)INFINITY, x.max[q] = -(real)INFINITY;
        x.heat[q] = x.bad[q] = 0;
    }
    if (inverse)
        for (int64_t i = 0; i < whole; i += PARTS)
            for (int q = 0; q < PARTS; q++) take(&x, q, u[i + q], 1 / (double)inverse[i + q]);
    else
        for (int64_t i = 0; i < whole; i += PARTS)
            for (int q = 0; q < PARTS; q++) take(&x, q, u[i + q], 1);
    for (int64_t i = whole; i < n; i++) take(&x, i - whole, u[i], inverse ? 1 / (double)inverse[i] : 1);
    return x;
}

struct summary diagnostics_row(const struct stencil *op, const real *u, int64_t row)
{
    const int64_t n = op->grid->n[0];
    const struct parts x = take_points(n, u, op->shared ? NULL : op->inverse_capacity + row * n);
    struct summary s = summary_none();
    double bad = 0;
    for (int q = 0; q < PARTS; q++) {
        s.min = fmin(s.min, (double)x.min[q]);
        s.max = fmax(s.max, (double)x.max[q]);
        s.heat += x.heat[q];
        bad += x.bad[q];
    }
    summary_close(&s, bad, op->grid, op, u, row);
    return s;
}

/* Chunk i of the rows of u, or of what is already known of them. */
static struct summary chunk_of(const struct stencil *op, const struct summary *known, const real *u, int i)
{
    const int64_t n = op->grid->n[0], rows = op->grid->points / n;
    struct summary sum = summary_none();
    for (int64_t r = rows * i / CHUNKS; r < rows * (i + 1) / CHUNKS; r++) {
        const struct summary row = known ? known[r] : diagnostics_row(op, u + r * n, r);
        summary_add(&sum, &row);
    }
    return sum;
}

void diagnostics_add(const struct stencil *op, const struct summary *row, const real *u, struct diagnostics *g)
{
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int i = 0; i < CHUNKS; i++) g->chunk[i] = chunk_of(op, row, u, i);
    for (int64_t i = 0; i < g->probes; i++) g->value[i] = probe_value(op->grid, u, g->at + 3 * i);
}

enum status diagnostics_read(const struct stencil *op, const real *u, struct diagnostics *g)
{
    diagnostics_add(op, NULL, u, g);
    return ST_OK;
}
