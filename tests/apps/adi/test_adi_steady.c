/* The distance of a run of the heat equation from the stationary state, against fields that further steps no longer
 * change; and steps that are too large to be split along the axes. */
#define _GNU_SOURCE /* asprintf */
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

static const double rounding = sizeof(real) == 4 ? 2e-3 : 1e-6;

/* Silicon on a thin interface on copper that is cooled below, with a small hot block: lines across the layers settle at
 * once, but a large step hardly changes temperatures that vary along the layers. */
static char *stack(const char *plan, double dt, int steps)
{
    char *text;
    assert_true(asprintf(&text,
                         "grid = { n = [9, 9, 42]; upper = [0.016, 0.016, 0.0041]; };"
                         "material = { density = 1.0; heat_capacity = \"z < 0.00195 ? 3.45e6 : 1.66e6\";"
                         "conductivity = \"z < 0.00195 ? 400 : (z < 0.00205 ? 4 : 130)\"; };"
                         "boundary = { z_lower = { kind = \"robin\"; h = 4e4; ambient = 320.0; }; }; initial = 320.0;"
                         "power = { floor_plan = \"%s\"; unit = \"mm\"; z = [0.004, 0.0041]; };"
                         "startup_steps = 100000; time = { dt = %.17g; steps = %d; };",
                         plan, dt, steps) > 0);
    return text;
}

static const char plan_text[] = "name, x, y, width, height, watts\nhot, 10, 10, 4, 4, 30\nrest, 0, 0, 8, 16, 10\n";

/* At every step: a resistance is given only if it is that of the stationary state, which is known in any case. */
static void no_resistance_before_it_is_steady(void **state)
{
    static const struct {
        double dt;
        int steps;
    } run[] = {{0.4, 10}, {0.4, 60}, {0.2, 20}, {0.1, 40}, {0.02, 150}, {0.02, 40}, {0.01, 30}};
    char *const path = temporary("stack.csv", plan_text), *text = stack(path, 0.02, 500);
    struct trial t = reported_by(text, "thomas", 1);
    const double exact = answer(&t, NULL, "thermal_resistance");
    int steady = 0;
    (void)state;
    assert_true(exact > 0);
    free(text), answers_end(&t);
    for (size_t i = 0; i < sizeof run / sizeof *run; i++) {
        text = stack(path, run[i].dt, run[i].steps);
        t = reported_by(text, i % 2 ? "thomas" : "thomas_simd", 1);
        const double peak = answer(&t, NULL, "peak_temperature"), now = (peak - 320) / 40;
        const bool is = !isnan(answer_or_nan(&t, "thermal_resistance"));
        const double off = fabs(now / exact - 1);
        if (is && off > 2e-3) fail_msg("dt %g, %d steps: steady, but off by %g", run[i].dt, run[i].steps, off);
        assert_true(!strncmp(place(&t, "from_steady"), is ? "steady: " : "not steady: ", is ? 8 : 12));
        assert_true(answers_find(&t.sim.answers, NULL, "from_steady")->doubted == !is);
        if (!is) {
            near(answer(&t, NULL, "rise_per_power"), now, 1e-12, "rise_per_power");
            near(answer(&t, NULL, "resistance_once_steady"), exact, fmax(1e-4, rounding), "resistance_once_steady");
            assert_true(answer(&t, "hot", "from_steady") > answer(&t, "rest", "from_steady"));
        }
        steady += is;
        free(text), answers_end(&t);
    }
    assert_int_equal(steady, 1);
    unlink(path), free(path);
}

static double largest_difference(struct trial *a, struct trial *b)
{
    int64_t count;
    const real *const u = trial_field(a, &count), *const v = trial_field(b, &count);
    double most = 0;
    for (int64_t p = 0; p < count; p++) most = fmax(most, fabs((double)u[p] - (double)v[p]));
    return most;
}

/* Every kind of face, layered and anisotropic material, two and three dimensions, all methods: the distance is that to
 * the field after many small steps. */
static void the_distance_to_the_steady_field(void **state)
{
    static const char *const problem[] = {
        "grid = { n = [9, 6, 7]; upper = [1.0, 1.0, 1.0]; }; material = { anisotropy = [1.0, 5.0, 0.2]; };"
        "boundary = { x_lower = { kind = \"dirichlet\"; value = \"1+y*z\"; }; x_upper = { kind = \"robin\"; h = 2.0;"
        "ambient = \"3+y\"; }; y_lower = { kind = \"periodic\"; }; y_upper = { kind = \"periodic\"; };"
        "z_upper = { kind = \"flux\"; flux = \"x-2*y\"; }; }; source = \"10*x*y\"; initial = \"5*x\";",
        "grid = { n = [8, 7, 6]; upper = [1.0, 1.0, 1.0]; };"
        "material = { conductivity = \"x < 0.4 ? 1 : 20+z\"; density = \"1+y\"; };"
        "boundary = { z_lower = { kind = \"dirichlet\"; value = 2.0; }; y_upper = { kind = \"dirichlet\"; value = "
        "\"2+x*z\"; }; }; initial = 3.0;",
        "grid = { n = [12, 9]; upper = [2.0, 1.0]; }; boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { "
        "kind "
        "= \"periodic\"; }; y_lower = { kind = \"robin\"; h = 0.7; ambient = 4.0; }; }; initial = \"sin(pi*x)\";",
        "grid = { n = [7, 11]; upper = [1.0, 1.0]; }; boundary = { x_lower = { kind = \"flux\"; flux = -5.0; }; };"
        "initial = \"x*y\";", /* the heat that leaves equals that of the block */
    };
    static const char *const methods[] = {"fused", "pcr", "thomas", "fused"};
    char *const path = temporary("p.csv", "name, x, y, width, height, watts\nb, 0.1, 0.2, 0.5, 0.6, 5\n"), text[1200];
    (void)state;
    for (size_t i = 0; i < sizeof problem / sizeof *problem; i++)
        for (int steps = 3; steps <= 12; steps += 9) {
            static const char form[] = "%s power = { floor_plan = \"%s\"; z = [0.0, 1.0]; }; startup_steps = 100000; "
                                       "temperatures = \"relative\";"
                                       "time = { dt = 0.02; steps = %d; };";
            snprintf(text, sizeof text, form, problem[i], path, steps);
            struct trial t = reported_by(text, methods[i], 1);
            snprintf(text, sizeof text, form, problem[i], path, 1500);
            struct trial last = reported_by(text, "thomas", 1);
            const double distance = largest_difference(&t, &last);
            near(answer(&t, NULL, "from_steady"), distance, fmax(1e-3, rounding), "from_steady");
            near(answer(&t, "b", "from_steady") / distance, 0.6, 0.67, "from_steady of the block");
            assert_true(!strncmp(place(&last, "from_steady"), "steady: ", 8));
            answers_end(&t), answers_end(&last);
        }
    unlink(path), free(path);
}

/* An insulated body gets hotter by P / (C V) and has no resistance; a problem that varies in time has no steady state
 * to look for. */
static void no_steady_state(void **state)
{
    char *const path = temporary("p.csv", "name, x, y, width, height, watts\nb, 0, 0, 1, 1, 12\n"), text[600];
    static const char form[] = "grid = { n = 6; upper = [1.0, 2.0, 3.0]; }; material = { density = 4.0; };"
                               "power = { floor_plan = \"%s\"; z = [0.0, 1.0]; }; %s time = { dt = 0.1; steps = 5; };";
    (void)state;
    snprintf(text, sizeof text, form, path, "");
    struct trial t = reported_by(text, "thomas", 1);
    near(answer(&t, NULL, "mean_rises_by"), 12 / (4.0 * 6), 1e-5, "mean_rises_by");
    assert_string_equal(place(&t, "mean_rises_by"), "never steady: no heat can leave");
    assert_true(isnan(answer_or_nan(&t, "from_steady")) && isnan(answer_or_nan(&t, "thermal_resistance")));
    answers_end(&t);
    snprintf(text, sizeof text, form, path,
             "boundary = { x_lower = { kind = \"robin\"; h = 1.0; ambient = \"t\"; }; };");
    t = reported_by(text, "thomas", 1);
    assert_true(isnan(answer_or_nan(&t, "from_steady")) && isnan(answer_or_nan(&t, "thermal_resistance")));
    answers_end(&t);
    unlink(path), free(path);
}

static const char said[] = "s is too large to be split along the axes";

/* The step that is suggested, over the same time, is not too large; and a step without a warning has the peak of one
 * five times shorter. */
static void a_step_too_large_to_be_split(void **state)
{
    char *const path = temporary("stack.csv", plan_text);
    double peak[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double dt = i ? 0.1 : 0.2, time = 0.6;
        char *text = stack(path, dt, (int)lround(time / dt));
        struct trial t = reported_by(text, "thomas", 1);
        const char *const caveat = strstr(t.sim.caveats, said), *const take = strstr(t.sim.caveats, "take steps of ");
        double shorter = 0;
        assert_non_null(caveat);
        assert_true(take && sscanf(take, "take steps of %lf s", &shorter) == 1 && shorter < dt);
        free(text), answers_end(&t);
        for (int k = 0; k < 2; k++) {
            text = stack(path, k ? shorter / 5 : shorter, (int)lround(time / shorter) * (k ? 5 : 1));
            t = reported_by(text, "thomas", 1);
            assert_null(strstr(t.sim.caveats, said));
            peak[k] = answer(&t, NULL, "peak_temperature") - 320;
            free(text), answers_end(&t);
        }
        near(peak[0], peak[1], 0.01, "peak");
    }
    unlink(path), free(path);
}

/* A run of one or two steps: the warning comes where the peak is off, and not where it is right. */
static void few_steps_too_large_to_be_split(void **state)
{
    char *const path = temporary("stack.csv", plan_text);
    (void)state;
    for (int steps = 1; steps <= 3; steps++)
        for (int large = 0; large < 2; large++) {
            const double dt = large ? 10 : 1e-5;
            double peak[2];
            for (int k = 0; k < 2; k++) {
                const int parts = !k ? 1 : large ? 100 : 10;
                char *const text = stack(path, dt / parts, steps * parts);
                struct trial t = reported_by(text, "thomas", 1);
                if (!k) assert_true((strstr(t.sim.caveats, said) != NULL) == large);
                peak[k] = answer(&t, NULL, "peak_temperature") - 320;
                free(text), answers_end(&t);
            }
            assert_true((fabs(peak[0] / peak[1] - 1) > 0.1) == large);
        }
    unlink(path), free(path);
}

/* 1 must not vanish compared with dt L along an axis whose faces keep the heat; it may where faces hold temperatures.
 */
static void a_step_too_long_for_the_precision(void **state)
{
    static const char form[] = "grid = { n = [5, 4, 6]; upper = [1.0, 1.0, 1.0]; }; initial = \"x\"; %s"
                               "startup_steps = 1; time = { dt = %g; steps = 1; };",
                      held[] = "boundary = { x_lower = { kind = \"dirichlet\"; value = 1.0; };"
                               "y_lower = { kind = \"dirichlet\"; value = 1.0; };"
                               "z_lower = { kind = \"dirichlet\"; value = 1.0; }; };";
    static const char *const how[] = {"", "coefficients = \"per_point\";"};
    char text[600];
    (void)state;
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, form, how[i], 1 / (double)REAL_EPS);
        trial_refused("adi", ST_FAILED, "is too long in " REAL_NAME ": along z", text, "thomas");
        snprintf(text, sizeof text, form, how[i], 1e-3 / (double)REAL_EPS);
        struct trial t = reported(text);
        answers_end(&t);
    }
    snprintf(text, sizeof text, form, held, 1 / (double)REAL_EPS);
    struct trial t = reported(text);
    answers_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(no_resistance_before_it_is_steady, nothing_left),
        cmocka_unit_test_teardown(the_distance_to_the_steady_field, nothing_left),
        cmocka_unit_test_teardown(no_steady_state, nothing_left),
        cmocka_unit_test_teardown(a_step_too_large_to_be_split, nothing_left),
        cmocka_unit_test_teardown(few_steps_too_large_to_be_split, nothing_left),
        cmocka_unit_test_teardown(a_step_too_long_for_the_precision, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
