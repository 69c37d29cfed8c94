/* Krylov methods on the device: the same recurrences, on vectors that stay there. A plan of the host's method holds
 * what is prepared on the host: rows in csr, and the search for the pin. Each sum is copied to the host, which is the
 * cost of a step for small matrices. */
#include <string.h>

#include "base/device/device.h"
#include "solvers/sparse/krylov/krylov.h"

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const struct krylov none = {.options = options};
    const struct exec there = {.space = DEVICE};
    struct workspace workspace = {0};
    krylov_placed(&none, shape, options, self->variant, NULL, &there, &workspace);
    return workspace.used;
}

static enum status begin(struct plan *p)
{
    struct krylov_options plain = *(const struct krylov_options *)p->options;
    struct krylov_kept *const kept = p->priv;
    const struct exec exec = exec_host(p->exec.threads);
    const struct solver *twin;
    plain.precondition.which = 0;
    TRY(solver_find(KIND_BLOCKTRI, p->solver->method, HOST, &twin));
    TRY(plan_make(&kept->host, twin, &p->shape, &plain, &exec));
    const enum status s = krylov_begin(p);
    if (s != ST_OK) krylov_end(p);
    return s;
}

static struct krylov parts_of(const struct plan *p, const struct system *system, struct krylov *host)
{
    const struct krylov_kept *const kept = p->priv;
    struct workspace workspace = {p->workspace, 0};
    *host = krylov_at(kept->host, system);
    host->a.pin = kept->pin;
    return krylov_placed(host, &p->shape, p->options, p->solver->variant, kept, &p->exec, &workspace);
}

static enum status factor(struct plan *p, const struct system *system)
{
    struct krylov_kept *const kept = p->priv;
    struct krylov host;
    TRY(krylov_factor(kept->host, system));
    kept->pin = ((const struct krylov_kept *)kept->host->priv)->pin;
    struct krylov k = parts_of(p, system, &host);
    real *const band[] = {krylov_vector(&host, 0), krylov_vector(&host, 1), krylov_vector(&host, 2)};
    TRY(pinned_send(&k.a, &host.a));
    const enum status s = preconditioner_factor(&k.m, &host.a, band);
    return s == ST_OK ? s : fail_within(s, "%s: ", p->solver->method);
}

static enum status solve(struct plan *p, const struct system *system)
{
    struct krylov host;
    if (!p->factored) TRY(factor(p, system));
    struct krylov k = parts_of(p, system, &host);
    krylov_run(&k, p->solver->variant);
    if (p->shape.blocktri.exponents)
        memset(system->blocktri.exponent, 0, (size_t)k.n * sizeof *system->blocktri.exponent);
    return device_wait(&p->exec);
}

const struct solver_hooks krylov_device_hooks = {
    .accepts = krylov_accepts,
    .workspace_bytes = workspace_bytes,
    .cost = krylov_cost,
    .begin = begin,
    .end = krylov_end,
    .factor = factor,
    .solve = solve,
};
