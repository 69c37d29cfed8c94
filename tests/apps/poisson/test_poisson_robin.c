/* Poisson's equation with Robin faces: against matrices that are assembled here and eliminated, exact answers, the
 * limits of a coefficient that is 0, weak or strong, and faults of its keys. */
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

#include "base/result/answers.h"
#include "tests/support/flows.h"

static const double eps = (double)REAL_EPS;
static const char *const methods[] = {"thomas_simd", "thomas", "transforms"};

enum { MOST = 5, KINDS = 4 };
static const char *const kinds[KINDS] = {"dirichlet", "neumann", "robin", "periodic"};
static const char *const keys[KINDS] = {"value", "flux", "ambient", ""};

/* One problem: along each axis the number of points, what they are, and both faces. */
struct problem {
    int dim, main, n[3], kind[3][2], method;
    bool node[3], stretched[3], layers;
    double h[3][2], q;
};

/* Points of an axis and the borders of their volumes, as the configuration says it. */
struct points {
    int count;
    double x[MOST], lower[MOST], upper[MOST];
};

static double place(const struct problem *p, int d, double s)
{
    return p->stretched[d] ? (s + s * s) / 2 : s;
}

static struct points points_of(const struct problem *p, int d)
{
    struct points a = {.count = p->n[d]};
    const bool periodic = p->kind[d][0] == 3, node = p->node[d];
    const double intervals = node && !periodic ? p->n[d] - 1 : p->n[d];
    for (int i = 0; i < p->n[d]; i++) {
        const double at = place(p, d, i / intervals), next = place(p, d, (i + 1) / intervals),
                     before = i > 0 ? place(p, d, (i - 1) / intervals) : place(p, d, 1 - 1 / intervals) - 1;
        a.x[i] = node ? at : (at + next) / 2;
        a.lower[i] = !node ? at : i == 0 && !periodic ? 0 : (at + before) / 2;
        a.upper[i] = !node ? next : i == p->n[d] - 1 && !periodic ? 1 : (at + next) / 2;
    }
    return a;
}

static double prescribed(const struct problem *p, const double x[3])
{
    return 1 + x[0] / 2 - (p->dim > 1 ? 0.3 * x[1] : 0) + (p->dim > 2 ? 0.7 * x[2] : 0);
}

static double right_side(const struct problem *p, const double x[3])
{
    return sin(3 * x[0]) + (p->dim > 1 ? x[1] : 0) - (p->dim > 2 ? x[2] * x[0] : 0);
}

/* eps in the volumes of point i along the main axis: a step in the middle of the axis' points. */
static double eps_of(const struct problem *p, int i)
{
    return p->layers && i >= p->n[p->main] / 2 ? 4 : 1.5;
}

static void print(char *out, size_t size, const struct problem *p)
{
    static const char *const of[] = {"1+x/2", "-0.3*y", "+0.7*z"}, *const f[] = {"sin(3*x)", "+y", "-z*x"};
    const struct points main = points_of(p, p->main);
    char value[64] = "", right[64] = "", sizes[64] = "", upper[64] = "", nodes[64] = "", places[256] = "";
    for (int d = 0; d < p->dim; d++) {
        strcat(value, of[d]), strcat(right, f[d]);
        snprintf(sizes + strlen(sizes), 16, "%s%d", d ? ", " : "", p->n[d]);
        strcat(upper, d ? ", 1.0" : "1.0");
        if (p->node[d]) snprintf(nodes + strlen(nodes), 16, "%s\"%c\"", *nodes ? ", " : "", "xyz"[d]);
        if (p->stretched[d]) snprintf(places + strlen(places), 32, "%c = \"(s+s^2)/2\"; ", "xyz"[d]);
    }
    int used = snprintf(out, size,
                        "grid = { n = [%s]; upper = [%s]; nodes_along = [%s]; places_along = { %s}; };"
                        "tridiagonal_axis = \"%c\"; q = %g; f = \"%s\"; ",
                        sizes, upper, nodes, places, "xyz"[p->main], p -> q, right);
    if (p->layers)
        used += snprintf(out + used, size - (size_t)used, "eps = \"%c < %.17g ? 1.5 : 4\"; boundary = { ",
                         "xyz"[p->main], main.lower[p->n[p->main] / 2]);
    else used += snprintf(out + used, size - (size_t)used, "eps = 1.5; boundary = { ");
    for (int d = 0; d < p->dim; d++)
        for (int side = 0; side < 2; side++) {
            const int kind = p->kind[d][side];
            used += snprintf(out + used, size - (size_t)used, "%c_%s = { kind = \"%s\"; ", "xyz"[d],
                             side ? "upper" : "lower", kinds[kind]);
            if (kind < 3) used += snprintf(out + used, size - (size_t)used, "%s = \"%s\"; ", keys[kind], value);
            if (kind == 2) used += snprintf(out + used, size - (size_t)used, "h = %g; ", p->h[d][side]);
            used += snprintf(out + used, size - (size_t)used, "}; ");
        }
    snprintf(out + used, size - (size_t)used, "};");
}

/* What flows into the volume of point at[] through one of its sides, per area, is give u_beside + more - take u. */
struct through {
    double take, more;
    int beside; /* index of the point along d, or -1 */
};

/* eps du/dx between the point and its neighbour: both halves in series. */
static struct through side_of(const struct problem *p, const struct points a[3], int d, int side, const int at[3])
{
    const int i = at[d], next = side ? i + 1 : i - 1, last = a[d].count - 1;
    const double half = side ? a[d].upper[i] - a[d].x[i] : a[d].x[i] - a[d].lower[i], e = eps_of(p, at[p->main]);
    double x[3] = {a[0].x[at[0]], a[1].x[at[1]], a[2].x[at[2]]};
    if (next >= 0 && next <= last) {
        const double other = side ? a[d].x[next] - a[d].lower[next] : a[d].upper[next] - a[d].x[next];
        return (struct through){1 / (half / e + other / (d == p->main ? eps_of(p, next) : e)), 0, next};
    }
    x[d] = side;
    if (p->kind[d][side] == 3) {
        const int around = side ? 0 : last;
        const double other = side ? a[d].x[0] - a[d].lower[0] : a[d].upper[last] - a[d].x[last];
        return (struct through){1 / (half / e + other / (d == p->main ? eps_of(p, around) : e)), 0, around};
    }
    if (p->kind[d][side] == 1) return (struct through){0, prescribed(p, x), -1};
    const double c = p->kind[d][side] == 0 ? e / half : 1 / (half / e + 1 / p->h[d][side]);
    return (struct through){c, c * prescribed(p, x), -1};
}

static bool on_dirichlet(const struct problem *p, const int at[3], double *u, const struct points a[3])
{
    double x[3] = {a[0].x[at[0]], a[1].x[at[1]], a[2].x[at[2]]};
    for (int d = 0; d < p->dim; d++)
        for (int side = 0; side < 2; side++)
            if (p->node[d] && p->kind[d][side] == 0 && at[d] == (side ? p->n[d] - 1 : 0)) {
                *u = prescribed(p, x);
                return true;
            }
    return false;
}

/* Gauss with pivots; m[n][n + 1] with the right side, whose place gets the solution. */
static void eliminate(int n, double *m)
{
    const int w = n + 1;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(m[i * w + k]) > fabs(m[best * w + k])) best = i;
        for (int j = 0; j < w; j++) {
            const double t = m[k * w + j];
            m[k * w + j] = m[best * w + j], m[best * w + j] = t;
        }
        for (int i = 0; i < n; i++) {
            const double c = m[i * w + k] / m[k * w + k];
            for (int j = k; j < w && i != k; j++) m[i * w + j] -= c * m[k * w + j];
        }
    }
    for (int k = 0; k < n; k++) m[k * w + n] /= m[k * w + k];
}

/* The matrix of all points, nodes that are prescribed included, and its solution in u[]. */
static void solve(const struct problem *p, double *u)
{
    const struct points a[3] = {points_of(p, 0), points_of(p, 1), points_of(p, 2)};
    const int n = p->n[0] * p->n[1] * p->n[2], w = n + 1, stride[3] = {1, p->n[0], p->n[0] * p->n[1]};
    double *const m = calloc((size_t)n * (size_t)w, sizeof *m);
    assert_non_null(m);
    for (int row = 0; row < n; row++) {
        const int at[3] = {row % p->n[0], row / p->n[0] % p->n[1], row / stride[2]};
        const double x[3] = {a[0].x[at[0]], a[1].x[at[1]], a[2].x[at[2]]};
        double *const r = m + row * w;
        r[row] = 1;
        if (on_dirichlet(p, at, &r[n], a)) continue;
        r[row] = -p->q, r[n] = right_side(p, x);
        for (int d = 0; d < p->dim; d++)
            for (int side = 0; side < 2; side++) {
                const struct through t = side_of(p, a, d, side, at);
                const double width = a[d].upper[at[d]] - a[d].lower[at[d]];
                r[row] -= t.take / width, r[n] -= t.more / width;
                if (t.beside >= 0) r[row + (t.beside - at[d]) * stride[d]] += t.take / width;
            }
    }
    eliminate(n, m);
    for (int row = 0; row < n; row++) u[row] = m[row * w + n];
    free(m);
}

/* Is u known but for a constant? */
static bool level_free(const struct problem *p)
{
    bool known = p->q > 0;
    for (int d = 0; d < p->dim; d++)
        for (int side = 0; side < 2; side++) known |= p->kind[d][side] == 0 || p->kind[d][side] == 2;
    return !known;
}

static int below(uint64_t *seed, int count)
{
    const int i = (int)((noise(seed) + 1) / 2 * count);
    return i < count ? i : count - 1;
}

static struct problem draw(uint64_t *seed)
{
    static const double h[] = {0.01, 0.5, 3, 200};
    struct problem p = {.dim = 1 + below(seed, 3), .n = {1, 1, 1}, .method = below(seed, 3)};
    bool robin = false;
    p.main = below(seed, p.dim);
    for (int d = 0; d < 3; d++) {
        p.kind[d][0] = p.kind[d][1] = 3;
        if (d >= p.dim) continue;
        p.n[d] = 3 + below(seed, 3);
        p.node[d] = below(seed, 2), p.stretched[d] = below(seed, 2);
        for (int side = 0; side < 2; side++) {
            p.kind[d][side] = below(seed, 2) ? 2 : below(seed, 2);
            p.h[d][side] = h[below(seed, 4)];
        }
        if (below(seed, 6) == 0) p.kind[d][0] = p.kind[d][1] = 3;
        if (d != p.main) robin |= p.kind[d][0] == 2 || p.kind[d][1] == 2;
    }
    p.layers = !robin && p.method < 2 && !p.node[p.main];
    p.q = below(seed, 3) ? 0 : 0.7;
    return p;
}

static void any_box_has_the_solution_of_its_matrix(void **state)
{
    enum { PROBLEMS = 120 };
    uint64_t seed = 20261128;
    double worst = 0;
    (void)state;
    for (int k = 0; k < PROBLEMS; k++) {
        const struct problem p = draw(&seed);
        char text[4096];
        double u[MOST * MOST * MOST], off = 0, most = 0;
        int64_t count;
        if (level_free(&p)) continue;
        print(text, sizeof text, &p);
        solve(&p, u);
        struct trial t = trial_done("poisson", text, NULL, methods[p.method], 2);
        const real *const v = trial_field(&t, &count);
        for (int64_t i = 0; i < count; i++) off = fmax(off, fabs((double)v[i] - u[i])), most = fmax(most, fabs(u[i]));
        worst = fmax(worst, off / most / eps);
        if (!(off <= 2000 * eps * most))
            fail_msg("seed 20261128, problem %d, %s: %g off, of %g: %s", k, methods[p.method], off, most, text);
        assert_true(series_at(&t, "residual", 0) <= 50 * eps);
        trial_end(&t);
    }
    assert_true(worst > 0);
}

/* Heat through a die, its spreader and a cold plate: resistances in series. */
static void films_and_layers_are_in_series(void **state)
{
    static const char text[] =
        "grid = { n = [3, 2, 30]; upper = [2.0, 1.0, 1.5]; nodes_along = %s; };"
        "eps = \"z < 1 ? 4 : 1.5\"; boundary = { z_lower = { kind = \"robin\"; h = 0.2; ambient = 300.0; };"
        "z_upper = { kind = \"robin\"; h = 0.8; ambient = 400.0; }; };"
        "probes = ( { name = \"below\"; at = [0.5, 0.5, 0.0]; }, { name = \"above\"; at = [0.5, 0.5, 1.5]; } );";
    const double resistance = 1 / 0.2 + 1 / 4.0 + 0.5 / 1.5 + 1 / 0.8, flux = 100 / resistance;
    (void)state;
    for (int node = 0; node < 2; node++)
        for (int m = 0; m < 2; m++) {
            char given[1024];
            snprintf(given, sizeof given, text, node ? "[\"x\", \"z\"]" : "[]");
            const char *const sets[] = {"grid.n=[3,2,31]", NULL};
            struct trial t = trial_done("poisson", given, node ? sets : NULL, methods[m], 2);
            near(series_at(&t, "below", 0), 300 + flux / 0.2, 5000 * eps, "the lower face");
            near(series_at(&t, "above", 0), 400 - flux / 0.8, 5000 * eps, "the upper face");
            assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
            near(answers_find(&t.sim.answers, "z_upper", "inflow")->value, 2 * flux, 1e5 * eps, "inflow");
            near(answers_find(&t.sim.answers, "z_lower", "inflow")->value, -2 * flux, 1e5 * eps, "outflow");
            near(answers_find(&t.sim.answers, NULL, "energy")->value, flux * flux * (1 / 4.0 + 0.5 / 1.5), 1e5 * eps,
                 "energy");
            near(answers_find(&t.sim.answers, NULL, "steepest_gradient")->value, flux / 1.5, 1e5 * eps, "slope");
            answers_free(&t.sim.answers);
            trial_end(&t);
        }
}

/* A charge between the last point and the face: in one dimension the potential is exact at all points. */
static void a_charge_beside_a_film(void **state)
{
    char *const charges = temporary("charges.csv", "x, y, charge\n0.98, 0.5, 2\n");
    char text[1024];
    (void)state;
    snprintf(text, sizeof text,
             "grid = { n = [10, 1]; upper = [1.0, 1.0]; }; tridiagonal_axis = \"x\"; charges = \"%s\"; boundary = {"
             "x_lower = { kind = \"dirichlet\"; }; x_upper = { kind = \"robin\"; h = 5.0; }; };"
             "probes = ( { name = \"p\"; at = [0.85, 0.5]; } );",
             charges);
    struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
    near(series_at(&t, "p", 0), 2 * 0.85 * (0.02 + 0.2) / 1.2, 100 * eps, "potential");
    assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
    near(answers_find(&t.sim.answers, "x_lower", "inflow")->value, -2 * 0.22 / 1.2, 1000 * eps, "below");
    near(answers_find(&t.sim.answers, "x_upper", "inflow")->value, -2 * 0.98 / 1.2, 1000 * eps, "above");
    answers_free(&t.sim.answers);
    trial_end(&t);
    unlink(charges);
    free(charges);
}

/* The box of the limits: Robin faces across an axis that is transformed, and across the tridiagonal one. */
static void print_limit(char *out, size_t size, bool node, char axis, const char *face)
{
    snprintf(out, size,
             "grid = { n = [9, 8]; upper = [1.0, 2.0]; centering = \"%s\"; }; eps = 1.5; f = \"1+x*y\";"
             "boundary = { %c_lower = { %s }; };",
             node ? "node" : "cell", axis, face);
}

static void an_h_of_0_is_neumann(void **state)
{
    char text[512];
    (void)state;
    for (int k = 0; k < 4; k++) {
        print_limit(text, sizeof text, k % 2, "xy"[k / 2], "kind = \"robin\"; h = 0.0; ambient = \"x+y\";");
        struct trial a = trial_done("poisson", text, NULL, "thomas", 2);
        print_limit(text, sizeof text, k % 2, "xy"[k / 2], "flux = 0.0;");
        struct trial b = trial_done("poisson", text, NULL, "thomas", 2);
        assert_true(trial_difference(&a, &b) == 0);
        near(series_at(&a, "removed", 0), series_at(&b, "removed", 0), 0, "the mean");
        trial_end(&b);
        trial_end(&a);
    }
}

static void a_strong_h_is_dirichlet(void **state)
{
    char text[512];
    (void)state;
    for (int k = 0; k < 4; k++)
        for (int m = 0; m < 3; m++) {
            double apart = HUGE_VAL;
            print_limit(text, sizeof text, k % 2, "xy"[k / 2], "kind = \"dirichlet\"; value = \"1+x+y\";");
            struct trial b = trial_done("poisson", text, NULL, methods[m], 2);
            for (double h = 1e3; h < 1e8; h *= 100) {
                char face[128];
                snprintf(face, sizeof face, "kind = \"robin\"; h = %g; ambient = \"1+x+y\";", h);
                print_limit(text, sizeof text, k % 2, "xy"[k / 2], face);
                struct trial a = trial_done("poisson", text, NULL, methods[m], 2);
                apart = trial_difference(&a, &b);
                if (!(apart <= 10 / h / eps + 200)) fail_msg("%d, %s, h = %g: %g eps apart", k, methods[m], h, apart);
                assert_true(apart > 0);
                trial_end(&a);
            }
            trial_end(&b);
        }
}

/* All that flows in leaves through the film, whose u is far above that of the box' own differences. */
static void a_weak_h_keeps_all_digits(void **state)
{
    const double h = sizeof(real) == sizeof(double) ? 1e-11 : 1e-4;
    char text[512], face[128];
    (void)state;
    snprintf(face, sizeof face, "kind = \"robin\"; h = %g;", h);
    for (int k = 0; k < 4; k++)
        for (int m = 0; m < 3; m++) {
            print_limit(text, sizeof text, k % 2, "xy"[k / 2], face);
            struct trial t = trial_done("poisson", text, (const char *[]){"f=-2.0", NULL}, methods[m], 2);
            const double flux = k / 2 ? 2.0 * 2 : 2.0 * 1, within = k / 2 ? 2.0 * 4 / 3 / 1.5 : 2.0 / 3 / 1.5;
            near(series_at(&t, "mean", 0), flux / h + within, 300 * eps, methods[m]);
            trial_end(&t);
        }
}

static void a_level_that_rounding_decides_is_refused(void **state)
{
    (void)state;
    trial_refused("poisson", ST_FAILED, "only q and robin faces, with a loss of",
                  "grid = { n = [9, 8]; upper = [1.0, 2.0]; }; f = \"x-0.5\";"
                  "boundary = { x_lower = { kind = \"robin\"; h = 1e-15; }; };",
                  "thomas");
}

static void bits_do_not_depend_on_threads(void **state)
{
    static const char text[] =
        "grid = { n = [13, 12, 11]; upper = [1.0, 2.0, 1.0]; nodes_along = [\"y\"]; }; f = \"sin(7*x+y*z)\"; boundary "
        "= {"
        "x_lower = { kind = \"robin\"; h = 2.0; ambient = \"y*z\"; }; y_upper = { kind = \"robin\"; h = 0.1; };"
        "z_lower = { kind = \"robin\"; h = 7.0; ambient = 1.0; }; };";
    (void)state;
    exec_small_work(0);
    for (int m = 0; m < 3; m += 2) {
        struct trial a = trial_done("poisson", text, NULL, methods[m], 1);
        for (int threads = 2; threads < 7; threads += 2) {
            struct trial b = trial_done("poisson", text, NULL, methods[m], threads);
            assert_true(trial_difference(&a, &b) == 0);
            trial_end(&b);
        }
        trial_end(&a);
    }
}

static void wrong_keys_are_reported(void **state)
{
#define BOX(faces, more) "grid = { n = 8; upper = [1.0, 1.0]; centering = \"node\"; }; boundary = { " faces " };" more
#define ROBIN(more) "{ kind = \"robin\"; " more " };"
    static const struct {
        const char *text, *method, *words;
        enum status status;
    } cases[] = {
        {BOX("x_lower = " ROBIN(""), ""), "thomas", "boundary.x_lower.kind: a robin face needs its coefficient h",
         ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = -1.0;"), ""), "thomas", "boundary.x_lower.h", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1e-40;"), ""), "thomas", "1e-40 is neither 0 nor at least 1e-30", ST_CONFIG},
        {BOX("x_lower = { h = 1.0; };", ""), "thomas", "boundary.x_lower.h: is for faces of kind 'robin'", ST_CONFIG},
        {BOX("x_lower = { ambient = 1.0; };", ""), "thomas", "boundary.x_lower.ambient: is for faces of kind 'robin'",
         ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0; value = 2.0;"), ""), "thomas", "is for faces of kind 'dirichlet'", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0;"), "eps = \"1+y\";"), "thomas",
         "boundary.x_lower.h: eps varies along y, so that robin faces are for this axis alone", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0;"), "eigenvalues = \"spectral\";"), "thomas",
         "spectral eigenvalues are for axes without robin faces", ST_CONFIG},
        {BOX("y_lower = " ROBIN("h = 1.0;"), "eigenvalues = \"spectral\";"), "transforms", "and no robin faces",
         ST_REFUSED},
        {BOX("y_lower = " ROBIN("h = 1.0; ambient = 2.0;"), "eigenvalues = \"spectral\";"), "thomas",
         "spectral eigenvalues are for faces that prescribe 0", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1e9;"), ""), "thomas", "beyond 1e+07 it has to be across the tridiagonal axis",
         ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0;") "x_upper = { kind = \"periodic\"; };", ""), "thomas",
         "the axis is periodic at both of its faces or at none", ST_CONFIG},
        {BOX("x_lower = " ROBIN("h = 1.0;"), "mean = 3.0;"), "thomas",
         "mean: has no meaning where a face or q fixes the level", ST_CONFIG},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("poisson", cases[i].status, cases[i].words, cases[i].text, cases[i].method);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(any_box_has_the_solution_of_its_matrix, nothing_left),
        cmocka_unit_test_teardown(films_and_layers_are_in_series, nothing_left),
        cmocka_unit_test_teardown(a_charge_beside_a_film, nothing_left),
        cmocka_unit_test(an_h_of_0_is_neumann),
        cmocka_unit_test(a_strong_h_is_dirichlet),
        cmocka_unit_test(a_weak_h_keeps_all_digits),
        cmocka_unit_test_teardown(a_level_that_rounding_decides_is_refused, nothing_left),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
