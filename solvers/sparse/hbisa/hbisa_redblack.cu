/* Red-black block Gauss-Seidel, with or without aggregation, all sweeps in one kernel: hbisa.cu. */
#include "solvers/sparse/hbisa/hbisa.cuh"

static const struct option table[] = {HBISA_ROWS, {.key = NULL}};

extern "C" const struct solver blocktri_hbisa_redblack_device = {
    .method = "hbisa_redblack",
    .about = "block Gauss-Seidel on even blocks, then on odd ones, all sweeps in one kernel",
    .source = "Yang, Li, Li 2017, section 4.6, blocks by colour",
    .kind = KIND_BLOCKTRI,
    .space = DEVICE,
    .can = DETERMINISTIC | REPORTS_INFO,
    .options = table,
    .options_bytes = sizeof(struct hbisa_options),
    .priv_bytes = sizeof(struct scheme),
    .variant = &hbisa_red_black,
    .hooks = &hbisa_device_hooks,
};
