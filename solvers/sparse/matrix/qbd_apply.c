#include "solvers/sparse/matrix/qbd_apply.h"

#include "base/memory.h"

enum status qbd_apply(const struct qbd *l, double shift, const real *x, double *y)
{
    const int64_t step[MOVES] = {[MOVE_NEXT] = 1, [MOVE_BACK] = -1, [MOVE_RISE] = l->far, [MOVE_FALL] = -l->far};
    const int64_t n = l->levels * l->phases;
    double *room, *rate[MOVES];
    TRY(mem_array(&room, HOST, MOVES * l->phases, sizeof *room));
    for (int m = 0; m < MOVES; m++) rate[m] = room + m * l->phases;
    for (int64_t s = 0; s < n; s++) y[s] = x ? shift * (double)x[s] : shift;
    for (int64_t level = 0; level < l->levels; level++) {
        l->rates(l->of, level, rate);
        for (int m = 0; m < MOVES; m++)
            for (int64_t p = 0, s = level * l->phases; p < l->phases; p++, s++) {
                const double flow = x ? rate[m][p] * (double)x[s] : rate[m][p];
                if (rate[m][p] > 0) y[s] += flow, y[s + step[m]] -= flow;
            }
    }
    mem_free(room);
    return ST_OK;
}
