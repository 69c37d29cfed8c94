/* DCT4 and DST4 of an odd number of values as one complex transform: tables for the steps. The derivation is that of
 * solvers/transform/odd_fourth.h. */
#include "solvers/transform/lanes/steps.h"
#include "solvers/transform/odd_fourth.h"

void steps_fill_odd(struct steps *s, enum transform_type type)
{
    for (int64_t t = 0; t < s->n; t++) {
        const struct odd_fourth_value v = odd_fourth_argument(s->n, t, type == DST4);
        s->row[t] = v.j, s->sign[t] = (real)v.sign;
    }
}

struct spectrum_pair steps_pair_odd(const struct steps *s, enum transform_type type, int64_t frequency)
{
    const int64_t n = s->n, u = odd_fourth_eighth(n, frequency);
    const struct twiddle eighth = transform_twiddle(n % 8, 8);
    const struct odd_fourth_value a = odd_fourth_result(n, u, type == DST4),
                                  b = odd_fourth_result(n, (n - u) % n, type == DST4);
    const real c = (real)eighth.cos,
               sine = (real)eighth.sin; /* the type's factor of 2, and half of the sums that a split takes */
    return (struct spectrum_pair){
        .position = {{steps_position(s, frequency), steps_position(s, (n - frequency) % n)}, {a.j, b.j}},
        .m = {{(real)a.sign * c, (real)a.sign * sine}, {(real)b.sign * c, -(real)b.sign * sine}},
    };
}
