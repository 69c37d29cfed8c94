/* Every registered method for chains, with several options, on chains of each kind: the residual it promises,
 * computed independently, and the distance of its probabilities from those of gth_band. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/sparse/markov/balance.h"
#include "verify/queue/queue_chain.h"
#include "verify/verify.h"

static const double residual_max = sizeof(real) == sizeof(double) ? 1e-10 : 1e-5;

/* Options tried in addition to the defaults. */
static const struct {
    const char *method, *options;
} more[] = {
    {"hbisa_jacobi", "damping = 0.9;"},
    {"hbisa_jacobi", "damping = 0.9; aggregation = true;"},
    {"hbisa_gs", "aggregation = true;"},
    {"hbisa_redblack", "aggregation = true;"},
    {"hbisa_redblack", "aggregation = true; inner = \"twisted\";"},
    {"bicgstab", "preconditioner = \"block_jacobi\";"},
    {"bicgstab", "preconditioner = \"ilut\";"},
    {"gmres", "preconditioner = \"block_jacobi\";"},
    {"gmres", "preconditioner = \"ilut\";"},
    {"sparse_lu", "library = \"umfpack\";"},
};
enum { MORE = sizeof more / sizeof *more };

static const struct chain {
    const char *name;
    int preset;
    int64_t n, k;
    double shift;
} chains[] = {
    {"table2 100 x 16", PRESET_TABLE2, 100, 16},
    {"table2 100 x 64", PRESET_TABLE2, 100, 64},
    {"eq8-open 60 x 16", PRESET_EQ8_OPEN, 60, 16},
    {"eq8-closed 60 x 16", PRESET_EQ8_CLOSED, 60, 16},
    {"table2 100 x 16, shifted", PRESET_TABLE2, 100, 16, 4},
};
enum { CHAINS = sizeof chains / sizeof *chains };

/* |A| |x| over |b|, 1-norms: the factor by which rounding outweighs the right side of a shifted system. */
static double weight(const struct queue_chain *q)
{
    const struct matrix *const a = q->matrix;
    double product = 0, b = 0;
    for (int64_t i = 0; i < a->n; i++) {
        b += fabs((double)q->b[i]);
        for (int64_t e = a->start[i]; e < a->start[i + 1]; e++)
            product += fabs((double)a->value[e] * (double)q->x[a->column[e]]);
    }
    return product / b;
}

static enum status residual(const struct queue_chain *q, double *out, double *max)
{
    struct balance b;
    *max = 1.1 * residual_max;
    if (q->shift > 0) {
        *out = residual_of(q->matrix, q->b, q->x);
        *max += (double)REAL_EPS * weight(q);
        return ST_OK;
    }
    TRY(balance_of(q->matrix, NULL, q->x, q->exponent, 1, &b));
    *out = b.norm;
    return ST_OK;
}

/* In the 1-norm: the total in other states. */
static double difference(const struct queue_chain *q, const double *exact)
{
    double apart = 0, all = 0;
    for (int64_t s = 0; s < q->matrix->n; s++) {
        apart += fabs(ldexp((double)q->x[s], q->exponent[s]) - exact[s]);
        all += exact[s];
    }
    return apart / all;
}

/* Methods report it if they have not converged. Only conjugate gradients may: they need a symmetric matrix. */
static enum status measure(struct report *r, const struct chain *of, const struct method_spec *spec,
                           const struct queue_chain *q, const double *exact)
{
    const char *const options = spec->options ? spec->options : "";
    double rest, max;
    TRY(residual(q, &rest, &max));
    if (!strcmp(spec->solver->method, "cg"))
        return report_at_least(r, q->outcome.info == 0 ? rest <= max : q->outcome.info == NOT_CONVERGED, 1,
                               "queue %s, cg: converges, or says that it does not", of->name);
    TRY(report_at_most(r, fabs((double)q->outcome.info), 0, "queue %s, %s %s: info", of->name, spec->solver->method,
                       options));
    TRY(report_at_most(r, rest, max, "queue %s, %s %s: residual", of->name, spec->solver->method, options));
    return report_at_most(r, difference(q, exact), 1e6 * residual_max, "queue %s, %s %s: difference to gth_band",
                          of->name, spec->solver->method, options);
}

static enum status try_way(struct report *r, const struct chain *of, struct queue_chain *q,
                           const struct method_spec *spec, const double *exact, const struct exec *exec)
{
    const enum status s = queue_chain_solve(q, spec, exec);
    if (s == ST_REFUSED || s == ST_DEVICE) return ST_OK; /* of builds without a library */
    TRY(s);
    return measure(r, of, spec, q, exact);
}

static enum status try_all(struct report *r, const struct chain *of, struct queue_chain *q, const double *exact,
                           const struct exec *exec)
{
    for (size_t i = 0; i < solver_count(); i++) {
        struct method_spec spec = {.solver = solver_at(i)};
        if (spec.solver->kind != KIND_BLOCKTRI || spec.solver->space != HOST) continue;
        TRY(try_way(r, of, q, &spec, exact, exec));
        for (int m = 0; m < MORE; m++) {
            spec.options = more[m].options;
            if (!strcmp(more[m].method, spec.solver->method)) TRY(try_way(r, of, q, &spec, exact, exec));
        }
    }
    return ST_OK;
}

static enum status try_chain(struct report *r, const struct chain *of, const struct exec *exec, struct queue_chain *q,
                             double **exact)
{
    struct cloud cloud = cloud_usual();
    struct method_spec gth = {0};
    cloud.preset = of->preset, cloud.n = of->n, cloud.k = of->k;
    TRY(queue_chain_make(q, &cloud, of->shift));
    TRY(mem_array(exact, HOST, q->matrix->n, sizeof **exact));
    TRY(solver_find(KIND_BLOCKTRI, "gth_band", HOST, &gth.solver));
    TRY(queue_chain_solve(q, &gth, exec));
    for (int64_t s = 0; s < q->matrix->n; s++) (*exact)[s] = ldexp((double)q->x[s], q->exponent[s]);
    return try_all(r, of, q, *exact, exec);
}

static enum status run(struct report *r, struct exec exec)
{
    for (int c = 0; c < CHAINS; c++) {
        struct queue_chain q = {0};
        double *exact = NULL;
        const enum status s = try_chain(r, &chains[c], &exec, &q, &exact);
        mem_free(exact);
        queue_chain_free(&q);
        TRY(s);
    }
    return ST_OK;
}

const struct verification verify_queue_methods = {
    .topic = "queue",
    .subject = "methods",
    .application = "cloudqueue",
    .about = "every method for chains: the residual that it promises, and its distance from gth_band",
    .run = run,
};
