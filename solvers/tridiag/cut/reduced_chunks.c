/* Chunks of systems, and the messages of their ends. */
#include "base/comm/cut.h"
#include "base/memory.h"
#include "solvers/tridiag/cut/reduced.h"

struct reduced_chunk reduced_chunk_of(const struct cut_lines *l, int64_t number)
{
    const struct reduced *const d = l->own;
    struct reduced_chunk c = {number, number * d->most, d->most, 0};
    if (number == d->chunks - 1) c.count = l->shape.batch - c.from;
    c.mine = cut_count(c.count, l->ranks, l->rank);
    return c;
}

/* [each][count] of this rank to [ranks][each][mine] of those that join them; and back. */
static enum status make_join(const struct cut_lines *l, int64_t count, int each, struct comm_exchange **deal,
                             struct comm_exchange **back)
{
    const int64_t mine = cut_count(count, l->ranks, l->rank);
    struct comm_block *give;
    TRY(mem_array(&give, HOST, 2 * l->ranks, sizeof *give));
    struct comm_block *const take = give + l->ranks;
    for (int r = 0; r < l->ranks; r++) {
        give[r] =
            (struct comm_block){cut_first(count, l->ranks, r), {cut_count(count, l->ranks, r), each, 1}, {1, count, 0}};
        take[r] = (struct comm_block){r * each * mine, {mine, each, 1}, {1, mine, 0}};
    }
    enum status st = comm_exchange_make(deal, l->comm, give, take, sizeof(real));
    if (st == ST_OK && back) st = comm_exchange_make(back, l->comm, take, give, sizeof(real));
    mem_free(give);
    return st;
}

/* y_first of this rank to the rank before it and y_last to the next one, and theirs to here. */
static enum status make_beside(const struct cut_lines *l, int64_t count, struct comm_exchange **out)
{
    struct comm_block *give;
    TRY(mem_array(&give, HOST, 2 * l->ranks, sizeof *give));
    struct comm_block *const take = give + l->ranks;
    for (int end = 0; end < ENDS; end++) {
        const int r = l->rank + (end == END_LAST ? 1 : -1);
        if (r >= 0 && r < l->ranks) give[r] = take[r] = (struct comm_block){end * count, {count, 1, 1}, {1, 0, 0}};
    }
    const enum status st = comm_exchange_make(out, l->comm, give, take, sizeof(real));
    mem_free(give);
    return st;
}

enum status reduced_messages_make(struct cut_lines *l)
{
    struct reduced *const d = l->own;
    for (int k = 0; k < MESSAGES; k++) {
        struct reduced_messages *const m = &d->messages[k];
        const int64_t count = k == MESSAGES_OF_LAST ? l->shape.batch - (d->chunks - 1) * d->most : d->most;
        TRY(make_join(l, count, ENDS, &m->deal, &m->back));
        if (d->truncates) TRY(make_beside(l, count, &m->beside));
    }
    return l->one ? ST_OK : make_join(l, l->shape.batch, TIPS, &d->deal_tips, NULL);
}

void reduced_messages_free(struct reduced *d)
{
    for (int k = 0; k < MESSAGES; k++) {
        comm_exchange_free(d->messages[k].deal);
        comm_exchange_free(d->messages[k].back);
        comm_exchange_free(d->messages[k].beside);
    }
    comm_exchange_free(d->deal_tips);
}
