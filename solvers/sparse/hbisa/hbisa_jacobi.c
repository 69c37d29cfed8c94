/* Block Jacobi: all blocks from the x of the sweep before. Scheme, source, stability and cost: hbisa.h. */
#include "base/either_precision.h"
#include "solvers/sparse/hbisa/hbisa.h"

static const struct option table[] = {HBISA_DAMPING, HBISA_ROWS, HBISA_INNER("thomas_simd"), {.key = NULL}};

const struct solver blocktri_hbisa_jacobi = {
    .method = "hbisa_jacobi",
    .about = "block Jacobi, diagonal blocks solved directly",
    .source = "Yang, Li, Li 2017, section 4, equations (5), (6)",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC,
    .options = table,
    .options_bytes = sizeof(struct hbisa_options),
    .priv_bytes = sizeof(struct hbisa),
    .variant = &hbisa_jacobi,
    .hooks = &hbisa_hooks,
};
