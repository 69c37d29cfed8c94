/* What a kind of system is to the framework: plan.c, shape.c and registry.c name none. */
#pragma once
#include "solvers/solver.h"

/* Plans that stand in for a method where a shape is none that it takes by itself: cyclic systems. */
struct wrapper {
    bool (*wraps)(const struct shape *shape);
    /* `plan` has solver, shape, exec and options set. On failure *out is NULL. */
    enum status (*make)(void **out, const struct plan *plan);
    void (*free)(void *wrapped);
    enum status (*factor)(void *wrapped, const struct plan *plan, const struct system *system);
    enum status (*solve)(void *wrapped, const struct plan *plan, const struct system *system);
    double (*flops)(const void *wrapped, const struct plan *plan);
    int64_t (*bytes)(const void *wrapped);
};

struct kind_ops {
    const char *name;
    const struct capability *capabilities; /* of its own; or NULL */
    /* ST_REFUSED with a sentence if what is said of this kind makes no sense; or NULL. Before sizes and strides are
     * looked at, which is the framework's. */
    enum status (*check)(const struct shape *shape);
    void (*before)(const struct plan *plan, const struct system *system); /* before each solve; or NULL */
    void (*after)(const struct plan *plan, const struct system *system);  /* after it, in whatever way; or NULL */
    const struct wrapper *wrapper;                                        /* or NULL */
};

#define KIND(ID, name) extern const struct kind_ops kind_##name;
#include "solvers/kinds.h"
#undef KIND

const struct kind_ops *kind_of(enum kind kind);
