/* Discrete Fourier transforms of 2 to 13 complex vectors in registers, e^{-2 pi i jk/R}, natural order in and out. */
#pragma once
#include "solvers/batch/simd.h"

#define UNROLLED _Pragma("GCC unroll 16")
enum { RADIX_MAX = 13 };

/* Cosines and sines of 2 pi k / R, k = 1 ... (R-1)/2, for odd R. */
struct circle {
    real cos[RADIX_MAX / 2], sin[RADIX_MAX / 2];
};

INLINE struct circle circle_of(const int radix)
{
    switch (radix) {
    case 3: return (struct circle){{RC(-0.5)}, {RC(0.8660254037844386467637)}};
    case 5:
        return (struct circle){{RC(0.3090169943749474241023), RC(-0.8090169943749474241023)},
                               {RC(0.9510565162951535721164), RC(0.5877852522924731291687)}};
    case 7:
        return (struct circle){
            {RC(0.623489801858733530525), RC(-0.2225209339563144042889), RC(-0.9009688679024191262361)},
            {RC(0.7818314824680298087084), RC(0.9749279121818236070181), RC(0.4338837391175581204758)}};
    case 11:
        return (struct circle){
            {RC(0.8412535328311811688618), RC(0.4154150130018864255293), RC(-0.1423148382732851404438),
             RC(-0.6548607339452850640569), RC(-0.9594929736144973898904)},
            {RC(0.5406408174555975821076), RC(0.9096319953545183714117), RC(0.9898214418809327323761),
             RC(0.755749574354258283774), RC(0.2817325568414296977114)}};
    default:
        return (struct circle){
            {RC(0.8854560256532098959004), RC(0.5680647467311558025118), RC(0.1205366802553230533491),
             RC(-0.3546048870425356259696), RC(-0.7485107481711010986346), RC(-0.970941817426052027157)},
            {RC(0.464723172043768545656), RC(0.8229838658936563945796), RC(0.9927088740980539928008),
             RC(0.9350162426854148234398), RC(0.6631226582407952023768), RC(0.2393156642875577671488)}};
    }
}

/* Pairs x_j, x_{R-j} by their sums and differences: (R-1)^2 multiplications. */
INLINE void butterfly_odd(vec *restrict re, vec *restrict im, const int radix)
{
    const int half = radix / 2;
    const struct circle c = circle_of(radix);
    vec sum_re[RADIX_MAX / 2], sum_im[RADIX_MAX / 2], diff_re[RADIX_MAX / 2], diff_im[RADIX_MAX / 2];
    const vec first_re = re[0], first_im = im[0];
    UNROLLED for (int j = 0; j < half; j++)
    {
        sum_re[j] = re[j + 1] + re[radix - 1 - j], diff_re[j] = re[j + 1] - re[radix - 1 - j];
        sum_im[j] = im[j + 1] + im[radix - 1 - j], diff_im[j] = im[j + 1] - im[radix - 1 - j];
        re[0] += sum_re[j], im[0] += sum_im[j];
    }
    UNROLLED for (int k = 1; k <= half; k++)
    {
        vec even_re = first_re, even_im = first_im, odd_re = {0}, odd_im = {0};
        UNROLLED for (int j = 1; j <= half; j++)
        {
            const int power = j * k % radix, at = power > half ? radix - power : power;
            const real cosine = c.cos[at - 1], sine = power > half ? -c.sin[at - 1] : c.sin[at - 1];
            even_re += cosine * sum_re[j - 1], even_im += cosine * sum_im[j - 1];
            odd_re += sine * diff_re[j - 1], odd_im += sine * diff_im[j - 1];
        }
        re[k] = even_re + odd_im, im[k] = even_im - odd_re;
        re[radix - k] = even_re - odd_im, im[radix - k] = even_im + odd_re;
    }
}

INLINE void butterfly_2(vec *re, vec *im)
{
    const vec a = re[0] - re[1], b = im[0] - im[1];
    re[0] += re[1], im[0] += im[1];
    re[1] = a, im[1] = b;
}

INLINE void butterfly_4(vec *re, vec *im)
{
    const vec a = re[0] + re[2], b = im[0] + im[2], c = re[0] - re[2], d = im[0] - im[2];
    const vec e = re[1] + re[3], f = im[1] + im[3], g = re[1] - re[3], h = im[1] - im[3];
    re[0] = a + e, im[0] = b + f;
    re[1] = c + h, im[1] = d - g;
    re[2] = a - e, im[2] = b - f;
    re[3] = c - h, im[3] = d + g;
}

/* Even and odd outputs by radix 4, the odd ones after rotations by 1/8, 1/4 and 3/8. */
INLINE void butterfly_8(vec *re, vec *im)
{
    const real h = RC(0.7071067811865475244008);
    vec even_re[4], even_im[4], odd_re[4], odd_im[4];
    UNROLLED for (int j = 0; j < 4; j++)
    {
        even_re[j] = re[j] + re[j + 4], odd_re[j] = re[j] - re[j + 4];
        even_im[j] = im[j] + im[j + 4], odd_im[j] = im[j] - im[j + 4];
    }
    const vec re1 = odd_re[1], re2 = odd_re[2], re3 = odd_re[3];
    odd_re[1] = h * (re1 + odd_im[1]), odd_im[1] = h * (odd_im[1] - re1);
    odd_re[2] = odd_im[2], odd_im[2] = -re2;
    odd_re[3] = h * (odd_im[3] - re3), odd_im[3] = -h * (odd_im[3] + re3);
    butterfly_4(even_re, even_im);
    butterfly_4(odd_re, odd_im);
    UNROLLED for (int j = 0; j < 4; j++)
    {
        re[2 * j] = even_re[j], im[2 * j] = even_im[j];
        re[2 * j + 1] = odd_re[j], im[2 * j + 1] = odd_im[j];
    }
}

INLINE void butterfly(vec *re, vec *im, const int radix)
{
    if (radix == 2) butterfly_2(re, im);
    else if (radix == 4) butterfly_4(re, im);
    else if (radix == 8) butterfly_8(re, im);
    else butterfly_odd(re, im, radix);
}
