/* Each exchange brings one plane to a rank, so that any number of ranks may have given the planes next to those of one.
 */
#include "apps/poisson/ranks/halo.h"

#include "base/memory.h"

/* The points with these indices along the axis that is cut. */
static struct comm_block block(const struct box *b, struct extent s)
{
    struct comm_block out = {.first = s.from * b->stride[b->cut]};
    for (int d = 0; d < 3; d++) {
        out.count[d] = d == b->cut ? extent_length(s) : b->axis[d].points;
        out.stride[d] = b->stride[d];
    }
    return out;
}

/* Plane number `away` after (1, 2) or before (-1, -2) the points of a rank; empty: there is none. */
static struct extent plane_beside(const struct box *b, int rank, int away)
{
    const struct axis *const a = &b->axis[b->cut];
    const struct extent own = part_points(b, rank), none = {0, 0};
    int64_t at = away < 0 ? own.from + away : own.to - 1 + away;
    if (own.from == own.to) return none;
    if (axis_periodic(a)) at = (at % a->points + a->points) % a->points;
    if (at < 0 || at >= a->points || (at >= own.from && at < own.to)) return none;
    return (struct extent){at, at + 1};
}

static struct extent common(struct extent a, struct extent b)
{
    const struct extent c = {a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
    return c.from < c.to ? c : (struct extent){0, 0};
}

/* The exchange in which each rank r gets wanted(r) of those that have it. */
static enum status make(struct comm_exchange **out, const struct box *b, int which,
                        struct extent (*wanted)(const struct box *b, int rank, int which),
                        struct extent (*held)(const struct box *b, int rank, int which))
{
    const int size = comm_size(b->comm), rank = comm_rank(b->comm);
    struct comm_block *blocks;
    TRY(mem_array(&blocks, HOST, 2 * size, sizeof *blocks));
    for (int r = 0; r < size; r++) {
        const bool self = r == rank;
        const struct extent none = {0, 0};
        blocks[r] = block(b, self ? none : common(held(b, rank, which), wanted(b, r, which)));
        blocks[size + r] = block(b, self ? none : common(held(b, r, which), wanted(b, rank, which)));
    }
    const enum status s = comm_exchange_make(out, b->comm, blocks, blocks + size, sizeof(real));
    mem_free(blocks);
    return s;
}

static struct extent own(const struct box *b, int rank, int which)
{
    (void)which;
    return part_points(b, rank);
}

static struct extent all_of_first(const struct box *b, int rank, int which)
{
    (void)which;
    return (struct extent){0, rank == 0 ? b->axis[b->cut].points : 0};
}

enum status halo_make(struct halo *h, const struct box *b)
{
    *h = (struct halo){.box = b};
    if (!b->comm) return ST_OK;
    for (int i = 0; i < 2 * HALO; i++)
        TRY(make(&h->plane[i], b, i < HALO ? i - HALO : i - HALO + 1, plane_beside, own));
    TRY(make(&h->collect, b, 0, all_of_first, own));
    return make(&h->deal, b, 0, own, all_of_first);
}

void halo_free(struct halo *h)
{
    for (int i = 0; i < 2 * HALO; i++) comm_exchange_free(h->plane[i]);
    comm_exchange_free(h->collect);
    comm_exchange_free(h->deal);
    *h = (struct halo){0};
}

void halo_fill(const struct halo *h, real *u)
{
    for (int i = 0; i < 2 * HALO && h->plane[i]; i++) comm_exchange_run(h->plane[i], u, u);
}

void halo_collect(const struct halo *h, real *u)
{
    if (h->collect) comm_exchange_run(h->collect, u, u);
}

void halo_deal(const struct halo *h, real *u)
{
    if (h->deal) comm_exchange_run(h->deal, u, u);
}
