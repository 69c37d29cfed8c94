/* Ranks that share cores sleep while they wait for others, in any call: of ranks that poll, as of those that mpirun
 * does not know to share cores, comm_share_cores makes such. On one rank nothing waits. */
#include <stdlib.h>
#include <time.h>

#include "base/comm/comm_exchange.h"
#include "base/comm/comm_pairs.h"
#include "tests/support/ranks/on_ranks.h"

static int64_t least = 1;
static char all[64];

static void agree(void)
{
    assert_int_equal(comm_agree(world, ST_OK), ST_OK);
}

static void broadcast(void)
{
    comm_broadcast(world, &least, sizeof least, 0);
}

static void gather(void)
{
    comm_gather_all(world, "r", 1, all);
}

static void gather_ragged(void)
{
    int64_t bytes[64] = {3};
    comm_gather_ragged(world, "abc", bytes, all);
}

static void find_least(void)
{
    comm_min(world, &least, 1);
}

static void from_first(void)
{
    if (rank) comm_pair_receive(world, &least, sizeof least, 0);
    for (int to = 1; rank == 0 && to < ranks; to++) comm_pair_send(world, &least, sizeof least, to);
}

static void from_left(void)
{
    int64_t left = 0, right = 0;
    comm_neighbours(world, &least, &least, &left, &right, sizeof least);
}

/* The first rank gives one value to each other. */
static void exchange(void)
{
    const struct comm_block one = {.count = {1, 1, 1}}, none = {.count = {0, 0, 0}};
    struct comm_block give[64], take[64];
    struct comm_exchange *x = NULL;
    for (int r = 0; r < ranks; r++) give[r] = rank == 0 && r ? one : none, take[r] = rank && r == 0 ? one : none;
    assert_int_equal(comm_exchange_make(&x, world, give, take, sizeof least), ST_OK);
    comm_exchange_run(x, &least, all);
    comm_exchange_free(x);
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void test_asleep(void **state)
{
    static void (*const waits[])(void) = {agree,      broadcast,  gather,    gather_ragged,
                                          find_least, from_first, from_left, exchange};
    (void)state;
    if (ranks == 1) skip();
    if (getenv("POLLING")) comm_share_cores(world, rank == ranks - 1);
    for (size_t k = 0; k < sizeof waits / sizeof *waits; k++) {
        agree();
        const double began = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        if (rank == 0) nanosleep(&(struct timespec){0, 100000000}, NULL);
        waits[k]();
        const double wall = seconds_of(CLOCK_MONOTONIC) - began, cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used;
        if (rank != 1) continue;
        print_message("wait %zu takes %.3f of %.3f s\n", k, cpu, wall);
        assert_true(wall > 0.02 && cpu < wall / 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_asleep)};
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
