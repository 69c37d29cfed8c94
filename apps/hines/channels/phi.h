/* phi(s) = (1 - e^-s) / s of the sums s of the rates of gates in a step, by polynomials for those of up to `most`,
 * which interpolate at Chebyshev's points: errors 2e-16 (6e-8 in float). Rates of some gates are faster than those of
 * others, so there are two for each length of steps. */
#pragma once
#include "apps/hines/channels/polynomial.h"

enum { PHI_SHORT, PHI_LONG, PHI_LENGTHS };
enum { PHI_SLOW, PHI_FAST, PHI_SPEEDS };

struct phi {
    double most;
    int degree;
    real c[12];
};

FORMULA_TABLE struct phi phis[PHI_LENGTHS][PHI_SPEEDS] = {
#ifdef BANDSTAND_FLOAT
    {{1 / 16.0, 3, {1, -0x1.fffffcp-2f, 0x1.554be0p-3f, -0x1.4f01f6p-5f}},
     {1 / 2.0, 5, {1, -0x1.0p-1f, 0x1.5554cap-3f, -0x1.55323cp-5f, 0x1.0df336p-7f, -0x1.3135fap-10f}}},
    {{1 / 8.0, 3, {1, -0x1.ffffdep-2f, 0x1.553010p-3f, -0x1.48d3f6p-5f}},
     {1.0, 6, {1, -0x1.0p-1f, 0x1.5555p-3f, -0x1.5545cap-5f, 0x1.100344p-7f, -0x1.5b4b08p-10f, 0x1.20330cp-13f}}},
#else
    {{1 / 16.0,
      6,
      {1, -0x1.ffffffffffff3p-2, 0x1.555555554e2b4p-3, -0x1.555555406d43ep-5, 0x1.1110fabe49677p-7,
       -0x1.6c012fd6acee8p-10, 0x1.9679999d67626p-13}},
     {1 / 2.0,
      9,
      {1, -0x1.ffffffffffffap-2, 0x1.5555555554733p-3, -0x1.55555554989efp-5, 0x1.111110d45e36bp-7,
       -0x1.6c16add4ee013p-10, 0x1.a01672479d1e3p-13, -0x1.9fb859153ee64p-16, 0x1.6bb900c2f2209p-19,
       -0x1.e3047c9a4cc67p-23}}},
    {{1 / 8.0,
      7,
      {1, -0x1.ffffffffffffdp-2, 0x1.5555555554463p-3, -0x1.5555555336bcep-5, 0x1.11110f79967dfp-7,
       -0x1.6c159db21830bp-10, 0x1.9fae97fdec8c3p-13, -0x1.8c66d121988fap-16}},
     {1.0,
      11,
      {1, -0x1.fffffffffffffp-2, 0x1.5555555555390p-3, -0x1.55555555439c8p-5, 0x1.1111110cbc0a0p-7,
       -0x1.6c16c055975edp-10, 0x1.a019d8be752e2p-13, -0x1.a0164117de6c2p-16, 0x1.71a55abd09f7dp-19,
       -0x1.25b6d2ada09dcp-22, 0x1.9366e376387b6p-26, -0x1.79bebcb01bcbfp-30}}},
#endif
};

/* phi of s up to phis[length][speed].most. */
INLINE void phi_near(int count, vec *out, const vec *s, int length, int speed)
{
    polynomial(count, out, s, phis[length][speed].c, phis[length][speed].degree);
}

/* phi for s up to 2^doublings times as large, by phi(2 x) = phi(x) - x phi(x)^2 / 2, which doubles no error. */
INLINE void phi_doubled(int count, vec *out, const vec *s, int doublings, int speed)
{
    vec x[TOGETHER];
    const vec part = vec_all(1 / (real)(1 << doublings));
    for (int i = 0; i < count; i++) x[i] = s[i] * part;
    phi_near(count, out, x, PHI_LONG, speed);
    for (int i = 0; i < count; i++) x[i] = x[i] * RC(0.5);
    for (int d = 0; d < doublings; d++)
        for (int i = 0; i < count; i++) {
            const vec change = x[i] * out[i];
            out[i] = out[i] - change * out[i];
            x[i] = x[i] + x[i];
        }
}

/* phi for any s. */
INLINE vec phi_far(vec s)
{
    const vec exponent = vec_choose((vec_bits)(s < vec_all(EXP_MOST)), -s, vec_all(-EXP_MOST));
    const vec_bits small = (vec_bits)(s < vec_all((real)phis[PHI_LONG][PHI_SLOW].most));
    vec near;
    phi_near(1, &near, &s, PHI_LONG, PHI_SLOW);
    return vec_choose(small, near, (1 - vec_exp_within(exponent)) / s);
}
