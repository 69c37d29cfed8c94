/* Batches of tridiagonal systems on the device, and methods that solve them as entries of a benchmark. All batches
 * share one block of memory, which is filled again before every call, and there is one plan at a time: together they
 * would not fit. */
#pragma once
#include "bench/device/device_limit.h"
#include "bench/device/kernels.h"
#include "solvers/method_spec.h"

struct device_pool; /* reference-counted: by its maker and by each entry */

/* Allocates memory for batches of `unknowns`, four values each. */
enum status device_pool_make(struct device_pool **out, struct device_limit *device, int64_t unknowns);
struct device_pool *device_pool_release(struct device_pool *p); /* NULL is fine; returns NULL */

/* The arrangement of the values of a batch. */
struct arrangement {
    const char *name;
    struct shape (*shape)(int64_t n, int64_t batch); /* NULL: shape_ragged, in groups of 32 systems */
    enum {
        APART,
        PADDED,
        BY_ROWS,
        BY_RECORDS
    } arrays; /* four arrays, the next where the one before ends or 16 KB later; or one: the forms of solver.h */
};

/* A batch and the method that solves it. */
struct task {
    struct method_spec spec;
    const struct arrangement *arrangement;
    const char *layout; /* its name in the entry; borrowed for good */
    int64_t n, batch;
    const int64_t *sizes; /* rows of each system, or NULL; copied */
    enum rows_kind kind;
    int limit;
};

/* Adds a task; *index is -1 if the method refuses it. A task that fails, for lack of memory or of a library, or takes
 * longer than half a second is skipped with a sentence. */
enum status device_pool_add(struct bench *b, struct device_pool *p, const struct task *task, int *index);
