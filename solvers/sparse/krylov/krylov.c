/* The frame of Krylov methods: workspace, factoring, restarts, clipping and the convergence check. */
#include "solvers/sparse/krylov/krylov.h"

#include <math.h>
#include <string.h>

enum { ITERATIONS = 100 }; /* and n more, in which the residual is to be halved */

static const double DIVERGED = 1e8; /* times the residual at the start */

enum status krylov_accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct krylov_options *const o = options;
    TRY(pin_accepts(self->method, shape, o->pin));
    if (o->stop.rule == CONVERGENCE_STEP)
        return fail(ST_REFUSED, "%s: stops by the residual only; the size of its steps does not measure the error",
                    self->method);
    return preconditioner_accepts(self->method, shape, &o->precondition, self->space);
}

static void take_vectors(struct krylov *k, const struct shape *shape, const struct krylov_method *method,
                         struct workspace *workspace)
{
    const int64_t vector = (shape->n + 15) / 16 * 16 * (int64_t)sizeof(real);
    k->r = workspace_take(workspace, vector);
    if (shape->blocktri.question != STATIONARY) k->b = workspace_take(workspace, vector);
    k->vectors = workspace_take(workspace, method->vectors(k->options, shape->n) * vector);
}

static struct krylov krylov_of(const struct shape *shape, const struct krylov_options *o,
                               const struct krylov_method *method, const struct krylov_kept *kept,
                               const struct matrix *matrix, int threads, struct workspace *workspace)
{
    struct krylov k = {.options = o, .n = shape->n, .seen = shape->n};
    k.a = pinned_of(shape, matrix, o->pin, threads, workspace);
    k.m = preconditioner_of(shape, &o->precondition, kept ? kept->inner : NULL, workspace);
    take_vectors(&k, shape, method, workspace);
    if (method->small) k.small = workspace_take(workspace, method->small(o, shape->n) * (int64_t)sizeof *k.small);
    return k;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct workspace workspace = {0};
    krylov_of(shape, options, self->variant, NULL, NULL, 1, &workspace);
    return workspace.used;
}

enum status krylov_begin(struct plan *p)
{
    const struct krylov_options *const o = p->options;
    struct krylov_kept *const kept = p->priv;
    return preconditioner_begin(&kept->inner, p, &o->precondition);
}

void krylov_end(struct plan *p)
{
    struct krylov_kept *const kept = p->priv;
    kept->inner = plan_free(kept->inner);
    kept->host = plan_free(kept->host);
}

struct krylov krylov_at(const struct plan *p, const struct system *system)
{
    struct workspace workspace = {p->workspace, 0};
    struct krylov k = krylov_of(&p->shape, p->options, p->solver->variant, p->priv, system->blocktri.matrix,
                                p->exec.threads, &workspace);
    k.x = system->x;
    k.outcome = system->outcome;
    return k;
}

struct krylov krylov_placed(const struct krylov *host, const struct shape *shape, const struct krylov_options *o,
                            const struct krylov_method *method, const struct krylov_kept *kept, const struct exec *exec,
                            struct workspace *workspace)
{
    struct krylov k = {.options = o, .n = shape->n, .x = host->x, .outcome = host->outcome, .small = host->small};
    k.a = pinned_placed(&host->a, shape, exec, workspace);
    k.m = preconditioner_of(shape, &o->precondition, kept ? kept->inner : NULL, workspace);
    take_vectors(&k, shape, method, workspace);
    return k;
}

enum status krylov_factor(struct plan *p, const struct system *system)
{
    struct krylov_kept *const kept = p->priv;
    struct krylov k = krylov_at(p, system);
    pinned_fill(&k.a);
    kept->pin = k.a.pin;
    const enum status s = preconditioner_factor(&k.m, &k.a, k.m.band);
    return s == ST_OK ? s : fail_within(s, "%s: ", p->solver->method);
}

/* r = b - A x, and its size. */
static void residual(struct krylov *k)
{
    pinned_multiply(&k->a, k->x, k->r);
    if (k->b) vector_xpay(&k->a.v, k->b, -1, k->r);
    else vector_scale(&k->a.v, -1, k->r, k->r);
    k->start = pinned_residual(&k->a, k->r, k->x, k->norm);
}

bool krylov_judge(struct krylov *k)
{
    const struct convergence *const stop = &k->options->stop;
    k->iterations++;
    if (!convergence_due(stop, k->iterations)) return false;
    const double value = pinned_residual(&k->a, k->r, k->x, k->norm);
    if (convergence_judge(stop, k->outcome, k->iterations, value, k->x, k->seen)) return true;
    if (value < k->halved / 2) k->halved = value, k->halved_at = k->iterations, k->starts = 0;
    k->diverged = value > DIVERGED * k->start;
    return k->diverged || k->iterations - k->halved_at > k->n + ITERATIONS;
}

bool krylov_judge_estimate(struct krylov *k, double residual)
{
    const struct convergence *const stop = &k->options->stop;
    k->iterations++;
    return convergence_due(stop, k->iterations) &&
           convergence_judge(stop, k->outcome, k->iterations, residual, k->x, k->seen);
}

static void iterate(struct krylov *k, const struct krylov_method *method)
{
    for (k->halved = INFINITY; k->starts <= method->starts; k->starts++) {
        if (k->a.pin >= 0) pinned_clip(&k->a, k->x);
        residual(k);
        if (convergence_judge(&k->options->stop, k->outcome, k->iterations, k->start, k->x, k->seen) || k->diverged)
            return;
        if (k->start < k->halved / 2) k->halved = k->start, k->starts = 0;
        k->halved_at = k->iterations;
        if (k->starts < method->starts) method->run(k);
    }
}

void krylov_run(struct krylov *k, const struct krylov_method *method)
{
    k->outcome->info = NOT_CONVERGED;
    k->outcome->iterations = 0;
    if (k->b) {
        vector_scale(&k->a.v, 1, k->x, k->b);
        vector_clear(&k->a.v, k->x);
        k->norm = vector_norm1(&k->a.v, k->b);
    } else {
        pinned_start(&k->a, k->x);
    }
    iterate(k, method);
    if (!k->b) pinned_normalize(&k->a, k->x);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct krylov_kept *const kept = p->priv;
    struct krylov k = krylov_at(p, system);
    if (!p->factored) TRY(krylov_factor(p, system));
    k.a.pin = kept->pin;
    krylov_run(&k, p->solver->variant);
    if (p->shape.blocktri.exponents)
        memset(system->blocktri.exponent, 0, (size_t)k.n * sizeof *system->blocktri.exponent);
    return ST_OK;
}

struct cost krylov_cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct krylov_method *const method = self->variant;
    const double n = (double)shape->n, entries = (double)shape->blocktri.entries, touched = method->touched;
    return (struct cost){
        .flops = 2 * entries + touched * n,
        .bytes = entries * (double)(sizeof(real) + sizeof(int32_t)) + touched * n * (double)sizeof(real),
    };
}

const struct solver_hooks krylov_hooks = {
    .accepts = krylov_accepts,
    .workspace_bytes = workspace_bytes,
    .cost = krylov_cost,
    .begin = krylov_begin,
    .end = krylov_end,
    .factor = krylov_factor,
    .solve = solve,
};
