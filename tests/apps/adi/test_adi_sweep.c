/* The step in one sweep against the fused one, which test_fused.c compares with dense matrices: random operators,
 * sources, faces and sizes, several steps one after the other. */
#include "tests/support/adi/heat_steps.h"
#include "tests/support/adi/missing_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 67 };

/* The field after each of some steps, the first of them up or down. The term along z is up to `most` times the field;
 * M_z damps its rounding, which is rough, to about the root of that. */
static void check(const int64_t n[3], int faces, double most, uint64_t seed)
{
    struct heat_problem p = heat_problem_make(n, faces, most, seed);
    struct adi_sweep *const f = heat_sweep_make(&p, 1 + (int)(seed % 3));
    const size_t bytes = (size_t)p.grid.points * sizeof(real);
    real *const all = malloc(bytes + 2 * GUARD * sizeof(real)), *const u = all + GUARD;
    adi_sweep_begin(f, p.u, seed % 2);
    for (int s = 0; s <= 3; s++) {
        for (int64_t q = 0; q < GUARD; q++) all[q] = u[p.grid.points + q] = 1;
        adi_sweep_read(f, u);
        bool guarded = true;
        for (int64_t q = 0; q < GUARD; q++) guarded &= all[q] == 1 && u[p.grid.points + q] == 1;
        real *const should = heat_fused_field(&p, s);
        const double error = heat_distance(&p, should, u);
        if (!guarded || !(error < 16 * (1 + s) * (1 + sqrt(most))))
            fail_msg("%lld x %lld x %lld, faces %d, up to %g, seed %llu, step %d: off by %g roundings", (long long)n[0],
                     (long long)n[1], (long long)n[2], faces, most, (unsigned long long)seed, s, error);
        free(should);
        adi_sweep_step(f, &p.data);
    }
    free(all);
    adi_sweep_free(f);
    heat_problem_free(&p);
}

static void every_combination_of_faces_is_right(void **state)
{
    static const int64_t n[3] = {6, 4, 5};
    (void)state;
    for (int c = 0; c < HEAT_KINDS * HEAT_KINDS * HEAT_KINDS * HEAT_KINDS * HEAT_KINDS * HEAT_KINDS; c++)
        check(n, c, 1, (uint64_t)c);
}

static void every_combination_of_faces_is_right_in_the_plane(void **state)
{
    static const int64_t n[][3] = {{6, 5, 1}, {6, 1, 5}, {9, 37, 1}, {33, 29, 1}};
    (void)state;
    for (int c = 0; c < HEAT_KINDS * HEAT_KINDS * HEAT_KINDS * HEAT_KINDS; c++)
        for (int s = 0; s < 4; s++) {
            const int z = s == 1 ? c % 9 + c / 9 * 81 : c;
            check(n[s], z, c % 5 ? 1 : 100, 5000 + 4 * (uint64_t)c + (uint64_t)s);
        }
}

static void every_size_of_a_plane_is_right(void **state)
{
    static const int64_t sizes[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 37, 97, 131, 395, 769};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    (void)state;
    for (int s = 0; s < COUNT * COUNT; s++) {
        const int64_t n[3] = {sizes[s % COUNT], sizes[s / COUNT], 1};
        if (n[1] > 1 && n[0] * n[1] < 60000) check(n, s * 137 % 81, s % 3 ? 1 : 100, 6000 + (uint64_t)s);
    }
}

static void every_size_is_right(void **state)
{
    static const int64_t sizes[] = {1, 2, 3, 15, 16, 17, 31, 33, 37}, count = sizeof sizes / sizeof *sizes;
    (void)state;
    for (int64_t s = 0; s < 3 * count; s++) {
        const int64_t n[3] = {sizes[s % count], sizes[(s / 3 + s) % count], sizes[(2 * s + 1) % count]};
        if (n[2] > 1) check(n, (int)(s * 137 % 729), s % 4 ? 1 : 100, 1000 + (uint64_t)s);
    }
}

/* Two, four and eight blocks along z, or along y in the plane, between separators that influence complete blocks or
 * hardly any rows. */
static void every_number_of_blocks_is_right(void **state)
{
    static const int64_t sizes[][3] = {{5, 3, 96},  {3, 17, 97}, {17, 2, 131}, {2, 3, 385}, {3, 2, 769},
                                       {37, 96, 1}, {5, 131, 1}, {33, 385, 1}, {17, 769, 1}};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int c = 0; c < 4; c++)
            check(sizes[s], (int)(s * 137 + (size_t)c * 243) % 729, c % 2 ? 1000 : 1, 2000 + 10 * s + (uint64_t)c);
}

/* New operators, and a run that diverged, do not affect later steps. */
static void a_step_forgets_the_one_before(void **state)
{
    static const int64_t n[3] = {13, 11, 100};
    (void)state;
    struct heat_problem p = heat_problem_make(n, 222, 3, 21), q = heat_problem_make(n, 222, 50, 22);
    struct adi_sweep *const f = heat_sweep_make(&p, 2);
    p.u[5] = (real)NAN;
    adi_sweep_begin(f, p.u, false);
    for (int s = 0; s < 3; s++) adi_sweep_step(f, &p.data);
    assert_int_equal(adi_sweep_factor(f, q.op, q.data.dt, q.theta), ST_OK);
    adi_sweep_begin(f, q.u, true);
    adi_sweep_step(f, &q.data);
    real *const should = heat_fused_field(&q, 1);
    adi_sweep_read(f, q.u);
    const double error = heat_distance(&q, should, q.u);
    if (!(error < 100)) fail_msg("off by %g roundings", error);
    free(should);
    adi_sweep_free(f);
    heat_problem_free(&p);
    heat_problem_free(&q);
}

static void a_pivot_that_vanishes_is_refused(void **state)
{
    static const int64_t n[3] = {4, 5, 7};
    (void)state;
    for (int d = 0; d < 3; d++) {
        struct heat_problem p = heat_problem_make(n, 0, 1, 9);
        const struct exec exec = exec_host(1);
        struct adi_sweep *f;
        p.op[d].l_diag[2] = p.op[d].m_diag[2] = (real)NAN;
        assert_int_equal(adi_sweep_make(&f, &p.grid, &exec), ST_OK);
        assert_int_equal(adi_sweep_factor(f, p.op, p.data.dt, p.theta), ST_REFUSED);
        adi_sweep_free(f);
        heat_problem_free(&p);
    }
}

static enum status make_small(void **out)
{
    const struct grid g = {.dim = 3, .n = {8, 8, 8}, .points = 512};
    const struct exec exec = exec_host(2);
    struct adi_sweep *f;
    const enum status s = adi_sweep_make(&f, &g, &exec);
    *out = f;
    return s;
}

static void drop(void *made)
{
    adi_sweep_free(made);
}

static void no_memory_is_said_and_nothing_kept(void **state)
{
    (void)state;
    every_missing_allocation_is_said(make_small, drop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_of_faces_is_right_in_the_plane),
        cmocka_unit_test(every_size_of_a_plane_is_right),
        cmocka_unit_test(every_combination_of_faces_is_right),
        cmocka_unit_test(every_size_is_right),
        cmocka_unit_test(every_number_of_blocks_is_right),
        cmocka_unit_test(a_step_forgets_the_one_before),
        cmocka_unit_test(a_pivot_that_vanishes_is_refused),
        cmocka_unit_test(no_memory_is_said_and_nothing_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
