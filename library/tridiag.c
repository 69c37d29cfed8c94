/* The public functions of tridiagonal systems, in one precision. */
#include "base/memory.h"
#include "library/call.h"
#include "library/layout.h"
#include "library/public_name.h"
#include "library/solving.h"

enum { FLAGS = BANDSTAND_REUSE | BANDSTAND_CYCLIC | BANDSTAND_SHIFTED | BANDSTAND_CHECK | BANDSTAND_REFINE };

static enum status make(struct bandstand_plan **plan, int64_t **starts, const struct bandstand_layout *layout,
                        const struct solving_options *chosen)
{
    struct shape shape;
    TRY(layout_shape(&shape, starts, KIND_TRIDIAG, layout));
    shape.tridiag.cyclic = (chosen->flags & BANDSTAND_CYCLIC) != 0;
    shape.tridiag.shifted = (chosen->flags & BANDSTAND_SHIFTED) != 0;
    shape.tridiag.check = (chosen->flags & BANDSTAND_CHECK) != 0;
    shape.tridiag.refine = (chosen->flags & BANDSTAND_REFINE) != 0;
    return solving_plan(plan, &shape, chosen);
}

int PUBLIC(tridiag_plan)(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                         const struct bandstand_options *options)
{
    struct solving_options chosen;
    int64_t *starts = NULL;
    enum status s = solving_begin(plan, &chosen, options, "auto", FLAGS);
    const struct call call = call_begin(chosen.threads);
    if (s == ST_OK) s = make(plan, &starts, layout, &chosen);
    mem_free(starts);
    return call_end(call, s);
}

/* Fills in the arrays of a system, which must all be there, and x apart from the others. */
static enum status arrays(struct system *out, const struct bandstand_plan *plan, const struct tridiag *t)
{
    TRY(solving_own(plan, KIND_TRIDIAG));
    const bool shifted = (plan->flags & BANDSTAND_SHIFTED) != 0;
    if (shifted != (t->shift != NULL) && plan->batch > 0)
        return misuse(shifted ? "shift is NULL" : "there is a shift, but the plan was made without BANDSTAND_SHIFTED");
    if (plan->batch > 0 && (!t->lower || !t->diag || !t->upper)) return misuse("lower, diag or upper is NULL");
    *out = (struct system){.kind = KIND_TRIDIAG, .tridiag = *t};
    return ST_OK;
}

static enum status right_side(struct system *out, const struct bandstand_plan *plan, real *x)
{
    const struct tridiag *const t = &out->tridiag;
    if (plan->batch > 0 && !x) return misuse("x is NULL");
    if (x && (x == t->lower || x == t->diag || x == t->upper || x == t->shift))
        return misuse("x is also one of the arrays of coefficients");
    out->x = x;
    return ST_OK;
}

int PUBLIC(tridiag_factor)(struct bandstand_plan *plan, const real *lower, const real *diag, const real *upper,
                           const real *shift)
{
    struct system system;
    const enum status s = arrays(&system, plan, &(struct tridiag){lower, diag, upper, shift});
    return s == ST_OK ? solving_factor(plan, &system) : call_status(s);
}

int PUBLIC(tridiag_solve)(struct bandstand_plan *plan, const real *lower, const real *diag, const real *upper,
                          const real *shift, real *x, int64_t *info, struct bandstand_outcome *outcome)
{
    struct system system;
    enum status s = arrays(&system, plan, &(struct tridiag){lower, diag, upper, shift});
    if (s == ST_OK) s = right_side(&system, plan, x);
    system.info = info;
    return s == ST_OK ? solving_solve(plan, &system, outcome) : call_status(s);
}

static int once(const struct bandstand_layout *layout, unsigned flags, const struct tridiag *t, real *x, int64_t *info)
{
    struct bandstand_options options = BANDSTAND_OPTIONS;
    struct bandstand_plan *plan;
    options.flags = flags;
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
