/* Draws small systems, and finds with wider numbers whether they are singular or solvable. */
#include "verify/gallery/small_systems.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "solvers/tridiag/gallery/gallery.h"
#include "verify/gallery/wide.h"

/* Powers of ten by precision: entries that are large and small, the ends of the range, and half of the decades. */
#ifdef BANDSTAND_FLOAT
enum { FAR = 18, TOP = 37, BOTTOM = -38, SUBNORMAL = -44, DECADES = 30 };
#else
enum { FAR = 150, TOP = 307, BOTTOM = -308, SUBNORMAL = -322, DECADES = 200 };
#endif

/* The random numbers of one system: those drawn once for all systems of a batch, scales in [-1, 1), and the seed. */
struct drawing {
    double matrix, right;
    uint64_t *seed;
};

static double unit(const struct drawing *g)
{
    return gallery_random(g->seed);
}

/* 0 ... n - 1 */
static int choice(const struct drawing *g, int n)
{
    const int k = (int)((unit(g) + 1) / 2 * n);
    return k < n ? k : n - 1;
}

static double power(double decades)
{
    return pow(10, decades);
}

static double of_signs(const struct drawing *g)
{
    return choice(g, 3) - 1;
}

static double of_extremes(const struct drawing *g)
{
    const int k = choice(g, 8);
    if (k < 3) return k - 1;
    return k == 7 ? unit(g) : power(k % 2 ? FAR : -FAR) * (k < 5 ? 1 : -1);
}

static double of_top(const struct drawing *g)
{
    return unit(g) * power(TOP);
}

static double of_bottom(const struct drawing *g)
{
    return unit(g) * power(BOTTOM + 8 * g->matrix);
}

static double of_subnormals(const struct drawing *g)
{
    return unit(g) * power(SUBNORMAL + 8 + 8 * g->right);
}

static double of_grades(const struct drawing *g)
{
    return unit(g) * power(DECADES * unit(g));
}

static double of_nothing(const struct drawing *g)
{
    return 0;
}

static double of_a_trace(const struct drawing *g)
{
    return choice(g, 2) ? 1e-30 : -1e-30;
}

static double of_links(const struct drawing *g)
{
    return (choice(g, 2) ? 1 : -1) * (choice(g, 2) ? 0x1p30 : 0x1p-30);
}

/* Diagonals are made of these afterwards, below. */
static double of_powers(const struct drawing *g)
{
    return -(double)(1 << choice(g, 4));
}

static double of_scaled_links(const struct drawing *g)
{
    return unit(g) * power(0.9 * TOP * g->matrix);
}

static double of_scaled_rights(const struct drawing *g)
{
    return unit(g) * power(0.95 * TOP * g->right);
}

typedef double number(const struct drawing *g);

/* Off-diagonals, diagonals, right sides. If no diagonals are given they are sums of the magnitudes of their row's
 * off-diagonals, or of their column's; those with links of any size are a little larger in every other batch. */
static const struct {
    const char *name;
    number *beside, *diagonal, *right;
    bool exact;
} kinds[SMALL_KINDS] = {
    {"0, 1 and -1", of_signs, of_signs, unit, true},
    {"0, 1, 1e+-150, random", of_extremes, of_extremes, of_extremes},
    {"near overflow", of_top, of_top, of_top},
    {"near underflow", of_bottom, of_bottom, of_bottom},
    {"right sides near underflow", unit, unit, of_subnormals},
    {"graded over 400 decades", of_grades, of_grades, of_grades},
    {"diagonals of 0", unit, of_nothing, unit, true},
    {"diagonals of 1e-30", unit, of_a_trace, unit},
    {"off-diagonals of 2^+-30", of_links, unit, unit},
    {"sums of rows are 0", of_powers, NULL, unit, true},
    {"dominant, of any size", of_scaled_links, NULL, of_scaled_rights},
};

const char *small_kind_name(int kind)
{
    return kinds[kind].name;
}

bool small_kind_exact(int kind)
{
    return kinds[kind].exact;
}

enum status small_systems_make(struct small_systems *s, int64_t count)
{
    *s = (struct small_systems){.count = count};
    TRY(mem_array(&s->a, HOST, 4 * count * SMALL_ROWS, sizeof *s->a));
    TRY(mem_array(&s->singular, HOST, count, sizeof *s->singular));
    return mem_array(&s->solvable, HOST, count, sizeof *s->solvable);
}

void small_systems_free(struct small_systems *s)
{
    mem_free(s->a);
    mem_free(s->singular);
    mem_free(s->solvable);
    *s = (struct small_systems){0};
}

/* By rows, or by columns; a is 0 in the first row, c in the last. */
static void add_up(int64_t n, const real *a, real *b, const real *c, bool columns)
{
    for (int64_t i = 0; i < n; i++) {
        const real left = columns ? (i ? c[i - 1] : 0) : a[i], right = columns ? (i < n - 1 ? a[i + 1] : 0) : c[i];
        b[i] = (left < 0 ? -left : left) + (right < 0 ? -right : right);
    }
}

static bool is_singular(int64_t n, const real *a, const real *b, const real *c)
{
    struct wide before = {0}, now = wide_of(1);
    for (int64_t i = 0; i < n; i++) {
        const struct wide diag = wide_times(now, (double)b[i]);
        const struct wide off = i ? wide_times(wide_times(before, (double)a[i]), (double)c[i - 1]) : (struct wide){0};
        before = now, now = wide_minus(&diag, &off);
    }
    return now.sign == 0;
}

/* The row that is left over from those above, p x_i + q x_{i+1} = e, and the pivot rows. Also false where a pivot is a
 * difference that is only rounding: long double does not show whether the matrix is singular. */
static bool solve_widely(int64_t n, const real *a, const real *b, const real *c, const real *d, real *x)
{
    long double row[SMALL_ROWS][4], p = b[0], q = c[0], e = d[0];
    for (int64_t i = 0; i < n; i++) {
        const bool last = i == n - 1;
        const long double l = last ? 0 : a[i + 1], m = last ? 0 : b[i + 1], u = last ? 0 : c[i + 1],
                          f = last ? 0 : d[i + 1];
        const bool swap = fabsl(l) > fabsl(p);
        const long double own[4] = {p, q, 0, e}, next[4] = {l, m, u, f};
        const long double *const pivot = swap ? next : own, *const other = swap ? own : next;
        if (pivot[0] == 0) return false;
        const long double w = other[0] / pivot[0];
        for (int k = 0; k < 4; k++) row[i][k] = pivot[k];
        p = other[1] - w * pivot[1];
        if (fabsl(p) <= 16 * LDBL_EPSILON * fabsl(other[1])) p = 0;
        q = other[2] - w * pivot[2], e = other[3] - w * pivot[3];
    }
    long double x1 = 0, x2 = 0;
    for (int64_t i = n - 1; i >= 0; i--) {
        const long double now = (row[i][3] - row[i][1] * x1 - row[i][2] * x2) / row[i][0];
        x2 = x1, x1 = now, x[i] = (real)now;
    }
    return true;
}

void small_systems_draw(struct small_systems *s, int kind, int64_t n, uint64_t seed)
{
    struct drawing g = {0, 0, &seed};
    const int64_t stride = s->count * SMALL_ROWS;
    s->n = n, s->b = s->a + stride, s->c = s->b + stride, s->d = s->c + stride;
    g.matrix = unit(&g), g.right = unit(&g);
    const bool scaled = kinds[kind].beside == of_scaled_links, columns = choice(&g, 2) && scaled;
    const bool barely = !kinds[kind].diagonal && !(choice(&g, 2) && scaled);
    for (int64_t k = 0; k < s->count; k++) {
        real *const a = s->a + k * n, *const b = s->b + k * n, *const c = s->c + k * n, *const d = s->d + k * n;
        real x[SMALL_ROWS];
        for (int64_t i = 0; i < n; i++) {
            a[i] = (real)kinds[kind].beside(&g), c[i] = (real)kinds[kind].beside(&g);
            if (kinds[kind].diagonal) b[i] = (real)kinds[kind].diagonal(&g);
            d[i] = (real)kinds[kind].right(&g);
        }
        a[0] = c[n - 1] = 0;
        if (!kinds[kind].diagonal) add_up(n, a, b, c, columns);
        for (int64_t i = 0; !kinds[kind].diagonal && !barely && i < n; i++) b[i] *= RC(1.0009765625);
        s->singular[k] = is_singular(n, a, b, c);
        s->solvable[k] = !s->singular[k] && !barely && solve_widely(n, a, b, c, d, x) &&
                         small_systems_backward(s, k, x, 1) <= 4 * (double)REAL_EPS;
    }
}

double small_systems_backward(const struct small_systems *s, int64_t k, const real *x, int64_t stride)
{
    const real *const a = s->a + k * s->n, *const b = s->b + k * s->n, *const c = s->c + k * s->n,
                      *const d = s->d + k * s->n;
    long double worst = 0, rows = 0, largest = 0, right = 0;
    for (int64_t i = 0; i < s->n; i++) {
        const long double here = x[i * stride], before = i ? x[(i - 1) * stride] : 0,
                          behind = i < s->n - 1 ? x[(i + 1) * stride] : 0;
        if (!isfinite(here)) return (double)INFINITY;
        worst = fmaxl(worst, fabsl(d[i] - a[i] * before - b[i] * here - c[i] * behind));
        rows = fmaxl(rows, fabsl((long double)a[i]) + fabsl((long double)b[i]) + fabsl((long double)c[i]));
        largest = fmaxl(largest, fabsl(here)), right = fmaxl(right, fabsl((long double)d[i]));
    }
    return worst > 0 ? (double)(worst / (rows * largest + right)) : 0;
}
