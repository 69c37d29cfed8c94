/* The answers of a run of the heat equation: blocks of a floor plan, the thermal resistance of a wall, and the swing of
 * a step that is too large, against exact answers. */
#include "tests/support/adi/heat_answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A wall of thickness L = 2 m and area A = 6 m2, heated in its topmost d = 0.25 m, cooled below:
 * R = 1/(h A) + (L - d/2)/(k A). A quarter of the heat belongs to the node half a metre below the top. */
static void the_resistance_of_a_wall(void **state)
{
    char *const path = temporary("wall.csv", "name, x, y, width, height, watts\nleft, 0, 0, 1, 3, 20\n"
                                             "right half, 1, 0, 1, 3, 20\n"),
                text[900];
    (void)state;
    snprintf(text, sizeof text,
             "grid = { n = [9, 7, 5]; upper = [2.0, 3.0, 2.0]; }; material = { conductivity = 4.0; };"
             "boundary = { z_lower = { kind = \"robin\"; h = 0.5; ambient = 290.0; }; }; initial = 290.0;"
             "power = { floor_plan = \"%s\"; z = [1.75, 2.0]; };"
             "startup_steps = 400; time = { dt = 2.0; steps = 400; };",
             path);
    struct trial t = reported(text);
    const double tolerance = sizeof(real) == 4 ? 1e-3 : 1e-9;
    near(answer(&t, NULL, "power"), 40, 1e-12, "power");
    near(answer(&t, NULL, "heat_removed"), 40, tolerance, "heat_removed");
    near(answer(&t, NULL, "thermal_resistance"), 1 / (0.5 * 6) + 1.875 / (4.0 * 6), tolerance, "thermal_resistance");
    near(answer(&t, NULL, "lowest_temperature"), 290 + 40 / (0.5 * 6), tolerance, "lowest_temperature");
    near(answer(&t, "left", "max"), 290 + 40 * (1 / 3.0 + 1.875 / 24), tolerance, "max");
    near(answer(&t, "right half", "mean"), 290 + 40 * (1 / 3.0 + (0.25 * 1.5 + 0.75 * 1.875) / 24), tolerance, "mean");
    answers_end(&t);
    unlink(path);
    free(path);
}

/* A sheet of length L = 2 m and cross section A = 3 m x 0.25 m, heated evenly and cooled at both ends:
 * R = 1/(2 h A) + L/(8 k A). */
static void the_resistance_of_a_sheet(void **state)
{
    char *const path = temporary("sheet.csv", "name, x, y, width, height, watts\nall, 0, 0, 2, 3, 40\n"), text[900];
    const double tolerance = sizeof(real) == 4 ? 1e-3 : 1e-9, area = 3 * 0.25;
    (void)state;
    snprintf(text, sizeof text,
             "grid = { n = [9, 7]; upper = [2.0, 3.0]; }; material = { conductivity = 4.0; };"
             "boundary = { x_lower = { kind = \"robin\"; h = 0.5; ambient = 290.0; };"
             "x_upper = { kind = \"robin\"; h = 0.5; ambient = 290.0; }; }; initial = 290.0;"
             "power = { floor_plan = \"%s\"; z = [1.75, 2.0]; };"
             "startup_steps = 400; time = { dt = 2.0; steps = 400; };",
             path);
    struct trial t = reported(text);
    near(answer(&t, NULL, "power"), 40, 1e-12, "power");
    near(answer(&t, NULL, "heat_removed"), 40, tolerance, "heat_removed");
    near(answer(&t, NULL, "thermal_resistance"), 1 / (2 * 0.5 * area) + 2 / (8 * 4.0 * area), tolerance,
         "thermal_resistance");
    assert_string_equal(place(&t, "heat_removed"), "100 % of the power, by a sheet of 0.25 m");
    answers_end(&t);
    unlink(path);
    free(path);
}

/* With two temperatures outside, or a source in addition to the blocks, there is no resistance. */
static void no_resistance_of_two_ambients(void **state)
{
    static const char *const beside[] = {
        "boundary = { z_lower = { kind = \"robin\"; h = 0.5; ambient = 290.0; };"
        "z_upper = { kind = \"robin\"; h = 0.5; ambient = 291.0; }; };",
        "boundary = { z_lower = { kind = \"robin\"; h = 0.5; ambient = 290.0; }; }; source = \"1+x\";",
        "boundary = { z_lower = { kind = \"dirichlet\"; value = 290.0; }; };"};
    char *const path = temporary("wall.csv", "name, x, y, width, height, watts\nall, 0, 0, 2, 3, 40\n"), text[900];
    (void)state;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        snprintf(text, sizeof text,
                 "grid = { n = 5; upper = [2.0, 3.0, 2.0]; }; power = { floor_plan = \"%s\"; z = [1.75, 2.0]; }; %s"
                 "time = { dt = 0.1; steps = 2; };",
                 path, beside[i]);
        struct trial t = reported(text);
        near(answer(&t, NULL, "power"), 40, 1e-12, "power");
        assert_null(answers_find(&t.sim.answers, NULL, "thermal_resistance"));
        answers_end(&t);
    }
    unlink(path);
    free(path);
}

/* A block from a face to a place between two nodes: means are weighted with the part of each cell that lies within. */
static void means_of_blocks_by_hand(void **state)
{
    char *const path = temporary("block.csv", "name, x, y, width, height, watts\nb, 0, 0.4, 0.65, 0.3, 1\n"), text[600];
    double sum = 0, weight = 0, most = -HUGE_VAL;
    int64_t count;
    (void)state;
    snprintf(text, sizeof text,
             "grid = { n = [11, 6]; upper = [1.0, 1.0]; }; initial = \"300+sin(5*x)*cos(3*y)\";"
             "power = { floor_plan = \"%s\"; z = [0.0, 1.0]; }; time = { dt = 0.01; steps = 3; };",
             path);
    struct trial t = reported(text);
    const real *const u = trial_field(&t, &count);
    for (int j = 0; j < 6; j++)
        for (int i = 0; i < 11; i++) {
            const double x = 0.1 * i, y = 0.2 * j;
            const double w = fmin(x + 0.05, 0.65) - fmax(x - 0.05, 0), h = fmin(y + 0.1, 0.7) - fmax(y - 0.1, 0.4);
            if (w < 1e-12 || h < 1e-12) continue;
            sum += w * h * (double)u[11 * j + i], weight += w * h;
            most = fmax(most, (double)u[11 * j + i]);
        }
    near(answer(&t, "b", "mean"), sum / weight, 1e-12, "mean");
    assert_true(answer(&t, "b", "max") == most);
    answers_end(&t);
    unlink(path);
    free(path);
}

/* Columns over time end with the answers; names that are taken get a number. */
static void blocks_are_sampled(void **state)
{
    char *const path = temporary("blocks.csv", "name, x, y, width, height, watts\nc 0, 0, 0, 1, 1, 1\n"
                                               "c_0, 1, 1, 1, 1, 0\nd, 1, 0, 1, 1, 3\n"),
                text[600];
    (void)state;
    snprintf(
        text, sizeof text,
        "grid = { n = 9; upper = [2.0, 2.0]; }; initial = \"300+x\"; probes = ({ name = \"d_max\"; at = [0.0, 0.0]; });"
        "power = { floor_plan = \"%s\"; z = [0.0, 1.0]; }; time = { dt = 0.01; steps = 6; };",
        path);
    struct trial t = reported(text);
    const int64_t last = series_column(&t.sim.series, "time")->count - 1;
    assert_true(last > 0 && series_at(&t, "d_max", 0) == 300);
    assert_true(series_at(&t, "c_0_max", 0) == 301 && series_at(&t, "c_0_max_2", 0) == 302);
    assert_true(series_at(&t, "c_0_max", last) == answer(&t, "c 0", "max"));
    assert_true(series_at(&t, "c_0_mean_2", last) == answer(&t, "c_0", "mean"));
    assert_true(series_at(&t, "d_max_2", last) == answer(&t, "d", "max"));
    answers_end(&t);
    unlink(path);
    free(path);
}

/* The mode that alternates from node to node on 8 nodes around a period of 8 m: a step multiplies it by
 * g = (1 - 2 dt) / (1 + 2 dt), so the least of the changes of three more steps is A |g|^(N + 2) (1 - g). */
static const char mode[] = "grid = { n = [8, 4]; upper = [8.0, 4.0]; };"
                           "boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; }; };"
                           "initial = \"300+cos(pi*x)\"; time = { dt = %g; steps = %d; }; startup_steps = %d;";

static void check_swing(double dt, int steps)
{
    const double g = (1 - 2 * dt) / (1 + 2 * dt);
    char text[500];
    double swing, range;
    int64_t count;
    snprintf(text, sizeof text, mode, dt, steps, 0);
    struct trial t = trial_done("adi", text, NULL, "thomas", 1);
    const real first = trial_field(&t, &count)[3];
    const char *const said = strstr(t.sim.caveats, "temperatures swing up and down by ");
    assert_true((said != NULL) == (g < 0));
    if (said) {
        assert_true(sscanf(said, "temperatures swing up and down by %lf K from step to step, %lf", &swing, &range) ==
                    2);
        near(swing, pow(fabs(g), steps + 2) * (1 - g), 0.02, "swing");
        near(range, 100 * pow(fabs(g), 2) * (1 - g) / 2, 0.02, "share of the range");
        assert_non_null(strstr(said, "take startup_steps = 4"));
    }
    assert_true(fabs((double)first - (300 - pow(g, steps))) < 300 * 8 * (double)REAL_EPS); /* the field is as it was */
    trial_end(&t);
}

/* Blocks of 1 and 100 W/(m K) in steps that are unstable, from the first step on and without samples between, and in
 * short ones; conductivities that vary along one axis, or nowhere; a source that makes the range grow as t squared. */
static void growth_without_end_is_reported(void **state)
{
    static const char text[] = "grid = { n = 11; upper = [1.0, 1.0, 1.0]; }; time = { dt = %g; steps = %d; };"
                               "material = { conductivity = \"%s\"; }; initial = \"%s\"; source = \"%s\";"
                               "temperatures = \"relative\"; startup_steps = %d;";
    static const char blocks[] = "sin(9*x)*sin(7*y+1)*cos(5*z) > 0 ? 100 : 1";
    static const struct {
        double dt;
        int steps, startup;
        const char *conductivity, *initial, *source;
        bool fails;
    } cases[] = {{0.1, 25, 4, blocks, "x-y*z", "0", true},   {0.1, 1, 0, blocks, "x-y*z", "0", true},
                 {0.01, 2, 0, blocks, "x-y*z", "0", true},   {0.003, 1, 0, blocks, "x-y*z", "0", true},
                 {0.003, 3, 0, blocks, "x-y*z", "0", true},  {0.0025, 20, 0, blocks, "x-y*z", "0", true},
                 {0.1, 2, 2, blocks, "x-y*z", "0", true},    {1e-3, 25, 0, blocks, "x-y*z", "0", false},
                 {1e-5, 25, 4, blocks, "x-y*z", "0", false}, {0.1, 25, 4, "1", "x-y*z", "0", false},
                 {1e-3, 25, 4, "1+x", "0", "x*t", false},    {0.1, 3, 0, "z > 0.5 ? 100 : 1", "x-y*z", "0", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int m = 0; m < 2; m++) {
            static const char *const methods[] = {"thomas", "fused"};
            char config[1000];
            double factor;
            snprintf(config, sizeof config, text, cases[i].dt, cases[i].steps, cases[i].conductivity, cases[i].initial,
                     cases[i].source, cases[i].startup);
            struct trial t;
            good(trial_begin(&t, "adi", config, NULL, methods[m], exec_host(1)));
            const enum status s = trial_run(&t);
            if (s != (cases[i].fails ? ST_FAILED : ST_OK)) fail_msg("%s, %s: status %d", config, methods[m], (int)s);
            if (cases[i].fails &&
                (sscanf(fail_text(), "temperatures grow without bound: the change in a step grows %lf-fold", &factor) !=
                     1 ||
                 factor < 1.05))
                fail_msg("%s: %s", config, fail_text());
            assert_null(strstr(t.sim.caveats, "grow without bound"));
            trial_end(&t);
        }
}

/* The growth is still small compared with the range, which comes from a layer that hardly conducts. */
static void growth_that_has_spoilt_nothing_is_warned_of(void **state)
{
    static const char text[] =
        "grid = { n = 11; upper = [1.0, 1.0, 1.0]; }; time = { dt = 0.1; steps = 1; };"
        "material = { conductivity = \"z < 0.35 ? 1e-9 : sin(9*x)*sin(7*y+1)*cos(5*z) > 0 ? 100 : 1\"; };"
        "initial = \"z < 0.35 ? 1000 : 0.01*x*y*z\"; temperatures = \"relative\";";
    double factor;
    (void)state;
    struct trial t = trial_done("adi", text, NULL, "thomas", 1);
    const char *const said = strstr(t.sim.caveats, "temperatures grow without bound: the change in a step grows ");
    assert_non_null(said);
    assert_true(sscanf(said, "temperatures grow without bound: the change in a step grows %lf-fold", &factor) == 1);
    assert_true(factor > 1.05);
    trial_end(&t);
}

/* In float, rows of M keep the heat of a periodic line to a few digits where dt is 2^18 squares of the distance of
 * nodes long. Rows of pointwise steps are not formed. */
static void rounding_of_long_steps_is_reported(void **state)
{
    static const char text[] = "grid = { n = [5, 64]; upper = [1.0, 1.0]; }; time = { dt = %d.0; steps = 3; };"
                               "boundary = { y_lower = { kind = \"periodic\"; }; y_upper = { kind = \"periodic\"; };"
                               " x_lower = { kind = \"flux\"; }; x_upper = { kind = \"flux\"; }; };"
                               "material = { conductivity = \"%s\"; }; source = \"1\"; temperatures = \"relative\";";
    static const struct {
        int dt;
        const char *conductivity, *method;
        bool doubtful;
    } cases[] = {{64, "1", "thomas", true},
                 {64, "1+x*y*(1-y)", "thomas", true},
                 {64, "1+x*y*(1-y)", "fused", false},
                 {1, "1", "thomas", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char config[1000];
        snprintf(config, sizeof config, text, cases[i].dt, cases[i].conductivity);
        struct trial t;
        good(trial_begin(&t, "adi", config, NULL, cases[i].method, exec_host(1)));
        for (int k = 0; k < 3; k++) good(sim_sample(&t.sim)), good(t.sim.app->step(&t.sim));
        good(sim_sample(&t.sim)), good(sim_finish(&t.sim));
        const bool said = strstr(t.sim.caveats, "are nearly too long in float: along y") != NULL;
        assert_true(said == (cases[i].doubtful && sizeof(real) < sizeof(double)));
        trial_end(&t);
    }
}

/* However few steps there are. */
static void a_step_too_large_is_reported(void **state)
{
    static const int steps[] = {1, 2, 3, 5};
    char text[500];
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        check_swing(50, steps[i]);
        check_swing(0.05, steps[i]);
        snprintf(text, sizeof text, mode, 50.0, steps[i], 4);
        struct trial t = trial_done("adi", text, NULL, "thomas", 1);
        assert_true(!*t.sim.caveats);
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_resistance_of_a_wall, nothing_left),
        cmocka_unit_test_teardown(the_resistance_of_a_sheet, nothing_left),
        cmocka_unit_test_teardown(no_resistance_of_two_ambients, nothing_left),
        cmocka_unit_test_teardown(means_of_blocks_by_hand, nothing_left),
        cmocka_unit_test_teardown(blocks_are_sampled, nothing_left),
        cmocka_unit_test_teardown(growth_without_end_is_reported, nothing_left),
        cmocka_unit_test_teardown(growth_that_has_spoilt_nothing_is_warned_of, nothing_left),
        cmocka_unit_test_teardown(rounding_of_long_steps_is_reported, nothing_left),
        cmocka_unit_test_teardown(a_step_too_large_is_reported, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
