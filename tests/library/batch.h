/* A batch of tridiagonal systems for tests of libbandstand: dominant by rows, seeded, in any layout. */
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "library/bandstand.h"

struct batch {
    struct bandstand_layout layout;
    unsigned flags;
    int64_t elements, matrix_elements;
    double *lower, *diag, *upper, *shift, *right, *x;
    int64_t *info;
};

static inline double batch_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-53 - 0.5;
}

static inline void batch_fill(double *v, int64_t count, double offset, uint64_t *seed)
{
    for (int64_t i = 0; i < count; i++) v[i] = offset + batch_random(seed);
}

/* Returns a status of bandstand_extents. */
static inline int batch_make(struct batch *b, struct bandstand_layout layout, unsigned flags, uint64_t seed)
{
    const int64_t batch = layout.batch;
    *b = (struct batch){.layout = layout, .flags = flags};
    const int status = bandstand_extents(&layout, &b->elements, &b->matrix_elements);
    const size_t x = (size_t)b->elements + 1, m = (size_t)b->matrix_elements + 1;
    b->lower = calloc(m, sizeof *b->lower), b->diag = calloc(m, sizeof *b->diag);
    b->upper = calloc(m, sizeof *b->upper), b->shift = calloc((size_t)batch + 1, sizeof *b->shift);
    b->right = calloc(x, sizeof *b->right), b->x = calloc(x, sizeof *b->x);
    b->info = calloc((size_t)batch + 1, sizeof *b->info);
    batch_fill(b->lower, b->matrix_elements, 0, &seed);
    batch_fill(b->diag, b->matrix_elements, 2.5, &seed);
    batch_fill(b->upper, b->matrix_elements, 0, &seed);
    batch_fill(b->right, b->elements, 0, &seed);
    batch_fill(b->shift, batch, 1, &seed);
    for (int64_t i = 0; i < b->elements; i++) b->x[i] = b->right[i];
    for (int64_t s = 0; s < batch; s++) b->info[s] = -99;
    return status;
}

static inline void batch_free(struct batch *b)
{
    double *const all[] = {b->lower, b->diag, b->upper, b->shift, b->right, b->x};
    for (int i = 0; i < 6; i++) free(all[i]);
    free(b->info);
}

/* The element of row i of system s, by the words of the header. */
static inline int64_t batch_at(const struct bandstand_layout *l, int64_t s, int64_t i)
{
    if (!l->inner && l->rows) {
        int64_t start = 0;
        for (int64_t t = 0; t < s; t++) start += l->rows[t];
        return start + i;
    }
    if (!l->inner) return s * l->n + i;
    return (l->starts ? l->starts[s / l->inner] : s / l->inner * l->outer) + s % l->inner * l->dist + i * l->step;
}

static inline int64_t batch_matrix_at(const struct bandstand_layout *l, int64_t s, int64_t i)
{
    if (!l->matrix_inner) return batch_at(l, s, i);
    return (l->matrix_starts ? l->matrix_starts[s / l->matrix_inner] : s / l->matrix_inner * l->matrix_outer) +
           s % l->matrix_inner * l->matrix_dist + i * l->matrix_step;
}

/* The residual of row i of system s. */
static inline double batch_residual(const struct batch *b, int64_t s, int64_t i)
{
    const struct bandstand_layout *const l = &b->layout;
    const int64_t n = l->rows ? l->rows[s] : l->n, m = batch_matrix_at(l, s, i);
    const int cyclic = (b->flags & BANDSTAND_CYCLIC) != 0;
    const double shift = b->flags & BANDSTAND_SHIFTED ? b->shift[s] : 0;
    double sum = (b->diag[m] + shift) * b->x[batch_at(l, s, i)] - b->right[batch_at(l, s, i)];
    if (i > 0 || cyclic) sum += b->lower[m] * b->x[batch_at(l, s, i > 0 ? i - 1 : n - 1)];
    if (i < n - 1 || cyclic) sum += b->upper[m] * b->x[batch_at(l, s, i < n - 1 ? i + 1 : 0)];
    return fabs(sum);
}

/* The largest residual of all systems; NaN counts as infinite, and so does an info that is not 0. */
static inline double batch_error(const struct batch *b)
{
    double most = 0;
    for (int64_t s = 0; s < b->layout.batch; s++) {
        if (b->info[s] != 0) return (double)INFINITY;
        const int64_t n = b->layout.rows ? b->layout.rows[s] : b->layout.n;
        for (int64_t i = 0; i < n; i++) {
            const double r = batch_residual(b, s, i);
            if (!(r <= most)) most = isnan(r) ? (double)INFINITY : r;
        }
    }
    return most;
}

/* Solves by a plan with these options, whose flags are set to those of the batch; a public status. */
static inline int batch_solve(struct batch *b, struct bandstand_options options, struct bandstand_outcome *outcome)
{
    struct bandstand_plan *plan;
    const double *const shift = b->flags & BANDSTAND_SHIFTED ? b->shift : NULL;
    options.flags = b->flags;
    int status = bandstand_dtridiag_plan(&plan, &b->layout, &options);
    if (status == BANDSTAND_OK && b->flags & BANDSTAND_REUSE)
        status = bandstand_dtridiag_factor(plan, b->lower, b->diag, b->upper, shift);
    if (status == BANDSTAND_OK)
        status = bandstand_dtridiag_solve(plan, b->lower, b->diag, b->upper, shift, b->x, b->info, outcome);
    bandstand_plan_free(plan);
    return status;
}
