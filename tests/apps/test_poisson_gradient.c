/* The gradient on a face that prescribes u at nodes: along a periodic axis of the face, central differences go around;
 * at edges and corners, where faces meet, parabolas have the right slope. The energy of a solution. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void differences_go_around(void **state)
{
    enum { N = 16 };
    static const char text[] =
        "grid = { n = [16, 9]; upper = [1.0, 1.0]; nodes_along = [\"y\"]; }; gradient = true; boundary = {"
        "x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; };"
        "y_lower = { kind = \"dirichlet\"; value = \"sin(2*pi*x)\"; }; y_upper = { kind = \"dirichlet\"; }; };";
    const double wave = 2 * acos(-1.0), h = 1.0 / N;
    (void)state;
    struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
    const struct array field = field_of(&t, "gradient_x");
    const real *const slope = field.data;
    for (int i = 0; i < N; i++) {
        const double should = cos(wave * (i + 0.5) * h) * sin(wave * h) / h;
        if (!(fabs((double)slope[i] - should) <= 100 * (double)REAL_EPS))
            fail_msg("at node %d the gradient is %g, not %g", i, (double)slope[i], should);
    }
    trial_end(&t);
}

/* A harmonic polynomial of second degree satisfies the difference equations too. */
static void edges_have_the_slope_of_parabolas(void **state)
{
    enum { N = 5, POINTS = N * N * N };
    static const char u[] = "x*x + y*y - 2*z*z + x*y - y*z + 3*x";
    static const char *const names[3] = {"gradient_x", "gradient_y", "gradient_z"};
    char text[1024] = "grid = { n = 5; upper = [1.0, 1.0, 1.0]; centering = \"node\"; }; gradient = true; boundary = {";
    (void)state;
    for (int face = 0; face < 6; face++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%c_%s = { kind = \"dirichlet\"; value = \"%s\"; };",
                 "xyz"[face / 2], face % 2 ? "upper" : "lower", u);
    snprintf(text + strlen(text), sizeof text - strlen(text), "};");
    struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
    for (int d = 0; d < 3; d++) {
        const real *const slope = field_of(&t, names[d]).data;
        for (int p = 0; p < POINTS; p++) {
            const double x = p % N / (N - 1.0), y = p / N % N / (N - 1.0), z = p / N / N / (N - 1.0);
            const double should[3] = {2 * x + y + 3, 2 * y + x - z, -4 * z - y};
            if (!(fabs((double)slope[p] - should[d]) <= 1000 * (double)REAL_EPS))
                fail_msg("%s at (%g, %g, %g) is %g, not %g", names[d], x, y, z, (double)slope[p], should[d]);
        }
    }
    trial_end(&t);
}

/* If u is 0 on all faces, half the sum of eps (du/dx)^2 over links is minus half that of f u over volumes, by parts:
 * eps along each axis, cells and nodes, and an axis around which links go. */
static void energy_is_half_of_what_sources_do(void **state)
{
    enum { NX = 21, NY = 6, NZ = 5 };
    (void)state;
    for (int k = 0; k < 12; k++) {
        const bool around = k >= 6, node = k / 3 % 2;
        const int n[3] = {NX, NY, NZ};
        char text[1024], face[3][2][64];
        for (int d = 0; d < 3; d++)
            for (int side = 0; side < 2; side++)
                snprintf(face[d][side], sizeof face[d][side], "%c_%s = { kind = \"%s\"; };", "xyz"[d],
                         side ? "upper" : "lower", around && d == (k + 1) % 3 ? "periodic" : "dirichlet");
        snprintf(text, sizeof text,
                 "grid = { n = [%d, %d, %d]; upper = [1.0, 1.0, 1.0]; centering = \"%s\"; }; eps = \"1+%c\"; "
                 "tridiagonal_axis = \"%c\";"
                 "f = \"1+x+2*y*y-z\"; boundary = { %s %s %s %s %s %s };",
                 NX, NY, NZ, node ? "node" : "cell", "xyz"[k % 3], "xyz"[k % 3], face[0][0], face[0][1], face[1][0],
                 face[1][1], face[2][0], face[2][1]);
        struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
        assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
        const real *const u = field_of(&t, "u").data;
        double h[3], first[3], sum = 0;
        for (int d = 0; d < 3; d++) {
            const bool wraps = around && d == (k + 1) % 3;
            h[d] = 1.0 / (node && !wraps ? n[d] - 1 : n[d]), first[d] = node ? 0 : h[d] / 2;
        }
        for (int p = 0; p < NX * NY * NZ; p++) {
            const double x = first[0] + p % NX * h[0], y = first[1] + p / NX % NY * h[1],
                         z = first[2] + p / NX / NY * h[2];
            sum -= (1 + x + 2 * y * y - z) * (double)u[p] * h[0] * h[1] * h[2] / 2;
        }
        near(answers_find(&t.sim.answers, NULL, "energy")->value, sum, 1000 * (double)REAL_EPS, text);
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

/* u = y between faces that prescribe it, eps of x: the energy is half the integral of eps. eps jumps between the nodes
 * on a face and those next to them. */
static void energy_beside_a_face_has_the_eps_there(void **state)
{
    static const struct {
        const char *eps;
        double energy;
    } cases[] = {{"1+99*(x>1/6)", (1. / 6 + 500. / 6) / 2},
                 {"1+99*(x>5/6)", (5. / 6 + 100. / 6) / 2},
                 {"1+x", 0.75},
                 {"7", 3.5}};
    (void)state;
    for (int k = 0; k < 8; k++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "grid = { n = [4, %s]; upper = [1.0, 1.0%s]; centering = \"node\"; }; eps = \"%s\"; tridiagonal_axis = "
            "\"x\"; boundary = { x_lower = { kind = \"dirichlet\"; value = \"y\"; }; x_upper = { kind = "
            "\"dirichlet\"; value = \"y\"; }; y_lower = { kind = \"dirichlet\"; }; y_upper = { kind = "
            "\"dirichlet\"; value = \"1\"; };%s };",
            k % 2 ? "5, 3" : "5", k % 2 ? ", 1.0" : "", cases[k / 2].eps,
            k % 2 ? "z_lower = { kind = \"neumann\"; }; z_upper = { kind = \"dirichlet\"; value = \"y\"; };" : "");
        struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
        assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
        near(answers_find(&t.sim.answers, NULL, "energy")->value, cases[k / 2].energy, 1000 * (double)REAL_EPS, text);
        assert_true(!*t.sim.caveats);
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

/* Faces that prescribe different u at an edge are found; those whose functions agree there are not. */
static void faces_that_contradict_are_said(void **state)
{
    static const struct {
        const char *lower, *side; /* u at y = 0, and at x = 0 and 1 */
        bool contradicts;
    } cases[] = {{"1", "0", true},     {"1+x", "1+x+y", false},   {"x*(1-x)", "0", false},
                 {"0.1", "y*y", true}, {"sin(pi*x)", "0", false}, {"cos(3*x)+2*(x>0.9)", "cos(3*x)", true}};
    (void)state;
    for (int k = 0; k < 12; k++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "grid = { n = [40, 30, 2]; upper = [1.0, 1.0, 1.0]; centering = \"%s\"; }; boundary = { x_lower = { kind "
            "= \"dirichlet\"; value = \"%s\"; }; x_upper = { kind = \"dirichlet\"; value = \"%s\"; }; y_lower = { "
            "kind = \"dirichlet\"; value = \"%s\"; }; y_upper = { kind = \"neumann\"; }; };",
            k % 2 ? "node" : "cell", cases[k / 2].side, cases[k / 2].side, cases[k / 2].lower);
        struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
        if ((strstr(t.sim.caveats, "where they meet") != NULL) != cases[k / 2].contradicts)
            fail_msg("%s: said '%s'", text, t.sim.caveats);
        trial_end(&t);
    }
}

/* The steepest gradient has all digits where its square overflows or underflows. */
static void steepest_gradients_of_any_size(void **state)
{
    static const double least[] = {1e-30, 1e-10, 1, 1e10, 1e30}, widest[] = {1e-250, 1e-10, 1, 1e10, 1e250};
    const double *const sizes = sizeof(real) == 4 ? least : widest;
    (void)state;
    for (int k = 0; k < 5; k++) {
        char text[512];
        snprintf(
            text, sizeof text,
            "grid = { n = [8, 3]; upper = [2.0, 1.0]; }; boundary = { x_lower = { kind = \"dirichlet\"; }; x_upper = "
            "{ kind = \"dirichlet\"; value = \"%.17g\"; }; };",
            sizes[k]);
        struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
        assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
        const double found = answers_find(&t.sim.answers, NULL, "steepest_gradient")->value;
        if (!(fabs(found - sizes[k] / 2) <= 100 * (double)REAL_EPS * sizes[k])) fail_msg("%g of %g", found, sizes[k]);
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences_go_around),
                                       cmocka_unit_test(edges_have_the_slope_of_parabolas),
                                       cmocka_unit_test(energy_is_half_of_what_sources_do),
                                       cmocka_unit_test(energy_beside_a_face_has_the_eps_there),
                                       cmocka_unit_test(faces_that_contradict_are_said),
                                       cmocka_unit_test(steepest_gradients_of_any_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
