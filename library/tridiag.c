/* The public functions of tridiagonal systems, in one precision. */
#include "library/call.h"
#include "library/public_name.h"
#include "library/solving.h"

static void complete(struct shape *shape, unsigned flags, const void *with)
{
    shape->tridiag.cyclic = (flags & BANDSTAND_CYCLIC) != 0;
    shape->tridiag.shifted = (flags & BANDSTAND_SHIFTED) != 0;
    shape->tridiag.check = (flags & BANDSTAND_CHECK) != 0;
    shape->tridiag.refine = (flags & BANDSTAND_REFINE) != 0;
}

static const char *automatic(const struct shape *shape)
{
    return "auto";
}

static void complete_apart(struct shape *shape, unsigned flags, const void *with)
{
    shape->tridiag.apart = true;
}

static const struct solving_kind kind = {
    KIND_TRIDIAG, BANDSTAND_REUSE | BANDSTAND_CYCLIC | BANDSTAND_SHIFTED | BANDSTAND_CHECK | BANDSTAND_REFINE, complete,
    automatic};
static const struct solving_kind kind_apart = {KIND_TRIDIAG, 0, complete_apart, automatic};

int PUBLIC(tridiag_plan)(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                         const struct bandstand_options *options)
{
    return solving_plan(plan, layout, options, &kind, NULL);
}

static enum status check(const struct bandstand_plan *plan, const real *const arrays[4])
{
    TRY(solving_matrix(plan, KIND_TRIDIAG, arrays, 3));
    const bool shifted = (plan->flags & BANDSTAND_SHIFTED) != 0;
    if (shifted == (arrays[3] != NULL) || plan->batch == 0) return ST_OK;
    return misuse(shifted ? "shift is NULL" : "there is a shift, but the plan was made without BANDSTAND_SHIFTED");
}

static struct system system_of(const real *const arrays[4])
{
    return (struct system){.kind = KIND_TRIDIAG, .tridiag = {arrays[0], arrays[1], arrays[2], arrays[3]}};
}

int PUBLIC(tridiag_factor)(struct bandstand_plan *plan, const real *lower, const real *diag, const real *upper,
                           const real *shift)
{
    const real *const arrays[] = {lower, diag, upper, shift};
    const enum status s = check(plan, arrays);
    if (s != ST_OK) return call_status(s);
    const struct system system = system_of(arrays);
    return solving_factor(plan, &system);
}

int PUBLIC(tridiag_solve)(struct bandstand_plan *plan, const real *lower, const real *diag, const real *upper,
                          const real *shift, real *x, int64_t *info, struct bandstand_outcome *outcome)
{
    const real *const arrays[] = {lower, diag, upper, shift};
    enum status s = check(plan, arrays);
    if (s == ST_OK) s = solving_x(plan, x, arrays, 4);
    if (s != ST_OK) return call_status(s);
    struct system system = system_of(arrays);
    system.x = x;
    system.info = info;
    return solving_solve(plan, &system, outcome);
}

/* Do two arrays of `count` values have an element in common? */
static bool overlap(const real *a, const real *b, int64_t count)
{
    const uintptr_t at = (uintptr_t)a, other = (uintptr_t)b;
    return a && b && (at < other ? other - at : at - other) < (uintptr_t)count * sizeof *a;
}

int PUBLIC(tridiag_apart)(int64_t n, int64_t batch, const real *lower, const real *diag, const real *upper,
                          const real *right, real *x, int64_t *info)
{
    const struct bandstand_layout layout = bandstand_contiguous(n, batch);
    const real *const arrays[] = {lower, diag, upper};
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {lower, diag, upper, .right = right}, .x = x, .info = info};
    struct bandstand_options options = BANDSTAND_OPTIONS;
    struct bandstand_plan *plan;
    options.flags = BANDSTAND_ONCE;
    int code = solving_plan(&plan, &layout, &options, &kind_apart, NULL);
    if (code != BANDSTAND_OK) return code;
    enum status s = solving_matrix(plan, KIND_TRIDIAG, arrays, 3);
    if (s == ST_OK && !right && batch > 0) s = misuse("right is NULL");
    if (s == ST_OK && overlap(x, right, n * batch)) s = misuse("x overlaps the right side, which is to lie apart");
    if (s == ST_OK) s = solving_x(plan, x, arrays, 3);
    for (int i = 0; i < 3 && s == ST_OK; i++)
        if (overlap(x, arrays[i], n * batch)) s = misuse("x overlaps an array of coefficients");
    code = s == ST_OK ? solving_solve(plan, &system, NULL) : call_status(s);
    bandstand_plan_free(plan);
    return code;
}

static int once(const struct bandstand_layout *layout, unsigned flags, const struct tridiag *t, real *x, int64_t *info)
{
    struct bandstand_options options = BANDSTAND_OPTIONS;
    struct bandstand_plan *plan;
    options.flags = flags | BANDSTAND_ONCE;
    int code = PUBLIC(tridiag_plan)(&plan, layout, &options);
    if (code == BANDSTAND_OK) code = PUBLIC(tridiag_solve)(plan, t->lower, t->diag, t->upper, NULL, x, info, NULL);
    bandstand_plan_free(plan);
    return code;
}

int PUBLIC(tridiag)(int64_t n, int64_t batch, const real *lower, const real *diag, const real *upper, real *x,
                    int64_t *info)
{
    const struct bandstand_layout layout = bandstand_contiguous(n, batch);
    return once(&layout, 0, &(struct tridiag){lower, diag, upper}, x, info);
}

int PUBLIC(tridiag_shared)(int64_t n, int64_t batch, const real *lower, const real *diag, const real *upper, real *x,
                           int64_t *info)
{
    struct bandstand_layout layout = bandstand_contiguous(n, batch);
    bandstand_share_matrix(&layout);
    return once(&layout, 0, &(struct tridiag){lower, diag, upper}, x, info);
}

int PUBLIC(tridiag_cyclic)(int64_t n, int64_t batch, const real *lower, const real *diag, const real *upper, real *x,
                           int64_t *info)
{
    const struct bandstand_layout layout = bandstand_contiguous(n, batch);
    return once(&layout, BANDSTAND_CYCLIC, &(struct tridiag){lower, diag, upper}, x, info);
}
