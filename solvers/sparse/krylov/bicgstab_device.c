/* bicgstab on the device: the recurrence of bicgstab.c by krylov_device.c. */
#include "solvers/sparse/krylov/krylov.h"

static const struct option options[] = {KRYLOV_ROWS("pcr_thomas"), {.key = NULL}};

const struct solver blocktri_bicgstab_device = {
    .method = "bicgstab",
    .about = "stabilized biconjugate gradients",
    .source = "van der Vorst 1992, section 2",
    .kind = KIND_BLOCKTRI,
    .space = DEVICE,
    .can = DETERMINISTIC | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct krylov_options),
    .priv_bytes = sizeof(struct krylov_kept),
    .variant = &krylov_bicgstab,
    .hooks = &krylov_device_hooks,
};
