/* The measures of a solution, against loops over points: random u and f on small grids under every kind of face.
 * Measures that are taken together have the bits of each by itself, for any number of threads. */
#include "apps/poisson/measures/measures.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/poisson/accepts.h"
#include "apps/poisson/measures/gradient.h"
#include "base/memory.h"
#include "tests/support/flows.h"

static const double eps = (double)REAL_EPS;

static int below(uint64_t *seed, int count)
{
    const int i = (int)((noise(seed) + 1) / 2 * count);
    return i < count ? i : count - 1;
}

/* A box of 1 to 3 axes, the tridiagonal one with layers, others stretched or not. */
static void print_box(char *out, size_t size, uint64_t *seed, const int *sizes, int count)
{
    static const char *const kinds[6][2] = {{"periodic", "periodic"}, {"dirichlet", "dirichlet"},
                                            {"dirichlet", "neumann"}, {"neumann", "neumann"},
                                            {"robin", "dirichlet"},   {"robin", "neumann"}};
    const int dim = 1 + below(seed, 3), main = below(seed, dim);
    char n[64] = "", upper[128] = "", nodes[64] = "", places[256] = "", faces[1024] = "";
    for (int d = 0; d < dim; d++) {
        const bool node = below(seed, 2), turned = below(seed, 2);
        const int points = sizes[below(seed, count)], kind = below(seed, d == main ? 6 : 4);
        const char letter = "xyz"[d], *const comma = d ? ", " : "";
        const double to = 1.5 + noise(seed);
        if (points > 1 && below(seed, 2))
            snprintf(places + strlen(places), sizeof places - strlen(places), "%c = \"%.17g*(s+s*s)/2\";", letter, to);
        snprintf(n + strlen(n), sizeof n - strlen(n), "%s%d", comma, node && points < 3 ? 3 : points);
        snprintf(upper + strlen(upper), sizeof upper - strlen(upper), "%s%.17g", comma, to);
        if (node) snprintf(nodes + strlen(nodes), sizeof nodes - strlen(nodes), "%s\"%c\"", *nodes ? ", " : "", letter);
        for (int side = 0; side < 2; side++)
            snprintf(faces + strlen(faces), sizeof faces - strlen(faces), "%c_%s = { kind = \"%s\"; %s %s };", letter,
                     side ? "upper" : "lower", kinds[kind][side ^ turned],
                     !strcmp(kinds[kind][side ^ turned], "robin") ? "h = 1.7;" : "",
                     kind == 0 || below(seed, 3) == 0                 ? ""
                     : !strcmp(kinds[kind][side ^ turned], "neumann") ? "flux = \"0.5+x*x\";"
                     : !strcmp(kinds[kind][side ^ turned], "robin")   ? "ambient = \"2*x-0.3\";"
                                                                      : "value = \"1-2*x\";");
    }
    snprintf(out, size,
             "grid = { n = [%s]; upper = [%s]; nodes_along = [%s]; places_along = { %s }; }; tridiagonal_axis = "
             "\"%c\"; eps = \"1+%c\"; "
             "q = \"0.1+%c\"; f = \"x-1\"; boundary = { %s };",
             n, upper, nodes, places, "xyz"[main], "xyz"[main], "xyz"[main], faces);
}

/* The problem of a trial with random u and f; instance_free() it. */
static void stir(struct instance *x, const struct trial *t, int threads, uint64_t *seed)
{
    struct direct_choice choice;
    good(poisson_choice(&choice, t->params, t->sim.solver, NULL, HOST));
    good(instance_make(x, t->params, &choice, exec_host(threads)));
    good(instance_at(x, 0));
    for (int64_t p = 0; p < x->box.points; p++) x->u[p] = (real)noise(seed);
    for (int64_t p = 0; p < x->box.unknowns; p++) x->f[p] = noise(seed);
    faces_set(&x->source.faces, x->u);
}

/* u at the point of an unknown, or of the one beyond it on a periodic axis; *inside: is it one of them? */
static double u_at(const struct instance *x, const int64_t at[3], bool *inside)
{
    const struct box *const b = &x->box;
    int64_t place = b->first;
    *inside = true;
    for (int d = 0; d < 3; d++) {
        const int64_t m = b->axis[d].unknowns;
        const bool beyond = at[d] < 0 || at[d] >= m;
        if (beyond && !axis_periodic(&b->axis[d])) *inside = false;
        place += (beyond ? (at[d] + m) % m : at[d]) * b->stride[d];
    }
    return *inside ? (double)x->u[place] : 0;
}

/* |f - div(eps grad u) + q u| of an unknown; beyond faces u counts as 0. */
static double miss_of(const struct instance *x, const int64_t at[3])
{
    const struct box *const b = &x->box;
    const struct axis *const a = b->axis, *const main = &a[b->main];
    const int64_t m = at[b->main];
    bool inside;
    const double here = u_at(x, at, &inside);
    double sum = x->f[(at[2] * a[1].unknowns + at[1]) * a[0].unknowns + at[0]] - x->removed + main->q[m] * here;
    for (int d = 0; d < b->dim; d++)
        for (int side = 0; side < 2; side++) {
            int64_t next[3] = {at[0], at[1], at[2]};
            next[d] += side ? 1 : -1;
            sum += a[d].link[at[d] + side] / a[d].volume[at[d]] * (d == b->main ? 1 : main->eps[m]) *
                   (here - u_at(x, next, &inside));
        }
    return fabs(sum);
}

/* The middle between an end of an axis and the point next to it. */
static double half_place(const struct axis *a, int side)
{
    return (a->ends[side] + a->x[side ? a->points - 1 : 0]) / 2;
}

/* eps (du)^2 over the links along axis d on the lower side of a point, and on the upper side of the last unknown. */
static double energy_at(const struct instance *x, int d, const int64_t point[3])
{
    const struct box *const b = &x->box;
    const struct axis *const a = &b->axis[d];
    const int64_t place = point[0] + point[1] * b->stride[1] + point[2] * b->stride[2], i = point[d] - a->first,
                  last = a->unknowns - 1;
    double width = 1, sum = 0;
    if (i < 0 || i > last) return 0;
    for (int e = 0; e < 3; e++)
        if (e != d) width *= axis_width(&b->axis[e], point[e] - b->axis[e].first);
    if (d != b->main) width *= axis_eps(&b->axis[b->main], point[b->main] - b->axis[b->main].first);
    for (int side = 0; side < 2; side++) {
        const bool end = i == (side ? last : 0);
        if (side && (!end || axis_periodic(a))) continue;
        const double beyond = end && !axis_periodic(a) ? face_value(&x->source.faces, d, side, point)
                                                       : (double)x->u[place + (end ? last : -1) * b->stride[d]];
        const double step = (double)x->u[place] - beyond, flux = a->link[i + side] * step;
        const bool film = end && a->kind[side] == FACE_ROBIN;
        const double half = fabs(a->x[point[d]] - a->ends[side]),
                     eps_there = d == x->box.main ? 1 + half_place(a, side) : 1;
        sum += width * (film ? flux * flux * half / eps_there : flux * step) / 2;
    }
    return sum;
}

/* The scale of the residual at an unknown: |f|, |u|, and half the sum of both links of an axis over its volume. */
static void note_scale(struct residual *r, const struct instance *x, const int64_t at[3])
{
    const struct axis *const a = x->box.axis, *const main = &a[x->box.main];
    const int64_t m = at[x->box.main];
    bool inside;
    r->largest_u = fmax(r->largest_u, fabs(u_at(x, at, &inside)));
    r->largest_f = fmax(r->largest_f, fabs(x->f[(at[2] * a[1].unknowns + at[1]) * a[0].unknowns + at[0]] - x->removed));
    r->stiffness = fmax(r->stiffness, main->q[m]);
    for (int d = 0; d < x->box.dim; d++) {
        const double links = (a[d].link[at[d]] + a[d].link[at[d] + 1]) / 2 / a[d].volume[at[d]];
        r->stiffness = fmax(r->stiffness, links * (d == x->box.main ? 1 : main->eps[m]));
    }
}

static struct measures measured_by_points(const struct instance *x)
{
    const struct axis *const a = x->box.axis;
    struct measures m = {.extremes = {.low = HUGE_VAL, .high = -HUGE_VAL}};
    double volume = 0;
    int64_t at[3];
    for (at[2] = 0; at[2] < a[2].unknowns; at[2]++)
        for (at[1] = 0; at[1] < a[1].unknowns; at[1]++)
            for (at[0] = 0; at[0] < a[0].unknowns; at[0]++) {
                m.residual.off = fmax(m.residual.off, miss_of(x, at));
                note_scale(&m.residual, x, at);
            }
    for (int64_t p = 0; p < x->box.points; p++) {
        const int64_t point[3] = {p % a[0].points, p / a[0].points % a[1].points, p / a[0].points / a[1].points};
        const double u = (double)x->u[p];
        double width = 1;
        for (int d = 0; d < 3; d++) width *= axis_width(&a[d], point[d] - a[d].first);
        for (int d = 0; d < x->box.dim; d++) m.energy += energy_at(x, d, point);
        if (u > m.extremes.high) m.extremes.high = u, m.extremes.highest = p;
        if (u < m.extremes.low) m.extremes.low = u, m.extremes.lowest = p;
        m.extremes.mean += width * u, volume += width;
    }
    m.extremes.mean /= volume;
    return m;
}

/* The largest gradient and the gradient at `point`, of the derivatives along each axis. */
static double steepest_by_points(const struct instance *x, int64_t point, double *there)
{
    real *slope[3] = {NULL};
    double most = 0;
    for (int d = 0; d < x->box.dim; d++) {
        good(mem_array(&slope[d], HOST, x->box.points, sizeof(real)));
        good(gradient_measure(x, d, slope[d]));
    }
    for (int64_t p = 0; p < x->box.points; p++) {
        double square = 0;
        for (int d = 0; d < x->box.dim; d++) square += (double)slope[d][p] * (double)slope[d][p];
        if (p == point) *there = sqrt(square);
        most = fmax(most, sqrt(square));
    }
    for (int d = 0; d < x->box.dim; d++) mem_free(slope[d]);
    return most;
}

static void check(const struct instance *x, const char *text)
{
    const struct measures should = measured_by_points(x);
    struct measures m;
    double there = 0;
    good(poisson_measure(&m, x, MEASURE_ALL));
    const double most = steepest_by_points(x, m.steepest_point, &there), rounding = 1e-14 * should.residual.stiffness;
    near(m.residual.stiffness, should.residual.stiffness, 1e-13, text);
    near(m.residual.largest_f, should.residual.largest_f, 1e-13, text);
    near(m.residual.largest_u, should.residual.largest_u, 0, text);
    if (!(fabs(m.residual.off - should.residual.off) <= rounding + 1e-12 * should.residual.off))
        fail_msg("%s: residual %.17g, not %.17g", text, m.residual.off, should.residual.off);
    near(m.energy, should.energy, 1e-12, text);
    near(m.steepest, most, 10 * eps, text);
    near(there, most, 10 * eps, text);
    assert_true(m.extremes.low == should.extremes.low && m.extremes.lowest == should.extremes.lowest);
    assert_true(m.extremes.high == should.extremes.high && m.extremes.highest == should.extremes.highest);
    if (!(fabs(m.extremes.mean - should.extremes.mean) <= 1e-13)) fail_msg("%s: mean", text);
}

static void assert_same(const struct measures *a, const struct measures *b, unsigned set, const char *text)
{
    if (set & MEASURE_RESIDUAL && memcmp(&a->residual, &b->residual, sizeof a->residual) != 0)
        fail_msg("%s: residual", text);
    if (set & MEASURE_EXTREMES && memcmp(&a->extremes, &b->extremes, sizeof a->extremes) != 0)
        fail_msg("%s: extremes", text);
    if (set & MEASURE_ENERGY && a->energy != b->energy) fail_msg("%s: energy", text);
    if (set & MEASURE_STEEPEST && (a->steepest != b->steepest || a->steepest_point != b->steepest_point))
        fail_msg("%s: steepest gradient", text);
}

/* Each set of measures against all of them. */
static void check_sets(const struct instance *x, const struct measures *all, const char *text)
{
    for (unsigned set = 1; set <= MEASURE_ALL; set++) {
        struct measures m;
        good(poisson_measure(&m, x, set));
        assert_int_equal(m.known, set);
        assert_same(&m, all, set, text);
    }
}

static void measures_are_those_of_points(void **state)
{
    static const int sizes[] = {1, 2, 3, 17, 7, 13};
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint64_t random = seed;
        char text[2048];
        struct trial t;
        struct instance x;
        struct measures all;
        print_box(text, sizeof text, &random, sizes, 6);
        good(trial_begin(&t, "poisson", text, NULL, "thomas", exec_host(1)));
        stir(&x, &t, 1, &random);
        check(&x, text);
        good(poisson_measure(&all, &x, MEASURE_ALL));
        check_sets(&x, &all, text);
        instance_free(&x);
        trial_end(&t);
    }
}

static void threads_change_no_bits(void **state)
{
    static const char text[] = "grid = { n = [97, 89, 83]; upper = [1.0, 1.0, 1.0]; nodes_along = [\"y\"]; };"
                               "boundary = { x_lower = { kind = \"dirichlet\"; }; y_lower = { kind = \"dirichlet\"; "
                               "value = \"x\"; }; z_lower = { kind = \"periodic\"; }; z_upper = { kind = "
                               "\"periodic\"; }; };";
    struct trial t;
    struct measures one;
    (void)state;
    good(trial_begin(&t, "poisson", text, NULL, "thomas", exec_host(1)));
    for (int threads = 1; threads <= 5; threads += 2) {
        uint64_t random = 7;
        struct instance x;
        stir(&x, &t, threads, &random);
        if (threads == 1) good(poisson_measure(&one, &x, MEASURE_ALL));
        check_sets(&x, &one, "97 x 89 x 83");
        instance_free(&x);
    }
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(measures_are_those_of_points, nothing_left),
                                       cmocka_unit_test_teardown(threads_change_no_bits, nothing_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
