/* The public functions of transforms of lines, in one precision. */
#include <math.h>

#include "library/call.h"
#include "library/public_name.h"
#include "library/solving.h"

static void complete(struct shape *shape, unsigned flags, const void *with)
{
    shape->transform.type = *(const enum transform_type *)with;
}

static const char *automatic(const struct shape *shape)
{
    return "lanes";
}

static const struct solving_kind kind = {KIND_TRANSFORM, 0, complete, automatic};

int PUBLIC(transform_plan)(struct bandstand_plan **plan, const struct bandstand_layout *layout, int type,
                           const struct bandstand_options *options)
{
    const enum transform_type known = (enum transform_type)type;
    if (type >= 0 && type < TRANSFORM_TYPES) return solving_plan(plan, layout, options, &kind, &known);
    if (plan) *plan = NULL;
    return call_status(misuse("type: %d is not a type of transform", type));
}

int PUBLIC(transform_apply)(struct bandstand_plan *plan, real factor, real *x)
{
    enum status s = solving_own(plan, KIND_TRANSFORM);
    if (s == ST_OK && !(isfinite(factor) && factor != 0)) s = misuse("factor is 0 or not finite");
    if (s == ST_OK) s = solving_x(plan, x, NULL, 0);
    if (s != ST_OK) return call_status(s);
    const struct system system = {.kind = KIND_TRANSFORM, .transform = {.factor = factor}, .x = x};
    return solving_apply(plan, &system);
}
