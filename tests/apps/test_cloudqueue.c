/* The cloud queue: its chains against the published numbers, its answers against exact ones. */
#include "apps/cloudqueue/measures/tagged.h"
#include "apps/cloudqueue/model/model.h"
#include "solvers/sparse/files/matrix_io.h"
#include "solvers/sparse/markov/communicating_classes.h"
#include "solvers/sparse/matrix/rcm.h"
#include "verify/trial.h"

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

static int nothing_left(void **state)
{
    (void)state;
    return mem_held(HOST) == 0 ? 0 : -1;
}

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

static struct trial complete(const char *text, const char *const *sets, const char *method, int threads)
{
    struct trial t;
    if (trial_complete(&t, "cloudqueue", text, sets, method, exec_host(threads)) != ST_OK)
        fail_msg("%s, %s: %s", text, method, fail_text());
    return t;
}

static double at(const struct trial *t, const char *column, int64_t point)
{
    const struct column *const c = series_column(&t->sim.series, column);
    if (!c) fail_msg("no column %s", column);
    assert_true(point < c->count);
    return c->value[point];
}

static void near(double is, double should, double tolerance, const char *what)
{
    if (!(fabs(is - should) <= tolerance * fabs(should))) fail_msg("%s: %.17g instead of %.17g", what, is, should);
}

static struct array field(struct trial *t, const char *name)
{
    struct array all[ARRAYS_MAX];
    const int count = t->sim.app->arrays(&t->sim, all);
    for (int a = 0; a < count; a++)
        if (!strcmp(all[a].name, name)) return all[a];
    fail_msg("no field %s", name);
    return all[0];
}

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

/* What level j rises, falls and serves, said once more state by state. */
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
                        m->levels.rates(m->levels.of, j - 1, out);
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
        const int c = queues[q].c, most = queues[q].k;
        const double a = queues[q].lambda / queues[q].mu;
        double pi[301] = {1}, sum = 1, pending = 0, busy = 0, mean = 0;
        char text[200];
        int64_t count;
        for (int i = 1; i <= most; i++) sum += pi[i] = pi[i - 1] * a / (i < c ? i : c);
        snprintf(text, sizeof text, "n = 1; k = %d; kappa = %d; buffer = %d; lambda = %g; mu = %g;", most + 1, c,
                 most - c, queues[q].lambda, queues[q].mu);
        struct trial t = complete(text, NULL, "gth_band", 1);
        const real *const x = trial_field(&t, &count);
        assert_int_equal(count, most + 1);
        for (int i = 0; i <= most; i++) {
            pi[i] /= sum;
            near((double)x[i], pi[i], (40 + 2 * i) * eps, "pi");
            pending += i * pi[i], busy += (i < c ? i : c) * pi[i];
            if (i >= c && i < most) mean += pi[i] * (i - c + 1) / (c * queues[q].mu);
        }
        const double accepted = queues[q].lambda * (1 - pi[most]), tolerance = 400 * eps;
        near(at(&t, "mean_pending", 0), pending, tolerance, "mean_pending");
        near(at(&t, "blocking", 0), pi[most], tolerance, "blocking");
        near(at(&t, "lost", 0), pi[most], tolerance, "lost");
        near(at(&t, "utilisation", 0), busy / c, tolerance, "utilisation");
        near(at(&t, "response", 0), pending / accepted, tolerance, "response");
        assert_true(at(&t, "cut_above", 0) == 0 && at(&t, "cut_below", 0) == 0 && at(&t, "mean_on", 0) == 1);
        if (c < most) near(at(&t, "wait_as_seen", 0), mean / (1 - pi[most]), tolerance, "wait_as_seen");
        if (c < most) near(at(&t, "wait", 0), mean / (1 - pi[most]), tolerance / (mean * queues[q].mu), "wait");
        trial_end(&t);
    }
}

/* P(W > t) = C exp(-(c mu - lambda) t) of M/M/c, with room for so many that none is lost, and T of M/M/1. The last two
 * wait for so long that e^-rt is below all numbers. */
static void percentiles_are_those_of_erlang(void **state)
{
    static const double share[] = {0.5, 0.9, 0.99, 0.999};
    static const char *const wait[] = {"wait_50", "wait_90", "wait_99", "wait_99.9"}, *const response[] = {
                                                                                          "response_50", "response_90",
                                                                                          "response_99",
                                                                                          "response_99.9"};
    (void)state;
    static const struct {
        int c;
        double load;
        const char *window;
    } halls[] = {{1, 0.8, "k = 300;"}, {3, 0.8, "k = 300;"}, {5, 0.8, "k = 300;"}, {1, 0.999, ""}, {400, 0.999, ""}};
    for (size_t h = 0; h < sizeof halls / sizeof *halls; h++) {
        const int c = halls[h].c;
        const double lambda = halls[h].load * c;
        char text[200];
        snprintf(text, sizeof text, "n = 1; %s kappa = %d; lambda = %.17g; percentiles = [0.5, 0.9, 0.99, 0.999];",
                 halls[h].window, c, lambda);
        struct trial t = complete(text, NULL, "gth_band", 1);
        const double waiting = at(&t, "waiting_share", 0);
        for (int i = 0; i < 4; i++) {
            const double off = 1 - share[i], exact = waiting > off ? log(waiting / off) / (c - lambda) : 0;
            near(at(&t, wait[i], 0), exact, 1e-7 + 100 * eps, wait[i]);
            if (c == 1) near(at(&t, response[i], 0), -log(off) / (1 - lambda), 1e-7 + 100 * eps, response[i]);
            /* T = W + Exp(1): P(T > t) = (1 - C) e^-t + C ((r e^-t - e^-rt) / (r - 1) ...), r = c mu - lambda */
            const double r = c - lambda, at_t = at(&t, response[i], 0);
            if (r != 1)
                near(exp(-at_t) + waiting * (exp(-r * at_t) - exp(-at_t)) / (1 - r), off, 1e-7 + 100 * eps, "response");
        }
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
        struct trial t = complete(chains[q], NULL, "gth_band", 2);
        const struct array pi = field(&t, "pi"), level = field(&t, "level"), tasks = field(&t, "pending");
        const int64_t n = pi.dims[0], k = pi.dims[1], kappa = n > 1 ? (tasks.dims[0] - k) / (n - 1) : 0;
        double pending = 0, on = 0, most = 0, *const by = calloc((size_t)tasks.dims[0], sizeof *by);
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
            if (by[i] > most) most = by[i], mode = i;
        }
        free(by);
        const double tolerance = 1000 * eps;
        near(at(&t, "mean_pending", 0), pending, tolerance, "mean_pending");
        near(at(&t, "mean_on", 0), on, tolerance, "mean_on");
        near(at(&t, "pending_mode", 0), (double)mode, 0, "pending_mode");
        near(at(&t, "servers", 0), fmin(ceil((double)mode / (double)kappa), (double)n), 0, "servers");
        near(at(&t, "accepted", 0), at(&t, "served", 0), tolerance, "accepted");
        near(at(&t, "accepted", 0), at(&t, "arrivals", 0) * (1 - at(&t, "blocking", 0)), tolerance, "blocking");
        near(at(&t, "switched_on", 0), at(&t, "switched_off", 0), tolerance, "switched");
        near(at(&t, "lost", 0) + at(&t, "cut_above", 0), at(&t, "blocking", 0), tolerance, "blocking");
        assert_true(at(&t, "flow_balance", 0) <= tolerance && at(&t, "worst_balance", 0) <= tolerance);
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
    struct trial t = complete(text, NULL, "gth_band", 1);
    const double on = at(&t, "mean_on", 0), setup = at(&t, "mean_setup", 0), busy = at(&t, "utilisation", 0) * on;
    const double power = 300 * busy + 90 * (on - busy) + 150 * setup;
    const double waiting = at(&t, "wait", 0) * at(&t, "accepted", 0);
    near(at(&t, "power", 0), power, 50 * eps, "power");
    near(at(&t, "energy_per_task", 0), power * 60 / at(&t, "accepted", 0), 50 * eps, "energy_per_task");
    near(at(&t, "cost", 0),
         0.375 * 4 + 0.5 * (on + setup) + 0.25 * power / 1000 + 2 * waiting +
             60 * (0.125 * at(&t, "arrivals", 0) * at(&t, "lost", 0) + 0.0625 * at(&t, "switched_on", 0)),
         200 * eps, "cost");
    near(setup, at(&t, "switched_on", 0), 50 * eps, "mean_setup"); /* eta = 1 */
    trial_end(&t);
}

/* With limited arrivals phases above kappa + 1 are left for good: what remains is the chain of kappa + 2 phases. */
static void transient_states_have_no_probability(void **state)
{
    (void)state;
    struct trial all = complete("n = 6; k = 11; kappa = 4; arrivals = \"limited\"; load = 0.8;", NULL, "gth_band", 1);
    struct trial part = complete("n = 6; k = 6; kappa = 4; arrivals = \"limited\"; load = 0.8;", NULL, "gth_band", 1);
    const struct array x = field(&all, "pi"), y = field(&part, "pi");
    assert_int_equal(at(&all, "transient", 0), 6 * 5);
    assert_int_equal(at(&part, "transient", 0), 0);
    for (int64_t j = 0; j < 6; j++)
        for (int64_t p = 0; p < 11; p++) {
            const real is = ((const real *)x.data)[j * 11 + p];
            if (p < 6) near((double)is, (double)((const real *)y.data)[j * 6 + p], 100 * eps, "pi");
            else assert_true(is == 0);
        }
    near(at(&all, "mean_pending", 0), at(&part, "mean_pending", 0), 100 * eps, "mean_pending");
    near(at(&all, "lost", 0), at(&part, "lost", 0), 100 * eps, "lost");
    trial_end(&all);
    trial_end(&part);
}

/* pi_i = rho^i (1 - rho) / (1 - rho^k), far below the least number. */
static void tails_have_exponents(void **state)
{
    enum { K = 700 };
    (void)state;
    struct trial t = complete("n = 1; k = 700; kappa = 1; lambda = 0.0009765625; tails = true;", NULL, "gth_band", 1);
    const struct array x = field(&t, "pi"), m = field(&t, "pi_mantissa"), e = field(&t, "pi_exponent");
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

/* States of level 1 are 2^6000 times as likely as those of level 0 beside them: what no rate joins does not count. */
static void a_steep_chain_is_certified(void **state)
{
    (void)state;
    struct trial t =
        complete("n = 3; k = 400; kappa = 200; lambda = 1e9; mu = 1e-3; tails = true;", NULL, "gth_block", 2);
    const struct array m = field(&t, "pi_mantissa"), e = field(&t, "pi_exponent");
    for (int64_t s = 0; s < 3 * 400; s++) assert_true(((const real *)m.data)[s] >= RC(0.5));
    assert_true(((const int64_t *)e.data)[400] - ((const int64_t *)e.data)[0] > 6000);
    assert_true(at(&t, "worst_balance", 0) <= 1000 * eps && at(&t, "residual", 0) <= 1000 * eps);
    trial_end(&t);
}

/* 2 states at 1e306 : 1e-306, which nothing but an exponent of its own can hold; what they exchange is 1. */
static void rates_at_both_ends_are_certified(void **state)
{
    static const char *const methods[] = {"gth_wide", "gth_block", "rank_one"};
    char path[64], text[128];
    (void)state;
    if (sizeof(real) == 4) skip();
    snprintf(path, sizeof path, "/tmp/test_cloudqueue.%ld.tra", (long)getpid());
    snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
    FILE *const out = fopen(path, "w");
    assert_true(out && fputs("2 2\n0 1 1e306\n1 0 1e-306\n", out) >= 0 && fclose(out) == 0);
    for (int m = 0; m < 3; m++) {
        struct trial t = complete(text, NULL, methods[m], 1);
        assert_true(at(&t, "worst_balance", 0) <= 8 * eps && at(&t, "residual", 0) <= 8 * eps);
        trial_end(&t);
    }
    unlink(path);
}

static void the_benchmark_has_known_answers(void **state)
{
    static const char *const formats[] = {"format=csr", "format=coo", "format=dia", "format=hybrid"};
    static const char *const methods[] = {"gth_band", "hbisa_gs"};
    (void)state;
    for (int right = 0; right < 2; right++)
        for (int f = 0; f < 4; f++)
            for (int m = 0; m < 2; m++) {
                const char *const sets[] = {formats[f], right ? "right=empty" : "right=ones", NULL};
                struct trial t =
                    complete("mode = \"benchmark\"; delta = 2.0; n = 12; k = 8; kappa = 4;", sets, methods[m], 2);
                const double tolerance = m ? (sizeof(real) == 4 ? 1e-3 : 1e-8) : 1000 * eps;
                if (!(at(&t, "error", 0) <= tolerance) || !(at(&t, "residual", 0) <= tolerance))
                    fail_msg("%s, %s: error %g, residual %g", methods[m], formats[f], at(&t, "error", 0),
                             at(&t, "residual", 0));
                assert_true((at(&t, "bytes_matrix", 0) > 0) == (m == 1));
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
        struct trial t = complete("matrices = [\"Cloud16-100\"];", sets, "hbisa_redblack", 2);
        if (at(&t, "bytes_matrix", 0) != bytes[f])
            fail_msg("%s: %g bytes instead of %g", formats[f], at(&t, "bytes_matrix", 0), bytes[f]);
        assert_true(at(&t, "entries", 0) == entries);
        trial_end(&t);
    }
}

static void a_sweep_is_its_chains(void **state)
{
    static const char *const told[] = {"mean_pending", "cost", "response_95", "worst_balance", "servers"};
    static const char text[] =
        "n = 11; k = 9; kappa = 4; price = { server = 1.0; wait = 0.5; };"
        "sweep = { key = \"lambda\"; from = 4.0; to = 40.0; points = 300; spacing = \"geometric\"; };";
    (void)state;
    struct trial one = complete(text, NULL, "gth_band", 1), many = complete(text, NULL, "gth_band", 3);
    for (size_t c = 0; c < sizeof told / sizeof *told; c++)
        for (int64_t i = 0; i < 300; i++) assert_true(at(&one, told[c], i) == at(&many, told[c], i));
    for (int64_t i = 0; i < 300; i += 23) {
        char alone[200];
        snprintf(alone, sizeof alone,
                 "n = 11; k = 9; kappa = 4; lambda = %.17g; price = { server = 1.0; wait = 0.5; };",
                 at(&one, "lambda", i));
        struct trial t = complete(alone, NULL, "gth_band", 1);
        for (size_t c = 0; c < sizeof told / sizeof *told; c++) assert_true(at(&one, told[c], i) == at(&t, told[c], 0));
        trial_end(&t);
    }
    assert_true(at(&one, "lambda", 0) == 4 && at(&one, "lambda", 299) == 40);
    assert_true(metrics_get(&one.sim.metrics, "chains_per_second") > 0);
    trial_end(&one);
    trial_end(&many);
}

static void sizes_and_thresholds_can_be_swept(void **state)
{
    (void)state;
    struct trial t =
        complete("k = 9; kappa = 4; buffer = 4; lambda = 20.0; sweep = { key = \"n\"; values = [3.0, 9.0, 5.0]; };",
                 NULL, "gth_band", 2);
    assert_true(at(&t, "states", 0) == 27 && at(&t, "states", 1) == 81 && at(&t, "states", 2) == 45);
    assert_true(at(&t, "lost", 0) > at(&t, "lost", 2) && at(&t, "lost", 2) > at(&t, "lost", 1));
    trial_end(&t);
    t = complete("n = 5; k = 9; kappa = 4; lambda = 12.0; sweep = { key = \"on_at\"; values = [4.0, 8.0]; };", NULL,
                 "gth_band", 2);
    assert_true(at(&t, "mean_on", 0) > at(&t, "mean_on", 1));
    trial_end(&t);
}

/* What is too steep for plain numbers is so in every window: it is not the window that is too narrow. */
static void few_arrivals_need_few_phases(void **state)
{
    (void)state;
    struct trial t = complete("n = 3; kappa = 2; lambda = 1e-300;", NULL, "gth_wide", 1);
    assert_true(at(&t, "window", 0) <= 8 && at(&t, "cut_above", 0) < 1e-9 && at(&t, "cut_below", 0) < 1e-9);
    near(at(&t, "mean_pending", 0), 1e-300, 10 * eps, "mean_pending");
    trial_end(&t);
}

/* What a window leaves unserved counts little beside the few tasks there are, and what it turns away beside what slow
 * servers make of it: mean_on is that of all states up to 70 tasks, by elimination. */
static void a_window_fits_rates_that_are_far_apart(void **state)
{
    (void)state;
    struct trial t =
        complete("n = 2; kappa = 1; load = 1e-6; mu = 4.6; eta = 9159.0; nu = 0.02; buffer = 5;", NULL, "gth_band", 1);
    near(at(&t, "response", 0), 1 / 4.6, 1e-7 + 100 * eps, "response");
    trial_end(&t);
    t = complete("n = 6; kappa = 1; lambda = 0.06; nu = 1e-6; on_at = [5, 1, 6, 1, 6, 3];", NULL, "gth_band", 1);
    near(at(&t, "mean_on", 0), 2.9700162361248434, 1e-9 + 100 * eps, "mean_on");
    trial_end(&t);
}

/* Arrivals of 0 are none, not those that are usual. */
static void no_arrivals_are_none(void **state)
{
    (void)state;
    struct trial t = complete("n = 3; kappa = 2; lambda = 0.0; sweep = { key = \"mu\"; values = [1.0, 2.0]; };", NULL,
                              "gth_band", 1);
    assert_true(at(&t, "arrivals", 0) == 0 && at(&t, "mean_pending", 1) == 0 && at(&t, "response", 1) == 0.5);
    trial_end(&t);
}

static void what_a_window_cuts_is_told_with_where(void **state)
{
    static const char load[] = "k is too small, most of all at load = 0.9";
    (void)state;
    struct trial t = complete("n = 5; k = 9; kappa = 4; sweep = { key = \"load\"; values = [0.1, 0.9, 0.5]; };", NULL,
                              "gth_band", 1);
    if (!strstr(t.sim.caveats, load)) fail_msg("said: %s", t.sim.caveats);
    trial_end(&t);
}

/* Erlang, 1917: B(c) = a B(c - 1) / (c + a B(c - 1)). */
static void servers_that_stay_lose_what_erlang_says(void **state)
{
    double lost = 1;
    (void)state;
    struct trial t = complete("n = 6; kappa = 2; buffer = 0; on_at = 2; off_at = -1; load = 0.8;", NULL, "gth_band", 1);
    for (int c = 1; c <= 12; c++) lost = 9.6 * lost / (c + 9.6 * lost);
    near(at(&t, "lost", 0), lost, 100 * eps, "lost");
    assert_true(at(&t, "mean_on", 0) > 6 - 10 * eps);
    trial_end(&t);
}

static char *temporary(const char *name, const char *text)
{
    char *path = NULL;
    if (asprintf(&path, "/tmp/test_cloudqueue.%ld.%s", (long)getpid(), name) < 0) fail_msg("no memory");
    FILE *const out = text ? fopen(path, "w") : NULL;
    if (text) assert_true(out && fputs(text, out) >= 0 && fclose(out) == 0);
    return path;
}

static void a_day_tells_servers_by_hour(void **state)
{
    char *const path = temporary("day.csv", "\xef\xbb\xbftime, lambda\n# night\n0, 6\n\n8.5, 25\n12, 31.5\n23, 0\n");
    char text[300];
    (void)state;
    snprintf(text, sizeof text, "n = 20; k = 9; kappa = 4; buffer = 30; profile = { file = \"%s\"; blocking = 1e-3; };",
             path);
    struct trial t = complete(text, NULL, "gth_band", 2);
    assert_true(at(&t, "time", 1) == 8.5 && at(&t, "arrivals", 2) == 31.5);
    for (int64_t i = 0; i < 3; i++) {
        const int enough = (int)at(&t, "servers_enough", i);
        for (int n = enough - 1; n <= enough; n++) {
            snprintf(text, sizeof text, "n = %d; kappa = 4; buffer = 30; lambda = %g;", n, at(&t, "arrivals", i));
            struct trial alone = complete(text, NULL, "gth_band", 1);
            assert_true((at(&alone, "lost", 0) <= 1e-3) == (n == enough));
            trial_end(&alone);
        }
    }
    for (size_t c = 0; c < (size_t)t.sim.series.count; c++) assert_true(isfinite(t.sim.series.column[c].value[3]));
    static const char *const none[] = {"arrivals", "mean_pending", "lost", "wait", "wait_95", "mean_setup", "accepted"};
    for (size_t c = 0; c < sizeof none / sizeof *none; c++) assert_true(at(&t, none[c], 3) == 0);
    assert_true(at(&t, "mean_on", 3) == 1 && at(&t, "servers_enough", 3) == 1 && at(&t, "response", 3) == 1);
    near(at(&t, "response_99", 3), log(100), 1e-12, "response_99");
    assert_true(at(&t, "certain", 3) == 1 && metrics_get(&t.sim.metrics, "certain") == 1);
    trial_end(&t);
    unlink(path);
    free(path);
}

/* What a window cuts off is not lost: of phases 0 ... 8 no server is ever switched on, and the search sees further. */
static void enough_servers_do_not_depend_on_the_window(void **state)
{
    char *const path = temporary("noon.csv", "time, lambda\n12, 60\n"), text[300];
    double enough[2];
    (void)state;
    for (int given = 0; given < 2; given++) {
        snprintf(text, sizeof text,
                 "n = 50; %s kappa = 8; mu = 0.2; eta = 0.5; nu = 60.0; buffer = 40; percentiles = [];"
                 "profile = { file = \"%s\"; blocking = 1e-3; };",
                 given ? "k = 9;" : "", path);
        struct trial t = complete(text, NULL, "gth_band", 1);
        enough[given] = at(&t, "servers_enough", 0);
        assert_true((at(&t, "cut_above", 0) > 0.1) == given && (at(&t, "lost", 0) <= 1e-3));
        trial_end(&t);
    }
    assert_true(enough[0] == enough[1] && enough[0] >= 38);
    unlink(path);
    free(path);
}

/* Of 400 tasks 12 are served at a time: no number is enough, and the picture has nothing to draw. */
static void where_none_is_enough_the_picture_has_a_gap(void **state)
{
    char *const path = temporary("rush.csv", "time, lambda\n0, 1\n1, 400\n"), text[300];
    (void)state;
    snprintf(text, sizeof text, "n = 6; kappa = 2; buffer = 8; profile = { file = \"%s\"; blocking = 0.01; };", path);
    struct trial t = complete(text, NULL, "gth_band", 1);
    const double *const drawn = field(&t, "servers_enough").data;
    assert_true(at(&t, "servers_enough", 0) == drawn[0] && drawn[0] >= 1);
    assert_true(at(&t, "servers_enough", 1) == 0 && isnan(drawn[1]));
    trial_end(&t);
    unlink(path);
    free(path);
}

/* A hall of fewer servers has the thresholds of the levels that are left. */
static void enough_servers_keep_their_thresholds(void **state)
{
    static const char *const on[] = {"3", "3, 6", "3, 6, 4", "3, 6, 4, 9", "3, 6, 4, 9, 5", "3, 6, 4, 9, 5, 3"};
    char *const path = temporary("noon.csv", "time, lambda\n12, 6\n"), text[300];
    (void)state;
    snprintf(text, sizeof text,
             "n = 6; kappa = 2; buffer = 8; on_at = [%s]; off_at = [0, 0, -1, 0, 0, 0];"
             "profile = { file = \"%s\"; blocking = 0.03; };",
             on[5], path);
    struct trial t = complete(text, NULL, "gth_band", 1);
    const int enough = (int)at(&t, "servers_enough", 0);
    assert_true(enough > 3 && enough < 6);
    for (int n = enough - 1; n <= enough; n++) {
        snprintf(text, sizeof text, "n = %d; kappa = 2; buffer = 8; lambda = 6.0; on_at = [%s]; off_at = [0, 0, -1%s];",
                 n, on[n - 1],
                 n > 4   ? ", 0, 0"
                 : n > 3 ? ", 0"
                         : "");
        struct trial alone = complete(text, NULL, "gth_band", 1);
        assert_true((at(&alone, "lost", 0) <= 0.03) == (n == enough));
        trial_end(&alone);
    }
    trial_end(&t);
    unlink(path);
    free(path);
}

/* Every number of tasks with every number of servers, as a matrix written state by state: P(i) and P(j) are those of
 * the window, which has no state that is none of these. */
static void a_window_is_part_of_all_states(void **state)
{
    enum { N = 4, KAPPA = 2, MOST = 80 };
    static const double lambda = 5, mu = 1, eta = 0.8, nu = 0.05;
    static const char *const methods[] = {"gth_band", "gth_wide", "gth_block", "hbisa_redblack", "sparse_lu"};
    char *const path = temporary("all.tra", NULL), text[300];
    FILE *const out = fopen(path, "w");
    int64_t entries = 0;
    (void)state;
    assert_non_null(out);
    for (int pass = 0; pass < 2; pass++) {
        if (pass) fprintf(out, "%d %lld\n", N * (MOST + 1), (long long)entries);
        for (int i = 0; i <= MOST; i++)
            for (int j = 1; j <= N; j++) {
                const int s = i * N + j - 1, waiting = i - j * KAPPA, idle = (j * KAPPA - i) / KAPPA;
                const struct {
                    int to;
                    double rate;
                } move[] = {{i < MOST ? s + N : -1, lambda},
                            {i > 0 ? s - N : -1, (i < j * KAPPA ? i : j * KAPPA) * mu},
                            {waiting > 0 && j < N ? s + 1 : -1, (waiting + KAPPA - 1) / KAPPA * eta},
                            {waiting < 0 && idle > 0 && j > 1 ? s - 1 : -1, idle * nu}};
                for (int m = 0; m < 4; m++)
                    if (move[m].to >= 0 && pass) fprintf(out, "%d %d %.17g\n", s, move[m].to, move[m].rate);
                    else entries += move[m].to >= 0;
            }
    }
    assert_int_equal(fclose(out), 0);
    snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
    struct trial all = complete(text, NULL, "gth_band", 1);
    const struct array x = field(&all, "pi");
    for (int m = 0; m < 5; m++) {
        struct trial t = complete("n = 4; kappa = 2; lambda = 5.0; eta = 0.8; nu = 0.05;", NULL, methods[m], 1);
        const struct array on = field(&t, "level"), tasks = field(&t, "pending");
        const double tolerance =
            m == 3 ? sizeof(real) == 4 ? 1e-4 : 1e-7 : 1e-8 + 1000 * eps; /* sweeps stop at a residual */
        double mean = 0;
        assert_true(at(&t, "cut_above", 0) < 1e-9 && at(&t, "cut_below", 0) < 1e-9);
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int i = 0; i <= MOST; i++) sum += (double)((const real *)x.data)[i * N + j];
            assert_true(fabs(((const double *)on.data)[j] - sum) <= tolerance);
        }
        for (int i = 0; i < tasks.dims[0] && i <= MOST; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) sum += (double)((const real *)x.data)[i * N + j];
            mean += i * sum;
            assert_true(fabs(((const double *)tasks.data)[i] - sum) <= tolerance);
        }
        if (tasks.dims[0] > MOST) near(at(&t, "mean_pending", 0), mean, 10 * tolerance, "mean_pending");
        trial_end(&t);
    }
    trial_end(&all);
    unlink(path);
    free(path);
}

/* M/M/c, and M/M/c with room for so many, whatever the load: one state stands for all beyond the window. */
static void the_rest_of_the_last_level_is_geometric(void **state)
{
    static const struct {
        int c, buffer; /* -1: unlimited */
        double load;
    } queues[] = {{4, -1, 0.5}, {4, -1, 0.999},  {1, -1, 0.9}, {3, 2000, 0.9995},
                  {3, 2000, 1}, {3, 2000, 1.02}, {2, 700, 2}};
    (void)state;
    for (size_t q = 0; q < sizeof queues / sizeof *queues; q++) {
        const int c = queues[q].c, most = queues[q].buffer < 0 ? 60000 : c + queues[q].buffer;
        const double a = queues[q].load * c;
        double *const pi = calloc((size_t)most + 1, sizeof *pi), sum = pi[0] = 1, line = 0;
        for (int i = 1; i <= most; i++) {
            pi[i] = pi[i - 1] * a / (i < c ? i : c);
            sum += pi[i];
            if (pi[i] > 1e200) {
                for (int k = 0; k <= i; k++) pi[k] *= 1e-200;
                sum *= 1e-200;
            }
        }
        for (int i = c; i <= most; i++) line += (i - c) * (pi[i] / sum);
        char text[200], room[40] = "";
        if (queues[q].buffer >= 0) snprintf(room, sizeof room, "buffer = %d;", queues[q].buffer);
        snprintf(text, sizeof text, "n = 1; kappa = %d; load = %.17g; %s", c, queues[q].load, room);
        struct trial t = complete(text, NULL, "gth_band", 1);
        const double lost = queues[q].buffer < 0 ? 0 : pi[most] / sum, tolerance = 1e-9 + 1e4 * eps;
        near(at(&t, "lost", 0), lost, tolerance, "lost");
        near(at(&t, "wait", 0), line / (a * (1 - lost)), tolerance, "wait");
        near(at(&t, "wait_as_seen", 0), line / (a * (1 - lost)), 1e-7 + 1e4 * eps, "wait_as_seen");
        near(at(&t, "accepted", 0), at(&t, "served", 0), tolerance, "served");
        if (queues[q].load > 1) assert_true(at(&t, "pending_mode", 0) == most);
        assert_true(at(&t, "cut_above", 0) == 0 && at(&t, "cut_below", 0) == 0);
        trial_end(&t);
        free(pi);
    }
}

/* C(c, a) / (c mu - lambda) of M/M/c, where almost no task waits. */
static void next_to_no_wait_has_its_digits(void **state)
{
    (void)state;
    for (double load = 1e-1; load > 1e-9; load *= 1e-2) {
        char text[200];
        const double a = 4 * load, last = a * a * a * a / 24 / (1 - load),
                     c = last / (1 + a + a * a / 2 + a * a * a / 6 + last);
        snprintf(text, sizeof text, "n = 1; kappa = 4; load = %.17g; percentiles = [0.5];", load);
        struct trial t = complete(text, NULL, "gth_band", 1);
        near(at(&t, "wait", 0), c / (4 - a), 1e-9 + 100 * eps, "wait");
        near(at(&t, "wait_as_seen", 0), c / (4 - a), 1e-7 + 100 * eps, "wait_as_seen");
        trial_end(&t);
    }
}

/* A task followed through the line waits as long as Little's law says, with servers coming on meanwhile. */
static void a_followed_task_waits_as_little_says(void **state)
{
    static const char *const halls[] = {
        "n = 6; kappa = 3; load = 0.7; eta = 0.4; nu = 2.0;",
        "n = 6; kappa = 1; load = 0.9; eta = 3.0; nu = 0.2; buffer = 30;",
        "n = 3; kappa = 4; load = 1.4; eta = 0.5; nu = 5.0; buffer = 9; on_at = 6;",
    };
    (void)state;
    for (size_t q = 0; q < sizeof halls / sizeof *halls; q++) {
        struct trial t = complete(halls[q], NULL, "gth_band", 1);
        assert_true(at(&t, "percentiles_exact", 0) == 1);
        near(at(&t, "wait_as_seen", 0), at(&t, "wait", 0), 1e-7 + 1e3 * eps, "wait_as_seen");
        assert_true(at(&t, "wait_50", 0) <= at(&t, "wait_95", 0) && at(&t, "wait_95", 0) < at(&t, "wait_99", 0));
        trial_end(&t);
    }
}

/* So long a line as that of the second value is not followed: its row has a gap, and the third value has its own. */
static void what_is_not_told_leaves_a_gap(void **state)
{
    (void)state;
    struct trial t =
        complete("n = 1; kappa = 1; sweep = { key = \"load\"; values = [0.5, 0.9999999, 0.6]; };", NULL, "gth_band", 2);
    assert_true(isnan(at(&t, "wait_95", 1)) && isnan(at(&t, "wait_as_seen", 1)));
    near(at(&t, "wait_as_seen", 2), 1.5, 1e-7 + 1e3 * eps, "wait_as_seen");
    near(at(&t, "wait_95", 2), log(0.6 / 0.05) / 0.4, 1e-7 + 1e3 * eps, "wait_95");
    trial_end(&t);
}

/* Of whom each step leaves the same share, those left after any time are exponential. */
static void steps_of_any_number_are_told_in_time(void **state)
{
    double all = 1;
    (void)state;
    for (double time = 1; time < 3e8; time *= 7) {
        const struct tagged t = {.known = true, .rate = 1, .steps = 1, .line = &all, .line_ratio = 1 - 0.5 / time};
        near(tagged_waits(&t, time), exp(-(1 - t.line_ratio) * time), 1e-10, "waits");
    }
}

/* Servers that come on a million times as fast as they serve take a step each time: seen from above. */
static void what_takes_too_many_steps_is_not_followed(void **state)
{
    (void)state;
    mem_peak_reset();
    struct trial t = complete("n = 4; kappa = 2; load = 0.5; eta = 1e6;", NULL, "gth_band", 1);
    assert_true(at(&t, "percentiles_exact", 0) == 0 && mem_peak(HOST) < 100000000);
    assert_true(at(&t, "wait_as_seen", 0) > at(&t, "wait", 0));
    trial_end(&t);
}

static void same_rows(const struct csr_double *a, const struct csr_double *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->start, b->start, (size_t)(a->n + 1) * sizeof *a->start);
    assert_memory_equal(a->column, b->column, (size_t)a->start[a->n] * sizeof *a->column);
    assert_memory_equal(a->value, b->value, (size_t)a->start[a->n] * sizeof *a->value);
}

/* A diagonal of few digits would be a rate to nowhere, and of states that hardly anything leaves for others most of
 * what leaves: it is what leaves. */
static void a_rounded_diagonal_is_what_leaves(void **state)
{
    char *const path = temporary("d.mtx", NULL);
    FILE *const out = fopen(path, "w");
    struct csr_double q;
    (void)state;
    assert_true(out && fputs("%%MatrixMarket matrix coordinate real general\n4 4 10\n1 1 -1\n1 2 1\n2 1 1\n2 2 -1\n"
                             "2 3 8e-10\n3 3 -1\n3 4 1\n4 3 1\n4 4 -1\n4 1 2e-10\n",
                             out) >= 0);
    assert_int_equal(fclose(out), 0);
    good(matrix_file_read(&q, NULL, path, true));
    for (int64_t i = 0; i < 4; i++) {
        double sum = 0;
        for (int64_t e = q.start[i]; e < q.start[i + 1]; e++) sum += (double)q.value[e];
        assert_true(fabs(sum) <= 4 * DBL_EPSILON);
    }
    csr_double_free(&q);
    unlink(path);
    free(path);
}

/* Rates of all digits: what is written and read again has the same bits, and is written the same again. */
static void files_keep_every_bit(void **state)
{
    static const enum matrix_file kinds[] = {MATRIX_MARKET, TRA};
    struct cloud of = cloud_usual();
    struct model *m;
    struct csr_double q, read, again;
    (void)state;
    of.n = 9, of.k = 7, of.kappa = 3;
    of.load = 0.777777777777, of.mu = 1.0 / 3, of.eta = M_PI, of.nu = 0.1;
    good(model_make(&m, &of));
    good(csr_double_of_qbd(&q, &m->levels));
    for (int i = 0; i < 2; i++) {
        char *const path = temporary(i ? "a.tra" : "a.mtx", NULL);
        good(matrix_file_write(&q, path, kinds[i]));
        good(matrix_file_read(&read, NULL, path, true));
        if (kinds[i] == MATRIX_MARKET) same_rows(&q, &read);
        assert_memory_equal(q.column, read.column, (size_t)q.start[q.n] * sizeof *q.column);
        good(matrix_file_write(&read, path, kinds[i]));
        good(matrix_file_read(&again, NULL, path, true));
        same_rows(&read, &again);
        csr_double_free(&read);
        csr_double_free(&again);
        unlink(path);
        free(path);
    }
    csr_double_free(&q);
    model_free(m);
}

/* The states of a chain in any order: narrow again, and with the same answer. */
static void a_shuffled_chain_is_put_in_order(void **state)
{
    enum { N = 12 * 8 };
    struct cloud of = cloud_usual();
    struct model *m;
    struct csr_double q, mixed;
    int32_t order[N];
    int64_t band;
    char *const path = temporary("mixed.mtx", NULL), text[200];
    (void)state;
    of.n = 12, of.k = 8, of.kappa = 4;
    good(model_make(&m, &of));
    good(csr_double_of_qbd(&q, &m->levels));
    FILE *const out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "%%%%MatrixMarket matrix coordinate real general\n%d %d %lld\n", N, N, (long long)q.start[N]);
    for (int64_t s = 0; s < N; s++) /* 35 and 96 have no divisor in common */
        for (int64_t e = q.start[s]; e < q.start[s + 1]; e++)
            fprintf(out, "%lld %lld %.17g\n", (long long)(s * 35 % N + 1), (long long)(q.column[e] * 35 % N + 1),
                    q.value[e]);
    assert_int_equal(fclose(out), 0);
    good(matrix_file_read(&mixed, NULL, path, true));
    good(rcm_order(&mixed, order, &band));
    assert_true(band <= 4 && csr_double_band(&mixed) > 30);
    snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
    struct trial t = complete(text, NULL, "gth_band", 1),
                 plain = complete("n = 12; k = 8; kappa = 4;", NULL, "gth_band", 1);
    const struct array x = field(&t, "pi"), y = field(&plain, "pi");
    for (int64_t s = 0; s < N; s++)
        near((double)((const real *)x.data)[s * 35 % N], (double)((const real *)y.data)[s], 200 * eps, "pi");
    trial_end(&t);
    trial_end(&plain);
    csr_double_free(&mixed);
    csr_double_free(&q);
    model_free(m);
    unlink(path);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_ten_matrices_have_the_published_numbers, nothing_left),
        cmocka_unit_test_teardown(rates_are_those_of_the_definition, nothing_left),
        cmocka_unit_test_teardown(one_level_is_a_queue_of_c_servers, nothing_left),
        cmocka_unit_test_teardown(percentiles_are_those_of_erlang, nothing_left),
        cmocka_unit_test_teardown(measures_are_sums_over_pi, nothing_left),
        cmocka_unit_test_teardown(money_is_counted, nothing_left),
        cmocka_unit_test_teardown(transient_states_have_no_probability, nothing_left),
        cmocka_unit_test_teardown(tails_have_exponents, nothing_left),
        cmocka_unit_test_teardown(a_steep_chain_is_certified, nothing_left),
        cmocka_unit_test_teardown(few_arrivals_need_few_phases, nothing_left),
        cmocka_unit_test_teardown(a_window_fits_rates_that_are_far_apart, nothing_left),
        cmocka_unit_test_teardown(no_arrivals_are_none, nothing_left),
        cmocka_unit_test_teardown(what_a_window_cuts_is_told_with_where, nothing_left),
        cmocka_unit_test_teardown(servers_that_stay_lose_what_erlang_says, nothing_left),
        cmocka_unit_test_teardown(rates_at_both_ends_are_certified, nothing_left),
        cmocka_unit_test_teardown(the_benchmark_has_known_answers, nothing_left),
        cmocka_unit_test_teardown(every_format_has_its_bytes, nothing_left),
        cmocka_unit_test_teardown(a_sweep_is_its_chains, nothing_left),
        cmocka_unit_test_teardown(sizes_and_thresholds_can_be_swept, nothing_left),
        cmocka_unit_test_teardown(a_day_tells_servers_by_hour, nothing_left),
        cmocka_unit_test_teardown(enough_servers_do_not_depend_on_the_window, nothing_left),
        cmocka_unit_test_teardown(where_none_is_enough_the_picture_has_a_gap, nothing_left),
        cmocka_unit_test_teardown(enough_servers_keep_their_thresholds, nothing_left),
        cmocka_unit_test_teardown(a_window_is_part_of_all_states, nothing_left),
        cmocka_unit_test_teardown(the_rest_of_the_last_level_is_geometric, nothing_left),
        cmocka_unit_test_teardown(next_to_no_wait_has_its_digits, nothing_left),
        cmocka_unit_test_teardown(a_followed_task_waits_as_little_says, nothing_left),
        cmocka_unit_test_teardown(what_is_not_told_leaves_a_gap, nothing_left),
        cmocka_unit_test_teardown(steps_of_any_number_are_told_in_time, nothing_left),
        cmocka_unit_test_teardown(what_takes_too_many_steps_is_not_followed, nothing_left),
        cmocka_unit_test_teardown(a_rounded_diagonal_is_what_leaves, nothing_left),
        cmocka_unit_test_teardown(files_keep_every_bit, nothing_left),
        cmocka_unit_test_teardown(a_shuffled_chain_is_put_in_order, nothing_left),
    };
    return cmocka_run_group_tests_name("cloudqueue " REAL_NAME, tests, NULL, NULL);
}
