/* Exchanges of planes between ranks (slabs.h). The plane before a rank's own and the plane after them are exchanged one
 * after the other: both may come from one rank, as on two ranks around a periodic axis, and an exchange takes one block
 * from each. */
#include "apps/adi/ranks/slabs.h"

#include "apps/ranks.h"
#include "base/comm/cut.h"
#include "base/memory.h"

static struct grid_run slabs_of(const struct grid *g, int rank)
{
    const int ranks = comm_size(g->comm);
    const int64_t n = g->n[grid_cut(g)];
    return (struct grid_run){cut_first(n, ranks, rank), cut_first(n, ranks, rank + 1)};
}

void slabs_take(struct grid *g, struct comm *c)
{
    g->comm = c;
    const struct grid_run own = slabs_of(g, comm_rank(c));
    g->before = own.from, g->behind = g->n[grid_cut(g)] - own.end;
}

struct grid_run slabs_points(const struct grid *g, struct comm *c)
{
    struct grid part = *g;
    slabs_take(&part, c);
    return grid_own_points(&part);
}

int64_t slabs_share(const struct grid *g, int rank)
{
    const struct grid_run r = slabs_of(g, rank);
    return (r.end - r.from) * grid_stride(g, grid_cut(g));
}

int slabs_owner(const struct grid *g, int64_t point)
{
    const int64_t plane = point / grid_stride(g, grid_cut(g));
    int rank = 0;
    while (slabs_of(g, rank).end <= plane) rank++;
    return rank;
}

/* Runs of planes that ranks need and have, for one exchange. */
enum exchange { BEFORE, BEHIND, COLLECT, DEAL };

static struct grid_run wanted(const struct grid *g, int rank, enum exchange what)
{
    const struct grid_run own = slabs_of(g, rank), none = {0, 0};
    const int64_t n = g->n[grid_cut(g)];
    int64_t at = what == BEFORE ? own.from - 1 : own.end;
    if (what == COLLECT) return rank == 0 ? (struct grid_run){0, n} : none;
    if (what == DEAL) return own;
    if (grid_periodic(g, grid_cut(g))) at = (at + n) % n;
    if (own.from >= own.end || at < 0 || at >= n || (at >= own.from && at < own.end)) return none;
    return (struct grid_run){at, at + 1};
}

static struct grid_run held(const struct grid *g, int rank, enum exchange what)
{
    const struct grid_run all = {0, rank == 0 ? g->n[grid_cut(g)] : 0};
    return what == DEAL ? all : slabs_of(g, rank);
}

/* The planes in both runs; none to a rank itself. */
static struct comm_block common(const struct grid *g, struct grid_run a, struct grid_run b, bool self)
{
    const int64_t plane = grid_stride(g, grid_cut(g)), from = a.from > b.from ? a.from : b.from,
                  end = a.end < b.end ? a.end : b.end;
    return (struct comm_block){
        .first = from * plane, .count = {plane, !self && end > from ? end - from : 0, 1}, .stride = {1, plane, 0}};
}

static enum status make(struct comm_exchange **out, const struct grid *g, enum exchange what)
{
    const int ranks = comm_size(g->comm), mine = comm_rank(g->comm);
    struct comm_block *give;
    TRY(mem_array(&give, HOST, 2 * ranks, sizeof *give));
    for (int r = 0; r < ranks; r++) {
        give[r] = common(g, held(g, mine, what), wanted(g, r, what), r == mine);
        give[ranks + r] = common(g, held(g, r, what), wanted(g, mine, what), r == mine);
    }
    const enum status s = comm_exchange_make(out, g->comm, give, give + ranks, sizeof(real));
    mem_free(give);
    return s;
}

enum status slabs_make(struct slabs *p, const struct grid *g)
{
    *p = (struct slabs){0};
    if (!g->comm) return ST_OK;
    TRY(make(&p->beside[0], g, BEFORE));
    TRY(make(&p->beside[1], g, BEHIND));
    TRY(make(&p->collect, g, COLLECT));
    return make(&p->deal, g, DEAL);
}

void slabs_free(struct slabs *p)
{
    for (int side = 0; side < SIDES_OF_SLABS; side++) comm_exchange_free(p->beside[side]);
    comm_exchange_free(p->collect);
    comm_exchange_free(p->deal);
    *p = (struct slabs){0};
}

void slabs_fill(const struct slabs *p, real *u)
{
    for (int side = 0; side < SIDES_OF_SLABS; side++)
        if (p->beside[side]) comm_exchange_run(p->beside[side], u, u);
}

void slabs_collect(const struct slabs *p, real *u)
{
    if (p->collect) comm_exchange_run(p->collect, u, u);
}

void slabs_deal(const struct slabs *p, real *u)
{
    if (p->deal) comm_exchange_run(p->deal, u, u);
}

void slabs_continue(const struct grid *g, double *v, int64_t count)
{
    ranks_take(g->comm, UPWARD, v, count * (int64_t)sizeof *v);
}

void slabs_pass(const struct grid *g, double *v, int64_t count)
{
    const int64_t bytes = count * (int64_t)sizeof *v;
    ranks_give(g->comm, UPWARD, v, bytes);
    ranks_spread(g->comm, UPWARD, v, bytes);
}
