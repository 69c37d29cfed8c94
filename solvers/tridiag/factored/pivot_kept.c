/* Elimination of parts that is kept, and the weights of their right sides. */
#include "solvers/tridiag/factored/pivot_kept.h"

#include "solvers/tridiag/partition/pivot_three.h"

INLINE unsigned char bits_of(vec_bits mask)
{
    unsigned char bits = 0;
    for (int q = 0; q < LANES; q++) bits |= (unsigned char)(mask[q] ? 1u << q : 0);
    return bits;
}

/* The weights with which d of each row enters the equation that is left over of a (or b): the elimination is run
 * backwards, from that equation to the rows. */
static void weigh(const struct pivot_kept *k, bool of_a, real *weights)
{
    vec a = vec_all(of_a ? 1 : 0), b = vec_all(of_a ? 0 : 1), rows[ROWS];
    for (int64_t i = PART - ROWS; i >= 0; i -= ROWS) {
        for (int64_t r = ROWS - 1; r >= (i > 0 ? 0 : 2); r--) {
            vec next = -(k->by_a[i + r] * a + k->by_b[i + r] * b);
            vec_swap(pivot_kept_mask(k->from_b[i + r]), &b, &next);
            vec_swap(pivot_kept_mask(k->from_a[i + r]), &a, &next);
            rows[r] = next;
        }
        if (i == 0) rows[0] = a, rows[1] = b;
        rows_store(weights + i, PART, rows);
    }
}

INLINE void keep(struct pivot_kept *k, int64_t i, const struct three_step *step, const struct three_row *pivot)
{
    k->w[i] = step->w, k->u[i] = pivot->q * step->w, k->v[i] = pivot->r * step->w;
    k->by_a[i] = step->by_a, k->by_b[i] = step->by_b;
    k->from_a[i] = bits_of(step->from_a), k->from_b[i] = bits_of(step->from_b);
    for (int q = 0; q < LANES; q++) k->kind |= pivot->r[q] != 0 ? PIVOT_KEPT_V : 0;
    k->kind |= k->from_a[i] ? PIVOT_KEPT_A : 0;
}

static void keep_ends(struct pivot_kept *k, const struct part_rows *m, bool first)
{
    const int r = first ? 0 : ROWS - 1;
    vec *const row = first ? k->first : k->last;
    row[0] = m->a[r], row[1] = m->b[r], row[2] = m->c[r];
    if (first) k->second = m->a[1];
}

bool pivot_kept_factor(const struct parts *parts, struct pivot_kept *kept, struct part_equations *out)
{
    vec_bits strange = {0};
    struct part_rows m;
    part_rows_load(parts, 0, &m);
    struct three_rest k = three_first(&m);
    kept->kind = 0;
    keep_ends(kept, &m, true);
    for (int64_t i = 0; i < PART; i += ROWS) {
        if (i > 0) part_rows_load(parts, i, &m);
        for (int r = i > 0 ? 0 : 2; r < ROWS; r++) {
            struct three_row next = three_row_of(&m, r);
            const struct three_step step = three_eliminate(&k, &next, true, &strange);
            keep(kept, i + r, &step, &next);
        }
    }
    keep_ends(kept, &m, false);
    *out = three_equations(&k);
    weigh(kept, true, kept->upper);
    weigh(kept, false, kept->lower);
    return !vec_any(strange);
}
