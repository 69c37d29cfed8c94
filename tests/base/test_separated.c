/* Formulas in parts have the bits of formulas evaluated at each point, on grids and anywhere, for any number of
 * threads. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/formula/formula_tree.h"
#include "base/formula/separated.h"
#include "base/memory.h"

#include <cmocka.h>

enum { NX = 61, NY = 23, NZ = 9, COUNT = NX * NY * NZ };

static double column[3][COUNT], whole[COUNT], parts[COUNT];

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

/* Rows along x of a grid, from the point `first` on. */
static void place(int64_t first, double shift)
{
    for (int64_t i = 0; i < COUNT; i++) {
        const int64_t p = i + first;
        column[0][i] = (double)(p % NX) / NX + shift;
        column[1][i] = (double)(p / NX % NY) / NY - 0.3;
        column[2][i] = (double)(p / NX / NY) / NZ + 0.1;
    }
}

static void scatter(unsigned seed)
{
    srand(seed);
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < COUNT; i++) column[d][i] = rand() / (double)RAND_MAX - 0.2;
}

static void same(struct expression *e, struct separated *s, const char *text, const double *const *at, double t)
{
    const double scalar[] = {0.4, -0.7, 0.9, t};
    good(expression_eval(e, COUNT, at, scalar, 1, whole));
    for (int threads = 1; threads <= 3; threads++) {
        memset(parts, 0, sizeof parts);
        good(separated_eval(s, COUNT, at, scalar, threads, parts));
        for (int i = 0; i < COUNT; i++)
            if (memcmp(&whole[i], &parts[i], sizeof *whole) != 0)
                fail_msg("%s at point %d: %.17g in parts, %.17g as a whole", text, i, parts[i], whole[i]);
    }
}

/* One formula on grids that begin anywhere, in planes, at later times, at any points, with a NaN, and with both zeros.
 */
static void try_formula(const char *text)
{
    const double *all[4] = {column[0], column[1], column[2], NULL}, *plane[4] = {column[0], column[1], NULL, NULL},
                 *line[4] = {NULL, column[1], NULL, NULL};
    struct expression *e;
    struct separated *s;
    good(expression_make(&e, text, "x y z t"));
    good(separated_make(&s, text, "x y z t"));
    for (int64_t first = 0; first < 3 * NX; first += NX + 7) {
        place(first, 0);
        same(e, s, text, all, 0.5);
        same(e, s, text, plane, 0.5);
        same(e, s, text, line, 0.25);
    }
    place(5, 0.125);
    same(e, s, text, all, 0.25);
    scatter(7);
    same(e, s, text, all, 0.25);
    column[0][COUNT / 2] = (double)NAN;
    same(e, s, text, all, 0.25);
    for (int i = 0; i < COUNT; i++) column[0][i] = i % 3 ? 0. : -0., column[1][i] = i < 999 ? -0. : 0.;
    same(e, s, text, all, 0.25);
    expression_free(e);
    separated_free(s);
}

static void parts_have_the_bits_of_the_whole(void **state)
{
    static const char *const formulas[] = {
        "300 + 100*exp(-6*(pi/0.1)^2*400/(8960*385)*t)*sin(pi*x/0.1)*sin(2*pi*y/0.1)*sin(pi*z/0.1)",
        "sin(pi*x)*sin(pi*y)*sin(pi*z)",
        "x + 1 + 2 + y",
        "y + x*2 + 1 + 2 - z/3/7",
        "2*3*x*y*5*7",
        "2*(x + 1)*(y - 1)*3 - (z + 2)*(x*y - 1)",
        "1 - x - y - z - (1 - (x - y))",
        "-x*y - -1*z",
        "-(x + y)*z",
        "-x^2 + y^2*z^2",
        "x^2*y - 2^x/3^y",
        "1e-3*x + 2.5e+1*y - .5*z",
        "x*-y",
        "x < 0.3 ? y : z*x",
        "(x < 0.3)*y + (y > 0.1 && z < 0.5)*x",
        "exp(-((x - 0.5)^2 + (y - 0.5)^2)/0.01)*z",
        "sqrt(x*x + y*y) + hypot(x, z)",
        "x/(y - y) + z",
        "sin(x - t)*cos(y + t) + t",
        "t",
        "7",
        "x",
        "((((x))))*((y))",
        "max(x, y)*min(y, z, x)",
        "x*y*z*x*y*z*x*y*z + x - y - z - x - y - z",
        "pi*e*x + e*y",
    };
    (void)state;
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) try_formula(formulas[i]);
}

/* Any formula of operators, numbers, functions and variables. */
static void write_formula(char *out, size_t size, int depth)
{
    static const char *const leaves[] = {"x", "y", "z", "t", "2", "0.3", "pi", "1e-2", "x", "y", "z"},
                             *const functions[] = {"sin(%s)", "exp(%s)", "(%s)", "abs(%s)", "(%s)", "(-%s)"};
    char left[2048], right[2048];
    const int what = rand() % 10;
    if (depth == 0 || what == 0) {
        snprintf(out, size, "%s", leaves[rand() % 11]);
    } else if (what < 3) {
        write_formula(left, sizeof left, depth - 1);
        snprintf(out, size, functions[rand() % 6], left);
    } else {
        write_formula(left, sizeof left, depth - 1);
        write_formula(right, sizeof right, depth - 1);
        snprintf(out, size, rand() % 2 ? "%s %c %s" : "%s%c%s", left, "+-*/*+-*+^"[rand() % 10], right);
    }
}

static void formulas_at_random_too(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 40; seed++) {
        char text[4096];
        srand(seed);
        write_formula(text, sizeof text, 2 + (int)(seed % 4));
        if (strlen(text) < 400) try_formula(text);
    }
}

/* The parts of a formula: none is lost, and products of one variable stay together. */
static void parts_are_as_long_as_possible(void **state)
{
    static const char *const name[] = {"x", "y", "z", "t"};
    static const char text[] = "3 * sin(x) * (x + 1) * y";
    struct formula_tree t;
    (void)state;
    assert_true(formula_tree_make(&t, text, 4, name, 7));
    assert_int_equal(t.count, 3);
    assert_int_equal(t.node[t.root].op, '*');
    assert_memory_equal(text + t.node[0].from, "3 * sin(x) * (x + 1)", (size_t)t.node[0].length);
    assert_int_equal(t.node[0].uses, 1);
    assert_memory_equal(text + t.node[1].from, "y", (size_t)t.node[1].length);
    assert_false(formula_tree_make(&t, "sin(x*y)", 4, name, 7));
    assert_true(formula_tree_make(&t, "sin(x*t)", 4, name, 7));
}

/* Each allocation fails once, after which the same formula gives its values. */
static void without_memory_no_value_is_wrong(void **state)
{
    static const char text[] = "sin(x)*y + z*t";
    const double *const all[4] = {column[0], column[1], column[2], NULL}, scalar[4] = {0, 0, 0, 2};
    bool failed = true;
    (void)state;
    place(0, 0);
    for (int64_t k = 1; failed; k++) {
        struct expression *e;
        struct separated *s;
        good(expression_make(&e, text, "x y z t"));
        good(separated_make(&s, text, "x y z t"));
        mem_fail_at(k);
        const enum status status = separated_eval(s, COUNT, all, scalar, 1, parts);
        mem_fail_at(0);
        assert_true(status == ST_OK || status == ST_NOMEM);
        failed = status != ST_OK;
        same(e, s, text, all, 2);
        expression_free(e);
        separated_free(s);
    }
}

static int nothing_left(void **state)
{
    (void)state;
    return mem_held(HOST) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(parts_have_the_bits_of_the_whole, nothing_left),
        cmocka_unit_test_teardown(formulas_at_random_too, nothing_left),
        cmocka_unit_test_teardown(parts_are_as_long_as_possible, nothing_left),
        cmocka_unit_test_teardown(without_memory_no_value_is_wrong, nothing_left),
    };
    return cmocka_run_group_tests_name("separated", tests, NULL, NULL);
}
