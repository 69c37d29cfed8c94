/* Right sides of all steps in one dataset: against the formula from which they were made, and faults of their shape. */
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

enum { NX = 7, NY = 5, STEPS = 3 };
static const double eps = (double)REAL_EPS;
static const double times[STEPS] = {0.5, 1, 4};
static char *file;

/* In the points of cells, or of nodes, in a box of 1 x 2. `bad`: a number of the last step is NaN. */
static void write_steps(bool node, bool bad)
{
    static double f[STEPS * NX * NY];
    struct store *s;
    for (int step = 0; step < STEPS; step++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                const double x = node ? (double)i / (NX - 1) : (i + 0.5) / NX,
                             y = node ? 2.0 * j / (NY - 1) : 2 * (j + 0.5) / NY;
                f[(step * NY + j) * NX + i] = sin(3 * x * times[step]) - y * times[step];
            }
    if (bad) f[STEPS * NX * NY - 2] = (double)NAN;
    const struct array steps = {.name = "f", .type = REAL64, .rank = 3, .dims = {STEPS, NY, NX}, .data = f};
    unlink(file);
    good(store_create(&s, file));
    good(store_array(s, "/", &steps));
    good(store_commit(s));
}

static void print(char *out, size_t size, bool node, bool given, const char *more)
{
    char f[256] = "\"sin(3*x*t)-y*t\"";
    if (given) snprintf(f, sizeof f, "{ file = \"%s\"; dataset = \"f\"; %s}", file, more);
    snprintf(out, size,
             "grid = { n = [%d, %d]; upper = [1.0, 2.0]; centering = \"%s\"; }; f = %s; times = [0.5, 1.0, 4.0];"
             "boundary = { x_lower = { kind = \"dirichlet\"; value = \"y+t\"; }; };"
             "probes = ( { name = \"p\"; at = [0.4, 0.9]; } );",
             NX, NY, node ? "node" : "cell", f);
}

static void steps_are_those_of_their_formula(void **state)
{
    char text[1024];
    (void)state;
    for (int node = 0; node < 2; node++) {
        write_steps(node, false);
        print(text, sizeof text, node, false, "");
        struct trial a = trial_done("poisson", text, NULL, "thomas", 2);
        print(text, sizeof text, node, true, "");
        struct trial b = trial_done("poisson", text, NULL, "thomas", 2);
        for (int step = 0; step < STEPS; step++)
            near(series_at(&b, "p", step), series_at(&a, "p", step), 1000 * eps, "probe");
        assert_true(fabs(series_at(&a, "p", 0) - series_at(&a, "p", 2)) > 0.01);
        assert_true(trial_difference(&a, &b) <= 1000);
        trial_end(&b);
        trial_end(&a);
    }
}

static void faults_are_one_sentence(void **state)
{
    static const struct {
        const char *from, *to, *more, *words;
        bool bad;
    } cases[] = {
        {"[0.5, 1.0, 4.0]", "[0.5, 1.0]", "", "its first axis has 3 steps, but times has 2", false},
        {"n = [7, 5]", "n = [7, 6]", "", "a step has 5 numbers along y, but the grid 6", false},
        {"", "", "nearest = true;", "interpolate and nearest are for datasets without one", false},
        {"", "", "", "number 103 is nan", true},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[1024], given[1024];
        write_steps(false, cases[k].bad);
        print(text, sizeof text, false, true, cases[k].more);
        char *const at = strstr(text, cases[k].from);
        assert_non_null(at);
        snprintf(given, sizeof given, "%.*s%s%s", (int)(at - text), text, cases[k].to, at + strlen(cases[k].from));
        trial_refused("poisson", ST_CONFIG, cases[k].words, given, "thomas");
    }
}

static int enter(void **state)
{
    (void)state;
    file = temporary("steps.h5", NULL);
    return file ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    unlink(file);
    free(file);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(steps_are_those_of_their_formula, nothing_left),
        cmocka_unit_test_teardown(faults_are_one_sentence, nothing_left),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
