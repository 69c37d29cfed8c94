/* The reports of solves in addition to x: info of each system, and the outcome as a whole, for every kind. */
#include <math.h>
#include <stdlib.h>

#include "solvers/solver.h"
#include "solvers/sparse/matrix/matrix.h"
/* cmocka.h needs these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { ROWS = 4, SYSTEMS = 3000, SINGULAR = 2345, GARBAGE = 12345 };

static void solve(const char *method, const struct shape *shape, const struct system *system)
{
    const struct exec exec = exec_host(2);
    const struct solver *solver;
    struct plan *plan;
    assert_int_equal(solver_find(shape->kind, method, HOST, &solver), ST_OK);
    assert_int_equal(plan_make(&plan, solver, shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, system), ST_OK);
    plan_free(plan);
}

static const struct outcome garbage = {GARBAGE, GARBAGE,   GARBAGE,   GARBAGE, GARBAGE, GARBAGE,
                                       GARBAGE, "nothing", "because", NULL,    0};

static void assert_nothing_found_but_info(const struct outcome *o)
{
    assert_true(isnan(o->error) && isnan(o->condition) && isnan(o->growth) && isnan(o->residual) && isnan(o->backward));
    assert_int_equal(o->iterations, 0);
    assert_true(!o->chosen && !o->why);
}

/* x of diagonal systems, of which one has a zero in row 2, in `order`: SYSTEMS or 1 of them. */
static struct outcome solve_diagonals(const char *method, int64_t batch, int64_t singular, int64_t *info)
{
    const size_t values = (size_t)(ROWS * batch);
    real *const zero = calloc(values, sizeof *zero), *const diag = malloc(values * sizeof *diag),
                *const x = malloc(values * sizeof *x);
    const struct shape shape = shape_contiguous(ROWS, batch);
    struct outcome o = garbage;
    for (size_t k = 0; k < values; k++) diag[k] = x[k] = 1;
    if (singular >= 0) diag[singular * ROWS + 2] = 0;
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {zero, diag, zero}, .x = x, .info = info, .outcome = &o};
    solve(method, &shape, &system);
    free(zero);
    free(diag);
    free(x);
    return o;
}

static const char *const methods[] = {"thomas", "thomas_simd", "lapack", "partition"};

static void the_outcome_of_a_batch_names_the_first_system_that_was_not_solved(void **state)
{
    int64_t info[SYSTEMS];
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        const struct outcome o = solve_diagonals(methods[m], SYSTEMS, SINGULAR, info),
                             fine = solve_diagonals(methods[m], SYSTEMS, -1, info);
        assert_int_equal(o.info, 3);
        assert_nothing_found_but_info(&o);
        assert_int_equal(fine.info, 0);
    }
}

static void the_outcome_of_one_system_needs_no_array(void **state)
{
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        assert_int_equal(solve_diagonals(methods[m], 1, 0, NULL).info, 3);
        assert_int_equal(solve_diagonals(methods[m], 1, -1, NULL).info, 0);
    }
}

static void the_outcome_of_several_without_an_array_has_no_info(void **state)
{
    const struct outcome o = solve_diagonals("thomas", SYSTEMS, SINGULAR, NULL);
    assert_int_equal(o.info, INFO_UNKNOWN);
    assert_nothing_found_but_info(&o);
}

static void an_empty_batch_is_solved(void **state)
{
    const struct outcome o = solve_diagonals("thomas", 0, -1, NULL);
    assert_int_equal(o.info, 0);
    assert_nothing_found_but_info(&o);
}

static void recurrences_are_solved_but_for_those_whose_x_is_not_finite(void **state)
{
    real x[3 * ROWS] = {1, 2, 3, 4, 1, (real)INFINITY, 3, 4};
    int64_t info[3] = {GARBAGE, GARBAGE, GARBAGE};
    struct outcome o = garbage;
    struct shape shape = shape_contiguous(ROWS, 3);
    shape.kind = KIND_RECURRENCE;
    const struct system system = {
        .kind = KIND_RECURRENCE, .recurrence = {RC(0.5), 0, NULL}, .x = x, .info = info, .outcome = &o};
    solve("seq", &shape, &system);
    assert_true(info[0] == 0 && info[1] == 1 && info[2] == 0 && o.info == 1);
    assert_nothing_found_but_info(&o);
}

/* 2 x_0 - x_1 = 1, 2 x_1 - x_0 = 1; or with a row of zeros. */
static void solve_pair(const char *method, bool singular, int64_t *info, struct outcome *outcome)
{
    const int64_t start[] = {0, 2, 4};
    const int32_t column[] = {0, 1, 0, 1};
    const real value[] = {2, -1, singular ? 0 : -1, singular ? 0 : 2};
    const struct matrix a = {
        .format = CSR, .n = 2, .block = 1, .entries = 4, .start = start, .column = column, .value = value};
    real x[] = {1, 1};
    const struct shape shape = shape_blocktri(LINEAR, &a, NULL, 1);
    const struct system system = {
        .kind = KIND_BLOCKTRI, .blocktri = {.matrix = &a}, .x = x, .info = info, .outcome = outcome};
    solve(method, &shape, &system);
    if (!singular) assert_true(fabs((double)x[0] - 1) < 1e-4 && fabs((double)x[1] - 1) < 1e-4);
}

static void info_of_a_sparse_system_is_that_of_its_outcome(void **state)
{
    int64_t info = GARBAGE;
    struct outcome o = garbage;
    solve_pair("block_thomas", false, &info, &o);
    assert_true(info == 0 && o.info == 0 && isfinite(o.error) && isfinite(o.condition) && isfinite(o.residual));
    assert_true(isnan(o.growth) && o.iterations == 0 && !o.chosen);
    solve_pair("block_thomas", true, &info, &o);
    assert_true(info == 2 && o.info == 2 && isnan(o.error) && isnan(o.residual));
}

static void a_sparse_system_is_solved_for_callers_who_ask_for_no_outcome(void **state)
{
    int64_t info = GARBAGE;
    solve_pair("gmres", false, NULL, NULL);
    solve_pair("gmres", false, &info, NULL);
    assert_int_equal(info, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_outcome_of_a_batch_names_the_first_system_that_was_not_solved),
        cmocka_unit_test(the_outcome_of_one_system_needs_no_array),
        cmocka_unit_test(the_outcome_of_several_without_an_array_has_no_info),
        cmocka_unit_test(an_empty_batch_is_solved),
        cmocka_unit_test(recurrences_are_solved_but_for_those_whose_x_is_not_finite),
        cmocka_unit_test(info_of_a_sparse_system_is_that_of_its_outcome),
        cmocka_unit_test(a_sparse_system_is_solved_for_callers_who_ask_for_no_outcome),
    };
    return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
