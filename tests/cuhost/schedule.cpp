/* A launch: some blocks at a time, one thread at a time, in an order that only the seed decides. */
#include "tests/cuhost/schedule.h"

#include <stdlib.h>

#include "tests/cuhost/device.h"
#include "tests/cuhost/device_memory.h"
#include "tests/cuhost/fault.h"
#include "tests/cuhost/order.h"
#include "tests/cuhost/sanitize.h"
#include "tests/cuhost/setting.h"
#include "tests/cuhost/stuck.h"

namespace cuhost
{
thread *current;
const struct place *place;

namespace
{
struct launch_state {
    dim3 blocks, threads;
    size_t shared_bytes;
    void (*body)(void *);
    void *arguments;
    std::vector<struct resident> resident;
    struct ready ready;
    random chance;
    uint64_t idle; /* switches since something changed */
    bool trapped;
};
launch_state *launched;
char begins, fences, ends;

/* The first function of every thread. */
void thread_main()
{
    thread *const t = current;
    edge_acquire(&begins);
    launched->body(launched->arguments);
    edge_release(&t->block->end);
    edge_release(&ends);
    t->state = state::ended;
    progress();
    block_without(t);
    warp_without(t);
    fiber_end(&t->fiber);
}

void start(uint64_t number)
{
    const dim3 n = launched->blocks;
    const uint3 index = {static_cast<unsigned>(number % n.x), static_cast<unsigned>(number / n.x % n.y),
                         static_cast<unsigned>(number / n.x / n.y)};
    block *const b = block_start(index, launched->threads, n, launched->shared_bytes, thread_main);
    edge_release(&begins); /* as if its threads were made now */
    launched->resident.push_back({b});
    for (thread &t : b->threads) thread_ready(&t);
    progress();
}

void finish(block *b)
{
    for (resident &r : launched->resident) {
        if (r.block != b) continue;
        r = launched->resident.back();
        launched->resident.pop_back();
        break;
    }
    block_free(b);
}

bool patient()
{
    static const uint64_t patience = setting("CUHOST_PATIENCE", 20000000, 1, UINT64_MAX);
    return launched->idle <= patience;
}

/* The thread that is to go on; there is one. */
thread *take()
{
    thread *const t = launched->ready.take(schedule_seed() ? launched->chance.next() : 0);
    current = t;
    place = &t->place;
    return t;
}

/* Runs the threads of the launch to their ends. */
void go()
{
    const dim3 n = launched->blocks;
    order order(static_cast<uint64_t>(n.x) * n.y * n.z, schedule_seed() ? &launched->chance : nullptr);
    const size_t most = static_cast<size_t>(schedule_resident());
    for (;;) {
        while (launched->resident.size() < most && order.left > 0) start(order.next());
        if (launched->resident.empty()) return;
        if (launched->ready.empty()) return give_up(launched->resident, "deadlock: no thread can go on");
        if (!patient())
            return give_up(launched->resident, "livelock: threads only spin, and what they wait for does not come");
        fiber_enter(&take()->fiber);
        const thread *const t = current; /* another one may have come back */
        current = nullptr;
        place = nullptr;
        if (launched->trapped) return give_up(launched->resident, "a thread trapped");
        if (t->state == state::ended && t->block->live == 0) finish(t->block);
    }
}
} // namespace

uint64_t schedule_seed()
{
    static const uint64_t seed = setting("CUHOST_SEED", 0, 0, UINT64_MAX);
    return seed;
}

int schedule_resident()
{
    static const uint64_t blocks = setting("CUHOST_RESIDENT", 4, 1, 64);
    return static_cast<int>(blocks);
}

void thread_ready(thread *t)
{
    t->state = state::ready;
    launched->ready.push(t);
}

/* The next thread takes over. The scheduler does if there is none, or something to say. */
void thread_wait()
{
    thread *const t = current;
    if (launched->ready.empty() || launched->trapped || !patient()) return fiber_leave(&t->fiber);
    thread *const next = take();
    if (next != t) fiber_pass(&t->fiber, &next->fiber);
}

void yield(site at)
{
    current->at = at;
    launched->idle++;
    thread_ready(current);
    thread_wait();
}

void trap(site at)
{
    current->at = at;
    launched->trapped = true;
    fault(at, "trap");
    thread_wait();
    abort(); /* it is never resumed */
}

void progress()
{
    launched->idle = 0;
}

void fence()
{
    edge_release(&fences);
    edge_acquire(&fences);
}

void run(const void *kernel, dim3 blocks, dim3 threads, size_t shared_bytes, void (*body)(void *), void *arguments)
{
    const std::lock_guard alone(device);
    if (verdict() != cudaSuccess || limits_check(kernel, blocks, threads, shared_bytes) != cudaSuccess) return;
    const size_t resident = static_cast<size_t>(schedule_resident());
    launch_state state = {blocks, threads, shared_bytes, body, arguments, {}, {}, random(schedule_seed()), 0, false};
    state.ready.reserve(resident * threads.x * threads.y * threads.z);
    launched = &state;
    device_memory_show();
    go();
    device_memory_hide();
    edge_acquire(&ends);
    fibers_rested();
    launched = nullptr;
}
} // namespace cuhost
