/* Ranks that cut systems agree on refusals and failures of one of them, and on the info of whole systems. On one rank,
 * and by tests/ranks/ranks_programs.test on several ranks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cut/cut_cases.h"
#include "tests/support/ranks/on_ranks.h"

static struct cut_case case_of(int scheme)
{
    return (struct cut_case){
        .n = 50, .batch = 20, .layout = CUT_INTERLEAVED, .reuse = true, .cut.scheme = (enum cut_scheme)scheme};
}

/* All ranks have the same status and sentence. */
static enum status make(const struct shape *shape, const char *method, const char *expected)
{
    const struct exec exec = exec_host(1);
    struct plan *plan;
    const enum status st = plan_make(&plan, cut_method(method), shape, NULL, &exec);
    assert_int_equal(plan != NULL, st == ST_OK);
    plan_free(plan);
    const bool said = !expected || strstr(fail_text(), expected);
    if (!said) print_error("\"%s\" lacks \"%s\"\n", fail_text(), expected);
    assert_true(said);
    return st;
}

/* Each allocation of each rank fails in turn. */
static void test_memory(void **state)
{
    (void)state;
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++)
        for (int bad = 0; bad < ranks; bad++) {
            const struct cut_case c = case_of(scheme);
            struct cut_problem p = cut_problem_make(&c, 1);
            enum status st = ST_NOMEM;
            int64_t k = 0;
            while (st == ST_NOMEM && k < 200) {
                mem_fail_at(rank == bad ? ++k : (k++, 0));
                st = make(&p.mine.shape, "thomas", NULL);
                mem_fail_at(0);
            }
            assert_int_equal(st, ST_OK);
            assert_in_range(k, 5, 100);
            cut_problem_free(&p);
        }
}

/* All ranks refuse an error that only the last one makes. */
static void test_cuts_that_do_not_fit(void **state)
{
    const struct cut_case c = case_of(CUT_REDUCED);
    struct cut_problem p = cut_problem_make(&c, 1);
    const struct shape right = p.mine.shape;
    const bool bad = rank == ranks - 1;
    struct shape s = right;
    (void)state;
    assert_int_equal(make(&s, "thomas", NULL), ST_OK);
    if (bad) s.n--;
    assert_int_equal(make(&s, "thomas", "ranks have 49 of 50 rows"), ST_REFUSED);
    s = right;
    if (bad) s.n = 1, s.cut.first = 3;
    assert_int_equal(make(&s, "thomas", "rows from 3 on"), ST_REFUSED);
    s = right;
    if (bad) s.cut.first = 51, s.n = 0;
    assert_int_equal(make(&s, "thomas", "cannot have"), ST_REFUSED);
    if (ranks > 1) {
        s = right;
        if (bad) s.batch--, s.stride--, s.inner--;
        assert_int_equal(make(&s, "thomas", "systems of 50 rows"), ST_REFUSED);
        s = right;
        if (bad) s.cut.scheme = CUT_PIPELINED;
        assert_int_equal(make(&s, "thomas", "differ"), ST_REFUSED);
        s = right;
        if (bad) s.tridiag.shifted = true;
        assert_int_equal(make(&s, "thomas", "differ"), ST_REFUSED);
    }
    s = right;
    if (bad) s.stride = 0;
    assert_int_equal(make(&s, "thomas", "share elements"), bad || ranks > 1 || right.n > 1 ? ST_REFUSED : ST_OK);
    cut_problem_free(&p);
}

static void test_refusals(void **state)
{
    const struct cut_case c = case_of(CUT_TRANSPOSE);
    struct cut_problem p = cut_problem_make(&c, 1);
    const struct shape right = p.mine.shape;
    const int64_t sizes[20] = {0}, starts[20] = {0};
    struct shape s = right;
    (void)state;
    s.tridiag.cyclic = true;
    assert_int_equal(make(&s, "thomas", NULL), ST_OK);
    s.cut.scheme = CUT_REDUCED;
    assert_int_equal(make(&s, "thomas", "cyclic systems that are cut over ranks need the scheme transpose"),
                     ST_REFUSED);
    s = right, s.tridiag.check = true;
    assert_int_equal(make(&s, "thomas_simd", "check and refine"), ST_REFUSED);
    s = right, s.tridiag.refine = true;
    assert_int_equal(make(&s, "thomas_simd", "check and refine"), ST_REFUSED);
    s = right, s.tridiag.apart = true;
    assert_int_equal(make(&s, "thomas", "lie in x"), ST_REFUSED);
    s = right, s.cut.scheme = CUT_PIPELINED;
    assert_int_equal(make(&s, "thomas_simd", "pipelined are solved only by thomas"), ST_REFUSED);
    s = right, s.sizes = sizes;
    assert_int_equal(make(&s, "thomas", "different sizes"), ST_REFUSED);
    s = right, s.starts = starts, s.inner = 1;
    assert_int_equal(make(&s, "thomas", "different sizes"), ST_REFUSED);
    s = right, s.cut.scheme = CUT_SCHEMES;
    assert_int_equal(make(&s, "thomas", "is not a scheme"), ST_REFUSED);
    s = right, s.cut.chunks = -1;
    assert_int_equal(make(&s, "thomas", "-1 chunks"), ST_REFUSED);
    s = right, s.kind = KIND_TREE, s.n = 0;
    assert_int_equal(shape_check(&s), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "tree are not cut"));
    cut_problem_free(&p);
}

/* A pivot that is 0 in one row of system 11, or of the one matrix of all, which does not couple rows. */
static void try_info(struct cut_case c, int64_t row)
{
    struct cut_problem p = cut_problem_make(&c, 1);
    const struct shape *const s = &p.mine.shape;
    const struct exec exec = exec_host(1);
    const struct system system = cut_arrays_system(&p.mine);
    struct plan *plan;
    for (int64_t k = 0; k < shape_matrix_extent(s); k++) p.mine.lower[k] = p.mine.upper[k] = 0, p.mine.diag[k] = 2;
    if (row >= p.first && row < p.first + s->n)
        p.mine.diag[shape_matrix_start(s, 11) + (row - p.first) * shape_matrix_stride(s)] = 0;
    assert_int_equal(plan_make(&plan, cut_method("thomas"), s, NULL, &exec), ST_OK);
    if (c.reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    for (int64_t k = 0; k < c.batch; k++)
        assert_int_equal(p.mine.info[k], k == 11 || c.matrix == CUT_ONE ? row + 1 : 0);
    plan_free(plan);
    cut_problem_free(&p);
}

/* Every scheme finds the row, on every rank, and no other system. */
static void test_info(void **state)
{
    (void)state;
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++)
        for (int64_t row = 0; row < 50; row += 7)
            for (int k = 0; k < 4; k++) {
                struct cut_case c = case_of(scheme);
                c.reuse = k % 2, c.matrix = k / 2 ? CUT_ONE : CUT_EACH;
                try_info(c, row);
            }
}

/* [0 1; 1 0], a row on each of two ranks: regular, but no rank can solve its row. Transposed, it is solved. */
static void test_rows_that_are_singular(void **state)
{
    const int64_t n = rank < 2 && ranks > 1 ? 1 : 0;
    real zero[2] = {0}, one[2] = {1, 1}, x[2] = {(real)(rank + 5), (real)(rank + 7)};
    int64_t info[2];
    (void)state;
    if (ranks < 2) return;
    const struct exec exec = exec_host(1);
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {.lower = one, .diag = zero, .upper = one}, .x = x, .info = info};
    for (int reduced = 0; reduced < 2; reduced++) {
        struct shape s = shape_interleaved(n, 2);
        struct plan *plan;
        s.cut = (struct rank_cut){world, 2, rank < 2 ? rank : 2, reduced ? CUT_REDUCED : CUT_TRANSPOSE, 0};
        assert_int_equal(plan_make(&plan, cut_method("thomas_pivot"), &s, NULL, &exec), ST_OK);
        assert_int_equal(plan_solve(plan, &system), ST_OK);
        assert_int_equal(info[0], reduced ? 1 : 0);
        assert_int_equal(info[1], reduced ? 1 : 0);
        for (int k = 0; k < 2 && n && !reduced; k++) assert_true(x[k] == (real)(1 - rank + 5 + 2 * k));
        plan_free(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory), cmocka_unit_test(test_cuts_that_do_not_fit),   cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_info),   cmocka_unit_test(test_rows_that_are_singular),
    };
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
