/* The public functions of systems coupled along trees, in one precision. */
#include "library/call.h"
#include "library/public_name.h"
#include "library/solving.h"

enum { MANY = 8 /* systems from which they are solved together */ };

static void complete(struct shape *shape, unsigned flags, const void *with)
{
    shape->tree = *(const struct tree_shape *)with;
}

/* In vector lanes, across systems or, of few, across the branches of each, if hines_branches takes so many rows. */
static const char *automatic(const struct shape *shape)
{
    if (shape->batch >= MANY) return "hines_simd";
    return shape->n <= INT32_MAX / 8 ? "hines_branches" : "hines";
}

static const struct solving_kind kind = {KIND_TREE, BANDSTAND_REUSE, complete, automatic};

int PUBLIC(tree_plan)(struct bandstand_plan **plan, const struct bandstand_layout *layout, const int64_t *parents,
                      const int64_t *firsts, const struct bandstand_options *options)
{
    return solving_plan(plan, layout, options, &kind, &(struct tree_shape){parents, firsts});
}

int PUBLIC(tree_factor)(struct bandstand_plan *plan, const real *lower, const real *diag, const real *upper)
{
    const real *const arrays[] = {lower, diag, upper};
    const enum status s = solving_matrix(plan, KIND_TREE, arrays, 3);
    if (s != ST_OK) return call_status(s);
    const struct system system = {.kind = KIND_TREE, .tree = {lower, diag, upper}};
    return solving_factor(plan, &system);
}

int PUBLIC(tree_solve)(struct bandstand_plan *plan, const real *lower, const real *diag, const real *upper, real *x,
                       int64_t *info, struct bandstand_outcome *outcome)
{
    const real *const arrays[] = {lower, diag, upper};
    enum status s = solving_matrix(plan, KIND_TREE, arrays, 3);
    if (s == ST_OK) s = solving_x(plan, x, arrays, 3);
    if (s != ST_OK) return call_status(s);
    const struct system system = {.kind = KIND_TREE, .tree = {lower, diag, upper}, .x = x, .info = info};
    return solving_solve(plan, &system, outcome);
}
