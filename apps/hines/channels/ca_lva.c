/* The low-voltage-activated calcium current, which soon inactivates: g m^2 h (v - e), where at rest and in ms
 *
 *     m   1 / (1 + e^-(v+40)/6)        5 + 20 / (1 + e^(v+35)/5)
 *     h   1 / (1 + e^(v+90)/6.4)       20 + 50 / (1 + e^(v+50)/7)
 *
 * R. B. Avery, D. Johnston, J. Neurosci. 16 (1996) 5567, and A. D. Randall, R. W. Tsien, Neuropharmacology 36 (1997)
 * 879, in the form of E. Hay et al., PLoS Comput. Biol. 7 (2011) e1002107: shifted by -10 mV for the potential of the
 * junction, at 21 Celsius, and 2.3 times as fast 10 degrees above. */
#include "apps/hines/channels/plain.h"

enum { M, H, GATES };

INLINE void rates(const struct plain_membrane *m, vec *opens, vec *sum)
{
    sum[M] = 1 / (5 + 20 * plain_rise(-35 - m->v, 5));
    opens[M] = plain_rise(m->v + 40, 6) * sum[M];
    sum[H] = 1 / (20 + 50 * plain_rise(-50 - m->v, 7));
    opens[H] = plain_rise(-90 - m->v, RC(6.4)) * sum[H];
}

INLINE void multiply(vec *current, const vec *gate)
{
    current[0] = gate[M] * gate[M] * gate[H];
}

FORMULA_TABLE struct plain_formulas formulas = {
    .gates = GATES, .currents = 1, .calcium = 1, .limit = 250, .rates = rates, .multiply = multiply};

PLAIN_RUN(formulas)

const struct channel_type channel_ca_lva = {
    .name = "ca_lva",
    .about = "calcium current that low potentials open",
    .source = "Avery and Johnston 1996; Randall and Tsien 1997",
    .gates = GATES,
    .currents = 1,
    .gate = {"m", "h"},
    .current = {"ca"},
    .g = {1e-5},
    .calcium = 1,
    .q10 = 2.3,
    .celsius = 21,
    .run = run,
};
