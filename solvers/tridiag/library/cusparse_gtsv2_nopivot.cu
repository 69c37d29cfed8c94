/* One matrix and many right sides, by cuSPARSE's gtsv2_nopivot: cyclic reduction, also the parallel one, which divides
 * by the diagonal as it comes.
 *
 * NVIDIA, cuSPARSE Library, release 13.0, gtsv2_nopivot. 17 flops a row of cyclic reduction. */
#include "solvers/batch/cost.h"
#include "solvers/tridiag/library/cusparse.cuh"

static cusparseStatus_t size(const struct cusparse_call *c, size_t *bytes)
{
    static const auto call = CUSPARSE(gtsv2_nopivot_bufferSizeExt);
    return call(c->handle, c->rows, c->systems, c->lower, c->diag, c->upper, c->x, c->distance, bytes);
}

static cusparseStatus_t solve(const struct cusparse_call *c, void *buffer)
{
    static const auto call = CUSPARSE(gtsv2_nopivot);
    return call(c->handle, c->rows, c->systems, c->lower, c->diag, c->upper, c->x, c->distance, buffer);
}

static constexpr struct cusparse_routine routine = {
    .method = "cusparse_gtsv2_nopivot",
    .misfit = cusparse_columns_misfit,
    .size = size,
    .solve = solve,
};

static struct cost cost(const struct shape *shape, const void *)
{
    return cost_rows(shape, 17);
}

extern "C" constexpr struct solver tridiag_cusparse_gtsv2_nopivot =
    cusparse_solver<routine>("cuSPARSE: cyclic reduction, one matrix for all right sides",
                             "NVIDIA, cuSPARSE Library 13.0, gtsv2_nopivot", CAN_SHARED, cusparse_inputs_only, cost);
