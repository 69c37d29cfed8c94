/* Steps with coefficients per point in two passes over memory, against stages solved by `thomas`: random coefficients
 * over two decades, sources and faces that vary, every kind of face, and sizes. */
#include "apps/adi/stepper/state.h"
#include "tests/support/adi/heat_steps.h"
#include "tests/support/adi/missing_memory.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 6, GUARD = 67, ROUNDINGS = 18 /* 4e-15 in double */ };

static const char *const kinds[] = {
    "{ kind = \"dirichlet\"; value = \"sin(x+2*y-z+3*t)\"; }", "{ flux = \"x-y*z+t\"; }",
    "{ kind = \"robin\"; h = 3.0; ambient = \"cos(x+y+z)+t\"; }", "{ kind = \"periodic\"; }"};
static const int pairs[PAIRS][2] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}, {2, 0}};

/* A run by `thomas` of a problem whose axis d has the pair of faces pair[d], of n[d] nodes: 1 makes it periodic. In the
 * plane where n[2] is 0. */
static void begin(struct trial *t, const int64_t n[3], const int pair[3], uint64_t seed)
{
    static const char axis[] = "xyz";
    const int dim = n[2] ? 3 : 2;
    char text[2048], size[64];
    int at = snprintf(text, sizeof text,
                      "grid = { n = 2; upper = %s; }; time = { dt = 0.02; steps = 9; }; coefficients = \"per_point\";"
                      "initial = \"x\"; source = \"%s\"; startup_steps = 1; boundary = {",
                      dim == 3 ? "[1.0, 1.3, 0.9]" : "[1.0, 1.3]", seed % 3 ? "x*y+t" : "0");
    for (int d = 0; d < dim; d++)
        for (int side = 0; side < 2; side++) {
            char face[80], *z;
            snprintf(face, sizeof face, "%s", kinds[n[d] == 1 ? 3 : pairs[pair[d]][side]]);
            for (z = face; dim == 2 && (z = strchr(z, 'z'));) *z = '1';
            at += snprintf(text + at, sizeof text - (size_t)at, "%c_%s = %s;", axis[d], side ? "upper" : "lower", face);
        }
    snprintf(text + at, sizeof text - (size_t)at, "};");
    snprintf(size, sizeof size, dim == 3 ? "grid.n=[%lld, %lld, %lld]" : "grid.n=[%lld, %lld]", (long long)n[0],
             (long long)n[1], (long long)n[2]);
    const char *const sets[] = {size, NULL};
    if (trial_begin(t, "adi", text, sets, "thomas", exec_host(2)) != ST_OK) fail_msg("%s: %s", text, fail_text());
}

/* Random factors of the coefficients: of some decades where the field is random too, near 1 where it is smooth. */
static void scatter(struct state *s, bool rough, uint64_t seed)
{
    const double decades = rough ? 1 : 0.1;
    for (int i = 0; i < 8; i++) heat_draw(&seed);
    for (int64_t q = 0; q < s->grid.points; q++) {
        for (int d = 0; d < s->grid.dim; d++) s->op.link[d][q] *= (real)pow(10, decades * heat_draw(&seed));
        s->op.inverse_capacity[q] *= (real)pow(10, decades * heat_draw(&seed));
        if (rough) s->u[q] = (real)heat_draw(&seed);
    }
}

/* max(1, |u|), and the largest of R, to which a step of a rough field is rounded. */
static double scale_of(const struct state *s, const struct step_data *data, bool rough, real *r)
{
    static const struct terms whole = {.axis = {1, 1, 1}, .faces = 1, .source = 1};
    double most = 1;
    rhs_evaluate(&s->op, &whole, data, s->u, r);
    for (int64_t q = 0; q < s->grid.points; q++) {
        most = fmax(most, fabs((double)s->u[q]));
        if (rough) most = fmax(most, fabs((double)r[q]));
    }
    return most;
}

static struct pointwise *make(struct stencil *op, const struct state *s, int threads)
{
    struct pointwise *f;
    *op = s->op;
    op->exec = exec_host(threads);
    good(pointwise_make(&f, op));
    return f;
}

/* max |is - should| in roundings of `scale`, or infinite where a value is not a number or a guard changed. */
static double distance(const struct state *s, const real *all, double scale)
{
    const real *const is = all + GUARD;
    double apart = 0;
    for (int64_t q = 0; q < GUARD; q++)
        if (all[q] != 1 || is[s->grid.points + q] != 1) return HUGE_VAL;
    for (int64_t q = 0; q < s->grid.points; q++) {
        const double e = fabs((double)is[q] - (double)s->u[q]);
        if (!(e <= apart)) apart = isnan(e) ? HUGE_VAL : e;
    }
    return apart / scale / (double)REAL_EPS;
}

/* Three steps, the first of another theta, each from the field that `thomas` left. */
static void check(const int64_t n[3], const int pair[3], bool rough, uint64_t seed)
{
    struct trial t;
    struct stencil op;
    struct step_data data;
    struct clock clock = {{0}};
    begin(&t, n, pair, seed);
    struct state *const s = t.sim.state;
    scatter(s, rough, seed);
    struct pointwise *const f = make(&op, s, 1 + (int)(seed % 3));
    const int64_t points = s->grid.points;
    real *const all = malloc((size_t)(points + 2 * GUARD) * sizeof *all), *const u = all + GUARD;
    for (int64_t step = 0; step < 3; step++) {
        for (int64_t q = 0; q < GUARD; q++) all[q] = u[points + q] = 1;
        good(state_prepare(s, step, &data, &clock));
        const double scale = scale_of(s, &data, rough, u);
        memcpy(u, s->u, (size_t)points * sizeof *u);
        pointwise_factor(f, s->theta * data.dt);
        pointwise_step(f, u, &data);
        split_impose(s->backend, &s->op, &data, u);
        good(state_advance(s, &data, &clock));
        const double apart = distance(s, all, scale);
        if (!(apart <= ROUNDINGS))
            fail_msg("%lld x %lld x %lld, pairs %d %d %d, seed %llu, step %lld: %g roundings apart", (long long)n[0],
                     (long long)n[1], (long long)n[2], pair[0], pair[1], pair[2], (unsigned long long)seed,
                     (long long)step, apart);
    }
    free(all);
    pointwise_free(f);
    trial_end(&t);
}

static void every_combination_of_faces_is_right(void **state)
{
    static const int64_t space[3] = {6, 4, 5}, plane[3] = {9, 18, 0};
    (void)state;
    for (int c = 0; c < PAIRS * PAIRS * PAIRS; c++) {
        const int pair[3] = {c % PAIRS, c / PAIRS % PAIRS, c / PAIRS / PAIRS};
        check(space, pair, c % 2, (uint64_t)c);
        if (pair[2] == 1) check(plane, pair, c % 2, (uint64_t)c);
    }
}

static void every_size_is_right(void **state)
{
    static const int64_t sizes[][3] = {{1, 1, 1},   {2, 1, 1},   {1, 2, 1},  {1, 1, 2},  {2, 2, 2},   {3, 2, 1},
                                       {5, 1, 3},   {1, 7, 4},   {8, 8, 8},  {17, 3, 5}, {3, 33, 2},  {2, 3, 64},
                                       {33, 17, 9}, {64, 16, 6}, {31, 8, 0}, {64, 1, 0}, {100, 9, 0}, {300, 3, 2},
                                       {1, 1, 0},   {1, 40, 0},  {2, 2, 0},  {7, 65, 6}, {15, 31, 0}, {600, 2, 2}};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int c = 0; c < PAIRS; c++) {
            const int pair[3] = {c, (c + (int)s) % PAIRS, (c * 5 + 2) % PAIRS};
            check(sizes[s], pair, true, 1000 + 10 * s + (uint64_t)c);
        }
}

static void the_bits_do_not_depend_on_threads(void **state)
{
    static const int64_t sizes[][3] = {{33, 20, 18}, {70, 141, 0}, {300, 9, 4}};
    (void)state;
    for (size_t n = 0; n < sizeof sizes / sizeof sizes[0]; n++)
        for (int c = 0; c < PAIRS; c++) {
            const int pair[3] = {c, (c + 1) % PAIRS, (c + 2) % PAIRS};
            struct trial t;
            struct step_data data;
            struct clock clock = {{0}};
            begin(&t, sizes[n], pair, 7);
            struct state *const s = t.sim.state;
            const size_t bytes = (size_t)s->grid.points * sizeof(real);
            real *const first = malloc(bytes), *const u = malloc(bytes);
            scatter(s, true, 7);
            good(state_prepare(s, 1, &data, &clock));
            for (int threads = 1; threads <= 8; threads++) {
                struct stencil op;
                struct pointwise *const f = make(&op, s, threads);
                memcpy(u, s->u, bytes);
                pointwise_factor(f, s->theta * data.dt);
                for (int step = 0; step < 2; step++) pointwise_step(f, u, &data);
                if (threads == 1) memcpy(first, u, bytes);
                else assert_memory_equal(first, u, bytes);
                pointwise_free(f);
            }
            free(first);
            free(u);
            trial_end(&t);
        }
}

/* The complete run, by both own methods: constants stay, whatever the coefficients and however large the step. */
static void a_constant_stays_exactly(void **state)
{
    static const char text[] =
        "grid = { n = [19, 21, 7]; upper = [1.0, 2.0, 3.0]; }; time = { dt = 10.0; steps = 7; }; initial = 293.15;"
        "material = { density = \"1+x\"; conductivity = \"exp(x*y-z)+1e2*(x>0.51)\"; };"
        "boundary = { x_lower = { kind = \"dirichlet\"; value = 293.15; };"
        "             z_lower = { kind = \"periodic\"; }; z_upper = { kind = \"periodic\"; }; };";
    (void)state;
    for (int m = 0; m < 2; m++) {
        struct trial t = trial_done("adi", text, NULL, m ? "sweep" : "fused", 2);
        int64_t count;
        const real *const u = trial_field(&t, &count);
        for (int64_t i = 0; i < count; i++) assert_true(u[i] == RC(293.15));
        trial_end(&t);
    }
}

/* A field that diverged leaves nothing in scratch. */
static void a_step_forgets_the_one_before(void **state)
{
    static const int64_t n[3] = {13, 11, 6};
    (void)state;
    for (int c = 0; c < PAIRS; c++) {
        const int pair[3] = {c, c, c};
        struct trial t;
        struct stencil op;
        struct step_data data;
        struct clock clock = {{0}};
        begin(&t, n, pair, 1);
        struct state *const s = t.sim.state;
        const size_t bytes = (size_t)s->grid.points * sizeof(real);
        real *const astray = malloc(bytes), *const u = malloc(bytes);
        scatter(s, true, 21);
        good(state_prepare(s, 1, &data, &clock));
        for (int64_t q = 0; q < s->grid.points; q++) astray[q] = (real)NAN;
        for (int times = 0; times < 2; times++) {
            struct pointwise *const f = make(&op, s, 2);
            pointwise_factor(f, s->theta * data.dt);
            if (times) pointwise_step(f, astray, &data);
            memcpy(astray, s->u, bytes);
            pointwise_step(f, astray, &data);
            if (times) assert_memory_equal(u, astray, bytes);
            memcpy(u, astray, bytes);
            for (int64_t q = 0; q < s->grid.points; q++) astray[q] = (real)NAN;
            pointwise_free(f);
        }
        free(astray);
        free(u);
        trial_end(&t);
    }
}

static struct trial small;

static enum status make_small(void **out)
{
    const struct state *const s = small.sim.state;
    struct pointwise *f;
    const enum status made = pointwise_make(&f, &s->op);
    *out = f;
    return made;
}

static void drop(void *made)
{
    pointwise_free(made);
}

static void no_memory_is_said_and_nothing_kept(void **state)
{
    static const int64_t n[3] = {8, 8, 8};
    static const int pair[3] = {0, 1, 2};
    (void)state;
    begin(&small, n, pair, 3);
    every_missing_allocation_is_said(make_small, drop);
    trial_end(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_combination_of_faces_is_right, nothing_left),
        cmocka_unit_test_teardown(every_size_is_right, nothing_left),
        cmocka_unit_test_teardown(the_bits_do_not_depend_on_threads, nothing_left),
        cmocka_unit_test_teardown(a_constant_stays_exactly, nothing_left),
        cmocka_unit_test_teardown(a_step_forgets_the_one_before, nothing_left),
        cmocka_unit_test_teardown(no_memory_is_said_and_nothing_kept, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
