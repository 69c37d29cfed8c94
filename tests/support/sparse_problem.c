/* Makes sparse systems whose answers dense elimination in long double finds, and solves them by a method. */
#include "tests/support/sparse_problem.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "base/memory.h"

static uint64_t state = 20170601;

void sparse_seed(uint64_t seed)
{
    state = seed;
}

double sparse_uniform(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

/* x of A x = b, with row exchanges; A and b are used up. False if A is singular. */
static bool eliminate(int64_t n, exact *a, exact *b)
{
    for (int64_t c = 0; c < n; c++) {
        int64_t best = c;
        for (int64_t i = c; i < n; i++)
            if (fabsl(a[i * n + c]) > fabsl(a[best * n + c])) best = i;
        if (a[best * n + c] == 0) return false;
        for (int64_t j = 0; j < n; j++) {
            const exact t = a[c * n + j];
            a[c * n + j] = a[best * n + j], a[best * n + j] = t;
        }
        const exact t = b[c];
        b[c] = b[best], b[best] = t;
        for (int64_t i = c + 1; i < n; i++) {
            const exact f = a[i * n + c] / a[c * n + c];
            for (int64_t j = c; f != 0 && j < n; j++) a[i * n + j] -= f * a[c * n + j];
            b[i] -= f * b[c];
        }
    }
    for (int64_t i = n - 1; i >= 0; i--) {
        for (int64_t j = i + 1; j < n; j++) b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
    return true;
}

/* The stationary distribution of the chain with A = -Q^T: Grassmann, Taksar and Heyman's elimination. A is used up. */
static void eliminate_chain(int64_t n, exact *a, exact *x)
{
    for (int64_t s = n - 1; s > 0; s--) {
        exact out = 0;
        for (int64_t t = 0; t < s; t++) out -= a[t * n + s];
        for (int64_t t = 0; t < s; t++) a[s * n + t] /= -out;
        for (int64_t t = 0; t < s; t++)
            for (int64_t u = 0; u < s; u++)
                if (u != t) a[u * n + t] += a[s * n + t] * a[u * n + s];
    }
    exact sum = x[0] = 1;
    for (int64_t s = 1; s < n; s++) {
        x[s] = 0;
        for (int64_t t = 0; t < s; t++) x[s] += x[t] * a[s * n + t];
        sum += x[s];
    }
    for (int64_t s = 0; s < n; s++) x[s] /= sum;
}

/* From the rows of a matrix in csr, which is taken over. */
struct sparse_problem sparse_problem_of(struct matrix *a, enum question question, double shift)
{
    struct sparse_problem p = {question, a->n, a->block, shift, NULL, NULL, NULL, a};
    const size_t n = (size_t)a->n;
    exact *const work = malloc(n * n * sizeof *work), *const x = malloc(n * sizeof *x);
    p.dense = calloc(n * n, sizeof *p.dense);
    p.x = malloc(n * sizeof *p.x);
    p.b = calloc(n, sizeof *p.b);
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = a->start[i]; e < a->start[i + 1]; e++) p.dense[i * a->n + a->column[e]] = (exact)a->value[e];
    memcpy(work, p.dense, n * n * sizeof *work);
    for (int64_t i = 0; i < a->n && question != STATIONARY; i++)
        p.b[i] = (real)(sparse_uniform() - 0.25), x[i] = (exact)p.b[i];
    if (question == STATIONARY) eliminate_chain(a->n, work, x);
    else assert_true(eliminate(a->n, work, x));
    for (int64_t i = 0; i < a->n; i++) p.x[i] = (double)x[i];
    free(work);
    free(x);
    return p;
}

void sparse_problem_free(struct sparse_problem *p)
{
    matrix_free(p->a);
    free(p->dense);
    free(p->x);
    free(p->b);
}

/* table2: about 0.8 k links between two levels. */
struct cloud sparse_cloud(enum cloud_preset preset, int64_t k, int64_t n, double load)
{
    struct cloud of = cloud_usual();
    of.preset = preset;
    of.k = k, of.n = n, of.load = load;
    of.entries = preset == PRESET_TABLE2 ? n * (3 * k - 2) + (n - 1) * 4 * k / 5 : 0;
    return of;
}

struct matrix *sparse_chain(const struct cloud *of, double shift)
{
    struct model *model;
    struct matrix *a;
    if (model_make(&model, of) != ST_OK) fail_msg("%s", fail_text());
    assert_int_equal(qbd_matrix(&a, CSR, &model->levels, shift), ST_OK);
    model_free(model);
    return a;
}

/* Blocks of a random tridiagonal matrix, dominant by rows, each row coupled to one of either neighbour. Symmetric: -1
 * and a diagonal of 4.5 instead, coupled to the same row of the neighbour. */
struct matrix *sparse_random(int64_t n, int64_t block, bool symmetric)
{
    int64_t *const start = calloc((size_t)n + 1, sizeof *start), count = 0;
    int32_t *const column = malloc((size_t)(5 * n) * sizeof *column);
    real *const value = malloc((size_t)(5 * n) * sizeof *value);
    struct matrix *a;
    for (int64_t i = 0; i < n; i++) {
        const int64_t first = i / block * block,
                      at = symmetric ? i - first : (int64_t)(sparse_uniform() * (double)block);
        const int64_t where[] = {first - block + at, i - 1, i, i + 1, first + block + at};
        const bool there[] = {first > 0, i > first, true, i + 1 < first + block, first + block < n};
        for (int k = 0; k < 5; k++) {
            if (!there[k]) continue;
            column[count] = (int32_t)where[k];
            value[count++] = (real)(symmetric ? (k == 2 ? 4.5 : -1) : (k == 2 ? 4.5 : 2 * sparse_uniform() - 1));
        }
        start[i + 1] = count;
    }
    assert_int_equal(matrix_make(&a, CSR, n, block, start, column, value), ST_OK);
    free(start);
    free(column);
    free(value);
    return a;
}

/* The plan of a method with the options that a text gives. */
enum status sparse_plan(struct plan **plan, const char *method, const char *text, const struct shape *shape,
                        int threads)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct config *config;
    assert_int_equal(solver_find(KIND_BLOCKTRI, method, HOST, &s), ST_OK);
    void *const values = s->options ? calloc(1, s->options_bytes) : NULL;
    assert_int_equal(config_parse(&config, method, text), ST_OK);
    if (values && section_read(config, config_root(config), s->options, values) != ST_OK) fail_msg("%s", fail_text());
    const enum status st = plan_make(plan, s, shape, values, &exec);
    config_free(config);
    free(values);
    return st;
}

struct outcome sparse_solve(const struct sparse_problem *p, const struct matrix *a, const char *method,
                            const char *text, int threads, real *x)
{
    struct shape shape = shape_blocktri(p->question, a, NULL, a->n - 1);
    int32_t *const exponent = malloc((size_t)p->n * sizeof *exponent);
    struct outcome outcome = {.info = 12345};
    struct plan *plan;
    shape.blocktri.exponents = true;
    exponent[0] = exponent[p->n - 1] = 9;
    if (sparse_plan(&plan, method, text, &shape, threads) != ST_OK) fail_msg("%s {%s}: %s", method, text, fail_text());
    memcpy(x, p->b, (size_t)p->n * sizeof *x);
    const struct system system = {.kind = KIND_BLOCKTRI,
                                  .blocktri = {.matrix = a, .shift = p->shift, .exponent = exponent},
                                  .x = x,
                                  .outcome = &outcome};
    mem_fail_at(1);
    const enum status st = plan_solve(plan, &system);
    mem_fail_at(0);
    if (st != ST_OK) fail_msg("%s {%s}: %s", method, text, fail_text());
    plan_free(plan);
    assert_true(exponent[0] == 0 && exponent[p->n - 1] == 0);
    free(exponent);
    return outcome;
}

/* The residual as struct outcome defines it, in long double. */
double sparse_residual(const struct sparse_problem *p, const real *x)
{
    exact lost = 0, all = 0;
    for (int64_t i = 0; i < p->n; i++) {
        exact r = (exact)p->b[i];
        for (int64_t j = 0; j < p->n; j++) r -= p->dense[i * p->n + j] * (exact)x[j];
        lost += fabsl(r);
        all += p->question == STATIONARY ? p->dense[i * p->n + i] * (exact)x[i] : fabsl((exact)p->b[i]);
    }
    return lost == 0 ? 0 : (double)(lost / all);
}

double sparse_error(const struct sparse_problem *p, const real *x)
{
    double lost = 0, all = 0;
    for (int64_t i = 0; i < p->n; i++) lost += fabs((double)x[i] - p->x[i]), all += fabs(p->x[i]);
    return lost / all;
}

/* False if this build does not have a library that the method needs. */
bool sparse_is_here(const char *method)
{
    struct shape shape = shape_contiguous(1, 1);
    const struct solver *s;
    shape.kind = KIND_BLOCKTRI;
    shape.blocktri.block = shape.blocktri.entries = 1;
    return solver_find(KIND_BLOCKTRI, method, HOST, &s) == ST_OK && solver_accepts(s, &shape, NULL) != ST_DEVICE;
}

static const double tolerance = sizeof(real) == sizeof(double) ? 1e-10 : 1e-5;

const struct sparse_method sparse_methods[SPARSE_METHODS] = {
    {"bicgstab", "", false, false},
    {"bicgstab", BLOCKS, false, false},
    {"bicgstab", BLOCKS "inner = \"cr\";", false, false},
    {"bicgstab", FACTORS, false, false},
    {"bicgstab", FACTORS "fill = 2; drop = 0.1;", false, false},
    {"gmres", "", false, false},
    {"gmres", BLOCKS "restart = 7;", false, false},
    {"gmres", FACTORS "fill = 1; restart = 1000;", false, false},
    {"power", "", false, true},
    {"block_thomas", "", true, false},
    {"sparse_lu", "", true, false},
    {"sparse_lu", "library = \"umfpack\";", true, false},
    {"sparse_qr", "", true, false},
};

void sparse_check(const struct sparse_problem *p, enum format format, const struct sparse_method *w)
{
    real *const x = malloc((size_t)p->n * sizeof *x);
    struct matrix *a;
    char what[160];
    assert_int_equal(matrix_make(&a, format, p->n, p->block, p->a->start, p->a->column, p->a->value), ST_OK);
    const struct outcome o = sparse_solve(p, a, w->method, w->text, 1, x);
    const double found = sparse_residual(p, x), bound = w->direct ? 1000 * (double)REAL_EPS : tolerance;
    double sum = 0, least = 0;
    for (int64_t i = 0; i < p->n; i++) sum += (double)x[i], least = fmin(least, (double)x[i]);
    snprintf(what, sizeof what, "%s {%s}, question %d, n %lld, block %lld, %s: ", w->method, w->text, p->question,
             (long long)p->n, (long long)p->block, format_words[format]);
    if (o.info != 0) fail_msg("%sinfo %lld, residual %.3g", what, (long long)o.info, o.residual);
    if (!(o.residual <= bound)) fail_msg("%sit says %.3g", what, o.residual);
    if (!(found <= 1.01 * bound + 8 * (double)REAL_EPS)) fail_msg("%sresidual %.3g", what, found);
    if (!(sparse_error(p, x) <= 1e4 * bound)) fail_msg("%serror %.3g", what, sparse_error(p, x));
    if (p->question == STATIONARY && (fabs(sum - 1) > 8 * (double)REAL_EPS || least < 0))
        fail_msg("%ssum %g, least %g", what, sum, least);
    matrix_free(a);
    free(x);
}
