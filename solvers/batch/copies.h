/* Matrices in a layout of their own, and shifted ones, for methods that read neither: at each solve, or once in
 * plan_factor, the matrix is written out into three arrays in the layout of x, the shift added to the diagonal, and an
 * inner plan of the same method solves with these. One matrix for all, without shifts, is written out once if the
 * method can read it so. The bits are those of a caller who had written out the matrix. The copies take 3 values an
 * element of x, and as many an unknown cross the memory bus in addition to what is read of the matrix. */
#pragma once
#include "solvers/batch/line.h"
#include "solvers/kind.h"

extern const struct wrapper copies_wrapper;

/* Everything is in the space of the loops. */
struct copies {
    struct shape from, to; /* the caller's shape and that of the inner plan, placed */
    struct system system;
    real *lower, *diag, *upper; /* by the layout of the matrix in `to` */
    int64_t systems;            /* to be copied: one if it stands for all */
};

/* Row i of a system, which begins at element `at` of the copies. */
static inline EITHER_SPACE void copies_row(const struct copies *c, struct line l, int64_t at, int64_t i)
{
    const int64_t to = at + i * shape_matrix_stride(&c->to);
    c->lower[to] = l.a[i * l.stride];
    c->diag[to] = l.b[i * l.stride] + l.shift;
    c->upper[to] = l.c[i * l.stride];
}

/* One that stands for all has n rows. */
static inline EITHER_SPACE struct line copies_line(const struct copies *c, int64_t s)
{
    struct line l = line_of(&c->from, &c->system, s);
    if (c->systems < c->from.batch) l.n = c->from.n;
    return l;
}

/* Do neighbouring systems lie closer to each other in the copies than rows? */
static inline bool copies_side_by_side(const struct copies *c)
{
    return c->systems > 1 && c->to.dist < c->to.stride;
}

/* The copies on the device, queued on the stream of exec. */
#ifdef __cplusplus
extern "C"
#endif
    void
    copies_write_device(const struct copies *c, const struct exec *exec);
