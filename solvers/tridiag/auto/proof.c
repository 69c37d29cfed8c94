/* Pivots of matrices, and first values of right sides. */
#include "solvers/tridiag/auto/proof.h"

#include <math.h>

#define GROWTH 8.0  /* of pivots, over the elements of their rows */
#define LOSS 0x1p20 /* of the range */
#ifdef BANDSTAND_FLOAT
#define PIVOT_LEAST 0x1p-30
#define PIVOT_MOST 0x1p30
#define RIGHT_LEAST RC(0x1p-70)
#define RIGHT_MOST RC(0x1p70)
#else
#define PIVOT_LEAST 0x1p-200
#define PIVOT_MOST 0x1p200
#define RIGHT_LEAST RC(0x1p-700)
#define RIGHT_MOST RC(0x1p700)
#endif

/* A row is compared with its own elements, and without c, which the last row of a shorter system has not: so what is
 * proven of a matrix is proven of the first rows of it. The intermediate results are y_i = x_i + h_i x_{i+1} and
 * d_i / u_i = y_i + (a_i / u_i) y_{i-1}. Comparisons fail where a number is NaN. */
static bool is_bounded(const struct line *l)
{
    double most_h = 0, most_l = 0;
    real h = 0;
    for (int64_t i = 0; i < l->n; i++) {
        const real a = i > 0 ? l->a[i * l->stride] : 0, b = l->b[i * l->stride] + l->shift;
        const real c = i < l->n - 1 ? l->c[i * l->stride] : 0, left = a * h, u = b - left;
        const double size = fabs((double)u), grown = size + fabs((double)left);
        if (!(size >= PIVOT_LEAST && grown <= PIVOT_MOST)) return false;
        if (!(grown <= GROWTH * (fabs((double)a) + fabs((double)b)))) return false;
        h = c / u;
        most_h = fmax(most_h, fabs((double)h)), most_l = fmax(most_l, fabs((double)a) / size);
    }
    return (1 + most_h) * (1 + most_l) <= LOSS;
}

/* By how much diagonals of one sign exceed their rows, at least, and the smallest and the largest of them. */
struct margin {
    double least, smallest, largest;
};

static struct margin margin_of(const struct line *l, bool negative)
{
    struct margin m = {HUGE_VAL, HUGE_VAL, 0};
    for (int64_t i = 0; i < l->n; i++) {
        const double a = i > 0 ? fabs((double)l->a[i * l->stride]) : 0, b = (double)l->b[i * l->stride];
        const double c = i < l->n - 1 ? fabs((double)l->c[i * l->stride]) : 0, size = negative ? -b : b;
        if (!(size >= a + c)) return (struct margin){-HUGE_VAL, 0, HUGE_VAL};
        m.least = fmin(m.least, size - (a + c));
        m.smallest = fmin(m.smallest, size), m.largest = fmax(m.largest, size);
    }
    return m;
}

/* A shift that makes diagonals larger does so when it is rounded, too. */
static bool shifts_keep_dominance(const struct shape *shape, const struct system *system)
{
    struct line l = line_of(shape, system, 0);
    l.n = shape->n;
    const bool negative = l.b[0] < 0;
    const struct margin m = margin_of(&l, negative);
    const double most = m.least - 8 * (double)REAL_EPS * m.largest; /* that a shift may take away */
    bool all = m.least >= 0 && m.smallest >= PIVOT_LEAST && m.largest <= PIVOT_MOST;
    for (int64_t s = 0; all && s < shape->batch; s++) {
        const double shift = (double)system->tridiag.shift[s], more = negative ? -shift : shift;
        all = (more >= 0 || -more <= most) && more <= PIVOT_MOST;
    }
    return all;
}

bool proof_of_matrices(const struct shape *shape, const struct system *system, int threads)
{
    int all = 1;
    if (shape_shared(shape) && shape->tridiag.shifted) return shifts_keep_dominance(shape, system);
    if (shape_shared(shape)) {
        struct line l = line_of(shape, system, 0);
        l.n = shape->n;
        return is_bounded(&l);
    }
#pragma omp parallel for schedule(static) num_threads(threads) reduction(&& : all) if (threads > 1)
    for (int64_t s = 0; s < shape->batch; s++) {
        const struct line l = line_of(shape, system, s);
        all = all && is_bounded(&l);
    }
    return all;
}

/* Numbers that are not finite change nothing for other systems: their own x is not finite either. */
static bool is_large(real d)
{
    return !(d < RIGHT_LEAST && d > -RIGHT_LEAST);
}

static bool is_huge(real d)
{
    return isfinite(d) && (d > RIGHT_MOST || d < -RIGHT_MOST);
}

static bool is_there(const real *x, int64_t stride, int64_t rows)
{
    bool none = true;
    for (int64_t i = 0; i < rows; i++) {
        if (is_large(x[i * stride])) return !is_huge(x[i * stride]);
        none &= x[i * stride] == 0;
    }
    return none;
}

/* Systems from ... to - 1. The start of a system takes a division only where a group begins: most systems take no more
 * time than their first value. */
static bool are_there(const struct shape *shape, const struct system *system, int64_t from, int64_t to)
{
    int64_t start = 0, left = 0; /* systems of the group, from this one on */
    for (int64_t s = from; s < to; s++, left--, start += shape->dist) {
        if (left == 0) start = shape_start(shape, s), left = shape->inner - s % shape->inner;
        const real *const x = system->x + start;
        if (is_huge(*x)) return false;
        if (!is_large(*x) && !is_there(x, shape->stride, shape_rows(shape, s))) return false;
    }
    return true;
}

bool proof_of_rights(const struct shape *shape, const struct system *system, int threads)
{
    enum { TOGETHER = 1024 };
    int all = 1;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(&& : all) if (threads > 1)
    for (int64_t s = 0; s < shape->batch; s += TOGETHER)
        all = all && are_there(shape, system, s, s + TOGETHER < shape->batch ? s + TOGETHER : shape->batch);
    return all;
}
