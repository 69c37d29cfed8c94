/* A batch of interleaved systems, by cuSPARSE's gtsvInterleavedBatch, which overwrites the coefficients: one thread a
 * system, by one of three algorithms.
 *
 * NVIDIA, cuSPARSE Library, release 13.0, gtsvInterleavedBatch: elimination in order (cuThomasBatch of Valero-Lara et
 * al.) does not pivot; LU with partial pivoting and QR solve any regular matrix, 10 to 20 % slower. 8, 10 and 25 flops
 * a row. */
#include "solvers/batch/cost.h"
#include "solvers/tridiag/library/cusparse.cuh"

static const char *misfit(const struct shape *shape)
{
    const bool interleaved = shape->step == shape->batch && (shape->batch == 1 || cusparse_distance(shape) == 1);
    return interleaved || shape->batch == 0 ? NULL : "layouts other than interleaved ones are not supported";
}

static cusparseStatus_t size(const struct cusparse_call *c, size_t *bytes)
{
    static const auto call = CUSPARSE(gtsvInterleavedBatch_bufferSizeExt);
    return call(c->handle, c->algorithm, c->rows, c->lower, c->diag, c->upper, c->x, c->systems, bytes);
}

static cusparseStatus_t solve(const struct cusparse_call *c, void *buffer)
{
    static const auto call = CUSPARSE(gtsvInterleavedBatch);
    return call(c->handle, c->algorithm, c->rows, c->lower, c->diag, c->upper, c->x, c->systems, buffer);
}

static constexpr struct cusparse_routine routine = {
    .method = "cusparse_interleaved",
    .overwrites = true,
    .misfit = misfit,
    .size = size,
    .solve = solve,
};

static const char *const algorithms[] = {"thomas", "lu", "qr", NULL};

static const struct option options[] = {
    cusparse_inputs,
    {.key = "algorithm",
     .help = "lu: with partial pivoting; qr: orthogonal; thomas: no pivoting, for matrices that need none",
     .type = OPT_WORD,
     .offset = offsetof(struct cusparse_options, algorithm),
     .fallback = "\"lu\"",
     .words = algorithms},
    {.key = NULL},
};

static struct cost cost(const struct shape *shape, const void *values)
{
    static const double flops[] = {8, 10, 25};
    return cost_rows(shape, flops[static_cast<const struct cusparse_options *>(values)->algorithm]);
}

extern "C" constexpr struct solver tridiag_cusparse_interleaved = cusparse_solver<routine>(
    "cuSPARSE: elimination or QR of interleaved systems, one thread each",
    "NVIDIA, cuSPARSE Library 13.0, gtsvInterleavedBatch", CAN_INTERLEAVED | CAN_ANY_MATRIX, options, cost);
