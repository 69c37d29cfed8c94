/* The current that hyperpolarization opens, of thick-tufted pyramidal cells of layer 5: g m (v - e) with the rates,
 * 1/ms,
 *
 *     m   0.00643 x / (e^x/11.9 - 1), x = v + 154.9        0.193 e^(v/33.1)
 *
 * M. H. P. Kole, S. Hallermann, G. J. Stuart, J. Neurosci. 26 (2006) 1677, in the form of E. Hay et al., PLoS Comput.
 * Biol. 7 (2011) e1002107, who leave rates as they are at any temperature. */
#include "apps/hines/channels/plain.h"

INLINE void rates(const struct plain_membrane *m, vec *opens, vec *sum)
{
    opens[0] = RC(0.00643) * plain_linear(-RC(154.9) - m->v, RC(11.9)) + 0;
    sum[0] = opens[0] + RC(0.193) * vec_exp(m->v * vec_all(1 / RC(33.1)));
}

INLINE void multiply(vec *current, const vec *gate)
{
    current[0] = gate[0];
}

FORMULA_TABLE struct plain_formulas formulas = {
    .gates = 1, .currents = 1, .limit = 250, .rates = rates, .multiply = multiply};

PLAIN_RUN(formulas)

const struct channel_type channel_ih = {
    .name = "ih",
    .about = "current that hyperpolarization opens",
    .source = "Kole, Hallermann and Stuart 2006",
    .gates = 1,
    .currents = 1,
    .gate = {"m"},
    .current = {"h"},
    .g = {1e-5},
    .e = {-45},
    .q10 = 1,
    .celsius = 34,
    .run = run,
};
