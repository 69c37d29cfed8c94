/* Systems of the application `batch` that are dealt to ranks: all of them, evenly, and drawn alike on any rank. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#undef fail

#include <string.h>

#include "apps/batch/deal.h"
#include "apps/batch/problem/random_systems.h"
#include "base/memory.h"

enum { RANKS = 9, ROWS = 30 };

static struct batch_params params_of(const char *layout, int sizes, bool sorted)
{
    struct batch_params p = {.width = 6, .sizes = sizes, .sorted = sorted, .seed = 4, .min = 2};
    while (strcmp(batch_layouts[p.layout], layout)) p.layout++;
    return p;
}

static int64_t all_rows(const struct batch_params *p, int64_t systems)
{
    int64_t rows = 0;
    for (int64_t s = 0; s < systems; s++)
        rows += p->sizes == UNIFORM ? random_systems_size((uint64_t)p->seed, s, p->min, ROWS) : ROWS;
    return rows;
}

/* `unit` systems stay together. */
static void try(const struct batch_params *p, int64_t systems, int ranks, int64_t unit)
{
    int64_t unknowns[RANKS] = {0}, sum = 0;
    assert_int_equal(batch_deal_count(p, systems, ROWS, NULL, ranks, unknowns), ST_OK);
    for (int r = 0; r < ranks; r++) {
        assert_true(unknowns[r] >= 0 && unknowns[r] <= all_rows(p, systems) / ranks + unit * ROWS);
        sum += unknowns[r];
    }
    assert_int_equal(sum, all_rows(p, systems));
}

static void each_system_is_of_one_rank(void **state)
{
    static const struct {
        const char *layout;
        int64_t unit;
    } forms[] = {{"contiguous", 16},   {"interleaved", 16}, {"block_interleaved", 48},
                 {"unified_rows", 16}, {"ragged", 16},      {"ragged_interleaved", 48}};
    (void)state;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
        for (int k = 0; k < 4; k++) {
            const struct batch_params p = params_of(forms[f].layout, k & 1 ? UNIFORM : EQUAL, k & 2);
            for (int ranks = 1; ranks <= RANKS; ranks++)
                for (int64_t systems = 1; systems < 600; systems += systems / 2 + 1)
                    try(&p, systems, ranks, forms[f].unit);
        }
}

/* Equal systems in complete units: as many on each rank, found without a walk over all of them. */
static void equal_parts_are_equal(void **state)
{
    static const int64_t each[] = {32, 32000000000000};
    const struct batch_params p = params_of("contiguous", EQUAL, false);
    (void)state;
    for (int ranks = 1; ranks <= RANKS; ranks++)
        for (int k = 0; k < 2; k++) {
            int64_t unknowns[RANKS] = {0};
            assert_int_equal(batch_deal_count(&p, ranks * each[k], ROWS, NULL, ranks, unknowns), ST_OK);
            for (int r = 0; r < ranks; r++) assert_true(unknowns[r] == each[k] * ROWS);
        }
}

static void numbers_are_those_of_the_whole_batch(void **state)
{
    enum { SYSTEMS = 11, FROM = 4 };
    int64_t sizes[SYSTEMS];
    real all[SYSTEMS * ROWS], some[SYSTEMS * ROWS];
    (void)state;
    for (int64_t s = 0; s < SYSTEMS; s++) sizes[s] = random_systems_size(3, s, 5, ROWS);
    for (int kind = 0; kind < 4; kind++) {
        const struct random_systems x = {.seed = 3, .n = ROWS, .sizes = kind & 1 ? sizes : NULL, .shared = kind & 2};
        struct random_systems behind = x;
        behind.earlier = FROM, behind.sizes = x.sizes ? sizes + FROM : NULL;
        for (int a = 0; a < NUMBERS; a++) {
            random_systems_fill(&x, a, 0, SYSTEMS, all, 1);
            random_systems_fill(&behind, a, 0, SYSTEMS - FROM, some, 1);
            assert_memory_equal(all + FROM * ROWS, some, (SYSTEMS - FROM) * ROWS * sizeof(real));
        }
        assert_true(random_systems_exact(&x, FROM + 2, 3) == random_systems_exact(&behind, 2, 3));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_system_is_of_one_rank),
                                       cmocka_unit_test(equal_parts_are_equal),
                                       cmocka_unit_test(numbers_are_those_of_the_whole_batch)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
