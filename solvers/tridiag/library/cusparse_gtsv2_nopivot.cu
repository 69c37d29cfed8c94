/* One matrix and many right sides, by cuSPARSE's gtsv2_nopivot: cyclic reduction, also the parallel one, which divides
 * by the diagonal as it comes.
 *
 * NVIDIA, cuSPARSE Library, release 13.0, gtsv2_nopivot. 17 flops a row of cyclic reduction. */
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
    .fewest_rows = 3,
    .flops = {17},
    .misfit = cusparse_columns_misfit,
    .size = size,
    .solve = solve,
};

extern "C" constexpr struct solver tridiag_cusparse_gtsv2_nopivot = {
    .method = "cusparse_gtsv2_nopivot",
    .about = "cuSPARSE: cyclic reduction, one matrix for all right sides",
    .source = "NVIDIA, cuSPARSE Library 13.0, gtsv2_nopivot",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_SHARED | REPORTS_INFO,
    .options = cusparse_inputs_only,
    .options_bytes = sizeof(struct cusparse_options),
    .priv_bytes = sizeof(cusparseHandle_t),
    .variant = &routine,
    .hooks = &cusparse_hooks,
};
