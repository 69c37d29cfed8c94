/* Poisson's equation in a box by hypre, in double precision: conjugate gradients with the multigrid method PFMG, from 0
 * until the residual has 1e-10 of the norm of the right side, in one process, with the threads of the benchmark if
 * hypre was built with OpenMP, otherwise with one.
 *
 * The problem is that of the methods, n^3 cells, so that the solutions are compared before anything is timed. The right
 * side has a mean of 0, since nothing fixes the level of the solution. Not timed: assembly, and the setup of PFMG,
 * which makes the matrices of coarser grids. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "apps/poisson/solution/direct.h"
#include "base/library/hypre.h"
#include "base/memory.h"
#include "bench/data/poisson_box.h"
#include "bench/peers/hypre_box.h"
#include "bench/peers/poisson_peers.h"
#include "solvers/methods.h"

/* The error of the solution, in the norm, that a residual of 1e-10 leaves. */
#define DIFFERENCE_MAX 1e-7

struct job {
    struct peer_box box;
    struct exec exec;
    int64_t points;
    int iterations;
    struct hypre_box hypre; /* while its data are loaded */
};

static double mean_of_values(int64_t points)
{
    double sum = 0;
    for (int64_t i = 0; i < points; i++) sum += poisson_box_value(i);
    return sum / (double)points;
}

static void drop(void *of)
{
    struct job *const j = of;
    hypre_box_free(&j->hypre);
}

static enum status fill(struct job *j)
{
    const int64_t plane = j->box.n * j->box.n;
    const double mean = mean_of_values(j->points);
    double *values;
    TRY(mem_array(&values, HOST, plane, sizeof *values));
    for (int k = 0; k < j->box.n; k++) {
        for (int64_t i = 0; i < plane; i++) values[i] = poisson_box_value(k * plane + i) - mean;
        hypre_box_set(&j->hypre, k, values);
    }
    mem_free(values);
    return ST_OK;
}

static enum status make(struct job *j)
{
    TRY(hypre_box_make(&j->hypre, (int)j->box.n, j->box.periodic));
    TRY(fill(j));
    return hypre_box_setup(&j->hypre);
}

static enum status prepare(void *context)
{
    struct job *const j = context;
    return hypre_box_reset(&j->hypre);
}

static enum status solve(struct job *j)
{
    return hypre_box_solve(&j->hypre, &j->iterations);
}

/* With the entry's number of threads, which a hypre with OpenMP takes from the calling thread. */
static enum status with_threads(struct job *j, enum status (*do_it)(struct job *))
{
    const int before = omp_get_max_threads();
    omp_set_num_threads(j->exec.threads);
    const enum status s = do_it(j);
    omp_set_num_threads(before);
    return s;
}

static enum status load(void *of)
{
    return with_threads(of, make);
}

static enum status call(void *context)
{
    return with_threads(context, solve);
}

/* u := the solution by transforms and tridiagonal systems of the same equations, whose mean is 0. */
static enum status solve_directly(const struct job *j, const struct poisson_params *params, real *u)
{
    struct direct_choice choice = {.systems = &tridiag_thomas_simd};
    struct box box = {0};
    struct poisson_direct direct = {0};
    TRY(solver_find(KIND_TRANSFORM, poisson_transform(params, HOST), HOST, &choice.transform.solver));
    TRY(direct_accepts(params, &choice));
    enum status s = box_make(&box, params);
    if (s == ST_OK) s = direct_make(&direct, &box, params, &choice, j->exec);
    if (s == ST_OK) {
        const double n = (double)j->box.n, scale = n * n * direct_scale(&direct), mean = mean_of_values(j->points);
        for (int64_t i = 0; i < j->points; i++) u[i] = (real)((poisson_box_value(i) - mean) * scale);
        s = direct_solve(&direct, u);
    }
    direct_free(&direct);
    box_free(&box);
    return s;
}

/* The norm of u - x, the mean of the difference subtracted, over that of u; u is overwritten. */
static enum status differ(const struct job *j, real *u, double *difference)
{
    const int64_t plane = j->box.n * j->box.n;
    double norm = 0, sum = 0, rest = 0, *values;
    TRY(mem_array(&values, HOST, plane, sizeof *values));
    for (int k = 0; k < j->box.n; k++) {
        hypre_box_get(&j->hypre, k, values);
        for (int64_t i = 0; i < plane; i++) {
            real *const at = &u[k * plane + i];
            norm += (double)*at * (double)*at;
            *at -= (real)values[i];
            sum += (double)*at;
        }
    }
    mem_free(values);
    for (int64_t i = 0; i < j->points; i++) {
        const double d = (double)u[i] - sum / (double)j->points;
        rest += d * d;
    }
    *difference = sqrt(rest / norm);
    return ST_OK;
}

/* ST_REFUSED if it does not solve the problem here. */
static enum status check(struct job *j, const struct poisson_params *params)
{
    real *u;
    double difference = 0;
    enum status s = load(j);
    if (s == ST_OK) s = prepare(j);
    if (s == ST_OK) s = call(j);
    if (s == ST_FAILED) s = ST_REFUSED;
    TRY(s);
    TRY(mem_array(&u, HOST, j->points, sizeof *u));
    s = solve_directly(j, params, u);
    if (s == ST_OK) s = differ(j, u, &difference);
    mem_free(u);
    if (s != ST_OK || difference <= DIFFERENCE_MAX) return s;
    return fail(ST_REFUSED, "its solution differs by %.1e from the direct one", difference);
}

static enum status try(struct job *j)
{
    const int64_t n = j->box.n;
    struct poisson_box given;
    enum status s = poisson_box_read(&given, (const int64_t[]){n, n, n}, j->box.periodic ? "periodic" : "neumann");
    if (s == ST_OK) s = check(j, given.params);
    drop(j);
    poisson_box_free(&given);
    return s;
}

/* Sizes of arrays of seven values per cell must be below 2^31. */
static enum status accept(const struct bench *b, const struct job *j)
{
    const double needed = (double)HYPRE_BOX_BYTES * (double)j->points, most = (double)bench_space(b);
    TRY(hypre_ready());
    if (sizeof(real) != sizeof(double)) return fail(ST_REFUSED, "hypre computes only in double precision");
    TRY(hypre_box_find());
    if (j->box.n < 4) return fail(ST_REFUSED, "%lld cells along an edge: at least 4 are needed", (long long)j->box.n);
    if (7 * j->points > INT32_MAX)
        return fail(ST_REFUSED, "%lld cells exceed the range of its integers", (long long)j->points);
    if (needed <= most) return ST_OK;
    return fail(ST_REFUSED, "it needs %.2g GB of memory, more than the %.2g GB for this benchmark", needed / 1e9,
                most / 1e9);
}

static enum status add(struct bench *b, struct job *j, int *index)
{
    struct entry *e;
    char name[64];
    TRY(accept(b, j));
    j->exec = b->exec;
    if (!hypre_function("hypre_NumThreads")) j->exec.threads = 1;
    TRY(try(j));
    snprintf(name, sizeof name, "hypre_pfmg, %d iterations", j->iterations);
    TRY(peer_entry_add(b, &j->box, name, j->points, &e, index));
    e->exec = j->exec;
    e->data = (struct data){j, load, drop};
    e->prepare = prepare;
    e->call = call;
    e->end = free;
    e->context = j;
    return ST_OK;
}

enum status poisson_hypre_add(struct bench *b, const struct peer_box *box, int *index)
{
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    j->box = *box;
    j->points = box->n * box->n * box->n;
    const enum status s = add(b, j, index);
    if (s != ST_OK) free(j);
    return s;
}
