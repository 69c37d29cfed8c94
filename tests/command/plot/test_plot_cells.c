/* Pictures of neurons: spikes by group with their rates, trees unrolled. */
#include "tests/command/plot/plot_cases.h"

#include "command/plot/cells/lines.h"
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
    s = begin_file(); /* one cell too few: it is not known whose spikes these are */
    put_spikes(s, "s");
    good(store_text(s, "/config", "effective", "cells = ({ name = \"low\"; count = 2; }, { name = \"high\"; });"));
    good(store_commit(s));
    assert_int_equal(plot("--format svg --column who"), 0);
    shows("heat_who.svg", "cell over time by thomas, 4 dots");
}

enum { SECTIONS = 300, POINTS = 3 * SECTIONS };

/* Two cells of sections of three points each, which hang on any section before them; path lengths as they are. */
static void grow(struct cell_shape *s, unsigned seed)
{
    static int64_t parent[SECTIONS], cell[SECTIONS], node[POINTS], section[POINTS];
    static double path[POINTS], diameter[POINTS], at[3][POINTS];
    *s = (struct cell_shape){.points = POINTS, .sections = SECTIONS, .parent = parent, .cell = cell, .node = node};
    s->section = section, s->path = path, s->diameter = diameter;
    for (int d = 0; d < 3; d++) s->at[d] = at[d];
    for (int i = 0; i < SECTIONS; i++) {
        const int first = i < 200 ? 0 : 200;
        seed = seed * 1664525u + 1013904223u;
        parent[i] = i == first ? -1 : first + (int64_t)(seed >> 8) % (i - first);
        if (i % 3 && i > first) parent[i] = i - 1;
        cell[i] = first;
        for (int k = 0; k < 3; k++) {
            const int p = 3 * i + k;
            node[p] = section[p] = i, diameter[p] = 1;
            path[p] = (parent[i] < 0 ? 0 : path[3 * parent[i] + 2]) + k * (1 + (double)(seed >> 20) / 100);
        }
    }
}

/* Ends have consecutive integers, parents lie midway, and the children of one section lie between those of its
 * neighbours, so that no lines cross. */
static void trees_are_unrolled_without_crossings(void **state)
{
    (void)state;
    static struct unrolled out[SECTIONS];
    for (unsigned seed = 1; seed <= 20; seed++) {
        struct cell_shape s;
        grow(&s, seed);
        for (int64_t first = 0, end = 200; first < SECTIONS; first = end, end = SECTIONS) {
            double low[SECTIONS], high[SECTIONS];
            bool taken[SECTIONS] = {false};
            int64_t ends = 0;
            const int64_t lines = shape_unroll(&s, first, end, out);
            for (int64_t i = end - 1; i >= first; i--) {
                double least = INFINITY, most = -INFINITY;
                low[i] = INFINITY, high[i] = -INFINITY;
                for (int64_t c = i + 1; c < end; c++) {
                    if (s.parent[c] != i) continue;
                    least = fmin(least, out[c].order), most = fmax(most, out[c].order);
                    if (!(low[c] > high[i])) fail_msg("seed %u: section %d crosses another", seed, (int)c);
                    low[i] = fmin(low[i], low[c]), high[i] = fmax(high[i], high[c]);
                }
                if (most >= least) {
                    assert_true(out[i].order == 0.5 * (least + most));
                    continue;
                }
                const int64_t line = (int64_t)out[i].order;
                assert_true((double)line == out[i].order && line >= 0 && line < lines && !taken[line]);
                taken[line] = true, ends++;
                low[i] = high[i] = out[i].order;
            }
            assert_int_equal(ends, lines);
        }
    }
}

static double half_path(const void *with, const struct cell_shape *s, int64_t point)
{
    (void)with;
    return s->path[point] / 2;
}

/* Each end of each line that is drawn has the path length of its point to the right, and the order of its section
 * upward; lines of all widths together are all that there are. */
static void unrolled_positions_are_path_lengths(void **state)
{
    (void)state;
    static struct unrolled out[SECTIONS];
    struct cell_shape s;
    struct shape_cell cell[SHAPE_CELLS_MAX];
    const struct line_colour colour = {half_path, NULL};
    int64_t there, drawn = 0;
    grow(&s, 5);
    for (int i = 0; i < POINTS; i++) s.diameter[i] = 0.1 * (i % 97);
    s.unrolled = out;
    shape_unroll(&s, 0, 200, out);
    shape_unroll(&s, 200, SECTIONS, out);
    assert_int_equal(shape_cells(cell, &s, &there), 2);
    assert_int_equal(there, 2);
    for (int c = 0; c < 2; c++) {
        char *text, *rest;
        size_t size;
        FILE *const f = open_memstream(&text, &size);
        lines_unroll(f, "p", &s, &cell[c], &colour);
        fclose(f);
        *strstr(text, "$p_joints") = '\0';
        rest = text;
        for (char *line; (line = strsep(&rest, "\n"));) {
            double x, y, value;
            bool found = false;
            if (sscanf(line, "%lf %lf %lf", &x, &y, &value) != 3) continue;
            for (int64_t i = 0; i < POINTS && !found; i++)
                found = fabs(s.path[i] - x) < 1e-6 * (1 + x) && fabs(out[s.section[i]].order - y) < 1e-6;
            if (!found) fail_msg("there is no point at %g, %g", x, y);
            assert_true(fabs(value - x / 2) < 1e-6 * (1 + x));
            drawn++;
        }
        free(text);
    }
    assert_int_equal(drawn, 2 * 2 * SECTIONS);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rates_are_counts),
        TEST(groups_are_named_with_their_rates),
        TEST(trees_are_unrolled_without_crossings),
        TEST(unrolled_positions_are_path_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
