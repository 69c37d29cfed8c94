/* What methods share that factor a sparse matrix with a library (base/library/sparse.h). The matrix is A' of pin.h, by
 * columns. */
#pragma once
#include "base/library/sparse.h"
#include "solvers/sparse/direct/direct.h"

/* plan->priv */
struct sparse_kept {
    void *factors; /* of the library */
    int64_t pin, info;
};

struct sparse_options {
    int64_t pin; /* as for pinned_of */
    int library;
};

/* What solver->by points to. */
struct sparse_method {
    const struct sparse_library *library[2]; /* by the option */
    double flops;                            /* an entry, of those that are there before any is filled in */
};

/* Hooks. */
enum status sparse_accepts(const struct solver *self, const struct shape *shape, const void *options);
int64_t sparse_work_bytes(const struct shape *shape, const void *options, const struct exec *exec);
void sparse_end(struct plan *p);
enum status sparse_factor(struct plan *p, const struct system *system);
enum status sparse_solve(struct plan *p, const struct system *system);

/* The fill-in is not known in advance: the entries of A, counted once. */
struct cost sparse_cost(const struct solver *self, const struct shape *shape, const void *options);
