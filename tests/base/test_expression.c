/* Shows that formulas give the values of the C library, in bulk and for any number of threads, and that a wrong one is
 * reported with its place. */
#include <math.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/formula/expression.h"
#include "base/memory.h"

#include <cmocka.h>

enum { COUNT = 5000 }; /* some blocks and a rest */

static double x[COUNT], y[COUNT], out[COUNT];

static int fill(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        x[i] = (double)(i % 97) / 97 - 0.3;
        y[i] = (double)(i % 31) / 31;
    }
    return 0;
}

static double heat(double px, double py, double t)
{
    return sin(M_PI * px) * exp(-t) + py;
}
static double identity(double px, double py, double t)
{
    return (void)py, (void)t, px;
}
static double five(double px, double py, double t)
{
    return (void)px, (void)py, (void)t, 5;
}
static double time_only(double px, double py, double t)
{
    return (void)px, (void)py, 2 * t;
}
static double absolute(double px, double py, double t)
{
    return (void)py, (void)t, px > 0 ? px : -px;
}
static double nested(double px, double py, double t)
{
    return (void)t, px > 0.2 ? (py > 0.5 ? 1 : px) : px < 0 ? py : 3;
}
static double guarded(double px, double py, double t)
{
    return (void)py, (void)t, px > 0 ? sqrt(px) : 0;
}
static double constant_branch(double px, double py, double t)
{
    return (void)py, (void)t, px;
}
static double extremes(double px, double py, double t)
{
    return fmax(fmin(px, py), t) + fabs(px);
}
static double functions(double px, double py, double t)
{
    return erf(px) + erfc(py) + floor(7 * px) + ceil(7 * py) + fmod(7 * py, 2) + hypot(px, py) + atan2(py, t);
}
static double logic(double px, double py, double t)
{
    return (void)t, (px >= 0 && py <= 0.5) || px == py;
}
static double euler(double px, double py, double t)
{
    return (void)py, (void)t, M_E * px + log(10) + log10(1000);
}

static const struct {
    const char *text;
    double (*f)(double x, double y, double t);
} formulas[] = {
    {"sin(pi*x)*exp(-t) + y", heat},
    {"x", identity},
    {"5", five},
    {"2 + 3", five},
    {"1 > 0 ? 5 : 6", five},
    {"2*t", time_only},
    {"x > 0 ? x : -x", absolute},
    {"x > 0.2 ? (y > 0.5 ? 1 : x) : x < 0 ? y : 3", nested},
    {"x > 0 ? sqrt(x) : 0", guarded},
    {"1 ? x : y", constant_branch},
    {"max(min(x, y), t) + abs(x)", extremes},
    {"erf(x) + erfc(y) + floor(7*x) + ceil(7*y) + mod(7*y, 2) + hypot(x, y) + atan2(y, t)", functions},
    {"(x >= 0 && y <= 0.5) || x == y", logic},
    {"e*x + log(10) + log10(1000)", euler},
};

static void formulas_give_what_the_library_gives(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++) {
        struct expression *e;
        const double *const values[] = {x, y, NULL};
        const double scalars[] = {0, 0, 0.25};
        if (expression_make(&e, formulas[k].text, "x y t") != ST_OK) fail_msg("%s: %s", formulas[k].text, fail_text());
        for (int threads = 1; threads <= 3; threads += 2) {
            memset(out, 0xff, sizeof out);
            assert_int_equal(expression_eval(e, COUNT, values, scalars, threads, out), ST_OK);
            for (int i = 0; i < COUNT; i++) {
                const double right = formulas[k].f(x[i], y[i], 0.25);
                if (!(fabs(out[i] - right) <= 4e-16 * fmax(1, fabs(right))))
                    fail_msg("%s is %.17g, not %.17g, at %d", formulas[k].text, out[i], right, i);
            }
        }
        e = expression_free(e);
        assert_null(e);
    }
}

/* The same bits with any number of threads and for any split of the points. */
static void threads_do_not_change_a_bit(void **state)
{
    struct expression *e;
    double other[COUNT];
    const double *const values[] = {x, y};
    const int outside = omp_get_max_threads();
    (void)state;
    assert_int_equal(expression_make(&e, "sin(17*x)^3/(1.1+cos(y*x)) + exp(x*y)", "x y"), ST_OK);
    assert_int_equal(expression_eval(e, COUNT, values, NULL, 1, out), ST_OK);
    for (int threads = 2; threads <= 5; threads++) {
        memset(other, 0, sizeof other);
        assert_int_equal(expression_eval(e, COUNT, values, NULL, threads, other), ST_OK);
        assert_memory_equal(out, other, sizeof out);
    }
    memset(other, 0, sizeof other);
    for (int64_t i = 0; i < COUNT; i += 777) {
        const double *const some[] = {x + i, y + i};
        assert_int_equal(expression_eval(e, COUNT - i < 777 ? COUNT - i : 777, some, NULL, 2, other + i), ST_OK);
    }
    assert_memory_equal(out, other, sizeof out);
    assert_int_equal(omp_get_max_threads(), outside);
    expression_free(e);
}

static void scalars_stand_for_columns(void **state)
{
    struct expression *e;
    (void)state;
    assert_int_equal(expression_make(&e, "x + 10*y + 100*t", "x y t"), ST_OK);
    for (int round = 0; round < 3; round++) {
        const double *const values[] = {round == 1 ? NULL : x, NULL, NULL};
        const double scalars[] = {0.5, round, round + 1};
        assert_int_equal(expression_eval(e, COUNT, values, scalars, 2, out), ST_OK);
        for (int i = 0; i < COUNT; i++)
            assert_true(out[i] == (round == 1 ? 0.5 : x[i]) + 10 * scalars[1] + 100 * scalars[2]);
    }
    assert_int_equal(expression_eval(e, 0, (const double *const[]){NULL, NULL, NULL}, (double[]){0, 0, 0}, 2, out),
                     ST_OK);
    expression_free(e);
}

static void columns_are_not_written(void **state)
{
    struct expression *e;
    const double *const values[] = {x, y};
    double before[COUNT];
    (void)state;
    memcpy(before, x, sizeof before);
    assert_int_equal(expression_make(&e, "x*x - y", "x y"), ST_OK);
    assert_int_equal(expression_eval(e, COUNT, values, NULL, 2, out), ST_OK);
    assert_memory_equal(before, x, sizeof before);
    expression_free(e);
}

static void used_variables_are_known(void **state)
{
    struct expression *e;
    (void)state;
    assert_int_equal(expression_make(&e, "exp(2)*x2 + tan(1e3)", "x x2 t"), ST_OK);
    assert_true(expression_uses(e, "x2"));
    assert_false(expression_uses(e, "x") || expression_uses(e, "t") || expression_uses(e, "z"));
    expression_free(e);
    assert_int_equal(expression_make(&e, "2*e", "x e"), ST_OK); /* a variable hides the constant of its name */
    assert_int_equal(expression_eval(e, 1, (const double *const[]){NULL, NULL}, (double[]){0, 4}, 1, out), ST_OK);
    assert_true(expression_uses(e, "e") && out[0] == 8);
    expression_free(e);
    assert_int_equal(expression_make(&e, "3", ""), ST_OK);
    assert_int_equal(expression_eval(e, 3, NULL, NULL, 1, out), ST_OK);
    assert_true(out[0] == 3 && out[2] == 3);
    expression_free(e);
}

static void wrong_formulas_are_refused(void **state)
{
    static const char *const cases[][2] = {
        {"", "the formula is empty"},
        {"   ", "the formula is empty"},
        {"sin(", "the formula ends too soon at position 5"},
        {"x+", "the formula ends too soon at position 3"},
        {"(x", "a parenthesis is not closed at position 3"},
        {"x)", "unexpected ')' at position 2"},
        {"1 + + 2", NULL},
        {"x+*y", "unexpected '*' at position 3"},
        {"x + z", "unexpected 'z' at position 5; the variables are x y t"},
        {"sine(x)", "unexpected 'sine' at position 1"},
        {"x y", "unexpected 'y' at position 3"},
        {"sin x", "unexpected 'sin' at position 1"},
        {"sin()", "too few arguments at position 5"},
        {"sin(1,2)", "too many arguments at position 8"},
        {"x, y", "the formula gives 2 values, not one"},
        {"(1,2)", "a comma outside of a function at position 6"},
        {"x = 5", "'=' at position 3; equality is =="},
        {"x == y = 1", "'=' at position 8"},
        {"=x", "'=' at position 1"},
        {"\"abc\"", "unexpected '\"' at position 1"},
        {"1 ? 2", "a '?' without its ':'"},
        {"1 : 2", "a ':' without its '?' at position"},
        {"1e400", "unexpected '1e400' at position 1"},
        {"1.5.2", "unexpected '.2' at position 4"},
        {"x $ y", "unexpected '$' at position 3"},
        {NULL, NULL},
    };
    int wrong = 0;
    (void)state;
    for (int i = 0; cases[i][0]; i++) {
        struct expression *e;
        const enum status s = expression_make(&e, cases[i][0], "x y t");
        const bool good =
            cases[i][1] ? s == ST_CONFIG && !e && strstr(fail_text(), cases[i][1]) == fail_text() : s == ST_OK;
        if (!good)
            print_error("%s: said '%s', wanted '%s'\n", cases[i][0], s == ST_OK ? "(nothing)" : fail_text(),
                        cases[i][1]);
        wrong += !good;
        expression_free(e);
    }
    assert_int_equal(wrong, 0);
}

static void length_and_depth_have_an_end(void **state)
{
    char text[5000];
    struct expression *e;
    (void)state;
    for (int i = 0; i < 4999; i++) text[i] = i % 2 ? '+' : '1';
    text[4999] = 0;
    assert_int_equal(expression_make(&e, text, "x"), ST_CONFIG);
    assert_string_equal(fail_text(), "the formula is longer than 4096 characters");
    text[4095] = 0;
    assert_int_equal(expression_make(&e, text, "x"), ST_OK);
    expression_free(e);
    memset(text, '(', 65);
    strcpy(text + 65, "1");
    assert_int_equal(expression_make(&e, text, "x"), ST_CONFIG);
    assert_string_equal(fail_text(), "more than 64 open parentheses at position 65");
}

static void failing_memory_is_reported_and_leaks_nothing(void **state)
{
    const int64_t held = mem_held(HOST);
    const double *const values[] = {x};
    enum status s = ST_NOMEM;
    (void)state;
    for (int64_t k = 1; s != ST_OK && k < 100; k++) {
        struct expression *e;
        mem_fail_at(k);
        s = expression_make(&e, "2*x", "x");
        if (s == ST_OK) s = expression_eval(e, COUNT, values, NULL, 3, out);
        const enum status first = s;
        mem_fail_at(0);
        if (s != ST_OK && e)
            s = expression_eval(e, COUNT, values, NULL, 3, out); /* a second try is as good as a first */
        if (s == ST_OK) assert_true(out[COUNT - 1] == 2 * x[COUNT - 1]);
        s = first;
        if (s != ST_OK) assert_int_equal(s, ST_NOMEM);
        expression_free(e);
        assert_int_equal(mem_held(HOST), held);
    }
    assert_int_equal(s, ST_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_give_what_the_library_gives),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(scalars_stand_for_columns),
        cmocka_unit_test(columns_are_not_written),
        cmocka_unit_test(used_variables_are_known),
        cmocka_unit_test(wrong_formulas_are_refused),
        cmocka_unit_test(length_and_depth_have_an_end),
        cmocka_unit_test(failing_memory_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
