/* Lines that come or go in interleaved groups: the same values, bit for bit, as line by line. */
#include "solvers/methods.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "base/memory.h"

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

static struct shape lines_of(int64_t n, int64_t batch, enum transform_type type, enum transform_order order)
{
    struct shape s = shape_contiguous(n, batch);
    s.kind = KIND_TRANSFORM;
    s.transform.type = type;
    s.transform.order = order;
    return s;
}

/* Element of value k of a line in groups. */
static int64_t place(int64_t n, int64_t batch, int64_t line, int64_t k)
{
    const int64_t first = line / transform_group() * transform_group(), left = batch - first;
    return first * n + k * (left < transform_group() ? left : transform_group()) + line - first;
}

static void transform(const struct solver *solver, const struct shape *s, real *x)
{
    const struct exec exec = exec_host(2);
    struct plan *plan;
    good(plan_make(&plan, solver, s, NULL, &exec));
    good(plan_solve(plan, &(struct system){.kind = KIND_TRANSFORM, .x = x, .transform = {.factor = 3}}));
    plan_free(plan);
}

static void check(const struct solver *solver, int64_t n, int64_t batch, enum transform_type type)
{
    real *plain, *x;
    good(mem_array(&plain, HOST, n * batch, sizeof *plain));
    good(mem_array(&x, HOST, n * batch, sizeof *x));
    for (int direction = 0; direction < 2; direction++) {
        const enum transform_order order = direction ? ARGUMENT_IN_GROUPS : RESULT_IN_GROUPS;
        for (int64_t i = 0; i < n * batch; i++)
            plain[i] = x[i] = (real)((double)((uint64_t)(i + 1) * 0x9E3779B97F4A7C15u >> 40) * 0x1p-23 - 1);
        for (int64_t l = 0; direction && l < batch; l++)
            for (int64_t k = 0; k < n; k++) x[place(n, batch, l, k)] = plain[l * n + k];
        const struct shape by_line = lines_of(n, batch, type, LINE_BY_LINE),
                           in_groups = lines_of(n, batch, type, order);
        transform(solver, &by_line, plain);
        transform(solver, &in_groups, x);
        for (int64_t l = 0; l < batch; l++)
            for (int64_t k = 0; k < n; k++) {
                const real value = x[direction ? l * n + k : place(n, batch, l, k)];
                if (memcmp(&value, &plain[l * n + k], sizeof value))
                    fail_msg("%s, %s, n %lld, line %lld of %lld, value %lld: %.17g, not %.17g", solver->method,
                             transform_name(type), (long long)n, (long long)l, (long long)batch, (long long)k,
                             (double)value, (double)plain[l * n + k]);
            }
    }
    mem_free(x);
    mem_free(plain);
}

static void groups_have_the_values_of_lines(void **state)
{
    static const int64_t sizes[] = {2, 3, 4, 13, 17, 64, 97, 120}, batches[] = {1, 7, 16, 32, 45};
    int methods = 0;
    (void)state;
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        if (s->kind != KIND_TRANSFORM || s->space != HOST || !(s->can & CAN_GROUP)) continue;
        methods++;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (size_t b = 0; b < sizeof batches / sizeof *batches; b++)
                for (int type = 0; type < TRANSFORM_TYPES; type++)
                    check(s, sizes[k], batches[b], (enum transform_type)type);
    }
    assert_true(methods > 0);
}

static void others_refuse(void **state)
{
    const struct shape in_groups = lines_of(16, 16, DCT2, RESULT_IN_GROUPS);
    struct shape apart = in_groups;
    (void)state;
    apart.dist = 17;
    assert_int_equal(solver_accepts(&transform_matrix, &in_groups, NULL), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "lines in groups are not supported"));
    assert_int_equal(solver_accepts(&transform_lanes, &apart, NULL), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "one after the other"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_have_the_values_of_lines),
        cmocka_unit_test(others_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
