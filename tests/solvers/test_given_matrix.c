/* A matrix in place of a transform, against a loop in double; and the methods that have none. */
#include "solvers/methods.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

/* In (-1, 1), without a pattern. */
static real noise(int64_t i)
{
    return (real)((double)((uint64_t)(i + 1) * 0x9E3779B97F4A7C15u >> 40) * 0x1p-23 - 1);
}

/* Lines of n values: contiguous, interleaved, and those along y and z of a field whose rows are padded. */
static struct shape layout(int which, int64_t n)
{
    const struct shape shapes[] = {
        shape_contiguous(n, 37),
        shape_interleaved(n, 37),
        {.n = n, .batch = 5 * 19, .stride = 22, .inner = 19, .dist = 1, .outer = 22 * n},
        {.n = n, .batch = 5 * 19, .stride = 22 * 6, .inner = 19, .dist = 1, .outer = 22},
    };
    struct shape s = shapes[which];
    s.kind = KIND_TRANSFORM;
    s.transform.type = GIVEN_MATRIX;
    return s;
}

static void check_line(const struct shape *s, int64_t line, const real *matrix, const real *before, const real *after)
{
    const int64_t start = shape_start(s, line);
    for (int64_t k = 0; k < s->n; k++) {
        double sum = 0, size = 0;
        for (int64_t j = 0; j < s->n; j++) {
            const double term = 3 * (double)matrix[k * s->n + j] * (double)before[start + j * s->stride];
            sum += term, size += fabs(term);
        }
        if (!(fabs((double)after[start + k * s->stride] - sum) <= (double)s->n * (double)REAL_EPS * size))
            fail_msg("n %lld, line %lld, value %lld: %g, not %g", (long long)s->n, (long long)line, (long long)k,
                     (double)after[start + k * s->stride], sum);
    }
}

static void products_are_those_of_a_loop(void **state)
{
    static const int64_t sizes[] = {1, 2, 3, 5, 8, 13, 15, 16, 31, 100};
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int which = 0; which < 4; which++)
            for (int threads = 1; threads < 4; threads++) {
                const struct exec exec = exec_host(threads);
                const int64_t n = sizes[k];
                struct shape s = layout(which, n);
                const int64_t extent = shape_extent(&s);
                real *matrix, *x, *before;
                struct plan *plan;
                good(mem_array(&matrix, HOST, n * n, sizeof *matrix));
                good(mem_array(&x, HOST, extent, sizeof *x));
                good(mem_array(&before, HOST, extent, sizeof *before));
                for (int64_t i = 0; i < n * n; i++) matrix[i] = noise(i + 1000);
                for (int64_t i = 0; i < extent; i++) x[i] = before[i] = noise(i);
                s.transform.matrix = matrix;
                good(plan_make(&plan, &transform_matrix, &s, NULL, &exec));
                good(plan_solve(plan, &(struct system){.kind = KIND_TRANSFORM, .x = x, .transform = {.factor = 3}}));
                for (int64_t line = 0; line < s.batch; line++) check_line(&s, line, matrix, before, x);
                plan_free(plan);
                mem_free(before);
                mem_free(x);
                mem_free(matrix);
            }
}

static void others_refuse_a_matrix(void **state)
{
    const struct shape s = layout(0, 8);
    const int64_t sizes[37] = {1};
    struct shape ragged = s;
    int refused = 0;
    (void)state;
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const method = solver_at(i);
        if (method->kind != KIND_TRANSFORM || method->can & CAN_GIVEN_MATRIX) continue;
        assert_int_equal(solver_accepts(method, &s, NULL), ST_REFUSED);
        assert_non_null(strstr(fail_text(), "a matrix in place of a transform is not supported"));
        refused++;
    }
    assert_true(refused > 0);
    ragged.sizes = sizes;
    assert_int_equal(solver_accepts(&transform_matrix, &ragged, NULL), ST_REFUSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_those_of_a_loop),
        cmocka_unit_test(others_refuse_a_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
