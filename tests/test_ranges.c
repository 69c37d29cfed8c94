/* Coefficients of any size: dominant systems whose rows, columns or both are scaled by powers of two, far apart or all
 * alike. What elimination in order can do, methods that form products of coefficients can do as well. */
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

static const char *const methods[] = {"thomas", "thomas_continuant", "twisted", "tricyclic",
                                      "wang",   "recursive_doubling"};

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

static void test_ranges(void **state)
{
    (void)state;
    static struct subject s;
    const struct shape shape = shape_contiguous(ROWS, 1);
    const struct exec exec = exec_host(2);
    for (int j = 0; j < SCALINGS * METHODS; j++) {
        const struct scaling *const k = &scalings[j / METHODS];
        const struct solver *solver;
        struct plan *plan;
        int64_t info;
        draw(&s, k);
        memcpy(s.x, s.right, sizeof s.x);
        const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {s.lower, s.diag, s.upper, s.x, &info}};
        assert_int_equal(solver_find(KIND_TRIDIAG, methods[j % METHODS], HOST, &solver), ST_OK);
        assert_int_equal(plan_make(&plan, solver, &shape, NULL, &exec), ST_OK);
        assert_int_equal(plan_solve(plan, &system), ST_OK);
        plan_free(plan);
        const double r = residual(&s, k);
        if (info > 0 || !(r <= 8))
            fail_msg("%s, %s: info %lld, residual %g eps", solver->method, k->name, (long long)info, r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ranges)};
    return cmocka_run_group_tests_name("ranges", tests, NULL, NULL);
}
