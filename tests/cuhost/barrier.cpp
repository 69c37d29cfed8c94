/* __syncthreads: the last thread to arrive lets all go on. */
#include "tests/cuhost/fault.h"
#include "tests/cuhost/sanitize.h"
#include "tests/cuhost/schedule.h"

namespace cuhost
{
namespace
{
void open_if_complete(block *b)
{
    if (b->arrived == 0 || b->arrived < b->live) return;
    const thread *first = nullptr;
    unsigned votes = 0;
    for (const thread &t : b->threads) {
        if (t.state != state::at_barrier) continue;
        if (!first) first = &t;
        if (t.at.line != first->at.line)
            fault(t.at, "divergent barrier: other threads of the block wait at line %d", first->at.line);
        votes += t.vote;
    }
    b->arrived = 0;
    b->edges.phase++;
    for (thread &t : b->threads) {
        if (t.state != state::at_barrier) continue;
        t.votes = votes;
        thread_ready(&t);
    }
}
} // namespace

unsigned block_barrier(bool vote, site at)
{
    thread *const t = current;
    block *const b = t->block;
    char *const edge = b->edges.now();
    edge_release(edge);
    t->vote = vote;
    t->state = state::at_barrier;
    b->arrived++;
    t->at = at;
    open_if_complete(b);
    thread_wait();
    edge_acquire(edge);
    return t->votes;
}

void block_without(thread *t)
{
    t->block->live--;
    open_if_complete(t->block);
}
} // namespace cuhost
