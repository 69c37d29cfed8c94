/* Reports a launch in which no thread can go on: the reason, and where its threads wait. */
#include "tests/cuhost/stuck.h"

#include <inttypes.h>
#include <stdio.h>

#include "tests/cuhost/fault.h"
#include "tests/cuhost/schedule.h"

namespace cuhost
{
namespace
{
struct tally {
    enum state state;
    site at;
    uint64_t threads;
};
auto *const abandoned = new std::vector<resident>; /* no launch comes after, and nothing is to look like a leak */

const char *state_name(enum state s)
{
    switch (s) {
    case state::at_barrier: return "wait at the barrier";
    case state::in_warp: return "wait for lanes of their warp";
    default: return "spin";
    }
}

void count(std::vector<tally> &tallies, const thread &t)
{
    for (tally &a : tallies) {
        if (a.state != t.state || a.at.line != t.at.line || a.at.file != t.at.file) continue;
        a.threads++;
        return;
    }
    tallies.push_back({t.state, t.at, 1});
}
} // namespace

void give_up(const std::vector<resident> &blocks, const char *why)
{
    std::vector<tally> tallies;
    for (const resident &r : blocks)
        for (const thread &t : r.block->threads)
            if (t.state != state::ended) count(tallies, t);
    fprintf(stderr, "cuhost: %s; CUHOST_SEED=%" PRIu64 "\n", why, schedule_seed());
    for (const tally &a : tallies)
        fprintf(stderr, "cuhost:   %" PRIu64 " threads %s at %s:%d\n", a.threads, state_name(a.state),
                a.at.file ? a.at.file : "their start", a.at.line);
    fault_stuck();
    *abandoned = blocks;
}
} // namespace cuhost
