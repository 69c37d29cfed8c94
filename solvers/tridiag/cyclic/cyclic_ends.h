/* The loops over systems around the two solves of a cyclic system (cyclic.h), and the formulas of its last unknown. */
#pragma once
#include <math.h>

#include "solvers/batch/growth.h"

/* Times that x_{m-1} q may be as large as x. */
#ifdef BANDSTAND_FLOAT
#define BORDER_MAX 0x1p8
#else
#define BORDER_MAX 0x1p12
#endif

/* Everything is in the space of the loops. */
struct cyclic_ends {
    struct shape shape; /* of the cyclic systems, placed */
    struct system system;
    real *q;       /* one for all if `alike`, else laid out like x; NULL if all systems have one row */
    int64_t *of_q; /* its info, one for all or [batch] */
    int64_t q_count;
    bool alike;
    real *alone; /* [batch] or NULL: right sides of systems of one row */
};

struct cyclic_loops {
    /* alone = the right side of the first rows. */
    void (*keep)(const struct cyclic_ends *b, const struct exec *exec);
    /* q = (-a_0, 0, ..., 0, -c_{m-2}) */
    void (*set)(const struct cyclic_ends *b, const struct exec *exec);
    /* x = p + x_{m-1} q, and info. */
    void (*close)(const struct cyclic_ends *b, const struct exec *exec);
};
#ifdef __cplusplus
extern "C" {
#endif
extern const struct cyclic_loops cyclic_host, cyclic_device;
#ifdef __cplusplus
}
#endif

/* System s with its q in place of x. */
static inline EITHER_SPACE struct line cyclic_line(const struct cyclic_ends *b, int64_t s)
{
    struct line l = line_of(&b->shape, &b->system, s);
    l.x = b->q && !b->alike ? b->q + shape_start(&b->shape, s) : b->q;
    l.x_stride = b->alike ? 1 : b->shape.stride;
    return l;
}

static inline EITHER_SPACE void cyclic_set(const struct cyclic_ends *b, int64_t s)
{
    const struct line l = cyclic_line(b, s);
    if (l.n == 1) return;
    l.x[0] -= l.a[0];
    l.x[(l.n - 2) * l.x_stride] -= l.c[(l.n - 2) * l.stride];
}

/* x_{m-1} of system s, whose first m - 1 rows hold p. NaN where its pivot is no larger than the rounding errors of its
 * terms, as for a matrix whose rows all sum to 0. */
static inline EITHER_SPACE real cyclic_last(const struct cyclic_ends *b, int64_t s)
{
    const struct line l = line_of(&b->shape, &b->system, s), q = cyclic_line(b, s);
    const int64_t end = l.n - 1;
    const real low = l.a[end * l.stride], diag = l.b[end * l.stride] + l.shift, up = l.c[end * l.stride];
    if (end == 0) return (b->alone ? b->alone[s] : l.x[0]) / (low + diag + up);
    const real first = up * q.x[0], before = low * q.x[(end - 1) * q.x_stride], pivot = diag + first + before;
    const double terms = fabs((double)diag) + fabs((double)first) + fabs((double)before);
    if (fabs((double)pivot) <= (double)REAL_EPS * terms * (double)(l.n < 64 ? l.n : 64)) return (real)NAN;
    return (l.x[end * l.x_stride] - up * l.x[0] - low * l.x[(end - 1) * l.x_stride]) / pivot;
}

/* Is A' so much closer to singular than A that x is lost between p and x_{m-1} q? Before x_{m-1} q is added. */
static inline EITHER_SPACE bool cyclic_grows(struct line l, struct line q, real last)
{
    const int64_t end = l.n - 1, before = end - 1;
    const real low = l.a[end * l.stride], up = l.c[end * l.stride];
    struct growth_row r = {0, 0};
    growth_row_add(&r, l.b[end * l.stride] + l.shift, (double)last);
    growth_row_add(&r, low, (double)(l.x[before * l.x_stride] + last * q.x[before * q.x_stride]));
    growth_row_add(&r, up, (double)(l.x[0] + last * q.x[0]));
    return growth_exceeds((double)(up * q.x[0]), (double)last, r) ||
           growth_exceeds((double)(low * q.x[before * q.x_stride]), (double)last, r);
}

/* Stores x_{m-1}, and completes info, which the solve for p has set if there are more rows. */
static inline EITHER_SPACE real cyclic_end(const struct cyclic_ends *b, int64_t s)
{
    const struct line l = line_of(&b->shape, &b->system, s);
    const real last = cyclic_last(b, s);
    l.x[(l.n - 1) * l.x_stride] = last;
    if (!b->system.info) return last;
    int64_t *const info = &b->system.info[s];
    if (l.n == 1) *info = isfinite(last) ? 0 : 1;
    else if (*info <= 0 && !isfinite(last)) *info = l.n;
    else if (info_is_good(*info) && !info_is_good(b->of_q[b->alike ? 0 : s])) *info = b->of_q[b->alike ? 0 : s];
    else if (info_is_good(*info) && cyclic_grows(l, cyclic_line(b, s), last)) *info = PIVOTS_GREW;
    return last;
}

/* x_i = p_i + x_{m-1} q_i; where that is not finite though both solves were, info is the last row. */
static inline EITHER_SPACE real cyclic_add(const struct cyclic_ends *b, int64_t s, struct line p, struct line q,
                                           int64_t i, real last)
{
    const real x = p.x[i * p.x_stride] += last * q.x[i * q.x_stride];
    if (!isfinite(x) && b->system.info && b->system.info[s] <= 0) b->system.info[s] = p.n;
    return x;
}
