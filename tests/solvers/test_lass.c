/* One large system by parallel cyclic reduction and Thomas, in four variants: every switch point on every number of
 * rows against the reference, their common bits, the model of the switch point, and the law of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "base/memory.h"
#include "base/timing/trace.h"
#include "solvers/tridiag/reduction/switch_point.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>

/* In units of eps, as in tests/conformance/tridiag.c. */
enum { RESIDUAL_MAX = 8, ERROR_MAX = 2, VARIANTS = 4 };

static const char *const variants[VARIANTS] = {"pcr_thomas", "pcr_thomas_overlapped", "pcr_thomas_tasked",
                                               "pcr_thomas_shuffled"};
static uint64_t seed;

static const struct solver *method(const char *name)
{
    const struct solver *s;
    if (solver_find(KIND_TRIDIAG, name, HOST, &s) != ST_OK) fail_msg("%s", fail_text());
    return s;
}

/* Values as plans take them: after the method's own are those of the kind, none of which is set. */
struct given {
    struct switch_options own;
    char of_kind[32];
};

static struct given options_of(int64_t switch_point)
{
    return (struct given){.own = {.switch_point = switch_point, .cost_pcr = 12, .cost_thomas = 8}};
}

/* switch_point < 0: a method without options. */
static void solve(const char *name, int64_t switch_point, const struct exec *exec, struct tridiag_problem *p)
{
    const struct given o = options_of(switch_point);
    const struct system system = tridiag_problem_system(p);
    struct plan *plan;
    tridiag_problem_reset(p);
    enum status st = plan_make(&plan, method(name), &p->shape, switch_point < 0 ? NULL : &o, exec);
    if (st == ST_OK) st = plan_solve(plan, &system);
    if (st != ST_OK) fail_msg("%s: %s", name, fail_text());
    plan_free(plan);
}

static struct tridiag_problem one_system(int64_t n, enum make matrix)
{
    const struct shape shape = shape_contiguous(n, 1);
    struct tridiag_problem p = tridiag_problem_make(&shape, false, matrix, &seed);
    tridiag_problem_right(&p, &seed);
    return p;
}

static void check_solution(const char *name, int64_t switch_point, struct tridiag_problem *p)
{
    const double residual = tridiag_problem_residual(p), error = tridiag_problem_error(p);
    if (*p->info || residual > RESIDUAL_MAX || error > ERROR_MAX || !tridiag_problem_intact(p))
        fail_msg("%s, n %lld, switch point %lld: info %lld, residual %.3g eps, error %.3g eps%s", name,
                 (long long)p->shape.n, (long long)switch_point, (long long)*p->info, residual, error,
                 tridiag_problem_intact(p) ? "" : ", changed what is not the solution");
}

static bool same(const real *x, const real *y, int64_t n)
{
    return !memcmp(x, y, (size_t)n * sizeof *x);
}

/* All variants at one switch point, with 1 ... 5 threads: right, and of the same bits. */
static void try(struct tridiag_problem *p, int64_t switch_point)
{
    const int64_t n = p->shape.n;
    real *const first = malloc((size_t)n * sizeof *first);
    for (int k = 0; k < VARIANTS; k++) {
        const struct exec exec = exec_host(1 + (int)((n + k * switch_point) % 5));
        solve(variants[k], switch_point, &exec, p);
        check_solution(variants[k], switch_point, p);
        if (k == 0) memcpy(first, p->x.v, (size_t)n * sizeof *first);
        if (!same(first, p->x.v, n))
            fail_msg("n %lld, switch point %lld: %s has other bits than %s", (long long)n, (long long)switch_point,
                     variants[k], variants[0]);
    }
    free(first);
}

static int depth(int64_t n)
{
    int levels = 0;
    while (INT64_C(1) << levels < n) levels++;
    return levels;
}

static void every_switch_point_solves_every_size(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 300; n++) {
        if (!batch_wanted(n, 1)) continue;
        struct tridiag_problem p = one_system(n, (enum make)(n % GENERAL));
        for (int64_t switch_point = 0; switch_point <= depth(n); switch_point++) try(&p, switch_point);
        try(&p, depth(n) + 1);
        try(&p, 62);
        tridiag_problem_free(&p);
    }
}

/* Shared by threads, in blocks, with gaps between the systems that are left, and with some one row longer. */
static void every_switch_point_solves_large_systems(void **state)
{
    static const int64_t rows[] = {511, 512, 513, 1000, 1023, 1025, 4099, 8191, 8192, 16387, 32771, 65536, 100003};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i] != 4099 && !batch_wanted(rows[i], 1)) continue;
        struct tridiag_problem p = one_system(rows[i], (enum make)(i % GENERAL));
        for (int64_t switch_point = 0; switch_point <= depth(rows[i]); switch_point++) try(&p, switch_point);
        tridiag_problem_free(&p);
    }
}

/* Nothing is reduced at 0, and everything is reduced at log2 n. */
static void the_ends_are_thomas_and_reduction(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 17, 64, 1000, 4097};
    const struct exec exec = exec_host(2);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int64_t n = rows[i];
        struct tridiag_problem p = one_system(n, ROW_DOMINANT);
        real *const x = malloc((size_t)n * sizeof *x);
        for (int k = 0; k < VARIANTS; k++) {
            solve(variants[k], 0, &exec, &p);
            memcpy(x, p.x.v, (size_t)n * sizeof *x);
            solve("thomas", -1, &exec, &p);
            assert_true(same(x, p.x.v, n));
            solve(variants[k], depth(n), &exec, &p);
            memcpy(x, p.x.v, (size_t)n * sizeof *x);
            solve("pcr", -1, &exec, &p);
            assert_true(same(x, p.x.v, n));
        }
        free(x);
        tridiag_problem_free(&p);
    }
}

/* Nothing is copied either, however systems lie, and a matrix that is solved with again is kept. */
static void no_level_is_thomas_in_memory_and_bits(void **state)
{
    const struct shape shapes[] = {shape_contiguous(33, 7), shape_interleaved(33, 7),
                                   shape_block_interleaved(33, 6, 2)};
    const struct given none = options_of(0);
    const struct exec exec = exec_host(2);
    (void)state;
    for (int i = 0; i < 3 * 4; i++) {
        struct shape shape = shapes[i / 4];
        shape.reuse = i & 1;
        shape.matrix = i & 2 ? matrix_layout_shared() : (struct matrix_layout){0};
        struct tridiag_problem p = tridiag_problem_make(&shape, false, ROW_DOMINANT, &seed);
        tridiag_problem_right(&p, &seed);
        const struct system system = tridiag_problem_system(&p);
        const size_t bytes = (size_t)shape_extent(&shape) * sizeof(real);
        real *const x = malloc(bytes);
        int64_t held = 0;
        for (int k = -1; k < VARIANTS; k++) {
            struct plan *plan;
            const struct solver *const m = method(k < 0 ? "thomas" : variants[k]);
            tridiag_problem_reset(&p);
            assert_int_equal(plan_make(&plan, m, &shape, k < 0 ? NULL : &none, &exec), ST_OK);
            if (shape.reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
            assert_int_equal(plan_solve(plan, &system), ST_OK);
            if (k < 0) memcpy(x, p.x.v, bytes);
            assert_memory_equal(x, p.x.v, bytes);
            if (k < 0) held = plan_bytes(plan);
            assert_int_equal(plan_bytes(plan), held);
            plan_free(plan);
        }
        free(x);
        tridiag_problem_free(&p);
    }
}

/* Makes row r one on which every elimination fails: all zeros, or a NaN on the diagonal. */
static void spoil(struct tridiag_problem *p, int64_t r, bool zeros)
{
    const struct guarded g[3] = {p->lower, p->diag, p->upper};
    for (int i = 0; i < 3; i++)
        if (!isnan(g[i].v[r]) && (zeros || i == 1)) g[i].v[r] = g[i].before[r] = zeros ? 0 : (real)NAN;
}

static void bad_rows_are_told(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 5, 33, 64, 1030};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows * 6; i++) {
        const int64_t n = rows[i / 6], places[] = {0, n / 2, n - 1}, r = places[i % 3];
        struct tridiag_problem p = one_system(n, ROW_DOMINANT);
        spoil(&p, r, i % 2);
        for (int64_t switch_point = 0; switch_point <= depth(n); switch_point++)
            for (int k = 0; k < VARIANTS; k++) {
                const struct exec exec = exec_host(1 + k % 3);
                solve(variants[k], switch_point, &exec, &p);
                if (*p.info != r + 1)
                    fail_msg("%s, n %lld, switch point %lld: info %lld, not %lld", variants[k], (long long)n,
                             (long long)switch_point, (long long)*p.info, (long long)r + 1);
            }
        tridiag_problem_free(&p);
    }
}

/* Figure 3 of the paper for 48 cores, where 4 and 5 are equal; its 16 cores; few cores, for which Thomas is cheapest by
 * operations, but not if a level has its cost in time. */
static void the_model_is_that_of_the_paper(void **state)
{
    static const double expected[] = {8, 4.25, 2.5, 1.75, 1.5, 1.5, 1.75, 1.9375};
    (void)state;
    for (int p = 0; p < 8; p++)
        assert_true(fabs(switch_work(8388608, p, 48, 12, 8) - expected[p] * 8388608) <= 1e-9 * 8388608);
    assert_int_equal(switch_best(8388608, 48, 12, 8), 4);
    assert_int_equal(switch_best(8388608, 16, 12, 8), 3);
    assert_int_equal(switch_best(8388608, 2, 12, 8), 0);
    assert_int_equal(switch_best(8388608, 1, 12, 8), 0);
    assert_int_equal(switch_best(8388608, 2, 2, 7), 1);
    assert_int_equal(switch_best(3, 1000000, 12, 8), 2);
    assert_int_equal(switch_best(1, 1000000, 12, 8), 0);
    assert_true(switch_work(1, 62, 48, 12, 8) > switch_work(1, 61, 48, 12, 8));
}

static void options_choose_the_switch_point(void **state)
{
    struct config *c;
    struct switch_options o;
    (void)state;
    assert_int_equal(config_parse(&c, "lass.cfg", ""), ST_OK);
    assert_int_equal(section_read(c, NULL, switch_table, &o), ST_OK);
    assert_int_equal(o.switch_point, SWITCH_AUTO);
    assert_int_equal(switch_levels(&o, 1 << 20, 48), 4);
    assert_int_equal(switch_levels(&o, 1 << 20, 2), 0);
    o.cores = 16;
    assert_int_equal(switch_levels(&o, 1 << 20, 2), 3);
    o.cost_pcr = 1;
    assert_int_equal(switch_levels(&o, 1 << 20, 2), 4);
    o.switch_point = 7;
    assert_int_equal(switch_levels(&o, 1 << 20, 2), 7);
    assert_int_equal(switch_levels(&o, 100, 2), 7);
    assert_int_equal(switch_levels(&o, 33, 2), 6);
    assert_int_equal(switch_levels(&o, 1, 2), 0);
    config_free(c);
}

/* Table 1 of the paper in vectors of n values, the system itself included: the estimate of a method, and the memory of
 * its plan, except for the gaps between arrays and subsystems. */
static void memory_follows_the_law_of_the_paper(void **state)
{
    static const struct {
        const char *method;
        int vectors, switch_point; /* -1: none */
    } law[] = {{"cr", 8, -1},
               {"pcr", 12, -1},
               {"pcr_thomas", 16, 3},
               {"pcr_thomas_overlapped", 16, 3},
               {"pcr_thomas_tasked", 16, 3},
               {"pcr_thomas_shuffled", 12, 3}};
    const int64_t n = 1 << 20;
    const struct shape shape = shape_contiguous(n, 1);
    const struct exec exec = exec_host(2);
    (void)state;
    for (size_t i = 0; i < sizeof law / sizeof *law; i++) {
        const double vector = (double)n * sizeof(real), held = (double)mem_held(HOST);
        const struct given given = options_of(law[i].switch_point);
        const void *const o = law[i].switch_point < 0 ? NULL : &given;
        int64_t predicted;
        struct plan *plan;
        assert_int_equal(solver_bytes(method(law[i].method), &shape, o, &exec, &predicted), ST_OK);
        assert_int_equal(plan_make(&plan, method(law[i].method), &shape, o, &exec), ST_OK);
        const double measured = 4 + ((double)mem_held(HOST) - held) / vector;
        assert_int_equal(plan_bytes(plan), predicted);
        assert_true(4 + (double)predicted / vector >= law[i].vectors - 0.01);
        assert_true(measured <= law[i].vectors * 1.01);
        plan_free(plan);
    }
}

/* The number of threads that have been in a phase. */
static int threads_in(const struct trace *t, const char *phase)
{
    int threads = 0;
    for (int thread = 0; thread < trace_threads(t); thread++) {
        int64_t count, i = 0;
        const struct span *const spans = trace_spans(t, thread, &count);
        while (i < count && strcmp(spans[i].phase, phase)) i++;
        threads += i < count;
    }
    return threads;
}

/* Figure 9 of the paper: all threads reduce, 2^p solve, and only two of the variants copy. */
static void traces_tell_the_stages(void **state)
{
    enum { THREADS = 4 };
    struct tridiag_problem p = one_system(1 << 14, ROW_DOMINANT);
    struct trace *trace;
    struct exec exec = exec_host(THREADS);
    (void)state;
    assert_int_equal(trace_make(&trace, THREADS, 1000), ST_OK);
    exec.trace = trace;
    for (int switch_point = 1; switch_point < 4; switch_point++)
        for (int k = 0; k < VARIANTS; k++) {
            const bool tasked = k == 2, copies = k == 0 || tasked;
            const int most = 1 << switch_point < THREADS ? 1 << switch_point : THREADS;
            trace_begin(trace);
            solve(variants[k], switch_point, &exec, &p);
            assert_int_equal(trace_dropped(trace), 0);
            assert_int_equal(threads_in(trace, "pcr"), THREADS);
            assert_true(copies ? threads_in(trace, "copy") > 0 : threads_in(trace, "copy") == 0);
            assert_true(tasked ? threads_in(trace, "thomas") >= 1 : threads_in(trace, "thomas") == most);
            assert_true(tasked ? threads_in(trace, "copy back") >= 1 : threads_in(trace, "copy back") == THREADS);
            assert_int_equal(threads_in(trace, "gather"), 0);
        }
    trace_free(trace);
    tridiag_problem_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_switch_point_solves_every_size),
        cmocka_unit_test(every_switch_point_solves_large_systems),
        cmocka_unit_test(the_ends_are_thomas_and_reduction),
        cmocka_unit_test(no_level_is_thomas_in_memory_and_bits),
        cmocka_unit_test(bad_rows_are_told),
        cmocka_unit_test(the_model_is_that_of_the_paper),
        cmocka_unit_test(options_choose_the_switch_point),
        cmocka_unit_test(memory_follows_the_law_of_the_paper),
        cmocka_unit_test(traces_tell_the_stages),
    };
    seed = test_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
