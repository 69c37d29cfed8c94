/* Poisson's equation in boxes against exact answers. */
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

static const double eps = (double)REAL_EPS;
static const char *const methods[] = {"thomas_simd", "thomas", "cr_pcr", "transforms"};

#define GROUNDED \
    "boundary = { x_lower = { kind = \"dirichlet\"; }; x_upper = { kind = \"dirichlet\"; };" \
    "y_lower = { kind = \"dirichlet\"; }; y_upper = { kind = \"dirichlet\"; };" \
    "z_lower = { kind = \"dirichlet\"; }; z_upper = { kind = \"dirichlet\"; }; };"

static char charges[64];

static int enter(void **state)
{
    (void)state;
    strcpy(charges, "/tmp/test_poisson.XXXXXX");
    const int made = mkstemp(charges);
    if (made < 0) return -1;
    close(made);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    return unlink(charges);
}

static void write_charges(const char *text)
{
    FILE *const f = fopen(charges, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* The potential of a unit charge at x0 in a grounded unit cube, eps = 1, by the series of sines across z, which
 * converges where z is not z0 (Jackson, Classical Electrodynamics, 3rd ed., section 3.12). */
static double series_of_charge(const double x0[3], const double x[3])
{
    const double pi = acos(-1.0), low = fmin(x[2], x0[2]), high = fmax(x[2], x0[2]);
    double sum = 0;
    for (int m = 1; m < 60; m++)
        for (int n = 1; n < 60; n++) {
            const double g = pi * sqrt(m * m + n * n);
            sum += 4 * sin(m * pi * x0[0]) * sin(m * pi * x[0]) * sin(n * pi * x0[1]) * sin(n * pi * x[1]) / g *
                   exp(-g * (high - low)) * (1 - exp(-2 * g * low)) * (1 - exp(-2 * g * (1 - high))) /
                   (2 * (1 - exp(-2 * g)));
        }
    return sum;
}

/* Grids of spacing h, h/2 and h/4, with the errors in h^2 and h^4 taken out. */
static void a_charge_in_a_grounded_box(void **state)
{
    static const double at[3] = {0.5, 0.25, 0.5}, probe[3] = {0.25, 0.5, 0.75};
    (void)state;
    write_charges("x, y, z, charge\n0.5, 0.25, 0.5, 1\n");
    for (int m = 0; m < 4; m++) {
        double u[3];
        for (int k = 0; k < 3; k++) {
            char text[1024];
            snprintf(text, sizeof text,
                     "grid = { n = %d; upper = [1.0, 1.0, 1.0]; centering = \"node\"; }; charges = \"%s\"; %s"
                     "probes = ( { name = \"p\"; at = [0.25, 0.5, 0.75]; } );",
                     (16 << k) + 1, charges, GROUNDED);
            struct trial t = trial_done("poisson", text, NULL, methods[m], 2);
            u[k] = series_at(&t, "p", 0);
            assert_true(series_at(&t, "residual", 0) <= 50 * eps);
            trial_end(&t);
        }
        const double once[2] = {u[1] + (u[1] - u[0]) / 3, u[2] + (u[2] - u[1]) / 3};
        const double twice = once[1] + (once[1] - once[0]) / 15, exact = series_of_charge(at, probe);
        if (!(fabs(twice / exact - 1) <= fmax(1e-6, 2000 * eps)))
            fail_msg("%s: %.9g, not %.9g", methods[m], twice, exact);
    }
}

static const char layers[] =
    "grid = { n = [3, 4, 80]; upper = [1.0, 1.0, 40.0]; }; eps = \"z < 20 ? 2.2 : z < 25 ? 2.3 : 3.8\";"
    "boundary = { z_lower = { kind = \"dirichlet\"; value = 1.0; }; z_upper = { kind = \"dirichlet\"; value = 401.0; "
    "}; };"
    "exact = \"1 + 400 / (20/2.2 + 5/2.3 + 15/3.8) * (z < 20 ? z/2.2 : z < 25 ? 20/2.2 + (z-20)/2.3 "
    ": 20/2.2 + 5/2.3 + (z-25)/3.8)\";";

static void layers_are_met_to_rounding(void **state)
{
    (void)state;
    for (int m = 0; m < 3; m++) {
        struct trial t = trial_done("poisson", layers, NULL, methods[m], 2);
        const double charge = 400 / (20 / 2.2 + 5 / 2.3 + 15 / 3.8);
        assert_true(metrics_get(&t.sim.metrics, "error") <= 2000 * eps);
        assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
        const struct answer *const in = answers_find(&t.sim.answers, "z_upper", "inflow");
        const struct answer *const out = answers_find(&t.sim.answers, "z_lower", "inflow");
        const struct answer *const energy = answers_find(&t.sim.answers, NULL, "energy");
        const struct answer *const slope = answers_find(&t.sim.answers, NULL, "steepest_gradient");
        assert_true(fabs(in->value / charge - 1) <= 1e5 * eps && fabs(out->value / charge + 1) <= 1e5 * eps);
        assert_true(fabs(energy->value / (200 * charge) - 1) <= 1e5 * eps);
        assert_true(fabs(slope->value / (charge / 2.2) - 1) <= 1e5 * eps);
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

/* div(eps grad u) over the box equals the inflow through the faces: Gauss. */
static void no_charge_is_lost(void **state)
{
    static const char *const faces[] = {"x_lower", "x_upper", "y_lower", "y_upper", "z_lower", "z_upper"};
    (void)state;
    write_charges("x, y, z, charge\n0.001, 0.3, 0.999, 2\n0.52, 0.5, 0.5, -0.5\n1, 0, 0.25, 1\n");
    for (int m = 0; m < 4; m++) {
        char text[1024];
        double sum = 0;
        snprintf(text, sizeof text, "grid = { n = [13, 8, 11]; upper = [1.0, 1.0, 1.0]; }; charges = \"%s\"; %s",
                 charges, GROUNDED);
        struct trial t = trial_done("poisson", text, NULL, methods[m], 2);
        assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
        for (int f = 0; f < 6; f++) sum += answers_find(&t.sim.answers, faces[f], "inflow")->value;
        if (!(fabs(sum + 2.5) <= 1000 * eps)) fail_msg("%s: %.17g flows in", methods[m], sum);
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

/* The condition at an end: u = 0 or no flow. */
struct charged_line {
    bool grounded[2], node, stretched;
};

/* u of charge 1 at x0 in 0 ... 1, u'' = -delta: both parts are straight lines. */
static double line_of_charge(const struct charged_line *l, double x0, double x)
{
    if (l->grounded[0] && l->grounded[1]) return fmin(x, x0) * (1 - fmax(x, x0));
    return l->grounded[0] ? fmin(x, x0) : 1 - fmax(x, x0);
}

static void describe_line(const struct charged_line *l, char *text, size_t size)
{
    static const char *const kinds[] = {"neumann", "dirichlet"};
    snprintf(text, size,
             "grid = { n = 12; upper = [1.0]; centering = \"%s\"; %s }; charges = \"%s\";"
             "boundary = { x_lower = { kind = \"%s\"; }; x_upper = { kind = \"%s\"; }; };"
             "probes = ( { name = \"first\"; at = [0.003]; }, { name = \"last\"; at = [0.999]; } );",
             l->node ? "node" : "cell", l->stretched ? "places = \"(s+s*s)/2\";" : "", charges, kinds[l->grounded[0]],
             kinds[l->grounded[1]]);
}

/* The charges of a capacitor's plates are right however near to a plate the charge is. */
static void holds_the_line(struct trial *t, const struct charged_line *l, double x0)
{
    int64_t count;
    const real *const u = trial_field(t, &count);
    const double *const x = field_of(t, "x").data;
    double in = 0;
    for (int64_t i = 0; i < count; i++) {
        const double exact = line_of_charge(l, x0, x[i]);
        if (!(fabs((double)u[i] - exact) <= 200 * eps)) fail_msg("%.17g at %g, not %.17g", (double)u[i], x[i], exact);
    }
    assert_int_equal(t->sim.app->report(&t->sim), ST_OK);
    for (int side = 0; side < 2; side++) {
        const struct answer *const a = answers_find(&t->sim.answers, side ? "x_upper" : "x_lower", "inflow");
        if (a) in += a->value;
    }
    near(in, -1, 200 * eps, "inflow");
    near(answers_find(&t->sim.answers, NULL, "charge")->value, 1, 0, "charge");
    answers_free(&t->sim.answers);
}

/* In one dimension u is exact at all points wherever the charge is, also within half a spacing of a face. */
static void a_charge_beside_a_face(void **state)
{
    static const double at[] = {1e-4, 0.003, 0.02, 0.0416, 0.3, 0.97, 0.998, 0.99999, 1};
    (void)state;
    for (int k = 0; k < 12; k++)
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            const struct charged_line l = {{k / 4 != 2, k / 4 != 1}, k & 1, k & 2};
            char table[64], text[1024];
            snprintf(table, sizeof table, "x, charge\n%.17g, 1\n", at[i]);
            write_charges(table);
            describe_line(&l, text, sizeof text);
            struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
            holds_the_line(&t, &l, at[i]);
            /* Straight from the face to the first point, unless the charge is between them. */
            if (at[i] > 0.1 && at[i] < 0.9 && l.grounded[0])
                near(series_at(&t, "first", 0), line_of_charge(&l, at[i], 0.003), 500 * eps, "first");
            if (at[i] > 0.1 && at[i] < 0.9 && l.grounded[1])
                near(series_at(&t, "last", 0), line_of_charge(&l, at[i], 0.999), 5000 * eps, "last");
            trial_end(&t);
        }
}

/* In a grounded cube, next to a face or an edge: the series, at a probe elsewhere, for any distance to the face. */
static void a_charge_beside_a_face_of_a_box(void **state)
{
    static const double near_face[] = {1e-4, 0.005, 0.012}, probe[3] = {0.25, 0.5, 0.75};
    (void)state;
    for (int k = 0; k < 12; k++) {
        const double d = near_face[k % 3], at[3] = {d, k / 3 % 2 ? d : 0.3, 0.4};
        char text[1024], table[128];
        snprintf(table, sizeof table, "x, y, z, charge\n%.17g, %.17g, %.17g, 1\n", at[0], at[1], at[2]);
        write_charges(table);
        snprintf(text, sizeof text,
                 "grid = { n = 32; upper = [1.0, 1.0, 1.0]; centering = \"%s\"; }; charges = \"%s\"; %s"
                 "probes = ( { name = \"p\"; at = [0.25, 0.5, 0.75]; } );",
                 k / 6 ? "node" : "cell", charges, GROUNDED);
        struct trial t = trial_done("poisson", text, NULL, "thomas_simd", 2);
        near(series_at(&t, "p", 0), series_of_charge(at, probe), 0.01, text);
        trial_end(&t);
    }
}

/* u = cos(pi x) + mean, whatever constant is added to f; the last axis is periodic, or not. */
static void what_has_no_level_is_given_one(void **state)
{
    static const char *const ends[] = {"", "boundary = { y_lower = { kind = \"periodic\"; }; y_upper = { kind = "
                                           "\"periodic\"; }; };"};
    (void)state;
    for (int c = 0; c < 2; c++)
        for (int e = 0; e < 2; e++)
            for (int m = 0; m < 4; m++) {
                char text[1024];
                snprintf(text, sizeof text,
                         "grid = { n = [32, 7]; upper = [1.0, 2.0]; centering = \"%s\"; }; mean = 3.5; %s"
                         "f = \"0.25 - pi^2*cos(pi*x)\"; exact = \"cos(pi*x)\";",
                         c ? "node" : "cell", ends[e]);
                struct trial t = trial_done("poisson", text, NULL, methods[m], 2);
                assert_true(fabs(series_at(&t, "removed", 0) - 0.25) <= 1e-14);
                assert_true(fabs(series_at(&t, "mean", 0) - 3.5) <= 100 * eps);
                assert_true(series_at(&t, "residual", 0) <= 50 * eps);
                assert_true(series_at(&t, "error", 0) <= 1e-3);
                trial_end(&t);
            }
}

/* Waves that spectral eigenvalues know exactly. */
static void spectral_eigenvalues_are_exact_for_waves(void **state)
{
    static const char text[] =
        "grid = { n = [16, 12, 9]; upper = [1.0, 1.0, 1.0]; }; eigenvalues = \"spectral\"; q = 3.0;"
        "boundary = { y_lower = { kind = \"periodic\"; }; y_upper = { kind = \"periodic\"; };"
        "z_lower = { kind = \"dirichlet\"; }; z_upper = { kind = \"dirichlet\"; }; };"
        "f = \"-(3+pi^2*(4+16+9))*cos(2*pi*x)*sin(4*pi*y)*sin(3*pi*z)\";"
        "exact = \"cos(2*pi*x)*sin(4*pi*y)*sin(3*pi*z)\";";
    (void)state;
    struct trial t = trial_done("poisson", text, NULL, "transforms", 2);
    assert_true(metrics_get(&t.sim.metrics, "error") <= 100 * eps);
    trial_end(&t);
}

static void right_sides_are_solved_one_after_the_other(void **state)
{
    static const char text[] = "grid = { n = [8, 8]; upper = [1.0, 1.0]; }; times = [1.0, 2.0, 4.0]; f = \"t*x\";"
                               "boundary = { x_lower = { kind = \"dirichlet\"; value = \"t\"; }; };";
    (void)state;
    struct trial t = trial_done("poisson", text, NULL, "thomas_simd", 2);
    for (int k = 1; k < 3; k++)
        assert_true(fabs(series_at(&t, "max", k) / series_at(&t, "max", k - 1) - 2) <= 100 * eps);
    trial_end(&t);
}

/* Probes anywhere between stretched nodes, by a line between the two neighbours of each. */
static void probes_lie_between_points(void **state)
{
    static const char text[] =
        "grid = { n = 1000; upper = [1.0]; centering = \"node\"; places = \"s*s\"; }; quantity = \"level\";"
        "boundary = { x_lower = { kind = \"dirichlet\"; }; x_upper = { kind = \"dirichlet\"; value = 2.0; }; };"
        "probes = ( { name = \"first\"; at = [0.0]; }, { name = \"a\"; at = [1e-7]; },"
        "{ name = \"b\"; at = [0.3333]; }, { name = \"last\"; at = [1.0]; } );";
    static const struct {
        const char *name;
        double at;
    } probes[] = {{"first", 0}, {"a", 1e-7}, {"b", 0.3333}, {"last", 1}};
    (void)state;
    struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
        assert_true(fabs(series_at(&t, probes[i].name, 0) - 2 * probes[i].at) <= 1e5 * eps);
    assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
    assert_non_null(answers_find(&t.sim.answers, NULL, "highest_level"));
    assert_string_equal(field_of(&t, "level").name, "level");
    answers_free(&t.sim.answers);
    trial_end(&t);
}

/* Also between the last point of a periodic axis and the first. */
static void probes_go_around(void **state)
{
    static const char *const places[] = {"", "places = \"(s+s*s)/2\";"};
    (void)state;
    for (int k = 0; k < 4; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "grid = { n = 64; upper = [1.0]; centering = \"%s\"; %s }; q = 1.0;"
                 "boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; }; };"
                 "f = \"-(1+4*pi^2)*sin(2*pi*x)\"; probes = ( { name = \"end\"; at = [1.0]; },"
                 "{ name = \"start\"; at = [0.0]; }, { name = \"near\"; at = [0.995]; } );",
                 k % 2 ? "node" : "cell", places[k / 2]);
        struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
        assert_true(fabs(series_at(&t, "end", 0)) <= 0.02);
        assert_true(fabs(series_at(&t, "start", 0) - series_at(&t, "end", 0)) <= 100 * eps);
        assert_true(fabs(series_at(&t, "near", 0) + 0.0314) <= 0.02);
        trial_end(&t);
    }
}

/* u = 1 + x + 2 y: what lies between the outer nodes and their faces counts too. */
static void nodes_on_faces_count(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "grid = { n = [5, 6]; upper = [1.0, 1.0]; centering = \"%s\"; places_along = { x = \"(s+s*s)/2\"; }; };"
            "boundary = { x_lower = { kind = \"dirichlet\"; value = \"1+2*y\"; }; x_upper = { flux = 1.0; };"
            "y_lower = { kind = \"dirichlet\"; value = \"1+x\"; };"
            "y_upper = { kind = \"dirichlet\"; value = \"3+x\"; }; };",
            k ? "node" : "cell");
        struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
        assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
        near(answers_find(&t.sim.answers, NULL, "energy")->value, 2.5, 1000 * eps, "energy");
        near(series_at(&t, "mean", 0), 2.5, 1000 * eps, "mean");
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

static void bits_do_not_depend_on_threads(void **state)
{
    static const char text[] = "grid = { n = [33, 20, 18]; upper = [1.0, 1.0, 1.0]; places = \"s^1.5\"; };"
                               "f = \"sin(7*x+y*z)\"; q = \"z\"; gradient = true;"
                               "boundary = { x_lower = { kind = \"dirichlet\"; value = \"y\"; }; };";
    (void)state;
    for (int m = 0; m < 3; m++) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_charge_in_a_grounded_box),
        cmocka_unit_test(a_charge_beside_a_face),
        cmocka_unit_test(a_charge_beside_a_face_of_a_box),
        cmocka_unit_test(layers_are_met_to_rounding),
        cmocka_unit_test(no_charge_is_lost),
        cmocka_unit_test(what_has_no_level_is_given_one),
        cmocka_unit_test(spectral_eigenvalues_are_exact_for_waves),
        cmocka_unit_test(right_sides_are_solved_one_after_the_other),
        cmocka_unit_test(probes_lie_between_points),
        cmocka_unit_test(probes_go_around),
        cmocka_unit_test(nodes_on_faces_count),
        cmocka_unit_test(bits_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
