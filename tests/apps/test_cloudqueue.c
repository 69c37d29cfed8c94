/* The cloud queue: its chains against the published numbers, its measures against sums over pi. */
#include "apps/cloudqueue/model/model.h"
#include "solvers/sparse/markov/communicating_classes.h"
#include "solvers/sparse/matrix/csr_double.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static const double eps = (double)REAL_EPS;

static void one_class_of_zero_rows(const struct model *m)
{
    struct csr_double q;
    struct classes c;
    good(csr_double_of_qbd(&q, &m->levels));
    assert_int_equal(q.start[q.n], m->of.entries);
    for (int64_t s = 0; s < q.n; s++) {
        double sum = 0, diagonal = 0;
        for (int64_t e = q.start[s]; e < q.start[s + 1]; e++)
            sum += q.value[e], diagonal += q.column[e] == s ? -q.value[e] : 0;
        assert_true(fabs(sum) <= 4 * DBL_EPSILON * diagonal);
    }
    good(classes_find(&c, &q));
    assert_int_equal(c.components, 1);
    assert_int_equal(c.states, q.n);
    classes_free(&c);
    csr_double_free(&q);
}

static void the_ten_matrices_have_the_published_numbers(void **state)
{
    (void)state;
    for (int i = 0; i < CLOUD_NAMES; i++) {
        struct cloud of = cloud_usual();
        struct model *m;
        struct matrix *a;
        good(cloud_named(&of, cloud_names[i].name));
        good(model_make(&m, &of));
        good(qbd_matrix(&a, CSR, &m->levels, 0));
        assert_int_equal(a->n, of.n * of.k);
        assert_int_equal(a->entries, cloud_names[i].entries);
        assert_int_equal(model_entries(m), cloud_names[i].entries);
        assert_true(model_connected(m));
        one_class_of_zero_rows(m);
        matrix_free(a);
        model_free(m);
    }
}

/* The rates at which level j rises, falls and serves, written once more state by state. */
static double rate_said(const struct model *m, enum move move, int64_t j, int64_t p)
{
    const struct cloud *const c = &m->of;
    const int64_t i = (j - 1) * c->kappa + p, full = j * c->kappa;
    int64_t on, off;
    model_thresholds(m, j, &on, &off);
    switch (move) {
    case MOVE_NEXT: return p == c->k - 1 || (c->limited && i > full) ? 0 : c->lambda;
    case MOVE_BACK:
        if (p == 0) return 0;
        if (c->service == SERVICE_PHYS) return (double)(i < full ? i : full) * c->mu;
        return (double)(i < j ? 1 : i <= full ? i / j : c->kappa) * c->mu;
    case MOVE_RISE: return p < on || j == c->n ? 0 : ceil((double)(p - on + 1) / (double)c->kappa) * c->eta;
    default: return p > off || j == 1 ? 0 : ceil((double)(off - p + 1) / (double)c->kappa) * c->nu;
    }
}

static void rates_are_those_of_the_definition(void **state)
{
    enum { K = 13 };
    static const int64_t on[] = {4, 9, 12, 13, 7}, off[] = {0, 2, 8, -1, 3};
    (void)state;
    for (int service = SERVICE_PHYS; service <= SERVICE_EQ8C; service++)
        for (int limited = 0; limited < 2; limited++)
            for (int own = 0; own < 2; own++)
                for (int64_t kappa = 1; kappa < (own ? 5 : K); kappa++) {
                    struct cloud of = {.n = 5, .k = K, .kappa = kappa, .lambda = 3, .mu = 0.75, .eta = 2.5, .nu = 1.25};
                    struct model *m;
                    double rate[MOVES][K], *const out[MOVES] = {rate[0], rate[1], rate[2], rate[3]};
                    of.service = service;
                    of.limited = limited;
                    if (own) of.on = on, of.off = off, of.on_count = of.off_count = 5;
                    good(model_make(&m, &of));
                    for (int64_t j = 1; j <= 5; j++) {
                        m->levels.rates(m->levels.context, j - 1, out);
                        for (int move = 0; move < MOVES; move++)
                            for (int64_t p = 0; p < K; p++)
                                assert_true(rate[move][p] == rate_said(m, (enum move)move, j, p));
                    }
                    model_free(m);
                }
}

/* One level is M/M/c/K: pi_n = pi_0 a^n / n!, then a^n / (c! c^(n - c)). */
static void one_level_is_a_queue_of_c_servers(void **state)
{
    static const struct {
        int c, k;
        double lambda, mu;
    } queues[] = {{1, 1, 0.5, 1}, {1, 40, 0.9, 1}, {3, 3, 5, 2}, {8, 60, 3, 0.5}, {20, 300, 12.5, 0.75}};
    (void)state;
    for (size_t q = 0; q < sizeof queues / sizeof *queues; q++) {
        const int c = queues[q].c, max = queues[q].k;
        const double a = queues[q].lambda / queues[q].mu;
        double pi[301] = {1}, sum = 1, pending = 0, busy = 0, mean = 0;
        char text[200];
        int64_t count;
        for (int i = 1; i <= max; i++) sum += pi[i] = pi[i - 1] * a / (i < c ? i : c);
        snprintf(text, sizeof text, "n = 1; k = %d; kappa = %d; buffer = %d; lambda = %g; mu = %g;", max + 1, c,
                 max - c, queues[q].lambda, queues[q].mu);
        struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
        const real *const x = trial_field(&t, &count);
        assert_int_equal(count, max + 1);
        for (int i = 0; i <= max; i++) {
            pi[i] /= sum;
            near((double)x[i], pi[i], (40 + 2 * i) * eps, "pi");
            pending += i * pi[i], busy += (i < c ? i : c) * pi[i];
            if (i >= c && i < max) mean += pi[i] * (i - c + 1) / (c * queues[q].mu);
        }
        const double accepted = queues[q].lambda * (1 - pi[max]), tolerance = 400 * eps;
        near(series_at(&t, "mean_pending", 0), pending, tolerance, "mean_pending");
        near(series_at(&t, "blocking", 0), pi[max], tolerance, "blocking");
        near(series_at(&t, "lost", 0), pi[max], tolerance, "lost");
        near(series_at(&t, "utilisation", 0), busy / c, tolerance, "utilisation");
        near(series_at(&t, "response", 0), pending / accepted, tolerance, "response");
        assert_true(series_at(&t, "cut_above", 0) == 0 && series_at(&t, "cut_below", 0) == 0 &&
                    series_at(&t, "mean_on", 0) == 1);
        if (c < max) near(series_at(&t, "wait_as_seen", 0), mean / (1 - pi[max]), tolerance, "wait_as_seen");
        if (c < max) near(series_at(&t, "wait", 0), mean / (1 - pi[max]), tolerance / (mean * queues[q].mu), "wait");
        trial_end(&t);
    }
}

static const char *const chains[] = {
    "preset = \"table2\"; n = 100; k = 16; load = 0.4;",
    "preset = \"eq8-open\"; n = 9; k = 12; load = 0.8; eta = 0.5; nu = 3.0;",
    "preset = \"eq8-closed\"; n = 30; k = 6; load = 0.6; mu = 2.0;",
    "n = 7; k = 20; kappa = 3; lambda = 11.0; on_at = 5; off_at = 4; service = \"eq8c\";",
    "n = 4; k = 20; kappa = 4; load = 1.5;",
};

/* Sums over the stored pi, and what must hold between measures. */
static void measures_are_sums_over_pi(void **state)
{
    (void)state;
    for (size_t q = 0; q < sizeof chains / sizeof *chains; q++) {
        struct trial t = trial_done("cloudqueue", chains[q], NULL, "gth_band", 2);
        const struct array pi = field_of(&t, "pi"), level = field_of(&t, "level"), tasks = field_of(&t, "pending");
        const int64_t n = pi.dims[0], k = pi.dims[1], kappa = n > 1 ? (tasks.dims[0] - k) / (n - 1) : 0;
        double pending = 0, on = 0, max = 0, *const by = calloc((size_t)tasks.dims[0], sizeof *by);
        int64_t mode = 0;
        for (int64_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t p = 0; p < k; p++) {
                const double x = (double)((const real *)pi.data)[j * k + p];
                sum += x, pending += x * (double)(j * kappa + p), on += x * (double)(j + 1);
                by[j * kappa + p] += x;
            }
            assert_true(fabs(((const double *)level.data)[j] - sum) <= 100 * eps * sum + 1e-30);
        }
        for (int64_t i = 0; i < tasks.dims[0]; i++) {
            assert_true(fabs(((const double *)tasks.data)[i] - by[i]) <= 100 * eps * by[i] + 1e-30);
            if (by[i] > max) max = by[i], mode = i;
        }
        free(by);
        const double tolerance = 1000 * eps;
        near(series_at(&t, "mean_pending", 0), pending, tolerance, "mean_pending");
        near(series_at(&t, "mean_on", 0), on, tolerance, "mean_on");
        near(series_at(&t, "pending_mode", 0), (double)mode, 0, "pending_mode");
        near(series_at(&t, "servers", 0), fmin(ceil((double)mode / (double)kappa), (double)n), 0, "servers");
        near(series_at(&t, "accepted", 0), series_at(&t, "served", 0), tolerance, "accepted");
        near(series_at(&t, "accepted", 0), series_at(&t, "arrivals", 0) * (1 - series_at(&t, "blocking", 0)), tolerance,
             "blocking");
        near(series_at(&t, "switched_on", 0), series_at(&t, "switched_off", 0), tolerance, "switched");
        near(series_at(&t, "lost", 0) + series_at(&t, "cut_above", 0), series_at(&t, "blocking", 0), tolerance,
             "blocking");
        assert_true(series_at(&t, "flow_balance", 0) <= tolerance && series_at(&t, "worst_balance", 0) <= tolerance);
        trial_end(&t);
    }
}

static void money_is_counted(void **state)
{
    static const char text[] =
        "n = 4; k = 8; kappa = 2; buffer = 5; load = 0.7; units = { time = \"min\"; }; power = { busy = 300.0; idle = "
        "90.0; setup = 150.0; }; price = { installed = 0.375; server = 0.5; energy = 0.25; wait = 2.0; loss = 0.125; "
        "change = 0.0625; };";
    (void)state;
    struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
    const double on = series_at(&t, "mean_on", 0), setup = series_at(&t, "mean_setup", 0),
                 busy = series_at(&t, "utilisation", 0) * on;
    const double power = 300 * busy + 90 * (on - busy) + 150 * setup;
    const double waiting = series_at(&t, "wait", 0) * series_at(&t, "accepted", 0);
    near(series_at(&t, "power", 0), power, 50 * eps, "power");
    near(series_at(&t, "energy_per_task", 0), power * 60 / series_at(&t, "accepted", 0), 50 * eps, "energy_per_task");
    near(series_at(&t, "cost", 0),
         0.375 * 4 + 0.5 * (on + setup) + 0.25 * power / 1000 + 2 * waiting +
             60 * (0.125 * series_at(&t, "arrivals", 0) * series_at(&t, "lost", 0) +
                   0.0625 * series_at(&t, "switched_on", 0)),
         200 * eps, "cost");
    near(setup, series_at(&t, "switched_on", 0), 50 * eps, "mean_setup"); /* eta = 1 */
    trial_end(&t);
}

/* With limited arrivals phases above kappa + 1 are transient: the recurrent chain has kappa + 2 phases. */
static void transient_states_have_no_probability(void **state)
{
    (void)state;
    struct trial all =
        trial_done("cloudqueue", "n = 6; k = 11; kappa = 4; arrivals = \"limited\"; load = 0.8;", NULL, "gth_band", 1);
    struct trial part =
        trial_done("cloudqueue", "n = 6; k = 6; kappa = 4; arrivals = \"limited\"; load = 0.8;", NULL, "gth_band", 1);
    const struct array x = field_of(&all, "pi"), y = field_of(&part, "pi");
    assert_int_equal(series_at(&all, "transient", 0), 6 * 5);
    assert_int_equal(series_at(&part, "transient", 0), 0);
    for (int64_t j = 0; j < 6; j++)
        for (int64_t p = 0; p < 11; p++) {
            const real is = ((const real *)x.data)[j * 11 + p];
            if (p < 6) near((double)is, (double)((const real *)y.data)[j * 6 + p], 100 * eps, "pi");
            else assert_true(is == 0);
        }
    near(series_at(&all, "mean_pending", 0), series_at(&part, "mean_pending", 0), 100 * eps, "mean_pending");
    near(series_at(&all, "lost", 0), series_at(&part, "lost", 0), 100 * eps, "lost");
    trial_end(&all);
    trial_end(&part);
}

/* pi_i = rho^i (1 - rho) / (1 - rho^k), far below the least number. */
static void tails_have_exponents(void **state)
{
    enum { K = 700 };
    (void)state;
    struct trial t = trial_done("cloudqueue", "n = 1; k = 700; kappa = 1; lambda = 0.0009765625; tails = true;", NULL,
                                "gth_band", 1);
    const struct array x = field_of(&t, "pi"), m = field_of(&t, "pi_mantissa"), e = field_of(&t, "pi_exponent");
    for (int64_t i = 0; i < K; i++) {
        const double mantissa = (double)((const real *)m.data)[i];
        const int64_t exponent = ((const int64_t *)e.data)[i];
        int own;
        const double should = frexp(1 - 0x1p-10, &own);
        near(ldexp(mantissa, (int)(exponent + 10 * i - own)), should, 2000 * eps, "pi");
        assert_true(isnormal(((const real *)x.data)[i]) || ((const real *)x.data)[i] == 0);
    }
    assert_true(((const int64_t *)e.data)[K - 1] < -6900);
    trial_end(&t);
}

/* States of level 1 are 2^6000 times as likely as their neighbours of level 0: pairs without a rate between them do not
 * count. */
static void a_steep_chain_is_certified(void **state)
{
    (void)state;
    struct trial t = trial_done("cloudqueue", "n = 3; k = 400; kappa = 200; lambda = 1e9; mu = 1e-3; tails = true;",
                                NULL, "gth_block", 2);
    const struct array m = field_of(&t, "pi_mantissa"), e = field_of(&t, "pi_exponent");
    for (int64_t s = 0; s < 3 * 400; s++) assert_true(((const real *)m.data)[s] >= RC(0.5));
    assert_true(((const int64_t *)e.data)[400] - ((const int64_t *)e.data)[0] > 6000);
    assert_true(series_at(&t, "worst_balance", 0) <= 1000 * eps && series_at(&t, "residual", 0) <= 1000 * eps);
    trial_end(&t);
}

#ifndef BANDSTAND_FLOAT /* which has no such numbers */
/* 2 states at 1e306 : 1e-306, which only a separate exponent can hold; the flow between them is 1. */
static void rates_at_both_ends_are_certified(void **state)
{
    static const char *const methods[] = {"gth_wide", "gth_block", "rank_one"};
    char path[64], text[128];
    (void)state;
    snprintf(path, sizeof path, "/tmp/test_cloudqueue.%ld.tra", (long)getpid());
    snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
    FILE *const out = fopen(path, "w");
    assert_true(out && fputs("2 2\n0 1 1e306\n1 0 1e-306\n", out) >= 0 && fclose(out) == 0);
    for (int m = 0; m < 3; m++) {
        struct trial t = trial_done("cloudqueue", text, NULL, methods[m], 1);
        assert_true(series_at(&t, "worst_balance", 0) <= 8 * eps && series_at(&t, "residual", 0) <= 8 * eps);
        trial_end(&t);
    }
    unlink(path);
}
#endif

static void the_benchmark_has_known_answers(void **state)
{
    static const char *const formats[] = {"format=csr", "format=coo", "format=dia", "format=hybrid"};
    static const char *const methods[] = {"gth_band", "hbisa_gs"};
    (void)state;
    for (int right = 0; right < 2; right++)
        for (int f = 0; f < 4; f++)
            for (int m = 0; m < 2; m++) {
                const char *const sets[] = {formats[f], right ? "right=empty" : "right=ones", NULL};
                struct trial t = trial_done(
                    "cloudqueue", "mode = \"benchmark\"; delta = 2.0; n = 12; k = 8; kappa = 4;", sets, methods[m], 2);
                const double tolerance = m ? (sizeof(real) == 4 ? 1e-3 : 1e-8) : 1000 * eps;
                if (!(series_at(&t, "error", 0) <= tolerance) || !(series_at(&t, "residual", 0) <= tolerance))
                    fail_msg("%s, %s: error %g, residual %g", methods[m], formats[f], series_at(&t, "error", 0),
                             series_at(&t, "residual", 0));
                assert_true((series_at(&t, "bytes_matrix", 0) > 0) == (m == 1));
                trial_end(&t);
            }
}

static void every_format_has_its_bytes(void **state)
{
    static const char *const formats[] = {"format=csr", "format=coo", "format=dia", "format=hybrid"};
    const double value = sizeof(real), entries = 7231, n = 1600, levels = 100, inside = levels * (3 * 16 - 2);
    const double bytes[] = {entries * (value + 4) + (n + 1) * 8, entries * (value + 8) + (levels + 1) * 8,
                            5 * (n * value + 8), (entries - inside) * (value + 8) + (levels + 1) * 8 + 3 * n * value};
    (void)state;
    for (int f = 0; f < 4; f++) {
        const char *const sets[] = {formats[f], NULL};
        struct trial t = trial_done("cloudqueue", "matrices = [\"Cloud16-100\"];", sets, "hbisa_redblack", 2);
        if (series_at(&t, "bytes_matrix", 0) != bytes[f])
            fail_msg("%s: %g bytes instead of %g", formats[f], series_at(&t, "bytes_matrix", 0), bytes[f]);
        assert_true(series_at(&t, "entries", 0) == entries);
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_ten_matrices_have_the_published_numbers, nothing_left),
        cmocka_unit_test_teardown(rates_are_those_of_the_definition, nothing_left),
        cmocka_unit_test_teardown(one_level_is_a_queue_of_c_servers, nothing_left),
        cmocka_unit_test_teardown(measures_are_sums_over_pi, nothing_left),
        cmocka_unit_test_teardown(money_is_counted, nothing_left),
        cmocka_unit_test_teardown(transient_states_have_no_probability, nothing_left),
        cmocka_unit_test_teardown(tails_have_exponents, nothing_left),
        cmocka_unit_test_teardown(a_steep_chain_is_certified, nothing_left),
#ifndef BANDSTAND_FLOAT
        cmocka_unit_test_teardown(rates_at_both_ends_are_certified, nothing_left),
#endif
        cmocka_unit_test_teardown(the_benchmark_has_known_answers, nothing_left),
        cmocka_unit_test_teardown(every_format_has_its_bytes, nothing_left),
    };
    return cmocka_run_group_tests_name("cloudqueue " REAL_NAME, tests, NULL, NULL);
}
