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
    .by = &krylov_bicgstab,
    .accepts_as = krylov_accepts,
    .work_bytes_as = krylov_device_work_bytes,
    .begin = krylov_device_begin,
    .end = krylov_end,
    .factor = krylov_device_factor,
    .solve = krylov_device_solve,
    .cost_as = krylov_cost,
};
