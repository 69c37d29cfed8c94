/* Batches of random systems: their numbers, their layouts, and the columns of the solution; on the host, and on the
 * device where the host plays it. */
#include "apps/batch/accuracy.h"
#include "apps/batch/state.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"

/* Kernels that run on the host are slow, so they take only a part of the cases. */
#ifdef BANDSTAND_CUHOST_TESTS
static const enum space first = DEVICE;
enum { STRIDE = 5, POINTS = 2 };
#define GRID "systems = [2, 33]; rows = 9; repeats = 1;"
#else
static const enum space first = HOST;
enum { STRIDE = 1, POINTS = 9 };
#define GRID "systems = [1, 3, 40]; rows = [1, 2, 33]; repeats = 2;"
#endif

static enum space space; /* where the tests run now */
static const double eps = (double)REAL_EPS;

/* The distance allowed from the same elimination on the host: none, unless nvcc contracted other products than gcc. */
static double apart_max(void)
{
    return space == first ? 0 : 4 * eps;
}

static struct exec exec_of(int threads)
{
    struct exec exec = exec_host(threads);
    if (space == DEVICE && device_exec(&exec, 1) != ST_OK) fail_msg("%s", fail_text());
    return exec;
}

static struct trial complete(const char *text, const char *const *sets, const char *method, int threads)
{
    struct trial t;
    struct exec exec = exec_of(threads);
    const enum status s = trial_complete(&t, "batch", text, sets, method, exec);
    if (s != ST_OK) fail_msg("%s: %s", text, fail_text());
    return t;
}

static void done(struct trial *t)
{
    struct exec exec = t->sim.exec;
    trial_end(t);
    device_exec_end(&exec);
}

/* In units of 2^-10, or of 2^-20: all numbers are integers. */
static int64_t whole(real v, double unit)
{
    const double w = (double)v * unit;
    assert_true(w == floor(w) && fabs(w) < 1 << 24);
    return (int64_t)w;
}

static void check_row(const struct random_systems *x, real *const v[NUMBERS], int64_t s, int64_t i, int64_t rows)
{
    const int64_t k = s * x->n + i;
    const int64_t a = whole(v[LOWER][k], 1024), b = whole(v[DIAG][k], 1024), c = whole(v[UPPER][k], 1024);
    if (i >= rows) {
        assert_true(a == 0 && b == 1024 && c == 0 && v[RIGHT][k] == 0 && v[EXACT][k] == 0);
        return;
    }
    assert_true(b > llabs(a) + llabs(c) && b <= 4 * 1024);
    assert_true((i > 0 || a == 0) && (i < rows - 1 || c == 0));
    const int64_t below = i ? whole(v[EXACT][k - 1], 1024) : 0, above = i < rows - 1 ? whole(v[EXACT][k + 1], 1024) : 0;
    assert_true(whole(v[RIGHT][k], 1 << 20) == a * below + b * whole(v[EXACT][k], 1024) + c * above);
}

static void right_sides_are_exact(void **state)
{
    enum { N = 37, SYSTEMS = 50 };
    (void)state;
    int64_t sizes[SYSTEMS], min = N, max = 0;
    for (int64_t s = 0; s < SYSTEMS; s++) {
        sizes[s] = random_systems_size(3, s, 5, N);
        min = sizes[s] < min ? sizes[s] : min;
        max = sizes[s] > max ? sizes[s] : max;
    }
    assert_true(min >= 5 && min <= 8 && max <= N && max >= N - 3);
    for (int kind = 0; kind < 8; kind++) {
        const struct random_systems x = {3, N, kind & 1 ? sizes : NULL, kind & 2 ? TOEPLITZ : RANDOM_DOMINANT,
                                         kind & 4};
        real *v[NUMBERS];
        for (int a = 0; a < NUMBERS; a++) {
            good(mem_array(&v[a], HOST, N * SYSTEMS, sizeof(real)));
            random_systems_fill(&x, a, 0, 20, v[a], 1);
            random_systems_fill(&x, a, 20, SYSTEMS - 20, v[a] + 20 * N, space == DEVICE ? 1 : 3);
        }
        for (int64_t s = 0; s < SYSTEMS; s++)
            for (int64_t i = 0; i < N; i++)
                if (!x.shared || !x.sizes) check_row(&x, v, s, i, x.sizes ? sizes[s] : N);
        assert_true(random_systems_exact(&x, 7, 3) == v[EXACT][7 * N + 3]);
        assert_true((memcmp(v[DIAG], v[DIAG] + N, N * sizeof(real)) == 0) == ((kind & 6) && !x.sizes));
        for (int a = 0; a < NUMBERS; a++) mem_free(v[a]);
    }
}

/* Element of value v of row i of system s, as the two readings of the paper's lost figure have it. */
static void one_vector_is_laid_out_as_read(void **state)
{
    enum { N = 5, S = 7 };
    static const struct {
        const char *layout;
        int64_t row, value, system;
    } readings[] = {{"unified_rows", 4 * S, S, 1}, {"unified_records", 4 * S, 1, 4}};
    (void)state;
    for (int r = 0; r < 2; r++) {
        struct batch_params p = {0};
        struct batch_layout f;
        while (strcmp(batch_layouts[p.layout], readings[r].layout)) p.layout++;
        good(batch_layout_make(&f, &p, S, N, NULL));
        for (int64_t s = 0; s < S; s++)
            for (int64_t i = 0; i < N; i++)
                for (int64_t v = 0; v < 4; v++)
                    assert_int_equal(shape_start(&f.shape, s) + i * f.shape.stride + v * f.apart,
                                     i * readings[r].row + v * readings[r].value + s * readings[r].system);
        assert_int_equal(batch_layout_solution(&f), 4 * N * S);
        assert_int_equal(batch_layout_coefficients(&f), 0);
        batch_layout_free(&f);
    }
}

/* Elimination gives the same bits in every layout, near the exact answer. */
static void every_layout_has_the_exact_answer(void **state)
{
    static const char *const more[] = {"",
                                       "sizes = \"uniform\";",
                                       "sizes = \"uniform\"; sorted = true; least = 2;",
                                       "sizes = \"padded\";",
                                       "shared = true; reuse = true;",
                                       "shared = true; sizes = \"uniform\"; least = 1;",
                                       "reuse = true;",
                                       "matrix = \"toeplitz\";"};
    (void)state;
    for (int l = 0; batch_layouts[l]; l++)
        for (size_t m = 0; m < sizeof more / sizeof *more; m++) {
            char text[400];
            const bool ragged = strstr(batch_layouts[l], "ragged"), unified = strstr(batch_layouts[l], "unified");
            if ((ragged && strstr(more[m], "padded")) || (unified && strstr(more[m], "shared"))) continue;
            if ((l + 3 * m) % STRIDE) continue;
            snprintf(text, sizeof text, GRID "layout = \"%s\"; width = 4; %s", batch_layouts[l], more[m]);
            struct trial t = complete(text, NULL, "thomas", 2);
            for (int64_t point = 0; point < POINTS; point++) {
                const double error = series_at(&t, "error", point), residual = series_at(&t, "residual", point);
                if (!(error <= 8 * eps) || !(residual <= 4 * eps))
                    fail_msg("%s: error %g, residual %g at point %lld", text, error, residual, (long long)point);
                if (!strstr(more[m], "reuse")) assert_true(series_at(&t, "from_thomas", point) <= apart_max());
            }
            done(&t);
        }
}

static void points_are_those_of_the_grid(void **state)
{
    (void)state;
    struct trial t =
        complete("systems = [2, 5]; rows = [3, 4, 9]; seed = 5;"
                 "repeats = 5; estimates = ({ name = \"wanted\"; formula = \"systems*(4*rows+2048)*bytes\"; },"
                 "{ name = \"plain\"; formula = 7.5; });",
                 NULL, "thomas", 1);
    int64_t count;
    const real *const kept = trial_field(&t, &count);
    assert_int_equal(count, 6 * 64);
    for (int64_t point = 0; point < 6; point++) {
        const double systems = point / 3 ? 5 : 2, rows = (double[]){3, 4, 9}[point % 3];
        assert_true(series_at(&t, "systems", point) == systems && series_at(&t, "rows", point) == rows);
        assert_true(series_at(&t, "wanted", point) == systems * (4 * rows + 2048) * sizeof(real));
        assert_true(series_at(&t, "plain", point) == 7.5);
        assert_true(series_at(&t, "bytes_batch", point) == 4 * systems * rows * sizeof(real));
        assert_true(series_at(&t, "seconds", point) >= series_at(&t, "seconds_min", point) &&
                    series_at(&t, "seconds_min", point) > 0);
        assert_true(series_at(&t, "gb_s", point) > 0 && series_at(&t, "gflop_s", point) > 0);
        const struct random_systems x = {5, (int64_t)rows, NULL, RANDOM_DOMINANT, false};
        for (int64_t q = 0; q < 64; q++) {
            const int64_t s = q * ((int64_t)systems - 1) / 63, i = q * 37 % (((int64_t)rows + 1) / 2);
            assert_true(fabs((double)(kept[point * 64 + q] - random_systems_exact(&x, s, i))) <= 8 * eps);
        }
    }
    assert_true(series_axis(&t.sim.series, 1) == series_column(&t.sim.series, "systems"));
    assert_true(series_axis(&t.sim.series, 2) == series_column(&t.sim.series, "rows"));
    assert_true(metrics_get(&t.sim.metrics, "solves") == 6 * 5);
    assert_true(metrics_get(&t.sim.metrics, "bytes_estimated") > 0);
    done(&t);
}

/* Are the stored unknowns of two runs the same bits? */
static bool same(const char *text, const char *const a[2], const char *const b[2], int threads_a, int threads_b)
{
    struct trial x = complete(text, a, "thomas", threads_a), y = complete(text, b, "thomas", threads_b);
    int64_t count;
    const real *const u = trial_field(&x, &count), *const v = trial_field(&y, &count);
    const bool is = !memcmp(u, v, (size_t)count * sizeof *u);
    done(&x);
    done(&y);
    return is;
}

static void the_same_seed_gives_the_same_bits(void **state)
{
    static const char text[] = GRID "sizes = \"uniform\"; least = 1; layout = \"interleaved\";";
    static const char *const none[2] = {NULL}, *const other[2] = {"seed=2"}, *const padded[2] = {"sizes=padded"};
    (void)state;
    assert_true(same(text, none, none, 1, 3));
    assert_false(same(text, none, other, 1, 1));
    assert_true(same(text, none, padded, 2, 2)); /* identity rows after a system do not change it */
}

static void one_long_system(void **state)
{
    (void)state;
    struct trial t = complete("systems = 1; rows = 600; repeats = 1; flush = true;", NULL, "cr_pcr", 2);
    assert_true(series_at(&t, "error", 0) <= 32 * eps && series_at(&t, "from_thomas", 0) > 0);
    assert_true(series_at(&t, "from_thomas_mean", 0) <= series_at(&t, "from_thomas", 0));
#ifndef BANDSTAND_KERNELS_ONLY
    assert_true(series_at(&t, "from_lapack", 0) <= 32 * eps &&
                series_at(&t, "from_lapack_mean", 0) <= series_at(&t, "from_lapack", 0) &&
                series_at(&t, "from_lapack_systems", 0) == 1);
#endif
    done(&t);
}

/* LAPACK solves all systems of up to 2^23 unknowns, and 2^22 to 2^23 unknowns of larger batches. */
static void references_of_large_batches_are_a_sample(void **state)
{
    (void)state;
    assert_int_equal(batch_accuracy_every(1 << 14, 512), 1);
    assert_int_equal(batch_accuracy_every(1, 1 << 23), 1);
    for (int64_t systems = (1 << 14) + 1; systems < (int64_t)1 << 40; systems += systems / 3) {
        const double unknowns = (double)systems * 512, taken = unknowns / (double)batch_accuracy_every(systems, 512);
        assert_true(taken >= 1 << 22 && taken <= 1 << 23);
    }
}

/* Wrong values in a solution are seen, wherever they are. */
static void a_wrong_value_is_noticed(void **state)
{
    enum { S = 11, N = 9 };
    (void)state;
    struct ints systems = {1, (int64_t[]){S}}, rows = {1, (int64_t[]){N}};
    struct batch_params p = {.systems = systems, .rows = rows, .seed = 1, .repeats = 1};
    struct exec exec = exec_of(2);
    struct sim sim = {.params = &p, .exec = exec};
    struct batch_instance x;
    struct batch_accuracy v;
    good(solver_find(KIND_TRIDIAG, "thomas", exec.space, &sim.solver));
    good(batch_instance_make(&x, &sim, 0, NULL));
    good(batch_instance_solve(&x));
    good(batch_instance_fetch(&x));
    good(batch_accuracy_measure(&x, &v));
    assert_true(v.error <= 8 * eps && v.residual <= 4 * eps && v.from[THOMAS].max <= apart_max() &&
                v.from[THOMAS].mean <= apart_max());
    for (int64_t k = 0; k < S * N; k += 7) {
        const real before = x.host[k];
        x.host[k] += RC(0.125);
        good(batch_accuracy_measure(&x, &v));
        assert_true(v.error > 0.1 && v.residual > 0.001 && v.from[THOMAS].max > 0.1);
        assert_true(fabs(v.from[THOMAS].mean / v.from[THOMAS].max * S * N - 1) < (space == first ? 1e-6 : 1e-3));
        x.host[k] = (real)NAN;
        assert_int_equal(batch_accuracy_measure(&x, &v), ST_FAILED);
        x.host[k] = before;
    }
    x.host[5 * N + 4] = (real)INFINITY;
    assert_int_equal(batch_accuracy_measure(&x, &v), ST_FAILED);
    assert_non_null(strstr(fail_text(), "11 systems of 9 rows: row 4 of system 5 is inf"));
    batch_instance_free(&x);
    device_exec_end(&exec);
}

static void wrong_keys_are_reported(void **state)
{
    static const struct {
        const char *text, *words;
        enum status status;
    } cases[] = {
        {"rows = 4;", "systems: required", ST_CONFIG},
        {"systems = 0; rows = 4;", "systems: 0 is below the minimum", ST_CONFIG},
        {"systems = []; rows = 4;", "systems: expected", ST_CONFIG},
        {"systems = 2; rows = 4; layout = \"interlaced\";", "did you mean 'interleaved'?", ST_CONFIG},
        {"systems = 2; rows = 4; layout = \"unified_rows\"; shared = true;", "layout: in a unified layout every",
         ST_CONFIG},
        {"systems = 2; rows = 4; layout = \"ragged\"; sizes = \"padded\";", "layout: padded systems", ST_CONFIG},
        {"systems = 2; rows = 4; estimates = ({ name = \"x\"; formula = \"rows+z\"; });", "formula: ", ST_CONFIG},
        {"systems = 2; rows = 4; estimates = ({ name = \"seconds\"; formula = 1; });", "already", ST_CONFIG},
        {"systems = 2; rows = 4; estimates = ({ name = \"x\"; formula = 1; }, { name = \"x\"; formula = 2; });",
         "there is already a column 'x'", ST_CONFIG},
        {"systems = 2; rows = 4; estimates = ({ name = \"a/b\"; formula = 1; });", "'a/b' cannot be", ST_CONFIG},
        {"systems = 2; rows = 4; estimates = ({ name = \"\"; formula = 1; });", "'' cannot be", ST_CONFIG},
        {"systems = 2; rows = 4; shared = true; sizes = \"padded\";", "sizes: rows of padding", ST_CONFIG},
        {"systems = 2; rows = [2, 4]; least = 5;", "least: 5 rows of the shortest system: must be from 0 to 4",
         ST_CONFIG},
        {"systems = [2, 100000000000]; rows = [4, 1000];", "systems, rows: 100000000000 systems of 4 rows need",
         ST_REFUSED},
        {"systems = 2000000000; rows = 64; sizes = \"uniform\";", "2000000000 systems of 64 rows need at least",
         ST_REFUSED}, /* their sizes are not drawn */
        {"systems = 1000000000000; rows = 1000000000000;", "reach beyond any memory", ST_REFUSED},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial t;
        struct exec exec = exec_of(1);
        const enum status s = trial_begin(&t, "batch", cases[i].text, NULL, "thomas", exec);
        if (s != cases[i].status || !strstr(fail_text(), cases[i].words))
            fail_msg("said: %s\nexpected: %s", s == ST_OK ? "nothing" : fail_text(), cases[i].words);
        assert_null(strchr(fail_text(), '\n'));
        device_exec_end(&exec);
    }
}

/* Given systems, and the report of the method on each. */
static void hard_matrices_are_judged(void **state)
{
    static const int64_t wanted[] = {VERDICT_SOLVED, VERDICT_SOLVED, VERDICT_FLAGGED};
    (void)state;
    struct trial t = complete("matrix = \"gallery\"; rows = 20; types = [2, 7, 17]; repeats = 1;", NULL, "thomas", 1);
    const struct quality *const v = &((const struct batch_state *)t.sim.state)->quality;
    for (int k = 0; k < 3; k++)
        if (v->verdict[k] != wanted[k]) fail_msg("system %d: verdict %lld", k, (long long)v->verdict[k]);
    assert_true(v->info[2] == 2 && v->worst >= 0 && v->backward[v->worst] <= 4 * eps);
    done(&t);
}

/* The k-th allocation fails, for every k: a message, and nothing stays in memory. */
static void failing_memory_is_reported(void **state)
{
    enum status s = ST_NOMEM;
    int k = 0;
    (void)state;
    struct exec exec = exec_of(1);
    while (s == ST_NOMEM) {
        struct trial t;
        mem_fail_at(++k);
        s = trial_complete(&t, "batch", "systems = 9; rows = 5; repeats = 1; sizes = \"uniform\"; layout = \"ragged\";",
                           NULL, "thomas", exec);
        mem_fail_at(0);
        if (s == ST_OK) trial_end(&t);
        assert_true(mem_held(HOST) == 0 && mem_held(DEVICE) == 0);
    }
    good(s);
    assert_true(k > 12);
    device_exec_end(&exec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(right_sides_are_exact, nothing_left),
        cmocka_unit_test_teardown(one_vector_is_laid_out_as_read, nothing_left),
        cmocka_unit_test_teardown(every_layout_has_the_exact_answer, nothing_left),
        cmocka_unit_test_teardown(points_are_those_of_the_grid, nothing_left),
        cmocka_unit_test_teardown(the_same_seed_gives_the_same_bits, nothing_left),
        cmocka_unit_test_teardown(one_long_system, nothing_left),
        cmocka_unit_test_teardown(references_of_large_batches_are_a_sample, nothing_left),
        cmocka_unit_test_teardown(a_wrong_value_is_noticed, nothing_left),
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(hard_matrices_are_judged, nothing_left),
        cmocka_unit_test_teardown(failing_memory_is_reported, nothing_left),
    };
    space = first;
    int failed = cmocka_run_group_tests_name(REAL_NAME, tests, NULL, NULL);
    if (first == HOST && device_ready() == ST_OK) {
        space = DEVICE;
        failed += cmocka_run_group_tests_name(REAL_NAME " device", tests, NULL, NULL);
    }
    return failed;
}
