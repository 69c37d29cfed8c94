/* The shared part of Krylov methods: the regular system, a preconditioner, the convergence check and restarts.
 *
 * LINEAR, SHIFTED: from x = 0. STATIONARY: on A' of pin.h, from the guess, or from all mass at the pin. Residuals are
 * true, preconditioners act from the right. Where the recurrence of a method says that it has converged or cannot go
 * on, x is clipped (pinned_clip), the residual computed again, and the method started again from there, unless the
 * residual is small enough, or fifty starts have not halved it, or it has grown by DIVERGED: then NOT_CONVERGED. So
 * what is returned has the residual that is reported.
 *
 * An iteration is a product with A in the recurrence: the two of BiCGSTAB count as two. */
#pragma once
#include "solvers/sparse/convergence.h"
#include "solvers/sparse/krylov/preconditioner.h"

struct krylov_options {
    struct convergence stop;
    struct preconditioner_options precondition;
    int64_t pin, restart;
};

/* Rows of an option table for struct krylov_options, but for `restart`. */
#define KRYLOV_ROWS(inner_) \
    STOP_ROWS(struct krylov_options, stop, "100000"), \
        PRECONDITIONER_ROWS(struct krylov_options, precondition, inner_), PIN_ROW(struct krylov_options, pin)
#define RESTART_ROW \
    { \
        .key = "restart", .help = "steps after which the basis is thrown away", .type = OPT_INT, \
        .offset = offsetof(struct krylov_options, restart), .min = 1, .max = 1e6, .default_value = "50" \
    }

/* plan->priv */
struct krylov_kept {
    struct plan *inner;
    int64_t pin;
    struct plan *host; /* DEVICE: of the method on the host, whose memory holds rows, and finds the pin */
};

/* One solve. Vectors are where pinned.v says. */
struct krylov {
    const struct krylov_options *options;
    struct outcome *outcome;
    struct pinned a;
    struct preconditioner m;
    int64_t n, iterations;
    real *x, *r, *b; /* [n] solution, b - A x, b; b is NULL for STATIONARY */
    real *vectors;   /* those of the method, of n elements each */
    double *small;   /* its other values */
    double norm;     /* ||b||_1 */
    double start;    /* residual when it was started last */
    double halved;   /* the last residual that was half of the one before, and when that was */
    int64_t halved_at;
    int starts; /* since then */
    bool diverged;
    int64_t seen; /* elements of x that the host sees: n or 0 */
};

/* The descriptor to which solver->variant points, on the host and on the device. */
struct krylov_method {
    int starts;     /* in which the residual is to be halved */
    double touched; /* vectors read or written in an iteration, each at one flop per element: for the cost */
    /* The number of vectors of n elements, and of other values. */
    int64_t (*vectors)(const struct krylov_options *o, int64_t n);
    int64_t (*small)(const struct krylov_options *o, int64_t n); /* or NULL: none */
    /* Iterates from x and r, until krylov_judge says so or it cannot go on. */
    void (*run)(struct krylov *k);
};

extern const struct krylov_method krylov_cg, krylov_bicgstab, krylov_gmres;

/* The hooks of a solver whose `variant` is a krylov_method, on the host and on the device, and those that both have.
 * The cost is that of one iteration. */
extern const struct solver_hooks krylov_hooks, krylov_device_hooks;
enum status krylov_accepts(const struct solver *self, const struct shape *shape, const void *options);
enum status krylov_begin(struct plan *p);
void krylov_end(struct plan *p);
enum status krylov_factor(struct plan *p, const struct system *system);
struct cost krylov_cost(const struct solver *self, const struct shape *shape, const void *options);

/* Lays out a solve on the host in `workspace`, and from it one on the device. */
struct krylov krylov_at(const struct plan *p, const struct system *system);
struct krylov krylov_placed(const struct krylov *host, const struct shape *shape, const struct krylov_options *o,
                            const struct krylov_method *method, const struct krylov_kept *kept, const struct exec *exec,
                            struct workspace *workspace);

/* Solves, from the right side or the guess in x to the outcome. */
void krylov_run(struct krylov *k, const struct krylov_method *method);

/* Vector number i of the method. */
static inline real *krylov_vector(const struct krylov *k, int64_t i)
{
    return k->vectors + i * ((k->n + 15) / 16 * 16);
}

/* After an iteration, by the residual of r: does it end here? */
bool krylov_judge(struct krylov *k);

/* As krylov_judge, with only an estimate of the residual and no new x. */
bool krylov_judge_estimate(struct krylov *k, double residual);
