/* Red-black block Gauss-Seidel: even blocks, then odd ones, those of a colour being independent of each other. On
 * block-tridiagonal matrices it converges as Gauss-Seidel does, in two parallel steps. Scheme, source, stability and
 * cost: hbisa.h. */
#include "base/either_precision.h"
#include "solvers/sparse/hbisa/hbisa.h"

static const struct option table[] = {HBISA_ROWS, HBISA_INNER("thomas_simd"), {.key = NULL}};

const struct solver blocktri_hbisa_redblack = {
    .method = "hbisa_redblack",
    .about = "block Gauss-Seidel on even blocks, then on odd ones, diagonal blocks solved directly",
    .source = "Yang, Li, Li 2017, section 4, equation (7), blocks by colour",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC,
    .options = table,
    .options_bytes = sizeof(struct hbisa_options),
    .priv_bytes = sizeof(struct hbisa),
    .variant = &hbisa_red_black,
    .hooks = &hbisa_hooks,
};
