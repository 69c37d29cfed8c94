/* gmres on the device: the recurrence of gmres.c by krylov_device.c. */
#include "solvers/blocktri/krylov.h"

static enum status accepts(const struct shape *shape, const void *options)
{
    return krylov_accepts(shape, options, &krylov_gmres, DEVICE);
}

static int64_t work_bytes(const struct shape *shape, const void *options, const struct exec *exec)
{
    (void)exec;
    return krylov_device_work_bytes(shape, options, &krylov_gmres);
}

static enum status begin(struct plan *p)
{
    return krylov_device_begin(p, &krylov_gmres);
}

static enum status factor(struct plan *p, const struct system *system)
{
    return krylov_device_factor(p, system, &krylov_gmres);
}

static enum status solve(struct plan *p, const struct system *system)
{
    return krylov_device_solve(p, system, &krylov_gmres);
}

static struct cost cost(const struct shape *shape, const void *options)
{
    (void)options;
    return krylov_cost(shape, 60);
}

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
    .accepts = accepts,
    .work_bytes = work_bytes,
    .begin = begin,
    .end = krylov_end,
    .factor = factor,
    .solve = solve,
    .cost = cost,
};
