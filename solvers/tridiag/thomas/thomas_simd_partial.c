/* Blocks that cannot be loaded as whole vectors. */
#include "solvers/tridiag/thomas/thomas_simd_block.h"

struct carry partial_down(const struct batch *b, const struct group *g, int64_t k, int chain, struct carry c)
{
    struct factors f;
    vec d[ROWS];
    if (b->stage == SHARED) {
        group_gather_shared(g, k, b->shared.l, 1, 0, 0, f.l);
        group_gather_shared(g, k, b->shared.w, 0, 0, 1, f.w);
    } else if (b->stage == KEPT) {
        block_recall(KEPT, b, g, k, &f);
    } else {
        struct simd_rows m;
        group_gather_matrix(b, g, k, &m);
        if (b->stage == FRESH && chain == ROWS) block_eliminate(&m, ROWS, &c, &f);
        else block_eliminate(&m, 1, &c, &f);
    }
    if (b->stage == FACTOR) {
        block_keep(g, k, &f);
        return c;
    }
    group_gather_right(b, g, k, d);
    block_down(b->stage, g, k, &f, d, &c);
    return c;
}

struct carry partial_up(const struct batch *b, const struct group *g, int64_t k, struct carry c)
{
    vec h[ROWS], x[ROWS];
    if (b->stage == SHARED) group_gather_shared(g, k, b->shared.h, 0, 1, 0, h);
    else block_recall_h(b->stage, b, g, k, h);
    block_up(b->stage, g, k, h, &c, x);
    group_scatter(b, g, k, x);
    return c;
}
