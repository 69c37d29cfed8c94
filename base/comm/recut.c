/* Each rank sends to each other rank those rows of its part that the other one wants. */
#include "base/comm/recut.h"

#include "base/comm/comm_exchange.h"
#include "base/memory.h"

enum { HAD, WANTED, PARTS };

/* The values of part `a` that are in part `b` too, as a block of `a`. */
static struct comm_block common(struct cut_part a, struct cut_part b, int64_t row)
{
    const int64_t from = a.from > b.from ? a.from : b.from, end = a.end < b.end ? a.end : b.end;
    return (struct comm_block){.first = from < end ? from - a.from : 0,
                               .count = {row, from < end ? (end - from) / row : 0, 1},
                               .stride = {1, row, 0}};
}

static enum status make(struct comm_exchange **out, struct comm *c, int64_t row, int bytes,
                        const struct cut_part mine[PARTS])
{
    const int ranks = comm_size(c);
    const int64_t size = PARTS * (int64_t)sizeof *mine;
    struct cut_part *all = NULL;
    struct comm_block *block = NULL;
    enum status s = mem_array(&all, HOST, ranks, size);
    if (s == ST_OK) s = mem_array(&block, HOST, 2 * ranks, sizeof *block);
    s = comm_agree(c, s);
    if (s == ST_OK) {
        comm_gather_all(c, mine, size, all);
        for (int r = 0; r < ranks; r++) {
            block[r] = common(mine[HAD], all[PARTS * r + WANTED], row);
            block[ranks + r] = common(mine[WANTED], all[PARTS * r + HAD], row);
        }
        s = comm_agree(c, comm_exchange_make(out, c, block, block + ranks, bytes));
    }
    mem_free(block);
    mem_free(all);
    return s;
}

enum status comm_recut(struct comm *c, int64_t row, int bytes, struct cut_part had, const void *there,
                       struct cut_part wanted, void *here)
{
    struct comm_exchange *x = NULL;
    const enum status s = make(&x, c, row, bytes, (const struct cut_part[]){[HAD] = had, [WANTED] = wanted});
    if (s == ST_OK) comm_exchange_run(x, there, here);
    comm_exchange_free(x);
    return s;
}
