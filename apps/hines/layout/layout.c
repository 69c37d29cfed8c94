/* Predicts the time of a step by each layout.
 *
 * A step goes through all elements of its arrays, padding too, at its beginning and at its end. Elimination meets the
 * rows of a tree one after the other: methods for single trees wait for each level of it, methods for trees side by
 * side take 16 together, as long as the longest, and turn rows that lie one after the other. On a GPU traffic alone
 * counts, and threads of a warp that read one after the other fetch four times as much. What channels take depends
 * little on the layout, and is left out. */
#include "apps/hines/layout/layout.h"

#include <string.h>

#include "apps/hines/part/part.h"
#include "base/memory.h"

/* ns in double on one core, by the time of complete passive steps, least of three, of 400 cables, 400 trees and 320
 * trees of 20 to 160 nodes, and of single ones of 4,000, on an AMD EPYC with AVX-512: 8.2 for a cable and 4.4 for a
 * node of a tree by `hines`, 1.6 and 1.9 by `hines_simd`, 15 where 15 of 16 lanes are empty, 4.1 more where seven of
 * eight elements are padding. */
#define PASS 0.6       /* an element, in a step */
#define ROW 3.1        /* a row of a single tree */
#define LEVEL 4.8      /* a row that waits for the row before */
#define LANE_ROW 14.4  /* a row of interleaved trees */
#define TURN 0.25      /* a row that is not interleaved with those of other trees */
#define GPU_BYTES 4300 /* per ns, of an H200 (docs/measured.md) */

enum {
    SIDE_BY_SIDE = 16, /* trees: solvers/tree/lanes/lanes.h */
    PASS_VALUES = 8,   /* read and written of an element: C/h, v and x; C/h, v and x, and v */
    ROW_VALUES = 9,    /* of a row of a matrix that is eliminated and solved with: solvers/tree/trees.cuh */
    APART = 4          /* times as much, where each value of a warp lies in its own sector */
};

static const char *const words[] = {"flat", "interleaved", "block"};
static const char *const reasons[] = {
    "one cell after the other, nothing is padded",
    "rows of all cells of a part are interleaved, which hardly pads them",
    "rows of cells are interleaved, each block as long as its longest cell",
};

const char *layout_word(int layout)
{
    return words[layout];
}

const char *layout_why(int layout)
{
    return reasons[layout];
}

/* Elements of a part in groups of `width` cells, each as long as its first, which is the longest. */
static double extent_of(const struct population *c, int64_t first, int64_t end, int64_t width)
{
    double sum = 0;
    for (int64_t k = first; k < end; k += width) sum += (double)(c->size[c->order[k]] * width);
    return sum;
}

/* Also finds the share of nodes in parts whose rows are not interleaved with others. */
static double extent(const struct population *c, int layout, enum space space, double *apart)
{
    double sum = 0;
    *apart = 0;
    for (int64_t q = 0; q < c->parts; q++) {
        const int64_t width = layout_width(layout, c->part[q + 1] - c->part[q], space);
        sum += extent_of(c, c->part[q], c->part[q + 1], width);
        if (width == 1) *apart += extent_of(c, c->part[q], c->part[q + 1], 1) / (double)c->nodes;
    }
    return sum;
}

static enum status levels_of(const struct population *c, int64_t cell, double *share)
{
    struct cable own;
    const struct cable *cable;
    int64_t *level, most = 0;
    TRY(population_cable(c, cell, &own, &cable));
    const enum status s = mem_array(&level, HOST, cable->nodes, sizeof *level);
    for (int64_t i = 0; s == ST_OK && i < cable->nodes; i++) {
        level[i] = cable->parent[i] < 0 ? 1 : level[cable->parent[i]] + 1;
        most = level[i] > most ? level[i] : most;
    }
    *share = (double)most / (double)cable->nodes;
    mem_free(level);
    cable_free(&own);
    return s;
}

static bool takes_single_trees(const struct solver *s)
{
    return !strcmp(s->method, "hines") || !strcmp(s->method, "unbranched");
}

static enum status measure(struct layout_choice *out, const struct population *c, const struct solver *solver)
{
    double levels = 0, longest = 0;
    for (int64_t g = 0; g < c->params->cells.count; g++) {
        double share;
        TRY(levels_of(c, c->first[g], &share));
        for (int64_t i = c->first[g]; i < c->first[g + 1]; i++) levels += share * (double)c->size[i];
    }
    for (int64_t q = 0; q < c->parts; q++)
        longest += extent_of(c, c->part[q], c->part[q + 1], SIDE_BY_SIDE) / SIDE_BY_SIDE;
    out->levels = levels / (double)c->nodes;
    out->rows = takes_single_trees(solver) ? 1 : longest / (double)c->nodes;
    return ST_OK;
}

static void predict(struct layout_choice *out, const struct population *c, const struct solver *solver,
                    enum space space, int layout)
{
    struct layout_cost *const cost = &out->cost[layout];
    const double value = sizeof(real);
    double apart;
    cost->extent = extent(c, layout, space, &apart) / (double)c->nodes;
    if (!strcmp(solver->method, "hines_ragged")) apart = 0; /* it packs interleaved rows */
    const double fetched = space == DEVICE ? 1 + (APART - 1) * apart : 1;
    cost->bytes = value * (PASS_VALUES * cost->extent + ROW_VALUES * fetched);
    cost->ns = PASS * value / sizeof(double) * cost->extent;
    if (space == DEVICE) cost->ns = cost->bytes / GPU_BYTES;
    else if (takes_single_trees(solver)) cost->ns += ROW + LEVEL * out->levels;
    else cost->ns += LANE_ROW * out->rows + TURN * apart;
}

enum status layout_choose(struct layout_choice *out, const struct population *c, const struct solver *solver,
                          enum space space)
{
    static const int order[LAYOUTS] = {LAYOUT_FLAT, LAYOUT_BLOCK, LAYOUT_INTERLEAVED};
    *out = (struct layout_choice){.layout = LAYOUT_FLAT};
    TRY(measure(out, c, solver));
    for (int l = 0; l < LAYOUTS; l++) predict(out, c, solver, space, l);
    for (int i = 1; i < LAYOUTS; i++)
        if (out->cost[order[i]].ns < out->cost[out->layout].ns) out->layout = order[i];
    return ST_OK;
}
