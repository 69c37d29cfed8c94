/* Poisson's equation where eps and q vary along several axes: against matrices that are eliminated, direct solutions of
 * layers, exact answers, and balances; refusals. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/result/answers.h"
#include "base/result/store.h"
#include "tests/support/poisson/poisson_dense.h"

static const double eps = (double)REAL_EPS;
static const char *const methods[] = {"thomas_simd", "thomas"};

static void any_box_has_the_solution_of_its_matrix(void **state)
{
    enum { PROBLEMS = 120 };
    uint64_t seed = 3811;
    int iterated = 0;
    (void)state;
    for (int k = 0; k < PROBLEMS; k++) {
        struct dense_problem p = dense_draw(&seed);
        char text[4096];
        double u[DENSE_MOST * DENSE_MOST * DENSE_MOST], off = 0, most = 0;
        int64_t count;
        p.eps = (enum dense_eps)(1 + dense_below(&seed, 3)), p.q_varies = dense_below(&seed, 2);
        if (dense_level_free(&p)) continue;
        dense_print(text, sizeof text, &p);
        dense_solve(&p, u);
        struct trial t = trial_done("poisson", text, NULL, methods[k % 2], 2);
        const real *const v = trial_field(&t, &count);
        for (int64_t i = 0; i < count; i++) off = fmax(off, fabs((double)v[i] - u[i])), most = fmax(most, fabs(u[i]));
        if (!(off <= (2e-12 + 500 * eps) * most))
            fail_msg("seed 3811, problem %d: %g eps off: %s", k, off / most / eps, text);
        iterated += metrics_get(&t.sim.metrics, "iterations") > 1;
        trial_end(&t);
    }
    assert_true(iterated > 40);
}

/* Layers as a formula of all coordinates are solved by iterations, to the answers of the direct solution. */
static void layers_are_those_of_the_direct_solution(void **state)
{
    static const char *const names[] = {"energy", "steepest_gradient", "highest_value", "mean_value"};
    static const char text[] =
        "grid = { n = [9, 8, 12]; upper = [1.0, 1.0, 1.0]; nodes_along = %s; places_along = { z = \"(s+s^2)/2\"; }; };"
        "eps = \"(1+z*z)%s\"; q = \"z\"; f = \"x*y\"; iteration = { tolerance = 1e-13; }; gradient = true;"
        "boundary = { x_lower = { kind = \"dirichlet\"; value = \"y\"; }; y_upper = { flux = 2.0; };"
        "z_lower = { kind = \"robin\"; h = 3.0; ambient = \"x\"; }; };";
    (void)state;
    for (int node = 0; node < 3; node++) {
        static const char *const nodes[] = {"[]", "[\"x\", \"z\"]", "[\"x\", \"y\", \"z\"]"};
        char given[1024];
        int64_t count;
        snprintf(given, sizeof given, text, nodes[node], "");
        struct trial a = trial_done("poisson", given, NULL, "thomas", 2);
        snprintf(given, sizeof given, text, nodes[node], "+0*x");
        struct trial b = trial_done("poisson", given, NULL, "thomas", 2);
        assert_true(metrics_get(&b.sim.metrics, "iterations") > 0);
        assert_true(trial_difference(&a, &b) <= 2000);
        assert_int_equal(a.sim.app->report(&a.sim), ST_OK);
        assert_int_equal(b.sim.app->report(&b.sim), ST_OK);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            near(answers_find(&b.sim.answers, NULL, names[k])->value,
                 answers_find(&a.sim.answers, NULL, names[k])->value, 1e4 * eps, names[k]);
        for (int f = 0; f < 3; f++) {
            static const char *const faces[] = {"x_lower", "y_upper", "z_lower"};
            near(answers_find(&b.sim.answers, faces[f], "inflow")->value,
                 answers_find(&a.sim.answers, faces[f], "inflow")->value, 1e5 * eps, faces[f]);
        }
        for (int d = 0; d < 3; d++) {
            static const char *const slopes[] = {"gradient_x", "gradient_y", "gradient_z"};
            const real *const u = field_of(&a, slopes[d]).data, *const v = field_of(&b, slopes[d]).data;
            trial_field(&a, &count);
            for (int64_t i = 0; i < count; i++)
                if (!(fabs((double)u[i] - (double)v[i]) <= 1e5 * eps))
                    fail_msg("%s: %g", slopes[d], (double)(u[i] - v[i]));
        }
        answers_free(&a.sim.answers);
        answers_free(&b.sim.answers);
        trial_end(&b);
        trial_end(&a);
    }
}

/* u = (2 + sin 2x)(1 + y^2) exp(-z) with eps = exp(x y) (1 + z / 2), and q. */
static double error_of(int n, bool node)
{
    char text[4096];
    snprintf(text, sizeof text,
             "grid = { n = %d; upper = [1.0, 1.0, 1.0]; centering = \"%s\"; places_along = { x = \"(s+s^2)/2\"; }; };"
             "eps = \"exp(x*y)*(1+z/2)\"; q = \"x+y*z\"; exact = \"(2+sin(2*x))*(1+y^2)*exp(-z)\";"
             "f = \"exp(x*y-z)*((1+z/2)*((1+y^2)*(2*y*cos(2*x)-4*sin(2*x)) + (2+sin(2*x))*(2+2*x*y + 1+y^2))"
             " - (2+sin(2*x))*(1+y^2)/2) - (x+y*z)*(2+sin(2*x))*(1+y^2)*exp(-z)\"; boundary = {"
             "x_lower = { kind = \"dirichlet\"; value = \"2*(1+y^2)*exp(-z)\"; };"
             "x_upper = { kind = \"robin\"; h = 2.0; ambient = \"(2+sin(2)+exp(y)*(1+z/2)*cos(2))*(1+y^2)*exp(-z)\"; };"
             "y_upper = { flux = \"exp(x)*(1+z/2)*2*(2+sin(2*x))*exp(-z)\"; };"
             "z_lower = { kind = \"robin\"; h = 0.5; ambient = \"(2+sin(2*x))*(1+y^2)*(1+exp(x*y)/0.5)\"; };"
             "z_upper = { kind = \"dirichlet\"; value = \"(2+sin(2*x))*(1+y^2)*exp(-1)\"; }; };",
             n + node, node ? "node" : "cell");
    struct trial t = trial_done("poisson", text, NULL, "thomas_simd", 2);
    const double error = metrics_get(&t.sim.metrics, "error");
    trial_end(&t);
    return error;
}

static void smooth_coefficients_are_of_second_order(void **state)
{
    const int n = sizeof(real) == sizeof(double) ? 16 : 8;
    (void)state;
    for (int node = 0; node < 2; node++) {
        const double coarse = error_of(n, node), fine = error_of(2 * n, node);
        if (!(log2(coarse / fine) >= 1.8)) fail_msg("%s: %g, then %g", node ? "nodes" : "cells", coarse, fine);
    }
}

#define INCLUSION "x > 0.25 && x < 0.75 && y > 0.5 ? %g : 1"
static void print_inclusion(char *out, size_t size, int n, double contrast, const char *more)
{
    snprintf(out, size, "grid = { n = [%d, %d]; upper = [1.0, 1.0]; }; eps = \"" INCLUSION "\"; f = \"cos(3*x)-y\"; %s",
             n, n, contrast, more);
}

/* Iterations depend on the contrast of eps, not on the grid. The flow in through the faces equals the sinks. */
static void iterations_do_not_grow_with_the_grid(void **state)
{
    double count[2];
    char text[1024];
    (void)state;
    for (int k = 0; k < 2; k++) {
        print_inclusion(text, sizeof text, k ? 128 : 32, 50,
                        "boundary = { y_lower = { kind = \"dirichlet\"; value = 1.0; }; x_upper = { flux = \"y\"; };"
                        "y_upper = { kind = \"robin\"; h = 2.0; }; };");
        struct trial t = trial_done("poisson", text, NULL, "thomas_simd", 2);
        count[k] = metrics_get(&t.sim.metrics, "iterations");
        assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
        double sum = 0;
        static const char *const faces[] = {"x_upper", "y_lower", "y_upper"};
        for (int f = 0; f < 3; f++) sum += answers_find(&t.sim.answers, faces[f], "inflow")->value;
        const double n = k ? 128 : 32; /* f is taken in the middles of cells */
        const double taken = -0.5 + sin(3.0) / 3 * (1.5 / n) / sin(1.5 / n);
        if (!(fabs(sum - taken) <= 1e-6 + 1e4 * eps)) fail_msg("%.17g flows in, not %.17g", sum, taken);
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
    if (!(count[1] <= 1.3 * count[0] + 2 && count[0] > 5)) fail_msg("%g, then %g iterations", count[0], count[1]);
}

/* The conductivity of a square array of fibres of ten times that of the matrix between them, with a volume share of a
 * fifth: 1.39146, by the series of W. T. Perrins, D. R. McKenzie, R. C. McPhedran, Proc. R. Soc. Lond. A 369 (1979)
 * 207. */
static void a_composite_conducts_as_known(void **state)
{
    static const char text[] =
        "grid = { n = 96; upper = [1.0, 1.0]; }; eps = \"(x-0.5)^2 + (y-0.5)^2 < 0.2/pi ? 10 : 1\"; boundary = {"
        "x_lower = { kind = \"dirichlet\"; }; x_upper = { kind = \"dirichlet\"; value = 1.0; }; };";
    (void)state;
    struct trial t = trial_done("poisson", text, NULL, "thomas_simd", 2);
    assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
    near(answers_find(&t.sim.answers, "x_upper", "inflow")->value, 1.39146, 2e-3, "conductivity");
    near(2 * answers_find(&t.sim.answers, NULL, "energy")->value, 1.39146, 2e-3, "twice the energy");
    answers_free(&t.sim.answers);
    trial_end(&t);
}

/* Without a level the mean of f is removed, and u gets the one that is given. */
static void what_has_no_level_is_given_one(void **state)
{
    char text[1024];
    (void)state;
    print_inclusion(text, sizeof text, 24, 5, "mean = 3.5;");
    struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
    near(series_at(&t, "mean", 0), 3.5, 1000 * eps, "mean");
    assert_true(fabs(series_at(&t, "removed", 0)) > 0.01);
    trial_end(&t);
}

static void bits_do_not_depend_on_threads(void **state)
{
    char text[1024];
    (void)state;
    exec_small_work(0);
    print_inclusion(text, sizeof text, 40, 20, "q = \"x*y\"; times = [0.0, 1.0];");
    struct trial a = trial_done("poisson", text, NULL, "thomas_simd", 1);
    for (int threads = 2; threads < 7; threads += 2) {
        struct trial b = trial_done("poisson", text, NULL, "thomas_simd", threads);
        assert_true(trial_difference(&a, &b) == 0);
        assert_true(series_at(&a, "iterations", 1) == series_at(&b, "iterations", 1));
        trial_end(&b);
    }
    trial_end(&a);
}

/* A dataset of one number per cell gives the values of a formula with the same jumps. */
static void datasets_vary_too(void **state)
{
    enum { N = 16 };
    char *const path = temporary("eps.h5", NULL);
    double of[N][N];
    char text[1024], given[2048], set[512];
    (void)state;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) of[j][i] = i >= N / 4 && i < 3 * N / 4 && j >= N / 2 ? 7 : 1;
    const struct array array = {.name = "eps", .type = REAL64, .rank = 2, .dims = {N, N}, .data = of};
    struct store *store;
    good(store_create(&store, path));
    good(store_array(store, "/", &array));
    good(store_commit(store));
    print_inclusion(text, sizeof text, N, 7, "boundary = { y_lower = { kind = \"dirichlet\"; }; };");
    snprintf(given, sizeof given, "%s", text);
    snprintf(set, sizeof set, "eps={file=\"%s\";dataset=\"eps\";}", path);
    struct trial a = trial_done("poisson", given, NULL, "thomas", 2);
    struct trial b = trial_done("poisson", given, (const char *[]){set, NULL}, "thomas", 2);
    assert_true(trial_difference(&a, &b) == 0);
    trial_end(&b);
    trial_end(&a);
    unlink(path);
    free(path);
}

static void what_cannot_be_is_refused(void **state)
{
#define BOX "grid = { n = 16; upper = [1.0, 1.0]; }; f = \"x\"; boundary = { x_lower = { kind = \"dirichlet\"; }; };"
    static const struct {
        const char *text, *method, *words;
        enum status status;
    } cases[] = {
        {BOX "eps = \"1+100*x*y\"; iteration = { iterations_max = 2; };", "thomas",
         "after 2 iterations the residual is ", ST_FAILED},
        {BOX "eps = \"x*y-0.1\";", "thomas", "is not above 0", ST_CONFIG},
        {BOX "eps = \"1+x\"; q = \"x*y-1\";", "thomas", "is below 0", ST_CONFIG},
        {BOX "eps = \"1+x*z\";", "thomas", "eps: ", ST_CONFIG},
        {BOX "eps = \"1+x\";", "transforms", "need one eps and one q", ST_REFUSED},
        {BOX "eps = \"1+x\"; eigenvalues = \"spectral\";", "thomas",
         "eigenvalues: spectral eigenvalues are for coefficients that vary only along the tridiagonal axis", ST_CONFIG},
        {BOX "eps = \"1+x\"; iteration = { tolerance = 0.0; };", "thomas", "iteration.tolerance", ST_CONFIG},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("poisson", cases[i].status, cases[i].words, cases[i].text, cases[i].method);
}

static void failed_allocations_leave_nothing(void **state)
{
    char text[1024];
    int64_t failed = 0;
    (void)state;
    print_inclusion(text, sizeof text, 8, 3, "");
    for (int64_t k = 1, passed = 0; passed < 10; k = allocation_after(k)) {
        struct trial t;
        mem_fail_at(k);
        const enum status s = trial_complete(&t, "poisson", text, NULL, "thomas", exec_host(2));
        mem_fail_at(0);
        if (s == ST_OK) trial_end(&t);
        passed = s == ST_OK ? passed + 1 : 0;
        failed += s == ST_NOMEM;
        if (s != ST_OK && s != ST_NOMEM) fail_msg("allocation %lld: %s", (long long)k, fail_text());
        if (mem_held(HOST)) fail_msg("allocation %lld: memory left", (long long)k);
    }
    assert_true(failed > 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(any_box_has_the_solution_of_its_matrix, nothing_left),
        cmocka_unit_test_teardown(layers_are_those_of_the_direct_solution, nothing_left),
        cmocka_unit_test(smooth_coefficients_are_of_second_order),
        cmocka_unit_test(iterations_do_not_grow_with_the_grid),
        cmocka_unit_test_teardown(a_composite_conducts_as_known, nothing_left),
        cmocka_unit_test_teardown(what_has_no_level_is_given_one, nothing_left),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test_teardown(datasets_vary_too, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_is_refused, nothing_left),
        cmocka_unit_test_teardown(failed_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
