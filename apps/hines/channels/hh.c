/* The channels of the squid axon: sodium, g m^3 h (v - e), and potassium, g n^4 (v - e), with the rates, 1/ms,
 *
 *     m   0.1 x / (1 - e^-x/10), x = v + 40        4 e^-(v+65)/18
 *     h   0.07 e^-(v+65)/20                        1 / (e^-(v+35)/10 + 1)
 *     n   0.01 x / (1 - e^-x/10), x = v + 55       0.125 e^-(v+65)/80
 *
 * at 6.3 Celsius, for a resting potential of -65 mV. Two exponentials give all of them, since those of v / 10 and v /
 * 20 are powers of e^(-v/80), and one division. Beyond +-250 mV rates are those at it.
 *
 * A. L. Hodgkin, A. F. Huxley, J. Physiol. 117 (1952) 500. */
#include <math.h>

#include "apps/hines/channels/advance.h"
#include "apps/hines/channels/potential_exp.h"

enum { M, H, N, GATES };
enum { SODIUM, POTASSIUM, CURRENTS };
enum { ALL, CLOSES_M, OPENS_H, CLOSES_N }; /* factors */

#define HH_NEAR_ZERO RC(1.25) /* mV */
#define HH_SPEED \
    { \
        PHI_FAST, PHI_SLOW, PHI_SLOW \
    }

FORMULA_TABLE struct potential_exp by_80 = POTENTIAL_EXP(80), by_18 = POTENTIAL_EXP(18);

INLINE void rates(int count, bool zeros, const vec *rate, const vec *v, vec opens[][TOGETHER], vec sum[][TOGETHER])
{
    vec eighty[TOGETHER], eighteen[TOGETHER];
    potential_exp(count, eighty, v, &by_80);
    potential_exp(count, eighteen, v, &by_18);
    for (int i = 0; i < count; i++) {
        const vec forty = eighty[i] * eighty[i], twenty = forty * forty, ten = twenty * twenty;
        const vec x_m = v[i] + 40, x_n = v[i] + 55;
        const vec below_h = ten * vec_all(RC(0.03019738342231850074)) + 1;                       /* e^-35/10 */
        struct quotient m = {x_m, 10 - ten * vec_all(RC(10.0) * RC(0.01831563888873418029))};    /* e^-40/10 */
        struct quotient n = {x_n, 100 - ten * vec_all(RC(100.0) * RC(0.004086771438464066993))}; /* e^-55/10 */
        if (zeros) near_zero(&m, x_m, HH_NEAR_ZERO, 10, 1);
        if (zeros) near_zero(&n, x_n, HH_NEAR_ZERO, 10, RC(0.1));
        const vec both = m.below * n.below, all = rate[ALL] / (both * below_h), rest = all * below_h;
        opens[M][i] = rest * n.below * m.above + 0;
        opens[H][i] = twenty * rate[OPENS_H] + 0;
        opens[N][i] = rest * m.below * n.above + 0;
        sum[M][i] = eighteen[i] * rate[CLOSES_M] + opens[M][i];
        sum[H][i] = all * both + opens[H][i];
        sum[N][i] = eighty[i] * rate[CLOSES_N] + opens[N][i];
    }
}

/* The potentials at which rates are 0 / 0 are -40 and -55 mV. */
INLINE vec_bits is_near_zero(vec v)
{
    return (vec_bits)(vec_size(vec_size(v + RC(47.5)) - RC(7.5)) < HH_NEAR_ZERO + RC(0.01));
}

INLINE void multiply(vec *current, const vec *gate)
{
    const vec square = gate[N] * gate[N];
    current[SODIUM] = (gate[M] * gate[M]) * (gate[M] * gate[H]);
    current[POTASSIUM] = square * square;
}

static double sum_of(double v, int gate)
{
    const double m = v == -40 ? 1 : 0.1 * (v + 40) / -expm1(-(v + 40) / 10);
    const double n = v == -55 ? 0.1 : 0.01 * (v + 55) / -expm1(-(v + 55) / 10);
    return gate == M   ? m + 4 * exp(-(v + 65) / 18)
           : gate == H ? 0.07 * exp(-(v + 65) / 20) + 1 / (exp(-(v + 35) / 10) + 1)
                       : n + 0.125 * exp(-(v + 65) / 80);
}

FORMULA_TABLE struct channel_formulas formulas = {
    .gates = GATES,
    .currents = CURRENTS,
    .speed = HH_SPEED,
    .limit = 250,
    .factor = {1, 4 * 0.02702180595120906267, 0.07 * 0.03877420783172200989, 0.125 * 0.4437473100810798718},
    .rates = rates,
    .is_near_zero = is_near_zero,
    .multiply = multiply,
};

CHANNEL_RUN(formulas)

const struct channel_type channel_hh = {
    .name = "hh",
    .about = "sodium and potassium of the squid axon",
    .source = "Hodgkin and Huxley 1952",
    .gates = GATES,
    .currents = CURRENTS,
    .gate = {"m", "h", "n"},
    .current = {"na", "k"},
    .g = {0.12, 0.036},
    .e = {50, -77},
    .q10 = 3,
    .celsius = 6.3,
    .speed = HH_SPEED,
    .sum = sum_of,
    .run = run,
};
