/* The blocked iterations against the papers and their theory: sweeps, spectral radii, refusals; the aggregation of
 * levels against products of ratios, the reduction in two steps against a plain one. */
#include "tests/support/blocktri_cases.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/config/config.h"
#include "base/memory.h"
#include "solvers/sparse/convergence.h"
#include "solvers/sparse/hbisa/aggregation.h"
#include "solvers/sparse/max_reduce.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

/* A system to be solved, by one method after the other. */
struct task {
    enum question question;
    struct matrix *a;
    const real *b; /* or NULL: 0 */
    real *x;
    struct outcome outcome;
};

/* By a method with options; the report of the framework. */
static enum status solve(struct task *p, const char *method, const char *text)
{
    const struct solver *solver;
    const struct exec exec = exec_host(1);
    const struct shape shape = shape_blocktri(p->question, p->a, NULL, 0);
    const struct system system = {KIND_BLOCKTRI, .blocktri = {.matrix = p->a}, .x = p->x, .outcome = &p->outcome};
    struct config *config;
    struct plan *plan;
    good(solver_find(KIND_BLOCKTRI, method, HOST, &solver));
    void *const values = calloc(1, solver->options_bytes);
    assert_non_null(values);
    good(config_parse(&config, method, text));
    good(section_read(config, config_root(config), solver->options, values));
    for (int64_t i = 0; i < p->a->n; i++) p->x[i] = p->b ? p->b[i] : 0;
    enum status s = plan_make(&plan, solver, &shape, values, &exec);
    if (s == ST_OK) s = plan_solve(plan, &system);
    plan_free(plan);
    config_free(config);
    free(values);
    return s;
}

static struct task task(enum question question, struct matrix *a, const real *b)
{
    struct task p = {.question = question, .a = a, .b = b};
    p.x = calloc((size_t)a->n, sizeof *p.x);
    assert_non_null(p.x);
    return p;
}

static void over(struct task *p)
{
    matrix_free(p->a);
    free(p->x);
}

static struct task cloud(const char *name, double load)
{
    struct cloud of = cloud_usual();
    struct model *m;
    struct matrix *a;
    of.load = load;
    good(cloud_named(&of, name));
    good(model_make(&m, &of));
    good(qbd_matrix(&a, HYBRID, &m->levels, 0));
    model_free(m);
    return task(STATIONARY, a, NULL);
}

#ifndef BANDSTAND_FLOAT /* where the paper's rule of steps of 1e-7 has another meaning */
static void test_sweeps(void **state)
{
    static const struct {
        const char *cloud;
        int gs, redblack, aggregated, damped;
    } counts[] = {
        {"Cloud16-100", 126, 98, 9, 200},
        {"Cloud32-100", 83, 56, 10, 116},
        {"Cloud64-100", 60, 33, 12, 70},
        {"Cloud16-500", 486, 346, 6, 698},
    };
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct task p = cloud(counts[i].cloud, 0.5);
        good(solve(&p, "hbisa_gs", "stop = \"step\";"));
        assert_int_equal(p.outcome.iterations, counts[i].gs);
        good(solve(&p, "hbisa_redblack", "stop = \"step\";"));
        assert_int_equal(p.outcome.iterations, counts[i].redblack);
        good(solve(&p, "hbisa_redblack", "stop = \"step\"; aggregation = true;"));
        assert_int_equal(p.outcome.iterations, counts[i].aggregated);
        good(solve(&p, "hbisa_jacobi", "stop = \"step\"; damping = 0.9;"));
        assert_int_equal(p.outcome.iterations, counts[i].damped);
        over(&p);
    }
}
#endif

static void test_twenty_sweeps_are_enough(void **state)
{
    (void)state;
    for (int i = 0; i < CLOUD_NAMES; i++) {
        struct task p = cloud(cloud_names[i].name, 0.5);
        good(solve(&p, "hbisa_redblack", "aggregation = true; iterations_max = 20;"));
        assert_int_equal(p.outcome.info, 0);
        assert_true(p.outcome.residual <= (sizeof(real) == sizeof(double) ? 1e-10 : 1e-5));
        over(&p);
    }
}

/* With more tasks than all servers can do almost none is ever turned off: diagonal blocks are as good as singular. */
static void test_overload(void **state)
{
    (void)state;
    for (int aggregated = 0; aggregated < 2; aggregated++) {
        struct task p = cloud("Cloud64-100", 3);
        good(solve(&p, "hbisa_redblack", aggregated ? "aggregation = true;" : "iterations_max = 10;"));
        assert_true(p.outcome.info == 0 || !aggregated);
        for (int64_t i = 0; i < p.a->n; i++) assert_true(p.x[i] >= 0 && isfinite(p.x[i]));
        over(&p);
    }
}

/* Spectral radii of block Jacobi, and of Gauss-Seidel: the square, in either order, as for any 2-cyclic matrix; and the
 * sweeps that they predict. */
static void test_paper(void **state)
{
    struct blocktri_case s;
    struct matrix *a;
    double history[2000];
    static const struct {
        const char *method;
        double radius;
    } found[] = {{"hbisa_jacobi", 0.9612}, {"hbisa_gs", 0.9239}, {"hbisa_redblack", 0.9239}};
    (void)state;
    blocktri_case_make(&s, BLOCKS_PAPER, &seed);
    assert_true(fabs(s.determinant + 5831448) < 0.001);
    good(matrix_make(&a, HYBRID, s.n, s.block, s.start, s.column, s.value));
    assert_int_equal(a->entries, 3 * 9 + 12);
    struct task p = task(LINEAR, a, s.b);
    p.outcome = (struct outcome){.history = history, .capacity = 2000};
    for (int i = 0; i < 3; i++) {
        good(solve(&p, found[i].method, ""));
        const double factor = convergence_factor(&p.outcome), most = sizeof(real) == sizeof(double) ? 1e-10 : 1e-5;
        assert_int_equal(p.outcome.info, 0);
        assert_true(fabs(factor - found[i].radius) < 2e-3);
        assert_true(fabs(convergence_predict(found[i].radius, history[0], most) / (double)p.outcome.iterations - 1) <
                    0.3);
    }
    over(&p);
    blocktri_case_free(&s);
}

/* All of them solve the diagonal blocks; one word names which. */
static void test_inner(void **state)
{
    struct blocktri_case s;
    char text[80];
    int tried = 0;
    (void)state;
    blocktri_case_make(&s, 1, &seed);
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const inner = solver_at(i);
        const char *const methods[] = {"hbisa_redblack", "hbisa_gs"};
        struct matrix *a;
        if (inner->kind != KIND_TRIDIAG || inner->space != HOST) continue;
        good(matrix_make(&a, CSR, s.n, s.block, s.start, s.column, s.value));
        struct task p = task(STATIONARY, a, NULL);
        snprintf(text, sizeof text, "inner = \"%s\"; aggregation = true;", inner->method);
        for (int k = 0; k < 2; k++) {
            const enum status st = solve(&p, methods[k], text);
            if (st == ST_OK) {
                tried++;
                if (p.outcome.info != 0)
                    fail_msg("%s: info %lld, residual %g", text, (long long)p.outcome.info, p.outcome.residual);
                assert_true(blocktri_case_error(&s, p.x, NULL) < (sizeof(real) == sizeof(double) ? 1e-8 : 1e-3));
            } else {
                assert_non_null(strstr(fail_text(), "inner: "));
            }
        }
        over(&p);
    }
    assert_true(tried >= 30);
    blocktri_case_free(&s);
}

static void said(enum status s, const char *what)
{
    assert_int_equal(s, ST_REFUSED);
    if (!strstr(fail_text(), what) || strchr(fail_text(), '\n')) fail_msg("'%s' lacks '%s'", fail_text(), what);
}

static void test_refusals(void **state)
{
    static const int64_t start[] = {0, 1, 2}, far_start[] = {0, 3, 5, 7};
    static const int32_t column[] = {1, 0}, far_column[] = {0, 1, 2, 0, 1, 0, 2};
    static const real value[] = {1, 1}, far_value[] = {2, -1, -1, -1, 1, -1, 1}, b[] = {1, 1, 1};
    struct matrix *a;
    (void)state;
    struct task p = cloud("Cloud16-100", 0.5);
    said(solve(&p, "hbisa_jacobi", ""), "-1");
    said(solve(&p, "hbisa_jacobi", "aggregation = true;"), "damping below 1");
    assert_int_equal(solve(&p, "hbisa_gs", "inner = \"thomson\";"), ST_CONFIG);
    assert_non_null(strstr(fail_text(), "thomas"));
    p.question = LINEAR;
    said(solve(&p, "hbisa_gs", "aggregation = true;"), "aggregation = false");
    over(&p);

    /* A is regular, D is not: the paper's lemma takes the one for the other. */
    good(matrix_make(&a, CSR, 2, 1, start, column, value));
    p = task(LINEAR, a, b);
    good(solve(&p, "hbisa_jacobi", ""));
    assert_int_equal(p.outcome.info, 1);
    over(&p);

    /* States 0 and 2 are not neighbours. */
    good(matrix_make(&a, CSR, 3, 1, far_start, far_column, far_value));
    p = task(STATIONARY, a, NULL);
    good(solve(&p, "hbisa_gs", ""));
    assert_int_equal(p.outcome.info, 0);
    assert_true(fabs((double)p.x[1] - 1.0 / 3) < 1e-4);
    said(solve(&p, "hbisa_gs", "aggregation = true;"), "not neighbours");
    over(&p);
}

/* All levels have one phase: one step gives the answer, even of 1e-300, whatever the guess. */
static void test_aggregation(void **state)
{
    enum { LEVELS = 400 };
    const double most = sizeof(real) == sizeof(double) ? 250 : 30;
    real x[LEVELS], rise[LEVELS], fall[LEVELS];
    double mass[LEVELS], up[LEVELS], down[LEVELS];
    long double exact[LEVELS], sum = 0;
    (void)state;
    for (int t = 0; t < 50; t++) {
        for (int j = 0; j < LEVELS; j++) {
            /* To and fro over `most` decades, twice, in steps that would overflow if they were all taken at once. */
            const double slope = most / (LEVELS / 4.0) * (j / (LEVELS / 4) % 2 ? 1 : -1);
            rise[j] = (real)(1 + random_unit(&seed));
            fall[j] = (real)((1 + random_unit(&seed)) * pow(10, -slope));
            x[j] = (real)pow(10, -10 * random_unit(&seed));
        }
        sum = exact[0] = 1;
        for (int j = 1; j < LEVELS; j++) {
            exact[j] = exact[j - 1] * (long double)rise[j - 1] / (long double)fall[j];
            sum += exact[j];
        }
        const struct aggregation a = {LEVELS, 1, rise, fall, mass, up, down};
        aggregation_apply(&a, x, 1);
        for (int j = 0; j < LEVELS; j++) {
            const double right = (double)(exact[j] / sum);
            if (right > (sizeof(real) == sizeof(double) ? 1e-290 : 1e-36))
                assert_true(fabs((double)x[j] / right - 1) < 4 * LEVELS * (double)REAL_EPS);
        }
    }
}

/* A level without mass, and flows of 0, leave everything else unchanged. */
static void test_aggregation_of_nothing(void **state)
{
    real x[3] = {1, 0, 3}, rise[3] = {1, 1, 0}, fall[3] = {0, 1, 1};
    double mass[3], up[3], down[3];
    const struct aggregation a = {3, 1, rise, fall, mass, up, down};
    (void)state;
    aggregation_apply(&a, x, 1);
    assert_true(fabs((double)x[0] - 0.25) < 1e-6 && x[1] == 0 && fabs((double)x[2] - 0.75) < 1e-6);
}

static void test_largest(void **state)
{
    enum { MOST = 70 };
    static real v[MOST * MOST];
    (void)state;
    for (int t = 0; t < 300; t++) {
        const int64_t blocks = 1 + (int64_t)(random_unit(&seed) * MOST),
                      size = 1 + (int64_t)(random_unit(&seed) * MOST);
        real plain = 0;
        for (int64_t i = 0; i < blocks * size; i++) {
            v[i] = (real)random_unit(&seed);
            plain = v[i] > plain ? v[i] : plain;
        }
        const int64_t lost = (int64_t)(random_unit(&seed) * (double)(blocks * size));
        if (t % 10 == 9) v[lost] = (real)NAN;
        const real found = largest(v, blocks, size);
        assert_true(t % 10 == 9 ? isnan(found) : found == plain);
    }
}

static int nothing_left(void **state)
{
    (void)state;
    return mem_held(HOST) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifndef BANDSTAND_FLOAT
        cmocka_unit_test_teardown(test_sweeps, nothing_left),
#endif
        cmocka_unit_test_teardown(test_twenty_sweeps_are_enough, nothing_left),
        cmocka_unit_test_teardown(test_overload, nothing_left),
        cmocka_unit_test_teardown(test_paper, nothing_left),
        cmocka_unit_test_teardown(test_inner, nothing_left),
        cmocka_unit_test_teardown(test_refusals, nothing_left),
        cmocka_unit_test(test_aggregation),
        cmocka_unit_test(test_aggregation_of_nothing),
        cmocka_unit_test(test_largest),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests_name("hbisa", tests, NULL, NULL);
}
