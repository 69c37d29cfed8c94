/* Boundary value problems against exact answers, and every method against the others. */
#include "apps/bvp/accuracy.h"
#include "tests/support/trials.h"
#include "tests/support/tridiag_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const double eps = (double)REAL_EPS;

static const char *const methods[] = {"thomas", "seq"};

/* The paper's algorithm, (16) and (17), from d_1 = h^2 f_1 / 2 and d_i = h^2 f_i. */
static void the_papers_problem(void **state)
{
    enum { N = 11 };
    static const char text[] = "grid = { intervals = 11; }; f = \"1+x+x^3\";";
    const double h = 1.0 / N;
    double u[N + 1];
    (void)state;
    for (int i = 0; i < N; i++) {
        const double x = i * h, f = 1 + x + x * x * x;
        u[i] = (i ? u[i - 1] : 0) + (i ? 1 : 0.5) * h * h * f;
    }
    u[N] = 0;
    for (int i = N - 1; i >= 0; i--) u[i] += u[i + 1];
    for (int m = 0; m < 2; m++) {
        struct trial t = trial_done("bvp", text, NULL, methods[m], 2);
        int64_t count;
        const real *const v = trial_field(&t, &count);
        assert_int_equal(count, N + 1);
        for (int i = 0; i <= N; i++) assert_true(fabs((double)v[i] - u[i]) <= 8 * eps * u[0]);
        trial_end(&t);
    }
}

static const char *const grids[] = {"", "spacing = \"geometric\"; ratio = 30.0; toward = \"upper\";",
                                    "spacing = \"tanh\"; ratio = 9.0;", "nodes = \"-1+3*(s+s*s)/2\";"};

/* u = 2 - x + x^2 / 2, which finite volumes reproduce on any grid, from -1 to 2; p u' is 3 (x - 1). */
static const char *const ends[2][3] = {
    {"lower = { kind = \"dirichlet\"; value = 3.5; };", "lower = { kind = \"neumann\"; flux = 6.0; };",
     "lower = { kind = \"robin\"; h = 4.0; ambient = 5.0; };"},
    {"upper = { kind = \"dirichlet\"; value = 2.0; };", "upper = { kind = \"neumann\"; flux = 3.0; };",
     "upper = { kind = \"robin\"; h = 0.5; ambient = 8.0; };"},
};

static void a_parabola_is_met_on_every_grid_between_all_ends(void **state)
{
    (void)state;
    for (int g = 0; g < 4; g++)
        for (int pair = 0; pair < 9; pair++)
            for (int m = 0; m < 2; m++) {
                char text[1024];
                if (pair == 4) continue; /* Neumann at both ends */
                snprintf(text, sizeof text,
                         "grid = { intervals = [2, 3, 20]; lower = -1.0; upper = 2.0; %s }; p = 3.0; f = -3.0;"
                         "boundary = { %s %s }; exact = \"2-x+x^2/2\";",
                         grids[g], ends[0][pair / 3], ends[1][pair % 3]);
                struct trial t = trial_done("bvp", text, NULL, methods[m], 2);
                for (int k = 0; k < 3; k++) {
                    const double error = series_at(&t, "error", k), residual = series_at(&t, "residual", k);
                    if (!(error <= 1000 * eps) || !(residual <= 4 * eps))
                        fail_msg("%s, %s, grid %d: error %g, residual %g", text, methods[m], k, error, residual);
                }
                trial_end(&t);
            }
}

/* Factors whose root is rounded against a matrix whose diagonal is, between all ends. */
static void constant_q_through_toeplitz_factors(void **state)
{
    (void)state;
    for (int pair = 0; pair < 9; pair++)
        for (int64_t n = 2; n <= 1000; n = 3 * n - 1) {
            char text[1024];
            snprintf(text, sizeof text,
                     "grid = { intervals = %lld; lower = -1.0; upper = 2.0; }; p = 3.0; q = 40.0; f = \"sin(5*x)\";"
                     "boundary = { %s %s };",
                     (long long)n, ends[0][pair / 3], ends[1][pair % 3]);
            struct trial a = trial_done("bvp", text, NULL, "thomas", 2), b = trial_done("bvp", text, NULL, "seq", 2);
            int64_t count;
            const real *const u = trial_field(&a, &count), *const v = trial_field(&b, &count);
            double max = 0, scale = 0;
            for (int64_t i = 0; i < count; i++) {
                max = fmax(max, fabs((double)u[i] - (double)v[i]));
                scale = fmax(scale, fabs((double)u[i]));
            }
            if (!(max <= (11 * (double)n + 30) * eps * scale) || !(series_at(&b, "residual", 0) <= 8 * eps))
                fail_msg("%s: off by %g of %g, residual %g", text, max, scale, series_at(&b, "residual", 0));
            trial_end(&a);
            trial_end(&b);
        }
}

/* One interval: a single unknown, or two. */
static void the_smallest_problems(void **state)
{
    (void)state;
    for (int pair = 1; pair < 9; pair++)
        for (int q = 0; q < 2; q++)
            for (int m = 0; m < 2; m++) {
                char text[512];
                if (pair == 4 && !q) continue;
                snprintf(text, sizeof text,
                         "grid = { intervals = 1; lower = -1.0; upper = 2.0; }; p = %s; q = %d; f = \"1+x\";"
                         "boundary = { %s %s };",
                         q ? "3.0" : "\"3+x\"", q, ends[0][pair / 3], ends[1][pair % 3]);
                struct trial t = trial_done("bvp", text, NULL, methods[m], 1);
                if (!(series_at(&t, "residual", 0) <= 4 * eps)) fail_msg("%s: %g", text, series_at(&t, "residual", 0));
                trial_end(&t);
            }
}

/* Fluxes are the same everywhere without sources: u falls by resistances in series. */
static void resistances_in_series(void **state)
{
    static const char text[] = "grid = { intervals = [40, 41]; upper = 2.0; }; p = \"x < 1 ? 4 : 0.5\";"
                               "boundary = { lower = { kind = \"dirichlet\"; value = 100.0; };"
                               "upper = { kind = \"robin\"; h = 8.0; ambient = 20.0; }; };"
                               "probes = ({ name = \"quarter\"; at = 0.5; }, { name = \"end\"; at = 2.0; });"
                               "exact = \"100-80/(1/4+1/0.5+1/8)*(x < 1 ? x/4 : 1/4+(x-1)/0.5)\";";
    const double flow = 80 / (1 / 4.0 + 1 / 0.5 + 1 / 8.0);
    (void)state;
    for (int m = 0; m < 2; m++) {
        struct trial t = trial_done("bvp", text, NULL, methods[m], 2);
        for (int k = 0; k < 2; k++) {
            assert_true(series_at(&t, "error", k) <= 50 * eps);
            assert_true(fabs(series_at(&t, "quarter", k) - (100 - flow / 8)) <= 100 * 50 * eps);
            assert_true(fabs(series_at(&t, "end", k) - (20 + flow / 8)) <= 100 * 50 * eps);
            assert_true(fabs(series_at(&t, "max", k) - 100) <= 100 * 4 * eps);
            assert_true(fabs(series_at(&t, "min", k) - series_at(&t, "end", k)) <= 100 * 4 * eps);
        }
        trial_end(&t);
    }
}

/* So many intervals, or a tenth of them where builds are slow (a SAMPLE of 24 and more): the rounding errors of the
 * others need no sanitizer. */
static int many(int intervals)
{
    return cell_wanted(0, 1, 2) ? intervals : intervals / 10;
}

/* Rounding leaves the digits of many intervals, whatever the ends: no p is rounded into sums of rows. */
static void recurrences_keep_their_digits(void **state)
{
    (void)state;
    for (int pair = 0; pair < 9; pair++) {
        char text[1024];
        if (pair == 4) continue;
        snprintf(text, sizeof text,
                 "grid = { intervals = %d; lower = -1.0; upper = 2.0; }; p = 3.0; f = -3.0;"
                 "boundary = { %s %s }; exact = \"2-x+x^2/2\";",
                 many(500000), ends[0][pair / 3], ends[1][pair % 3]);
        struct trial t = trial_done("bvp", text, NULL, "seq", 2);
        const double error = series_at(&t, "error", 0);
        if (!(error <= 1e5 * eps)) fail_msg("%s: error %g", text, error);
        trial_end(&t);
    }
}

static void check_same_bits(struct trial *a, const char *text, const char *method, int threads)
{
    static const char *const columns[] = {"residual", "error", "error_rms", "error_slope", "min", "max"};
    struct trial b = trial_done("bvp", text, NULL, method, threads);
    int64_t count;
    const real *const u = trial_field(a, &count), *const v = trial_field(&b, &count);
    assert_memory_equal(u, v, (size_t)count * sizeof *u);
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        assert_true(series_at(a, columns[c], 0) == series_at(&b, columns[c], 0));
    trial_end(&b);
}

static void threads_do_not_change_a_bit(void **state)
{
    static const char *const more[] = {"p = 2.0; q = 0.0;", "p = \"2+x\"; q = 0.0;", "p = 2.0; q = 7.0;"};
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int m = 0; m < 2; m++) {
            char text[512];
            snprintf(text, sizeof text,
                     "grid = { intervals = %d; }; f = \"sin(9*x)\"; exact = \"x\"; stride = 1; %s"
                     "boundary = { lower = { kind = \"dirichlet\"; value = 1.0; }; };",
                     many(150001), more[k]);
            struct trial one = trial_done("bvp", text, NULL, methods[m], 1);
            check_same_bits(&one, text, methods[m], 2);
            check_same_bits(&one, text, methods[m], 5);
            trial_end(&one);
        }
}

static struct bvp_grid make_grid(const char *text, struct trial *t)
{
    struct bvp_grid g;
    good(trial_begin(t, "bvp", text, NULL, "thomas", exec_host(1)));
    const struct bvp_params *const p = t->sim.params;
    good(grid_make(&g, p, p->intervals.v[0]));
    return g;
}

/* Values at places that were evaluated in order are kept: another x at the same place changes nothing. */
static void coefficients_are_evaluated_once(void **state)
{
    enum { N = 20, FIRST = 10 };
    const struct field_spec square = {.form = FIELD_EXPRESSION, .expression = (char *)"x^2", .place = NULL};
    struct trial t;
    struct coefficient c;
    double x[N + 1], elsewhere[N + 1], out[N + 1];
    struct bvp_grid g = make_grid("grid = { intervals = 20; };", &t);
    (void)state;
    for (int i = 0; i <= N; i++) x[i] = i, elsewhere[i] = 100 + i;
    good(coefficient_make(&c, &g, &square, 0, N + 1, NULL));
    good(coefficient_at(&c, 5, 3, elsewhere + 5, 1, out)); /* the first places are not known yet: not kept */
    for (int i = 0; i < 3; i++) assert_true(out[i] == (105. + i) * (105. + i));
    good(coefficient_at(&c, 0, FIRST, x, 1, out));
    good(coefficient_at(&c, 3, N - 2, elsewhere + 3, 1, out));
    for (int i = 3; i <= N; i++) {
        const double at = i < FIRST ? i : 100 + i;
        assert_true(out[i - 3] == at * at);
    }
    good(coefficient_at(&c, 0, N + 1, x, 1, out));
    assert_true(out[0] == 0 && out[FIRST - 1] == 81 && out[N] == 120. * 120);
    good(coefficient_anywhere(&c, 1, x + 4, 1, out));
    assert_true(out[0] == 16 && coefficient_bytes(&square, N + 1) == (N + 1) * sizeof(double) &&
                coefficient_bytes(&square, COEFFICIENT_KEPT + 1) == 0);
    coefficient_free(&c);
    grid_free(&g);
    trial_end(&t);
}

static void grids_are_stretched_as_asked(void **state)
{
    enum { N = 200 };
    static const char *const spacings[] = {"geometric", "tanh"}, *const sides[] = {"lower", "upper", "both"};
    (void)state;
    for (int spacing = 0; spacing < 2; spacing++)
        for (int side = 0; side < 3; side++) {
            struct trial t;
            double x[N + 1], min = INFINITY, max = 0;
            char text[256];
            snprintf(text, sizeof text,
                     "grid = { intervals = 200; lower = 2.0; upper = 5.0; spacing = \"%s\"; toward = \"%s\"; ratio = "
                     "50.0; };",
                     spacings[spacing], sides[side]);
            struct bvp_grid g = make_grid(text, &t);
            good(grid_place(&g, 0, N + 1, 2, x));
            assert_true(x[0] == 2 && x[N] == 5);
            for (int i = 0; i < N; i++) {
                const double h = x[i + 1] - x[i];
                assert_true(h > 0);
                min = fmin(min, h), max = fmax(max, h);
                if (side == 2) assert_true(fabs(x[i] - 2 - (5 - x[N - i])) <= 1e-14);
                if (side == 0 && i) assert_true(h > x[i] - x[i - 1]);
                if (side == 1 && i) assert_true(h < x[i] - x[i - 1]);
                if (spacing == 0 && side == 0 && i)
                    assert_true(fabs(h / (x[i] - x[i - 1]) - pow(50, 1.0 / N)) <= 1e-11);
            }
            assert_true(max / min > 44 && max / min < 50.01);
            grid_free(&g);
            trial_end(&t);
        }
}

static void every_strideth_node_is_kept(void **state)
{
    (void)state;
    struct trial all = trial_done("bvp", "grid = { intervals = [7, 100]; spacing = \"tanh\"; ratio = 4.0; }; f = 1.0;",
                                  NULL, "thomas", 2);
    struct trial some =
        trial_done("bvp", "grid = { intervals = [7, 100]; spacing = \"tanh\"; ratio = 4.0; }; f = 1.0; stride = 3;",
                   NULL, "thomas", 2);
    struct array a[ARRAYS_MAX], b[ARRAYS_MAX];
    struct mesh mesh;
    assert_int_equal(all.sim.app->arrays(&all.sim, a), 2);
    assert_int_equal(some.sim.app->arrays(&some.sim, b), 2);
    assert_int_equal(a[0].dims[0], 101);
    assert_int_equal(b[0].dims[0], 34);
    assert_int_equal(b[1].dims[0], 34);
    for (int i = 0; i < 34; i++) {
        assert_true(((real *)b[0].data)[i] == ((real *)a[0].data)[3 * i]);
        assert_true(((double *)b[1].data)[i] == ((double *)a[1].data)[3 * i]);
    }
    assert_false(some.sim.app->mesh(&some.sim, &mesh));
    trial_end(&all);
    trial_end(&some);
    some = trial_done("bvp", "grid = { intervals = 9; lower = 3.0; upper = 6.0; }; stride = 2;", NULL, "thomas", 1);
    assert_true(some.sim.app->mesh(&some.sim, &mesh));
    assert_true(mesh.dim == 1 && mesh.n[0] == 5 && mesh.origin[0] == 3 && fabs(mesh.spacing[0] - 2.0 / 3) < 1e-15);
    trial_end(&some);
}

static void grids_are_points_of_the_series(void **state)
{
    static const char text[] = "grid = { intervals = [8, 16, 48]; }; f = \"pi^2/4*cos(pi*x/2)\";"
                               "exact = \"cos(pi*x/2)\"; repeats = 3;";
    static const char *const once[] = {"repeats=1", NULL};
    static const double intervals[] = {8, 16, 48};
    (void)state;
    struct trial t = trial_done("bvp", text, NULL, "seq", 1), again = trial_done("bvp", text, once, "seq", 1);
    int64_t count;
    const real *const u = trial_field(&t, &count), *const v = trial_field(&again, &count);
    assert_memory_equal(u, v, (size_t)count * sizeof *u);
    assert_int_equal(count, 49);
    for (int k = 0; k < 3; k++) {
        assert_true(series_at(&t, "intervals", k) == intervals[k]);
        assert_true(series_at(&t, "seconds", k) >= series_at(&t, "seconds_min", k) &&
                    series_at(&t, "seconds_min", k) > 0);
        assert_true(series_at(&t, "gb_s", k) > 0 && series_at(&t, "gflop_s", k) > 0);
        assert_true(series_at(&t, "bytes_arrays", k) == series_at(&t, "intervals", k) * sizeof(real));
        if (k) assert_true(fabs(series_at(&t, "order", k) - 2) < (sizeof(real) == 8 ? 0.01 : 0.1));
    }
    assert_true(isnan(series_at(&t, "order", 0)));
    assert_true(series_axis(&t.sim.series, 1) == series_column(&t.sim.series, "intervals"));
    assert_true(metrics_get(&t.sim.metrics, "solves") == 9);
    assert_true(metrics_get(&t.sim.metrics, "error") == series_at(&t, "error", 2));
    trial_end(&t);
    trial_end(&again);
}

/* Wrong values in a solution are detected, wherever they are, in both forms. */
static void a_wrong_value_is_noticed(void **state)
{
    static const char text[] = "grid = { intervals = 30; }; f = \"pi^2/4*cos(pi*x/2)\"; exact = \"cos(pi*x/2)\";";
    (void)state;
    for (int m = 0; m < 2; m++) {
        struct trial t;
        struct bvp_instance x;
        struct bvp_accuracy v;
        good(trial_begin(&t, "bvp", text, NULL, methods[m], exec_host(2)));
        good(bvp_instance_make(&x, &t.sim, 0));
        good(bvp_instance_solve(&x));
        good(bvp_accuracy_measure(&x, &v, NULL, NULL));
        assert_true(v.error < 1e-3 && v.error_rms < 1e-3 && v.error_slope < 1e-2 && v.residual <= 4 * eps);
        for (int64_t i = 0; i < 30; i++) {
            const real before = x.equations.x[i];
            x.equations.x[i] += RC(0.125);
            good(bvp_accuracy_measure(&x, &v, NULL, NULL));
            assert_true(v.error > 0.1 && v.error_rms > 0.01 && v.error_slope > 1 && v.residual > 0.01);
            x.equations.x[i] = (real)NAN;
            assert_int_equal(bvp_accuracy_measure(&x, &v, NULL, NULL), ST_FAILED);
            x.equations.x[i] = before;
        }
        x.equations.x[7] = (real)INFINITY;
        assert_int_equal(bvp_accuracy_measure(&x, &v, NULL, NULL), ST_FAILED);
        assert_string_equal(fail_text(), "30 intervals: u is inf at node 7");
        bvp_instance_free(&x);
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_papers_problem, nothing_left),
        cmocka_unit_test_teardown(a_parabola_is_met_on_every_grid_between_all_ends, nothing_left),
        cmocka_unit_test_teardown(constant_q_through_toeplitz_factors, nothing_left),
        cmocka_unit_test_teardown(the_smallest_problems, nothing_left),
        cmocka_unit_test_teardown(resistances_in_series, nothing_left),
        cmocka_unit_test_teardown(recurrences_keep_their_digits, nothing_left),
        cmocka_unit_test_teardown(threads_do_not_change_a_bit, nothing_left),
        cmocka_unit_test_teardown(coefficients_are_evaluated_once, nothing_left),
        cmocka_unit_test_teardown(grids_are_stretched_as_asked, nothing_left),
        cmocka_unit_test_teardown(every_strideth_node_is_kept, nothing_left),
        cmocka_unit_test_teardown(grids_are_points_of_the_series, nothing_left),
        cmocka_unit_test_teardown(a_wrong_value_is_noticed, nothing_left),
    };
    return cmocka_run_group_tests_name("bvp " REAL_NAME, tests, NULL, NULL);
}
