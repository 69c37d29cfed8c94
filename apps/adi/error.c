/* The error of the field against the exact solution, in the maximum norm and in the mean square. */
#include <math.h>
#include <string.h>

#include "apps/adi/measures.h"
#include "apps/adi/ranks/in_order.h"
#include "base/memory.h"

enum { WORST, LARGEST, SQUARE, SQUARE_EXACT, SUMS };

static void take(double sum[SUMS], int64_t count, const real *u, const double *exact)
{
    for (int64_t p = 0; p < count; p++) {
        const double e = (double)u[p] - exact[p];
        sum[WORST] = fmax(sum[WORST], fabs(e));
        sum[LARGEST] = fmax(sum[LARGEST], fabs(exact[p]));
        sum[SQUARE] = in_order_add(e, e, sum[SQUARE]);
        sum[SQUARE_EXACT] = in_order_add(exact[p], exact[p], sum[SQUARE_EXACT]);
    }
}

/* The points of this rank; or, with `all`, only their exact temperatures, to be compared later. */
static enum status evaluate(struct state *s, double t, double sum[SUMS], double *all)
{
    const double *const value = s->workspace->value;
    for (struct nodes w = nodes_of_grid(&s->grid, s->workspace); nodes_next(&w);) {
        TRY(nodes_eval(&w, s->exact, t, s->op.threads));
        if (all) memcpy(all + w.first, value, (size_t)w.count * sizeof *all);
        else take(sum, w.count, s->u + w.first, value);
    }
    return ST_OK;
}

/* Ranks evaluate together, and then add up one after the other, so that sums do not depend on their number. */
static enum status sum_on_ranks(struct state *s, double t, double sum[SUMS])
{
    const struct grid_run own = grid_own_points(&s->grid);
    const int64_t count = own.end - own.from;
    double *exact;
    enum status st = mem_array(&exact, HOST, count, sizeof *exact);
    if (st == ST_OK) st = evaluate(s, t, sum, exact);
    st = comm_agree(s->grid.comm, st);
    if (st == ST_OK) {
        slabs_continue(&s->grid, sum, SUMS);
        take(sum, count, s->u + own.from, exact);
        slabs_pass(&s->grid, sum, SUMS);
    }
    mem_free(exact);
    return st;
}

enum status state_error(struct state *s, double t, double *max, double *rms)
{
    double sum[SUMS] = {0};
    TRY(s->grid.comm ? sum_on_ranks(s, t, sum) : evaluate(s, t, sum, NULL));
    *max = sum[LARGEST] > 0 ? sum[WORST] / sum[LARGEST] : sum[WORST];
    *rms = sqrt(sum[SQUARE] / (sum[SQUARE_EXACT] > 0 ? sum[SQUARE_EXACT] : (double)s->grid.points));
    return ST_OK;
}
