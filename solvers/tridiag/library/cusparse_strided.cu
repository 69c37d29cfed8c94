/* A batch of contiguous systems, by cuSPARSE's gtsv2StridedBatch: cyclic reduction, also the parallel one, which
 * divides by the diagonal as it comes.
 *
 * NVIDIA, cuSPARSE Library, release 13.0, gtsv2StridedBatch. 17 flops a row of cyclic reduction. */
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
    .fewest_rows = 3,
    .flops = {17},
    .size = size,
    .solve = solve,
};

extern "C" constexpr struct solver tridiag_cusparse_strided = {
    .method = "cusparse_strided",
    .about = "cuSPARSE: cyclic reduction of contiguous systems",
    .source = "NVIDIA, cuSPARSE Library 13.0, gtsv2StridedBatch",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = REPORTS_INFO,
    .options = cusparse_inputs_only,
    .options_bytes = sizeof(struct cusparse_options),
    .priv_bytes = sizeof(cusparseHandle_t),
    .variant = &routine,
    .hooks = &cusparse_hooks,
};
