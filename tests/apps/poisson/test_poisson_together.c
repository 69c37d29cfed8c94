/* Right sides that are solved together: the same bits as one after the other, whatever the method, the number of
 * threads and the work that is small, from formulas and from a dataset; and refusals. */
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

#include "base/result/store.h"

enum { STEPS = 7, NX = 24, NY = 18, TEXT = 1024 };
static char *file;

#define TIMES "times = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5]; probes = ("
static const char *const problems[] = {
    "grid = { n = [24, 18]; upper = [1.0, 2.0]; }; f = \"sin(3*x*t)-y*t\";" TIMES
    "{ name = \"p\"; at = [0.4, 0.9]; } ); boundary = { x_lower = { kind = \"dirichlet\"; value = \"y+t\"; }; };",
    "grid = { n = [9, 8, 20]; upper = [1.0, 1.0, 2.0]; centering = \"node\"; }; f = \"cos(t*x)*y-z\";" TIMES
    "{ name = \"p\"; at = [0.4, 0.3, 1.1]; } ); boundary = { y_upper = { kind = \"dirichlet\"; value = \"t*z\"; }; "
    "z_lower = { kind = \"robin\"; h = 2.0; ambient = \"x-t\"; }; };",
    "grid = { n = 30; upper = [1.0]; }; f = \"sin(2*pi*x)*t+0.001\"; mean = 2.0;" TIMES
    "{ name = \"p\"; at = [0.4]; } );",
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

/* Fails unless two runs have the same bits in the last field and in each column but seconds. */
static void same(struct trial *a, struct trial *b, const char *what)
{
    if (trial_difference(a, b) != 0) fail_msg("%s: fields differ", what);
    assert_int_equal(a->sim.series.count, b->sim.series.count);
    for (int64_t c = 0; c < a->sim.series.count; c++) {
        const struct column *const x = &a->sim.series.column[c], *const y = &b->sim.series.column[c];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->count, STEPS);
        assert_int_equal(y->count, STEPS);
        if (!x->measured && memcmp(x->value, y->value, STEPS * sizeof *x->value))
            fail_msg("%s: column %s differs", what, x->name);
    }
}

static void compare(const char *text, const char *method)
{
    static const char *const together[][2] = {{"together=3", NULL}, {"together=100", NULL}};
    bool beside = false;
    struct trial one = trial_done("poisson", text, NULL, method, 1);
    for (double small = 2e-8; small < 1e-3; small *= 4) { /* one solve is little, and seven are not, at some of them */
        exec_small_work(small);
        for (int many = 0; many < 2; many++) {
            struct trial t = trial_done("poisson", text, together[many], method, 3);
            same(&one, &t, method);
            beside |= metrics_get(&t.sim.metrics, "solvers_beside") > 1;
            trial_end(&t);
        }
    }
    exec_small_work(SMALL_WORK);
    assert_true(beside);
    trial_end(&one);
}

static void bits_are_those_of_one_after_the_other(void **state)
{
    static const char *const methods[] = {"thomas_simd", "lapack", "transforms"};
    (void)state;
    for (int p = 0; p < PROBLEMS; p++)
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) compare(problems[p], methods[m]);
}

static void steps_of_a_dataset_are_those_of_one_after_the_other(void **state)
{
    static double f[STEPS * NX * NY];
    char text[TEXT];
    struct store *s;
    (void)state;
    for (int i = 0; i < STEPS * NX * NY; i++) f[i] = sin(0.01 * i * (1 + i % 7));
    const struct array steps = {.name = "f", .type = REAL64, .rank = 3, .dims = {STEPS, NY, NX}, .data = f};
    good(store_create(&s, file));
    good(store_array(s, "/", &steps));
    good(store_commit(s));
    snprintf(
        text, sizeof text,
        "grid = { n = [%d, %d]; upper = [1.0, 2.0]; }; f = { file = \"%s\"; dataset = \"f\"; };" TIMES
        "{ name = \"p\"; at = [0.4, 0.9]; } ); boundary = { x_lower = { kind = \"dirichlet\"; value = \"t\"; }; };",
        NX, NY, file);
    compare(text, "thomas_simd");
}

static void what_cannot_be_together_is_refused(void **state)
{
    char text[TEXT];
    (void)state;
    snprintf(text, sizeof text, "%s eps = \"1+x*y\"; together = 2;", problems[0]);
    trial_refused("poisson", ST_CONFIG, "iterations solve one right side after the other", text, "thomas");
}

static int enter(void **state)
{
    (void)state;
    file = temporary("together.h5", NULL);
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
        cmocka_unit_test_teardown(bits_are_those_of_one_after_the_other, nothing_left),
        cmocka_unit_test_teardown(steps_of_a_dataset_are_those_of_one_after_the_other, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_together_is_refused, nothing_left),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
