/* Lays out a tree so that no two of its sections cross: path length to the right, a line of its own for each end. */
#include "command/plot/cells/shape.h"

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

/* The ends beyond each section are counted from the ends inward; outward each section takes as many lines from those of
 * its parent; inward again it gets the middle of its children. Sections lie after their parents, so that three loops
 * are enough. */
int64_t shape_unroll(const struct cell_shape *s, int64_t first, int64_t end, struct unrolled *out)
{
    const int64_t *const parent = s->parent;
    double lines = 0;
    for (int64_t i = first; i < end; i++) out[i] = (struct unrolled){.lines = 0};
    for (int64_t i = end - 1; i >= first; i--) {
        if (out[i].lines == 0) out[i].lines = 1;
        if (parent[i] >= first) out[parent[i]].lines += out[i].lines;
    }
    for (int64_t i = first; i < end; i++) {
        double *const next = parent[i] >= first ? &out[parent[i]].next : &lines;
        out[i].order = out[i].next = out[i].low = *next, out[i].high = -1;
        *next += out[i].lines;
    }
    for (int64_t i = end - 1; i >= first; i--) {
        struct unrolled *const above = parent[i] >= first ? &out[parent[i]] : NULL;
        if (out[i].high >= 0) out[i].order = 0.5 * (out[i].low + out[i].high);
        if (!above) continue;
        above->low = above->high < 0 ? out[i].order : smaller(above->low, out[i].order);
        above->high = greater(above->high, out[i].order);
    }
    return (int64_t)lines;
}
