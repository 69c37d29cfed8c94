/* Stationary distributions by elimination without subtraction, against closed forms, state by state; and mean response
 * times, by Little's law. */
#include <math.h>

#include "base/memory.h"
#include "solvers/method_spec.h"
#include "solvers/sparse/markov/balance.h"
#include "verify/queue/markov.h"
#include "verify/verify.h"

/* In units of eps: 1e-12 of a probability, and 1e-11 of a response time, the known digits, in double. */
static const double entry_max = 4500, response_max = 45000, balance_max = 20;

struct solution {
    real *x;
    int32_t *exponent;
    struct outcome outcome;
};

/* In the order of the states. */
static enum status solve(const struct method_spec *spec, const struct matrix *a, const struct exec *exec,
                         struct solution *out)
{
    int64_t band;
    TRY(matrix_band(a, NULL, &band));
    struct shape shape = shape_blocktri(STATIONARY, a, NULL, band);
    shape.blocktri.exponents = true;
    const struct system system = {.kind = KIND_BLOCKTRI,
                                  .blocktri = {.matrix = a, .exponent = out->exponent},
                                  .x = out->x,
                                  .outcome = &out->outcome};
    return method_spec_solve(spec, &shape, &system, exec);
}

/* The worst relative error of the probabilities that the closed form gives. */
static double worst_error(const struct known *known, const struct markov *c, const struct solution *found)
{
    long double all = 0, largest = 0;
    double worst = 0;
    for (int64_t s = 0; s < c->states; s++) {
        all += c->exact[s];
        if (c->exact[s] > largest) largest = c->exact[s];
    }
    for (int64_t s = 0; s < c->states; s++) {
        const long double x = ldexpl((long double)found->x[s], found->exponent[s]) * (all / c->exact[s]);
        const double error = fabs((double)(x - 1));
        if (c->exact[s] >= (long double)known->min * largest && !(error <= worst)) worst = error;
    }
    return worst;
}

/* Mean response, by Little's law: jobs over arrivals. */
static double mean_response(const struct markov *c, const struct solution *found, double lambda)
{
    double jobs = 0, arriving = 0, max = 0;
    for (int64_t s = 0; s < c->states; s++) max = fmax(max, c->jobs[s]);
    for (int64_t s = 0; s < c->states; s++) {
        const double x = ldexp((double)found->x[s], found->exponent[s]);
        jobs += x * c->jobs[s];
        if (c->jobs[s] < max) arriving += x * lambda;
    }
    return jobs / arriving;
}

static enum status measure(struct report *r, const struct known *known, const struct markov *c, const struct matrix *a,
                           const struct solution *found)
{
    struct balance b;
    const double eps = (double)REAL_EPS;
    TRY(balance_of(a, NULL, found->x, found->exponent, 1, &b));
    TRY(report_at_most(r, b.worst / eps, balance_max, "queue %s: balance of the worst state, eps", known->name));
    if (!known->response)
        return report_at_most(r, worst_error(known, c, found) / eps, entry_max,
                              "queue %s: worst probability, relative error, eps", known->name);
    const double response = known->response(known), error = mean_response(c, found, known->lambda) / response - 1;
    return report_at_most(r, fabs(error) / eps, response_max, "queue %s: mean response %.12g, relative error, eps",
                          known->name, response);
}

static enum status try_chain(struct report *r, const struct known *known, const struct markov *c,
                             const struct method_spec *spec, const struct exec *exec)
{
    struct matrix *a;
    struct solution found = {0};
    TRY(markov_matrix(c, &a));
    enum status s = mem_array(&found.x, HOST, c->states, sizeof *found.x);
    if (s == ST_OK) s = mem_array(&found.exponent, HOST, c->states, sizeof *found.exponent);
    if (s == ST_OK) s = solve(spec, a, exec, &found);
    if (s == ST_OK) s = measure(r, known, c, a, &found);
    mem_free(found.x);
    mem_free(found.exponent);
    matrix_free(a);
    return s;
}

static enum status run(struct report *r, struct exec exec)
{
    struct method_spec gth = {0}; /* gth_wide where double is too narrow */
    TRY(solver_find(KIND_BLOCKTRI, "auto", HOST, &gth.solver));
    for (const struct known *k = known_chains; k->name; k++) {
        struct markov c;
        enum status s = k->make(&c, k);
        if (s == ST_OK) s = try_chain(r, k, &c, &gth, &exec);
        markov_free(&c);
        TRY(s);
    }
    return ST_OK;
}

const struct verification verify_queue_exact = {
    .topic = "queue",
    .subject = "exact",
    .application = "cloudqueue",
    .about = "stationary chains with closed forms: the probability of each state, by elimination without subtraction",
    .run = run,
};
