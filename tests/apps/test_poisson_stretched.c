/* Poisson's equation where every axis is stretched: against the same problem solved with other axes transformed, exact
 * answers, and balances; faults of its keys. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/result/answers.h"

static const double eps = (double)REAL_EPS;
static const char *const methods[] = {"thomas_simd", "transforms"};

/* Ends of x, y and z. */
static const char *const ends[] = {
    "boundary = { x_lower = { kind = \"dirichlet\"; value = \"y*z\"; }; y_upper = { kind = \"dirichlet\"; };"
    "y_lower = { kind = \"dirichlet\"; value = 2.0; }; z_lower = { flux = \"x-y\"; }; };",
    "boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; };"
    "z_lower = { kind = \"dirichlet\"; }; z_upper = { flux = \"x\"; }; };",
    "boundary = { y_lower = { kind = \"periodic\"; }; y_upper = { kind = \"periodic\"; };"
    "z_lower = { kind = \"periodic\"; }; z_upper = { kind = \"periodic\"; }; };",
    "",
};
enum { ENDS = sizeof ends / sizeof *ends };

#define PLACES "places_along = { x = \"s-sin(2*pi*s)/8\"; y = \"2*(s+s^2)/2\"; z = \"(exp(2*s)-1)/(exp(2)-1)\"; };"

static void print(char *out, size_t size, int which, bool node, const char *axis)
{
    snprintf(out, size,
             "grid = { n = [13, 12, 11]; upper = [1.0, 2.0, 1.0]; centering = \"%s\"; " PLACES " };"
             "tridiagonal_axis = \"%s\"; eps = 1.5; f = \"sin(7*x+y*z)\"; %s",
             node ? "node" : "cell", axis, ends[which]);
}

/* Whichever axis is the tridiagonal one, the equations are the same. */
static void any_axis_is_transformed(void **state)
{
    static const struct {
        const char *axis, *method;
    } by[] = {{"y", "thomas"}, {"z", "cr_pcr"}, {"x", "transforms"}, {"z", "transforms"}};
    char text[1024];
    (void)state;
    for (int which = 0; which < ENDS; which++)
        for (int node = 0; node < 2; node++) {
            print(text, sizeof text, which, node, "x");
            struct trial first = trial_done("poisson", text, NULL, "thomas_simd", 2);
            assert_true(series_at(&first, "residual", 0) <= 50 * eps);
            for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
                print(text, sizeof text, which, node, by[k].axis);
                struct trial other = trial_done("poisson", text, NULL, by[k].method, 2);
                const double differ = trial_difference(&first, &other);
                if (!(series_at(&other, "residual", 0) <= 50 * eps && differ <= 2000))
                    fail_msg("ends %d, %s, %s along %s: residual %g eps, %g eps from the first", which,
                             node ? "nodes" : "cells", by[k].method, by[k].axis, series_at(&other, "residual", 0) / eps,
                             differ);
                trial_end(&other);
            }
            trial_end(&first);
        }
}

/* Places that are evenly spaced are those of a grid without places. */
static void even_places_change_nothing(void **state)
{
    char text[1024];
    (void)state;
    for (int which = 0; which < ENDS; which++)
        for (int node = 0; node < 2; node++)
            for (int all = 0; all < 2; all++) {
                static const char *const sets[] = {"grid.places_along.x=\"s\"", "grid.places_along.y=\"2*s\"",
                                                   "grid.places_along.z=\"s\"", NULL};
                snprintf(text, sizeof text,
                         "grid = { n = [17, 8, 9]; upper = [1.0, 2.0, 1.0]; centering = \"%s\"; };"
                         "f = \"sin(7*x+y*z)\"; %s",
                         node ? "node" : "cell", ends[which]);
                struct trial even = trial_done("poisson", text, NULL, all ? "transforms" : "thomas", 2);
                struct trial given = trial_done("poisson", text, sets, all ? "transforms" : "thomas", 2);
                assert_true(trial_difference(&even, &given) <= 500);
                trial_end(&given);
                trial_end(&even);
            }
}

/* u = cos(pi x) cos(pi y) + mean, whatever constant is added to f. */
static void what_has_no_level_is_given_one(void **state)
{
    static const char text[] = "grid = { n = [80, 64]; upper = [1.0, 1.0]; places_along = { x = \"s-sin(2*pi*s)/10\";"
                               "y = \"(s+s^2)/2\"; }; }; mean = 3.5; f = \"0.25 - 2*pi^2*cos(pi*x)*cos(pi*y)\";"
                               "exact = \"cos(pi*x)*cos(pi*y)\";";
    (void)state;
    for (int m = 0; m < 2; m++) {
        struct trial t = trial_done("poisson", text, NULL, methods[m], 2);
        assert_true(fabs(series_at(&t, "removed", 0) - 0.25) <= 1e-3);
        assert_true(fabs(series_at(&t, "mean", 0) - 3.5) <= 100 * eps);
        assert_true(series_at(&t, "residual", 0) <= 50 * eps);
        assert_true(series_at(&t, "error", 0) <= 1e-3);
        trial_end(&t);
    }
}

/* div(eps grad u) over the box equals the inflow through the faces: Gauss. The layers of eps lie along z. */
static void what_flows_in_is_what_sources_take(void **state)
{
    static const char *const faces[] = {"x_lower", "x_upper", "y_lower", "y_upper", "z_lower"};
    static const char text[] =
        "grid = { n = [12, 9, 15]; upper = [1.0, 2.0, 1.0]; " PLACES " }; f = 3.0; eps = \"1+z\";"
        "boundary = { x_lower = { kind = \"dirichlet\"; value = \"y\"; }; x_upper = { flux = \"z\"; };"
        "y_lower = { kind = \"dirichlet\"; }; y_upper = { kind = \"dirichlet\"; value = 1.0; };"
        "z_lower = { kind = \"dirichlet\"; value = \"x\"; }; };";
    double sum = 0;
    (void)state;
    struct trial t = trial_done("poisson", text, NULL, "thomas_simd", 2);
    assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
    for (int f = 0; f < 5; f++) sum += answers_find(&t.sim.answers, faces[f], "inflow")->value;
    if (!(fabs(sum - 6) <= 2000 * eps)) fail_msg("%.17g flows in", sum);
    answers_free(&t.sim.answers);
    trial_end(&t);
}

/* The largest error of the derivative along x of (2 + sin 2x)(1 + y^2) exp(-z), at the points of the mesh; in the
 * middle half of each axis, since in cells next to a face that prescribes u it is of first order on any grid. */
static double error_of_gradient(int n, bool node)
{
    char text[2048];
    snprintf(text, sizeof text,
             "grid = { n = %d; upper = [1.0, 2.0, 1.0]; centering = \"%s\"; " PLACES " }; gradient = true;"
             "f = \"exp(-z)*((1+y^2)*(2-3*sin(2*x))+2*(2+sin(2*x)))\"; boundary = {"
             "x_lower = { kind = \"dirichlet\"; value = \"2*(1+y^2)*exp(-z)\"; };"
             "x_upper = { flux = \"2*cos(2)*(1+y^2)*exp(-z)\"; };"
             "y_upper = { flux = \"4*(2+sin(2*x))*exp(-z)\"; };"
             "z_lower = { flux = \"(2+sin(2*x))*(1+y^2)\"; };"
             "z_upper = { kind = \"dirichlet\"; value = \"(2+sin(2*x))*(1+y^2)*exp(-1)\"; }; };",
             n + node, node ? "node" : "cell");
    struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
    const struct array field = field_of(&t, "gradient_x");
    struct mesh mesh;
    double worst = 0;
    assert_true(t.sim.app->mesh(&t.sim, &mesh) && mesh.at[0] && mesh.at[1] && mesh.at[2]);
    for (int64_t p = 0; p < mesh.n[0] * mesh.n[1] * mesh.n[2]; p++) {
        const int64_t at[3] = {p % mesh.n[0], p / mesh.n[0] % mesh.n[1], p / mesh.n[0] / mesh.n[1]};
        const double x = mesh.at[0][at[0]], y = mesh.at[1][at[1]], z = mesh.at[2][at[2]];
        const double is = (double)((const real *)field.data)[p], should = 2 * cos(2 * x) * (1 + y * y) * exp(-z);
        bool inside = true;
        for (int d = 0; d < 3; d++) inside &= at[d] >= n / 4 && at[d] < 3 * n / 4;
        if (inside) worst = fmax(worst, fabs(is - should));
    }
    trial_end(&t);
    return worst;
}

static void gradients_are_of_second_order(void **state)
{
    const int n = sizeof(real) == sizeof(double) ? 32 : 12;
    (void)state;
    for (int node = 0; node < 2; node++) {
        const double coarse = error_of_gradient(n, node), fine = error_of_gradient(2 * n, node);
        if (!(log2(coarse / fine) >= 1.7)) fail_msg("%s: %g, then %g", node ? "nodes" : "cells", coarse, fine);
    }
}

/* Laminar flow in a square duct: the largest velocity over that of the mean, 2.0963, and the friction factor times the
 * Reynolds number, 2 / mean of u = 56.908 (R. K. Shah, A. L. London, Laminar Flow Forced Convection in Ducts, 1978,
 * table 42). */
static void flow_in_a_duct(void **state)
{
    static const char text[] =
        "grid = { n = 129; upper = [1.0, 1.0]; places_along = { x = \"(1+tanh(2*(2*s-1))/tanh(2))/2\";"
        "y = \"(1+tanh(2*(2*s-1))/tanh(2))/2\"; }; }; f = -1.0; boundary = {"
        "x_lower = { kind = \"dirichlet\"; }; x_upper = { kind = \"dirichlet\"; };"
        "y_lower = { kind = \"dirichlet\"; }; y_upper = { kind = \"dirichlet\"; }; };";
    (void)state;
    struct trial t = trial_done("poisson", text, NULL, "transforms", 2);
    near(2 / series_at(&t, "mean", 0), 56.908, 1e-3, "friction");
    near(series_at(&t, "max", 0) / series_at(&t, "mean", 0), 2.0963, 2e-3, "peak");
    trial_end(&t);
}

/* Spacings that differ by a factor of 400, where the matrices are far from orthogonal. */
static void steep_grids_are_solved_too(void **state)
{
    static const char text[] =
        "grid = { n = [96, 80]; upper = [1.0, 1.0]; places_along = { x = \"(exp(6*s)-1)/(exp(6)-1)\";"
        "y = \"1-(exp(6*(1-s))-1)/(exp(6)-1)\"; }; }; f = \"cos(9*x*y)\"; boundary = { %s };";
    static const char *const faces[] = {
        "x_lower = { kind = \"dirichlet\"; value = 1.0; };", "",
        "y_lower = { kind = \"periodic\"; }; y_upper = { kind = \"periodic\"; };",
        "y_upper = { kind = \"dirichlet\"; value = 1.0; }; y_lower = { kind = \"dirichlet\"; };"};
    (void)state;
    for (size_t f = 0; f < sizeof faces / sizeof *faces; f++)
        for (int m = 0; m < 2; m++) {
            char given[1024];
            snprintf(given, sizeof given, text, faces[f]);
            struct trial t = trial_done("poisson", given, NULL, methods[m], 2);
            const double residual = series_at(&t, "residual", 0) / eps;
            if (!(residual <= 50)) fail_msg("%s, %s: residual %g eps", methods[m], faces[f], residual);
            trial_end(&t);
        }
}

static void bits_do_not_depend_on_threads(void **state)
{
    char text[1024];
    (void)state;
    exec_small_work(0);
    print(text, sizeof text, 0, false, "z");
    for (int m = 0; m < 2; m++) {
        struct trial a = trial_done("poisson", text, NULL, methods[m], 1);
        for (int threads = 2; threads < 8; threads += 2) {
            struct trial b = trial_done("poisson", text, NULL, methods[m], threads);
            int64_t count, other;
            const real *const u = trial_field(&a, &count), *const v = trial_field(&b, &other);
            assert_int_equal(count, other);
            assert_memory_equal(u, v, (size_t)count * sizeof *u);
            trial_end(&b);
        }
        trial_end(&a);
    }
}

static void wrong_keys_are_reported(void **state)
{
#define GRID(more) "grid = { n = 4; upper = [1.0, 1.0]; " more " };"
    static const struct {
        const char *text, *method, *words;
        enum status status;
    } cases[] = {
        {GRID("places_along = { z = \"s\"; };"), "thomas", "grid.places_along.z: there is no such axis", ST_CONFIG},
        {GRID("places_along = { y = \"s\"; }; places = \"s*s\";"), "thomas",
         "grid.places_along.y: grid.places gives places along this axis too", ST_CONFIG},
        {GRID("places_along = { x = \"1-s\"; };"), "thomas", "grid.places_along.x: place 1, at 0.75, is not above",
         ST_CONFIG},
        {GRID("places_along = { x = \"s/2\"; };"), "thomas", "grid.places_along.x: spans 0 ... 0.5", ST_CONFIG},
        {GRID("places_along = { x = \"x*x\"; };"), "thomas", "grid.places_along.x: ", ST_CONFIG},
        {GRID("places_along = { x = \"s*s\"; };") "eigenvalues = \"spectral\";", "thomas",
         "grid.places_along.x: spectral eigenvalues are for axes with even spacing", ST_CONFIG},
        {GRID("places_along = { y = \"s*s\"; };") "eigenvalues = \"spectral\";", "transforms",
         "with spectral eigenvalues need even spacing", ST_REFUSED},
        {GRID("places_along = { y = \"s*s\"; };") "eps = \"1+y\";", "transforms", "need one eps and one q", ST_REFUSED},
        {"grid = { n = [5000, 4]; upper = [1.0, 1.0]; places_along = { x = \"s*s\"; }; };", "thomas",
         "transform along x: matrix: lines of up to 4096 values", ST_REFUSED},
    };
#undef GRID
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("poisson", cases[i].status, cases[i].words, cases[i].text, cases[i].method);
}

static void failed_allocations_leave_nothing(void **state)
{
    char text[1024];
    (void)state;
    for (int which = 0; which < 3; which += 2)
        for (int m = 0; m < 2; m++) {
            int64_t failed = 0;
            print(text, sizeof text, which, true, "z");
            /* A run may do without some: a guess at a spelling. */
            for (int64_t k = 1, passed = 0; passed < 10; k = allocation_after(k)) {
                struct trial t;
                mem_fail_at(k);
                const enum status s = trial_complete(&t, "poisson", text, NULL, methods[m], exec_host(2));
                mem_fail_at(0);
                if (s == ST_OK) trial_end(&t);
                passed = s == ST_OK ? passed + 1 : 0;
                failed += s == ST_NOMEM;
                if (s != ST_OK && s != ST_NOMEM)
                    fail_msg("%s, allocation %lld: %s", methods[m], (long long)k, fail_text());
                if (mem_held(HOST)) fail_msg("%s, allocation %lld: memory left", methods[m], (long long)k);
            }
            assert_true(failed > 13);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(any_axis_is_transformed, nothing_left),
        cmocka_unit_test_teardown(even_places_change_nothing, nothing_left),
        cmocka_unit_test(what_has_no_level_is_given_one),
        cmocka_unit_test(what_flows_in_is_what_sources_take),
        cmocka_unit_test(gradients_are_of_second_order),
        cmocka_unit_test(flow_in_a_duct),
        cmocka_unit_test(steep_grids_are_solved_too),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(failed_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
