/* A batch of interleaved systems, by cuSPARSE's gtsvInterleavedBatch, which overwrites the coefficients: one thread a
 * system, by one of three algorithms.
 *
 * NVIDIA, cuSPARSE Library, release 13.0, gtsvInterleavedBatch: elimination in order (cuThomasBatch of Valero-Lara et
 * al.) does not pivot; LU with partial pivoting and QR solve any regular matrix, 10 to 20 % slower. 8, 10 and 25 flops
 * a row. */
#include "solvers/tridiag/library/cusparse.cuh"

static const char *misfit(const struct shape *shape)
{
    const bool interleaved = shape->stride == shape->batch && (shape->batch == 1 || cusparse_distance(shape) == 1);
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

/* With 3 rows, lu writes past the end of the arrays, as release 13.0 did on an H200. */
static constexpr struct cusparse_routine routine = {
    .fewest_rows = 4,
    .overwrites = true,
    .flops = {8, 10, 25},
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
     .default_value = "\"lu\"",
     .words = algorithms},
    {.key = NULL},
};

extern "C" constexpr struct solver tridiag_cusparse_interleaved = {
    .method = "cusparse_interleaved",
    .about = "cuSPARSE: elimination or QR of interleaved systems, one thread each",
    .source = "NVIDIA, cuSPARSE Library 13.0, gtsvInterleavedBatch",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_INTERLEAVED | CAN_ANY_MATRIX | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct cusparse_options),
    .priv_bytes = sizeof(cusparseHandle_t),
    .variant = &routine,
    .hooks = &cusparse_hooks,
};
