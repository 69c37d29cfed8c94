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

static const struct cusparse_routine routine = {
    .method = "cusparse_gtsv2_nopivot",
    .misfit = cusparse_columns_misfit,
    .size = size,
    .solve = solve,
};

static const struct option options[] = {cusparse_inputs, {.key = NULL}};

static struct cost cost(const struct shape *shape, const void *)
{
    return cost_rows(shape, 17);
}

extern "C" const struct solver tridiag_cusparse_gtsv2_nopivot = {
    .method = "cusparse_gtsv2_nopivot",
    .about = "cuSPARSE: cyclic reduction, one matrix for all right sides",
    .source = "NVIDIA, cuSPARSE Library 13.0, gtsv2_nopivot",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_SHARED | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct cusparse_options),
    .priv_bytes = sizeof(cusparseHandle_t),
    .accepts = cusparse_accepts<routine>,
    .work_bytes = cusparse_work_bytes<routine>,
    .begin = cusparse_begin<routine>,
    .end = cusparse_end,
    .solve = cusparse_solve<routine>,
    .cost = cost,
};
