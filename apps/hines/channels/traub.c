/* The channels of cells of the hippocampus and the cortex: sodium, g m^3 h (v - e), potassium, g n^4 (v - e), and a
 * slow potassium current that adapts, g p (v - e), with the rates, 1/ms, where u = v + 63,
 *
 *     m   0.32 x / (1 - e^-x/4), x = u - 13       0.28 x / (e^x/5 - 1), x = u - 40
 *     h   0.128 e^(17-u)/18                       4 / (1 + e^(40-u)/5)
 *     n   0.032 x / (1 - e^-x/5), x = u - 15      0.5 e^(10-u)/40
 *     p   rest 1 / (1 + e^-(v+35)/10), time constant 1000 / (3.3 e^(v+35)/20 + e^-(v+35)/20) ms
 *
 * at 36 Celsius. Two exponentials give all of them, since all but that of h are powers of e^(-v/40), and two divisions.
 * Beyond +-200 mV rates are those at it.
 *
 * R. D. Traub, R. Miles, Neuronal Networks of the Hippocampus, 1991, in the form of A. Destexhe, D. Pare, J.
 * Neurophysiol. 81 (1999) 1531; the slow current after W. M. Yamada, C. Koch, P. R. Adams, in Methods in Neuronal
 * Modeling, 1989, in the form of M. Pospischil et al., Biol. Cybern. 99 (2008) 427. */
#include <math.h>

#include "apps/hines/channels/advance.h"
#include "apps/hines/channels/potential_exp.h"

enum { M, H, N, P, GATES };
enum { SODIUM, POTASSIUM, SLOW, CURRENTS };
enum { ALL, OPENS_H, CLOSES_H, CLOSES_N, SLOWLY }; /* factors */

#define TRAUB_NEAR_ZERO RC(1.0) /* mV */
#define TRAUB_SPEED \
    { \
        PHI_FAST, PHI_SLOW, PHI_SLOW, PHI_SLOW \
    }

FORMULA_TABLE struct potential_exp by_40 = POTENTIAL_EXP(40), by_18 = POTENTIAL_EXP(18);

/* All divisors, in two products that stay within the range of float: no more than e^88 at -200 mV. */
INLINE void rates(int count, bool zeros, const vec *rate, const vec *v, vec opens[][TOGETHER], vec sum[][TOGETHER])
{
    vec forty[TOGETHER], eighteen[TOGETHER];
    potential_exp(count, forty, v, &by_40);
    potential_exp(count, eighteen, v, &by_18);
    for (int i = 0; i < count; i++) {
        const vec twenty = forty[i] * forty[i], ten = twenty * twenty, five = ten * ten, four = five * twenty;
        const vec q = five * vec_all(RC(0.01005183574463358164));  /* e^-(v+23)/5 */
        const vec s = twenty * vec_all(RC(0.1737739434504451267)); /* e^-(v+35)/20 */
        const vec x_m = v[i] + 50, x_q = v[i] + 23, x_n = v[i] + 48;
        struct quotient m = {x_m, 3.125 - four * vec_all(RC(3.125) * RC(3.726653172078670993e-6))}; /* e^-50/4 */
        struct quotient n = {x_n, 31.25 - five * vec_all(RC(31.25) * RC(6.772873649085387300e-5))}; /* e^-48/5 */
        struct quotient k = {x_q * vec_all(RC(0.28)), 1 - q};
        if (zeros) near_zero(&m, x_m, TRAUB_NEAR_ZERO, 4, RC(1.28));
        if (zeros) near_zero(&n, x_n, TRAUB_NEAR_ZERO, 5, RC(0.16));
        if (zeros) near_zero(&k, x_q, TRAUB_NEAR_ZERO, 5, RC(1.4));
        const vec shut = q + 1, square = s * s + 0, slow = square + 1;
        const vec both = m.below * n.below, all = rate[ALL] / (both * s), fast = all * s;
        const vec pair = k.below * shut, each = 1 / (pair * slow), quick = each * slow;
        const vec sum_p = (square + RC(3.3)) * (all * both) * vec_all(RC(0.001));
        opens[M][i] = fast * n.below * m.above + 0;
        opens[H][i] = eighteen[i] * rate[OPENS_H] + 0;
        opens[N][i] = fast * m.below * n.above + 0;
        opens[P][i] = each * pair * sum_p + 0;
        sum[M][i] = quick * shut * q * k.above * rate[ALL] + opens[M][i];
        sum[H][i] = quick * k.below * rate[CLOSES_H] + opens[H][i];
        sum[N][i] = forty[i] * rate[CLOSES_N] + opens[N][i];
        sum[P][i] = sum_p;
    }
}

/* The potentials at which rates are 0 / 0 are -50, -48 and -23 mV. */
INLINE vec_bits is_near_zero(vec v)
{
    return (vec_bits)(vec_size(vec_size(v + 36) - 13) < 1 + TRAUB_NEAR_ZERO + RC(0.01));
}

INLINE void multiply(vec *current, const vec *gate)
{
    const vec square = gate[N] * gate[N];
    current[SODIUM] = (gate[M] * gate[M]) * (gate[M] * gate[H]);
    current[POTASSIUM] = square * square;
    current[SLOW] = gate[P];
}

static double sum_of(double v, int gate)
{
    const double m = v == -50 ? 1.28 : 0.32 * (v + 50) / -expm1(-(v + 50) / 4);
    const double k = v == -23 ? 1.4 : 0.28 * (v + 23) / expm1((v + 23) / 5);
    const double n = v == -48 ? 0.16 : 0.032 * (v + 48) / -expm1(-(v + 48) / 5);
    return gate == M   ? m + k
           : gate == H ? 0.128 * exp(-(v + 46) / 18) + 4 / (1 + exp(-(v + 23) / 5))
           : gate == N ? n + 0.5 * exp(-(v + 53) / 40)
                       : 0.001 * (3.3 * exp((v + 35) / 20) + exp(-(v + 35) / 20));
}

FORMULA_TABLE struct channel_formulas formulas = {
    .gates = GATES,
    .currents = CURRENTS,
    .speed = TRAUB_SPEED,
    .limit = 200,
    .factor = {1, 0.128 * 0.07764908170347587814, 4, 0.5 * 0.2658029590889265979},
    .rates = rates,
    .is_near_zero = is_near_zero,
    .multiply = multiply,
};

CHANNEL_RUN(formulas)

const struct channel_type channel_traub = {
    .name = "traub",
    .about = "sodium, potassium and a slow potassium current that adapts, of cells of the hippocampus and the cortex",
    .source = "Traub and Miles 1991; Yamada, Koch and Adams 1989",
    .gates = GATES,
    .currents = CURRENTS,
    .gate = {"m", "h", "n", "p"},
    .current = {"na", "k", "m"},
    .g = {0.05, 0.005, 7e-5},
    .e = {50, -90, -90},
    .q10 = 3,
    .celsius = 36,
    .speed = TRAUB_SPEED,
    .sum = sum_of,
    .run = run,
};
