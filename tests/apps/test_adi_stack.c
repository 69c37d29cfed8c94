/* Materials that jump anywhere: temperatures of stacks of layers against the closed form, the conductance and heat
 * content of parallel layers, blocks and datasets that end between nodes, and power in a layer thinner than a cell. */
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
#include "base/result/store.h"

#define PERIODIC "{ kind = \"periodic\"; }"
#define ROUND "x_lower = " PERIODIC "; x_upper = " PERIODIC "; y_lower = " PERIODIC "; y_upper = " PERIODIC ";"
#define STEADY "startup_steps = 5; time = { dt = 1e9; steps = 5; };"

static const double tight = sizeof(real) == 4 ? 1e-4 : 1e-11;

/* Layers along z: 1e4 W/m2 in at the top, 2e4 W/(m2 K) to 0 K below. */
struct layered {
    const char *conductivity;
    int cells;
    double length, resistance; /* of all layers, m2 K/W */
};

static void check_stack(const struct layered *s, const char *more)
{
    char text[1200];
    int64_t count;
    snprintf(text, sizeof text,
             "grid = { n = [1, 1, %d]; upper = [1.0, 1.0, %.17e]; }; material = { conductivity = %s; %s };"
             "boundary = { " ROUND " z_lower = { kind = \"robin\"; h = 2e4; ambient = 0.0; };"
             "z_upper = { flux = 1e4; }; };" STEADY,
             s->cells + 1, s->length, s->conductivity, more);
    struct trial t = trial_done("adi", text, NULL, "thomas", 1);
    const real *const u = trial_field(&t, &count);
    near((double)u[0], 0.5, tight, s->conductivity);
    near((double)u[count - 1], 0.5 + 1e4 * s->resistance, tight, s->conductivity);
    trial_end(&t);
}

/* Silicon or copper, 20 um of grease, and copper; interfaces on nodes, where the coordinate of a node is rounded to
 * either side, and a layer of grease thinner than a cell. */
static void interfaces_lie_where_they_are(void **state)
{
    static const char chip[] = "\"z < 0.0008 ? 400 : (z < 0.00082 ? 4 : 130)\"";
    static const char thin[] = "\"z < 0.0006 ? 400 : (z < 0.00062 ? 4 : 130)\"";
    const struct layered stacks[] = {
        {chip, 56, 0.00112, 0.0008 / 400 + 2e-5 / 4 + 0.0003 / 130},
        {chip, 112, 0.00112, 0.0008 / 400 + 2e-5 / 4 + 0.0003 / 130},
        {thin, 41, 0.00082, 0.0006 / 400 + 2e-5 / 4 + 0.0002 / 130},
        {thin, 16, 0.00082, 0.0006 / 400 + 2e-5 / 4 + 0.0002 / 130},
        {thin, 1, 0.00082, 0.0006 / 400 + 2e-5 / 4 + 0.0002 / 130},
    };
    (void)state;
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) {
        check_stack(&stacks[i], "");
        check_stack(&stacks[i], "density = \"z < 0.0007 ? 2 : 1\";");
        const struct layered twice = {stacks[i].conductivity, stacks[i].cells, stacks[i].length,
                                      stacks[i].resistance / 2};
        check_stack(&twice, "anisotropy = [1.0, 1.0, 2.0];");
    }
}

/* A film of a thousandth of a cell: between two other materials it is found; within one material it is found where a
 * single cell has 4,096 samples. A slope next to the jump is not taken for one. */
static void thin_layers_are_found(void **state)
{
    const struct layered stacks[] = {
        {"\"z < 0.5 ? 3 : (z < 0.5001 ? 0.01 : 7)\"", 7, 1, 0.5 / 3 + 1e-4 / 0.01 + 0.4999 / 7},
        {"\"z < 0.33 || z > 0.331 ? 3 : 0.01\"", 1, 1, 0.999 / 3 + 0.001 / 0.01},
        {"\"z < 0.33 || z > 0.3304 ? 3 : 0.01\"", 1, 1, 0.9996 / 3 + 0.0004 / 0.01},
    };
    (void)state;
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) check_stack(&stacks[i], "");
}

/* Heat content of 1 K: density times heat capacity jumps at places of its own. */
static void cells_hold_what_is_in_them(void **state)
{
    static const struct {
        const char *material;
        double content;
    } of[] = {
        {"density = \"z < 0.37 ? 5 : 2\"; heat_capacity = \"z < 0.61 ? 1 : 3\";", 0.37 * 5 + 0.24 * 2 + 0.39 * 6},
        {"density = \"x < 0.3 && y > 0.45 && z < 0.81 ? 5 : 2\";", 2 + 3 * 0.3 * 0.55 * 0.81},
        /* a block that no line of a raster meets along x */
        {"density = \"x < 0.05 && y < 0.02 && z > 0.65 && z < 0.67 ? 1e6 : 1\";", 1 + 999999 * 0.05 * 0.02 * 0.02},
        {"density = \"x < 0.3 ? 5 : 2\"; heat_capacity = \"abs(y - 0.5) < 0.02 ? 7 : 1\";", 2.9 * (1 + 0.04 * 6)},
    };
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (int periodic = 0; periodic < 2; periodic++) {
            char text[700];
            snprintf(text, sizeof text,
                     "grid = { n = [6, 5, 4]; upper = [1.0, 1.0, 1.0]; }; material = { %s };"
                     "initial = 1.0; time = { dt = 1e-3; steps = 1; }; %s",
                     of[i].material, periodic ? "boundary = { " ROUND " };" : "");
            struct trial t = trial_done("adi", text, NULL, "thomas", 2);
            near(series_at(&t, "energy", 0), of[i].content, sizeof(real) == 4 ? 1e-6 : 1e-12, of[i].material);
            trial_end(&t);
        }
}

/* A disc of radius 0.3 in a plane: its cells and edges are resolved to an eighth. */
static void a_curved_interface_is_resolved(void **state)
{
    static const char text[] = "grid = { n = [21, 21]; upper = [1.0, 1.0]; };"
                               "material = { density = \"hypot(x - 0.5, y - 0.5) < 0.3 ? 5 : 1\"; };"
                               "initial = 1.0; time = { dt = 1e-3; steps = 1; };";
    (void)state;
    struct trial t = trial_done("adi", text, NULL, "thomas", 2);
    near(series_at(&t, "energy", 0), 1 + 4 * M_PI * 0.09, 1e-3, "heat content");
    trial_end(&t);
}

/* du/dt = (k u_x)_x / C of u = x^2, far from the ends, in one short step: 2 k where layers lie along x. In a row of
 * nodes k is the mean over the height of its cells. */
static void layers_side_by_side_conduct_in_parallel(void **state)
{
    static const char text[] = "grid = { n = [33, 5]; upper = [32.0, 4.0]; }; material = { conductivity = \"y < 0.9 ? "
                               "1 : (y < 1.2 ? 50 : 9)\"; };"
                               "initial = \"(x - 16)^2\"; startup_steps = 1; time = { dt = 1e-5; steps = 1; };";
    static const double mean[] = {1, 0.4 * 1 + 0.3 * 50 + 0.3 * 9, 9, 9, 9};
    int64_t count;
    (void)state;
    if (sizeof(real) == 4) return;
    struct trial t = trial_done("adi", text, NULL, "thomas", 1);
    const real *const u = trial_field(&t, &count);
    for (int j = 0; j < 5; j++) near((double)u[33 * j + 16] / 2e-5, mean[j], 3e-3, "conductivity");
    trial_end(&t);
}

/* A dataset of 7 numbers along z, taken by the nearest: it jumps at odd multiples of L / 12. In addition there is a
 * formula. */
static void datasets_jump_between_nodes(void **state)
{
    static double k[] = {3, 50, 0.2, 0.2, 7, 1, 30};
    const struct array layers = {.name = "k", .rank = 3, .dims = {7, 1, 1}, .type = REAL64, .data = k};
    char *const path = temporary("layers.h5", NULL), conductivity[256];
    struct store *file;
    (void)state;
    good(store_create(&file, path));
    good(store_array(file, "/", &layers));
    good(store_commit(file));
    snprintf(conductivity, sizeof conductivity, "{ file = \"%s\"; dataset = \"/k\"; nearest = true; }", path);
    double resistance = 0;
    for (int i = 0; i < 7; i++) resistance += (i % 6 ? 1 : 0.5) / 6 / k[i];
    for (int cells = 1; cells < 20; cells += 3) {
        const struct layered s = {conductivity, cells, 1, resistance};
        check_stack(&s, "");
    }
    unlink(path);
    free(path);
}

/* 1 s of a source of 3 W/m3 in part of an insulated box of 1 m3, and of -2 W/m3 elsewhere. */
static void sources_heat_what_they_are_in(void **state)
{
    static const char text[] = "grid = { n = [6, 5, 4]; upper = [1.0, 1.0, 1.0]; };"
                               "source = \"z < 0.6 && x > 0.11 ? 3 : -2\"; time = { dt = 0.25; steps = 4; };";
    (void)state;
    struct trial t = trial_done("adi", text, NULL, "fused", 2);
    near(series_at(&t, "energy", 1), 5 * 0.6 * 0.89 - 2, 100 * (double)REAL_EPS, "heat");
    trial_end(&t);
}

/* Power in a layer of 10 um on cells of 100 um, at 0.55 of a cell; the temperature at the top is that of the layer. */
static void power_in_a_thin_layer_is_where_it_is(void **state)
{
    char *const path = temporary("film.csv", "name, x, y, width, height, watts\nall, 0, 0, 1, 1, 1e4\n"), text[900];
    int64_t count;
    (void)state;
    snprintf(text, sizeof text,
             "grid = { n = [1, 1, 11]; upper = [1.0, 1.0, 1e-3]; }; material = { conductivity = 100.0; };"
             "power = { floor_plan = \"%s\"; z = [7.5e-4, 7.6e-4]; };"
             "boundary = { " ROUND " z_lower = { kind = \"robin\"; h = 2e4; ambient = 0.0; }; };" STEADY,
             path);
    struct trial t = trial_done("adi", text, NULL, "thomas", 1);
    const real *const u = trial_field(&t, &count);
    near((double)u[count - 1], 0.5 + 1e4 * 7.55e-4 / 100, tight, "the top");
    near((double)u[7], 0.5 + 1e4 * 7e-4 / 100, tight, "below");
    trial_end(&t);
    unlink(path);
    free(path);
}

/* Layers that are left out are reported, in bounded work; a few layers in cells that are crowded along other axes stay
 * exact. */
#define WAVES(a, axis) "(sin(" a "*" axis ") > 0 ? 1 : 2)"
static void crowded_cells_are_thinned_out_and_said(void **state)
{
    static const struct {
        const char *cells, *material, *said;
    } cases[] = {
        {"[17, 17, 17]", "density = \"" WAVES("480", "x") "\"; heat_capacity = \"" WAVES("480", "x") "\";", NULL},
        {"[17, 17, 17]",
         "density = \"" WAVES("480", "x") "*" WAVES("480", "y") "\"; heat_capacity = \"" WAVES("900", "z") "\";",
         "heat_capacity: changes up to "},
        {"[17, 17, 17]", "conductivity = \"sin(3000*x)*sin(3000*y)*sin(3000*z) > 0 ? 1 : 2\";",
         "conductivity: jumps along x about as often as it is sampled, 8 times per cell"},
        {"[3, 3, 3]", "density = \"sin(3100*x)*sin(3100*y) > 0 ? 1 : 2\";", "density: jumps along y about as often"},
        {"[3]", "density = \"sin(1.1e5*x) > 0 ? 1 : 2\";", "density: jumps along x about as often"},
        {"[3, 5, 7]", "density = \"z < 0.13 ? 3 : (z < 0.1301 ? 9 : 2)\";", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "grid = { n = %s; upper = [1.0, 1.0, 1.0]; }; material = { %s }; time = { dt = 1e-9; steps = 1; };",
                 cases[i].cells, cases[i].material);
        struct trial t = trial_done("adi", text, NULL, "thomas", 1);
        const char *const said = t.sim.caveats;
        if (cases[i].said ? !strstr(said, cases[i].said) : *said != 0) fail_msg("%s: %s", cases[i].material, said);
        trial_end(&t);
    }
}

/* Layers of an eightieth of a cell along both axes, 1 and 2 in turn. A thousand sections remain along each. */
static void thinned_out_cells_have_the_right_mean(void **state)
{
    static const char text[] = "grid = { n = [17, 17]; upper = [1.0, 1.0]; }; material = { density = \"" WAVES(
        "1300*pi", "x") "\"; heat_capacity = \"" WAVES("1300*pi", "y") "\"; }; initial = 1.0;"
                                                                       "time = { dt = 1e-9; steps = 1; };";
    (void)state;
    struct trial t = trial_done("adi", text, NULL, "thomas", 1);
    if (!strstr(t.sim.caveats, "density: changes up to 8")) fail_msg("said: %s", t.sim.caveats);
    near(series_at(&t, "energy", 0), 2.25, 0.04, "heat content");
    trial_end(&t);
}

static void same_bits_for_any_threads(void **state)
{
    static const char text[] =
        "grid = { n = [17, 15, 9]; upper = [1.0, 1.0, 1.0]; }; initial = \"x+y*z\";"
        "material = { conductivity = \"x + y < z ? 10 : 1\"; density = \"hypot(x, y) < 0.7 ? 3 : 1\"; };"
        "time = { dt = 0.01; steps = 2; };";
    struct trial one, two;
    int64_t count;
    (void)state;
    one = trial_done("adi", text, NULL, "thomas", 1);
    two = trial_done("adi", text, NULL, "thomas", 2);
    const real *const u = trial_field(&one, &count), *const v = trial_field(&two, &count);
    assert_memory_equal(u, v, (size_t)count * sizeof *u);
    trial_end(&one);
    trial_end(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(interfaces_lie_where_they_are, nothing_left),
        cmocka_unit_test_teardown(thin_layers_are_found, nothing_left),
        cmocka_unit_test_teardown(cells_hold_what_is_in_them, nothing_left),
        cmocka_unit_test_teardown(a_curved_interface_is_resolved, nothing_left),
        cmocka_unit_test_teardown(layers_side_by_side_conduct_in_parallel, nothing_left),
        cmocka_unit_test_teardown(datasets_jump_between_nodes, nothing_left),
        cmocka_unit_test_teardown(sources_heat_what_they_are_in, nothing_left),
        cmocka_unit_test_teardown(power_in_a_thin_layer_is_where_it_is, nothing_left),
        cmocka_unit_test_teardown(crowded_cells_are_thinned_out_and_said, nothing_left),
        cmocka_unit_test_teardown(thinned_out_cells_have_the_right_mean, nothing_left),
        cmocka_unit_test_teardown(same_bits_for_any_threads, nothing_left),
    };
    return cmocka_run_group_tests_name("adi stack " REAL_NAME, tests, NULL, NULL);
}
