/* The loops of a plan that checks or refines, over all systems of a chunk: between solves, and after the last one. */
#pragma once
#include "solvers/tridiag/check/check_system.h"
#include "solvers/tridiag/check/kept.h"

/* Everything is in the space of the loops. */
struct checked_chunk {
    struct shape shape;   /* placed */
    struct system system; /* of the chunk */
    int64_t ahead;        /* from its elements to those of the next chunk */
    real *right, *first;  /* [kept_values] right sides; NULL or solutions before refinement */
    const real *probe;    /* [n] a right side for the condition: 1 or 1/3 */
};

/* The largest of the systems of a chunk; NAN: not known. */
struct checked_worst {
    double backward, condition;
};

struct checked_loops {
    void (*keep)(const struct checked_chunk *c, const struct exec *exec);         /* right = x */
    void (*put_probe)(const struct checked_chunk *c, const struct exec *exec);    /* x = probe */
    void (*take_largest)(const struct checked_chunk *c, const struct exec *exec); /* condition = |x|, x = right */
    /* first = x, x = right - A x in twice the working precision */
    void (*put_residual)(const struct checked_chunk *c, const struct exec *exec);
    /* x = first + x, or first where the correction x is not finite or larger than half of it */
    void (*correct)(const struct checked_chunk *c, const struct exec *exec);
    /* backward, condition from |z| in it, and info INACCURATE of a system that was solved by its info. */
    struct checked_worst (*measure)(const struct checked_chunk *c, const struct exec *exec);
    void (*restore)(const struct checked_chunk *c, const struct exec *exec); /* x = right where info says not solved */
};
#ifdef __cplusplus
extern "C" {
#endif
extern const struct checked_loops checked_host, checked_device; /* the device has no restore */
struct checked_worst checked_measure_host(const struct checked_chunk *c, const struct exec *exec);
#ifdef __cplusplus
}
#endif

static inline EITHER_SPACE struct check_system checked_system(const struct checked_chunk *c, int64_t s,
                                                              const struct kept_run *run)
{
    const struct check_system k = {
        .line = line_of(&c->shape, &c->system, s),
        .right = c->right + run->offset + (s - run->first),
        .right_stride = run->stride,
        .cyclic = c->shape.tridiag.cyclic,
    };
    return k;
}

/* Fills in what the caller asked for of system s, whose info and |z| in condition are known. Whether elements that
 * have grown made x wrong is known now; but who asks to `restore` would rather have it solved with pivoting: next to
 * one large row, a backward error that is small for the whole system may be large for the others. */
static inline EITHER_SPACE void checked_report(const struct system *to, int64_t s, const struct check_system *k,
                                               const struct check_sizes *sizes, double backward, bool restore)
{
    if (!restore && to->info && to->info[s] == PIVOTS_GREW) to->info[s] = 0;
    const bool solved = !to->info || info_is_good(to->info[s]);
    if (to->condition)
        to->condition[s] =
            isfinite(backward) && solved ? check_condition(k, sizes, to->condition[s]) : (double)INFINITY;
    if (to->backward) to->backward[s] = backward;
    if (to->info && solved && !(backward <= BACKWARD_MAX)) to->info[s] = INACCURATE;
}
