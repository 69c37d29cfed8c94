/* Elimination in order with partial pivoting (pivot_in_order.h), its pivot rows kept on the stack. */
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"

#include "solvers/tridiag/pivoting/pivot_in_order.h"

enum { BLOCK = 64 };

int64_t pivot_checkpointed_values(int64_t n)
{
    return 2 * (n / BLOCK + 1);
}

int64_t pivot_checkpointed_solve(struct line l, real *workspace)
{
    struct in_order_row row[BLOCK];
    const struct in_order_blocks kept = {BLOCK, 1, workspace, workspace + l.n / BLOCK + 1, row, false};
    return in_order_solve(l, kept);
}

int64_t pivot_checkpointed_solve_scaled(struct line l, real *workspace)
{
    struct in_order_row row[BLOCK];
    const struct in_order_blocks kept = {BLOCK, 1, workspace, workspace + l.n / BLOCK + 1, row, true};
    return in_order_solve(l, kept);
}
