/* The gradient on a face that prescribes u at nodes: along a periodic axis of the face, central differences go around;
 * at edges and corners, where faces meet, parabolas have the slope that they have. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences_go_around),
                                       cmocka_unit_test(edges_have_the_slope_of_parabolas)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
