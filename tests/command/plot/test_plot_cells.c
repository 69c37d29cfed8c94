/* Pictures of neurons: spikes by group with their rates. */
#include "tests/command/plot/plot_cases.h"

#include "command/plot/cells/raster.h"

static const struct cell_groups three = {3, {{"many", 0, 300}, {"one", 300, 1}, {"few", 301, 7}}};

/* Counted again, spike by spike. Times and cells are of a generator with a seed; some are outside. */
static void rates_are_counts(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    static double time[COUNT], cell[COUNT];
    static struct raster x;
    unsigned seed = 11;
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525u + 1013904223u;
        time[i] = (double)(seed >> 12) / 1e4 - 2; /* ms, from -2 to 102.8 */
        seed = seed * 1664525u + 1013904223u;
        cell[i] = (double)(seed >> 8) / (1 << 24) < 0.5 ? (double)(seed >> 9) / (1 << 23) * 310 : 300 + (seed >> 4) % 8;
        cell[i] = floor(cell[i]);
    }
    time[0] = 100, cell[0] = 300; /* at the end itself */
    x = (struct raster){.from = 0, .to = 100, .unit = 1e-3};
    raster_count(&x, &three, time, cell, COUNT);
    for (int k = 0; k < three.count; k++) {
        const struct cell_group *const g = &three.group[k];
        int64_t count = 0, in_rows = 0, in_bins = 0, cells = 0;
        for (int i = 0; i < COUNT; i++)
            count += time[i] >= 0 && time[i] <= 100 && cell[i] >= (double)g->first &&
                     cell[i] < (double)(g->first + g->cells);
        assert_true(count > 50);
        assert_int_equal(x.spikes[k], count);
        assert_true(fabs(x.rate[k] * 0.1 * (double)g->cells / (double)count - 1) < 1e-14);
        for (int i = 0; i < x.rows; i++) {
            const struct raster_row *const r = &x.row[i];
            if (r->group != k) continue;
            int64_t here = 0;
            for (int s = 0; s < COUNT; s++)
                here += time[s] >= 0 && time[s] <= 100 && cell[s] >= (double)r->first &&
                        cell[s] < (double)(r->first + r->cells);
            assert_int_equal(r->spikes, here);
            assert_true(fabs(r->rate * 0.1 * (double)r->cells - (double)here) < 1e-9);
            assert_int_equal(r->first, g->first + cells);
            cells += r->cells, in_rows += r->spikes;
        }
        for (int i = 0; i < RASTER_BINS; i++) {
            int64_t here = 0;
            for (int s = 0; s < COUNT; s++)
                here += time[s] >= i && (time[s] < i + 1 || (i == 99 && time[s] == 100)) &&
                        cell[s] >= (double)g->first && cell[s] < (double)(g->first + g->cells);
            if (x.bin[k][i] != here) fail_msg("group %d, bin %d: %d, not %d", k, i, (int)x.bin[k][i], (int)here);
            assert_true(fabs(raster_bin_rate(&x, k, i) * 1e-3 * (double)g->cells - (double)here) < 1e-9);
            in_bins += here;
        }
        assert_int_equal(cells, g->cells);
        assert_int_equal(in_rows, count);
        assert_int_equal(in_bins, count);
    }
    assert_true(x.rows <= RASTER_ROWS_MAX + CELL_GROUPS_MAX);
}

static void put_spikes(struct store *s, const char *units)
{
    double time[4] = {0.05, 0.1, 0.1, 0.2};
    int64_t cell[4] = {3, 0, 2, 3};
    const struct array fields[] = {
        {.name = "at", .type = REAL64, .rank = 1, .dims = {4}, .data = time, .units = units, .about = "time"},
        {.name = "who", .type = INT64, .rank = 1, .dims = {4}, .data = cell, .about = "cell", .over = "at"}};
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    for (int i = 0; i < 2; i++) good(store_array(s, "/runs/000_thomas_host_double/fields", &fields[i]));
}

/* The run took 0.25 s: 2 spikes of one cell are 8 Hz, 2 of 3 cells 2.67 Hz. */
static void groups_are_named_with_their_rates(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *s = begin_file();
    put_spikes(s, "s");
    good(store_text(s, "/config", "effective", "cells = ({ name = \"low\"; count = 3; }, { name = \"high\"; });"));
    good(store_commit(s));
    assert_int_equal(plot("--format svg --column who"), 0);
    shows("heat_who.svg", "4 spikes by thomas; rates of steps of 2.50 ms<");
    shows("heat_who.svg", ">low: 2.67 Hz<");
    shows("heat_who.svg", ">high: 8.00 Hz<");
    shows("heat_who.svg", ">time [ms]<");
    shows("heat_who.svg", ">rate [Hz]<");
    s = begin_file(); /* one cell too few: whose spikes these are is not known */
    put_spikes(s, "s");
    good(store_text(s, "/config", "effective", "cells = ({ name = \"low\"; count = 2; }, { name = \"high\"; });"));
    good(store_commit(s));
    assert_int_equal(plot("--format svg --column who"), 0);
    shows("heat_who.svg", "cell over time by thomas, 4 dots");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rates_are_counts),
        TEST(groups_are_named_with_their_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
