/* The high-voltage-activated calcium current: g m^2 h (v - e) with the rates, 1/ms,
 *
 *     m   0.055 x / (1 - e^-x/3.8), x = v + 27        0.94 e^-(v+75)/17
 *     h   0.000457 e^-(v+13)/50                       0.0065 / (e^-(v+15)/28 + 1)
 *
 * I. Reuveni et al., J. Neurosci. 13 (1993) 4609, in the form of E. Hay et al., PLoS Comput. Biol. 7 (2011) e1002107.
 */
#include "apps/hines/channels/plain.h"

enum { M, H, GATES };

INLINE void rates(const struct plain_membrane *m, vec *opens, vec *sum)
{
    opens[M] = RC(0.055) * plain_linear(m->v + 27, RC(3.8)) + 0;
    sum[M] = opens[M] + RC(0.94) * vec_exp((m->v + 75) * vec_all(-1 / RC(17.0)));
    opens[H] = RC(0.000457) * vec_exp((m->v + 13) * vec_all(-1 / RC(50.0))) + 0;
    sum[H] = opens[H] + RC(0.0065) * plain_rise(m->v + 15, 28);
}

INLINE void multiply(vec *current, const vec *gate)
{
    current[0] = gate[M] * gate[M] * gate[H];
}

FORMULA_TABLE struct plain_formulas formulas = {
    .gates = GATES, .currents = 1, .calcium = 1, .limit = 250, .rates = rates, .multiply = multiply};

PLAIN_RUN(formulas)

const struct channel_type channel_ca_hva = {
    .name = "ca_hva",
    .about = "calcium current that high potentials open",
    .source = "Reuveni, Friedman, Amitai and Gutnick 1993",
    .gates = GATES,
    .currents = 1,
    .gate = {"m", "h"},
    .current = {"ca"},
    .g = {1e-5},
    .calcium = 1,
    .q10 = 1,
    .celsius = 34,
    .run = run,
};
