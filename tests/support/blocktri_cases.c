/* Draws block-tridiagonal systems and chains, and measures the distance of an answer from the right one. */
#include "tests/support/blocktri_cases.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/tridiag_cases.h"

enum { ENTRIES = 16 /* at most in a row */ };

/* One more entry of the row that is being written. */
static void put(struct blocktri_case *s, int64_t row, int64_t column, double value)
{
    assert_true(s->start[row + 1] < (row + 1) * ENTRIES && value != 0);
    s->column[s->start[row + 1]] = (int32_t)column;
    s->value[s->start[row + 1]++] = (real)value;
}

static double drawn(uint64_t *seed)
{
    return 0.1 + 0.9 * random_unit(seed);
}

/* In a diagonal block, tridiagonal or full, and at two places of each neighbour block at most. */
static bool couples(const struct blocktri_case *s, int64_t i, int64_t j)
{
    const int64_t apart = llabs(i / s->block - j / s->block), p = i % s->block, q = j % s->block;
    if (apart == 0) return llabs(i - j) <= 1 || !s->tridiagonal;
    return apart == 1 && (q == p || q == (p + 2) % s->block);
}

/* Entries of both signs, and on the diagonal a little more than those next to it. */
static void draw_linear(struct blocktri_case *s, bool symmetric, uint64_t *seed)
{
    double *const dense = calloc((size_t)(s->n * s->n), sizeof *dense);
    assert_non_null(dense);
    for (int64_t i = 0; i < s->n; i++)
        for (int64_t j = 0; j < s->n; j++) {
            double *const a = &dense[i * s->n + j];
            if (i == j || !(couples(s, i, j) || (symmetric && couples(s, j, i)))) continue;
            *a = symmetric && j < i ? dense[j * s->n + i] : drawn(seed) * (random_unit(seed) < 0.7 ? -1 : 1);
        }
    for (int64_t i = 0; i < s->n; i++) {
        double sum = i == 0 ? 0.3 : 0.01;
        for (int64_t j = 0; j < s->n; j++) sum += fabs(dense[i * s->n + j]);
        dense[i * s->n + i] = 1.05 * sum;
        s->start[i + 1] = s->start[i];
        for (int64_t j = 0; j < s->n; j++)
            if (dense[i * s->n + j] != 0) put(s, i, j, dense[i * s->n + j]);
        s->b[i] = (real)(2 * random_unit(seed) - 1);
    }
    free(dense);
}

/* -Q^T of a chain that is reversible by a drawn pi over `decades`: q_ab = min(pi_a, pi_b) / pi_a. */
static void draw_chain(struct blocktri_case *s, double decades, uint64_t *seed)
{
    double *const pi = calloc((size_t)s->n, sizeof *pi);
    assert_non_null(pi);
    for (int64_t i = 0; i < s->n; i++) pi[i] = pow(10, decades * random_unit(seed));
    for (int64_t i = 0; i < s->n; i++) {
        double out = 0;
        for (int64_t j = 0; j < s->n; j++)
            if (j != i && (couples(s, i, j) || couples(s, j, i))) out += fmin(pi[i], pi[j]) / pi[i];
        s->start[i + 1] = s->start[i];
        for (int64_t j = 0; j < s->n; j++)
            if (i == j) put(s, i, i, out);
            else if (couples(s, i, j) || couples(s, j, i)) put(s, i, j, -fmin(pi[i], pi[j]) / pi[j]);
    }
    free(pi);
}

static void take_paper(struct blocktri_case *s)
{
    static const double a[9][9] = {
        {1, -4, 0, -2, 0, 0, 0, 0, 0},  {-3, 7, -4, 0, -2, 0, 0, 0, 0},  {0, -3, 5, -4, 0, 0, 0, 0, 0},
        {-1, 0, 0, 5, -4, 0, -2, 0, 0}, {0, 0, -3, -3, 9, -4, 0, -1, 0}, {0, -1, 0, 0, -2, 9, 0, -2, 0},
        {0, 0, 0, 0, -1, 0, 5, -3, 0},  {0, 0, 0, 0, 0, -2, -4, 9, -4},  {0, 0, 0, 0, 0, -1, 0, -3, 12},
    };
    for (int64_t i = 0; i < 9; i++) {
        double b = 0;
        s->start[i + 1] = s->start[i];
        for (int64_t j = 0; j < 9; j++) {
            if (a[i][j] != 0) put(s, i, j, a[i][j]);
            b += a[i][j] * (double)(j + 1);
        }
        s->b[i] = (real)b;
    }
}

static const struct recipe {
    const char *name;
    enum { PAPER, QUEUE, CHAIN, LINEAR_ANY, LINEAR_SYMMETRIC, LINEAR_FULL } make;
    int64_t block, blocks;
    double number; /* shift of a queue, decades that a chain spans */
    enum cloud_preset preset;
    double below; /* the part of a shifted queue's right side that is below 0 */
} recipes[BLOCK_CASES] = {
    {"the paper's 9 rows", PAPER, 3, 3},
    {"queue, table 2", QUEUE, 16, 6, 0, PRESET_TABLE2},
    {"queue, eq. (8) open", QUEUE, 8, 9, 0, PRESET_EQ8_OPEN},
    {"queue, eq. (8) closed", QUEUE, 6, 10, 0, PRESET_EQ8_CLOSED},
    {"shifted queue", QUEUE, 16, 5, 1, PRESET_TABLE2},
    {"barely shifted", QUEUE, 8, 4, 0.6, PRESET_EQ8_OPEN},
    {"shifted, a right side of both signs", QUEUE, 8, 5, 0.8, PRESET_EQ8_OPEN, 0.5},
    {"birth and death", CHAIN, 1, 12, 2},
    {"two states", CHAIN, 1, 2, 1},
    {"4 decades", CHAIN, 7, 6, 4},
    {"a chain of one block", CHAIN, 5, 1, 1},
    {"linear", LINEAR_ANY, 8, 7},
    {"blocks of 1", LINEAR_ANY, 1, 50},
    {"one block", LINEAR_ANY, 30, 1},
    {"one row", LINEAR_SYMMETRIC, 1, 1},
    {"symmetric", LINEAR_SYMMETRIC, 5, 9},
    {"full blocks", LINEAR_FULL, 6, 8},
    {"large", QUEUE, 16, 300, 0, PRESET_TABLE2},
};

/* Fewer if a slow build has a limit. */
static int64_t blocks_of(const struct recipe *r)
{
    int64_t blocks = r->blocks;
    while (blocks > 100 && !rows_wanted(r->block * blocks)) blocks /= 2;
    return blocks;
}

static void take_queue(struct blocktri_case *s, const struct recipe *r, uint64_t *seed)
{
    struct cloud of = cloud_usual();
    struct matrix *a = NULL;
    of.preset = r->preset, of.n = blocks_of(r), of.k = r->block;
    if (r->preset == PRESET_TABLE2) of.entries = of.n * (3 * of.k - 2) + (of.n - 1) * 13;
    if (model_make(&s->model, &of) != ST_OK || qbd_matrix(&a, CSR, &s->model->levels, r->number) != ST_OK)
        fail_msg("%s: %s", s->name, fail_text());
    matrix_rows(a, s->start, s->column, s->value);
    matrix_free(a);
    s->question = r->number > 0 ? SHIFTED : STATIONARY;
    s->shift = r->number;
    s->order = calloc((size_t)s->n, sizeof *s->order);
    assert_non_null(s->order);
    qbd_order(&s->model->levels, s->order);
    s->band = qbd_band(&s->model->levels);
    for (int64_t i = 0; s->question == SHIFTED && i < s->n; i++) s->b[i] = (real)(random_unit(seed) - r->below);
}

static void take(struct blocktri_case *s, const struct recipe *r, uint64_t *seed)
{
    switch (r->make) {
    case PAPER: take_paper(s); break;
    case QUEUE: take_queue(s, r, seed); break;
    case CHAIN: draw_chain(s, r->number, seed); break;
    default: draw_linear(s, r->make == LINEAR_SYMMETRIC, seed);
    }
}

void blocktri_case_make(struct blocktri_case *s, int which, uint64_t *seed)
{
    const struct recipe *const r = &recipes[which];
    *s = (struct blocktri_case){.name = r->name,
                                .question = r->make == CHAIN ? STATIONARY : LINEAR,
                                .block = r->block,
                                .n = r->block * blocks_of(r),
                                .tridiagonal = r->make != LINEAR_FULL,
                                .symmetric = r->make == LINEAR_SYMMETRIC};
    s->start = calloc((size_t)s->n + 1, sizeof *s->start);
    s->column = calloc((size_t)(s->n * ENTRIES), sizeof *s->column);
    s->value = calloc((size_t)(s->n * ENTRIES), sizeof *s->value);
    s->b = calloc((size_t)s->n, sizeof *s->b);
    assert_true(s->start && s->column && s->value && s->b);
    take(s, r, seed);
    for (int64_t i = 0; !s->order && i < s->n; i++)
        for (int64_t e = s->start[i]; e < s->start[i + 1]; e++)
            if (llabs(s->column[e] - i) > s->band) s->band = llabs(s->column[e] - i);
    if (which != BLOCKS_LARGE) blocktri_case_solve(s);
}

void blocktri_case_free(struct blocktri_case *s)
{
    void *const held[] = {s->start, s->column, s->value, s->order, s->b, s->exact};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) free(held[i]);
    model_free(s->model);
}

static long double number(const real *x, const int32_t *exponent, int64_t i)
{
    return ldexpl((long double)x[i], exponent ? exponent[i] : 0);
}

double blocktri_case_residual(const struct blocktri_case *s, const real *x, const int32_t *exponent, double *scale)
{
    long double norm = 0, of = 0;
    for (int64_t i = 0; i < s->n; i++) {
        long double sum = (long double)s->b[i];
        for (int64_t e = s->start[i]; e < s->start[i + 1]; e++) {
            const long double v = (long double)s->value[e] * number(x, exponent, s->column[e]);
            if (s->question == STATIONARY && s->column[e] == i) of += fabsl(v);
            sum -= v;
        }
        norm += fabsl(sum);
        if (s->question != STATIONARY) of += fabsl((long double)s->b[i]);
    }
    *scale = (double)of;
    return (double)norm;
}

double blocktri_case_error(const struct blocktri_case *s, const real *x, const int32_t *exponent)
{
    long double sum = 0;
    for (int64_t i = 0; i < s->n; i++) sum += fabsl(number(x, exponent, i) - (long double)s->exact[i]);
    return (double)sum;
}
