/* Channels whose rates are written as they are printed: steps of gates and rest against the formulas of the papers in
 * long double, currents, and bits that do not depend on neighbours. */
#include "apps/hines/channels/channel.h"
#include "apps/hines/model/random.h"
#include "base/real.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 512, GATES = 2, SEED = 3 };

struct state_of {
    long double v, calcium;
};

/* The rest of a gate and the sum of its rates. */
struct relaxation {
    long double rest, sum;
};

static struct relaxation by_rates(long double opens, long double closes)
{
    return (struct relaxation){opens / (opens + closes), opens + closes};
}

static long double rise(long double x, long double scale)
{
    return 1 / (1 + expl(-x / scale));
}

/* x / (1 - e^(-x / scale)) */
static long double linear(long double x, long double scale)
{
    return x == 0 ? scale : x / -expm1l(-x / scale);
}

static struct relaxation of_ih(struct state_of s, int gate)
{
    (void)gate;
    return by_rates(0.00643L * linear(-(s.v + 154.9L), 11.9L), 0.193L * expl(s.v / 33.1L));
}

static struct relaxation of_ca_hva(struct state_of s, int gate)
{
    if (gate == 0) return by_rates(0.055L * linear(s.v + 27, 3.8L), 0.94L * expl(-(s.v + 75) / 17));
    return by_rates(0.000457L * expl(-(s.v + 13) / 50), 0.0065L * rise(s.v + 15, 28));
}

static struct relaxation of_ca_lva(struct state_of s, int gate)
{
    if (gate == 0) return (struct relaxation){rise(s.v + 40, 6), 1 / (5 + 20 * rise(-s.v - 35, 5))};
    return (struct relaxation){rise(-s.v - 90, 6.4L), 1 / (20 + 50 * rise(-s.v - 50, 7))};
}

static struct relaxation of_sk(struct state_of s, int gate)
{
    (void)gate;
    return (struct relaxation){1 / (1 + powl(0.00043L / s.calcium, 4.8L)), 1};
}

static long double square(const real *gate)
{
    return (long double)gate[0] * gate[0] * gate[1];
}

static long double alone(const real *gate)
{
    return gate[0];
}

static const struct {
    const struct channel_type *type;
    struct relaxation (*of)(struct state_of s, int gate);
    long double (*open)(const real *gate);
} types[] = {{&channel_ih, of_ih, alone},
             {&channel_ca_hva, of_ca_hva, square},
             {&channel_ca_lva, of_ca_lva, square},
             {&channel_sk, of_sk, alone}};
enum { TYPES = sizeof types / sizeof *types };

static const double zeros[] = {-27, -154.9, -60}; /* of rates that are 0 / 0 */

struct membranes {
    int32_t node[CHANNELS];
    real area[CHANNELS], v[CHANNELS], diag[CHANNELS], right[CHANNELS], gate[GATES][CHANNELS];
    real calcium[CHANNELS], calcium_e[CHANNELS], calcium_g[CHANNELS], calcium_ge[CHANNELS];
    struct channel_run run;
};

static double uniform(int64_t place)
{
    return random_fraction(random_stream(SEED, place));
}

/* Every fourth potential is near one at which a rate is 0 / 0. */
static struct membranes *make(const struct channel_type *type, double rate, double dt)
{
    struct membranes *const m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->run = (struct channel_run){.end = CHANNELS, .node = m->node, .area = m->area, .rate = (real)rate};
    m->run.dt = (real)dt, m->run.v = m->v, m->run.diag = m->diag, m->run.right = m->right;
    m->run.calcium = m->calcium, m->run.calcium_e = m->calcium_e, m->run.nernst = type->calcium;
    m->run.calcium_g = m->calcium_g, m->run.calcium_ge = m->calcium_ge;
    m->run.g[0] = (real)0.3, m->run.e[0] = (real)-80;
    for (int g = 0; g < type->gates; g++) m->run.gate[g] = m->gate[g];
    for (int64_t i = 0; i < CHANNELS; i++) {
        const double far = (uniform(i) - 0.5) * pow(10, 1 - 9 * uniform(i + CHANNELS));
        m->node[i] = (int32_t)i, m->area[i] = (real)(0.1 + uniform(i)), m->calcium_e[i] = (real)(120 + uniform(i));
        m->v[i] = (real)(i % 4 ? 260 * uniform(i + 2 * CHANNELS) - 180 : zeros[i / 4 % 3] + far);
        m->calcium[i] = (real)pow(10, -5 + 4 * uniform(i + 3 * CHANNELS));
        for (int g = 0; g < GATES; g++) m->gate[g][i] = (real)uniform(i + (4 + g) * CHANNELS);
    }
    return m;
}

static void gates_go_on_exactly(void **state)
{
    static const double rates[] = {1, 3}, steps[] = {0, 0.025, 0.4, 30, 1e4};
    (void)state;
    for (int type = 0; type < TYPES; type++)
        for (int s = 0; s < 10; s++) {
            const long double rate = (real)rates[s / 5], dt = (real)steps[s % 5];
            struct membranes *const m = make(types[type].type, rates[s / 5], steps[s % 5]);
            struct membranes *const before = make(types[type].type, rates[s / 5], steps[s % 5]);
            types[type].type->run(&m->run);
            for (int g = 0; g < types[type].type->gates; g++)
                for (int64_t i = 0; i < CHANNELS; i++) {
                    const struct relaxation r = types[type].of((struct state_of){m->v[i], m->calcium[i]}, g);
                    const long double left = dt == 0 ? 0 : expl(-r.sum * rate * dt);
                    const long double should = r.rest + left * (before->gate[g][i] - r.rest);
                    if (!(fabsl(m->gate[g][i] - should) <= 30 * (long double)REAL_EPS))
                        fail_msg("%s, dt %g: gate %d at %.17g mV is %.17g, not %.17Lg", types[type].type->name,
                                 (double)dt, g, (double)m->v[i], (double)m->gate[g][i], should);
                }
            free(before);
            free(m);
        }
}

static void currents_are_products_of_gates(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++) {
        struct membranes *const m = make(types[type].type, 1, 0.1);
        const bool calcium = types[type].type->calcium;
        types[type].type->run(&m->run);
        for (int64_t i = 0; i < CHANNELS; i++) {
            const real gate[GATES] = {m->gate[0][i], m->gate[1][i]};
            const long double g = types[type].open(gate) * m->area[i] * m->run.g[0];
            const long double ge = g * (calcium ? m->calcium_e[i] : m->run.e[0]);
            assert_true(fabsl(m->diag[i] - g) <= 6 * (long double)REAL_EPS * g);
            assert_true(fabsl(m->right[i] - ge) <= 6 * (long double)REAL_EPS * fabsl(ge));
            assert_true(m->calcium_g[i] == (calcium ? m->diag[i] : 0));
            assert_true(m->calcium_ge[i] == (calcium ? m->right[i] : 0));
        }
        free(m);
    }
}

static void bits_do_not_depend_on_neighbours(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++) {
        struct membranes *const m = make(types[type].type, 1, 0.1), *const other = make(types[type].type, 1, 0.1);
        for (int64_t k = 0; k < CHANNELS; k++) {
            const int64_t i = (5 * k + 3) % CHANNELS; /* 5 is prime to the number of channels */
            other->node[k] = (int32_t)i, other->area[k] = m->area[i];
            for (int g = 0; g < GATES; g++) other->gate[g][k] = m->gate[g][i];
        }
        types[type].type->run(&m->run);
        types[type].type->run(&other->run);
        assert_memory_equal(m->diag, other->diag, sizeof m->diag);
        assert_memory_equal(m->right, other->right, sizeof m->right);
        for (int64_t k = 0; k < CHANNELS; k++)
            for (int g = 0; g < types[type].type->gates; g++)
                assert_true(other->gate[g][k] == m->gate[g][other->node[k]]);
        free(other);
        free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_go_on_exactly),
        cmocka_unit_test(currents_are_products_of_gates),
        cmocka_unit_test(bits_do_not_depend_on_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
