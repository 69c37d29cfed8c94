/* Block elimination over ranks. */
#include "solvers/tridiag/cut/reduced_join.h"

/* The relation of one system on one rank. */
struct relation {
    real first_u, first_v, last_u, last_v;
};

static struct relation relation_of(const real *tips, int rank, int64_t tips_count, int64_t s)
{
    const real *const t = tips + rank * TIPS * tips_count + (tips_count > 1 ? s : 0);
    return (struct relation){t[TIP_F * tips_count], t[TIP_R * tips_count], t[TIP_LOW_F * tips_count],
                             t[TIP_LOW_R * tips_count]};
}

static void join_one(int64_t count, int ranks, const real *tips, int64_t tips_count, int64_t s, real *ends, real *kept)
{
    real a = 0, b = 0, v = 0;
    for (int r = 0; r < ranks; r++) {
        const struct relation t = relation_of(tips, r, tips_count, s);
        real *const end = ends + r * ENDS * count + s, *const keep = kept + r * ENDS;
        const real pivot = 1 - t.first_u * b, first = (end[0] + t.first_u * a) / pivot, slope = t.first_v / pivot;
        const real last = end[END_LAST * count];
        keep[0] = first, keep[1] = slope;
        end[0] = a, end[END_LAST * count] = b;
        a = last + t.last_u * (a + b * first);
        b = t.last_u * (b * slope) + t.last_v;
    }
    for (int r = ranks - 1; r >= 0; r--) {
        real *const end = ends + r * ENDS * count + s;
        const real first = kept[r * ENDS] + kept[r * ENDS + 1] * v;
        end[0] += end[END_LAST * count] * first;
        end[END_LAST * count] = v;
        v = first;
    }
}

void reduced_join(int64_t count, int ranks, const real *tips, int64_t tips_count, real *ends, real *kept)
{
    for (int64_t s = 0; s < count; s++) join_one(count, ranks, tips, tips_count, s, ends, kept);
}
