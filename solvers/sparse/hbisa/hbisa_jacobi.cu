/* Block Jacobi, the scheme of the paper, all sweeps in one kernel: hbisa.cu. */
#include "solvers/sparse/hbisa/hbisa.cuh"

static const struct option table[] = {HBISA_DAMPING, HBISA_ROWS, {.key = NULL}};

extern "C" const struct solver blocktri_hbisa_jacobi_device = {
    .method = "hbisa_jacobi",
    .about = "block Jacobi, all sweeps in one kernel",
    .source = "Yang, Li, Li 2017, section 4.6, Algorithms 1 and 2",
    .kind = KIND_BLOCKTRI,
    .space = DEVICE,
    .can = DETERMINISTIC | REPORTS_INFO,
    .options = table,
    .options_bytes = sizeof(struct hbisa_options),
    .priv_bytes = sizeof(struct scheme),
    .variant = &hbisa_jacobi,
    .hooks = &hbisa_device_hooks,
};
