/* The shared part of the methods by cuSPARSE: copies of the arrays that it overwrites, its handle, its buffer, and the
 * info that it does not report.
 *
 * NVIDIA, cuSPARSE Library, release 13.0, chapter "Tridiagonal Solve". lower[0] and upper[n - 1] must be 0, the buffer
 * starts at a multiple of 128 bytes, sizes are ints, and some routines overwrite the coefficients. The interface
 * guarantees that coefficients are const and that their ends may hold anything, so by default the library works on
 * copies: of 2 or 3 arrays, read and written once more. */
#pragma once
#include "base/library/cusparse_internal.h"
#include "solvers/batch/device_batch.cuh"

/* cusparseDgtsv2 or cusparseSgtsv2, looked up in the library, with the type of its declaration. */
#ifdef BANDSTAND_FLOAT
#define CUSPARSE(name) reinterpret_cast<decltype(&cusparseS##name)>(cusparse_function("cusparseS" #name))
#else
#define CUSPARSE(name) reinterpret_cast<decltype(&cusparseD##name)>(cusparse_function("cusparseD" #name))
#endif

enum { COPIED, GIVEN };

struct cusparse_options {
    int inputs, algorithm;
};

/* The first row of tables of options, and the table that has no other. */
extern const char *const cusparse_inputs_words[];
static constexpr struct option cusparse_inputs = {
    .key = "inputs",
    .help =
        "copied: solve with copies of what the library overwrites or must see zeroed; given: with the caller's arrays, "
        "to time it alone: lower of the first row and upper of the last must be 0; "
        "cusparse_interleaved then overwrites the matrix, which only batch allows, without check and refine",
    .type = OPT_WORD,
    .offset = offsetof(struct cusparse_options, inputs),
    .default_value = "\"copied\"",
    .words = cusparse_inputs_words,
};
extern const struct option cusparse_inputs_only[];

/* A batch in the library's integers; system s starts s * distance elements after the first. */
struct cusparse_call {
    cusparseHandle_t handle;
    int rows, systems, distance, algorithm;
    real *lower, *diag, *upper, *x;
};

struct cusparse_routine {
    int fewest_rows;
    bool overwrites; /* the coefficients */
    double flops[3]; /* of a row, by the algorithm */
    /* Optional: returns why it does not support such a batch, or NULL. */
    const char *(*misfit)(const struct shape *shape);
    cusparseStatus_t (*size)(const struct cusparse_call *call, size_t *bytes);
    cusparseStatus_t (*solve)(const struct cusparse_call *call, void *buffer);
};

/* The distance between the starts of systems; 0 if it varies. */
int64_t cusparse_distance(const struct shape *shape);

/* The `misfit` of routines that solve with one matrix for many right sides. */
const char *cusparse_columns_misfit(const struct shape *shape);

/* The hooks of a solver whose `variant` is a cusparse_routine, with struct cusparse_options; plan->priv is a
 * cusparseHandle_t. */
extern "C" const struct solver_hooks cusparse_hooks;
