/* The rows of a thread in the three recurrences, as lane_minors.h and lane_substitution.h have them for lanes of
 * vectors: the map of all rows, the state that leaves them, and what they keep for the later recurrences. */
#pragma once
#include "solvers/tridiag/scan/scan_maps.cuh"

enum normalisation { BY_PIVOT, BY_FAR_PIVOT, BY_POWER_OF_TWO, NORMALISATIONS };

#ifdef BANDSTAND_FLOAT
#define FAR RC(0x1p24)
#else
#define FAR RC(0x1p200)
#endif

/* Kept for each row: theta_{i-1} / theta_i and theta_{i-2} / theta_i, the latter of the next row, too; and, bit by
 * bit, whether it can have a pivot of its own, and whether it leads. s is in the tile, where x will be. */
struct kept_rows {
    real near[SCAN_ROWS], far[SCAN_ROWS + 1];
    unsigned single, leads;
};

__device__ __forceinline__ bool bit(unsigned bits, int r)
{
    return bits >> r & 1;
}

template <int HOW, bool PIVOTING> struct rows_of {
    const struct scan_tile &t;

    /* Can row r have a pivot of its own? */
    __device__ __forceinline__ bool is_single(const struct minors &m, int r) const
    {
        if (!PIVOTING) return true;
        const real next = max(fabs(t.a(r + 1)), fabs(t.b(r + 1))), both = max(fabs(t.c(r)), fabs(t.c(r + 1)));
        const real sigma = max(max(next, both), fabs(t.a(r + 2)));
        return !(DIAGONAL_PIVOT_KAPPA * fabs(t.a(r + 1) * t.c(r) * m.before) > fabs(m.last) * sigma);
    }

    __device__ __forceinline__ struct minors next(const struct minors &m, int r) const
    {
        const real own = t.b(r) * m.last, other = t.a(r) * t.c(r - 1) * m.before;
        return {own - other, m.last};
    }

    /* By which minors are multiplied; `size` is that of the largest of them. */
    __device__ __forceinline__ real unit(real last, real size, bool single) const
    {
        if (HOW == BY_POWER_OF_TWO) return diagonal_pivot_scale(size);
        const bool is = single && (HOW == BY_PIVOT || fabs(last) > FAR || fabs(last) < 1 / FAR);
        return is ? 1 / last : RC(1.0);
    }

    __device__ __forceinline__ struct minors_map minors_product() const
    {
        struct minors_map m = minors_scan::none();
#pragma unroll
        for (int r = 0; r < SCAN_ROWS; r++) {
            m = {next(m.x, r), next(m.y, r)};
            const real size = max(most(m.x), most(m.y));
            const real f = unit(m.x.last, size, HOW == BY_POWER_OF_TWO || is_single(m.x, r));
            m = {times(f, m.x), times(f, m.y)};
        }
        return scaled(m);
    }

    __device__ __forceinline__ struct minors minors_exit(struct minors m) const
    {
#pragma unroll
        for (int r = 0; r < SCAN_ROWS; r++) {
            m = next(m, r);
            m = times(unit(m.last, most(m), HOW == BY_POWER_OF_TWO || is_single(m, r)), m);
        }
        return m;
    }

    /* `behind`: the state that the next row begins with. */
    __device__ __forceinline__ void minors_keep(struct minors m, const struct minors &behind,
                                                struct kept_rows &to) const
    {
        to.single = 0;
#pragma unroll
        for (int r = 0; r < SCAN_ROWS; r++) {
            const real before = m.before;
            m = next(m, r);
            const real inverse = 1 / m.last;
            const bool single = is_single(m, r);
            to.near[r] = m.before * inverse, to.far[r] = before * inverse;
            to.single |= (unsigned)single << r;
            m = times(unit(m.last, most(m), single), m);
        }
        to.far[SCAN_ROWS] = behind.before / next(behind, SCAN_ROWS).last;
    }

    /* Only the ratio of two minors counts. Its error comes to be one of the diagonal: of the first row, or, where the
     * row in front begins a pivot of two rows, of that row. */
    __device__ __forceinline__ bool minors_agree(const struct minors &a, const struct minors &b) const
    {
        const real ac = fabs(t.a(0) * t.c(-1)), left = a.last * b.before, right = a.before * b.last;
        const bool begins = PIVOTING && fabs(b.last) < DIAGONAL_PIVOT_KAPPA * ac * fabs(b.before);
        if (left == right) return true;
        if (begins) return fabs(left - right) <= 2 * REAL_EPS * fabs(a.before * b.before);
        return ac * fabs(left - right) <= 2 * REAL_EPS * fabs(a.last * b.last);
    }

    /* s = factor * that of the row in front + term. */
    __device__ __forceinline__ struct unknown_map down_row(const struct kept_rows &k, bool leads, int r) const
    {
        if (!PIVOTING) return {-t.a(r) * k.near[r], t.d(r) * k.near[r]};
        const real own = leads && !bit(k.single, r) ? RC(1.0) : k.near[r];
        return {-t.a(r) * (leads ? own : k.far[r]), t.d(r) * own};
    }

    __device__ __forceinline__ bool next_leads(const struct kept_rows &k, bool leads, int r) const
    {
        return !PIVOTING || !leads || bit(k.single, r);
    }

    __device__ __forceinline__ struct right_map right_product(const struct kept_rows &k) const
    {
        struct right_map m;
#pragma unroll
        for (int first = 0; first < 2; first++) {
            struct unknown_map all = unknown_scan::none();
            bool leads = first;
            if (!PIVOTING && first == 0) leads = true;
#pragma unroll
            for (int r = 0; r < SCAN_ROWS; r++) {
                all = follow(all, down_row(k, leads, r));
                leads = next_leads(k, leads, r);
            }
            m.factor[first] = all.factor, m.term[first] = all.term, m.leads[first] = leads;
        }
        return m;
    }

    __device__ __forceinline__ struct right right_exit(const struct kept_rows &k, struct right v) const
    {
#pragma unroll
        for (int r = 0; r < SCAN_ROWS; r++)
            v = {apply(down_row(k, v.leads, r), unknown{v.s}).x, next_leads(k, v.leads, r)};
        return v;
    }

    __device__ __forceinline__ void right_keep(struct kept_rows &k, struct right v) const
    {
        k.leads = 0;
#pragma unroll
        for (int r = 0; r < SCAN_ROWS; r++) {
            k.leads |= (unsigned)(v.leads != 0) << r;
            t.x(r) = apply(down_row(k, v.leads, r), unknown{v.s}).x;
            v = {t.x(r), next_leads(k, v.leads, r)};
        }
    }

    /* x of a row from X after its pivot. */
    __device__ __forceinline__ struct unknown_map up_row(const struct kept_rows &k, int r) const
    {
        if (!PIVOTING || !bit(k.leads, r) || bit(k.single, r)) return {-t.c(r) * k.near[r], t.x(r)};
        const real far = k.far[r + 1];
        return {t.c(r) * far * t.c(r + 1), (t.b(r + 1) * t.x(r) - t.c(r) * t.d(r + 1)) * far};
    }

    __device__ __forceinline__ struct unknown_map unknown_product(const struct kept_rows &k) const
    {
        struct unknown_map all = unknown_scan::none();
#pragma unroll
        for (int r = SCAN_ROWS - 1; r >= 0; r--)
            if (!PIVOTING || bit(k.leads, r)) all = follow(all, up_row(k, r));
        return all;
    }

    /* x of all rows into the tile, too, if it is `last`. */
    __device__ __forceinline__ struct unknown unknown_exit(const struct kept_rows &k, struct unknown v, bool last) const
    {
#pragma unroll
        for (int r = SCAN_ROWS - 1; r >= 0; r--) {
            const struct unknown here = apply(up_row(k, r), v);
            if (last) t.x(r) = here.x;
            if (!PIVOTING || bit(k.leads, r)) v = here;
        }
        return v;
    }
};

__device__ __forceinline__ bool agree(real a, real b)
{
    return fabs(a - b) <= 2 * REAL_EPS * fabs(b);
}
