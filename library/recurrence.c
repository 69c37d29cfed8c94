/* The public functions of linear recurrences, in one precision. */
#include <math.h>

#include "library/call.h"
#include "library/public_name.h"
#include "library/solving.h"

static void complete(struct shape *shape, unsigned flags, const void *with)
{
    shape->recurrence.scaled = (flags & BANDSTAND_SCALED) != 0;
}

/* The method whose error is independent of the number of rows, where it can read the layout. */
static const char *automatic(const struct shape *shape)
{
    return shape->stride == 1 && shape->matrix.inner == 0 ? "scan_compensated" : "seq";
}

static const struct solving_kind kind = {KIND_RECURRENCE, BANDSTAND_SCALED, complete, automatic};

int PUBLIC(recurrence_plan)(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                            const struct bandstand_options *options)
{
    return solving_plan(plan, layout, options, &kind, NULL);
}

static enum status check(const struct bandstand_plan *plan, real forward, real backward, const real *scale)
{
    TRY(solving_own(plan, KIND_RECURRENCE));
    const bool scaled = (plan->flags & BANDSTAND_SCALED) != 0;
    if (!isfinite(forward) || !isfinite(backward)) return misuse("forward or backward is not finite");
    if (scaled == (scale != NULL) || plan->batch == 0) return ST_OK;
    return misuse(scaled ? "scale is NULL" : "there is a scale, but the plan was made without BANDSTAND_SCALED");
}

int PUBLIC(recurrence_solve)(struct bandstand_plan *plan, real forward, real backward, const real *scale, real *x)
{
    enum status s = check(plan, forward, backward, scale);
    if (s == ST_OK) s = solving_x(plan, x, &scale, 1);
    if (s != ST_OK) return call_status(s);
    const struct system system = {.kind = KIND_RECURRENCE, .recurrence = {forward, backward, scale}, .x = x};
    return solving_apply(plan, &system);
}
