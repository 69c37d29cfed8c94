/* The recurrence of leading minors through the chunks of a group. Each of its variants is compiled once, so that all
 * passes over the rows find the same bits. */
#include "solvers/tridiag/scan/lane_minors.h"

#include "solvers/tridiag/pivoting/diagonal_pivot.h"

#ifdef BANDSTAND_FLOAT
#define FAR RC(0x1p24)
#else
#define FAR RC(0x1p200)
#endif

/* The coefficients of row i and of what it looks at. */
struct around {
    vec b, ac, down /* a_{i+1} c_i */, sigma;
};

INLINE struct around around(const struct lane_rows *r, int64_t i)
{
    const vec *const c = r->c + 1;
    const vec next = vec_max(vec_magnitude(r->a[i + 1]), vec_magnitude(r->b[i + 1]));
    const vec both = vec_max(vec_magnitude(c[i]), vec_magnitude(c[i + 1]));
    return (struct around){r->b[i], r->a[i] * c[i - 1], r->a[i + 1] * c[i],
                           vec_max(vec_max(next, both), vec_magnitude(r->a[i + 2]))};
}

INLINE struct lane_minors next(struct lane_minors m, vec b, vec ac)
{
    const vec own = b * m.last, other = ac * m.before;
    return (struct lane_minors){own - other, m.last};
}

INLINE vec_bits single(struct lane_minors m, const struct around *k)
{
    return vec_not_above(DIAGONAL_PIVOT_KAPPA * vec_magnitude(k->down * m.before), vec_magnitude(m.last) * k->sigma);
}

/* By which minors are multiplied; `size` is that of the largest of them. */
INLINE vec unit(enum normalisation how, vec last, vec size, vec_bits single)
{
    const vec one = vec_all(1), magnitude = vec_magnitude(last);
    if (how == BY_POWER_OF_TWO) return vec_inverse_power(size);
    if (how == BY_FAR_PIVOT) single &= vec_above(magnitude, FAR * one) | vec_above(one / FAR, magnitude);
    return vec_pick(single, one / last, one);
}

INLINE vec size_of(struct lane_minors m)
{
    return vec_max(vec_magnitude(m.last), vec_magnitude(m.before));
}

INLINE struct lane_minors times(struct lane_minors m, vec unit)
{
    return (struct lane_minors){m.last * unit, m.before * unit};
}

INLINE void product(const struct lane_rows *r, enum normalisation how, bool pivoting, struct lane_minors out[2])
{
    struct lane_minors x = {vec_all(1), vec_all(0)}, y = {vec_all(0), vec_all(1)};
    for (int64_t i = 0; i < r->rows; i++) {
        const struct around k = around(r, i);
        x = next(x, k.b, k.ac), y = next(y, k.b, k.ac);
        const vec_bits own = pivoting ? single(x, &k) : ~(vec_bits){0};
        const vec f = unit(how, x.last, vec_max(size_of(x), size_of(y)), own);
        x = times(x, f), y = times(y, f);
    }
    out[0] = x, out[1] = y;
}

INLINE struct lane_minors pivots(const struct lane_rows *r, enum normalisation how, bool pivoting, struct lane_minors m,
                                 struct lane_minors behind, struct lane_pivots *out)
{
    for (int64_t i = 0; i < r->rows; i++) {
        const struct around k = around(r, i);
        const vec before = m.before;
        m = next(m, k.b, k.ac);
        const vec inverse = 1 / m.last;
        out->near[i] = m.before * inverse;
        if (pivoting) out->far[i] = before * inverse;
        out->single[i] = pivoting ? single(m, &k) : ~(vec_bits){0};
        m = times(m, unit(how, m.last, size_of(m), out->single[i]));
    }
    if (pivoting) {
        const vec ac = r->a[r->rows] * r->c[r->rows];
        out->far[r->rows] = behind.before / next(behind, r->b[r->rows], ac).last;
    }
    return m;
}

/* Compiled for each constant. */
INLINE void product_by(const struct lane_rows *r, enum normalisation how, bool pivoting, struct lane_minors out[2])
{
    if (pivoting) product(r, how, true, out);
    else product(r, how, false, out);
}

void lane_minors_product(const struct lane_rows *r, enum normalisation how, bool pivoting, struct lane_minors out[2])
{
    if (how == BY_PIVOT) product_by(r, BY_PIVOT, pivoting, out);
    else if (how == BY_FAR_PIVOT) product_by(r, BY_FAR_PIVOT, pivoting, out);
    else product_by(r, BY_POWER_OF_TWO, pivoting, out);
}

INLINE struct lane_minors pivots_by(const struct lane_rows *r, enum normalisation how, bool pivoting,
                                    struct lane_minors before, struct lane_minors behind, struct lane_pivots *out)
{
    return pivoting ? pivots(r, how, true, before, behind, out) : pivots(r, how, false, before, behind, out);
}

struct lane_minors lane_minors_pivots(const struct lane_rows *r, enum normalisation how, bool pivoting,
                                      struct lane_minors before, struct lane_minors behind, struct lane_pivots *out)
{
    if (how == BY_PIVOT) return pivots_by(r, BY_PIVOT, pivoting, before, behind, out);
    if (how == BY_FAR_PIVOT) return pivots_by(r, BY_FAR_PIVOT, pivoting, before, behind, out);
    return pivots_by(r, BY_POWER_OF_TWO, pivoting, before, behind, out);
}
