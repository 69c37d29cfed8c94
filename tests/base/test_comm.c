/* Functions of base/comm/comm.h on any number of ranks: on one, and by tests/ranks/ranks_programs.test on 1 to 8. */
#include "base/comm/comm.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "tests/support/ranks/on_ranks.h"

/* As many as the launcher says, or one. */
static void test_numbers(void **state)
{
    const char *const wanted = comm_launched() ? getenv("RANKS") : NULL;
    (void)state;
    assert_int_equal(ranks, wanted ? atoi(wanted) : 1);
    assert_in_range(rank, 0, ranks - 1);
    assert_in_range(comm_local_rank(world), 0, comm_local_size(world) - 1);
    assert_in_range(comm_local_size(world), 1, ranks);
    assert_int_equal(world == NULL, ranks == 1);
    assert_int_equal(comm_started(), comm_launched());
    assert_int_equal(comm_rank(NULL), 0);
    assert_int_equal(comm_size(NULL), 1);
}

static void test_gather(void **state)
{
    enum { EACH = 24 };
    char mine[EACH], *const all = malloc((size_t)ranks * EACH);
    (void)state;
    snprintf(mine, sizeof mine, "rank %d", rank);
    comm_gather_all(world, mine, EACH, all);
    for (int r = 0; r < ranks; r++) {
        char expected[EACH];
        snprintf(expected, sizeof expected, "rank %d", r);
        assert_string_equal(all + r * EACH, expected);
    }
    free(all);
}

/* No bytes of some ranks, and from a few in all to more than one message takes. */
static void test_gather_ragged(void **state)
{
    static const int64_t unit[] = {0, 1, 1000, 9000001};
    (void)state;
    for (size_t u = 0; u < sizeof unit / sizeof *unit; u++) {
        int64_t *const bytes = malloc((size_t)ranks * sizeof *bytes), sum = 0;
        for (int r = 0; r < ranks; r++) sum += bytes[r] = (r + 2) % 3 * unit[u];
        unsigned char *const mine = malloc((size_t)bytes[rank] + 1), *const all = malloc((size_t)sum + 1), *at = all;
        for (int64_t i = 0; i < bytes[rank]; i++) mine[i] = (unsigned char)(3 * i + 11 * rank);
        memset(all, 77, (size_t)sum + 1);
        comm_gather_ragged(world, mine, bytes, all);
        for (int r = 0; r < ranks; at += bytes[r++])
            for (int64_t i = 0; i < bytes[r]; i++) assert_int_equal(at[i], (unsigned char)(3 * i + 11 * r));
        assert_int_equal(*at, 77);
        free(all), free(mine), free(bytes);
    }
}

static void test_broadcast(void **state)
{
    static const int64_t bytes[] = {0, 1, 4097, 3000000};
    (void)state;
    for (size_t b = 0; b < sizeof bytes / sizeof *bytes; b++)
        for (int root = 0; root < ranks; root++) {
            unsigned char *const data = malloc((size_t)bytes[b] + 1);
            for (int64_t i = 0; i <= bytes[b]; i++) data[i] = (unsigned char)(rank == root ? 7 * i + root : 99);
            comm_broadcast(world, data, bytes[b], root);
            for (int64_t i = 0; i < bytes[b]; i++) assert_int_equal(data[i], (unsigned char)(7 * i + root));
            assert_int_equal(data[bytes[b]], rank == root ? (unsigned char)(7 * bytes[b] + root) : 99);
            free(data);
        }
}

/* The sentence of rank r on all ranks, named or not; on one rank it is unchanged. */
static void agreed(enum status wanted, int r, bool named, enum status mine)
{
    char expected[64];
    assert_int_equal(comm_agree(world, mine), wanted);
    if (named && ranks > 1) snprintf(expected, sizeof expected, "rank %d: fault %d", r, r);
    else snprintf(expected, sizeof expected, "fault %d", r);
    assert_string_equal(fail_text(), expected);
}

static enum status fault(enum status s)
{
    return s == ST_OK ? s : fail(s, "fault %d", rank);
}

/* Every rank by itself, all, and all but the first, which differ in gravity. A rank is named where memory, files or
 * devices fail on some, or a fault may not occur on others. */
static void test_agreement(void **state)
{
    (void)state;
    assert_int_equal(comm_agree(world, ST_OK), ST_OK);
    for (int bad = 0; bad < ranks; bad++) {
        agreed(ST_IO, bad, true, fault(rank == bad ? ST_IO : ST_OK));
        agreed(ST_FAILED, bad, false, fault(rank == bad ? ST_FAILED : ST_OK));
        agreed(ST_CONFIG, bad, false, fault(rank == bad ? ST_CONFIG : ST_OK));
        agreed(ST_CONFIG, bad, true, rank == bad ? fail_local(fault(ST_CONFIG)) : ST_OK);
    }
    agreed(ST_NOMEM, 0, false, fault(ST_NOMEM));
    const enum status mine = fault(rank == 0 ? ST_OK : rank % 2 ? ST_NOMEM : ST_CONFIG);
    if (ranks > 1) agreed(ranks > 2 ? ST_CONFIG : ST_NOMEM, ranks > 2 ? 2 : 1, ranks == 2, mine);
}

enum { MESSAGES = 40 };

/* Lengths from 0 to far beyond those that MPI sends before they are received. */
static int64_t length_of(int from, int number)
{
    return number % 5 == 0 ? 0 : number % 5 == 4 ? 200000 + from : number * 13 + from;
}

static unsigned char byte_of(int from, int number, int64_t i)
{
    return (unsigned char)(31 * from + 5 * number + i % 251);
}

/* MESSAGES from each other rank, in their order. */
static void *receive_all(void *bad)
{
    int *const next = calloc((size_t)ranks, sizeof *next);
    for (int left = (ranks - 1) * MESSAGES; left > 0;) {
        struct comm_message m;
        if (!comm_waiting(world, &m)) {
            sched_yield();
            continue;
        }
        unsigned char *const data = malloc((size_t)m.bytes + 1);
        comm_receive(world, &m, data);
        bool good = m.tag == next[m.sender] && m.bytes == length_of(m.sender, m.tag);
        for (int64_t i = 0; i < m.bytes && good; i++) good = data[i] == byte_of(m.sender, m.tag, i);
        *(int *)bad += !good;
        next[m.sender]++, left--;
        free(data);
    }
    free(next);
    return NULL;
}

/* All send to all while a thread of each receives. */
static void test_messages(void **state)
{
    struct comm_message m;
    pthread_t thread;
    int bad = 0;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, receive_all, &bad), 0);
    for (int number = 0; number < MESSAGES; number++)
        for (int away = 1; away < ranks; away++) {
            const int64_t bytes = length_of(rank, number);
            unsigned char *const data = malloc((size_t)bytes + 1);
            for (int64_t i = 0; i < bytes; i++) data[i] = byte_of(rank, number, i);
            comm_send(world, data, bytes, (rank + away) % ranks, number);
            free(data);
        }
    pthread_join(thread, NULL);
    assert_int_equal(bad, 0);
    assert_int_equal(comm_agree(world, ST_OK), ST_OK); /* nobody sends any more */
    assert_false(comm_waiting(world, &m));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),   cmocka_unit_test(test_gather),    cmocka_unit_test(test_gather_ragged),
        cmocka_unit_test(test_broadcast), cmocka_unit_test(test_agreement), cmocka_unit_test(test_messages),
    };
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
