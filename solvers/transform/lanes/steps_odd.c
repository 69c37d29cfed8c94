/* Transforms of type 4 of an odd number n of values as one complex transform of n.
 *
 * y_k = 2 sum x_j cos(2 pi m p / 8n) with m = 2j + 1 and p = 2k + 1. As a function of odd m modulo 8n, the cosine for
 * odd p is even, and changes its sign from m to m + 4n. Of m, -m, m + 4n and 4n - m exactly one is n modulo 8, and the
 * same holds for p. With m = n + 8t and p = n + 8u
 *
 *     m p / 8n = n/8 + t + u + 8 t u / n
 *
 * so y is, but for signs and order, the transform of n values at frequency 8u, turned by n/8. */
#include "solvers/transform/lanes/steps.h"

struct folded {
    int64_t j;
    int sign;
};

/* The value x_j, or -x_j, that an odd index m stands for. */
static struct folded fold(int64_t m, int64_t n)
{
    m %= 8 * n;
    if (m > 4 * n) m = 8 * n - m;
    return m < 2 * n ? (struct folded){(m - 1) / 2, 1} : (struct folded){(4 * n - m - 1) / 2, -1};
}

/* Sines are cosines of the line in reverse, with signs that alternate. */
static struct folded row_of(int64_t m, int64_t n, bool sines, bool out)
{
    struct folded f = fold(m, n);
    if (sines && out && f.j % 2) f.sign = -f.sign;
    if (sines && !out) f.j = n - 1 - f.j;
    return f;
}

void steps_fill_odd(struct steps *s, enum transform_type type)
{
    const int64_t n = s->n;
    const bool sines = type == DST4;
    for (int64_t t = 0; t < n; t++) {
        const struct folded f = row_of(n + 8 * t, n, sines, false);
        s->row[t] = f.j, s->sign[t] = (real)f.sign;
    }
}

/* Frequency 8u; half of an odd number modulo n is that of itself plus n. */
struct spectrum_pair steps_pair_odd(const struct steps *s, enum transform_type type, int64_t frequency)
{
    const int64_t n = s->n;
    const bool sines = type == DST4;
    const struct unit_turn eighth = transform_turn(n % 8, 8);
    int64_t u = frequency;
    for (int i = 0; i < 3; i++) u = (u % 2 ? u + n : u) / 2;
    const struct folded a = row_of(n + 8 * u, n, sines, true), b = row_of(n + 8 * ((n - u) % n), n, sines, true);
    const real c = (real)eighth.cos, sine = (real)eighth.sin; /* twice, and halved: see SPLIT */
    return (struct spectrum_pair){
        .at = {{steps_position(s, frequency), steps_position(s, (n - frequency) % n)}, {a.j, b.j}},
        .m = {{(real)a.sign * c, (real)a.sign * sine}, {(real)b.sign * c, -(real)b.sign * sine}},
    };
}
