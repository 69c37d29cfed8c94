/* Cyclic reduction down to `switch_rows` rows or fewer, parallel cyclic reduction of those, and back up: the few flops
 * of the first with the few steps of the second.
 *
 * Zhang, Cohen, Owens, Fast tridiagonal solvers on the GPU, PPoPP 2010, section 3. Formulas in cr.c and pcr.c. Stable
 * if the matrix is diagonally dominant; fails if any b of a level is 0. 17 flops a row, and 12 log2 m a row of the last
 * m rows. */
#include <math.h>

#include "solvers/batch/cost.h"
#include "solvers/kind.h"
#include "solvers/tridiag/reduction/cr.h"
#include "solvers/tridiag/reduction/pcr.h"

struct options {
    int64_t switch_rows;
};

static const struct option options[] = {
    {.key = "switch_rows",
     .help = "rows at which parallel cyclic reduction replaces cyclic reduction",
     .type = OPT_INT,
     .offset = offsetof(struct options, switch_rows),
     .min = 1,
     .max = 1e9,
     .default_value = "32"},
    {.key = NULL},
};

/* A shorter system may have a longer last level. */
static int64_t workspace_values(int64_t n, const void *values)
{
    const struct options *const o = values;
    return cr_workspace_values(n, o->switch_rows) + pcr_workspace_values(n < o->switch_rows ? n : o->switch_rows);
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *values)
{
    const struct options *const o = values;
    const struct pyramid p = cr_down(n, rows, x, workspace, o->switch_rows, team);
    const int top = p.levels - 1;
    pcr_solve(p.n[top], p.rows[top], p.x[top], p.rest, team);
    cr_up(&p, team);
    return 0;
}

/* As in cr.c and pcr.c. */
static real *spare(int64_t n, real *workspace, struct team team, const void *values)
{
    const struct options *const o = values;
    return n > o->switch_rows ? workspace : pcr_spare(n, workspace);
}

static const struct row_method method = {
    .splits = true, .workspace_values = workspace_values, .read = read_rows, .checked = true, .spare = spare};

static struct cost cost(const struct solver *self, const struct shape *shape, const void *values)
{
    const struct options *const o = values;
    const double n = (double)shape->n, m = (double)cr_last_rows(shape->n, o->switch_rows);
    return cost_rows(shape, (17 * (n - m) + 12 * m * log2(m)) / n);
}

static const struct solver_hooks hooks = {
    .workspace_bytes = gather_workspace_bytes,
    .cost = cost,
    .solve = gather_solve,
};

const struct solver tridiag_cr_pcr = {
    .method = "cr_pcr",
    .about = "cyclic reduction, finished by parallel cyclic reduction",
    .source = "Zhang, Cohen, Owens 2010, section 3",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
           REPORTS_INFO | SEES_GROWTH,
    .options = options,
    .options_bytes = sizeof(struct options),
    .variant = &method,
    .hooks = &hooks,
};
