/* One large system cut into parts of PART rows, a part in each lane of a vector, as `partition_pivot` takes them.
 *
 * Part k has rows 0 ... PART - 1 and touches x_{-1}, x_0 ... x_{PART-1} and x_PART. Its inner unknowns x_1 ...
 * x_{PART-2} are eliminated from all of its rows, so that two equations remain between the pairs (x_{-1}, x_0) and
 * (x_{PART-1}, x_PART). They are independent wherever the rows are: no part is singular by itself if the matrix is
 * regular, although its inner block may be. */
#pragma once
#include "solvers/batch/line.h"

#ifdef __AVX__
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#include "solvers/batch/simd_select.h"
#include "solvers/batch/simd_transpose.h"

enum { PART = 128, PARTS_ROWS = PART * LANES, FIELDS = 10 };

/* Contiguous rows of LANES parts. */
struct parts {
    const real *a, *b, *c;
    real *x; /* right side, then solution */
};

/* The equations of each part: l x_{-1} + z x_0 + p x_{PART-1} + q x_PART = e. */
struct part_equation {
    vec l, z, p, q, e;
};

struct part_equations {
    struct part_equation upper, lower;
};

/* The unknowns at the ends of each part: x_{-1}, x_0, x_{PART-1}, x_PART. */
struct part_ends {
    vec before, first, last, behind;
};

/* ROWS rows from row i on of each part. */
struct part_rows {
    vec a[ROWS], b[ROWS], c[ROWS], d[ROWS];
};

INLINE void part_rows_load(const struct parts *p, int64_t i, struct part_rows *out)
{
    rows_load(p->a + i, PART, out->a);
    rows_load(p->b + i, PART, out->b);
    rows_load(p->c + i, PART, out->c);
    rows_load(p->x + i, PART, out->d);
}

/* The unknowns next to the first and the last of each part; 0 where all unknowns of a part are finite, else NaN. */
struct inner {
    vec second, last_but_one, zero;
};

/* x of all rows of the parts but row 0 and the last from the pivot rows in `kept`, three vectors a row: x_i = e - u
 * x_{i+1} - v x_{i+2} from u, v, e of the row that was the pivot for x_i, kept in row i + 1. */
INLINE struct inner parts_up(const struct parts *p, const struct part_ends *ends, const vec *kept)
{
    struct inner found = {.zero = 0 * ends->first + 0 * ends->last};
    vec near = ends->last, far = ends->behind, x[ROWS];
    for (int64_t i = PART - ROWS; i >= 0; i -= ROWS) {
        for (int64_t r = ROWS - 1; r >= 0; r--) {
            const vec *const row = kept + (i + r + 1) * 3;
            x[r] = ends->first;
            if (i + r == PART - 1) x[r] = near;
            else if (i + r > 0) x[r] = row[2] - row[1] * far - row[0] * near;
            if (i + r == PART - 2) found.last_but_one = x[r];
            if (i + r < PART - 1) far = near;
            near = x[r];
            found.zero += 0 * near;
        }
        if (i == 0) break;
        rows_store(p->x + i, PART, x);
    }
    found.second = x[1];
    rows_store(p->x, PART, x);
    return found;
}

/* A row of each part with its unknowns. */
struct held_row {
    vec a, b, c, d, before, here, behind;
};

INLINE struct held_row first_held(const struct part_rows *top, const struct part_ends *ends, const struct inner *x)
{
    return (struct held_row){top->a[0], top->b[0], top->c[0], top->d[0], ends->before, ends->first, x->second};
}

/* `bottom`: the last ROWS rows. */
INLINE struct held_row last_held(const struct part_rows *bottom, const struct part_ends *ends, const struct inner *x)
{
    enum { R = ROWS - 1 };
    return (struct held_row){bottom->a[R],    bottom->b[R], bottom->c[R], bottom->d[R],
                             x->last_but_one, ends->last,   ends->behind};
}

INLINE vec held_residual(const struct held_row *k)
{
    return vec_magnitude(k->d - k->a * k->before - k->b * k->here - k->c * k->behind);
}
