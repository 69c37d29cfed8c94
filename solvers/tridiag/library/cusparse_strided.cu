/* A batch of contiguous systems, by cuSPARSE's gtsv2StridedBatch: cyclic reduction, also the parallel one, which
 * divides by the diagonal as it comes.
 *
 * NVIDIA, cuSPARSE Library, release 13.0, gtsv2StridedBatch. 17 flops a row of cyclic reduction. */
#include "solvers/batch/cost.h"
#include "solvers/tridiag/library/cusparse.cuh"

static cusparseStatus_t size(const struct cusparse_call *c, size_t *bytes)
{
    static const auto call = CUSPARSE(gtsv2StridedBatch_bufferSizeExt);
    return call(c->handle, c->rows, c->lower, c->diag, c->upper, c->x, c->systems, c->distance, bytes);
}

static cusparseStatus_t solve(const struct cusparse_call *c, void *buffer)
{
    static const auto call = CUSPARSE(gtsv2StridedBatch);
    return call(c->handle, c->rows, c->lower, c->diag, c->upper, c->x, c->systems, c->distance, buffer);
}

static constexpr struct cusparse_routine routine = {
    .method = "cusparse_strided",
    .size = size,
    .solve = solve,
};

static struct cost cost(const struct shape *shape, const void *)
{
    return cost_rows(shape, 17);
}

extern "C" constexpr struct solver tridiag_cusparse_strided =
    cusparse_solver<routine>("cuSPARSE: cyclic reduction of contiguous systems",
                             "NVIDIA, cuSPARSE Library 13.0, gtsv2StridedBatch", 0, cusparse_inputs_only, cost);
