/* Shapes of cells that results hold for pictures: path lengths, lines of compartments, and names of columns. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/hines/state/state.h"

static const char cells[] =
    "dt = 0.05; duration = 0.5;"
    "cells = ({ name = \"traced\"; form = \"swc\"; file = \"configs/hines/pyramid.swc\"; },"
    "{ name = \"random\"; form = \"random_tree\"; count = 3; sections = 40; compartments = 4; length = 60.0; },"
    "{ name = \"stick\"; form = \"ball_and_stick\"; count = 2; });"
    "records = ({ name = \"a\"; cells = \"random\"; cell = 2; section = 3; at = 0.4; },"
    "{ name = \"b\"; named = \"apical[2]\"; variable = \"i_leak\"; });";

static int member(const struct array *all, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(all[i].name, name)) return i;
    fail_msg("no %s", name);
    return -1;
}

/* The distance of each compartment from the middle of the first section, which the solver's cable has counted from node
 * to node, is the path length in the middle of its line; and the line is as long as its share of the section. */
static void path_lengths_are_distances(void **state)
{
    (void)state;
    struct trial t = trial_done("hines", cells, NULL, "hines", 1);
    const struct hines_state *const s = t.sim.state;
    struct array all[ARRAYS_MAX];
    const int count = t.sim.app->geometry(&t.sim, all);
    const double *const x = all[member(all, count, "line_x")].data, *const y = all[member(all, count, "line_y")].data;
    const double *const z = all[member(all, count, "line_z")].data;
    const double *const path = all[member(all, count, "line_path")].data;
    const int64_t *const node = all[member(all, count, "line_node")].data;
    const int64_t points = all[member(all, count, "line_node")].dims[0];
    int64_t at = 0, lines = 0;
    for (int64_t k = 0; k < 3; k++) {
        const int64_t cell = s->all.first[k];
        const struct cable *cable;
        struct cable own;
        good(population_cable(&s->all, cell, &own, &cable));
        for (int64_t section = 0; section < cable->sections; section++)
            for (int64_t c = 0; c < cable->count[section]; c++, lines++) {
                const int64_t here = cable->first[section] + c, first = at;
                double length = 0;
                assert_true(at < points && node[at] == s->offset[cell] + here);
                for (; at + 1 < points && node[at + 1] == node[first]; at++)
                    length += sqrt(pow(x[at + 1] - x[at], 2) + pow(y[at + 1] - y[at], 2) + pow(z[at + 1] - z[at], 2));
                if (section) {
                    near(path[at] - path[first], length, 1e-9, "the length of a line");
                    near(0.5 * (path[first] + path[at]), cable->distance[here], 1e-9, "its distance");
                } else assert_true(fabs(path[at] + path[first]) >= length * (1 - 1e-9));
                at++;
            }
        cable_free(&own);
    }
    assert_true(at == points && lines > 200);
    trial_end(&t);
}

static void columns_say_where_they_are_from(void **state)
{
    (void)state;
    struct trial t = trial_done("hines", cells, NULL, "hines", 1);
    const struct column *const a = series_column(&t.sim.series, "a"), *const b = series_column(&t.sim.series, "b");
    assert_string_equal(a->about, "v at cell 2 of random, dendrite[2](0.375)");
    assert_non_null(strstr(b->about, "i_leak at cell 0 of traced, apical[2](0."));
    assert_null(series_column(&t.sim.series, "time")->about);
    struct series copy;
    good(series_copy(&copy, &t.sim.series));
    assert_string_equal(series_column(&copy, "a")->about, a->about);
    series_free(&copy);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_lengths_are_distances),
        cmocka_unit_test(columns_say_where_they_are_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
