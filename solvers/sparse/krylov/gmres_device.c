/* gmres on the device: the recurrence of gmres.c by krylov_device.c. */
#include "solvers/sparse/krylov/krylov.h"

static const struct option options[] = {KRYLOV_ROWS("pcr_thomas"), RESTART_ROW, {.key = NULL}};

const struct solver blocktri_gmres_device = {
    .method = "gmres",
    .about = "minimal residuals over a Krylov space, restarted",
    .source = "Saad, Schultz 1986, sections 3.1, 3.2",
    .kind = KIND_BLOCKTRI,
    .space = DEVICE,
    .can = DETERMINISTIC | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct krylov_options),
    .priv_bytes = sizeof(struct krylov_kept),
    .variant = &krylov_gmres,
    .hooks = &krylov_device_hooks,
};
