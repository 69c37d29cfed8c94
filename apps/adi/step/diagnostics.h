/* Diagnostics of the field during a run: least and greatest value, heat content, the first point that is not finite,
 * probes. diagnostics.c computes them on the host, diagnostics.cu on the device, which sends back only the results.
 * Sums are taken in an order that depends on the grid only, the same in both spaces: PARTS partial sums along a row,
 * the rows of each of CHUNKS one after the other, and the chunks by the caller. */
#pragma once
#include <math.h>

#include "apps/adi/step/stencil.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CHUNKS = 64, PARTS = 16 };

struct summary {
    double min, max, heat; /* heat: joules over the cell's volume */
    int64_t bad;           /* first point that is not finite, or -1 */
};

struct diagnostics {
    int64_t probes;
    double *at;            /* [probes][3], m, in the space of the run */
    struct summary *row;   /* device: [rows]; of a grid that ranks share: [rows] of all, and then those of this rank */
    int64_t *bytes;        /* [ranks] of their rows, or NULL */
    struct summary *there; /* device: chunks and values, laid out as on the host */
    struct summary *chunk; /* [CHUNKS] */
    double *value;         /* [probes], after the chunks */
};

/* On failure diagnostics_free still cleans up. op is in the space of the run. */
enum status diagnostics_make(struct diagnostics *g, const struct stencil *op, const struct adi_params *p);
void diagnostics_free(struct diagnostics *g);

/* The summary of row number `row` of the field, u [n[0]], on the host. */
struct summary diagnostics_row(const struct stencil *op, const real *u, int64_t row);

/* Fills chunk from the rows of a field, row [n[1] n[2]], or from u where that is NULL, and value from the nodes of u
 * around the probes. */
void diagnostics_add(const struct stencil *op, const struct summary *row, const real *u, struct diagnostics *g);

/* Fills chunk and value, on all ranks; collective. */
enum status diagnostics_read(const struct stencil *op, const real *u, struct diagnostics *g);
enum status diagnostics_read_device(const struct stencil *op, const real *u, struct diagnostics *g);

static inline EITHER_SPACE struct summary summary_none(void)
{
    const struct summary s = {HUGE_VAL, -HUGE_VAL, 0, -1};
    return s;
}

/* Compares, since fmin and fmax are calls on x86-64. What is not a number is left out. */
static inline EITHER_SPACE void summary_extend(struct summary *sum, double min, double max)
{
    sum->min = min < sum->min ? min : sum->min;
    sum->max = max > sum->max ? max : sum->max;
}

static inline EITHER_SPACE void summary_add(struct summary *sum, const struct summary *s)
{
    summary_extend(sum, s->min, s->max);
    sum->heat += s->heat;
    if (sum->bad < 0) sum->bad = s->bad;
}

/* Takes one value into one of the PARTS; heat is not finite once a value is not. */
static inline EITHER_SPACE void part_take(real v, double capacity, real *min, real *max, double *heat)
{
    *min = v < *min ? v : *min;
    *max = v > *max ? v : *max;
    *heat += capacity * (double)v;
}

/* The first of n values that is not finite, or -1. */
static inline EITHER_SPACE int64_t first_not_finite(int64_t n, const real *u)
{
    for (int64_t i = 0; i < n; i++)
        if (!isfinite(u[i])) return i;
    return -1;
}

/* Completes s, the sum of the parts of row number `row`, u: nodes at the ends of a bounded axis own half a cell. */
static inline EITHER_SPACE void summary_close(struct summary *s, const struct grid *g, const struct stencil *op,
                                              const real *u, int64_t row)
{
    const int64_t n = g->n[0], first = row * n, last = first + n - 1;
    const double share = grid_share(g, 1, row % g->n[1]) * grid_share(g, 2, row / g->n[1]);
    if (!isfinite(s->heat)) {
        const int64_t i = first_not_finite(n, u);
        s->bad = i < 0 ? i : first + i;
    }
    if (op->shared) s->heat /= stencil_inverse_capacity(op, first);
    s->heat -= (1 - grid_share(g, 0, 0)) * (double)u[0] / stencil_inverse_capacity(op, first);
    s->heat -= (1 - grid_share(g, 0, n - 1)) * (double)u[n - 1] / stencil_inverse_capacity(op, last);
    s->heat *= share;
}

/* The nodes around a place: offsets of those below and above it along each axis, and its distance from the former. */
struct probe_place {
    int64_t below[3], above[3];
    double part[3];
};

static inline EITHER_SPACE struct probe_place probe_place(const struct grid *g, const double *at)
{
    struct probe_place p = {{0}, {0}, {0}};
    for (int d = 0; d < 3; d++) {
        const int64_t n = g->n[d], last = grid_periodic(g, d) ? n - 1 : n - 2;
        const double x = (at[d] - g->origin[d]) / g->spacing[d];
        const int64_t i = x < 0 ? 0 : x > (double)last ? last : (int64_t)x;
        p.below[d] = i * grid_stride(g, d);
        p.above[d] = (i + 1) % n * grid_stride(g, d);
        p.part[d] = x - (double)i;
    }
    return p;
}

/* Multilinear between the nodes around a place. */
static inline EITHER_SPACE double probe_value(const struct grid *g, const real *u, const double *at)
{
    const struct probe_place where = probe_place(g, at);
    const int64_t *const below = where.below, *const above = where.above;
    const double *const part = where.part;
    double sum = 0;
    for (int corner = 0; corner < 8; corner++) {
        const bool x = corner & 1, y = corner & 2, z = corner & 4;
        const int64_t p = (x ? above : below)[0] + (y ? above : below)[1] + (z ? above : below)[2];
        sum += (x ? part[0] : 1 - part[0]) * (y ? part[1] : 1 - part[1]) * (z ? part[2] : 1 - part[2]) * (double)u[p];
    }
    return sum;
}

#ifdef __cplusplus
}
#endif
