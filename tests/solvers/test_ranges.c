/* Coefficients of any size, and solutions that leave the range of numbers: dominant systems whose rows, columns or both
 * are scaled by powers of two, far apart or all alike, up to the ends of the range. Every method on the host is as
 * accurate as elimination in order, whether it forms products of coefficients or multiplies by reciprocals. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "solvers/batch/random_rows.h"

#include <cmocka.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

enum { ROWS = 777 };

#ifdef BANDSTAND_FLOAT
enum { LARGEST = 60 /* 1e18 */, TOP = 126, BOTTOM = -122 };
#else
enum { LARGEST = 498 /* 1e150 */, TOP = 1022, BOTTOM = -1018 };
#endif

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

/* The reciprocal of what is larger than 2^TOP is not normal; what is smaller than 2^BOTTOM is hardly so itself. */
static int top(int64_t i)
{
    (void)i;
    return TOP;
}

static int bottom(int64_t i)
{
    (void)i;
    return BOTTOM;
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
    {"as large as can be", top, none},
    {"as small as can be", bottom, none},
    {"graded rows", graded, none},
    {"graded columns", none, graded},
    {"graded in both directions", graded, graded},
    {"rows in steps", steps, none},
    {"columns in steps", none, steps},
    {"jagged rows", jagged, none},
    {"jagged columns", none, jagged},
};
enum { SCALINGS = sizeof scalings / sizeof *scalings };

struct subject {
    real lower[ROWS], diag[ROWS], upper[ROWS], right[ROWS], x[ROWS];
    double norm; /* of the matrix before it is scaled */
};

/* The right side is that of the system before it was scaled, times the scale of its row: so x / 2^-column is too. */
static void draw(struct subject *s, const struct scaling *k)
{
    s->norm = 0;
    for (int64_t i = 0; i < ROWS; i++) {
        const struct random_row r = random_row(i);
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
        const struct random_row r = random_row(i);
        const double rest = (double)r.rhs - (double)r.lower * plain(s, k, i - 1) - (double)r.diag * plain(s, k, i) -
                            (double)r.upper * plain(s, k, i + 1);
        if (!isfinite(rest)) return HUGE_VAL;
        worst = fmax(worst, fabs(rest));
        largest = fmax(largest, fabs(plain(s, k, i)));
    }
    return worst / ((double)REAL_EPS * (s->norm * largest + 1));
}

/* The method number k of those on the host, or NULL after the last. */
static const struct solver *method(int k)
{
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const m = solver_at(i);
        if (m->kind == KIND_TRIDIAG && m->space == HOST && k-- == 0) return m;
    }
    return NULL;
}

static bool flushed[2]; /* does this thread flush subnormal numbers to 0 while a method works? */

#ifdef __SSE2__
enum { FLUSHING = 0x8000 | 0x40 };

static bool flushing(void)
{
    return (_mm_getcsr() & FLUSHING) == FLUSHING;
}

/* Threads of some OpenMP libraries take the mode of the first one whenever they start: `flushed` becomes the actual
 * mode. */
static void flush_to_zero(void)
{
#pragma omp parallel num_threads(2)
    if (flushed[omp_get_thread_num()]) _mm_setcsr(_mm_getcsr() | FLUSHING);
#pragma omp parallel num_threads(2)
    flushed[omp_get_thread_num()] = flushing();
}

/* They no longer do. */
static bool flushes_as_before(void)
{
    bool same = true;
#pragma omp parallel num_threads(2) reduction(&& : same)
    {
        same = flushing() == flushed[omp_get_thread_num()];
        _mm_setcsr(_mm_getcsr() & ~(unsigned)FLUSHING);
    }
    return same;
}
#else
static void flush_to_zero(void)
{
}

static bool flushes_as_before(void)
{
    return true;
}
#endif

/* info; or -2 if the method does not take that shape, or a library of it is not on this machine. */
enum { REFUSED = -2 };

static int64_t solve_shape(const struct shape *shape, const struct solver *solver, const struct system *system)
{
    const struct exec exec = exec_host(shape->batch > 1 ? 1 : 2);
    struct plan *plan;
    int64_t most = 0;
    flush_to_zero();
    enum status s = plan_make(&plan, solver, shape, NULL, &exec);
    const bool made = s == ST_OK, refused = s == ST_REFUSED || s == ST_DEVICE;
    if (made && shape->reuse) s = plan_factor(plan, system);
    if (s == ST_OK) s = plan_solve(plan, system);
    const bool unchanged = flushes_as_before();
    if (made) plan_free(plan);
    assert_true(unchanged);
    if (refused) return REFUSED;
    assert_int_equal(s, ST_OK);
    for (int64_t q = 0; q < shape->batch; q++) most = system->info[q] > most ? system->info[q] : most;
    return most;
}

static int64_t solve(struct subject *s, const struct solver *solver)
{
    const struct shape shape = shape_contiguous(ROWS, 1);
    int64_t info;
    memcpy(s->x, s->right, sizeof s->x);
    return solve_shape(
        &shape, solver,
        &(struct system){KIND_TRIDIAG, .tridiag = {s->lower, s->diag, s->upper}, .x = s->x, .info = &info});
}

/* Methods that exchange rows choose them by size, and rows that are scaled apart mislead them. */
static void test_ranges(void **state)
{
    (void)state;
    static struct subject s;
    for (int j = 0; j < SCALINGS; j++)
        for (int m = 0; method(m); m++) {
            const struct scaling *const k = &scalings[j];
            if (method(m)->can & CAN_ANY_MATRIX) continue;
            draw(&s, k);
            const int64_t info = solve(&s, method(m));
            const double r = info == REFUSED ? 0 : residual(&s, k);
            if (info > 0 || !(r <= 8))
                fail_msg("%s, %s: info %lld, residual %g eps", method(m)->method, k->name, (long long)info, r);
        }
}

/* The first COLUMNS rows of a subject, times as many systems as leave some lanes of a vector idle. */
enum { COLUMNS = 61, SYSTEMS = 19 };

struct copies {
    struct shape shape;
    real lower[COLUMNS * SYSTEMS], diag[COLUMNS * SYSTEMS], upper[COLUMNS * SYSTEMS], x[COLUMNS * SYSTEMS];
};

static void copy_out(struct copies *c, const struct subject *s)
{
    for (int64_t q = 0; q < SYSTEMS; q++)
        for (int64_t i = 0; i < COLUMNS; i++) {
            const int64_t at = shape_start(&c->shape, q) + i * c->shape.stride, of = shape_shared(&c->shape) ? i : at;
            c->lower[of] = s->lower[i], c->diag[of] = s->diag[i], c->upper[of] = s->upper[i], c->x[at] = s->right[i];
        }
}

/* The largest |x_i - y_i| of a system, y being the solution by `thomas` of the same that is not scaled, over |y|. */
static double departure(const struct copies *c, const real *y)
{
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < COLUMNS; i++) largest = fmax(largest, fabs((double)y[i]));
    for (int64_t q = 0; q < SYSTEMS; q++)
        for (int64_t i = 0; i < COLUMNS; i++) {
            const double off = fabs((double)c->x[shape_start(&c->shape, q) + i * c->shape.stride] - (double)y[i]);
            if (!(off <= worst)) worst = off;
        }
    return worst / ((double)REAL_EPS * largest);
}

/* All rows scaled alike leave x as it is, however systems lie, and whether or not they are factored before. */
static void try_ends_of_the_range(void)
{
    static const struct scaling plain_scale = {"", none, none}, ends[] = {{"top", top, none}, {"bottom", bottom, none}};
    static struct subject s;
    static struct copies c;
    int64_t info[SYSTEMS];
    draw(&s, &plain_scale);
    const struct shape alone = shape_contiguous(COLUMNS, 1);
    assert_int_equal(
        solve_shape(&alone, method(0),
                    &(struct system){KIND_TRIDIAG, .tridiag = {s.lower, s.diag, s.upper}, .x = s.right, .info = info}),
        0);
    real y[COLUMNS];
    memcpy(y, s.right, sizeof y);
    for (int m = 0; method(m); m++)
        for (int variant = 0; variant < 16; variant++) {
            c.shape = variant & 1 ? shape_interleaved(COLUMNS, SYSTEMS) : shape_contiguous(COLUMNS, SYSTEMS);
            c.shape.reuse = variant & 2;
            c.shape.matrix = variant & 4 ? matrix_layout_shared() : (struct matrix_layout){0};
            draw(&s, &ends[variant / 8]);
            copy_out(&c, &s);
            const int64_t worst = solve_shape(
                &c.shape, method(m),
                &(struct system){KIND_TRIDIAG, .tridiag = {c.lower, c.diag, c.upper}, .x = c.x, .info = info});
            const double off = worst == REFUSED ? 0 : departure(&c, y);
            if (worst > 0 || !(off <= 100))
                fail_msg("%s, variant %d, %s of the range: info %lld, off by %g eps", method(m)->method, variant % 8,
                         ends[variant / 8].name, (long long)worst, off);
        }
}

static void test_ends_of_the_range(void **state)
{
    (void)state;
    try_ends_of_the_range();
}

#ifdef __SSE2__
/* If a processor flushes subnormal numbers to 0, a mode in which code of others may leave some threads or all,
 * reciprocals of the largest numbers would be 0: methods compute with them all the same, and leave the threads as they
 * were. */
static void test_flushed_to_zero(void **state)
{
    static const struct scaling ends[] = {{"top", top, none}, {"bottom", bottom, none}};
    static struct subject s;
    (void)state;
    exec_small_work(0);
    for (int variant = 0; variant < 6; variant++)
        for (int m = 0; method(m); m++) {
            const struct scaling *const k = &ends[variant % 2];
            if (method(m)->can & CAN_ANY_MATRIX) continue;
            draw(&s, k);
            flushed[0] = variant / 2 != 0, flushed[1] = variant / 2 != 1;
            const int64_t info = solve(&s, method(m));
            const double r = info == REFUSED ? 0 : residual(&s, k);
            if (info > 0 || !(r <= 8))
                fail_msg("%s, %s, variant %d: info %lld, residual %g eps", method(m)->method, k->name, variant,
                         (long long)info, r);
        }
    flushed[1] = false;
    try_ends_of_the_range();
    flushed[0] = false;
    exec_small_work(SMALL_WORK);
}
#endif

/* A system that is dominant except for some rows from row `from` on: x grows through them, from the last to the first
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

/* Wherever x overflows, the system is not reported as solved. */
static void test_overflow(void **state)
{
    static struct subject s;
    (void)state;
    for (int64_t from = 0; from < ROWS; from += 74)
        for (int k = 0; method(k / 2); k++) {
            draw_growing(&s, from, k % 2);
            const int64_t info = solve(&s, method(k / 2));
            if (info == REFUSED) continue;
            bool finite = true;
            for (int64_t i = 0; i < ROWS; i++) finite = finite && isfinite(s.x[i]);
            if (finite == (info > 0))
                fail_msg("%s, from row %lld %s: info %lld, but x is %s", method(k / 2)->method, (long long)from,
                         k % 2 ? "up" : "down", (long long)info, finite ? "finite" : "not");
        }
}

/* A ring of rows that sum to 0 is singular to rounding, and so is the remainder of the row that is eliminated last. */
static void test_singular_rings(void **state)
{
    static struct subject s;
    struct shape shape = shape_contiguous(31, 1);
    (void)state;
    shape.tridiag.cyclic = true;
    for (int variant = 0; variant < 2; variant++)
        for (int k = 0; method(k); k++) {
            int64_t info;
            draw(&s, &scalings[0]);
            for (int64_t i = 0; i < ROWS; i++) s.lower[i] = s.upper[i] = -1, s.diag[i] = variant ? RC(2.01) : 2;
            info = solve_shape(
                &shape, method(k),
                &(struct system){KIND_TRIDIAG, .tridiag = {s.lower, s.diag, s.upper}, .x = s.right, .info = &info});
            if (info != REFUSED && (info > 0) == variant)
                fail_msg("%s, rows that sum to %g: info %lld", method(k)->method, variant * 0.01, (long long)info);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),          cmocka_unit_test(test_ends_of_the_range),
#ifdef __SSE2__
        cmocka_unit_test(test_flushed_to_zero),
#endif
        cmocka_unit_test(test_overflow),        cmocka_unit_test(test_singular_rings),
    };
    return cmocka_run_group_tests_name("ranges", tests, NULL, NULL);
}
