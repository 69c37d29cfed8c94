/* Compares pivots of elimination in order with their rows. */
#include "solvers/batch/growth.h"

struct growth_row growth_row_of(struct line l, int64_t i, bool cyclic)
{
    const int64_t before = i > 0 ? i - 1 : l.n - 1, behind = i < l.n - 1 ? i + 1 : 0;
    struct growth_row r = {0, 0};
    growth_row_add(&r, l.b[i * l.stride] + l.shift, (double)l.x[i * l.x_stride]);
    if (i > 0 || cyclic) growth_row_add(&r, l.a[i * l.stride], (double)l.x[before * l.x_stride]);
    if (i < l.n - 1 || cyclic) growth_row_add(&r, l.c[i * l.stride], (double)l.x[behind * l.x_stride]);
    return r;
}

/* The unknowns at the ends of A' q = (-a_0, 0, ..., 0, -c_{n-2}), as in cyclic/cyclic.h, row by row: q_i = e_i - h_i
 * q_{i+1}, and q_0 = first + g q_{i+1}. */
struct border {
    real e, g, first;
};

static void border_next(struct border *k, struct line l, int64_t i, real pivot, real h)
{
    const real right = i == l.n - 2 ? -l.c[i * l.stride] : 0;
    k->e = i > 0 ? (right - l.a[i * l.stride] * k->e) / pivot : (right - l.a[0]) / pivot;
    k->first += k->g * k->e;
    k->g *= -h;
}

bool growth_harms(struct line l, int64_t rows, bool cyclic)
{
    struct border border = {0, 1, 0};
    real c = 0;
    for (int64_t i = 0; i < rows; i++) {
        const real b = l.b[i * l.stride] + l.shift, pivot = i ? b - c * l.a[i * l.stride] : b;
        if (growth_exceeds((double)pivot, (double)l.x[i * l.x_stride], growth_row_of(l, i, cyclic))) return true;
        if (i < l.n - 1) c = l.c[i * l.stride] / pivot;
        if (!cyclic) continue;
        border_next(&border, l, i, pivot, i < l.n - 2 ? c : 0);
        if (growth_exceeds((double)(border.e * pivot), (double)l.x[(l.n - 1) * l.x_stride], growth_row_of(l, i, true)))
            return true;
    }
    if (!cyclic || l.n < 2) return false;
    const int64_t last = l.n - 1;
    const struct growth_row r = growth_row_of(l, last, true);
    const double x = (double)l.x[last * l.x_stride];
    return growth_exceeds((double)(l.c[last * l.stride] * border.first), x, r) ||
           growth_exceeds((double)(l.a[last * l.stride] * border.e), x, r);
}
