/* Blocks as diagonal pivoting in order has them, by b after elimination of the rows before: L.-W. Chang, thesis,
 * Illinois, 2014, section 5.2. Rows are eliminated there without regard to whether they stay here, so that a block of
 * one row may have b = 0 as it is. And blocks as they are given, again from the first row of each level. */
#include "solvers/tridiag/arcr/arcr_structure.h"

static void set(const struct arcr_level *l, int64_t i, bool pair)
{
    l->mark[i] = (uint8_t)((l->mark[i] | ARCR_PAIR) ^ (pair ? 0 : ARCR_PAIR));
}

static struct diagonal_pivot_row row_or_none(const struct arcr_level *l, int64_t i)
{
    const struct diagonal_pivot_row none = {0};
    return i < l->n ? arcr_row(l, i, false) : none;
}

static void by_elimination(const struct arcr_level *l, int64_t blocks)
{
    struct diagonal_pivot_row here = row_or_none(l, 0), next = row_or_none(l, 1);
    real p = here.b;
    for (int64_t i = 0; i < l->n; i++) {
        const struct diagonal_pivot_row behind = row_or_none(l, i + 2);
        const bool pair = diagonal_pivot_is_pair(p, here, next, behind.a);
        set(l, i, pair);
        if (pair) {
            p = behind.b - behind.a * (p * next.c / (p * next.b - next.a * here.c));
            here = behind, next = row_or_none(l, i + 3), i++;
        } else {
            p = next.b - next.a * (here.c / p);
            here = next, next = behind;
        }
    }
}

static void as_given(const struct arcr_level *l, int64_t blocks)
{
    int64_t first = 1;
    while (blocks / first >= 10) first *= 10;
    for (int64_t i = 0, place = first; i < l->n; i++) {
        const bool pair = blocks / place % 10 == 2 && i + 1 < l->n;
        set(l, i, pair);
        i += pair, place = place > 1 ? place / 10 : first;
    }
}

const char *const arcr_structure_words[] = {"raw", "dp", "given", NULL};
arcr_structure *const arcr_structures[] = {NULL, by_elimination, as_given};
