/* The orders that a seed decides: of the blocks of a grid, and of the threads that are ready. */
#pragma once
#include <stdint.h>

#include <vector>

namespace cuhost
{
struct thread;

/* G. Marsaglia, Xorshift RNGs, J. Stat. Software 8, 2003. */
struct random {
    uint64_t state;
    explicit random(uint64_t seed) : state(seed * UINT64_C(0x9E3779B97F4A7C15) + 1)
    {
        for (int i = 0; i < 8; i++) next();
    }
    uint64_t next()
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }
};

/* Each of 0 ... left - 1 once: in order, or in steps that have no factor in common with their number, so that no
 * list of them is needed. */
struct order {
    uint64_t count, left, step = 1, at = 0;
    order(uint64_t n, random *chance) : count(n), left(n)
    {
        if (!chance || count < 2) return;
        at = chance->next() % count;
        do step = 1 + chance->next() % (count - 1);
        while (common_factor(step, count) != 1);
    }
    uint64_t next()
    {
        const uint64_t now = at;
        at = at < count - step ? at + step : at - (count - step);
        left--;
        return now;
    }
    static uint64_t common_factor(uint64_t a, uint64_t b)
    {
        return b == 0 ? a : common_factor(b, a % b);
    }
};

/* A ring of threads; take(0) gives the one that has waited longest, and chance, a fraction of 2^64, any. */
struct ready {
    struct place_in_ring {
        struct thread *thread;
    };
    std::vector<place_in_ring> ring;
    size_t first, count;
    void reserve(size_t threads)
    {
        size_t size = 1;
        while (size < threads) size *= 2;
        ring.resize(size);
    }
    bool empty() const
    {
        return count == 0;
    }
    place_in_ring &at(size_t i)
    {
        return ring[(first + i) & (ring.size() - 1)];
    }
    void push(struct thread *thread)
    {
        at(count++).thread = thread;
    }
    struct thread *take(uint64_t chance)
    {
        place_in_ring &chosen = at(static_cast<size_t>(static_cast<unsigned __int128>(chance) * count >> 64));
        struct thread *const thread = chosen.thread;
        chosen = at(0);
        first++;
        count--;
        return thread;
    }
};
} // namespace cuhost
