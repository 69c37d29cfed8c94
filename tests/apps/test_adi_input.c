/* Input of the heat equation: every fault is one sentence, floor plans lose no watt, failed runs leave nothing behind.
 */
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

#define BOX "grid = { n = [5, 6, 7]; upper = [1.0, 2.0, 3.0]; };"
#define SHEET "grid = { n = [5, 6]; upper = [1.0, 2.0]; };"
#define TIME "time = { dt = 0.5; steps = 4; };"

static char plan[64];

static int enter(void **state)
{
    (void)state;
    strcpy(plan, "/tmp/test_adi.XXXXXX");
    const int file = mkstemp(plan);
    return file < 0 ? -1 : close(file);
}

static int leave(void **state)
{
    (void)state;
    return unlink(plan);
}

static void write_plan(const char *text)
{
    FILE *const out = fopen(plan, "w");
    fputs(text, out);
    fclose(out);
}

static void wrong_keys_are_reported(void **state)
{
    static const struct {
        const char *text, *words;
        enum status status;
    } cases[] = {
        {SHEET, "give two of time.dt, time.steps and time.end"},
        {SHEET "time = { dt = 0.3; end = 1.0; };", "adi:1: time.end: 1 s is not a whole number of steps"},
        {SHEET "time = { dt = 0.3; end = 1.0; steps = 3; };",
         "time.end: 1 s is not a whole number of steps: 3 of 0.3 s"},
        {SHEET "\ntime = { dt = 1e-30;\nend = 1.0; };", "adi:3: time.end: 1 s are too many steps"},
        {"grid = { n = [5, 5, 5]; upper = [1.0, 1.0]; };" TIME, "grid.n: 3 sizes for the 2 axes"},
        {"grid = { n = 5; lower = [0.0]; upper = [1.0, 1.0]; };" TIME, "grid.lower: 1 numbers, but grid.upper has 2"},
        {"grid = { n = 5; upper = [1.0, -1.0]; };" TIME, "grid.upper: -1 along y is not above the lower corner's 0"},
        {"grid = { n = [5, 1]; upper = [1.0, 1.0]; };" TIME, "grid.n: the y axis needs a node on each face"},

        {"grid = { n = 1000000; upper = [1.0, 1.0, 1.0]; };" TIME, "grid.n: 1000000 x 1000000 x 1000000 nodes need",
         ST_CONFIG},
        {SHEET TIME "boundary = { z_lower = { flux = 1.0; }; };",
         "boundary.z_lower.flux: a plane problem has no such face"},
        {SHEET TIME "boundary = { z_upper = { h = 1.0; }; };", "boundary.z_upper.h: a plane problem has no such face"},
        {SHEET TIME "boundary = { z_lower = { kind = \"robin\"; h = 1.0; ambient = 3.0; }; };",
         "boundary.z_lower.kind: a plane problem has no such face"},
        {SHEET TIME "boundary = { x_lower = { kind = \"periodic\"; }; };",
         "boundary.x_lower.kind: the axis is periodic at both"},
        {SHEET TIME "boundary = { x_lower = { kind = \"dirichlet\"; }; };", "boundary.x_lower.value: is missing"},
        {SHEET TIME "boundary = { x_lower = { value = 1.0; }; };",
         "boundary.x_lower.value: does not apply to a face of this kind"},
        {SHEET TIME "boundary = { x_lower = { kind = \"robin\"; ambient = 1.0; }; };",
         "boundary.x_lower.h: a robin face needs"},
        {SHEET TIME "boundary = { y_upper = { h = 1.0; }; };", "boundary.y_upper.h: does not apply"},
        {SHEET TIME "boundary = { x_lower = { kind = \"dirichlt\"; }; };", "did you mean 'dirichlet'"},
        {SHEET TIME "material = { conductivity = -1.0; };", "material.conductivity: -1 is not above 0"},
        {SHEET TIME "material = { conductivity = \"x-0.5\"; };",
         "adi:1: material.conductivity: -0.5 at (0, 0, 0) is not above 0"},
        {SHEET TIME "material = { density = \"1+t\"; };", "material.density: unexpected 't'"},
        {SHEET TIME "material = { anisotropy = [1.0, 2.0, 3.0]; };", "material.anisotropy: 3 factors for 2 axes"},
        {SHEET TIME "material = { density = \"1+x\"; }; coefficients = \"shared\";",
         "coefficients: lines can share a matrix only"},
        {SHEET TIME "source = \"x+z\";", "source: unexpected 'z'"},
        {SHEET TIME "initial = \"x+*y\";", "adi:1: initial: unexpected"},
        {SHEET TIME "probes = ({ name = \"p\"; at = [2.0, 0.0]; });", "probes: probe p lies outside along x"},
        {SHEET TIME "probes = ({ name = \"p\"; at = [0.0, 0.0, 0.0]; });", "probes: probe p has 3 coordinates"},
        {SHEET TIME "probes = ({ name = \"a/b\"; at = [0.0, 0.0]; });", "probes: 'a/b' cannot be the name of a column"},
        {SHEET TIME "power = { z = [0.0, 1.0]; };", "power.z: applies only with power.floor_plan"},
        {SHEET TIME "power = { floor_plan = \"/proc/version\"; };", "power.z: a floor plan needs the layer"},
        {BOX TIME "power = { floor_plan = \"/proc/version\"; z = [2.0, 4.0]; };",
         "power.z: a layer from 2 to 4 reaches outside"},
        {BOX TIME "power = { floor_plan = \"/proc/version\"; z = [2.0, 2.0]; };",
         "power.z: a layer from 2 to 2 has no thickness"},
        {BOX TIME "scheme = \"peaceman_rachford\";", "scheme: peaceman_rachford in three dimensions"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("adi", cases[i].status ? cases[i].status : ST_CONFIG, cases[i].words, cases[i].text, "thomas");
}

/* A run in which lines share nothing takes fused, as it reports. */
static void sweep_leaves_what_lines_do_not_share_to_fused(void **state)
{
    struct trial t;
    (void)state;
    assert_int_equal(trial_begin(&t, "adi", BOX TIME "coefficients = \"per_point\";", NULL, "sweep", exec_host(2)),
                     ST_OK);
    assert_string_equal(t.sim.chosen, "fused");
    assert_string_equal(t.sim.why, "one pass over memory needs coefficients that all lines of an axis share");
    trial_end(&t);
}

static void what_is_not_finite_is_placed(void **state)
{
    struct trial t;
    int64_t count;
    (void)state;
    assert_int_equal(trial_begin(&t, "adi", BOX TIME, NULL, "thomas", exec_host(2)), ST_OK);
    ((real *)trial_field(&t, &count))[(3 * 6 + 5) * 5 + 2] = (real)NAN;
    assert_int_equal(t.sim.app->sample(&t.sim), ST_FAILED);
    assert_string_equal(fail_text(), "the temperature is nan after step 0 at node (2, 5, 3), (0.5, 2, 1.5) m");
    trial_end(&t);
    trial_refused("adi", ST_CONFIG, "initial: the formula 1/x is inf at x = 0", SHEET TIME "initial = \"1/x\";",
                  "thomas");
    trial_refused("adi", ST_CONFIG, "exact: the formula 1/(t-2) is inf at x = 0, y = 0, t = 2",
                  SHEET TIME "exact = \"1/(t-2)\";", "thomas");
    trial_refused("adi", ST_FAILED, "at node (0, 0, 0)", SHEET TIME "initial = \"1e308*cos(10*x)\";", "thomas");
}

/* Watts in, for 2 s; blocks end between nodes, at faces, and touch one another. */
static void floor_plans_lose_no_watt(void **state)
{
    static const char *const texts[] = {
        BOX TIME "power = { floor_plan = \"%s\"; unit = \"mm\"; z = [0.9, 1.234]; };",
        BOX TIME "power = { floor_plan = \"%s\"; unit = \"mm\"; z = [0.0, 3.0]; };"
                 "material = { density = \"1+x\"; }; boundary = { x_lower = { kind = \"periodic\"; };"
                 "x_upper = { kind = \"periodic\"; }; z_lower = { kind = \"periodic\"; }; z_upper = { kind = "
                 "\"periodic\"; }; };",
        SHEET TIME "power = { floor_plan = \"%s\"; unit = \"mm\"; z = [5.0, 7.0]; }; source = \"0*t\";"};
    static const double watts[] = {18.75, 18.75, 18.75 / 2}; /* a plane problem: per metre of its 2 m */
    (void)state;
    write_plan("\xef\xbb\xbf# a comment\nname, x, y, width, height, watts\n\ncore 0, 0, 0, 300, 1500,12.5\r\n"
               " cache ,300,333,700,1667, 6\nidle, 530, 130, 1e-10, 1e-10, 0.25\n");
    for (int i = 0; i < 3; i++) {
        char text[1024];
        struct trial t;
        snprintf(text, sizeof text, texts[i], plan);
        if (trial_complete(&t, "adi", text, NULL, "thomas", exec_host(2)) != ST_OK) fail_msg("%s", fail_text());
        const struct column *column = t.sim.series.column;
        while (strcmp(column->name, "energy")) column++;
        const double rise = column->value[1] - column->value[0];
        if (!(fabs(rise - 2 * watts[i]) <= 100 * (double)REAL_EPS * rise))
            fail_msg("%d: %.15g J of %.15g", i, rise, 2 * watts[i]);
        trial_end(&t);
    }
}

static void wrong_floor_plans_are_reported(void **state)
{
    static const char head[] = "name, x, y, width, height, watts\n";
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", ":1: the table is empty; the first line must be: name, x, y, width, height, watts"},
        {"%", ": the floor plan has no blocks"},
        {"name, x, y, width, height\n", ":1: the first line must be: name, x, y, width, height, watts"},
        {"\na, 0, 0, 1, 1, 1\n", ":2: the first line must be"},
        {"\n# all dimensions are in meters\nL2_left\t0.0049\t0.0062\t0.0\t0.0098\n",
         ":3: this is a block of HotSpot's floor plans: name, width, height, left x and bottom y in m"},
        {"core 1 1 0 0 1.75e6 0.01\n", ":1: this is a block of HotSpot's floor plans"},
        {"%a, 0, 0, 1, 1\n", ":2: 5 columns instead of 6"},
        {"%a, 0, 0, 1, 1, 1, 1\n", ":2: more than 6 columns instead of 6"},
        {"%, 0, 0, 1, 1, 1\n", ":2: the block has no name"},
        {"%a, 0, 0, 1, 1, 1\n\nb, 0, 0x, 1, 1, 1\n", ":4: y of block b: '0x' is not a number"},
        {"%a, 0, 0, 1, nan, 1\n", ":2: height of block a: 'nan' is not a number"},
        {"%a, 0, 0, 0, 1, 1\n", ":2: width of block a: 0 is not above 0"},
        {"%a, 0, 0, 1, 1, -3\n", ":2: watts of block a: -3 is below 0"},
        {"%a, 0.5, 0.5, 1e-20, 1e-20, 1\n", ":2: block a, 1e-20 x 1e-20 m, is too thin for its 1 W"},
        {"%a, 0, 0, 0.5, 1, 1\n\nb, 0.4, 0.9, 0.1, 0.1, 1\n", ":4: block b overlaps block a of line 2"},
        {"%a, 0, 0, 0.1, 0.1, 1\na, 0.5, 0.5, 0.1, 0.1, 1\n", ":3: line 2 has a block a already"},
        {"%a, 0.4, 0.9, 0.1, 0.1, 1\nb, 0, 0, 0.5, 1, 1\n", ":3: block b overlaps block a of line 2"},
        {"%a, 0, 0, 0x1p-1, 1, 1\n", ":2: width of block a: '0x1p-1' is not a number"},
        {"%a, 0, 0, 0.1, 1, 1\nb, 0.1, 0, 0.2, 1, 1\nc, 0.3, 0, 0.1, 1.5, 1\nd, 0.3, 1.5, 0.1, 1, 1\n",
         ":5: block d reaches from 1.5 to 2.5 m along y"}, /* those that touch are fine */
        {"%a, 0.5, 0, 0.75, 1, 1\n", ":2: block a reaches from 0.5 to 1.25 m along x, outside of the grid"},
        {"%a, 500, 0, 500, 1000, 1\n",
         ":2: block a reaches from 500 to 1000 m along x, outside of the grid; with power.unit = \"mm\" all blocks"},
        {"%a, 500e3, 0, 500e3, 1e6, 1\n", "outside of the grid; with power.unit = \"um\" all blocks lie inside"},
    };
    char text[1024], content[512];
    (void)state;
    snprintf(text, sizeof text, SHEET TIME "power = { floor_plan = \"%s\"; z = [0.0, 1.0]; };", plan);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bool headed = cases[i].text[0] == '%';
        snprintf(content, sizeof content, "%s%s", headed ? head : "", cases[i].text + headed);
        write_plan(content);
        trial_refused("adi", ST_CONFIG, cases[i].words, text, "thomas");
        assert_memory_equal(fail_text(), plan, strlen(plan));
    }
    static const char with_zero[] = "name, x, y, width, height, watts\na\0, 0, 0, 1, 1, 1\n";
    FILE *const out = fopen(plan, "w");
    fwrite(with_zero, 1, sizeof with_zero - 1, out);
    fclose(out);
    trial_refused("adi", ST_CONFIG, ":2: the line has a byte 0", text, "thomas");
    trial_refused("adi", ST_CONFIG, "nowhere.csv: No such file",
                  SHEET TIME "power = { floor_plan = \"/nowhere.csv\"; z = [0.0, 1.0]; };", "thomas");
}

/* Lengths in another unit than the file's: the blocks would be specks in a corner. A speck that is intended is far from
 * this. */
static void a_floor_plan_in_another_unit_is_reported(void **state)
{
    static const struct {
        const char *plan, *unit, *refused, *warned;
    } cases[] = {
        {"a, 0, 0, 0.5, 2, 1\nb, 0.5, 0, 0.5, 2, 1\n", "mm",
         "the blocks cover 0.0001 % of the grid of 1 m x 2 m; lengths are likely in m, with power.unit = \"m\" they "
         "cover 100 %",
         NULL},
        {"a, 0, 0, 500, 100, 1\n", "um", "lengths are likely in mm, with power.unit = \"mm\" they cover 2.5 %", NULL},
        {"a, 0.5, 0.5, 0.1, 0.1, 1\n", "m", NULL, "the floor plan covers 0.5 % of the grid: power.unit or grid.upper"},
        {"a, 500, 500, 100, 300, 1\n", "mm", NULL, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400], content[200];
        struct trial t;
        snprintf(content, sizeof content, "name, x, y, width, height, watts\n%s", cases[i].plan);
        write_plan(content);
        snprintf(text, sizeof text, SHEET TIME "power = { floor_plan = \"%s\"; unit = \"%s\"; z = [0.0, 1.0]; };", plan,
                 cases[i].unit);
        if (cases[i].refused) {
            trial_refused("adi", ST_CONFIG, cases[i].refused, text, "thomas");
            continue;
        }
        t = trial_done("adi", text, NULL, "thomas", 2);
        if (cases[i].warned ? !strstr(t.sim.caveats, cases[i].warned) : *t.sim.caveats != 0)
            fail_msg("said: %s", t.sim.caveats);
        trial_end(&t);
    }
}

/* Temperatures of matter are in K; those of test problems are numbers. */
static void temperatures_that_cannot_be_are_reported(void **state)
{
#define COPPER "material = { density = 8960.0; heat_capacity = 385.0; conductivity = 400.0; };"
#define COLD_PLATE(ambient) "boundary = { x_lower = { kind = \"robin\"; h = 10.0; ambient = " ambient "; }; };"
#define PLATE(value) "boundary = { y_upper = { kind = \"dirichlet\"; value = " value "; }; };"
    static const struct {
        const char *text, *refused, *warned;
    } cases[] = {
        {COPPER "initial = -1.0;", "initial: -1 K lies below absolute zero; temperatures are in K", NULL},
        {COPPER "initial = \"300*cos(pi*x)\";", "initial: -300 K lies below absolute zero", NULL},
        {COPPER "exact = \"-1-x\";", "exact: -2 K lies below absolute zero", NULL},
        {COPPER "initial = 300.0;" COLD_PLATE("-20.0"), "boundary.x_lower.ambient: -20 K lies below absolute", NULL},
        {COPPER "initial = 300.0;" PLATE("\"300-200*t\""), "boundary.y_upper.value: -100 K lies below absolute", NULL},
        {"material = { density = \"x < 0.5 ? 1 : 2000\"; }; initial = -1.0;", "initial: -1 K lies below", NULL},
        {"temperatures = \"absolute\"; initial = -1.0;", "initial: -1 K lies below absolute zero", NULL},
        {"temperatures = \"Kelvin\";", "temperatures: ", NULL},
        {COPPER "initial = 300.0;" COLD_PLATE("45.0"), NULL,
         "boundary.x_lower.ambient is 45 K where initial is 300 K or more: is it in degrees Celsius? 45 degrees "
         "Celsius are 318.15 K"},
        {COPPER "initial = 20.0;" PLATE("300.0"), NULL,
         "initial is 20 K where boundary.y_upper.value is 300 K or more"},
        {COPPER "initial = 25.0;" COLD_PLATE("20.0"), NULL,
         "the temperatures that are given lie between 20 and 25 K: are they in degrees Celsius? 0 degrees Celsius are "
         "273.15 K"},
        {COPPER PLATE("25.0"), NULL, "lie between 25 and 25 K: are they in degrees Celsius?"},
        {COPPER "temperatures = \"absolute\"; initial = 4.0;" PLATE("77.0"), NULL, NULL},
        {COPPER "initial = 4.0;" PLATE("160.0"), NULL, NULL},
        {COPPER "initial = 0.0; source = 1.0;" COLD_PLATE("0.0"), NULL, NULL},
        {COPPER "initial = 300.0;" COLD_PLATE("318.15"), NULL, NULL},
        {COPPER "temperatures = \"relative\"; initial = -1.0;" COLD_PLATE("300.0"), NULL, NULL},
        {COPPER "initial = 1.0; source = -1e9;", NULL, "K, below absolute zero: more heat leaves than there is"},
        {"initial = \"cos(pi*x)*cos(pi*y)\";" COLD_PLATE("-1.0"), NULL, NULL},
        {"material = { conductivity = 400.0; }; initial = \"-sin(pi*x)\";" PLATE("300.0"), NULL, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text, SHEET TIME "startup_steps = 4; %s", cases[i].text);
        if (cases[i].refused) {
            trial_refused("adi", ST_CONFIG, cases[i].refused, text, "thomas");
            continue;
        }
        struct trial t = trial_done("adi", text, NULL, "thomas", 2);
        const char *const said = t.sim.caveats; /* also of the step, which is large */
        const bool doubted = strstr(said, "Celsius") || strstr(said, "absolute zero");
        if (cases[i].warned ? !strstr(said, cases[i].warned) : doubted) fail_msg("%s said: %s", cases[i].text, said);
        trial_end(&t);
    }
}

/* Whichever allocation fails, the run reports it and nothing stays. */
static void failing_allocations_leave_nothing(void **state)
{
    static const char faces[] = BOX TIME "%s initial = \"x*y\"; exact = \"x+t\"; source = \"x*t\";"
                                         "power = { floor_plan = \"%s\"; z = [0.0, 1.0]; };"
                                         "boundary = { x_lower = { kind = \"dirichlet\"; value = \"y+t\"; };"
                                         "y_upper = { kind = \"robin\"; h = 1.0; ambient = \"t\"; };"
                                         "z_lower = { kind = \"periodic\"; }; z_upper = { kind = \"periodic\"; }; };";
    static const struct {
        const char *method, *how;
    } methods[] = {{"thomas", ""},
                   {"thomas", "coefficients = \"per_point\";"},
                   {"thomas", "coefficients = \"per_point\"; factor_once = true;"},
                   {"fused", ""},
                   {"fused", "coefficients = \"per_point\";"}};
    char text[1024];
    (void)state;
    write_plan("name, x, y, width, height, watts\na, 0, 0, 1, 1, 1\n");
    for (int i = 0; i < 5; i++) {
        snprintf(text, sizeof text, faces, methods[i].how, plan);
        int64_t failed = 0;
        /* A run may do without some: a guess at a spelling. */
        for (int64_t k = 1, passed = 0; passed < 10; k = allocation_after(k)) {
            struct trial t;
            mem_fail_at(k);
            const enum status s = trial_complete(&t, "adi", text, NULL, methods[i].method, exec_host(2));
            mem_fail_at(0);
            if (s == ST_OK) trial_end(&t);
            passed = s == ST_OK ? passed + 1 : 0;
            failed += s == ST_NOMEM;
            if (s != ST_OK && s != ST_NOMEM)
                fail_msg("%s, allocation %lld: %s", methods[i].method, (long long)k, fail_text());
            if (mem_held(HOST)) fail_msg("%s, allocation %lld: memory left", methods[i].method, (long long)k);
        }
        assert_true(failed > 13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(sweep_leaves_what_lines_do_not_share_to_fused, nothing_left),
        cmocka_unit_test_teardown(what_is_not_finite_is_placed, nothing_left),
        cmocka_unit_test_teardown(floor_plans_lose_no_watt, nothing_left),
        cmocka_unit_test_teardown(wrong_floor_plans_are_reported, nothing_left),
        cmocka_unit_test_teardown(a_floor_plan_in_another_unit_is_reported, nothing_left),
        cmocka_unit_test_teardown(temperatures_that_cannot_be_are_reported, nothing_left),
        cmocka_unit_test_teardown(failing_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests_name("adi input " REAL_NAME, tests, enter, leave);
}
