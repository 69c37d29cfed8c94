/* Sparse matrices in every format: against a dense product, against each other, and against the paper's examples. */
#include "tests/support/blocktri_cases.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

static struct matrix *matrix_of(const struct blocktri_case *s, enum format format)
{
    struct matrix *a;
    good(matrix_make(&a, format, s->n, s->block, s->start, s->column, s->value));
    return a;
}

/* Row `i` of A x in long double, of all entries or of those outside the diagonal blocks, and the same of |A| |x|. */
static long double row_times(const struct blocktri_case *s, int64_t i, bool whole, const real *x, long double *size)
{
    long double sum = 0;
    *size = 0;
    for (int64_t e = s->start[i]; e < s->start[i + 1]; e++) {
        if (!whole && s->column[e] / s->block == i / s->block) continue;
        const long double v = (long double)s->value[e] * (long double)x[s->column[e]];
        sum += v;
        *size += fabsl(v);
    }
    return sum;
}

/* Some of the blocks at a time: the others stay as they were, and a row has the same bits whoever asks. */
static void check_products(const struct blocktri_case *s, const struct matrix *a)
{
    void (*const products[])(const struct matrix *, int64_t, int64_t, const real *, real *) = {matrix_couple,
                                                                                               matrix_multiply};
    const int64_t blocks = s->n / s->block;
    real *const x = calloc((size_t)s->n, sizeof *x), *const y = calloc((size_t)s->n, sizeof *y),
                *const z = calloc((size_t)s->n, sizeof *z);
    assert_true(x && y && z);
    for (int64_t i = 0; i < s->n; i++) x[i] = (real)(2 * random_unit(&seed) - 1);
    for (int whole = 0; whole < 2; whole++) {
        for (int64_t i = 0; i < s->n; i++) y[i] = z[i] = 77;
        products[whole](a, 0, blocks, x, y);
        for (int64_t i = 0; i < s->n; i++) {
            long double size;
            const long double exact = row_times(s, i, whole, x, &size);
            assert_true(fabsl((long double)y[i] - exact) <= 16 * (long double)REAL_EPS * size);
        }
        for (int64_t j = 1; j < blocks; j += 2) products[whole](a, j, 1, x, z);
        for (int64_t i = 0; i < s->n; i++) assert_true(z[i] == (i / s->block % 2 ? y[i] : 77));
    }
    free(x);
    free(y);
    free(z);
}

static void check_rows(const struct blocktri_case *s, const struct matrix *a)
{
    const int64_t entries = s->start[s->n];
    int64_t *const start = calloc((size_t)s->n + 1, sizeof *start);
    int32_t *const column = calloc((size_t)entries, sizeof *column);
    real *const value = calloc((size_t)entries, sizeof *value);
    assert_true(start && column && value);
    matrix_rows(a, start, NULL, NULL);
    assert_memory_equal(start, s->start, (size_t)(s->n + 1) * sizeof *start);
    matrix_rows(a, start, column, value);
    assert_memory_equal(start, s->start, (size_t)(s->n + 1) * sizeof *start);
    assert_memory_equal(column, s->column, (size_t)entries * sizeof *column);
    assert_memory_equal(value, s->value, (size_t)entries * sizeof *value);
    free(start);
    free(column);
    free(value);
}

static real entry(const struct blocktri_case *s, int64_t row, int64_t column)
{
    if (column < 0 || column >= s->n || column / s->block != row / s->block) return 0;
    for (int64_t e = s->start[row]; e < s->start[row + 1]; e++)
        if (s->column[e] == column) return s->value[e];
    return 0;
}

static void check_diagonals(const struct blocktri_case *s, const struct matrix *a)
{
    real *band[3];
    for (int k = 0; k < 3; k++) {
        band[k] = calloc((size_t)s->n, sizeof *band[k]);
        assert_non_null(band[k]);
    }
    const enum status st = matrix_tridiagonal(a, band[0], band[1], band[2]);
    assert_int_equal(st, s->tridiagonal ? ST_OK : ST_REFUSED);
    for (int k = 0; k < 3; k++) {
        for (int64_t i = 0; st == ST_OK && i < s->n; i++) assert_true(band[k][i] == entry(s, i, i + k - 1));
        free(band[k]);
    }
}

static int64_t bytes_of(const struct blocktri_case *s, const struct matrix *a)
{
    const int64_t value = (int64_t)sizeof(real), entries = s->start[s->n], blocks = s->n / s->block;
    int64_t outside = 0;
    for (int64_t i = 0; i < s->n; i++)
        for (int64_t e = s->start[i]; e < s->start[i + 1]; e++) outside += s->column[e] / s->block != i / s->block;
    const int64_t bytes[FORMAT_COUNT] = {
        [CSR] = entries * (value + 4) + (s->n + 1) * 8,
        [COO] = entries * (value + 8) + (blocks + 1) * 8,
        [DIA] = a->diagonals * (s->n * value + 8),
        [HYBRID] = 3 * s->n * value + outside * (value + 8) + (blocks + 1) * 8,
    };
    return bytes[a->format];
}

static void test_formats(void **state)
{
    (void)state;
    for (int c = 0; c < BLOCK_CASES; c++) {
        struct blocktri_case s;
        blocktri_case_make(&s, c, &seed);
        for (int f = 0; f < FORMAT_COUNT; f++) {
            int64_t band;
            if (f == HYBRID && !s.tridiagonal) continue;
            struct matrix *const a = matrix_of(&s, (enum format)f);
            check_products(&s, a);
            check_rows(&s, a);
            check_diagonals(&s, a);
            assert_int_equal(matrix_bytes(a), bytes_of(&s, a));
            assert_true(matrix_is_blocktri(a));
            good(matrix_band(a, s.order, &band));
            assert_true(s.order ? band <= s.band : band == s.band);
            matrix_free(a);
        }
        blocktri_case_free(&s);
    }
}

/* Section 4.1 of Yang, Li, Li 2017; the first column of its DIA arrays is printed a row too high. */
static const int64_t paper_start[] = {0, 2, 5, 8, 12, 16, 18};
static const int32_t paper_row[] = {0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5},
                     paper_column[] = {0, 2, 0, 1, 2, 1, 2, 3, 1, 3, 4, 5, 2, 3, 4, 5, 4, 5};
static const real paper_value[] = {6, 2, 1, 9, 7, 5, 4, 3, 1, 8, 7, 3, 6, 2, 11, 4, 6, 21};

static void test_paper(void **state)
{
    static const real diagonals[5][6] = {
        {0, 0, 0, 1, 6, 0}, {0, 1, 5, 0, 2, 6}, {6, 9, 4, 8, 11, 21}, {0, 7, 3, 7, 4, 0}, {2, 0, 0, 3, 0, 0}};
    struct matrix *a;
    (void)state;
    good(matrix_make(&a, COO, 6, 1, paper_start, paper_column, paper_value));
    assert_memory_equal(a->row, paper_row, sizeof paper_row);
    assert_memory_equal(a->column, paper_column, sizeof paper_column);
    assert_memory_equal(a->value, paper_value, sizeof paper_value);
    assert_int_equal(matrix_is_blocktri(a), false);
    a = matrix_free(a);

    good(matrix_make(&a, CSR, 6, 3, paper_start, paper_column, paper_value));
    assert_memory_equal(a->start, paper_start, sizeof paper_start);
    assert_memory_equal(a->column, paper_column, sizeof paper_column);
    assert_memory_equal(a->value, paper_value, sizeof paper_value);
    assert_int_equal(a->entries, 18);
    a = matrix_free(a);

    good(matrix_make(&a, DIA, 6, 6, paper_start, paper_column, paper_value));
    assert_int_equal(a->diagonals, 5);
    for (int d = 0; d < 5; d++) {
        assert_int_equal(a->offset[d], d - 2);
        for (int i = 0; i < 6; i++)
            if (i + d - 2 >= 0 && i + d - 2 < 6) assert_true(a->value[d * 6 + i] == diagonals[d][i]);
    }
    a = matrix_free(a);
    assert_int_equal(matrix_make(&a, HYBRID, 6, 6, paper_start, paper_column, paper_value), ST_REFUSED);
    assert_null(a);
}

/* Section 5.2: 21 values of D, and 12 entries in L and U. */
static void test_hybrid(void **state)
{
    struct blocktri_case s;
    (void)state;
    blocktri_case_make(&s, BLOCKS_PAPER, &seed);
    struct matrix *const a = matrix_of(&s, HYBRID);
    int values = 0;
    for (int i = 0; i < 9; i++) {
        values += 1 + (i % 3 > 0) + (i % 3 < 2);
        assert_true(i % 3 > 0 || a->lower[i] == 0);
        assert_true(i % 3 < 2 || a->upper[i] == 0);
    }
    assert_int_equal(values, 21);
    assert_int_equal(a->start[3], 12);
    matrix_free(a);
    blocktri_case_free(&s);
}

static void test_refusals(void **state)
{
    static const struct {
        int64_t n, block;
        const char *what;
    } wrong[] = {{0, 1, "rows"}, {6, 4, "blocks of 4"}, {6, 0, "blocks of 0"}, {INT64_C(1) << 31, 1, "rows"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct matrix *a;
        assert_int_equal(matrix_make(&a, CSR, wrong[i].n, wrong[i].block, paper_start, paper_column, paper_value),
                         ST_REFUSED);
        assert_null(a);
        assert_non_null(strstr(fail_text(), wrong[i].what));
    }
}

static void test_allocations(void **state)
{
    (void)state;
    for (int f = 0; f < HYBRID; f++) {
        enum status st = ST_NOMEM;
        for (int64_t k = 1; st == ST_NOMEM; k++) {
            struct matrix *a;
            mem_fail_at(k);
            st = matrix_make(&a, (enum format)f, 6, 3, paper_start, paper_column, paper_value);
            mem_fail_at(0);
            assert_true(k > 1 || st == ST_NOMEM);
            assert_int_equal(st == ST_OK, a != NULL);
            matrix_free(a);
            assert_int_equal(mem_held(HOST), 0);
        }
        assert_int_equal(st, ST_OK);
    }
}

/* An order takes each state once, and brings those near that are coupled. */
static void test_order(void **state)
{
    (void)state;
    for (int64_t stride = 1; stride <= 5; stride++)
        for (int64_t count = 1; count < 8; count++) {
            const struct qbd l = {.levels = count, .phases = 5, .stride = stride};
            int32_t order[35];
            bool seen[35] = {false};
            qbd_order(&l, order);
            for (int64_t k = 0; k < 5 * count; k++) {
                assert_true(order[k] >= 0 && order[k] < 5 * count && !seen[order[k]]);
                seen[order[k]] = true;
                for (int64_t m = 0; m < k; m++) {
                    const int64_t between = llabs(order[k] - order[m]);
                    const bool coupled = (between == 1 && order[k] / 5 == order[m] / 5) ||
                                         (between == stride && order[k] / 5 != order[m] / 5);
                    assert_true(!coupled || k - m <= qbd_band(&l));
                }
            }
        }
}

static int nothing_left(void **state)
{
    (void)state;
    return mem_held(HOST) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),  cmocka_unit_test(test_paper),       cmocka_unit_test(test_hybrid),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_allocations), cmocka_unit_test(test_order),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests_name("matrix", tests, NULL, nothing_left);
}
