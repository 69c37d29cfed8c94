/* Eigenvectors of symmetric matrices: second differences, whose eigenvalues are known, with and without corners. */
#include "base/library/symmetric.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

static void check_orthonormal(int64_t n, const double *vector)
{
    for (int64_t k = 0; k < n; k++)
        for (int64_t m = 0; m <= k; m++) {
            double dot = 0;
            for (int64_t i = 0; i < n; i++) dot += vector[k * n + i] * vector[m * n + i];
            if (!(fabs(dot - (k == m)) <= 1e-13))
                fail_msg("order %lld: vectors %lld, %lld: %g", (long long)n, (long long)k, (long long)m, dot);
        }
}

/* 2 - 2 cos(pi (k + 1) / (n + 1)), with vectors sin(pi (i + 1) (k + 1) / (n + 1)). */
static void tridiagonal_matrices(void **state)
{
    (void)state;
    for (int64_t n = 1; n < 130; n = 2 * n + 1) {
        double *const value = malloc((size_t)n * sizeof *value), *const beside = malloc((size_t)n * sizeof *beside),
                      *const vector = malloc((size_t)(n * n) * sizeof *vector);
        const double angle = acos(-1.0) / (double)(n + 1);
        for (int64_t i = 0; i < n; i++) value[i] = 2, beside[i] = -1;
        good(symmetric_eigen_tridiagonal(n, value, beside, vector));
        for (int64_t k = 0; k < n; k++) {
            const double scale = vector[k * n] / sin(angle * (double)(k + 1));
            assert_true(fabs(value[k] - 2 + 2 * cos(angle * (double)(k + 1))) <= 1e-14);
            for (int64_t i = 0; i < n; i++)
                assert_true(fabs(vector[k * n + i] - scale * sin(angle * (double)((i + 1) * (k + 1)))) <= 1e-10);
        }
        check_orthonormal(n, vector);
        free(vector);
        free(beside);
        free(value);
    }
}

/* 2 - 2 cos(2 pi k / n), all but the first and, where n is even, the last, twice. */
static void matrices_with_corners(void **state)
{
    (void)state;
    for (int64_t n = 3; n < 130; n = 2 * n) {
        double *const value = malloc((size_t)n * sizeof *value), *const vector =
                                                                     calloc((size_t)(n * n), sizeof *vector);
        for (int64_t i = 0; i < n; i++) {
            vector[i * n + i] = 2;
            if (i + 1 < n) vector[i * n + i + 1] = -1;
        }
        vector[n - 1] = -1;
        good(symmetric_eigen(n, value, vector));
        for (int64_t k = 0; k < n; k++)
            assert_true(fabs(value[k] - 2 + 2 * cos(2 * acos(-1.0) * (double)((k + 1) / 2) / (double)n)) <= 1e-14);
        check_orthonormal(n, vector);
        free(vector);
        free(value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tridiagonal_matrices),
        cmocka_unit_test(matrices_with_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
