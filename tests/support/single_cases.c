/* The gallery of large tridiagonal systems: dominant ones, and those that methods for one system must fall back from.
 */
#include "tests/support/single_cases.h"

#include "tests/support/tridiag_cases.h"

#include <math.h>

static double either(double size, uint64_t *s)
{
    return random_unit(s) < 0.5 ? -size : size;
}

static void set(struct single_rows *r, int64_t i, double a, double b, double c, double f)
{
    r->a[i] = (real)a, r->b[i] = (real)b, r->c[i] = (real)c, r->f[i] = (real)f;
}

void single_dominant(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    const double a = either(random_unit(s), s), c = either(random_unit(s), s);
    set(r, i, a, either(fabs(a) + fabs(c) + eps + random_unit(s), s), c, either(random_unit(s), s));
}

void single_toeplitz(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    set(r, i, -1, 2 + eps, -1, either(random_unit(s), s));
}

static void column_dominant(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    const double above = i ? fabs((double)r->c[i - 1]) : 0, a = either(random_unit(s), s);
    r->c[i] = (real)either(random_unit(s), s);
    if (i) r->b[i - 1] += (real)copysign(fabs(a), (double)r->b[i - 1]);
    set(r, i, a, either(above + eps, s), (double)r->c[i], either(random_unit(s), s));
}

/* Convection without a limit to its step: no row is single_dominant, and elimination in order is fine. */
static void convection(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    set(r, i, -1 - eps, 2, -1 + eps, either(random_unit(s), s));
}

/* The equation u'' + k^2 u = f: pivots of elimination change their sign again and again. */
void single_indefinite(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    set(r, i, -1, 2 - eps, -1, either(random_unit(s), s));
}

static void anything(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    set(r, i, either(random_unit(s), s), eps * either(random_unit(s), s), either(random_unit(s), s),
        either(random_unit(s), s));
}

/* Rows that are scaled by 10^-eps to 10^eps. */
static void graded(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    const double scale = pow(10, eps * (2 * (double)i / (double)r->n - 1));
    single_toeplitz(r, i, 0.5, s);
    set(r, i, (double)r->a[i] * scale, (double)r->b[i] * scale, (double)r->c[i] * scale, (double)r->f[i] * scale);
}

/* Unknowns that are. */
static void graded_columns(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    const double step = pow(10, eps * 2 / (double)r->n), scale = pow(10, eps * (2 * (double)i / (double)r->n - 1));
    set(r, i, -scale / step, 2.5 * scale, -scale * step, either(random_unit(s), s));
}

/* Dominance fades out in the middle of the rows of one vector lane. */
void single_fading(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    const int64_t run = r->n / 4, at = i - 2 * run;
    single_toeplitz(r, i, at > run / 3 && at < run * 3 / 4 ? eps : 0.5, s);
}

/* Here and there a right side so large that it has influence where the inverse has decayed beyond eps. */
void single_spikes(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    single_toeplitz(r, i, 0.5, s);
    r->f[i] = i % 577 == 300 ? (real)eps : (real)(1e-3 * random_unit(s));
}

/* The influence of a single value, and nothing else. */
static void lone(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    single_toeplitz(r, i, 0.5, s);
    r->f[i] = i == (int64_t)(eps * (double)r->n) ? 1 : 0;
}

/* A row by itself, of numbers so small that products of pivots would leave the range. */
void single_small_row(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    single_dominant(r, i, 0.5, s);
    if (i == r->n * 3 / 5) set(r, i, 0, eps, 0, eps);
}

static void zero_row(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    single_dominant(r, i, 0.5, s);
    if (i == (int64_t)(eps * (double)r->n)) set(r, i, 0, 0, 0, 1);
}

static void not_a_number(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    single_dominant(r, i, 0.5, s);
    if (i == (int64_t)(eps * (double)r->n)) r->b[i] = (real)NAN;
}

static void infinite_right(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    single_dominant(r, i, 0.5, s);
    if (i == (int64_t)(eps * (double)r->n)) r->f[i] = (real)INFINITY;
}

/* Through some rows x grows, from the last of them to the first, beyond the range of numbers. */
static void overflowing(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    const int64_t from = (int64_t)(eps * (double)r->n);
    single_dominant(r, i, 0.5, s);
    if (i >= from && i < from + 99) set(r, i, 0, 1, sizeof(real) == 8 ? 1e10 : 10, 0);
}

const struct single_case single_cases[SINGLE_CASES] = {
    {"dominant", single_dominant, 0.1, DONE, DONE},
    {"dominant by columns", column_dominant, 0.1, DONE, DONE},
    {"Toeplitz 2.1", single_toeplitz, 0.1, DONE, DONE},
    {"Toeplitz 2 + 1e-2", single_toeplitz, 1e-2, DONE, DONE},
    {"Toeplitz 2 + 1e-3", single_toeplitz, 1e-3, DONE, EITHER},
    {"Toeplitz 2 + 1e-5", single_toeplitz, 1e-5, DONE, FELL_BACK},
    {"Toeplitz 2", single_toeplitz, 0, DONE, FELL_BACK},
    {"convection", convection, 4, EITHER, EITHER},
    {"indefinite 1.9", single_indefinite, 0.1, EITHER, FELL_BACK},
    {"indefinite 1", single_indefinite, 1.234567, EITHER, FELL_BACK},
    {"anything", anything, 1, EITHER, EITHER},
    {"anything, small diagonal", anything, 1e-3, EITHER, EITHER},
    {"anything, large diagonal", anything, 30, EITHER, EITHER},
    {"graded rows", graded, sizeof(real) == 8 ? 300 : 36, FELL_BACK, FELL_BACK},
    {"rows graded a little", graded, 5, DONE, DONE},
    {"graded columns", graded_columns, sizeof(real) == 8 ? 100 : 15, EITHER, EITHER},
    {"dominance fades out", single_fading, 0, DONE, FELL_BACK},
    {"dominance nearly fades out", single_fading, 1e-4, DONE, FELL_BACK},
    {"spikes of 1e30", single_spikes, 1e30, DONE, FELL_BACK},
    {"a lone value first", lone, 0, DONE, DONE},
    {"a lone value inside", lone, 0.37, DONE, EITHER},
    {"a small row", single_small_row, sizeof(real) == 8 ? 1e-60 : 1e-20, FELL_BACK, FELL_BACK},
    {"a row of zeros", zero_row, 0.55, FAILS, FAILS},
    {"a last row of zeros", zero_row, 0.99999, FAILS, FAILS},
    {"not a number", not_a_number, 0.3, FAILS, FAILS},
    {"an infinite right side", infinite_right, 0.6, FAILS, FAILS},
    {"overflow in the first rows", overflowing, 0, FAILS, FAILS},
    {"overflow inside", overflowing, 0.4, FAILS, FAILS},
    {"overflow near the end", overflowing, 0.99, FAILS, FAILS},
};
