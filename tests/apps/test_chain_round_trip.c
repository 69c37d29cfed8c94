/* Chains through files: written and read again they keep every bit, a rounded diagonal is corrected, any order is
 * sorted. */
#include "apps/cloudqueue/model/model.h"
#include "solvers/sparse/files/matrix_io.h"
#include "solvers/sparse/matrix/rcm.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static const double eps = (double)REAL_EPS;

static void same_rows(const struct csr_double *a, const struct csr_double *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->start, b->start, (size_t)(a->n + 1) * sizeof *a->start);
    assert_memory_equal(a->column, b->column, (size_t)a->start[a->n] * sizeof *a->column);
    assert_memory_equal(a->value, b->value, (size_t)a->start[a->n] * sizeof *a->value);
}

/* A diagonal of few digits would add a rate to nowhere, which is most of the outflow of states with small rates: the
 * diagonal becomes the sum of the rates. */
static void a_rounded_diagonal_is_what_leaves(void **state)
{
    char *const path = temporary("d.mtx", NULL);
    FILE *const out = fopen(path, "w");
    struct csr_double q;
    (void)state;
    assert_true(out && fputs("%%MatrixMarket matrix coordinate real general\n4 4 10\n1 1 -1\n1 2 1\n2 1 1\n2 2 -1\n"
                             "2 3 8e-10\n3 3 -1\n3 4 1\n4 3 1\n4 4 -1\n4 1 2e-10\n",
                             out) >= 0);
    assert_int_equal(fclose(out), 0);
    good(matrix_file_read(&q, NULL, path, true));
    for (int64_t i = 0; i < 4; i++) {
        double sum = 0;
        for (int64_t e = q.start[i]; e < q.start[i + 1]; e++) sum += (double)q.value[e];
        assert_true(fabs(sum) <= 4 * DBL_EPSILON);
    }
    csr_double_free(&q);
    unlink(path);
    free(path);
}

/* Rates of all digits: what is written and read again has the same bits, and is written the same again. */
static void files_keep_every_bit(void **state)
{
    static const enum matrix_file kinds[] = {MATRIX_MARKET, TRA};
    struct cloud of = cloud_usual();
    struct model *m;
    struct csr_double q, read, again;
    (void)state;
    of.n = 9, of.k = 7, of.kappa = 3;
    of.load = 0.777777777777, of.mu = 1.0 / 3, of.eta = M_PI, of.nu = 0.1;
    good(model_make(&m, &of));
    good(csr_double_of_qbd(&q, &m->levels));
    for (int i = 0; i < 2; i++) {
        char *const path = temporary(i ? "a.tra" : "a.mtx", NULL);
        good(matrix_file_write(&q, path, kinds[i]));
        good(matrix_file_read(&read, NULL, path, true));
        if (kinds[i] == MATRIX_MARKET) same_rows(&q, &read);
        assert_memory_equal(q.column, read.column, (size_t)q.start[q.n] * sizeof *q.column);
        good(matrix_file_write(&read, path, kinds[i]));
        good(matrix_file_read(&again, NULL, path, true));
        same_rows(&read, &again);
        csr_double_free(&read);
        csr_double_free(&again);
        unlink(path);
        free(path);
    }
    csr_double_free(&q);
    model_free(m);
}

/* The states of a chain in any order: narrow again, and with the same answer. */
static void a_shuffled_chain_is_put_in_order(void **state)
{
    enum { N = 12 * 8 };
    struct cloud of = cloud_usual();
    struct model *m;
    struct csr_double q, mixed;
    int32_t order[N];
    int64_t band;
    char *const path = temporary("mixed.mtx", NULL), text[200];
    (void)state;
    of.n = 12, of.k = 8, of.kappa = 4;
    good(model_make(&m, &of));
    good(csr_double_of_qbd(&q, &m->levels));
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "%%%%MatrixMarket matrix coordinate real general\n%d %d %lld\n", N, N, (long long)q.start[N]);
    for (int64_t s = 0; s < N; s++) /* 35 and 96 have no divisor in common */
        for (int64_t e = q.start[s]; e < q.start[s + 1]; e++)
            fprintf(out, "%lld %lld %.17g\n", (long long)(s * 35 % N + 1), (long long)(q.column[e] * 35 % N + 1),
                    q.value[e]);
    assert_int_equal(fclose(out), 0);
    good(matrix_file_read(&mixed, NULL, path, true));
    good(rcm_order(&mixed, order, &band));
    assert_true(band <= 4 && csr_double_band(&mixed) > 30);
    snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
    struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1),
                 plain = trial_done("cloudqueue", "n = 12; k = 8; kappa = 4;", NULL, "gth_band", 1);
    const struct array x = field_of(&t, "pi"), y = field_of(&plain, "pi");
    for (int64_t s = 0; s < N; s++)
        near((double)((const real *)x.data)[s * 35 % N], (double)((const real *)y.data)[s], 200 * eps, "pi");
    trial_end(&t);
    trial_end(&plain);
    csr_double_free(&mixed);
    csr_double_free(&q);
    model_free(m);
    unlink(path);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_rounded_diagonal_is_what_leaves, nothing_left),
        cmocka_unit_test_teardown(files_keep_every_bit, nothing_left),
        cmocka_unit_test_teardown(a_shuffled_chain_is_put_in_order, nothing_left),
    };
    return cmocka_run_group_tests_name("chain round trip " REAL_NAME, tests, NULL, NULL);
}
