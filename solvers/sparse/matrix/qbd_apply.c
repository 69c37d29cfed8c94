/* The product of shift I - Q^T of a chain of levels with a vector, level by level. */
#include "solvers/sparse/matrix/qbd_apply.h"

#include "base/memory.h"

enum status qbd_apply(const struct qbd *l, double shift, const real *x, double *y)
{
    const int64_t step[MOVES] = {[MOVE_NEXT] = 1, [MOVE_BACK] = -1, [MOVE_RISE] = l->stride, [MOVE_FALL] = -l->stride};
    const int64_t n = l->levels * l->phases;
    double *scratch, *rate[MOVES];
    TRY(mem_array(&scratch, HOST, MOVES * l->phases, sizeof *scratch));
    for (int m = 0; m < MOVES; m++) rate[m] = scratch + m * l->phases;
    for (int64_t s = 0; s < n; s++) y[s] = x ? shift * (double)x[s] : shift;
    for (int64_t level = 0; level < l->levels; level++) {
        l->rates(l->context, level, rate);
        for (int m = 0; m < MOVES; m++)
            for (int64_t p = 0, s = level * l->phases; p < l->phases; p++, s++) {
                const double flow = x ? rate[m][p] * (double)x[s] : rate[m][p];
                if (rate[m][p] > 0) y[s] += flow, y[s + step[m]] -= flow;
            }
    }
    mem_free(scratch);
    return ST_OK;
}
