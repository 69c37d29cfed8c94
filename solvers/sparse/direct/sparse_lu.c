/* Sparse Gaussian elimination with pivoting, by SuiteSparse, in double: A' = L U with rows and columns in an order that
 * keeps the factors sparse. KLU orders by minimum degree and eliminates column by column; UMFPACK by dense fronts.
 *
 * T. A. Davis, E. Palamadai Natarajan, Algorithm 907: KLU, ACM Trans. Math. Softw. 37 (2010); T. A. Davis, Algorithm
 * 832: UMFPACK, ibid. 30 (2004). Stable for any regular matrix, by norm: probabilities far below the largest have no
 * digits. Flops and memory depend on the fill-in. The library takes memory while it factors. */
#include "base/either_precision.h"
#include "solvers/sparse/direct/sparse.h"

static const struct sparse_method method = {.library = {&sparse_klu, &sparse_umfpack}, .flops = 4};

static const char *const library_words[] = {"klu", "umfpack", NULL};

static const struct option options[] = {{.key = "library",
                                         .help = "which of SuiteSparse",
                                         .type = OPT_WORD,
                                         .offset = offsetof(struct sparse_options, library),
                                         .default_value = "klu",
                                         .words = library_words},
                                        PIN_ROW(struct sparse_options, pin),
                                        {.key = NULL}};

const struct solver blocktri_sparse_lu = {
    .method = "sparse_lu",
    .about = "sparse elimination with pivoting, by KLU or UMFPACK of SuiteSparse",
    .source = "Davis, Palamadai Natarajan 2010; Davis 2004",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = CAN_ANY_MATRIX | DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct sparse_options),
    .priv_bytes = sizeof(struct sparse_kept),
    .variant = &method,
    .hooks = &sparse_hooks,
};
