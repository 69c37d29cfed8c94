/* Runs of neurons that must have the same bits: by every layout, method and number of threads, and after they were
 * interrupted. */
#pragma once
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

/* Every field that either has. */
static inline void same_fields(struct trial *a, struct trial *b)
{
    struct array x[ARRAYS_MAX], y[ARRAYS_MAX];
    int count = 0, others = 0;
    good(sim_arrays(&a->sim, x, &count));
    good(sim_arrays(&b->sim, y, &others));
    assert_int_equal(count, others);
    for (int i = 0; i < count; i++) {
        assert_string_equal(x[i].name, y[i].name);
        assert_true(x[i].dims[0] == y[i].dims[0]);
        if (memcmp(x[i].data, y[i].data, (size_t)x[i].dims[0] * (x[i].type == REAL32 ? 4 : 8)))
            fail_msg("another %s", x[i].name);
    }
}

static const struct {
    const char *method, *set;
    int threads;
} same_runs_by[] = {{"hines", "layout=\"block\"", 3},
                    {"hines_simd", "layout=\"interleaved\"", 2},
                    {"hines_simd", "layout=\"block\"", 5},
                    {"hines_padded", "layout=\"block\"", 8}};
static const char *const same_runs_schemes[] = {"scheme=\"backward_euler\"", "scheme=\"crank_nicolson\"",
                                                "scheme=\"sdirk2\""};

/* At least so many spikes. */
static inline void same_by_any_layout(const char *text, int64_t spikes)
{
    exec_small_work(0);
    for (int q = 0; q < 3; q++) {
        const char *const flat[] = {"layout=\"flat\"", same_runs_schemes[q], NULL};
        struct trial first = trial_done("hines", text, flat, "hines", 1);
        if (field_of(&first, "spike_time").dims[0] < spikes) fail_msg("few spikes");
        for (size_t k = q; k < sizeof same_runs_by / sizeof *same_runs_by; k += q == 1 ? 1 : 3) {
            const char *const sets[] = {same_runs_by[k].set, same_runs_schemes[q], NULL};
            struct trial other = trial_done("hines", text, sets, same_runs_by[k].method, same_runs_by[k].threads);
            same_fields(&first, &other);
            trial_end(&other);
        }
        trial_end(&first);
    }
    exec_small_work(SMALL_WORK);
}

/* The state of one run continues in another, as through a checkpoint. */
static inline void same_after_interruptions(const char *text, int64_t every)
{
    struct trial whole = trial_done("hines", text, NULL, "hines_simd", 2);
    assert_true(whole.sim.steps > every);
    for (int64_t stop = 1; stop < whole.sim.steps; stop += every) {
        struct trial half, rest;
        struct array from[ARRAYS_MAX], to[ARRAYS_MAX];
        int count = 0;
        good(trial_begin(&half, "hines", text, NULL, "hines_simd", exec_host(1)));
        while (half.sim.step < stop) good(half.sim.app->step(&half.sim));
        good(sim_arrays(&half.sim, from, &count));
        const bool fired = !strcmp(from[1].name, "spike_time");
        good(trial_begin(&rest, "hines", text, NULL, "hines", exec_host(3)));
        good(rest.sim.app->resize(&rest.sim, fired ? from[1].dims[0] : 0));
        rest.sim.app->arrays(&rest.sim, to);
        for (int a = 0; a < count; a++)
            memcpy(to[a].data, from[a].data, (size_t)to[a].dims[0] * (to[a].type == REAL32 ? 4 : 8));
        good(rest.sim.app->send(&rest.sim));
        trial_end(&half);
        rest.sim.step = stop;
        while (rest.sim.step < rest.sim.steps) good(rest.sim.app->step(&rest.sim));
        same_fields(&whole, &rest);
        trial_end(&rest);
    }
    trial_end(&whole);
}
