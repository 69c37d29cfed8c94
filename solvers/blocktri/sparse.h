/* What methods share that hand a sparse matrix to a library: base/sparse.h. The matrix that they give is A' of pin.h,
 * by columns. */
#pragma once
#include "base/sparse.h"
#include "solvers/blocktri/direct.h"

/* plan->priv */
struct sparse_kept {
    void *factors; /* of the library */
    int64_t pin, info;
};

/* What the hooks of a method do that is called so; `pin`: as for pinned_of. */
enum status sparse_accepts(const char *method, const struct shape *shape, int64_t pin);
int64_t sparse_work_bytes(const struct shape *shape, int64_t pin);
enum status sparse_factor(struct plan *p, const struct system *system, const struct sparse_library *by, int64_t pin);
enum status sparse_solve(struct plan *p, const struct system *system, const struct sparse_library *by, int64_t pin);
