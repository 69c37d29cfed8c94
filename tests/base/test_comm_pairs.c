/* Messages from rank to rank and extremes of all (base/comm/comm_pairs.h) on any number of ranks: on one, and by
 * tests/ranks/ranks_programs.test on 1 to 8. */
#include "base/comm/comm_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/comm/comm_exchange.h"
#include "tests/support/ranks/on_ranks.h"

static const int64_t lengths[] = {0, 1, 1000, 300000};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static unsigned char byte_of(int from, int64_t i)
{
    return (unsigned char)(31 * from + 7 * i + i / 251);
}

static unsigned char *message(int from, int64_t bytes)
{
    unsigned char *const data = malloc((size_t)bytes + 1);
    for (int64_t i = 0; i < bytes; i++) data[i] = byte_of(from, i);
    data[bytes] = 99;
    return data;
}

static void assert_from(int from, const unsigned char *data, int64_t bytes)
{
    for (int64_t i = 0; i < bytes; i++) assert_int_equal(data[i], byte_of(from, i));
    assert_int_equal(data[bytes], 99);
}

/* From rank to rank, around the ring; comm_waiting sees none of them, and comm_sent counts them. */
static void test_pairs(void **state)
{
    struct comm_message m;
    (void)state;
    for (int k = 0; k < LENGTHS && world; k++) {
        const int64_t bytes = lengths[k];
        unsigned char *const out = message(rank, bytes), *const in = message(ranks, bytes);
        const struct comm_traffic before = comm_sent();
        if (rank % 2 == 0) comm_pair_send(world, out, bytes, (rank + 1) % ranks);
        assert_false(comm_waiting(world, &m));
        comm_pair_receive(world, in, bytes, (rank + ranks - 1) % ranks);
        if (rank % 2) comm_pair_send(world, out, bytes, (rank + 1) % ranks);
        assert_from((rank + ranks - 1) % ranks, in, bytes);
        assert_int_equal(comm_sent().bytes - before.bytes, bytes);
        assert_int_equal(comm_sent().messages - before.messages, bytes > 0);
        free(out), free(in);
    }
}

static void test_neighbours(void **state)
{
    (void)state;
    for (int k = 0; k < LENGTHS; k++) {
        const int64_t bytes = lengths[k];
        unsigned char *const left = message(rank, bytes), *const right = message(rank + ranks, bytes);
        unsigned char *const from_left = message(900, bytes), *const from_right = message(901, bytes);
        const struct comm_traffic before = comm_sent();
        comm_neighbours(world, left, right, from_left, from_right, bytes);
        assert_from(rank ? rank - 1 + ranks : 900, from_left, bytes);
        assert_from(rank < ranks - 1 ? rank + 1 : 901, from_right, bytes);
        assert_int_equal(comm_sent().bytes - before.bytes, bytes * ((rank > 0) + (rank < ranks - 1)));
        free(left), free(right), free(from_left), free(from_right);
    }
}

/* Each sends to both neighbours before it receives, however long messages are, in slots that are used again. */
static void test_sends(void **state)
{
    enum { ROUNDS = 3, SIDES = 2 };
    const int to[SIDES] = {(rank + 1) % ranks, (rank + ranks - 1) % ranks};
    struct comm_sends *s;
    (void)state;
    assert_int_equal(comm_sends_make(&s, world, SIDES), ST_OK);
    for (int k = 0; ranks > 1 && k < ROUNDS * LENGTHS; k++) {
        const int64_t bytes = lengths[k % LENGTHS];
        const struct comm_traffic before = comm_sent();
        unsigned char *out[SIDES], *const in = message(-1, bytes);
        for (int side = 0; side < SIDES; side++) {
            out[side] = message(SIDES * rank + side + k, bytes);
            comm_sends_begin(s, side, out[side], bytes, to[side]);
        }
        assert_int_equal(comm_sent().bytes - before.bytes, SIDES * bytes);
        for (int side = 0; side < SIDES; side++) {
            const int from = to[1 - side];
            comm_pair_receive(world, in, bytes, from);
            assert_from(SIDES * from + side + k, in, bytes);
        }
        for (int side = 0; side < SIDES; side++) comm_sends_wait(s, side), free(out[side]);
        free(in);
    }
    assert_null(comm_sends_free(s));
}

/* Each number is that of another rank. */
static void test_extremes(void **state)
{
    enum { COUNT = 1000 };
    int64_t whole[COUNT];
    double v[COUNT];
    (void)state;
    for (int k = 0; k < COUNT; k++) {
        const int away = abs(rank - k % ranks);
        whole[k] = INT64_MIN / 2 + k + away;
        v[k] = -1e300 / (k + 1) * (1 + away);
    }
    comm_min(world, whole, COUNT);
    comm_max(world, v, COUNT);
    for (int k = 0; k < COUNT; k++) {
        assert_true(whole[k] == INT64_MIN / 2 + k);
        assert_true(v[k] == -1e300 / (k + 1));
    }
    comm_min(world, NULL, 0);
}

/* Exchanges are counted too. */
static void test_traffic(void **state)
{
    const struct comm_traffic before = comm_sent();
    struct comm_block *const give = calloc((size_t)ranks, sizeof *give);
    int values[2] = {rank, -1};
    struct comm_exchange *x;
    (void)state;
    for (int r = 0; r < ranks; r++) give[r] = (struct comm_block){0, {r == (rank + 1) % ranks, 1, 1}, {1, 1, 1}};
    struct comm_block *const take = calloc((size_t)ranks, sizeof *take);
    for (int r = 0; r < ranks; r++) take[r] = (struct comm_block){1, {rank == (r + 1) % ranks, 1, 1}, {1, 1, 1}};
    assert_int_equal(comm_exchange_make(&x, world, give, take, sizeof *values), ST_OK);
    comm_exchange_run(x, values, values);
    comm_exchange_free(x);
    assert_int_equal(values[1], (rank + ranks - 1) % ranks);
    assert_int_equal(comm_sent().bytes - before.bytes, world ? sizeof *values : 0);
    assert_int_equal(comm_sent().messages - before.messages, world ? 1 : 0);
    assert_true(comm_sent().seconds >= before.seconds && comm_sent().seconds < 1e6);
    free(give), free(take);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),    cmocka_unit_test(test_neighbours), cmocka_unit_test(test_sends),
        cmocka_unit_test(test_extremes), cmocka_unit_test(test_traffic),
    };
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
