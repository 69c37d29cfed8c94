/* The division of cells among ranks and into parts: every cell belongs to one rank, ranks have equal shares of the
 * cost, and blocks are those of one rank. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#undef fail
#include <stdlib.h>

#include "apps/hines/population/parts_cut.h"
#include "base/memory.h"

/* Cells in order of falling sizes; every third one has gates. Freed by population_free. */
static struct population *make(int64_t cells, int64_t largest, bool splits)
{
    static struct hines_params params = {.channels.count = 1};
    struct population *const c = calloc(1, sizeof *c);
    *c = (struct population){.params = &params, .cells = cells, .splits = splits};
    assert_int_equal(mem_array(&c->size, HOST, cells, sizeof *c->size), ST_OK);
    assert_int_equal(mem_array(&c->order, HOST, cells, sizeof *c->order), ST_OK);
    assert_int_equal(mem_array(&c->gates, HOST, cells + 1, sizeof *c->gates), ST_OK);
    for (int64_t i = 0; i < cells; i++) {
        c->size[i] = 1 + (int64_t)((double)largest * (double)(cells - i) / (double)cells);
        c->gates[i + 1] = c->gates[i] + (i % 3 ? 0 : 3 * c->size[i]);
    }
    for (int64_t i = 0; i < cells; i++) c->order[i] = i;
    return c;
}

static struct population *cut(int64_t cells, int64_t largest, bool splits, int ranks, int rank)
{
    struct population *const c = make(cells, largest, splits);
    assert_int_equal(parts_cut(c, ranks, rank), ST_OK);
    return c;
}

static void drop(struct population *c)
{
    population_free(c);
    free(c);
}

/* The cost of a run of cells: a node costs as much as four gates. */
static double cost_of(const struct population *c, int64_t first, int64_t end)
{
    double sum = 0;
    for (int64_t k = first; k < end; k++) sum += (double)(4 * c->size[k] + c->gates[k + 1] - c->gates[k]);
    return sum;
}

static const struct {
    int64_t cells, largest;
} sizes[] = {{1, 10}, {3, 9000}, {5, 1}, {70, 40}, {700, 30}, {40, 900}, {5000, 12}};
enum { SIZES = sizeof sizes / sizeof *sizes, RANKS = 7 };

static void every_cell_is_of_one_rank(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES; i++)
        for (int ranks = 1; ranks <= RANKS; ranks++) {
            int64_t next = 0;
            for (int rank = 0; rank < ranks; rank++) {
                struct population *const c = cut(sizes[i].cells, sizes[i].largest, true, ranks, rank);
                assert_int_equal(c->own, next);
                for (int64_t q = 0; q < c->parts; q++) {
                    assert_true(c->part[q] < c->part[q + 1]);
                    assert_int_equal(population_owns(c, q), population_rank(c, q) == rank);
                }
                next = c->end;
                assert_true(rank < ranks - 1 || next == c->parts);
                assert_int_equal(c->part[c->parts], sizes[i].cells);
                drop(c);
            }
        }
}

static void ranks_have_their_share_and_at_most_one_cell(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES; i++)
        for (int ranks = 1; ranks <= RANKS; ranks++) {
            struct population *const c = cut(sizes[i].cells, sizes[i].largest, true, ranks, 0);
            const double share = cost_of(c, 0, c->cells) / ranks, most = share + 7 * (double)c->size[0];
            for (int r = 0; r < ranks; r++)
                assert_true(cost_of(c, c->part[c->dealt[r]], c->part[c->dealt[r + 1]]) <= most);
            drop(c);
        }
}

/* Neither blocks that two ranks may share nor those that are not split depend on ranks. */
static void blocks_do_not_depend_on_ranks(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES; i++) {
        struct population *const one = cut(sizes[i].cells, sizes[i].largest, true, 1, 0);
        for (int64_t q = 0; q < one->parts; q++) assert_int_equal(one->block[q], q);
        for (int splits = 0; splits < 2; splits++)
            for (int ranks = 2; ranks <= RANKS; ranks++) {
                struct population *const c = cut(sizes[i].cells, sizes[i].largest, splits, ranks, ranks / 2);
                for (int64_t q = 0; q < c->parts; q++) {
                    assert_int_equal(c->block[q], population_part(one, c->part[q]));
                    assert_int_equal(population_gates(c, q), population_gates(one, c->block[q]));
                    const int64_t beside = population_beside(c, q);
                    if (population_owns(c, q)) assert_int_equal(beside, q);
                    else if (beside >= 0) assert_true(population_owns(c, beside) && c->block[beside] == c->block[q]);
                }
                if (!splits) assert_int_equal(c->parts, one->parts);
                drop(c);
            }
        drop(one);
    }
}

static void blocks_of_two_ranks_are_two_parts(void **state)
{
    (void)state;
    struct population *const one = cut(700, 30, true, 1, 0), *const two = cut(700, 30, true, 2, 1);
    assert_int_equal(two->parts, one->parts + 1);
    assert_int_equal(two->block[two->own], two->block[two->own - 1]);
    assert_int_equal(population_beside(two, two->own - 1), two->own);
    assert_int_equal(population_beside(two, 0), two->block[0] == two->block[two->own] ? two->own : -1);
    drop(two), drop(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_is_of_one_rank),
        cmocka_unit_test(ranks_have_their_share_and_at_most_one_cell),
        cmocka_unit_test(blocks_do_not_depend_on_ranks),
        cmocka_unit_test(blocks_of_two_ranks_are_two_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
