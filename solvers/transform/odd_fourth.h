/* DCT4 and DST4 of an odd number n of values as one complex transform of n: which values it takes and makes.
 *
 * y_k = 2 sum x_j cos(2 pi m p / 8n) with m = 2j + 1 and p = 2k + 1. As a function of odd m modulo 8n, the cosine for
 * odd p is even, and changes its sign from m to m + 4n. Of m, -m, m + 4n and 4n - m exactly one is n modulo 8, and the
 * same holds for p. With m = n + 8t and p = n + 8u
 *
 *     m p / 8n = n/8 + t + u + 8 t u / n
 *
 * so y is, but for signs and order, the transform of n values at frequency 8u, rotated by n/8. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* The value x_j, or -x_j. */
struct odd_fourth_value {
    int64_t j;
    int sign;
};

/* The value that an odd index m > 0 stands for. */
static inline struct odd_fourth_value odd_fourth_fold(int64_t m, int64_t n)
{
    m %= 8 * n;
    if (m > 4 * n) m = 8 * n - m;
    return m < 2 * n ? (struct odd_fourth_value){(m - 1) / 2, 1} : (struct odd_fourth_value){(4 * n - m - 1) / 2, -1};
}

/* The value of the line that is value t of the complex transform's argument. Sines are cosines of the line in reverse,
 * with signs of the result that alternate. */
static inline struct odd_fourth_value odd_fourth_argument(int64_t n, int64_t t, bool sines)
{
    struct odd_fourth_value v = odd_fourth_fold(n + 8 * t, n);
    if (sines) v.j = n - 1 - v.j;
    return v;
}

/* The value of the result that frequency 8u stands for. */
static inline struct odd_fourth_value odd_fourth_result(int64_t n, int64_t u, bool sines)
{
    struct odd_fourth_value v = odd_fourth_fold(n + 8 * u, n);
    if (sines && v.j % 2) v.sign = -v.sign;
    return v;
}

/* The u of 0 ... n-1 for which 8u is f modulo n: half of an odd number modulo n is that of itself plus n. */
static inline int64_t odd_fourth_eighth(int64_t n, int64_t f)
{
    for (int i = 0; i < 3; i++) f = (f % 2 ? f + n : f) / 2;
    return f;
}
