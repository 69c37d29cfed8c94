/* Steps in one sweep: bits that do not depend on threads, and fields that stay exactly as they were. */
#include "tests/support/adi/heat_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void bits_do_not_depend_on_threads(const int64_t n[3])
{
    real *first = NULL;
    for (int threads = 1; threads <= 8; threads++) {
        struct heat_problem p = heat_problem_make(n, 377, 10, 7);
        struct adi_sweep *const f = heat_sweep_make(&p, threads);
        const size_t bytes = (size_t)p.grid.points * sizeof(real);
        adi_sweep_begin(f, p.u, false);
        for (int s = 0; s < 3; s++) {
            adi_sweep_step(f, &p.data);
            if (threads % 2) adi_sweep_read(f, p.u); /* changes nothing */
        }
        adi_sweep_read(f, p.u);
        if (!first) first = memcpy(malloc(bytes), p.u, bytes);
        else assert_memory_equal(first, p.u, bytes);
        adi_sweep_free(f);
        heat_problem_free(&p);
    }
    free(first);
}

static void the_bits_do_not_depend_on_threads(void **state)
{
    (void)state;
    bits_do_not_depend_on_threads((const int64_t[]){19, 18, 400});
    bits_do_not_depend_on_threads((const int64_t[]){37, 801, 1});
}

static void constant_stays_exactly(const int64_t n[3], int apart)
{
    for (int faces = 0; faces < 729; faces += apart) {
        if (faces % 3 == 2 || faces / 3 % 3 == 2 || faces / 9 % 3 == 2 || faces / 27 % 3 == 2 || faces / 81 % 3 == 2 ||
            faces / 243 == 2)
            continue;
        struct heat_problem p = heat_problem_make(n, faces, 100, 5);
        const struct step_data nothing = {.dt = p.data.dt};
        struct adi_sweep *const f = heat_sweep_make(&p, 2);
        for (int64_t q = 0; q < p.grid.points; q++) p.u[q] = RC(293.15);
        adi_sweep_begin(f, p.u, false);
        for (int s = 0; s < 4; s++) adi_sweep_step(f, &nothing);
        adi_sweep_read(f, p.u);
        for (int64_t q = 0; q < p.grid.points; q++) assert_true(p.u[q] == RC(293.15));
        adi_sweep_free(f);
        heat_problem_free(&p);
    }
}

static void a_constant_stays_exactly(void **state)
{
    (void)state;
    constant_stays_exactly((const int64_t[]){19, 12, 109}, 13);
    constant_stays_exactly((const int64_t[]){19, 109, 1}, 1);
}

static bool is_fixed(const struct grid *g, int64_t q)
{
    const int64_t at[3] = {q % g->n[0], q / g->n[0] % g->n[1], q / g->n[0] / g->n[1]};
    bool fixed = false;
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            fixed |= g->face[d][side] == FACE_DIRICHLET && at[d] == (side ? g->n[d] - 1 : 0);
    return fixed;
}

/* As with the naive treatment of faces, stages before the last one move Dirichlet nodes, which are set back: that must
 * not add up. */
static void held_nodes_leave_nothing_behind(const int64_t n[3], int stages)
{
    enum { FACES = 1 + 3 + 9 + 27 + 81 + 243, STEPS = 30 };
    uint64_t seed = 3;
    struct heat_problem p = heat_problem_make(n, FACES, 20, seed);
    const struct exec exec = exec_host(2);
    const size_t bytes = (size_t)p.grid.points * sizeof(real);
    real *const should = memcpy(malloc(bytes), p.u, bytes);
    struct adi_sweep *const f = heat_sweep_make(&p, 2);
    struct fused *plain;
    if (fused_make(&plain, &p.grid, &exec) != ST_OK || fused_factor(plain, p.op) != ST_OK) fail_msg("%s", fail_text());
    for (int d = 0; d < stages; d++)
        for (int side = 0; side < 2; side++) p.data.stage_face[d][side] = heat_draw_array(p.grid.points / n[d], &seed);
    adi_sweep_begin(f, p.u, false);
    for (int s = 0; s < STEPS; s++) {
        fused_step(plain, should, &p.data);
        for (int64_t q = 0; q < p.grid.points; q++)
            if (is_fixed(&p.grid, q)) should[q] = p.u[q];
        adi_sweep_step(f, &p.data);
    }
    real *const is = malloc(bytes);
    adi_sweep_read(f, is);
    for (int64_t q = 0; q < p.grid.points; q++) assert_true(!is_fixed(&p.grid, q) || is[q] == p.u[q]);
    const double error = heat_distance(&p, should, is);
    if (!(error < 1000)) fail_msg("off by %g roundings", error);
    fused_free(plain);
    adi_sweep_free(f);
    free(is);
    free(should);
    heat_problem_free(&p);
}

static void nodes_that_are_held_leave_nothing_behind(void **state)
{
    (void)state;
    held_nodes_leave_nothing_behind((const int64_t[]){13, 17, 99}, 2);
    held_nodes_leave_nothing_behind((const int64_t[]){37, 99, 1}, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bits_do_not_depend_on_threads),
        cmocka_unit_test(nodes_that_are_held_leave_nothing_behind),
        cmocka_unit_test(a_constant_stays_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
