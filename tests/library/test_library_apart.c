/* Right sides in an array of their own, by libbandstand: they are kept, x is written only, and its bits are those of a
 * solve in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/library/batch.h"

static const int64_t sizes[][2] = {{1, 1}, {2, 3}, {5, 0}, {7, 20}, {300, 9}, {1023, 2}, {3000, 1}, {100000, 1}};
enum { SIZES = sizeof sizes / sizeof *sizes, SINGULAR = 1, WITH_PIVOTS = 2, CASES = 4 };

static void put_case(struct batch *b, int which)
{
    const int64_t n = b->layout.n;
    for (int64_t i = 0; which & WITH_PIVOTS && i < b->elements; i++) b->diag[i] -= 2.5;
    if (which & SINGULAR && b->elements) b->lower[n / 2] = b->diag[n / 2] = b->upper[n / 2] = 0;
}

static void x_is_as_if_solved_in_place(void **state)
{
    for (int k = 0; k < SIZES * CASES; k++) {
        const int64_t n = sizes[k / CASES][0], batch = sizes[k / CASES][1];
        struct batch b;
        int64_t info[20];
        assert_int_equal(batch_make(&b, bandstand_contiguous(n, batch), 0, 17), BANDSTAND_OK);
        const size_t bytes = (size_t)b.elements * sizeof *b.x;
        double *const right = malloc(bytes + 1), *const x = malloc(bytes + 1);
        assert_true(right && x);
        put_case(&b, k % CASES);
        memcpy(right, b.right, bytes);
        for (int64_t i = 0; i < b.elements; i++) x[i] = (double)NAN;
        const int status = bandstand_dtridiag_apart(n, batch, b.lower, b.diag, b.upper, right, x, info);
        assert_int_equal(bandstand_dtridiag(n, batch, b.lower, b.diag, b.upper, b.x, b.info), status);
        assert_int_equal(status, k % CASES & SINGULAR && batch ? BANDSTAND_UNSOLVED : BANDSTAND_OK);
        assert_memory_equal(info, b.info, (size_t)batch * sizeof *info);
        assert_memory_equal(x, b.x, bytes);
        assert_memory_equal(right, b.right, bytes);
        if (status == BANDSTAND_OK) assert_true(batch_error(&b) <= (k % CASES ? 1e-6 : 1e-14));
        free(right);
        free(x);
        batch_free(&b);
    }
}

/* 2 x_i - x_{i-1} - x_{i+1} = 0, 0, 4 is solved by 1, 2, 3. */
static void float_is_solved_too(void **state)
{
    const float off[] = {-1, -1, -1, -1, -1, -1}, diag[] = {2, 2, 2, 2, 2, 2}, right[] = {0, 0, 4, 0, 0, 8};
    float x[] = {9, 9, 9, 9, 9, 9};
    assert_int_equal(bandstand_stridiag_apart(3, 2, off, diag, off, right, x, NULL), BANDSTAND_OK);
    for (int i = 0; i < 6; i++) assert_true(fabsf(x[i] - (float)(i < 3 ? i + 1 : 2 * (i - 2))) < 3e-6f);
}

static void misuse(int64_t n, const double *diag, const double *right, double *x, const char *says)
{
    const double off[] = {1, 1, 1};
    assert_int_equal(bandstand_dtridiag_apart(n, 1, off, diag, off, right, x, NULL), BANDSTAND_MISUSE);
    if (!strstr(bandstand_message(), says)) fail_msg("'%s' is not in: %s", says, bandstand_message());
}

static void misuse_is_a_sentence(void **state)
{
    double v[] = {4, 4, 4}, x[] = {7, 7, 7};
    const double right[] = {1, 1, 1};
    misuse(3, v, NULL, x, "right is NULL");
    misuse(3, v, x, x, "x overlaps the right side");
    misuse(2, v, x, x + 1, "x overlaps the right side");
    misuse(2, v, x + 1, x, "x overlaps the right side");
    misuse(2, x + 1, right, x, "x overlaps an array of coefficients");
    misuse(3, x, right, x, "x is also one of the arrays");
    misuse(3, NULL, right, x, "coefficients is NULL");
    misuse(3, v, right, NULL, "x is NULL");
    misuse(-1, v, right, x, "-1 rows");
    assert_true(x[0] == 7 && x[1] == 7 && x[2] == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x_is_as_if_solved_in_place),
        cmocka_unit_test(float_is_solved_too),
        cmocka_unit_test(misuse_is_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
