/* The model of the cost of lines that are cut over ranks: its formulas on few ranks, monotony, and crossovers. */
#include "solvers/tridiag/cut/cut_model.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#undef fail

#include "tests/support/tridiag_cases.h"

static const struct cut_model plain = {
    .network = {1e-6, 1e-10, 2e-6, 3e-10}, .row = {1e-9, 2e-9, 3e-9, 4e-9}, .join = 5e-9, .chunks = 16};
static const struct cut_scaling scalings[] = {{"strong", 2048, 2048 * 2048, false, 4}, {"weak", 64, 4096, true, 4}};
enum { MOST = 14 };

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12 * fabs(b))) print_error("%.17g, not %.17g\n", a, b);
    assert_true(fabs(a - b) <= 1e-12 * fabs(b));
}

static struct cut_batch batch_of(enum cut_scheme scheme, int64_t rows, int64_t lines, int ranks)
{
    return (struct cut_batch){scheme, rows, lines, lines, ranks, true, true};
}

/* 320 lines of 90 rows on three ranks. */
static void test_formulas(void **state)
{
    const struct cut_network *const n = &plain.network;
    struct cut_batch b = batch_of(CUT_TRANSPOSE, 90, 320, 3);
    const double v = sizeof(real), neighbour = n->alpha + n->beta * 320 * v;
    (void)state;
    /* Lines go in units of 16: 6, 7 and 7 of them. */
    const double turned = 90 * 112 * plain.row[0] + 2 * (2 * n->each + n->byte * fmax(30 * 208, 60 * 112) * v);
    assert_near(cut_model_seconds(&plain, &b), turned);
    b.scheme = CUT_PIPELINED;
    assert_near(cut_model_seconds(&plain, &b), 2 * 18 * (30 * 20 * plain.row[1] / 2 + n->alpha + n->beta * 20 * v));
    b.scheme = CUT_TRUNCATED;
    assert_near(cut_model_seconds(&plain, &b), 30 * 320 * plain.row[3] + 2 * neighbour);
    b.scheme = CUT_REDUCED;
    const double ends = 2 * (2 * n->each + n->byte * fmax(2 * (320 - 106), 2 * 107 * 2) * v);
    assert_near(cut_model_seconds(&plain, &b), 30 * 320 * plain.row[2] + 107 * 3 * plain.join + ends);
    const struct cut_batch many = batch_of(CUT_REDUCED, 90000, 320, 3); /* units of 48 lines */
    assert_int_equal(cut_chunks(&many, 0, 1), 7);
    assert_near(cut_model_seconds(&plain, &many) - cut_model_seconds(&plain, &b),
                29970.0 * 320 * plain.row[2] + 2 * 6 * 2 * n->each);
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) {
        const struct cut_batch alone = batch_of((enum cut_scheme)scheme, 90, 320, 1);
        const double joins = scheme == CUT_REDUCED ? 320 * plain.join : 0;
        assert_near(cut_model_seconds(&plain, &alone), 90 * 320 * plain.row[scheme] + joins);
    }
}

/* Spikes that have not faded are joined. */
static void test_not_faded(void **state)
{
    struct cut_batch b = batch_of(CUT_TRUNCATED, 90, 320, 5);
    const struct cut_batch reduced = batch_of(CUT_REDUCED, 90, 320, 5);
    (void)state;
    b.faded = false;
    assert_near(cut_model_seconds(&plain, &b), cut_model_seconds(&plain, &reduced));
}

/* A slower network, slower cores and more lines take longer; and a rank's share of a growing problem at least as
 * long, in as many chunks. */
static void test_monotone(void **state)
{
    (void)state;
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++)
        for (int s = 0; s < 2; s++)
            for (int k = 1; k <= MOST; k++) {
                struct cut_batch b = cut_scaling_batch(&scalings[s], k, (enum cut_scheme)scheme);
                const double seconds = cut_model_seconds(&plain, &b);
                double *number[4], before = seconds;
                struct cut_model m = plain;
                number[0] = &m.network.alpha, number[1] = &m.network.beta;
                number[2] = &m.network.each, number[3] = &m.network.byte;
                for (int i = 0; i < 4; i++) {
                    *number[i] *= 2;
                    assert_true(cut_model_seconds(&m, &b) >= before);
                    before = cut_model_seconds(&m, &b);
                }
                assert_true(before > seconds);
                m = plain;
                for (int i = 0; i < CUT_SCHEMES; i++) m.row[i] *= 2;
                assert_true(cut_model_seconds(&m, &b) > seconds);
                const struct cut_batch half = cut_scaling_batch(&scalings[s], k - 1, (enum cut_scheme)scheme);
                const bool alike = cut_chunks(&b, 0, 1) == cut_chunks(&half, 0, 1);
                b.batch *= 2, b.inner *= 2;
                assert_true(cut_model_seconds(&plain, &b) > seconds);
                if (scalings[s].weak && alike) assert_true(seconds >= cut_model_seconds(&plain, &half) * (1 - 1e-12));
            }
}

/* Ranks that only compute halve the time when their number doubles, except for the stages of pipelined. */
static void test_without_network(void **state)
{
    struct cut_model m = {.row = {1e-9, 1e-9, 1e-9, 1e-9}, .chunks = 16};
    (void)state;
    for (int k = 0; k <= MOST; k++)
        for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) {
            const struct cut_batch b = cut_scaling_batch(&scalings[0], k, (enum cut_scheme)scheme);
            const double share = 0x1p33 * 1e-9 / (double)(1 << k);
            const double stages = scheme == CUT_PIPELINED ? (16. + b.ranks - 1) / 16 : 1;
            assert_near(cut_model_seconds(&m, &b), share * stages);
        }
}

static double random_number(uint64_t *seed, double least, double most)
{
    return least * pow(most / least, random_unit(seed));
}

/* All contents of the table of times, and nothing else. */
static void test_crossovers(void **state)
{
    uint64_t seed = test_seed();
    int found = 0;
    (void)state;
    for (int trial = 0; trial < 100; trial++) {
        struct cut_model m = {.join = random_number(&seed, 1e-9, 1e-7), .chunks = 16};
        m.network = (struct cut_network){random_number(&seed, 1e-7, 1e-4), random_number(&seed, 1e-11, 1e-8),
                                         random_number(&seed, 1e-7, 1e-4), random_number(&seed, 1e-11, 1e-8)};
        for (int i = 0; i < CUT_SCHEMES; i++) m.row[i] = random_number(&seed, 1e-9, 1e-8);
        const struct cut_scaling *const s = &scalings[trial % 2];
        const int schemes = trial % 3 ? SCHEMES_ALL : SCHEMES_SAME_BITS;
        struct cut_crossover at[MOST];
        const int count = cut_crossovers(&m, s, MOST, schemes, at);
        int next = 0, before = -1;
        for (int k = 1; k <= MOST; k++) {
            double seconds[CUT_SCHEMES], least = (double)INFINITY;
            int best = -1;
            for (int i = 0; i < CUT_SCHEMES; i++) {
                const struct cut_batch b = cut_scaling_batch(s, k, (enum cut_scheme)i);
                seconds[i] = schemes >> i & 1 ? cut_model_seconds(&m, &b) : (double)INFINITY;
                if (seconds[i] < least) least = seconds[i], best = i;
            }
            if (before >= 0 && best != before) {
                assert_true(next < count);
                assert_int_equal(at[next].k, k);
                assert_int_equal(at[next].before, before);
                assert_int_equal(at[next++].from, best);
            }
            before = best;
        }
        assert_int_equal(next, count);
        found += count;
    }
    assert_true(found > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formulas),        cmocka_unit_test(test_not_faded),  cmocka_unit_test(test_monotone),
        cmocka_unit_test(test_without_network), cmocka_unit_test(test_crossovers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
