/* Coefficients of any size, and solutions that leave the range of numbers: dominant systems whose rows, columns or both
 * are scaled by powers of two, far apart or all alike. What elimination in order can do, methods that form products of
 * coefficients can do as well. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "solvers/tridiag/random.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 777 };

#ifdef BANDSTAND_FLOAT
enum { LARGEST = 60 }; /* 1e18 */
#else
enum { LARGEST = 498 }; /* 1e150 */
#endif

static const char *const methods[] = {"thomas", "thomas_continuant",  "twisted",   "tricyclic",
                                      "wang",   "recursive_doubling", "partition", "windows"};

struct scaling {
    const char *name;
    int (*row)(int64_t i), (*column)(int64_t i); /* exponents */
};

static int none(int64_t i)
{
    (void)i;
    return 0;
}

static int up(int64_t i)
{
    (void)i;
    return LARGEST;
}

static int down(int64_t i)
{
    return -up(i);
}

static int graded(int64_t i)
{
    return (int)(LARGEST - 2 * LARGEST * i / ROWS) / 2;
}

static int steps(int64_t i)
{
    return i / 50 % 2 ? LARGEST / 2 : -LARGEST / 2;
}

static int jagged(int64_t i)
{
    return i % 2 ? LARGEST / 2 : -LARGEST / 2;
}

static const struct scaling scalings[] = {
    {"as drawn", none, none},
    {"large", up, none},
    {"small", down, none},
    {"graded rows", graded, none},
    {"graded columns", none, graded},
    {"graded both ways", graded, graded},
    {"rows in steps", steps, none},
    {"columns in steps", none, steps},
    {"jagged rows", jagged, none},
    {"jagged columns", none, jagged},
};
enum { SCALINGS = sizeof scalings / sizeof *scalings, METHODS = sizeof methods / sizeof *methods };

struct subject {
    real lower[ROWS], diag[ROWS], upper[ROWS], right[ROWS], x[ROWS];
    double norm; /* of the matrix before it is scaled */
};

/* The right side is that of the system before it was scaled, times the scale of its row: so x / 2^-column is too. */
static void draw(struct subject *s, const struct scaling *k)
{
    s->norm = 0;
    for (int64_t i = 0; i < ROWS; i++) {
        const struct row r = random_row(i);
        s->lower[i] = (real)ldexp((double)r.lower, k->row(i) + (i ? k->column(i - 1) : 0));
        s->diag[i] = (real)ldexp((double)r.diag, k->row(i) + k->column(i));
        s->upper[i] = (real)ldexp((double)r.upper, k->row(i) + (i < ROWS - 1 ? k->column(i + 1) : 0));
        s->right[i] = (real)ldexp((double)r.rhs, k->row(i));
        s->norm = fmax(s->norm, fabs((double)r.lower) + fabs((double)r.diag) + fabs((double)r.upper));
    }
    s->lower[0] = s->upper[ROWS - 1] = (real)NAN;
}

/* Scaling by powers of two undone, exactly: the solution of the system as it was drawn. */
static double plain(const struct subject *s, const struct scaling *k, int64_t i)
{
    return i < 0 || i >= ROWS ? 0 : ldexp((double)s->x[i], k->column(i));
}

/* In units of eps, over |A| |x| + |f|. */
static double residual(const struct subject *s, const struct scaling *k)
{
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < ROWS; i++) {
        const struct row r = random_row(i);
        const double rest = (double)r.rhs - (double)r.lower * plain(s, k, i - 1) - (double)r.diag * plain(s, k, i) -
                            (double)r.upper * plain(s, k, i + 1);
        if (!isfinite(rest)) return HUGE_VAL;
        worst = fmax(worst, fabs(rest));
        largest = fmax(largest, fabs(plain(s, k, i)));
    }
    return worst / ((double)REAL_EPS * (s->norm * largest + 1));
}

static int64_t solve(struct subject *s, const char *method)
{
    const struct shape shape = shape_contiguous(ROWS, 1);
    const struct exec exec = exec_host(2);
    const struct solver *solver;
    struct plan *plan;
    int64_t info;
    memcpy(s->x, s->right, sizeof s->x);
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {s->lower, s->diag, s->upper, s->x, &info}};
    assert_int_equal(solver_find(KIND_TRIDIAG, method, HOST, &solver), ST_OK);
    assert_int_equal(plan_make(&plan, solver, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    return info;
}

static void test_ranges(void **state)
{
    (void)state;
    static struct subject s;
    for (int j = 0; j < SCALINGS * METHODS; j++) {
        const struct scaling *const k = &scalings[j / METHODS];
        draw(&s, k);
        const int64_t info = solve(&s, methods[j % METHODS]);
        const double r = residual(&s, k);
        if (info > 0 || !(r <= 8))
            fail_msg("%s, %s: info %lld, residual %g eps", methods[j % METHODS], k->name, (long long)info, r);
    }
}

/* A dominant system of which, from row `from` on, some rows are none: x grows through them, from the last to the first
 * or from the first to the last, more than the range of numbers allows. */
static void draw_growing(struct subject *s, int64_t from, bool upwards)
{
    enum { GROWING = 160 };
    draw(s, &scalings[0]);
    for (int64_t i = from; i < from + GROWING && i < ROWS; i++) {
        s->diag[i] = 1;
        s->lower[i] = upwards ? 0 : (real)ldexp(1, LARGEST / 15);
        s->upper[i] = upwards ? (real)ldexp(1, LARGEST / 15) : 0;
    }
}

/* Wherever x overflows, the system is not said to be solved. */
static void test_overflow(void **state)
{
    static struct subject s;
    (void)state;
    for (int64_t from = 0; from < ROWS; from += 37)
        for (int k = 0; k < 2 * METHODS; k++) {
            draw_growing(&s, from, k % 2);
            const int64_t info = solve(&s, methods[k / 2]);
            bool finite = true;
            for (int64_t i = 0; i < ROWS; i++) finite = finite && isfinite(s.x[i]);
            if (finite == (info > 0))
                fail_msg("%s, from row %lld %s: info %lld, but x is %s", methods[k / 2], (long long)from,
                         k % 2 ? "up" : "down", (long long)info, finite ? "finite" : "not");
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ranges), cmocka_unit_test(test_overflow)};
    return cmocka_run_group_tests_name("ranges", tests, NULL, NULL);
}
