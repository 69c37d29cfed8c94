/* Deals systems to ranks by their unknowns. Cuts are between groups of systems that a layout interleaves, and between
 * groups of 16, so that methods with a system in each lane of a vector find it in the same lane as on one rank: the
 * bits of a solution do not depend on cuts. */
#include "apps/batch/deal.h"

#include <string.h>

#include "apps/ranks.h"
#include "base/comm/cut.h"
#include "base/either_precision.h"
#include "base/memory.h"
#include "solvers/cut/cut_deal.h"

static int64_t unknowns_of(const struct shape *flat, int64_t from, int64_t end)
{
    int64_t rows = 0;
    if (!flat->sizes) return (end - from) * flat->n;
    for (int64_t s = from; s < end; s++) rows += flat->sizes[s];
    return rows;
}

/* first[r] := the first system of rank r, first[ranks] := the end. Rank r begins with the first unit that has r parts
 * of the unknowns before it, of as many as there are ranks: so it has its part, and one unit more at most. */
static void cut(const struct batch_layout *f, int ranks, int64_t *first)
{
    const struct shape *const flat = &f->flat;
    const int64_t unit = cut_deal_make(flat->batch, f->shape.inner, ranks).unit;
    const int64_t all = unknowns_of(flat, 0, flat->batch), rows = unit * flat->n;
    int64_t s = 0, before = 0; /* A walk over systems of one size, which may be 10^12, would take minutes. */
    for (int r = 0; r < ranks; r++) {
        const int64_t part = cut_first(all, ranks, r);
        if (!flat->sizes) s = unit * (part / rows + (part % rows > 0));
        for (; flat->sizes && s < flat->batch && before < part; s += unit)
            before += unknowns_of(flat, s, s + unit < flat->batch ? s + unit : flat->batch);
        first[r] = s < flat->batch ? s : flat->batch;
    }
    first[ranks] = flat->batch;
}

enum status batch_deal_make(struct batch_deal *d, struct batch_layout *mine, struct comm *c,
                            const struct batch_params *p, int64_t systems, int64_t rows, const int64_t *sizes)
{
    const int rank = comm_rank(c), ranks = comm_size(c);
    int64_t *first;
    *d = (struct batch_deal){.comm = c, .whole = systems, .systems = systems};
    TRY(batch_layout_make(mine, p, systems, rows, sizes));
    if (!c) return ST_OK;
    TRY(mem_array(&first, HOST, ranks + 1, sizeof *first));
    struct batch_layout whole = *mine;
    cut(&whole, ranks, first);
    d->first = first[rank], d->systems = first[rank + 1] - first[rank];
    mem_free(first);
    const enum status s = batch_layout_make(mine, p, d->systems, rows, whole.sizes ? whole.sizes + d->first : NULL);
    batch_layout_free(&whole);
    return s;
}

enum status batch_deal_count(const struct batch_params *p, int64_t systems, int64_t rows, const int64_t *sizes,
                             int ranks, int64_t *unknowns)
{
    struct batch_layout whole;
    int64_t *first = NULL;
    enum status s = batch_layout_make(&whole, p, systems, rows, sizes);
    if (s == ST_OK) s = mem_array(&first, HOST, ranks + 1, sizeof *first);
    if (s == ST_OK) cut(&whole, ranks, first);
    for (int r = 0; s == ST_OK && r < ranks; r++) unknowns[r] += unknowns_of(&whole.flat, first[r], first[r + 1]);
    mem_free(first);
    batch_layout_free(&whole);
    return s;
}

enum status batch_deal_collect(const struct batch_deal *d, void *array, int64_t bytes)
{
    const int64_t own = d->systems * bytes;
    int64_t *each;
    char *mine;
    if (!d->comm) return ST_OK;
    TRY(ranks_collect(d->comm, &own, sizeof own, &each));
    const enum status s = comm_agree(d->comm, mem_array(&mine, HOST, own, 1));
    if (s == ST_OK) {
        memcpy(mine, (char *)array + d->first * bytes, (size_t)own);
        comm_gather_ragged(d->comm, mine, each, array);
    }
    mem_free(mine);
    mem_free(each);
    return s;
}
