/* Cells are in order of size, so that those that are solved together are of similar length, and cut into blocks whose
 * state stays in the second level cache while it takes many steps. A rank takes consecutive cells in this order, those
 * whose middle lies in its share of the cost, so that it has at most one cell more than its share. A block of which two
 * ranks have cells is two parts; any other is one. A step of a block depends on all of its cells: it is taken in
 * quarters if a current into one of them jumps. So blocks do not depend on ranks. */
#include "apps/hines/population/parts_cut.h"

#include "apps/hines/model/mechanisms.h"
#include "base/memory.h"

enum {
    BLOCK_NODES = 4096,
    TOGETHER = 16, /* cells of blocks come in multiples of it: full vectors of any width */
    NODE_COST = 4, /* of a step, in those of a gate: hines_simd takes 5.6 ns for a node, 1.4 to 1.9 for a gate */
};

static int64_t cost_of(const struct population *c, int64_t cell)
{
    const int64_t sets = mechanisms_count(c->params);
    return NODE_COST * c->size[cell] + c->gates[(cell + 1) * sets] - c->gates[cell * sets];
}

/* The first place of each rank, and after the last the number of cells. A cell belongs to the rank in whose share of
 * the cost its middle lies. */
static void deal(const struct population *c, int64_t *first)
{
    double sum = 0, before = 0;
    int rank = 0;
    for (int64_t i = 0; i < c->cells; i++) sum += (double)cost_of(c, i);
    for (int64_t k = 0; k < c->cells; k++) {
        const double cost = (double)cost_of(c, c->order[k]);
        while (rank < c->ranks - 1 && (before + cost / 2) * c->ranks >= sum * (rank + 1)) first[++rank] = k;
        before += cost;
    }
    while (rank < c->ranks) first[++rank] = c->cells;
}

/* Fills part[] and block[], or with NULL counts the parts. first[] is that of deal; if blocks stay whole, each first
 * place is moved to the next beginning of a block. */
static int64_t cut(const struct population *c, int64_t *first, int64_t *part, int64_t *block)
{
    int64_t parts = 0, blocks = 0, nodes = 0, cells = 0;
    int rank = 0;
    for (int64_t k = 0; k < c->cells; k++) {
        bool begins = cells == 0;
        while (rank < c->ranks - 1 && first[rank + 1] <= k && (begins || c->splits)) first[++rank] = k, begins = true;
        if (begins && part) part[parts] = k, block[parts] = blocks;
        parts += begins;
        nodes += c->size[c->order[k]], cells++;
        if (nodes >= BLOCK_NODES && cells % TOGETHER == 0) blocks++, nodes = cells = 0;
    }
    while (rank < c->ranks - 1) first[++rank] = c->cells;
    if (part) part[parts] = c->cells;
    return parts;
}

static enum status cut_all(struct population *c, int64_t *first)
{
    c->parts = cut(c, first, NULL, NULL);
    TRY(mem_array(&c->part, HOST, c->parts + 1, sizeof *c->part));
    TRY(mem_array(&c->block, HOST, c->parts, sizeof *c->block));
    cut(c, first, c->part, c->block);
    for (int64_t r = 0, q = 0; r <= c->ranks; c->dealt[r++] = q)
        while (q < c->parts && c->part[q] < first[r]) q++;
    return ST_OK;
}

enum status parts_cut(struct population *c, int ranks, int rank)
{
    int64_t *first;
    c->ranks = ranks;
    TRY(mem_array(&c->dealt, HOST, c->ranks + 1, sizeof *c->dealt));
    TRY(mem_array(&first, HOST, c->ranks + 1, sizeof *first));
    deal(c, first);
    const enum status s = cut_all(c, first);
    mem_free(first);
    c->own = c->dealt[rank], c->end = c->dealt[rank + 1];
    return s;
}

enum status parts_join(struct population *c)
{
    int64_t *whole;
    TRY(mem_array(&whole, HOST, 2, sizeof *whole));
    c->blocks = c->parts, c->joined = c->part;
    whole[1] = c->cells;
    c->parts = 1, c->part = whole;
    c->block[0] = 0;
    c->own = 0, c->end = 1;
    c->dealt[1] = 1;
    return ST_OK;
}
