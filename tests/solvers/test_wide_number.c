/* Sums and products of numbers with exponents of their own, against long double. */
#include "solvers/sparse/markov/wide_number.h"
#include "solvers/tridiag/gallery/gallery.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>

enum { COUNT = 37, TRIALS = 2000 };

static uint64_t seed = 20;

/* A settled number, 0 in one case of eight. */
static struct wide_number any(void)
{
    const double x = gallery_random(&seed), digits = 512 * gallery_random(&seed) - 256;
    if (gallery_random(&seed) < 0.125) return wide_number_of(0);
    return wide_settle(ldexp(1 + x, (int)floor(digits)), floor(7 * gallery_random(&seed)) - 3);
}

static long double value_of(struct wide_number x)
{
    return x.value > 0 ? ldexpl((long double)x.value, (int)(512 * x.exponent)) : 0;
}

static void check(struct wide_number x, long double should)
{
    assert_true(x.value == 0 || (x.value >= 0x1p-256 && x.value < 0x1p256));
    assert_true(fabsl(value_of(x) - should) <= 4 * (long double)DBL_EPSILON * should);
}

static void products_are_added(void **state)
{
    (void)state;
    for (int t = 0; t < TRIALS; t++) {
        double from[COUNT], from_exponent[COUNT], to[COUNT], to_exponent[COUNT];
        long double should[COUNT];
        const struct wide_number f = any();
        for (int i = 0; i < COUNT; i++) {
            const struct wide_number a = any(), b = any();
            from[i] = a.value, from_exponent[i] = a.exponent, to[i] = b.value, to_exponent[i] = b.exponent;
            should[i] = value_of(b) + value_of(f) * value_of(a);
        }
        wide_add_products(COUNT, f, from, from_exponent, to, to_exponent);
        for (int i = 0; i < COUNT; i++) check((struct wide_number){to[i], to_exponent[i]}, should[i]);
    }
}

static void sums_of_products(void **state)
{
    (void)state;
    for (int t = 0; t < TRIALS; t++) {
        double a[COUNT], a_exponent[COUNT], b[COUNT], b_exponent[COUNT], out[COUNT], exponent[COUNT];
        const int count = 1 + t % COUNT;
        long double should = 0;
        for (int i = 0; i < count; i++) {
            const struct wide_number x = any(), y = any();
            a[i] = x.value, a_exponent[i] = x.exponent, b[i] = y.value, b_exponent[i] = y.exponent;
            should += value_of(x) * value_of(y);
        }
        wide_products(count, a, a_exponent, b, b_exponent, out, exponent);
        for (int i = 0; i < count; i++)
            check((struct wide_number){out[i], exponent[i]}, value_of((struct wide_number){a[i], a_exponent[i]}) *
                                                                 value_of((struct wide_number){b[i], b_exponent[i]}));
        const struct wide_number sum = wide_sum(count, out, exponent);
        assert_true(fabsl(value_of(sum) - should) <= COUNT * (long double)DBL_EPSILON * should);
    }
}

/* The smallest and the largest numbers of double. */
static void any_number_of_double(void **state)
{
    static const double sizes[] = {0x1p-1074, 0x1.8p-1022, 0x1p-769, 0x1p-257, 0x1p-256,
                                   1,         0x1p256,     0x1p512,  DBL_MAX,  0};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) check(wide_number_of(sizes[i]), (long double)sizes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products_are_added), cmocka_unit_test(sums_of_products),
                                       cmocka_unit_test(any_number_of_double)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
