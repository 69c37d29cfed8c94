/* The memory that a run by fused with coefficients per point is expected to need, before it begins: at least the memory
 * that it takes, also where rows and tiles are padded far beyond the grid. */
#include "apps/adi/accepts.h"
#include "apps/adi/stepper/state.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Thin planes, rows that do not fill a cache line, odd sizes, many rows and many planes. */
static const char *const sizes[] = {"2, 2, 40000", "3, 1001, 2", "1, 2, 9001", "65, 2, 3000",
                                    "3, 3, 3",     "33, 17, 9",  "1001, 2",    "2, 30011"};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static const char *const faces[] = {
    "", "boundary = { y_lower = { kind = \"dirichlet\"; value = \"x+t\"; }; x_upper = { flux = \"t\"; }; };",
    "boundary = { y_lower = { kind = \"periodic\"; }; y_upper = { kind = \"periodic\"; }; };"};

static bool is_plane(const char *size)
{
    return strchr(size, ',') == strrchr(size, ',');
}

static struct trial begun(const char *size, const char *more)
{
    char text[1024];
    const bool one = !strncmp(size, "1,", 2);
    struct trial t;
    snprintf(text, sizeof text,
             "grid = { n = [%s]; upper = [1.0, 1.0%s]; }; coefficients = \"per_point\"; source = 1.0;"
             "time = { steps = 3; dt = 1e-6; };%s%s",
             size, is_plane(size) ? "" : ", 1.0",
             one ? "boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; }; };" : "",
             one ? "" : more);
    good(trial_begin(&t, "adi", text, NULL, "fused", exec_host(0)));
    return t;
}

static void no_run_takes_more_than_is_counted(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++)
        for (int f = 0; f < 3; f++) {
            struct trial little = begun(is_plane(sizes[s]) ? "2, 2" : "2, 2, 2", faces[f]); /* does not grow */
            const double fixed = (double)mem_held(HOST);
            trial_end(&little);
            struct trial t = begun(sizes[s], faces[f]);
            const double counted = adi_pointwise_bytes(t.sim.params);
            double held = (double)mem_held(HOST);
            if (!(held <= counted + fixed))
                fail_msg("[%s] %s: %.0f bytes are held, %.0f are counted, %.0f in any run", sizes[s], faces[f], held,
                         counted, fixed);
            mem_peak_reset();
            while (t.sim.step < t.sim.steps) good(t.sim.app->step(&t.sim));
            held = (double)mem_peak(HOST);
            if (!(held <= counted + fixed))
                fail_msg("[%s] %s: steps take %g bytes, %g are counted", sizes[s], faces[f], held, counted);
            trial_end(&t);
        }
}

/* Padding and scratch of any number of threads, to the byte. */
static void steps_are_counted_exactly(void **state)
{
    (void)state;
    exec_small_work(0);
    for (int s = 0; s < SIZES; s++)
        for (int threads = 1; threads <= 7; threads += 3) {
            struct trial t = begun(sizes[s], "");
            const struct state *const of = t.sim.state;
            struct stencil op = of->op;
            struct pointwise *f;
            op.exec.threads = threads;
            const int64_t before = mem_held(HOST);
            good(pointwise_make(&f, &op));
            const double held = (double)(mem_held(HOST) - before), counted = pointwise_bytes(&of->grid, threads);
            if (held != counted)
                fail_msg("[%s], %d threads: %g bytes, %g are counted", sizes[s], threads, held, counted);
            pointwise_free(f);
            trial_end(&t);
        }
    exec_small_work(SMALL_WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(no_run_takes_more_than_is_counted, nothing_left),
        cmocka_unit_test_teardown(steps_are_counted_exactly, nothing_left),
    };
    return cmocka_run_group_tests_name("adi, memory, " REAL_NAME, tests, NULL, NULL);
}
