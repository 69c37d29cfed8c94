/* The potassium current that calcium inside opens, of small conductance: g z (v - e), where z at rest is
 *
 *     1 / (1 + (0.00043 mM / calcium)^4.8)
 *
 * which it nears with a time constant of 1 ms. M. Koehler et al., Science 273 (1996) 1709, in the form of E. Hay et
 * al., PLoS Comput. Biol. 7 (2011) e1002107. */
#include "apps/hines/channels/plain.h"
#include "apps/hines/channels/vec_log.h"

INLINE void rates(const struct plain_membrane *m, vec *opens, vec *sum)
{
    sum[0] = vec_all(1);
    opens[0] = 1 / (1 + vec_exp(RC(4.8) * vec_log(RC(0.00043) / m->calcium)));
}

INLINE void multiply(vec *current, const vec *gate)
{
    current[0] = gate[0];
}

FORMULA_TABLE struct plain_formulas formulas = {
    .gates = 1, .currents = 1, .reads_calcium = true, .limit = 250, .rates = rates, .multiply = multiply};

PLAIN_RUN(formulas)

const struct channel_type channel_sk = {
    .name = "sk",
    .about = "potassium current that calcium inside opens",
    .source = "Koehler et al. 1996",
    .gates = 1,
    .currents = 1,
    .gate = {"z"},
    .current = {"k"},
    .g = {1e-6},
    .e = {-85},
    .reads_calcium = true,
    .q10 = 1,
    .celsius = 34,
    .run = run,
};
