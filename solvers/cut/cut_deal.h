/* Whole systems dealt to ranks, in units: groups of systems, or 16 of one group, so that methods with a system in each
 * lane of a vector find them in the lanes, and in the last lanes of a group, in which one rank would find them. */
#pragma once
#include "base/comm/comm_exchange.h"
#include "base/comm/cut.h"
#include "solvers/solver.h"

/* Row i of system s, counted from the first system that is there, is at s / width * outer + s % width * dist + i *
 * stride. */
struct cut_strides {
    int64_t stride, dist, outer;
};

struct cut_deal {
    int64_t batch, width, unit; /* width: systems of a group */
    int ranks;
};

static inline int64_t cut_deal_first(const struct cut_deal *d, int rank)
{
    const int64_t units = (d->batch + d->unit - 1) / d->unit, first = d->unit * cut_first(units, d->ranks, rank);
    return first < d->batch ? first : d->batch;
}

static inline int64_t cut_deal_count(const struct cut_deal *d, int rank)
{
    return cut_deal_first(d, rank + 1) - cut_deal_first(d, rank);
}

/* Systems in groups of `inner`. */
static inline struct cut_deal cut_deal_make(int64_t batch, int64_t inner, int ranks)
{
    enum { LANES_MOST = 16 };
    struct cut_deal d = {.batch = batch, .width = inner, .ranks = ranks};
    if (d.width >= d.batch) d.width = d.batch > 0 ? d.batch : 1, d.unit = LANES_MOST;
    else d.unit = d.width;
    while (d.unit < LANES_MOST || (d.width < LANES_MOST && d.unit % LANES_MOST != 0)) d.unit += d.width;
    return d;
}

/* Equal on all ranks, whose layouts may differ but for `inner`. */
static inline struct cut_deal cut_deal_of(const struct shape *shape)
{
    return cut_deal_make(shape->batch, shape->inner, comm_size(shape->cut.comm));
}

/* The shape in which a rank gets its systems: in groups of neighbours if they are such in x, else one after the other.
 * Rows are contiguous if they are in x, and only then, since methods may compute such rows in an order of their own. */
static inline struct shape cut_deal_shape(const struct cut_deal *d, const struct shape *shape, int rank)
{
    const int64_t mine = cut_deal_count(d, rank), rows = shape->cut.whole;
    const int64_t width = d->width < mine ? d->width : mine > 0 ? mine : 1, apart = shape->stride > 1 ? 2 : 1;
    struct shape s = *shape;
    s.cut = (struct rank_cut){0};
    s.n = rows, s.batch = mine, s.inner = width;
    if (shape->dist == 1 && shape->stride > 1)
        s.stride = width > 1 ? width : apart, s.dist = 1, s.outer = rows * s.stride;
    else s.stride = apart, s.dist = rows * apart, s.outer = s.dist * width;
    return s;
}

/* The systems of a rank in parts: whole groups of several, and what is left of a group or is one group in all. */
enum { CUT_DEAL_PARTS = 2 };

/* Does any rank have such a part? */
static inline bool cut_deal_has(const struct cut_deal *d, int part)
{
    return part ? d->width >= d->batch || d->batch % d->width > 0 : d->width < d->batch;
}

/* Rows row ... row + rows - 1 of a part of the systems of `rank`, in an array whose first system is `base`. */
static inline struct comm_block cut_deal_block(const struct cut_deal *d, struct cut_strides s, int rank, int64_t base,
                                               int64_t row, int64_t rows, int part)
{
    const int64_t from = cut_deal_first(d, rank) - base, count = cut_deal_count(d, rank);
    const int64_t groups = d->width < d->batch ? count / d->width : 0, behind = count - groups * d->width;
    const int64_t group = from / d->width + (part ? groups : 0);
    return (struct comm_block){
        .first = group * s.outer + from % d->width * s.dist + row * s.stride,
        .count = {part ? behind : d->width, part ? behind > 0 : groups, rows},
        .stride = {s.dist, s.outer, s.stride},
    };
}
