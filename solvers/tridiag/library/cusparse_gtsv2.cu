/* One matrix and many right sides, by cuSPARSE's gtsv2: elimination with pivoting in blocks of rows that are joined
 * afterwards. A block of a regular matrix may be singular, so that not every regular matrix is solved.
 *
 * NVIDIA, cuSPARSE Library, release 13.0, gtsv2; L.-W. Chang, J. A. Stratton, H.-S. Kim, W.-M. W. Hwu, A scalable,
 * numerically stable, high-performance tridiagonal solver using GPUs, SC 2012. */
#include "solvers/tridiag/library/cusparse.cuh"

static cusparseStatus_t size(const struct cusparse_call *c, size_t *bytes)
{
    static const auto call = CUSPARSE(gtsv2_bufferSizeExt);
    return call(c->handle, c->rows, c->systems, c->lower, c->diag, c->upper, c->x, c->distance, bytes);
}

static cusparseStatus_t solve(const struct cusparse_call *c, void *buffer)
{
    static const auto call = CUSPARSE(gtsv2);
    return call(c->handle, c->rows, c->systems, c->lower, c->diag, c->upper, c->x, c->distance, buffer);
}

static constexpr struct cusparse_routine routine = {
    .fewest_rows = 3,
    .flops = {10},
    .misfit = cusparse_columns_misfit,
    .size = size,
    .solve = solve,
};

extern "C" constexpr struct solver tridiag_cusparse_gtsv2 = {
    .method = "cusparse_gtsv2",
    .about = "cuSPARSE: elimination with pivoting, one matrix for all right sides",
    .source = "NVIDIA, cuSPARSE Library 13.0, gtsv2",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_SHARED | REPORTS_INFO,
    .options = cusparse_inputs_only,
    .options_bytes = sizeof(struct cusparse_options),
    .priv_bytes = sizeof(cusparseHandle_t),
    .variant = &routine,
    .hooks = &cusparse_hooks,
};
