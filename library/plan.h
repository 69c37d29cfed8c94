/* A plan of the library, of either precision. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct plan;

/* Operations of a plan, by the precision that made it. */
struct plan_operations {
    void (*free)(struct plan *plan);
    int64_t (*bytes)(const struct plan *plan);
    const char *(*info_text)(const struct plan *plan, int64_t info);
};

struct bandstand_plan {
    const struct plan_operations *operations;
    struct plan *plan;
    int kind, threads;
    int64_t batch;
    unsigned flags;
    bool factored;
    int64_t *info; /* [batch] for callers who give none */
};
