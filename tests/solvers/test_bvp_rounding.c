/* Rounding in boundary value problems: a solution reported as ok is as near to the true one as the condition allows, by
 * every method, and answers lie within their errors whatever the contrast of two materials. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double eps = (double)REAL_EPS;

enum { N = 41, UNKNOWNS = N - 1 };

struct coefficients {
    double p[3], q[2]; /* p = p0 + p1 sin(p2 x), q = q0 + q1 x */
};

static void row(const struct coefficients *c, int i, long double *lower, long double *diag, long double *upper)
{
    long double link[2];
    for (int side = 0; side < 2; side++) {
        long double resistance = 0;
        for (int half = 0; half < 2; half++) {
            const double x = (i + side + 0.25 + 0.5 * half) / N;
            resistance +=
                1 / ((long double)c->p[0] + (long double)c->p[1] * sinl((long double)c->p[2] * (long double)x));
        }
        link[side] = 2 * N / resistance;
    }
    *lower = -link[0], *upper = -link[1];
    *diag = link[0] + link[1] + ((long double)c->q[0] + (long double)c->q[1] * (i + 1.0L) / N) / N;
}

/* Gauss and Jordan with pivots, for the whole inverse. */
static void invert(long double a[UNKNOWNS][2 * UNKNOWNS])
{
    for (int k = 0; k < UNKNOWNS; k++) {
        int best = k;
        for (int i = k; i < UNKNOWNS; i++)
            if (fabsl(a[i][k]) > fabsl(a[best][k])) best = i;
        for (int j = 0; j < 2 * UNKNOWNS; j++) {
            const long double kept = a[k][j];
            a[k][j] = a[best][j], a[best][j] = kept;
        }
        for (int i = 0; i < UNKNOWNS; i++) {
            const long double factor = a[i][k] / a[k][k];
            for (int j = k; i != k && j < 2 * UNKNOWNS; j++) a[i][j] -= factor * a[k][j];
        }
        for (int j = 2 * UNKNOWNS - 1; j >= k; j--) a[k][j] /= a[k][k];
    }
}

/* u for f = 1 and u = 0 at both ends. Returns || |A^-1| |A| ||. */
static double solve(const struct coefficients *c, double u[UNKNOWNS])
{
    static long double a[UNKNOWNS][2 * UNKNOWNS];
    long double sums[UNKNOWNS], condition = 0;
    memset(a, 0, sizeof a);
    for (int i = 0; i < UNKNOWNS; i++) {
        long double lower, diag, upper;
        row(c, i, &lower, &diag, &upper);
        a[i][UNKNOWNS + i] = 1, a[i][i] = diag;
        if (i > 0) a[i][i - 1] = lower;
        if (i < UNKNOWNS - 1) a[i][i + 1] = upper;
        sums[i] = fabsl(diag) + (i > 0 ? fabsl(lower) : 0) + (i < UNKNOWNS - 1 ? fabsl(upper) : 0);
    }
    invert(a);
    for (int i = 0; i < UNKNOWNS; i++) {
        long double sum = 0, size = 0;
        for (int j = 0; j < UNKNOWNS; j++) sum += a[i][UNKNOWNS + j] / N, size += fabsl(a[i][UNKNOWNS + j]) * sums[j];
        u[i] = (double)sum, condition = fmaxl(condition, size);
    }
    return (double)condition;
}

static double draw(double low, double high)
{
    return low + (high - low) * rand() / RAND_MAX;
}

struct counts {
    int ok, failed, refused;
};

static void try_method(const char *text, const char *method, const double exact[UNKNOWNS], double condition,
                       struct counts *n)
{
    struct trial t;
    int64_t count;
    double off = 0, largest = 0;
    const enum status s = trial_complete(&t, "bvp", text, NULL, method, exec_host(1));
    if (s != ST_OK) {
        n->failed += s == ST_FAILED, n->refused += s != ST_FAILED;
        return;
    }
    const real *const u = trial_field(&t, &count);
    const double bound = metrics_get(&t.sim.metrics, "residual_bound"),
                 stated = metrics_get(&t.sim.metrics, "condition");
    for (int i = 0; i < UNKNOWNS; i++)
        off = fmax(off, fabs((double)u[i + 1] - exact[i])), largest = fmax(largest, fabs((double)u[i + 1]));
    if (!(off <= 2 * (bound + 4 * eps) * condition * largest)) fail_msg("%s: %s is off by %g", text, method, off);
    if (!(stated >= 0.3 * condition && stated <= 1.01 * condition))
        fail_msg("%s: the condition is %g, not %g", text, stated, condition);
    n->ok++;
    trial_end(&t);
}

/* Definite, indefinite and nearly singular matrices. A residual within its bound times twice the condition bounds the
 * error; rounding of the matrix adds a few eps. */
static void what_is_ok_is_near_by_every_method(void **state)
{
    enum { PROBLEMS = 40, SEED = 7 };
    struct counts n = {0};
    (void)state;
    srand(SEED);
    for (int k = 0; k < PROBLEMS; k++) {
        char text[512];
        double exact[UNKNOWNS];
        const bool definite = k % 4 == 0;
        struct coefficients c = {{draw(1, 3), draw(-0.9, 0.9), draw(0, 20)}, {0, 0}};
        c.q[0] = k % 8 == 0 ? 0 : definite ? draw(0, 300) : -pow(10, draw(0, 4));
        c.q[1] = definite ? 0 : draw(-100, 100);
        if (k % 4 == 3) c.p[1] = 0, c.q[1] = 0, c.q[0] = -2 * c.p[0] * N * N * (1 + draw(0, 4) * 1e-16);
        snprintf(text, sizeof text,
                 "grid = { intervals = %d; }; p = \"%.17g+%.17g*sin(%.17g*x)\"; q = \"%.17g+%.17g*x\"; f = 1.0;"
                 "boundary = { lower = { kind = \"dirichlet\"; }; };",
                 N, c.p[0], c.p[1], c.p[2], c.q[0], c.q[1]);
        const double condition = solve(&c, exact);
        for (size_t s = 0; s < solver_count(); s++) {
            const struct solver *const of = solver_at(s);
            if (of->space == HOST && (of->kind == KIND_TRIDIAG || of->kind == KIND_RECURRENCE))
                try_method(text, of->method, exact, condition, &n);
        }
    }
    print_message("seed %d: %d ok, %d failed, %d refused\n", SEED, n.ok, n.failed, n.refused);
    assert_true(n.ok > 10 * PROBLEMS && n.failed > 0);
}

/* Flow out of the lower end, out of the upper end, and u at the joint, of two materials from 0 to 1/2 and on to 1 with
 * f = 5, between u = 2 or a flux of 2 at the lower end, and u = 7 or a Robin end of h = 3 at the upper one. */
static void layers(double p, bool flux, bool robin, double out[3])
{
    const long double h = 0.5L, f = 5, film = robin ? 1 / 3.0L : 0, below = h / (long double)p, above = h;
    /* drop from 0 to what is outside of 1: flow * resistance + what f adds */
    const long double source = f * h * h / 2 / (long double)p + f * 3 / 8 + f * film;
    const long double flow = flux ? 2 : (2 - 7 - source) / (below + above + film);
    out[0] = (double)-flow, out[1] = (double)(flow + f);
    out[2] = (double)(7 + flow * (above + film) + f * 3 / 8 + f * film);
}

static void answers_are_within_their_errors(const char *text, const char *method, const double exact[3])
{
    static const char *const names[] = {"flow_out_at_lower_end", "flow_out_at_upper_end", "joint"};
    struct trial t;
    if (trial_complete(&t, "bvp", text, NULL, method, exec_host(1)) != ST_OK) return;
    assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
    for (int i = 0; i < 3; i++)
        for (int64_t k = 0; k < t.sim.answers.count; k++) {
            const struct answer *const a = &t.sim.answers.item[k];
            if (strcmp(a->quantity, names[i])) continue;
            if (!(fabs(a->value - exact[i]) <= a->error)) /* NaN too */
                fail_msg("%s, %s: %s is %.17g +- %g, not %.17g", text, method, names[i], a->value, a->error, exact[i]);
        }
    answers_free(&t.sim.answers);
    trial_end(&t);
}

/* The joint on a node, midway between two, and on a node of a stretched grid. */
static void two_materials_of_any_contrast(void **state)
{
    static const char *const grids[] = {"intervals = [8, 16, 32];", "intervals = [5, 15, 45];",
                                        "intervals = [8, 16, 32]; nodes = \"s+0.4*s*(s-0.5)*(s-1)\";"};
    static const char *const methods[] = {"thomas", "lapack", "cr", "seq", "scan_compensated"};
    static const char *const lower[] = {"kind = \"dirichlet\"; value = 2.0;", "kind = \"neumann\"; flux = 2.0;"};
    static const char *const upper[] = {"kind = \"dirichlet\"; value = 7.0;",
                                        "kind = \"robin\"; h = 3.0; ambient = 7.0;"};
    (void)state;
    for (int power = -15; power <= 15; power += 3)
        for (int g = 0; g < 3; g++)
            for (int pair = 0; pair < 4; pair++) {
                char text[512];
                double exact[3];
                const double p = strtod((snprintf(text, sizeof text, "1e%d", power), text), NULL);
                layers(p, pair / 2, pair % 2, exact);
                snprintf(
                    text, sizeof text,
                    "grid = { %s }; p = \"x < 0.5 ? 1e%d : 1\"; f = 5.0; boundary = { lower = { %s }; upper = { %s "
                    "}; }; probes = ({ name = \"joint\"; at = 0.5; });",
                    grids[g], power, lower[pair / 2], upper[pair % 2]);
                for (int m = 0; m < 5; m++) answers_are_within_their_errors(text, methods[m], exact);
            }
}

/* q on an eigenvalue of the equation, but not of the grid. */
static void a_nearly_singular_problem_is_doubted(void **state)
{
    static const char *const q[] = {"-pi^2", "-pi^2/2"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        char text[256];
        snprintf(text, sizeof text,
                 "grid = { intervals = 256; }; q = \"%s\"; f = 1.0; boundary = { lower = { kind = \"dirichlet\"; }; };",
                 q[k]);
        struct trial t = trial_done("bvp", text, NULL, "lapack", 1);
        assert_int_equal(strstr(t.sim.caveats, "nearly singular") != NULL, k == 0);
        assert_null(strchr(t.sim.caveats, '\n')); /* one sentence: doubts about input may follow it */
        trial_end(&t);
    }
}

/* q near an eigenvalue of the first of two grids, but not of the last one. */
static void a_grid_before_the_last_is_doubted(void **state)
{
    static const char text[] = "grid = { intervals = [4, 64]; }; q = -9.3735; f = 1.0;"
                               "boundary = { lower = { kind = \"dirichlet\"; }; };";
    (void)state;
    struct trial t = trial_done("bvp", text, NULL, "lapack", 1);
    assert_non_null(strstr(t.sim.caveats, "4 intervals: "));
    assert_null(strstr(t.sim.caveats, "64 intervals: "));
    trial_end(&t);
}

/* The condition of so large a grid is not estimated. */
static void an_unknown_condition_is_not_named(void **state)
{
    static const char text[] = "grid = { intervals = 131200; }; q = \"-pi^2\"; f = 1.0;"
                               "boundary = { lower = { kind = \"dirichlet\"; }; };";
    (void)state;
    struct trial t = trial_done("bvp", text, NULL, "lapack", 1);
    assert_non_null(strstr(t.sim.caveats, "131200 intervals: rounding errors change u by "));
    assert_null(strstr(t.sim.caveats, "nan"));
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_is_ok_is_near_by_every_method, nothing_left),
        cmocka_unit_test_teardown(two_materials_of_any_contrast, nothing_left),
        cmocka_unit_test_teardown(a_nearly_singular_problem_is_doubted, nothing_left),
        cmocka_unit_test_teardown(a_grid_before_the_last_is_doubted, nothing_left),
        cmocka_unit_test_teardown(an_unknown_condition_is_not_named, nothing_left),
    };
    return cmocka_run_group_tests_name("bvp rounding " REAL_NAME, tests, NULL, NULL);
}
