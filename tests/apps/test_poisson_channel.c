/* The projection of velocities onto those without divergence: the remaining divergence, conserved quantities, faults of
 * the input. Divergences and energies are computed here from the places of faces that a result holds. */
#include "tests/support/flows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/result/answers.h"

static const double eps = (double)REAL_EPS;
static const char *const methods[] = {"thomas_simd", "thomas", "transforms"};
static char *file;

static struct flow flow;
static uint64_t seed;

static int enter(void **state)
{
    (void)state;
    file = temporary("velocity.h5", NULL);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    unlink(file);
    free(file);
    return 0;
}

static void no_divergence_is_left(void **state)
{
    static struct flow after, change;
    double most = 0;
    (void)state;
    seed = 17;
    for (int c = 0; c < FLOW_BOXES; c++) {
        const struct flow_box *const b = &flow_boxes[c];
        flow_shape(&flow, b->dim, b->cells, b->periodic);
        flow_stir(&flow, b->periodic, &seed);
        flow_write(&flow, file);
        for (int m = 0; m < b->methods; m++) {
            char text[2048];
            struct widths w;
            flow_print(text, sizeof text, b, file, "");
            struct trial t = trial_done("poisson", text, NULL, methods[m], 2);
            flow_read(&after, &t, b->dim);
            widths_read(&w, &t, b->dim, b->upper);
            const double left = flow_divergence(&after, &flow, &w);
            most = fmax(most, left);
            if (!(left <= 50 * eps)) fail_msg("box %d, %s: %g eps are left", c, methods[m], left / eps);
            /* The change is orthogonal to the result. */
            change = after;
            for (int d = 0; d < b->dim; d++)
                for (int64_t q = 0; q < flow_count(&flow, d); q++)
                    change.v[d][q] = (double)(real)flow.v[d][q] - after.v[d][q];
            near(flow_energy(&after, &w) + flow_energy(&change, &w), flow_energy(&flow, &w), 1000 * eps, "energy");
            near(series_at(&t, "kinetic_energy_before", 0), 3 * flow_energy(&flow, &w), 100 * eps, "energy before");
            near(series_at(&t, "kinetic_energy_after", 0) + 1, 3 * flow_energy(&after, &w) + 1, 100 * eps,
                 "energy after");
            assert_string_equal(t.sim.caveats, "");
            trial_end(&t);
        }
    }
    print_message("%.2g eps of the largest velocity over a width are left\n", most / eps);
}

/* A curl, and the gradient of anything: only the gradient is removed. */
static void what_has_no_divergence_stays(void **state)
{
    static struct flow curl, after;
    static double psi[33][33], phi[33][33];
    const struct flow_box b = {"}", 2, 3, {20, 32, 1}, {true, false, false}, {1, 2, 1}};
    const double h[2] = {1.0 / 20, 2.0 / 32};
    (void)state;
    seed = 5;
    flow_shape(&curl, 2, b.cells, b.periodic);
    for (int j = 0; j <= 32; j++)
        for (int i = 0; i < 20; i++) psi[j][i] = j % 32 ? noise(&seed) / 10 : 0, phi[j][i] = noise(&seed) / 10;
    for (int j = 0; j < 32; j++)
        for (int i = 0; i < 20; i++) curl.v[0][flow_index(&curl, 0, i, j, 0)] = (psi[j + 1][i] - psi[j][i]) / h[1];
    for (int j = 0; j <= 32; j++)
        for (int i = 0; i < 20; i++)
            curl.v[1][flow_index(&curl, 1, i, j, 0)] = -(psi[j][(i + 1) % 20] - psi[j][i]) / h[0];
    for (int gradient = 0; gradient < 2; gradient++) {
        flow = curl;
        for (int j = 0; gradient && j < 32; j++)
            for (int i = 0; i < 20; i++) {
                flow.v[0][flow_index(&flow, 0, i, j, 0)] += (phi[j][i] - phi[j][(i + 19) % 20]) / h[0];
                if (j > 0) flow.v[1][flow_index(&flow, 1, i, j, 0)] += (phi[j][i] - phi[j - 1][i]) / h[1];
            }
        flow_write(&flow, file);
        for (int m = 0; m < 3; m++) {
            char text[2048];
            flow_print(text, sizeof text, &b, file, "");
            struct trial t = trial_done("poisson", text, NULL, methods[m], 2);
            flow_read(&after, &t, 2);
            const double off = flow_difference(&curl, &after);
            if (!(off <= 100 * eps)) fail_msg("gradient %d, %s: off by %g eps", gradient, methods[m], off / eps);
            trial_end(&t);
        }
    }
}

static void twice_changes_nothing(void **state)
{
    static struct flow once, twice;
    const struct flow_box *const b = &flow_boxes[0];
    char text[2048];
    (void)state;
    seed = 29;
    flow_print(text, sizeof text, b, file, "");
    flow_shape(&flow, b->dim, b->cells, b->periodic);
    flow_stir(&flow, b->periodic, &seed);
    flow_write(&flow, file);
    for (int round = 0; round < 2; round++) {
        struct trial t = trial_done("poisson", text, NULL, "thomas_simd", 2);
        flow_read(round ? &twice : &once, &t, b->dim);
        flow_write(&once, file);
        trial_end(&t);
    }
    const double off = flow_difference(&once, &twice);
    print_message("off by %.2g eps\n", off / eps);
    assert_true(flow_difference(&flow, &once) > 0.1);
    if (!(off <= 100 * eps)) fail_msg("off by %g eps", off / eps);
}

/* The inflow at one end is the outflow at the other; these faces keep their velocity. */
static void faces_keep_what_they_are_given(void **state)
{
    static struct flow after;
    const struct flow_box b = {"places = \"3*s^1.5\"; }", 3, 2, {10, 6, 8}, {false, true, false}, {1, 2, 3}};
    char text[2048];
    struct widths w;
    (void)state;
    seed = 7;
    flow_print(text, sizeof text, &b, file, "");
    flow_shape(&flow, 3, b.cells, b.periodic);
    flow_stir(&flow, b.periodic, &seed);
    for (int k = 0; k < 8; k++)
        for (int j = 0; j < 6; j++)
            flow.v[0][flow_index(&flow, 0, 0, j, k)] = flow.v[0][flow_index(&flow, 0, 10, (j + 2) % 6, k)] =
                1 + k / 8.0;
    flow_write(&flow, file);
    struct trial t = trial_done("poisson", text, NULL, "thomas_simd", 2);
    flow_read(&after, &t, 3);
    widths_read(&w, &t, b.dim, b.upper);
    assert_true(flow_divergence(&after, &flow, &w) <= 50 * eps);
    for (int k = 0; k < 8; k++)
        for (int j = 0; j < 6; j++)
            for (int i = 0; i <= 10; i += 10)
                assert_true(after.v[0][flow_index(&after, 0, i, j, k)] == flow.v[0][flow_index(&flow, 0, i, j, k)]);
    assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
    const struct answer *const in = answers_find(&t.sim.answers, "x_lower", "inflow");
    const struct answer *const out = answers_find(&t.sim.answers, "x_upper", "inflow");
    assert_true(in && out && in->value > 6 && fabs(in->value + out->value) <= 100 * eps);
    assert_null(answers_find(&t.sim.answers, "y_lower", "inflow"));
    assert_string_equal(t.sim.caveats, "");
    answers_free(&t.sim.answers);
    trial_end(&t);
}

/* More in than out: the same divergence is left everywhere, with a caveat; where u is prescribed it flows out there. */
static void what_flows_in_has_to_flow_out(void **state)
{
    static struct flow after;
    static const char *const open[] = {"", "y_upper = { kind = \"dirichlet\"; value = 2.5; };"};
    const struct flow_box b = {"}", 2, 2, {10, 12, 1}, {false, false, false}, {1, 2, 1}};
    (void)state;
    for (int o = 0; o < 2; o++) {
        char text[2048];
        struct widths w;
        seed = 3;
        flow_print(text, sizeof text, &b, file, open[o]);
        flow_shape(&flow, 2, b.cells, b.periodic);
        flow_stir(&flow, b.periodic, &seed);
        for (int j = 0; j < 12; j++) flow.v[0][flow_index(&flow, 0, 0, j, 0)] = 0.25; /* through a face of 2: 0.5 */
        flow_write(&flow, file);
        struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
        flow_read(&after, &t, 2);
        widths_read(&w, &t, b.dim, b.upper);
        assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
        if (o) {
            assert_true(flow_divergence(&after, &flow, &w) <= 50 * eps);
            near(answers_find(&t.sim.answers, "y_upper", "inflow")->value, -0.5, 1000 * eps, "outflow");
            assert_string_equal(t.sim.caveats, "");
        } else {
            near(series_at(&t, "divergence_after", 0), 0.25, 1000 * eps, "divergence left"); /* 0.5 in an area of 2 */
            assert_non_null(strstr(t.sim.caveats, "0.5 more flows in through the faces than out"));
            assert_non_null(strstr(t.sim.caveats, "a divergence of -0.25 is left"));
        }
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

/* [step][y][x], each step like a separate run. */
static void steps_are_projected_one_after_the_other(void **state)
{
    static struct flow both, last, after;
    const struct flow_box b = {"}; times = [1.0, 2.0]", 2, 1, {8, 6, 1}, {true, false, false}, {1, 2, 1}};
    char text[2048];
    (void)state;
    seed = 11;
    flow_shape(&flow, 2, b.cells, b.periodic);
    both = flow;
    both.steps = 2;
    for (int step = 0; step < 2; step++) {
        flow_stir(&flow, b.periodic, &seed);
        for (int d = 0; d < 2; d++)
            memcpy(both.v[d] + step * flow_count(&flow, d), flow.v[d], (size_t)flow_count(&flow, d) * 8);
    }
    for (int d = 0; d < 2; d++) both.n[d][1] *= 2;
    flow_write(&both, file);
    flow_print(text, sizeof text, &b, file, "");
    struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
    flow_read(&after, &t, 2);
    assert_true(series_at(&t, "divergence_after", 0) <= 1000 * eps &&
                series_at(&t, "divergence_after", 1) <= 1000 * eps);
    assert_true(series_at(&t, "divergence_before", 0) != series_at(&t, "divergence_before", 1));
    trial_end(&t);
    flow_write(&flow, file);
    struct flow_box alone = b;
    alone.grid = "}";
    flow_print(text, sizeof text, &alone, file, "");
    t = trial_done("poisson", text, NULL, "thomas", 2);
    flow_read(&last, &t, 2);
    assert_true(flow_difference(&last, &after) == 0);
    trial_end(&t);
    flow_print(text, sizeof text, &b, file, "");
    trial_refused("poisson", ST_CONFIG, "6 x 8 numbers, but the faces across x are 2 x 6 x 8, a step of times first",
                  text, "thomas");
}

static void faults_are_reported(void **state)
{
    static const struct {
        const char *more, *words;
    } cases[] = {
        {"f = 1.0;", "f: does not apply to a projection, whose right side is only the divergence"},
        {"q = 1.0;", "q: a projection needs q = 0 to leave no divergence"},
        {"eigenvalues = \"spectral\";", "eigenvalues: a projection needs eigenvalues of differences"},
        {"quantity = \"divergence\";", "quantity: a projection already has a field 'divergence'"},
        {"projection.w = \"speed\";", "projection.w: dataset speed of "},
        {"projection.v = \"u\";", "projection.v: dataset u of "},
        {"projection.dt = 0.0;", "projection.dt: "},
        {"projection.velocity = \"/tmp/none.h5\";", "projection.velocity: "},
        {"grid.n = [24, 16, 10];", "20 x 16 x 24 numbers, but the faces across x are 10 x 16 x 24"},
        {"grid.centering = \"node\";", "grid.centering: a projection needs cells along all axes"},
        {"boundary.y_upper.flux = 1.0;", "projection.velocity: the flux of y_upper must be 0"},
    };
    const struct flow_box *const b = &flow_boxes[0];
    char text[2048];
    struct trial t;
    (void)state;
    seed = 13;
    flow_print(text, sizeof text, b, file, "");
    flow_shape(&flow, b->dim, b->cells, b->periodic);
    flow_stir(&flow, b->periodic, &seed);
    flow_write(&flow, file);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char set[128];
        const char *const sets[2] = {set, NULL};
        const size_t key = strcspn(cases[i].more, " ");
        snprintf(set, sizeof set, "%.*s=%.*s", (int)key, cases[i].more, (int)strlen(cases[i].more + key + 3) - 1,
                 cases[i].more + key + 3);
        if (trial_complete(&t, "poisson", text, sets, "thomas", exec_host(2)) == ST_OK) fail_msg("%s runs", set);
        if (!strstr(fail_text(), cases[i].words)) fail_msg("%s: %s", set, fail_text());
        assert_null(strchr(fail_text(), '\n'));
    }
    flow.v[1][5] = (double)NAN;
    flow_write(&flow, file);
    trial_refused("poisson", ST_CONFIG, "number 5 is nan", text, "thomas");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(no_divergence_is_left, nothing_left),
        cmocka_unit_test_teardown(what_has_no_divergence_stays, nothing_left),
        cmocka_unit_test_teardown(twice_changes_nothing, nothing_left),
        cmocka_unit_test_teardown(faces_keep_what_they_are_given, nothing_left),
        cmocka_unit_test_teardown(what_flows_in_has_to_flow_out, nothing_left),
        cmocka_unit_test_teardown(steps_are_projected_one_after_the_other, nothing_left),
        cmocka_unit_test_teardown(faults_are_reported, nothing_left),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
