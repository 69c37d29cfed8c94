/* cg on the device: the recurrence of cg.c by krylov_device.c. */
#include "solvers/sparse/krylov/krylov.h"

static const struct option options[] = {KRYLOV_ROWS("pcr_thomas"), {.key = NULL}};

const struct solver blocktri_cg_device = {
    .method = "cg",
    .about = "conjugate gradients: symmetric positive definite matrices only",
    .source = "Hestenes, Stiefel 1952, section 3",
    .kind = KIND_BLOCKTRI,
    .space = DEVICE,
    .can = DETERMINISTIC | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct krylov_options),
    .priv_bytes = sizeof(struct krylov_kept),
    .variant = &krylov_cg,
    .hooks = &krylov_device_hooks,
};
