/* The uniform stencil, R = dt (L_x + L_y + L_z) u with the coefficients inside, on squares of LANES rows and columns
 * in registers. The differences along y and z are taken along rows; then the square is transposed, and the caller,
 * which holds neighbouring columns, adds those along x.
 *
 * Differences, not products with a diagonal: a constant field gives exactly 0. */
#pragma once
#include "apps/adi/fused/fused.h"
#include "apps/adi/fused/fused_lanes.h"

/* LANES rows of u and their neighbours. */
struct fused_stencil {
    const real *c, *below, *above; /* the first row, and the ones below and above it */
    int64_t row[LANES + 1], south; /* distance of each row, and of those south and north of them, to the first */
    int64_t ahead;                 /* distance to the rows that come later */
    const real *more;              /* rows of further terms to add, or NULL */
    int64_t ld;                    /* distance of these rows */
    real cx, cy, cb, ca;           /* coefficients along x and y, below and above */
};

static inline real times(double dt, real c)
{
    return (real)(dt * (double)c);
}

/* The rows from (j, k) on. A row beyond the last repeats the one north of the last; its values are not used. */
static inline struct fused_stencil fused_stencil_at(const struct fused *f, double dt, const real *u, int64_t j,
                                                    int64_t rows, int64_t k)
{
    const struct fused_axis *const y = &f->axis[1], *const z = &f->axis[2];
    const int64_t nx = f->axis[0].n, plane = nx * y->n, end = (rows - 1) * nx;
    const real *const c = u + k * plane + j * nx;
    struct fused_stencil s = {
        .c = c,
        .below = fused_beside(z, c, k, plane, 0),
        .above = fused_beside(z, c, k, plane, 1),
        .south = fused_beside(y, c, j, nx, 0) - c,
        .cx = times(dt, f->axis[0].inner),
        .cy = times(dt, y->inner),
        .cb = times(dt, z->lower[k]),
        .ca = times(dt, z->upper[k]),
    };
    const int64_t north = fused_beside(y, c + end, j + rows - 1, nx, 1) - c;
    for (int64_t q = 0; q <= LANES; q++) s.row[q] = q < rows ? q * nx : north;
    return s;
}

/* Prefetches with the square from column i on, a few cache lines at a time, since many at once would queue up. Of the
 * rows that come later, those above come from memory, the others from the last cache at best; of these rows it is the
 * line after the next above, which the hardware prefetcher reaches last. */
INLINE void fused_stencil_prefetch(const struct fused_stencil *s, int64_t i)
{
    for (int q = 0; q < LANES; q++) {
        const int64_t later = s->row[q] + s->ahead + i;
        prefetch(s->c + later);
        prefetch(s->below + later);
        prefetch(s->above + later);
        prefetch_near(s->above + s->row[q] + i + 2 * LINE);
    }
}

/* c: m columns of u from column i; r: R without x on them. */
INLINE void fused_stencil_square(const struct fused_stencil *s, int64_t i, int64_t m, vec c[LANES], vec r[LANES])
{
    vec v = load_first(s->c + i, m), south = v - load_first(s->c + s->south + i, m);
    for (int q = 0; q < LANES; q++) {
        const vec next = load_first(s->c + s->row[q + 1] + i, m), north = next - v;
        r[q] = s->cy * (north - south);
        r[q] += s->cb * (load_first(s->below + s->row[q] + i, m) - v);
        r[q] += s->ca * (load_first(s->above + s->row[q] + i, m) - v);
        c[q] = v;
        v = next;
        south = north;
    }
    for (int q = 0; s->more && q < LANES; q++) r[q] += load_first(s->more + q * s->ld + i, m);
    square_transpose(c);
    square_transpose(r);
}

/* Column i of u. */
static inline vec fused_stencil_column(const struct fused_stencil *s, int64_t i)
{
    vec v = {0};
    for (int q = 0; q < LANES; q++) v[q] = s->c[s->row[q] + i];
    return v;
}
