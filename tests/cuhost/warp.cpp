/* Exchanges between the lanes of a warp, which do not run in step: the last lane of the mask to arrive carries the
 * exchange out for all. Only __syncwarp orders memory; a shuffle does not. */
#include "tests/cuhost/fault.h"
#include "tests/cuhost/sanitize.h"
#include "tests/cuhost/schedule.h"

namespace cuhost
{
namespace
{
thread *first_lane(const thread *t)
{
    return &t->block->threads[t->index / LANES * LANES];
}

/* The lane that `lane` reads from: itself if its segment of `width` lanes has none. */
int source(int lane, const request &r)
{
    const int segment = lane & ~(r.width - 1), end = segment + r.width;
    switch (r.kind) {
    case exchange::shuffle: return segment | (r.parameter & (r.width - 1));
    case exchange::up: return lane - r.parameter >= segment ? lane - r.parameter : lane;
    case exchange::down: return lane + r.parameter < end ? lane + r.parameter : lane;
    case exchange::butterfly: return (lane ^ r.parameter) < end ? lane ^ r.parameter : lane;
    default: return lane;
    }
}

void give(thread *lanes, int lane, unsigned present, uint64_t ballot)
{
    request &r = lanes[lane].request;
    const int from = source(lane, r);
    r.absent = -1;
    if (r.kind == exchange::ballot) r.result = ballot;
    else if (from < LANES && present >> from & 1) r.result = lanes[from].request.value;
    else {
        r.result = ~UINT64_C(0);
        r.absent = from;
    }
}

/* Carries out the exchange that t waits for, if all lanes that it names and that have not ended wait for it too. */
void carry_out_if_complete(const thread *t)
{
    thread *const lanes = first_lane(t);
    warp &w = t->block->warps[t->index / LANES];
    const unsigned mask = t->request.mask, present = mask & w.alive;
    if ((w.waiting & present) != present) return;
    uint64_t ballot = 0;
    for (unsigned rest = present; rest; rest &= rest - 1) {
        const request &r = lanes[__builtin_ctz(rest)].request;
        if (r.mask != mask || r.kind != t->request.kind) return;
        if (r.value) ballot |= rest & -rest;
    }
    w.waiting &= ~present;
    for (unsigned rest = present; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        give(lanes, lane, present, ballot);
        thread_ready(&lanes[lane]);
    }
}
/* The edge of the lanes that wait in __syncwarp with this mask already, or one of the first to come. Lanes of other
 * masks may pass while these wait. */
char *meeting_edge(thread *t, unsigned mask)
{
    const thread *const lanes = first_lane(t);
    for (unsigned rest = t->block->warps[t->index / LANES].waiting & mask; rest; rest &= rest - 1) {
        const request &r = lanes[__builtin_ctz(rest)].request;
        if (r.kind == exchange::sync && r.mask == mask) return r.edge;
    }
    t->edges.phase++;
    return t->edges.now();
}
} // namespace

uint64_t warp_exchange(exchange kind, unsigned mask, uint64_t value, int parameter, int width, site at)
{
    thread *const t = current;
    warp &w = t->block->warps[t->index / LANES];
    const unsigned lane = t->index % LANES;
    if (!(mask >> lane & 1)) {
        fault(at, "lane %u is not in its own mask %#x", lane, mask);
        return ~UINT64_C(0);
    }
    char *const edge = kind == exchange::sync ? meeting_edge(t, mask) : nullptr;
    if (edge) edge_release(edge);
    t->request = {kind, mask, value, parameter, width, 0, -1, edge};
    t->state = state::in_warp;
    t->at = at;
    w.waiting |= 1u << lane;
    carry_out_if_complete(t);
    thread_wait();
    if (edge) edge_acquire(edge);
    if (t->request.absent >= 0) fault(at, "the shuffle reads lane %d, which takes no part in it", t->request.absent);
    return t->request.result;
}

void warp_without(thread *t)
{
    warp &w = t->block->warps[t->index / LANES];
    w.alive &= ~(1u << t->index % LANES);
    for (unsigned rest = w.waiting; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        if (w.waiting >> lane & 1) carry_out_if_complete(first_lane(t) + lane);
    }
}
} // namespace cuhost
