/* Sparse direct solvers in a build without SuiteSparse: absent. */
#include "base/library/sparse.h"

#include <stddef.h>

static enum status ready(void)
{
    return fail(ST_DEVICE, "this binary was built without SuiteSparse");
}

static enum status factor(void **factors, const struct sparse_columns *a, int64_t *info)
{
    (void)a;
    *factors = NULL;
    *info = 0;
    return ready();
}

static enum status solve(void *factors, const struct sparse_columns *a, double *x)
{
    (void)factors, (void)a, (void)x;
    return ready();
}

static void *none(void *factors)
{
    (void)factors;
    return NULL;
}

const struct sparse_library sparse_klu = {ready, factor, solve, solve, none},
                            sparse_umfpack = {ready, factor, solve, solve, none},
                            sparse_spqr = {ready, factor, solve, solve, none};

enum status sparse_order_ready(void)
{
    return ready();
}

enum status sparse_order(int64_t n, const int64_t *start, const int64_t *column, int64_t *order)
{
    (void)n, (void)start, (void)column, (void)order;
    return ready();
}
