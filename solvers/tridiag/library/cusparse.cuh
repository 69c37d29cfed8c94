/* What the methods by cuSPARSE share: copies of the arrays that it overwrites, its handle, its buffer, and the info
 * that it does not report.
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

/* A row of every table of options. */
extern const char *const cusparse_inputs_words[];
static constexpr struct option cusparse_inputs = {
    .key = "inputs",
    .help =
        "copied: solve with copies of what the library overwrites or must see zeroed; given: with the caller's arrays, "
        "to time it alone: lower of the first row and upper of the last must be 0, and the matrix may be overwritten",
    .type = OPT_WORD,
    .offset = offsetof(struct cusparse_options, inputs),
    .fallback = "\"copied\"",
    .words = cusparse_inputs_words,
};

/* A batch in the library's integers; system s starts s * distance elements behind the first. */
struct cusparse_call {
    cusparseHandle_t handle;
    int rows, systems, distance, algorithm;
    real *lower, *diag, *upper, *x;
};

struct cusparse_routine {
    const char *method;
    bool overwrites; /* the coefficients */
    /* Optional: returns why it does not support such a batch, or NULL. */
    const char *(*misfit)(const struct shape *shape);
    cusparseStatus_t (*size)(const struct cusparse_call *call, size_t *bytes);
    cusparseStatus_t (*solve)(const struct cusparse_call *call, void *buffer);
};

/* The distance between the starts of systems; 0 if it varies. */
int64_t cusparse_distance(const struct shape *shape);

/* The `misfit` of routines that solve with one matrix for many right sides. */
const char *cusparse_columns_misfit(const struct shape *shape);

/* The functions of a solver. The private part of its plans is a cusparseHandle_t. */
enum status cusparse_accepts(const struct cusparse_routine *r, const struct shape *shape, const void *options);
int64_t cusparse_work_bytes(const struct cusparse_routine *r, const struct shape *shape, const void *options,
                            const struct exec *exec);
enum status cusparse_begin(const struct cusparse_routine *r, struct plan *p);
enum status cusparse_solve(const struct cusparse_routine *r, struct plan *p, const struct system *system);
void cusparse_end(struct plan *p);

/* The same for one routine, as its descriptor needs them. */
template <const struct cusparse_routine &r> enum status cusparse_accepts(const struct shape *shape, const void *options)
{
    return cusparse_accepts(&r, shape, options);
}

template <const struct cusparse_routine &r>
int64_t cusparse_work_bytes(const struct shape *shape, const void *options, const struct exec *exec)
{
    return cusparse_work_bytes(&r, shape, options, exec);
}

template <const struct cusparse_routine &r> enum status cusparse_begin(struct plan *p)
{
    return cusparse_begin(&r, p);
}

template <const struct cusparse_routine &r> enum status cusparse_solve(struct plan *p, const struct system *system)
{
    return cusparse_solve(&r, p, system);
}

static constexpr struct option cusparse_inputs_only[] = {cusparse_inputs, {.key = NULL}};

/* The descriptor of the method that solves by a routine. */
template <const struct cusparse_routine &r>
constexpr struct solver cusparse_solver(const char *about, const char *source, unsigned can,
                                        const struct option *options,
                                        struct cost (*cost)(const struct shape *shape, const void *options))
{
    return {
        .method = r.method,
        .about = about,
        .source = source,
        .kind = KIND_TRIDIAG,
        .space = DEVICE,
        .can = can | REPORTS_INFO,
        .options = options,
        .options_bytes = sizeof(struct cusparse_options),
        .priv_bytes = sizeof(cusparseHandle_t),
        .accepts = cusparse_accepts<r>,
        .work_bytes = cusparse_work_bytes<r>,
        .begin = cusparse_begin<r>,
        .end = cusparse_end,
        .solve = cusparse_solve<r>,
        .cost = cost,
    };
}
