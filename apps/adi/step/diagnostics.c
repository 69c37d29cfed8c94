/* Reduces the field on the host: extrema, heat content, the first value that is not finite, probes. */
#include "apps/adi/step/diagnostics.h"

#include <string.h>

#include "apps/adi/ranks/slabs.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/batch/simd_select.h"

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

static int64_t rows_of(const struct grid *g)
{
    return g->n[1] * g->n[2];
}

static enum status make_shared(struct diagnostics *g, const struct grid *grid)
{
    const int ranks = comm_size(grid->comm);
    TRY(mem_array(&g->row, HOST, 2 * rows_of(grid), sizeof *g->row));
    TRY(mem_array(&g->bytes, HOST, ranks, sizeof *g->bytes));
    for (int r = 0; r < ranks; r++) g->bytes[r] = slabs_share(grid, r) / grid->n[0] * (int64_t)sizeof *g->row;
    return ST_OK;
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
    if (op->grid->comm) return make_shared(g, op->grid);
    return op->exec.space == DEVICE ? make_device(g, op) : ST_OK;
}

void diagnostics_free(struct diagnostics *g)
{
    mem_free(g->at);
    mem_free(g->row);
    mem_free(g->bytes);
    mem_free(g->there);
    mem_free(g->chunk);
    *g = (struct diagnostics){0};
}

/* The parts of a row, one after the other. */
static double sum_of(const double heat[PARTS])
{
    double sum = 0;
    for (int q = 0; q < PARTS; q++) sum += heat[q];
    return sum;
}

struct parts {
    real min[PARTS], max[PARTS];
    double heat[PARTS];
};

static inline void take(struct parts *x, int64_t q, real v, double capacity)
{
    part_take(v, capacity, &x->min[q], &x->max[q], &x->heat[q]);
}

/* n points along x; at each, the inverse of a capacity. */
static struct summary take_points(int64_t n, const real *restrict u, const real *restrict inverse)
{
    struct parts x;
    struct summary s = summary_none();
    const int64_t whole = n - n % PARTS;
    for (int q = 0; q < PARTS; q++) x.min[q] = (real)INFINITY, x.max[q] = -(real)INFINITY, x.heat[q] = 0;
    for (int64_t i = 0; i < whole; i += PARTS)
        for (int q = 0; q < PARTS; q++) take(&x, q, u[i + q], 1 / (double)inverse[i + q]);
    for (int64_t i = whole; i < n; i++) take(&x, i - whole, u[i], 1 / (double)inverse[i]);
    for (int q = 0; q < PARTS; q++) summary_extend(&s, (double)x.min[q], (double)x.max[q]);
    s.heat = sum_of(x.heat);
    return s;
}

/* Vectors of doubles, made of as many reals. */
typedef double wide __attribute__((vector_size(VECTOR_BYTES)));
typedef real narrow __attribute__((vector_size(VECTOR_BYTES / (8 / sizeof(real))), aligned(sizeof(real))));
enum { WIDE = VECTOR_BYTES / 8, VECTORS = PARTS / LANES, WIDES = PARTS / WIDE };

/* The partial sums of a row where capacities are 1, in registers. */
static struct summary take_bare_points(int64_t n, const real *u)
{
    struct summary s = summary_none();
    const int64_t whole = n - n % PARTS;
    vec min = vec_all((real)INFINITY), max = -min;
    wide part[WIDES];
    double heat[PARTS];
    for (int p = 0; p < WIDES; p++) part[p] = (wide){0};
    for (int64_t i = 0; i < whole; i += PARTS) {
#pragma GCC unroll 8
        for (int p = 0; p < VECTORS; p++) {
            const vec v = vec_load(u + i + p * LANES);
            min = vec_min(v, min), max = vec_max(v, max);
        }
#pragma GCC unroll 8
        for (int p = 0; p < WIDES; p++) part[p] += __builtin_convertvector(*(const narrow *)(u + i + p * WIDE), wide);
    }
    memcpy(heat, part, sizeof heat);
    for (int64_t i = whole; i < n; i++) heat[i - whole] += (double)u[i], summary_extend(&s, (double)u[i], (double)u[i]);
    for (int q = 0; q < LANES; q++) summary_extend(&s, (double)min[q], (double)max[q]);
    s.heat = sum_of(heat);
    return s;
}

struct summary diagnostics_row(const struct stencil *op, const real *u, int64_t row)
{
    const int64_t n = op->grid->n[0];
    struct summary s = op->shared ? take_bare_points(n, u) : take_points(n, u, op->inverse_capacity + row * n);
    summary_close(&s, op->grid, op, u, row);
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

/* The rank that has the plane below a probe knows the one above it. */
static void share_probes(const struct grid *grid, struct diagnostics *g)
{
    for (int64_t i = 0; i < g->probes; i++) {
        const int owner = slabs_owner(grid, probe_place(grid, g->at + 3 * i).below[grid_cut(grid)]);
        comm_broadcast(grid->comm, &g->value[i], sizeof g->value[i], owner);
    }
}

/* All ranks take the rows of all in their order. */
static void read_shared(const struct stencil *op, const real *u, struct diagnostics *g)
{
    const struct grid *const grid = op->grid;
    const struct grid_run own = grid_own_points(grid);
    const int64_t n = grid->n[0];
    struct summary *const mine = g->row + rows_of(grid);
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t r = own.from / n; r < own.end / n; r++) mine[r - own.from / n] = diagnostics_row(op, u + r * n, r);
    comm_gather_ragged(grid->comm, mine, g->bytes, g->row);
    diagnostics_add(op, g->row, u, g);
    share_probes(grid, g);
}

enum status diagnostics_read(const struct stencil *op, const real *u, struct diagnostics *g)
{
    if (op->grid->comm) read_shared(op, u, g);
    else diagnostics_add(op, NULL, u, g);
    return ST_OK;
}
