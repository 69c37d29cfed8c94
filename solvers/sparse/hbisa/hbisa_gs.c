/* Block Gauss-Seidel: blocks in order, each from the newest x of its neighbours. On dominant matrices half the sweeps
 * of Jacobi, but nothing to share among threads. Scheme, source, stability and cost: hbisa.h. */
#include "base/either_precision.h"
#include "solvers/sparse/hbisa/hbisa.h"

static const struct option table[] = {HBISA_ROWS, HBISA_INNER("thomas"), {.key = NULL}};

const struct solver blocktri_hbisa_gs = {
    .method = "hbisa_gs",
    .about = "block Gauss-Seidel, diagonal blocks solved directly, one block at a time",
    .source = "Yang, Li, Li 2017, section 4, equation (7)",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC,
    .options = table,
    .options_bytes = sizeof(struct hbisa_options),
    .priv_bytes = sizeof(struct hbisa),
    .variant = &hbisa_gauss_seidel,
    .hooks = &hbisa_hooks,
};
