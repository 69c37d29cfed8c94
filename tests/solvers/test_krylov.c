/* Methods for block-tridiagonal systems that want a regular matrix: the state that is pinned, preconditioners, where
 * iterations cannot go on, elimination. Against dense elimination in long double, without subtraction for chains. */
#include "apps/cloudqueue/model/model.h"
#include "base/config/config.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/solver.h"
#include "solvers/sparse/krylov/preconditioner.h"
#include "solvers/sparse/multilevel_mode.h"
#include "solvers/sparse/vectors.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef long double exact;

static uint64_t seed = 20170601;

static double unit(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) * 0x1p-53;
}

/* A system and its answer, found densely. */
struct problem {
    enum question question;
    int64_t n, block;
    double shift;
    exact *dense; /* [n][n] A, by rows */
    double *x;    /* [n] answer */
    real *b;      /* [n] */
    struct matrix *a;
};

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
static struct problem problem_of(struct matrix *a, enum question question, double shift)
{
    struct problem p = {question, a->n, a->block, shift, NULL, NULL, NULL, a};
    const size_t n = (size_t)a->n;
    exact *const work = malloc(n * n * sizeof *work), *const x = malloc(n * sizeof *x);
    p.dense = calloc(n * n, sizeof *p.dense);
    p.x = malloc(n * sizeof *p.x);
    p.b = calloc(n, sizeof *p.b);
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = a->start[i]; e < a->start[i + 1]; e++) p.dense[i * a->n + a->column[e]] = (exact)a->value[e];
    memcpy(work, p.dense, n * n * sizeof *work);
    for (int64_t i = 0; i < a->n && question != STATIONARY; i++) p.b[i] = (real)(unit() - 0.25), x[i] = (exact)p.b[i];
    if (question == STATIONARY) eliminate_chain(a->n, work, x);
    else assert_true(eliminate(a->n, work, x));
    for (int64_t i = 0; i < a->n; i++) p.x[i] = (double)x[i];
    free(work);
    free(x);
    return p;
}

static void problem_free(struct problem *p)
{
    matrix_free(p->a);
    free(p->dense);
    free(p->x);
    free(p->b);
}

/* table2: about 0.8 k links between two levels. */
static struct cloud cloud_of(enum cloud_preset preset, int64_t k, int64_t n, double load)
{
    struct cloud of = cloud_usual();
    of.preset = preset;
    of.k = k, of.n = n, of.load = load;
    of.entries = preset == PRESET_TABLE2 ? n * (3 * k - 2) + (n - 1) * 4 * k / 5 : 0;
    return of;
}

static struct matrix *chain_matrix(const struct cloud *of, double shift)
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
static struct matrix *random_matrix(int64_t n, int64_t block, bool symmetric)
{
    int64_t *const start = calloc((size_t)n + 1, sizeof *start), count = 0;
    int32_t *const column = malloc((size_t)(5 * n) * sizeof *column);
    real *const value = malloc((size_t)(5 * n) * sizeof *value);
    struct matrix *a;
    for (int64_t i = 0; i < n; i++) {
        const int64_t first = i / block * block, at = symmetric ? i - first : (int64_t)(unit() * (double)block);
        const int64_t where[] = {first - block + at, i - 1, i, i + 1, first + block + at};
        const bool there[] = {first > 0, i > first, true, i + 1 < first + block, first + block < n};
        for (int k = 0; k < 5; k++) {
            if (!there[k]) continue;
            column[count] = (int32_t)where[k];
            value[count++] = (real)(symmetric ? (k == 2 ? 4.5 : -1) : (k == 2 ? 4.5 : 2 * unit() - 1));
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
static enum status plan_of(struct plan **plan, const char *method, const char *text, const struct shape *shape,
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

static struct outcome solve(const struct problem *p, const struct matrix *a, const char *method, const char *text,
                            int threads, real *x)
{
    struct shape shape = shape_blocktri(p->question, a, NULL, a->n - 1);
    int32_t *const exponent = malloc((size_t)p->n * sizeof *exponent);
    struct outcome outcome = {.info = 12345};
    struct plan *plan;
    shape.blocktri.exponents = true;
    exponent[0] = exponent[p->n - 1] = 9;
    if (plan_of(&plan, method, text, &shape, threads) != ST_OK) fail_msg("%s {%s}: %s", method, text, fail_text());
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

/* What struct outcome calls the residual, in long double. */
static double residual(const struct problem *p, const real *x)
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

static double error(const struct problem *p, const real *x)
{
    double lost = 0, all = 0;
    for (int64_t i = 0; i < p->n; i++) lost += fabs((double)x[i] - p->x[i]), all += fabs(p->x[i]);
    return lost / all;
}

static const double tolerance = sizeof(real) == sizeof(double) ? 1e-10 : 1e-5;

#define BLOCKS "preconditioner = \"block_jacobi\";"
#define FACTORS "preconditioner = \"ilut\";"
static const struct method_spec {
    const char *method, *text;
    bool direct, stationary_only;
} specs[] = {
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
enum { SPECS = sizeof specs / sizeof *specs };

/* False if the method is made of something that this build was made without. */
static bool is_here(const char *method)
{
    struct shape shape = shape_contiguous(1, 1);
    const struct solver *s;
    shape.kind = KIND_BLOCKTRI;
    shape.blocktri.block = shape.blocktri.entries = 1;
    return solver_find(KIND_BLOCKTRI, method, HOST, &s) == ST_OK && solver_accepts(s, &shape, NULL) != ST_DEVICE;
}

static void check(const struct problem *p, enum format format, const struct method_spec *w)
{
    real *const x = malloc((size_t)p->n * sizeof *x);
    struct matrix *a;
    char what[160];
    assert_int_equal(matrix_make(&a, format, p->n, p->block, p->a->start, p->a->column, p->a->value), ST_OK);
    const struct outcome o = solve(p, a, w->method, w->text, 1, x);
    const double found = residual(p, x), bound = w->direct ? 1000 * (double)REAL_EPS : tolerance;
    double sum = 0, least = 0;
    for (int64_t i = 0; i < p->n; i++) sum += (double)x[i], least = fmin(least, (double)x[i]);
    snprintf(what, sizeof what, "%s {%s}, question %d, n %lld, block %lld, %s: ", w->method, w->text, p->question,
             (long long)p->n, (long long)p->block, format_words[format]);
    if (o.info != 0) fail_msg("%sinfo %lld, residual %.3g", what, (long long)o.info, o.residual);
    if (!(o.residual <= bound)) fail_msg("%sit says %.3g", what, o.residual);
    if (!(found <= 1.01 * bound + 8 * (double)REAL_EPS)) fail_msg("%sresidual %.3g", what, found);
    if (!(error(p, x) <= 1e4 * bound)) fail_msg("%serror %.3g", what, error(p, x));
    if (p->question == STATIONARY && (fabs(sum - 1) > 8 * (double)REAL_EPS || least < 0))
        fail_msg("%ssum %g, least %g", what, sum, least);
    matrix_free(a);
    free(x);
}

static void check_all(struct problem p)
{
    for (size_t k = 0; k < SPECS; k++)
        if (is_here(specs[k].method) && (!specs[k].stationary_only || p.question == STATIONARY))
            check(&p, (enum format)(k % FORMAT_COUNT), &specs[k]);
    problem_free(&p);
}

static void test_chains(void **state)
{
    (void)state;
    for (int preset = PRESET_TABLE2; preset < PRESET_EQ8_CLOSED; preset++)
        for (int64_t k = 8; k <= 16; k += 8) {
            const struct cloud q = cloud_of((enum cloud_preset)preset, k, 20, 0.5);
            check_all(problem_of(chain_matrix(&q, 0), STATIONARY, 0));
            check_all(problem_of(chain_matrix(&q, 0.5), SHIFTED, 0.5));
        }
}

static void test_linear(void **state)
{
    static const int64_t sizes[][2] = {{1, 1}, {2, 1}, {2, 2}, {7, 7}, {40, 1}, {60, 3}, {96, 16}, {150, 50}};
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        check_all(problem_of(random_matrix(sizes[k][0], sizes[k][1], false), LINEAR, 0));
}

/* Pieces for more than one thread. */
static void test_threads(void **state)
{
    const struct cloud q = cloud_of(PRESET_TABLE2, 16, 300, 0.5);
    struct problem p = {.question = STATIONARY, .a = chain_matrix(&q, 0)};
    static const struct method_spec few[] = {{"cg", "pin = 2400; iterations_max = 5;"},
                                             {"bicgstab", "pin = 2400; iterations_max = 10;" BLOCKS},
                                             {"bicgstab", "pin = 2400; iterations_max = 4;" FACTORS},
                                             {"gmres", "pin = 2400; iterations_max = 7; restart = 4;"},
                                             {"power", "iterations_max = 5;"},
                                             {"block_thomas", "pin = 2400;"}};
    p.n = p.a->n;
    p.b = calloc((size_t)p.n, sizeof *p.b);
    real *const x = malloc((size_t)p.n * sizeof *x), *const again = malloc((size_t)p.n * sizeof *x);
    (void)state;
    for (size_t k = 0; k < sizeof few / sizeof *few; k++) {
        if (!is_here(few[k].method)) continue;
        const struct outcome one = solve(&p, p.a, few[k].method, few[k].text, 1, x);
        for (int threads = 2; threads <= 8; threads += 3) {
            const struct outcome o = solve(&p, p.a, few[k].method, few[k].text, threads, again);
            if (memcmp(x, again, (size_t)p.n * sizeof *x) || o.residual != one.residual)
                fail_msg("%s {%s}: other bits by %d threads", few[k].method, few[k].text, threads);
        }
    }
    free(x);
    free(again);
    problem_free(&p);
}

/* Systems side by side, each on one thread: LAPACK and what is built on it are asked by several at once. */
static void test_side_by_side(void **state)
{
    enum { TEAM = 4, TIMES = 8 };
    static const char *const methods[][2] = {
        {"block_thomas", ""}, {"sparse_qr", ""}, {"sparse_lu", "library = \"umfpack\";"}};
    struct problem p = {.question = LINEAR, .a = random_matrix(960, 48, false)};
    struct shape shape = shape_blocktri(p.question, p.a, NULL, p.a->n - 1);
    const size_t bytes = (size_t)p.a->n * sizeof(real);
    (void)state;
    p.n = p.a->n;
    p.b = malloc(bytes);
    real *const x = malloc((TEAM + 1) * bytes);
    for (int64_t i = 0; i < p.n; i++) p.b[i] = (real)(unit() - 0.5);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        struct plan *plan[TEAM];
        struct outcome outcome[TEAM];
        int64_t wrong = 0;
        if (!is_here(methods[m][0])) continue;
        for (int t = 0; t < TEAM; t++)
            assert_int_equal(plan_of(&plan[t], methods[m][0], methods[m][1], &shape, 1), ST_OK);
#pragma omp parallel for num_threads(TEAM) reduction(+ : wrong)
        for (int t = -1; t < TEAM; t++) {
            real *const own = x + (t + 1) * p.n;
            for (int k = 0; t >= 0 && k < TIMES; k++) {
                const struct system system = {
                    .kind = KIND_BLOCKTRI, .blocktri = {.matrix = p.a}, .x = own, .outcome = &outcome[t]};
                memcpy(own, p.b, bytes);
                wrong += plan_solve(plan[t], &system) != ST_OK || outcome[t].info != 0;
                if (k == 0 && t == 0) memcpy(x, own, bytes);
            }
        }
        for (int t = 0; t < TEAM; t++) wrong += memcmp(x, x + (t + 1) * p.n, bytes) != 0;
        if (wrong) fail_msg("%s: %lld solutions differ", methods[m][0], (long long)wrong);
        for (int t = 0; t < TEAM; t++) plan_free(plan[t]);
    }
    free(x);
    problem_free(&p);
}

/* Sums by chunks: more than one, the last one short. */
static void test_vectors(void **state)
{
    enum { N = 3 * CHUNK_MIN + 5 };
    static real x[N], y[N];
    exact sum = 0, dot = 0, norm = 0;
    (void)state;
    for (int i = 0; i < N; i++) {
        x[i] = (real)(unit() - 0.5), y[i] = (real)(unit() - 0.5);
        sum += (exact)x[i], norm += fabsl((exact)x[i]), dot += (exact)x[i] * (exact)y[i];
    }
    const struct vectors one = {N, exec_host(1), NULL};
    assert_true(fabsl((exact)vector_sum(&one, x) - sum) <= 1e-13L * norm);
    assert_true(fabsl((exact)vector_norm1(&one, x) - norm) <= 1e-13L * norm);
    assert_true(fabsl((exact)vector_dot(&one, x, y) - dot) <= 1e-13L * norm);
    for (int threads = 2; threads <= 8; threads++) {
        const struct vectors more = {N, exec_host(threads), NULL};
        assert_true(vector_sum(&more, x) == vector_sum(&one, x));
        assert_true(vector_dot(&more, x, y) == vector_dot(&one, x, y));
    }
}

/* How likely the state is that is found, as a part of the likeliest one, by gth_wide, some chains being beyond
 * the range of gth_band: 0 if below all numbers. */
static double likelihood(const struct cloud *q)
{
    struct model *model;
    if (model_make(&model, q) != ST_OK) fail_msg("%s", fail_text());
    const struct qbd l = model->levels;
    struct matrix *const a = chain_matrix(q, 0);
    const struct csr rows = {a->n, a->start, a->column, a->value};
    const struct shape shape = shape_blocktri(STATIONARY, NULL, &l, qbd_band(&l));
    real *const x = calloc((size_t)a->n, sizeof *x);
    int32_t *const order = malloc((size_t)a->n * sizeof *order);
    struct outcome outcome = {0};
    struct plan *plan;
    void *work;
    qbd_order(&l, order);
    assert_int_equal(plan_of(&plan, "gth_wide", "", &shape, 1), ST_OK);
    const struct system system = {
        .kind = KIND_BLOCKTRI, .blocktri = {.levels = &l, .order = order}, .x = x, .outcome = &outcome};
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    assert_int_equal(mem_alloc(&work, HOST, multilevel_mode_bytes(a->n, a->entries)), ST_OK);
    const int64_t found = multilevel_mode_state(&rows, work);
    assert_int_equal(outcome.info, 0);
    const double share = (double)x[found] / vector_max(&(struct vectors){a->n, exec_host(1), NULL}, x);
    mem_free(work);
    plan_free(plan);
    matrix_free(a);
    model_free(model);
    free(x);
    free(order);
    return share;
}

static void test_clouds(void **state)
{
    (void)state;
    for (int c = 0; c < CLOUD_NAMES; c++) {
        struct cloud q = cloud_usual();
        assert_int_equal(cloud_named(&q, cloud_names[c].name), ST_OK);
        const double share = likelihood(&q);
        if (!(share >= 0.1)) fail_msg("%s: %.3g of the likeliest", cloud_names[c].name, share);
    }
}

/* All mass at either edge, levels that hardly change or change at once, and more going up than down. SAMPLE in the
 * environment: some of them. */
static void test_edges(void **state)
{
    static const double switching[][2] = {{1, 1}, {1e-6, 1e-6}, {1e6, 1e6}, {1e-3, 1}, {1, 1e-3}};
    static const double loads[] = {1e-4, 0.1, 0.5, 0.99, 20};
    const int stride = getenv("SAMPLE") && atoi(getenv("SAMPLE")) > 1 ? 7 : 1;
    (void)state;
    for (int preset = PRESET_TABLE2; preset <= PRESET_EQ8_CLOSED; preset++)
        for (int k = 0; k < 5 * 5 * 2; k += stride) {
            struct cloud q = cloud_of((enum cloud_preset)preset, k % 2 ? 64 : 16, k % 2 ? 30 : 120, loads[k / 2 % 5]);
            q.eta = switching[k / 10][0], q.nu = switching[k / 10][1];
            const double share = likelihood(&q);
            if (!(share >= 1e-3)) fail_msg("preset %d, case %d: %.3g of the likeliest", preset, k, share);
        }
}

/* Whatever state is pinned, the answer is the same; one that is not there is refused. */
static void test_pins(void **state)
{
    const struct cloud q = cloud_of(PRESET_TABLE2, 8, 6, 0.5);
    struct problem p = problem_of(chain_matrix(&q, 0), STATIONARY, 0);
    const struct shape shape = shape_blocktri(STATIONARY, p.a, NULL, p.n - 1);
    static const char *const methods[] = {"bicgstab", "block_thomas", "sparse_lu", "sparse_qr"};
    real x[48];
    struct plan *plan;
    (void)state;
    for (int m = 0; m < 4; m++) {
        if (!is_here(methods[m])) continue;
        for (int pin = 0; pin < 48; pin += 5) {
            char text[40];
            snprintf(text, sizeof text, "pin = %d;", pin);
            memset(p.b, 0, sizeof x);
            solve(&p, p.a, methods[m], text, 1, x);
            if (!(error(&p, x) <= 1e5 * (double)tolerance)) fail_msg("%s {%s}: %.3g", methods[m], text, error(&p, x));
        }
        assert_int_equal(plan_of(&plan, methods[m], "pin = 48;", &shape, 1), ST_REFUSED);
        assert_non_null(strstr(fail_text(), "pin: the matrix has no row 48, only 48 rows"));
    }
    problem_free(&p);
}

/* A chain of groups that hardly ever meet: rates of about 1 or of about 1e-9 to the next 6 states on either side. */
static struct matrix *loose_chain(int64_t n, int64_t block)
{
    int64_t *const start = calloc((size_t)n + 1, sizeof *start), count = 0;
    int32_t *const column = malloc((size_t)(13 * n) * sizeof *column);
    real *const value = malloc((size_t)(13 * n) * sizeof *value);
    double *const rate = calloc((size_t)(n * n), sizeof *rate);
    struct matrix *a;
    for (int64_t s = 0; s < n; s++)
        for (int64_t t = 0; t < n; t++) {
            const bool there = t != s && llabs(t - s) <= 6 && (llabs(t - s) == 1 || unit() < 0.3);
            if (there) rate[s * n + t] = (unit() < 0.5 ? 1 : 1e-9) * (0.5 + unit());
            rate[s * n + s] -= t == s ? 0 : rate[s * n + t];
        }
    for (int64_t i = 0; i < n; i++) {
        for (int64_t s = 0; s < n; s++) {
            if (rate[s * n + i] == 0) continue;
            column[count] = (int32_t)s;
            value[count++] = (real)-rate[s * n + i];
        }
        start[i + 1] = count;
    }
    assert_int_equal(matrix_make(&a, CSR, n, block, start, column, value), ST_OK);
    free(start);
    free(column);
    free(value);
    free(rate);
    return a;
}

/* Held at a state that is hardly ever there, a chain may lose all digits in elimination with pivots; then that is
 * reported. Held at a likely one it keeps them, as far as the precision resolves rates of 1e-9 from nothing. */
static void test_lost_digits(void **state)
{
    static const char *const methods[] = {"block_thomas", "sparse_lu", "sparse_qr"};
    const double most = 1.01 * sqrt((double)REAL_EPS);
    int lost = 0;
    real x[40];
    (void)state;
    for (int draw = 0; draw < 60; draw++) {
        struct problem p = problem_of(loose_chain(40, 8), STATIONARY, 0);
        for (int m = 0; m < 3; m++) {
            if (!is_here(methods[m])) continue;
            const struct outcome likely = solve(&p, p.a, methods[m], "", 1, x);
            const double off = error(&p, x);
            if (likely.info == 0 &&
                !(off <= likely.error + 4 * (double)REAL_EPS && off <= NO_DIGITS)) /* the truth rounds too */
                fail_msg("%s, draw %d: off by %.3g, not %.3g", methods[m], draw, off, likely.error);
            if (likely.info != 0 && sizeof(real) == sizeof(double))
                fail_msg("%s, draw %d: off by %.3g, but given up", methods[m], draw, off);
            const struct outcome o = solve(&p, p.a, methods[m], "pin = 0;", 1, x);
            const double found = residual(&p, x);
            lost += o.info != 0;
            if (o.info == 0 && !(found <= most)) fail_msg("%s, draw %d: residual %.3g", methods[m], draw, found);
            if (o.info == 0 && !(error(&p, x) <= 3 * o.error)) /* an estimate */
                fail_msg("%s, draw %d: off by %.3g, not %.3g", methods[m], draw, error(&p, x), o.error);
            if (o.info == NOT_CONVERGED && !(o.residual > 0.9 * most || o.error > NO_DIGITS))
                fail_msg("%s, draw %d: given up at %.3g", methods[m], draw, o.residual);
        }
        problem_free(&p);
    }
    assert_true(lost > 0 && lost < 60 * 3);
}

/* A guess near the answer is worth something. */
static void test_guess(void **state)
{
    const struct cloud q = cloud_of(PRESET_TABLE2, 8, 20, 0.5);
    struct problem p = problem_of(chain_matrix(&q, 0), STATIONARY, 0);
    real x[160];
    (void)state;
    const struct outcome cold = solve(&p, p.a, "bicgstab", "", 1, x);
    memcpy(p.b, x, sizeof x);
    const struct outcome warm = solve(&p, p.a, "bicgstab", "", 1, x);
    assert_true(cold.iterations > 20 && warm.iterations <= 2 && warm.info == 0);
    problem_free(&p);
}

/* It solves what is symmetric and positive definite, and no chain, and says so; x is a distribution all the same. */
static void test_cg(void **state)
{
    static const char *const texts[] = {"", BLOCKS, FACTORS};
    const struct cloud q = cloud_of(PRESET_TABLE2, 16, 20, 0.5);
    struct problem definite = problem_of(random_matrix(300, 20, true), LINEAR, 0);
    struct problem chain = problem_of(chain_matrix(&q, 0), STATIONARY, 0);
    real x[320];
    (void)state;
    for (int k = 0; k < 2; k++) check(&definite, CSR, &(struct method_spec){"cg", texts[k], false, false});
    for (int k = 0; k < 2; k++) {
        const struct outcome o = solve(&chain, chain.a, "cg", texts[k], 1, x);
        double sum = 0;
        for (int64_t i = 0; i < chain.n; i++) sum += (double)x[i] * (x[i] >= 0);
        assert_int_equal(o.info, NOT_CONVERGED);
        assert_true(o.residual > tolerance && o.iterations < 10000 && fabs(sum - 1) < 1e-5);
        assert_true(fabs(residual(&chain, x) / o.residual - 1) < 1e-3);
    }
    problem_free(&definite);
    problem_free(&chain);
}

static struct matrix *two_by_two(real a, real b, real c, real d)
{
    const int64_t start[] = {0, 2, 4};
    const int32_t column[] = {0, 1, 0, 1};
    const real value[] = {a, b, c, d};
    struct matrix *m;
    assert_int_equal(matrix_make(&m, CSR, 2, 2, start, column, value), ST_OK);
    return m;
}

/* A rotation by a right angle: r.A r = 0 at once. Minimal residuals need two steps. */
static void test_breakdown(void **state)
{
    static const char *const failing[] = {"cg", "bicgstab"};
    struct problem p = problem_of(two_by_two(0, 1, -1, 0), LINEAR, 0);
    real x[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        const struct outcome o = solve(&p, p.a, failing[k], "", 1, x);
        assert_true(o.info == NOT_CONVERGED && o.residual >= 0.9 && isfinite(x[0]) && isfinite(x[1]));
    }
    const struct outcome o = solve(&p, p.a, "gmres", "", 1, x);
    assert_true(o.info == 0 && o.iterations == 2 && error(&p, x) < 10 * (double)REAL_EPS);
    problem_free(&p);
}

/* Neither a solution nor a word of one. */
static void test_singular(void **state)
{
    struct problem p = {LINEAR,
                        2,
                        2,
                        0,
                        calloc(4, sizeof *p.dense),
                        calloc(2, sizeof *p.x),
                        calloc(2, sizeof *p.b),
                        two_by_two(1, 2, 0, 0)};
    real x[2];
    (void)state;
    p.b[1] = 1;
    for (size_t k = 0; k < SPECS; k++) {
        if (specs[k].stationary_only || !is_here(specs[k].method)) continue;
        const struct outcome o = solve(&p, p.a, specs[k].method, specs[k].text, 1, x);
        if (o.info == 0) fail_msg("%s {%s} solved it", specs[k].method, specs[k].text);
        if (specs[k].direct && !(o.info > 0 && !isfinite(x[0])))
            fail_msg("%s: info %lld", specs[k].method, (long long)o.info);
    }
    problem_free(&p);
}

/* A right side of zeros, and a chain of one state. */
static void test_trivial(void **state)
{
    const int64_t start[] = {0, 1};
    const int32_t column[] = {0};
    const real zero[] = {0};
    struct problem p = problem_of(random_matrix(30, 5, false), LINEAR, 0), one = {STATIONARY, 1, 1, 0};
    real x[30];
    (void)state;
    assert_int_equal(matrix_make(&one.a, CSR, 1, 1, start, column, zero), ST_OK);
    one.b = calloc(1, sizeof *one.b);
    memset(p.b, 0, sizeof x);
    for (size_t k = 0; k < SPECS; k++) {
        if (!is_here(specs[k].method)) continue;
        if (!specs[k].stationary_only) {
            const struct outcome o = solve(&p, p.a, specs[k].method, specs[k].text, 1, x);
            assert_true(o.info == 0 && o.residual == 0 && x[0] == 0 && x[29] == 0);
        }
        const struct outcome o = solve(&one, one.a, specs[k].method, specs[k].text, 1, x);
        assert_true(o.info == 0 && o.residual == 0 && x[0] == 1);
    }
    problem_free(&p);
    problem_free(&one);
}

/* Without thresholds ILUT is elimination; with them rows are as short as the options ask. */
static void test_ilut(void **state)
{
    struct problem p = problem_of(random_matrix(90, 9, false), LINEAR, 0);
    const struct shape shape = shape_blocktri(LINEAR, p.a, NULL, p.n - 1);
    static const int64_t fills[] = {90, 3, 1};
    real x[90];
    (void)state;
    for (int k = 0; k < 3; k++) {
        const struct preconditioner_options o = {.which = 2, .drop = k ? 1e-2 : 0, .fill = fills[k]};
        struct workspace workspace = {0};
        void *memory;
        pinned_of(&shape, p.a, PIN_AUTO, 1, &workspace);
        preconditioner_of(&shape, &o, NULL, &workspace);
        assert_int_equal(mem_alloc(&memory, HOST, workspace.used), ST_OK);
        workspace = (struct workspace){memory, 0};
        struct pinned a = pinned_of(&shape, p.a, PIN_AUTO, 1, &workspace);
        struct preconditioner m = preconditioner_of(&shape, &o, NULL, &workspace);
        pinned_fill(&a);
        assert_int_equal(preconditioner_factor(&m, &a, m.band), ST_OK);
        preconditioner_solve(&m, p.b, x);
        if (k == 0) assert_true(error(&p, x) < 100 * (double)REAL_EPS);
        else assert_true(error(&p, x) > 1e-6 && error(&p, x) < 0.9);
        for (int64_t i = 0; i < p.n; i++) {
            const int64_t left = m.ilut.middle[i] - m.ilut.start[i], right = m.ilut.start[i + 1] - m.ilut.middle[i];
            assert_true(left <= fills[k] && right <= fills[k]);
        }
        mem_free(memory);
    }
    problem_free(&p);
}

/* Two states that take turns: without a chance to stay, x does so too. */
static void test_power(void **state)
{
    struct problem p = problem_of(two_by_two(1, -1, -1, 1), STATIONARY, 0);
    real x[2];
    (void)state;
    p.b[0] = 1;
    const struct outcome turns = solve(&p, p.a, "power", "factor = 1.0; iterations_max = 1000;", 1, x);
    assert_true(turns.info == NOT_CONVERGED && turns.iterations == 1000 && x[0] == 1 && x[1] == 0);
    const struct outcome stays = solve(&p, p.a, "power", "factor = 1.5;", 1, x);
    assert_true(stays.info == 0 && fabs((double)x[0] - 0.5) < 1e-5);
    problem_free(&p);
}

/* The method on the device finds what it finds on the host. */
static void check_device(const struct problem *p, const char *method, const char *text)
{
    const struct shape shape = shape_blocktri(p->question, p->a, NULL, p->n - 1);
    const int64_t bytes = p->n * (int64_t)sizeof(real);
    real *const x = malloc((size_t)bytes), *there;
    struct outcome outcome = {.info = 12345};
    const struct solver *s;
    struct config *config;
    struct exec exec;
    struct plan *plan;
    assert_int_equal(device_exec(&exec, 1), ST_OK);
    assert_int_equal(solver_find(KIND_BLOCKTRI, method, DEVICE, &s), ST_OK);
    void *const values = calloc(1, s->options_bytes);
    assert_int_equal(config_parse(&config, method, text), ST_OK);
    assert_int_equal(section_read(config, config_root(config), s->options, values), ST_OK);
    if (plan_make(&plan, s, &shape, values, &exec) != ST_OK) fail_msg("%s", fail_text());
    assert_int_equal(mem_alloc(&there, DEVICE, bytes), ST_OK);
    device_copy(there, DEVICE, p->b, HOST, bytes, &exec);
    const struct system system = {
        .kind = KIND_BLOCKTRI, .blocktri = {.matrix = p->a, .shift = p->shift}, .x = there, .outcome = &outcome};
    if (plan_solve(plan, &system) != ST_OK) fail_msg("%s", fail_text());
    device_copy(x, HOST, there, DEVICE, bytes, &exec);
    const double found = residual(p, x);
    if (outcome.info != 0 || !(found <= 1.01 * tolerance + 8 * (double)REAL_EPS) || !(error(p, x) <= 1e4 * tolerance))
        fail_msg("%s {%s}, question %d, n %lld: info %lld, residual %.3g", method, text, p->question, (long long)p->n,
                 (long long)outcome.info, found);
    mem_free(there);
    plan_free(plan);
    config_free(config);
    device_exec_end(&exec);
    free(values);
    free(x);
}

static void test_device(void **state)
{
    static const struct method_spec few[] = {{"bicgstab", ""}, {"bicgstab", BLOCKS}, {"gmres", ""}, {"gmres", BLOCKS}};
    const struct cloud q = cloud_of(PRESET_TABLE2, 16, 8, 0.5);
    (void)state;
    if (device_ready() != ST_OK) skip();
    struct problem problems[] = {
        problem_of(chain_matrix(&q, 0), STATIONARY, 0), problem_of(chain_matrix(&q, 0.5), SHIFTED, 0.5),
        problem_of(random_matrix(60, 3, false), LINEAR, 0), problem_of(random_matrix(60, 6, true), LINEAR, 0)};
    for (int k = 0; k < 4; k++)
        for (int w = 0; w < 4; w++) check_device(&problems[k], few[w].method, few[w].text);
    check_device(&problems[3], "cg", "");
    check_device(&problems[3], "cg", BLOCKS);
    for (int k = 0; k < 4; k++) problem_free(&problems[k]);
}

/* More threads than cores, if they spin while they wait, keep each other from working. OpenMP reads its environment
 * before main, so that a change needs a new start. */
static void wait_passively(char **argv)
{
    if (getenv("OMP_WAIT_POLICY")) return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
    (void)argc;
    wait_passively(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),      cmocka_unit_test(test_chains),   cmocka_unit_test(test_linear),
        cmocka_unit_test(test_clouds),       cmocka_unit_test(test_edges),    cmocka_unit_test(test_pins),
        cmocka_unit_test(test_lost_digits),  cmocka_unit_test(test_guess),    cmocka_unit_test(test_cg),
        cmocka_unit_test(test_breakdown),    cmocka_unit_test(test_singular), cmocka_unit_test(test_trivial),
        cmocka_unit_test(test_ilut),         cmocka_unit_test(test_power),    cmocka_unit_test(test_threads),
        cmocka_unit_test(test_side_by_side), cmocka_unit_test(test_device),
    };
    printf("# %s\n", REAL_NAME);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
