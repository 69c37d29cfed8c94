/* Stationary probabilities by libbandstand compared with closed forms, whatever their size; and matrices that are not
 * chains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/library/batch.h"
#include "tests/library/misuse.h"

enum { STATES = 400, RATES = 3 * STATES };

struct chain {
    int64_t states, start[STATES + 1];
    int32_t target[RATES];
    double rate[RATES];
};

/* Customers arrive at rate `arrives`, `servers` servers each serve at rate 1, and at most states - 1 customers are
 * present: M/M/c/K. */
static struct chain queue(int64_t states, double arrives, int64_t servers)
{
    struct chain c = {.states = states};
    int64_t at = 0;
    for (int64_t i = 0; i < states; i++) {
        c.start[i] = at;
        if (i > 0) c.target[at] = (int32_t)(i - 1), c.rate[at++] = (double)(i < servers ? i : servers);
        if (i % 3 == 0) c.target[at] = (int32_t)i, c.rate[at++] = -7; /* not read */
        if (i < states - 1) c.target[at] = (int32_t)(i + 1), c.rate[at++] = arrives;
    }
    c.start[states] = at;
    return c;
}

static int solve(const struct chain *c, double *x, int32_t *exponent, double *error)
{
    return bandstand_dstationary(c->states, c->start, c->target, c->rate, x, exponent, error);
}

/* Neighbours in a queue are in balance: x_{i+1} min(i + 1, servers) = x_i arrives. */
static void a_queue_has_its_closed_form(void **state)
{
    static const struct {
        int64_t states, servers;
        double arrives;
    } cases[] = {{2, 1, 0.5}, {50, 1, 0.9}, {60, 4, 3}, {400, 7, 1e-8}, {400, 1, 1e5}, {400, 400, 30}, {1, 1, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct chain c = queue(cases[k].states, cases[k].arrives, cases[k].servers);
        double x[STATES], error = -1, sum = 0;
        int32_t exponent[STATES];
        assert_int_equal(solve(&c, x, exponent, &error), BANDSTAND_OK);
        assert_true(error >= 0 && error < 1e-11);
        for (int64_t i = 0; i < c.states; i++) sum += ldexp(x[i], exponent[i]);
        assert_true(fabs(sum - 1) < 1e-14);
        for (int64_t i = 0; i + 1 < c.states; i++) {
            const double serves = (double)(i + 1 < cases[k].servers ? i + 1 : cases[k].servers);
            const double ratio = ldexp(x[i + 1] / x[i], exponent[i + 1] - exponent[i]);
            if (!(fabs(ratio * serves / cases[k].arrives - 1) < 1e-13))
                fail_msg("case %zu, state %lld: %g", k, (long long)i, ratio * serves / cases[k].arrives - 1);
        }
        double flushed[STATES];
        assert_int_equal(solve(&c, flushed, NULL, NULL), BANDSTAND_OK);
        for (int64_t i = 0; i < c.states; i++) assert_true(flushed[i] == ldexp(x[i], exponent[i]));
    }
}

/* From 400 states of one server, a customer every 1e8 services: 1e-3192. */
static void probabilities_far_below_double_have_exponents(void **state)
{
    const struct chain c = queue(STATES, 1e-8, 1);
    double x[STATES];
    int32_t exponent[STATES];
    assert_int_equal(solve(&c, x, exponent, NULL), BANDSTAND_OK);
    assert_true(fabs(log10(x[399]) + exponent[399] * log10(2) + 399 * 8) < 1e-6);
    assert_int_equal(exponent[0], 0);
}

/* Rates further apart than double can eliminate: only one state is likely, whichever is eliminated first. Exact ones of
 * the first chain are 1, 1e-110 and 1e-508. In the second chain state 0 leads to 1 by paths of 1e-80 per second
 * together, and 1 back to 0 at 1e-121. */
static void rates_beyond_double_are_taken(void **state)
{
    static const struct chain three = {
        .states = 3, .start = {0, 1, 3, 4}, .target = {1, 0, 2, 0}, .rate = {1e167, 1e277, 1e-294, 1e104}};
    static const struct chain six = {.states = 6,
                                     .start = {0, 3, 7, 9, 13, 16, 20},
                                     .target = {1, 2, 4, 0, 2, 3, 5, 3, 5, 1, 2, 4, 5, 0, 2, 5, 1, 2, 3, 4},
                                     .rate = {1e-283, 1e-194, 1e68,  1e-121, 1e-234, 1e69,  1e-175,
                                              1e95,   1e76,   1e285, 1e-235, 1e-38,  1e104, 1e192,
                                              1e-121, 1e44,   1e-97, 1e-291, 1e160,  1e53}};
    double x[6];
    int32_t exponent[6];
    assert_int_equal(solve(&three, x, exponent, NULL), BANDSTAND_OK);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(log10(x[i]) + exponent[i] * log10(2) - (double[]){0, -110, -508}[i]) < 1e-6);
    assert_int_equal(solve(&six, x, exponent, NULL), BANDSTAND_OK);
    assert_true(ldexp(x[1], exponent[1]) > 0.99);
    assert_true(ldexp(x[0], exponent[0]) < 1e-40);
}

/* 0 leads to 1 and 3, which lead to each other; 2 leads to 0. */
static void states_that_are_left_get_nothing(void **state)
{
    const int64_t start[] = {0, 2, 3, 4, 5}, absorbing[] = {0, 1, 1};
    const int32_t target[] = {1, 3, 3, 0, 1};
    const double rate[] = {1, 1, 2, 5, 6};
    double x[4], y[2], error;
    assert_int_equal(bandstand_dstationary(4, start, target, rate, x, NULL, &error), BANDSTAND_OK);
    assert_true(x[0] == 0 && x[2] == 0 && fabs(x[1] - 0.75) < 1e-15 && fabs(x[3] - 0.25) < 1e-15);
    assert_int_equal(bandstand_dstationary(2, absorbing, target, rate, y, NULL, &error), BANDSTAND_OK);
    assert_true(y[0] == 0 && y[1] == 1 && error == 0);
}

static void what_is_no_chain_is_a_sentence(void **state)
{
    const int64_t start[] = {0, 1, 2}, falls[] = {0, 2, 1}, late[] = {1, 1, 2}, twice[] = {0, 2, 2};
    const int32_t target[] = {1, 0}, outside[] = {1, 2}, same[] = {1, 1}, own[] = {0, 1};
    const double rate[] = {1, 2}, negative[] = {1, -2}, infinite[] = {1, (double)INFINITY};
    double x[2];
    MISUSE(bandstand_dstationary(0, start, target, rate, x, NULL, NULL), "0 states");
    MISUSE(bandstand_dstationary(2, NULL, target, rate, x, NULL, NULL), "start is NULL");
    MISUSE(bandstand_dstationary(2, late, target, rate, x, NULL, NULL), "begin with 0");
    MISUSE(bandstand_dstationary(2, falls, own, rate, x, NULL, NULL), "start decreases");
    MISUSE(bandstand_dstationary(2, start, NULL, rate, x, NULL, NULL), "NULL");
    MISUSE(bandstand_dstationary(2, start, target, NULL, x, NULL, NULL), "NULL");
    MISUSE(bandstand_dstationary(2, start, target, rate, NULL, NULL, NULL), "x is NULL");
    MISUSE(bandstand_dstationary(2, start, outside, rate, x, NULL, NULL), "leads to state 2");
    MISUSE(bandstand_dstationary(2, twice, same, rate, x, NULL, NULL), "do not rise");
    MISUSE(bandstand_dstationary(2, start, target, negative, x, NULL, NULL), "is -2");
    MISUSE(bandstand_dstationary(2, start, target, infinite, x, NULL, NULL), "is inf");
    MISUSE(bandstand_dstationary(2, start, own, rate, x, NULL, NULL), "2 closed classes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_queue_has_its_closed_form),
        cmocka_unit_test(probabilities_far_below_double_have_exponents),
        cmocka_unit_test(rates_beyond_double_are_taken),
        cmocka_unit_test(states_that_are_left_get_nothing),
        cmocka_unit_test(what_is_no_chain_is_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
