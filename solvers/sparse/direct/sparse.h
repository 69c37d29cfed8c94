/* The shared part of methods that factor a sparse matrix with a library (base/library/sparse.h). The matrix is A' of
 * pin.h, by columns. */
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

/* The descriptor to which solver->variant points. */
struct sparse_method {
    const struct sparse_library *library[2]; /* by the option */
    double flops;                            /* an entry, of those that are there before any is filled in */
};

/* The hooks of a solver whose `variant` is a sparse_method. The cost: the fill-in is not known in advance: the entries
 * of A, counted once. */
extern const struct solver_hooks sparse_hooks;
