/* Channels of neurons: steps of gates against the exact solution in long double; currents; the exponential of
 * potentials; the potentials at which polynomials are used. */
#include "tests/apps/channels/membranes.h"

#include "apps/hines/channels/potential_exp.h"

static void gates_go_on_exactly(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++)
        for (int s = 0; s < STEPS; s++) {
            /* Long steps take gates to their rest, which is off by as much as their rates are. */
            const long double units = steps[s].rate * steps[s].dt <= 0.1 ? 1.8L : 12;
            struct membranes *const m = membranes_make(type, steps[s].rate, steps[s].dt);
            struct membranes *const before = malloc(sizeof *before);
            assert_non_null(before);
            *before = *m;
            types[type].type->run(&m->run);
            for (int g = 0; g < types[type].type->gates; g++)
                for (int64_t i = 0; i < CHANNELS; i++) {
                    const struct rate r = rate_at(type, m, i, g);
                    const long double rest = r.opens / (r.opens + r.closes), from = before->gate[g][i];
                    const long double left = expl(-(r.opens + r.closes) * (long double)m->run.dt);
                    const long double should = rest + (from - rest) * left, off = fabsl(m->gate[g][i] - should);
                    if (!(off <= units * (long double)REAL_EPS))
                        fail_msg("%s, rate %g, dt %g: gate %d at %.17g mV from %.3Lg: %.17g, not %.17Lg, %.2Lg off",
                                 types[type].type->name, steps[s].rate, steps[s].dt, g, (double)m->v[i], from,
                                 (double)m->gate[g][i], should, off);
                }
            free(before);
            free(m);
        }
}

/* A closed gate opens in a short step by its rate. */
static void rates_are_right_to_100_units(void **state)
{
    const double dt = 1e-4;
    (void)state;
    for (int type = 0; type < TYPES; type++) {
        struct membranes *const m = membranes_make(type, 1, dt);
        memset(m->gate, 0, sizeof m->gate);
        types[type].type->run(&m->run);
        for (int g = 0; g < types[type].type->gates; g++)
            for (int64_t i = 0; i < CHANNELS; i++) {
                const struct rate r = rate_at(type, m, i, g);
                const long double sum = r.opens + r.closes;
                const long double should = r.opens / sum * -expm1l(-sum * (long double)m->run.dt);
                const long double units = fabsl(m->gate[g][i] - should) / (should * (long double)REAL_EPS);
                if (!(units <= 100))
                    fail_msg("%s: gate %d at %.17g mV opens to %.17g, not %.17Lg: %.1Lf units", types[type].type->name,
                             g, (double)m->v[i], (double)m->gate[g][i], should, units);
            }
        free(m);
    }
}

static void gates_rest_where_rates_balance(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++) {
        struct membranes *const m = membranes_make(type, 2, 0);
        types[type].type->run(&m->run);
        for (int g = 0; g < types[type].type->gates; g++)
            for (int64_t i = 0; i < CHANNELS; i++) {
                const struct rate r = rate_at(type, m, i, g);
                const long double should = r.opens / (r.opens + r.closes), off = fabsl(m->gate[g][i] - should);
                if (!(off <= 40 * (long double)REAL_EPS * should + (long double)REAL_EPS))
                    fail_msg("%s: gate %d at %.17g mV rests at %.17g, not %.17Lg", types[type].type->name, g,
                             (double)m->v[i], (double)m->gate[g][i], should);
            }
        free(m);
    }
}

static void currents_are_products_of_gates(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++) {
        struct membranes *const m = membranes_make(type, 1, 0.025);
        struct membranes *const before = malloc(sizeof *before);
        assert_non_null(before);
        *before = *m;
        types[type].type->run(&m->run);
        for (int64_t i = 0; i < CHANNELS; i++) {
            long double x[CHANNEL_GATES], g = 0, ge = 0, open[CHANNEL_CURRENTS] = {0};
            for (int q = 0; q < CHANNEL_GATES; q++) x[q] = m->gate[q][i];
            open[0] = x[0] * x[0] * x[0] * x[1], open[1] = x[2] * x[2] * x[2] * x[2], open[2] = x[3];
            for (int c = 0; c < types[type].type->currents; c++) {
                g += open[c] * (long double)m->run.g[c];
                ge += open[c] * (long double)(m->run.g[c] * m->run.e[c]);
            }
            const long double area = m->area[i], diag = before->diag[i] + area * g,
                              right = before->right[i] + area * ge;
            assert_true(fabsl(m->diag[i] - diag) <= 2 * (long double)REAL_EPS * diag);
            assert_true(fabsl(m->right[i] - right) <= 8 * (long double)REAL_EPS * (fabsl(right) + area * 10));
        }
        free(before);
        free(m);
    }
}

static const struct potential_exp by[] = {POTENTIAL_EXP(18), POTENTIAL_EXP(40), POTENTIAL_EXP(80)};
static void exponentials_of_potentials_are_right_to_one_unit(void **state)
{
    static const double scale[] = {18, 40, 80};
    const double most = sizeof(real) == 8 ? 1.25 : 1.3;
    (void)state;
    for (int q = 0; q < 3; q++)
        for (int64_t i = 0; i < 300000; i += LANES) {
            vec v, e;
            for (int l = 0; l < LANES; l++) v[l] = (real)(500 * uniform(i + l) - 250);
            potential_exp(1, &e, &v, &by[q]);
            for (int l = 0; l < LANES; l++) {
                const long double should = expl(-(long double)v[l] / (long double)scale[q]);
                int power;
                frexpl(should, &power);
                const long double units = fabsl((long double)e[l] - should) / ldexpl(REAL_EPS, power - 1);
                if (!(units <= (long double)most))
                    fail_msg("e^(-%.17g / %g): %.3Lf units off", (double)v[l], scale[q], units);
            }
        }
}

/* Potentials of cells are in the span of every requested step, with the polynomials that steps are known to need. */
static void spans_have_the_potentials_of_cells(void **state)
{
    static const struct {
        int type;
        double step;
        int length, doublings;
    } known[] = {{0, 0.025, PHI_SHORT, 0}, {0, 0.05, PHI_LONG, 0}, {0, 0.65, PHI_LONG, 4}, {1, 0.025, PHI_LONG, 0}};
    (void)state;
    for (int k = 0; k < 4; k++) {
        const struct channel_span s = channel_span(types[known[k].type].type, 1, known[k].step);
        assert_int_equal(s.length, known[k].length);
        assert_int_equal(s.doublings, known[k].doublings);
        assert_true(s.middle - s.half < -90 && s.middle + s.half > 50);
    }
    assert_true(channel_span(&channel_hh, 1, 1e3).half < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_go_on_exactly),
        cmocka_unit_test(rates_are_right_to_100_units),
        cmocka_unit_test(gates_rest_where_rates_balance),
        cmocka_unit_test(currents_are_products_of_gates),
        cmocka_unit_test(exponentials_of_potentials_are_right_to_one_unit),
        cmocka_unit_test(spans_have_the_potentials_of_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
