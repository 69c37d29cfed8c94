/* Right sides of parts whose elimination was kept: sums with weights, and substitution for several right sides
 * together, whose chains of dependences then overlap. */
#include "solvers/tridiag/factored/pivot_kept.h"
#include "solvers/tridiag/partition/pivot_three.h"

INLINE real sum_of(vec v)
{
    real sum = 0;
    for (int q = 0; q < LANES; q++) sum += v[q];
    return sum;
}

/* Lines of the group that follows which are asked for in one of as many steps as a group has lines in an array: memory
 * is busy throughout, and no processor follows runs of 1 KB by itself. */
enum { TURNS = PARTS_ROWS / LINE };

INLINE void ask(const void *array, int64_t turn)
{
    prefetch((const real *)array + turn * LINE);
}

/* Sums of SUMS parts at a time, so that no addition waits for the one before. */
void pivot_kept_reduce(const struct pivot_kept *kept, bool first, const real *x, real *upper, real *lower)
{
    enum { SUMS = LANES < 4 ? LANES : 4, EACH = TURNS * LANES / (LANES / SUMS * PART) };
    int64_t turn = 0;
    for (int64_t q = 0; q < LANES; q += SUMS) {
        vec up[SUMS] = {{0}}, low[SUMS] = {{0}};
        for (int64_t i = 0; i < PART; i += LANES) {
            for (int k = 0; k < EACH; k++, turn++) {
                ask(x + PARTS_ROWS, turn);
                if (first) ask(kept[1].upper, turn), ask(kept[1].lower, turn);
            }
            for (int64_t s = 0; s < SUMS; s++) {
                const int64_t at = (q + s) * PART + i;
                const vec d = vec_load(x + at);
                up[s] += vec_load(kept->upper + at) * d, low[s] += vec_load(kept->lower + at) * d;
            }
        }
        for (int64_t s = 0; s < SUMS; s++) upper[q + s] = sum_of(up[s]), lower[q + s] = sum_of(low[s]);
    }
}

/* The right sides that go from row to row: of the rows left over, and of the first and the last row. */
struct carry {
    vec a, b, first, last;
};

/* Eliminates with row i, of the right side d; returns y. */
INLINE vec eliminate(const struct pivot_kept *k, int64_t i, int kind, struct carry *g, vec d)
{
    if (kind & PIVOT_KEPT_A) vec_swap(pivot_kept_mask(k->from_a[i]), &g->a, &d);
    vec_swap(pivot_kept_mask(k->from_b[i]), &g->b, &d);
    if (kind & PIVOT_KEPT_A) g->a -= k->by_a[i] * d;
    g->b -= k->by_b[i] * d;
    return d * k->w[i];
}

INLINE struct carry start(const struct pivot_kept *k, const struct part_ends *ends, const vec d[ROWS])
{
    const vec rest = d[0] - k->first[0] * ends->before;
    return (struct carry){rest - k->first[1] * ends->first, d[1] - k->second * ends->first, d[0], d[0]};
}

/* Asks for the next group in a step of ROWS rows, down or up. */
INLINE void ahead(const struct pivot_kept *k, int kind, const struct pivot_kept_side *side, int count, int64_t turn)
{
    enum { EACH = TURNS * ROWS / (2 * PART) };
    for (int64_t t = turn * EACH; t < (turn + 1) * EACH; t++) {
        for (int s = 0; s < count; s++) ask(side[s].x + PARTS_ROWS, t);
        if (!side->first) continue;
        ask(k[1].by_b, t), ask(k[1].w, t), ask(k[1].u, t);
        if (kind & PIVOT_KEPT_V) ask(k[1].v, t);
        if (kind & PIVOT_KEPT_A) ask(k[1].by_a, t);
    }
}

INLINE void down(const struct pivot_kept *k, int kind, const struct pivot_kept_side *side, int count, struct carry *g,
                 vec *y)
{
    for (int64_t i = 0; i < PART; i += ROWS) {
        ahead(k, kind, side, count, i / ROWS);
        vec d[PIVOT_KEPT_SIDES][ROWS];
        for (int s = 0; s < count; s++) rows_load(side[s].x + i, PART, d[s]);
        for (int s = 0; i == 0 && s < count; s++) g[s] = start(k, &side[s].ends, d[s]);
        for (int r = i > 0 ? 0 : 2; r < ROWS; r++)
            for (int s = 0; s < count; s++) y[(i + r) * count + s] = eliminate(k, i + r, kind, &g[s], d[s][r]);
        for (int s = 0; s < count; s++) g[s].last = d[s][ROWS - 1];
    }
}

/* As parts_up, by factors that are apart from y. */
INLINE void up(const struct pivot_kept *k, int kind, const struct pivot_kept_side *side, int count, struct inner *found,
               const vec *y)
{
    vec near[PIVOT_KEPT_SIDES], far[PIVOT_KEPT_SIDES], x[PIVOT_KEPT_SIDES][ROWS];
    for (int s = 0; s < count; s++) near[s] = side[s].ends.last, far[s] = side[s].ends.behind;
    for (int64_t i = PART - ROWS; i >= 0; i -= ROWS) {
        ahead(k, kind, side, count, (2 * PART - ROWS - i) / ROWS);
        for (int64_t r = ROWS - 1; r >= 0; r--)
            for (int s = 0; s < count; s++) {
                const int64_t at = i + r + 1;
                vec here = side[s].ends.first;
                if (i + r == PART - 1) {
                    x[s][r] = near[s];
                    continue;
                }
                if (i + r > 0) {
                    here = y[at * count + s];
                    if (kind & PIVOT_KEPT_V) here -= k->v[at] * far[s];
                    here -= k->u[at] * near[s];
                }
                if (i + r == PART - 2) found[s].last_but_one = here;
                found[s].zero += 0 * here;
                far[s] = near[s], near[s] = x[s][r] = here;
            }
        for (int s = 0; i == 0 && s < count; s++) found[s].second = x[s][1];
        for (int s = 0; s < count; s++) rows_store(side[s].x + i, PART, x[s]);
    }
}

INLINE void check(const struct pivot_kept *k, struct pivot_kept_side *side, const struct carry *g,
                  const struct inner *x)
{
    const vec *const f = k->first, *const l = k->last;
    const struct part_ends *const e = &side->ends;
    const struct held_row first = {f[0], f[1], f[2], g->first, e->before, e->first, x->second},
                          last = {l[0], l[1], l[2], g->last, x->last_but_one, e->last, e->behind};
    const vec one = pivot_row_missed(first), other = pivot_row_missed(last);
    side->strange |= vec_not_finite(x->zero) | vec_not_finite(one) | vec_not_finite(other);
    side->missed = vec_max(side->missed, vec_max(one, other));
}

INLINE void substitute(const struct pivot_kept *kept, struct pivot_kept_side *side, vec *scratch, int count, int kind)
{
    struct carry g[PIVOT_KEPT_SIDES];
    struct inner found[PIVOT_KEPT_SIDES] = {0};
    for (int s = 0; s < count; s++) found[s].zero = 0 * side[s].ends.first + 0 * side[s].ends.last;
    down(kept, kind, side, count, g, scratch);
    up(kept, kind, side, count, found, scratch);
    for (int s = 0; s < count; s++) check(kept, &side[s], &g[s], &found[s]);
}

/* One copy for each number of right sides and each kind of group, whose pivots are all of row b, or of the two rows b
 * and n, or of all three. */
typedef void substitution(const struct pivot_kept *kept, struct pivot_kept_side *side, vec *scratch);

NOINLINE void one_of_b(const struct pivot_kept *k, struct pivot_kept_side *side, vec *y)
{
    substitute(k, side, y, 1, 0);
}

NOINLINE void one_of_three(const struct pivot_kept *k, struct pivot_kept_side *side, vec *y)
{
    substitute(k, side, y, 1, PIVOT_KEPT_A | PIVOT_KEPT_V);
}

NOINLINE void one_of_two(const struct pivot_kept *k, struct pivot_kept_side *side, vec *y)
{
    substitute(k, side, y, 1, PIVOT_KEPT_V);
}

NOINLINE void two_of_b(const struct pivot_kept *k, struct pivot_kept_side *side, vec *y)
{
    substitute(k, side, y, 2, 0);
}

NOINLINE void two_of_three(const struct pivot_kept *k, struct pivot_kept_side *side, vec *y)
{
    substitute(k, side, y, 2, PIVOT_KEPT_A | PIVOT_KEPT_V);
}

NOINLINE void two_of_two(const struct pivot_kept *k, struct pivot_kept_side *side, vec *y)
{
    substitute(k, side, y, 2, PIVOT_KEPT_V);
}

/* For one right side and for two, by `kind`. */
static substitution *const substitutions[PIVOT_KEPT_SIDES][PIVOT_KEPT_KINDS] = {
    {[0] = one_of_b,
     [PIVOT_KEPT_V] = one_of_two,
     [PIVOT_KEPT_A] = one_of_three,
     [PIVOT_KEPT_A | PIVOT_KEPT_V] = one_of_three},
    {[0] = two_of_b,
     [PIVOT_KEPT_V] = two_of_two,
     [PIVOT_KEPT_A] = two_of_three,
     [PIVOT_KEPT_A | PIVOT_KEPT_V] = two_of_three},
};

void pivot_kept_substitute(const struct pivot_kept *kept, struct pivot_kept_side *side, int count, vec *scratch)
{
    substitutions[count - 1][kept->kind](kept, side, scratch);
}
