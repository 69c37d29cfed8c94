/* Recurrences as a kind that is cut over ranks: their array, and which of them are refused. */
#include "solvers/recurrence/cut/recurrence_cut.h"

static enum status accepts(const struct solver *solver, const struct shape *shape)
{
    if (shape->cut.scheme != CUT_TRUNCATED) return ST_OK;
    return fail(ST_REFUSED,
                "%s: recurrences that are cut over ranks are not truncated, since reduced takes as few values",
                solver->method);
}

static int arrays(const struct shape *shape)
{
    return shape->recurrence.scaled;
}

static void read(const struct system *system, const real *array[CUT_ARRAYS])
{
    array[0] = system->recurrence.scale;
}

static void put(const struct shape *shape, struct system *system, real *const array[CUT_ARRAYS], int64_t first)
{
    (void)first;
    system->recurrence.scale = shape->recurrence.scaled ? array[0] : NULL;
}

const struct cut_kind cut_recurrence = {
    .scheme = {[CUT_TRANSPOSE] = &cut_transpose, [CUT_PIPELINED] = &cut_in_order, [CUT_REDUCED] = &cut_carried},
    .accepts = accepts,
    .arrays = arrays,
    .read = read,
    .put = put,
};
