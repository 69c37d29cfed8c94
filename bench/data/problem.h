/* Systems in the host's memory, and methods that solve them as entries of a benchmark. */
#pragma once
#include "base/timing/bandwidth.h"
#include "base/timing/sample.h"
#include "solvers/method_spec.h"

/* A problem of one kind begins with this. Reference-counted: by its maker, and by each entry. */
struct problem {
    const struct problem_ops *ops;
    struct shape shape;
    int64_t bytes; /* of its arrays, which have to fit into the memory */
    int users;
};

struct problem_ops {
    enum traffic_pattern limit;         /* the memory limit that its methods are compared with */
    enum status (*load)(void *problem); /* fills the arrays, which are there while an entry is called; and drop frees */
    void (*drop)(void *problem);        /* them. NULL: they are there as long as the problem */
    void (*restore)(void *problem, const struct shape *shape,
                    int threads); /* before a call: restores the arrays that a solve overwrites */
    void (*system)(void *problem, const struct shape *shape, struct system *out); /* fills in all but kind, outcome */
    void (*free)(void *problem);
    bool iterative; /* a method is tried first, and an entry only if it converges; for arrays that are always there */
};

/* Makes the problem that ops describe, of `size` bytes, all 0 after the struct problem; NULL: no memory. */
void *problem_new(size_t size, const struct problem_ops *ops, struct shape shape);
void problem_release(struct problem *p); /* NULL is fine */

/* Adds the solution by that method, of a shape that takes no more of the arrays than the problem's own; every call gets
 * the right side again; a matrix of a shape with reuse is factored before. `layout` is borrowed. There is one plan at a
 * time, made before the call. The limits (limit_add) have been added before. If the method refuses, a library is
 * missing, or a plan would not fit next to the systems, the entry is skipped with a sentence; *index is -1 then. */
enum status problem_add(struct bench *b, struct problem *p, const struct shape *shape, const struct method_spec *spec,
                        const char *layout, int *index);

/* Strictly dominant random tridiagonal systems of that shape, its matrix one for all or one each, with shifts from 0 to
 * 1 if it is shifted; if it is checked, plans that check find conditions too. */
enum status problem_tridiag(struct problem **out, struct shape shape);
/* Tridiagonal systems with each coefficient at random in [-1, 1], which need pivoting. */
enum status problem_tridiag_any(struct problem **out, struct shape shape);
enum { TRIDIAG_BYTES = 5 * sizeof(double) /* of an unknown, in the larger precision */ };

/* The recurrences of -u'' = 1 + t/2 + t^2 on n rows, forward = backward = 1; of fewer rows, with that right side. */
enum status problem_recurrence(struct problem **out, int64_t n);
struct shape problem_recurrence_shape(int64_t n);
enum { RECURRENCE_BYTES = 2 * sizeof(double) /* of a row, in the larger precision */ };

/* Random lines of that shape. */
enum status problem_transform(struct problem **out, struct shape shape);

/* Random trees of that shape, runs of about 10 rows; `own`: one each instead of one for all; `ragged`: of n / 2 to n
 * rows, contiguous. */
enum status problem_tree(struct problem **out, struct shape shape, bool own, bool ragged);

/* The stationary distribution of a chain of 1,600 states, Cloud16-100 of table 2, Yang, Li, Li 2017. */
enum status problem_blocktri(struct problem **out);

/* Sizes of a kind for which the threads cost as much as the work. */
struct small_problem {
    enum status (*make)(struct problem **out, int64_t n, int64_t systems);
    struct small_size {
        int64_t n, systems;
    } size[8];
};

/* By the lines of list.h. */
#define SMALL(name, sizes) extern const struct small_problem small_##name;
#include "bench/data/list.h"
#undef SMALL
