/* Sparse orthogonal factorization, by SPQR of SuiteSparse, in double: A' E = Q R by Householder reflections on dense
 * fronts, x = E R^-1 Q^T b.
 *
 * T. A. Davis, Algorithm 915: SuiteSparseQR, ACM Trans. Math. Softw. 38 (2011); what the paper on HBISA compares with.
 * Stable for any regular matrix, by norm. About twice the work of elimination, and more where much is filled in. The
 * library takes memory while it factors. */
#include "base/either_precision.h"
#include "solvers/sparse/direct/sparse.h"

static const struct sparse_method method = {.library = {&sparse_spqr}, .flops = 8};

static const struct option options[] = {PIN_ROW(struct sparse_options, pin), {.key = NULL}};

const struct solver blocktri_sparse_qr = {
    .method = "sparse_qr",
    .about = "sparse orthogonal factorization, by SPQR of SuiteSparse",
    .source = "Davis 2011",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = CAN_ANY_MATRIX | DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct sparse_options),
    .priv_bytes = sizeof(struct sparse_kept),
    .variant = &method,
    .hooks = &sparse_hooks,
};
