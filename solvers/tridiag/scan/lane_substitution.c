/* Affine maps of rows, one after the other. Values of rows to which a formula does not apply may be infinite: they are
 * left out, not multiplied by 0. */
#include "solvers/tridiag/scan/lane_substitution.h"

struct affine {
    vec factor, term;
};

INLINE struct affine down_row(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting, vec_bits leads,
                              int64_t i)
{
    const vec one = vec_all(1);
    if (!pivoting) return (struct affine){-r->a[i] * p->near[i], r->d[i] * p->near[i]};
    const vec_bits begins = leads & ~p->single[i];
    const vec right = vec_pick(begins, one, p->near[i]);
    return (struct affine){-r->a[i] * vec_pick(leads, right, p->far[i]), r->d[i] * right};
}

INLINE vec_bits next_leads(const struct lane_pivots *p, vec_bits leads, int64_t i)
{
    return ~leads | p->single[i];
}

INLINE struct lane_down_map down_map(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting,
                                     vec_bits leads)
{
    vec factor = vec_all(1), term = vec_all(0);
    for (int64_t i = 0; i < r->rows; i++) {
        const struct affine m = down_row(r, p, pivoting, leads, i);
        factor = m.factor * factor, term = m.factor * term + m.term;
        if (pivoting) leads = next_leads(p, leads, i);
    }
    return (struct lane_down_map){factor, term, leads};
}

struct lane_down_map lane_down_map(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting,
                                   vec_bits leads)
{
    return pivoting ? down_map(r, p, true, leads) : down_map(r, p, false, ~(vec_bits){0});
}

INLINE vec down(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting, vec_bits leads, vec s,
                struct lane_down *out)
{
    for (int64_t i = 0; i < r->rows; i++) {
        const struct affine m = down_row(r, p, pivoting, leads, i);
        out->s[i] = s = m.factor * s + m.term;
        out->leads[i] = leads;
        if (pivoting) leads = next_leads(p, leads, i);
    }
    return s;
}

vec lane_down(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting, vec_bits leads, vec s,
              struct lane_down *out)
{
    return pivoting ? down(r, p, true, leads, s, out) : down(r, p, false, ~(vec_bits){0}, s, out);
}

INLINE struct affine up_row(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting,
                            const struct lane_down *down, int64_t i)
{
    const vec *const c = r->c + 1;
    const struct affine own = {-c[i] * p->near[i], down->s[i]};
    if (!pivoting) return own;
    const vec_bits begins = down->leads[i] & ~p->single[i];
    const vec far = p->far[i + 1], first = (r->b[i + 1] * down->s[i] - c[i] * r->d[i + 1]) * far;
    return (struct affine){vec_pick(begins, c[i] * far * c[i + 1], own.factor), vec_pick(begins, first, own.term)};
}

INLINE struct lane_up_map up_map(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting,
                                 const struct lane_down *down)
{
    vec factor = vec_all(1), term = vec_all(0);
    for (int64_t i = r->rows - 1; i >= 0; i--) {
        const struct affine m = up_row(r, p, pivoting, down, i);
        const vec f = m.factor * factor, t = m.factor * term + m.term;
        factor = pivoting ? vec_pick(down->leads[i], f, factor) : f;
        term = pivoting ? vec_pick(down->leads[i], t, term) : t;
    }
    return (struct lane_up_map){factor, term};
}

struct lane_up_map lane_up_map(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting,
                               const struct lane_down *down)
{
    return pivoting ? up_map(r, p, true, down) : up_map(r, p, false, down);
}

INLINE vec up(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting, const struct lane_down *down,
              vec behind, vec *x)
{
    for (int64_t i = r->rows - 1; i >= 0; i--) {
        const struct affine m = up_row(r, p, pivoting, down, i);
        x[i] = m.factor * behind + m.term;
        behind = pivoting ? vec_pick(down->leads[i], x[i], behind) : x[i];
    }
    return behind;
}

vec lane_up(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting, const struct lane_down *down,
            vec behind, vec *x)
{
    return pivoting ? up(r, p, true, down, behind, x) : up(r, p, false, down, behind, x);
}
