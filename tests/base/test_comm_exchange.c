/* Exchanges of blocks (base/comm/comm_exchange.h) and cuts (cut.h, recut.h) on any number of ranks: on one, and by
 * tests/ranks/ranks_programs.test on 1 to 8. */
#include "base/comm/comm_exchange.h"

#include <stdlib.h>

#include "base/comm/cut.h"
#include "base/comm/recut.h"
#include "tests/support/ranks/on_ranks.h"

/* Runs that follow each other, whose lengths differ by one at most. */
static void test_cuts(void **state)
{
    static const int64_t sizes[] = {0, 1, 2, 7, 64, 1000003, INT64_MAX / 2};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int parts = 1; parts <= 13; parts++) {
            const int64_t n = sizes[s];
            assert_int_equal(cut_first(n, parts, 0), 0);
            assert_int_equal(cut_first(n, parts, parts), n);
            for (int r = 0; r < parts; r++) {
                assert_in_range(cut_count(n, parts, r), n / parts, n / parts + (n % parts > 0));
                if (n < 1 << 20) assert_int_equal(cut_first(n, parts, r), n * r / parts);
            }
        }
}

/* A box of whole[3] values, cut along one axis; along which a rank has first ... first + count - 1. */
struct slab {
    int64_t whole[3], first, count;
    int cut;
};

static struct slab slab_of(const int64_t whole[3], int cut, int r)
{
    struct slab s = {.cut = cut, .first = cut_first(whole[cut], ranks, r), .count = cut_count(whole[cut], ranks, r)};
    for (int d = 0; d < 3; d++) s.whole[d] = whole[d];
    return s;
}

static int64_t values_of(const struct slab *s)
{
    return s->whole[0] * s->whole[1] * s->whole[2] / (s->whole[s->cut] ? s->whole[s->cut] : 1) * s->count;
}

/* The places of the values that two slabs have in common, in the array of the first, whose axes lie in memory in this
 * order, the fastest first, with `pad` elements after each row. */
static struct comm_block common(const struct slab *mine, const struct slab *other, const int order[3], int64_t pad)
{
    struct comm_block b = {0};
    int64_t stride = 1;
    for (int o = 0; o < 3; o++) {
        const int d = order[o];
        b.stride[d] = stride;
        stride *= (d == mine->cut ? mine->count : mine->whole[d]) + (o == 0 ? pad : 0);
        b.count[d] = d == mine->cut ? mine->count : d == other->cut ? other->count : mine->whole[d];
        if (d == other->cut && d != mine->cut) b.first += other->first * b.stride[d];
    }
    return b;
}

static double value_at(const int64_t whole[3], int64_t i, int64_t j, int64_t k)
{
    return (double)(1 + i + whole[0] * (j + whole[1] * k));
}

/* Calls for every value of a slab its place in memory and the value that belongs there; sets it, or counts those that
 * differ. */
static int64_t visit(const struct slab *s, const int order[3], int64_t pad, double *x, bool set)
{
    const struct comm_block all = common(s, s, order, pad);
    int64_t wrong = 0;
    for (int64_t k = 0; k < all.count[2]; k++)
        for (int64_t j = 0; j < all.count[1]; j++)
            for (int64_t i = 0; i < all.count[0]; i++) {
                int64_t at[3] = {i, j, k};
                at[s->cut] += s->first;
                double *const v = x + i * all.stride[0] + j * all.stride[1] + k * all.stride[2];
                const double right = value_at(s->whole, at[0], at[1], at[2]);
                if (set) *v = right;
                else wrong += *v != right;
            }
    return wrong;
}

/* From slabs across one axis to those across another and back, between arrays of any order of axes, one of them with
 * gaps; bytes and messages are those of the values that do not stay. */
static void turn(const int64_t whole[3], int from, int to, const int order[3])
{
    static const int plain[3] = {0, 1, 2};
    const struct slab here = slab_of(whole, from, rank), there = slab_of(whole, to, rank);
    const int64_t pad = 3, size_x = values_of(&here) + pad * whole[0] * whole[1] * whole[2] + 1;
    double *const x = calloc((size_t)size_x, sizeof *x), *const y = calloc((size_t)values_of(&there) + 1, sizeof *y);
    struct comm_block give[ranks], take[ranks];
    struct comm_exchange *forth, *back;
    struct comm_exchange_sent expected = {0};
    for (int r = 0; r < ranks; r++) {
        const struct slab others_there = slab_of(whole, to, r), others_here = slab_of(whole, from, r);
        give[r] = common(&here, &others_there, plain, pad), take[r] = common(&there, &others_here, order, 0);
        if (from == to && r != rank) give[r].count[0] = take[r].count[0] = 0;
        const int64_t values = comm_block_values(&give[r]);
        if (r == rank || values == 0) continue;
        expected.bytes += values * (int64_t)sizeof *x, expected.messages++;
    }
    assert_int_equal(comm_exchange_make(&forth, world, give, take, sizeof *x), ST_OK);
    assert_int_equal(comm_exchange_make(&back, world, take, give, sizeof *x), ST_OK);
    visit(&here, plain, pad, x, true);
    for (int again = 0; again < 2; again++) {
        const struct comm_exchange_sent before = comm_exchange_sent();
        comm_exchange_run(forth, x, y);
        assert_int_equal(comm_exchange_sent().bytes - before.bytes, expected.bytes);
        assert_int_equal(comm_exchange_sent().messages - before.messages, expected.messages);
        assert_int_equal(visit(&there, order, 0, y, false), 0);
        for (int64_t i = 0; i < size_x; i++) x[i] = 0;
        comm_exchange_begin(back, y, x);
        comm_exchange_end(back);
        assert_int_equal(visit(&here, plain, pad, x, false), 0);
    }
    forth = comm_exchange_free(forth), back = comm_exchange_free(back);
    free(x), free(y);
}

static void test_turns(void **state)
{
    static const int64_t boxes[][3] = {{1, 1, 1},  {7, 5, 3},    {16, 1, 9},  {13, 17, 11},
                                       {2, 40, 3}, {64, 48, 33}, {8200, 3, 5}};
    static const int orders[][3] = {{0, 1, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    (void)state;
    for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++)
        for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
            for (int axes = 0; axes < 9; axes++) turn(boxes[b], axes / 3, axes % 3, orders[o]);
}

/* Within one array: each rank gives its last value to the next one, which has a place for it before its own; and no
 * rank but the first has an array at all. */
static void test_one_array(void **state)
{
    float own[3] = {-1, 0, 100 + (float)rank};
    const int next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
    struct comm_block give[ranks], take[ranks];
    struct comm_exchange *x;
    (void)state;
    for (int r = 0; r < ranks; r++) give[r] = take[r] = (struct comm_block){.count = {0, 1, 1}};
    give[next] = (struct comm_block){.first = 2, .count = {1, 1, 1}};
    take[last] = (struct comm_block){.first = 0, .count = {1, 1, 1}};
    assert_int_equal(comm_exchange_make(&x, world, give, take, sizeof *own), ST_OK);
    comm_exchange_run(x, own, own);
    assert_true(own[0] == 100 + (float)last && own[1] == 0 && own[2] == 100 + (float)rank);
    comm_exchange_free(x);
    for (int r = 0; r < ranks; r++) give[r].count[0] = take[r].count[0] = 0;
    if (rank == 0) give[0] = (struct comm_block){.first = 2, .count = {1, 1, 1}};
    if (rank == 0) take[0] = (struct comm_block){.first = 1, .count = {1, 1, 1}};
    assert_int_equal(comm_exchange_make(&x, world, give, take, sizeof *own), ST_OK);
    comm_exchange_run(x, rank ? NULL : own, rank ? NULL : own);
    assert_true(rank || own[1] == 100);
    comm_exchange_free(x);
    assert_null(comm_exchange_free(NULL));
}

/* Rows from even parts to parts in complete units, of which the last ranks may have none, and back. */
static void test_recut(void **state)
{
    static const int64_t rows[] = {1, 2, 16, 37, 1000}, lengths[] = {1, 5, 300}, units[] = {1, 4, 16, 50};
    (void)state;
    for (int c = 0; c < 5 * 3 * 4; c++) {
        const int64_t n = rows[c % 5], row = lengths[c / 5 % 3], unit = units[c / 15], all = (n + unit - 1) / unit;
        const int64_t from = cut_first(all, ranks, rank) * unit, end = cut_first(all, ranks, rank + 1) * unit;
        const struct cut_part even = {cut_first(n, ranks, rank) * row, cut_first(n, ranks, rank + 1) * row},
                              whole = {(from < n ? from : n) * row, (end < n ? end : n) * row};
        double *a, *b;
        assert_int_equal(mem_array(&a, HOST, even.end - even.from, sizeof *a), ST_OK);
        assert_int_equal(mem_array(&b, HOST, whole.end - whole.from, sizeof *b), ST_OK);
        for (int64_t i = even.from; i < even.end; i++) a[i - even.from] = (double)i + 0.5;
        assert_int_equal(comm_recut(world, row, sizeof *a, even, a, whole, b), ST_OK);
        for (int64_t i = whole.from; i < whole.end; i++) assert_true(b[i - whole.from] == (double)i + 0.5);
        for (int64_t i = even.from; i < even.end; i++) a[i - even.from] = 0;
        assert_int_equal(comm_recut(world, row, sizeof *a, whole, b, even, a), ST_OK);
        for (int64_t i = even.from; i < even.end; i++) assert_true(a[i - even.from] == (double)i + 0.5);
        mem_free(a);
        mem_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_one_array),
        cmocka_unit_test(test_recut),
    };
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
