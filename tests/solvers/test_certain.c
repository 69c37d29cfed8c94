/* The report of a solve of kind blocktri on itself is right: chains that nearly fall apart, matrices that are nearly or
 * exactly singular, and plain ones, by every method on the host. The truth is elimination without subtraction, each of
 * whose probabilities is right to its last digits. */
#include "base/config/config.h"
#include "solvers/sparse/markov/certificate.h"
#include "solvers/sparse/markov/fill.h"
#include "solvers/sparse/matrix/matrix.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 14, PHASES = 5, N = LEVELS * PHASES, ENTRIES = 5 * N };

static uint64_t seed = 20261122;

static double unit(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) * 0x1p-53;
}

/* The cut of a chain, across which a coupling joins its parts: between two levels, or two phases of all levels. */
enum cut {
    WHOLE,
    LEVEL,
    PHASE,
    HOME,   /* LEVEL, and only the first phase of a level leads down */
    INTEGER /* whole, and rates are 1, 2 or 3 */
};

struct problem {
    enum question question;
    double shift;
    struct matrix *a;
    real b[N], x[N], exact[N];
    struct outcome outcome;
    double reported; /* error reported by the method */
};

static bool crosses(enum cut cut, int64_t i, int64_t j)
{
    const int64_t level = i / PHASES, to = j / PHASES;
    if (cut == LEVEL || cut == HOME) return (level < LEVELS / 2) != (to < LEVELS / 2);
    return cut == PHASE && (i % PHASES < 2) != (j % PHASES < 2);
}

/* The matrix shift I - Q^T; moves to neighbours in and between levels, at rates from 1/2 to 3/2 but across the cut. */
static struct matrix *chain(enum cut cut, double coupling, double shift)
{
    static double rate[N][N];
    int64_t start[N + 1] = {0}, count = 0;
    int32_t column[ENTRIES];
    real value[ENTRIES];
    struct matrix *a;
    memset(rate, 0, sizeof rate);
    for (int64_t i = 0; i < N; i++) {
        const int64_t below = cut == HOME && i % PHASES ? -1 : i - PHASES;
        const int64_t to[] = {below, i % PHASES ? i - 1 : -1, i % PHASES < PHASES - 1 ? i + 1 : -1, i + PHASES};
        for (int k = 0; k < 4; k++)
            if (to[k] >= 0 && to[k] < N)
                rate[i][to[k]] = cut == INTEGER
                                     ? (double)(1 + (i + k) % 3)
                                     : (double)(real)((0.5 + unit()) * (crosses(cut, i, to[k]) ? coupling : 1));
    }
    for (int64_t i = 0; i < N; i++) {
        double out = shift;
        for (int64_t j = 0; j < N; j++) out += rate[i][j];
        for (int64_t j = 0; j < N; j++)
            if (i == j || rate[j][i] > 0)
                column[count] = (int32_t)j, value[count++] = (real)(i == j ? out : -rate[j][i]);
        start[i + 1] = count;
    }
    assert_int_equal(matrix_make(&a, CSR, N, PHASES, start, column, value), ST_OK);
    return a;
}

static enum status solve(struct problem *p, const char *method, const char *text, real *x)
{
    struct shape shape = shape_blocktri(p->question, p->a, NULL, PHASES);
    const struct exec exec = exec_host(1);
    int32_t order[N];
    const struct solver *s;
    struct config *config;
    struct plan *plan;
    assert_int_equal(solver_find(KIND_BLOCKTRI, method, HOST, &s), ST_OK);
    void *const values = s->options ? calloc(1, s->options_bytes) : NULL;
    assert_int_equal(config_parse(&config, method, text), ST_OK);
    if (values && section_read(config, config_root(config), s->options, values) != ST_OK) fail_msg("%s", fail_text());
    memcpy(x, p->b, sizeof p->b);
    const bool sparse = s->can & SPARSE_ORDER && fill_order(p->a, order, &shape.blocktri.fill) == ST_OK;
    const struct system system = {.kind = KIND_BLOCKTRI,
                                  .blocktri = {.matrix = p->a, .sparse = sparse ? order : NULL, .shift = p->shift},
                                  .x = x,
                                  .outcome = &p->outcome};
    enum status st = plan_make(&plan, s, &shape, values, &exec);
    if (st == ST_OK) st = plan_solve(plan, &system);
    p->reported = p->outcome.error;
    if (st == ST_OK) st = certificate_take(&shape, &system, p->b, &exec);
    plan_free(plan);
    config_free(config);
    free(values);
    return st;
}

static double error(const struct problem *p)
{
    double off = 0, all = 0;
    for (int64_t i = 0; i < N; i++)
        off += fabs((double)p->x[i] - (double)p->exact[i]), all += fabs((double)p->exact[i]);
    return off / all;
}

static const struct method_spec {
    const char *method, *text;
    bool reports; /* its error */
} specs[] = {
    {"gth_band", "", true},
    {"gth_wide", "", true},
    {"gth_block", "", true},
    {"gth_sparse", "", true},
    {"auto", "", true},
    {"rank_one", "", true},
    {"block_thomas", "", true},
    {"block_thomas", "pin = 69;", true},
    {"sparse_lu", "", true},
    {"sparse_lu", "library = \"umfpack\";", true},
    {"sparse_qr", "", true},
    {"bicgstab", ""},
    {"bicgstab", "preconditioner = \"block_jacobi\";"},
    {"gmres", "preconditioner = \"ilut\";"},
    {"cg", "iterations_max = 300;"},
    {"power", "iterations_max = 3000;"},
    {"hbisa_jacobi", "damping = 0.9; iterations_max = 1000;"},
    {"hbisa_gs", "iterations_max = 1000;"},
    {"hbisa_redblack", "iterations_max = 1000;"},
    {"hbisa_redblack", "aggregation = true; iterations_max = 1000;"},
};
enum { SPECS = sizeof specs / sizeof *specs };

static const char *name_of(char *out, size_t size, const struct problem *p, double coupling, int w)
{
    snprintf(out, size, "%s {%s}, question %d, %g", specs[w].method, specs[w].text, (int)p->question, coupling);
    return out;
}

/* A solution that is reported as solved has an error within its bound, and correct digits; one that is good enough is
 * reported so, unless an iteration has not reached its target. */
static void check(const struct problem *p, double coupling, int w)
{
    static const double tolerance = sizeof(real) == sizeof(double) ? 1e-10 : 1e-5;
    char name[128];
    const struct outcome *const o = &p->outcome;
    const double off = error(p);
    name_of(name, sizeof name, p, coupling, w);
    if (o->info > 0) return;
    if (isnan(specs[w].reports ? p->reported : o->error)) fail_msg("%s: nothing is certain", name);
    if (o->info == 0 && !(off <= 1.1 * o->error + 4 * (double)REAL_EPS))
        fail_msg("%s: off by %g, not by %g at most", name, off, o->error);
    if (o->info == 0 && !(o->error <= NO_DIGITS && off <= NO_DIGITS))
        fail_msg("%s: called solved, but off by %g, or by %g", name, off, o->error);
    if (o->info != 0 && off < NO_DIGITS / 1000 && coupling > 1e5 * (double)REAL_EPS &&
        (o->iterations == 0 || o->residual <= tolerance))
        fail_msg("%s: not called solved, but off by %g only", name, off);
}

static void try_all(struct problem *p, double coupling)
{
    char name[128];
    int tried = 0;
    if (solve(p, "gth_band", "", p->exact) != ST_OK) fail_msg("%s", fail_text());
    for (int w = 0; w < SPECS; w++) {
        const enum status s = solve(p, specs[w].method, specs[w].text, p->x);
        if (s == ST_REFUSED || s == ST_DEVICE) continue;
        if (s != ST_OK) fail_msg("%s: %s", name_of(name, sizeof name, p, coupling, w), fail_text());
        check(p, coupling, w);
        tried++;
    }
    assert_true(tried >= 7);
    matrix_free(p->a);
}

static void recurrence_case_that_nearly_fall_apart(void **state)
{
    static const double couplings[] = {1, 1e-3, 1e-6, 1e-10, 1e-12, 1e-14, 1e-18};
    (void)state;
    for (int cut = LEVEL; cut <= PHASE; cut++)
        for (size_t e = 0; e < sizeof couplings / sizeof *couplings; e++) {
            struct problem p = {.question = STATIONARY, .a = chain((enum cut)cut, couplings[e], 0)};
            try_all(&p, couplings[e]);
        }
}

/* The one kind of chain that rank_one takes. */
static void recurrence_case_that_come_down_in_one_phase(void **state)
{
    static const double couplings[] = {1, 1e-6, 1e-12, 1e-18};
    (void)state;
    for (size_t e = 0; e < sizeof couplings / sizeof *couplings; e++) {
        struct problem p = {.question = STATIONARY, .a = chain(HOME, couplings[e], 0)};
        assert_int_equal(solve(&p, "rank_one", "", p.x), ST_OK);
        try_all(&p, couplings[e]);
    }
}

static void shifts_that_are_nearly_nothing(void **state)
{
    static const double shifts[] = {1, 1e-3, 1e-6, 1e-10, 1e-12, 1e-14, 1e-30};
    (void)state;
    for (size_t e = 0; e < sizeof shifts / sizeof *shifts; e++) {
        struct problem p = {.question = SHIFTED, .shift = shifts[e], .a = chain(WHOLE, 1, shifts[e])};
        for (int i = 0; i < N; i++) p.b[i] = (real)unit();
        try_all(&p, shifts[e]);
    }
}

/* certificate.h finds from outside the same error bound of a solution as a method with factors. */
static void one_bound_of_an_error(void **state)
{
    static const double shifts[] = {1, 1e-3, 1e-12};
    const struct exec exec = exec_host(1);
    (void)state;
    for (size_t e = 0; e < sizeof shifts / sizeof *shifts; e++) {
        struct problem p = {.question = SHIFTED, .shift = shifts[e], .a = chain(WHOLE, 1, shifts[e])};
        const struct shape shape = shape_blocktri(p.question, p.a, NULL, PHASES);
        struct outcome outside = {.error = (double)NAN, .condition = (double)NAN};
        for (int i = 0; i < N; i++) p.b[i] = (real)unit();
        assert_int_equal(solve(&p, "block_thomas", "", p.x), ST_OK);
        const struct system b = {
            .kind = KIND_BLOCKTRI, .blocktri = {.matrix = p.a, .shift = p.shift}, .x = p.x, .outcome = &outside};
        assert_int_equal(certificate_take(&shape, &b, p.b, &exec), ST_OK);
        if (outside.error != p.outcome.error || outside.condition != p.outcome.condition)
            fail_msg("shift %g: %g and %g from outside, %g and %g from inside", p.shift, outside.error,
                     outside.condition, p.outcome.error, p.outcome.condition);
        matrix_free(p.a);
    }
}

/* However much memory there is, no comparison is made for a chain that takes some GiB: there is no solution to compare
 * with, nor a matrix. */
static void what_is_certain_depends_on_no_machine(void **state)
{
    const struct exec exec = exec_host(1);
    struct outcome o = {.error = (double)NAN};
    const struct system b = {.kind = KIND_BLOCKTRI, .outcome = &o};
    struct problem p = {.question = STATIONARY, .a = chain(WHOLE, 1, 0)};
    struct shape shape = shape_blocktri(p.question, p.a, NULL, 1);
    (void)state;
    shape.n = PHASES << 24;
    int64_t bytes;
    const struct solver *peer;
    assert_int_equal(solver_find(KIND_BLOCKTRI, "gth_band", HOST, &peer), ST_OK);
    assert_int_equal(solver_bytes(peer, &shape, NULL, &exec, &bytes), ST_OK);
    assert_in_range(bytes, 1 << 29, 3LL << 30);
    assert_int_equal(certificate_take(&shape, &b, NULL, &exec), ST_OK);
    assert_true(isnan(o.error) && o.info == 0);
    matrix_free(p.a);
}

/* If a right side of both signs nearly cancels, elimination without subtraction has no digits either. */
static void right_sides_that_cancel(void **state)
{
    struct problem p = {.question = SHIFTED, .shift = 1e-20, .a = chain(WHOLE, 1, 1e-20)};
    int tried = 0;
    (void)state;
    p.b[0] = 1, p.b[N - 1] = RC(-1.0), p.b[7] = REAL_EPS / 16;
    for (int w = 0; w < 3; w++) {
        if (solve(&p, specs[w].method, "", p.x) != ST_OK) continue;
        assert_int_equal(p.outcome.info, NOT_CONVERGED);
        assert_true(p.outcome.error > NO_DIGITS && p.outcome.condition > 1e6);
        tried++;
    }
    assert_int_equal(tried, 2);
    matrix_free(p.a);
}

/* The same matrices, of which nothing is known but their elements: exactly singular, nearly so, and regular. */
static void matrices_that_are_nearly_singular(void **state)
{
    static const double shifts[] = {0, (double)REAL_EPS, 1};
    static const struct method_spec tried[] = {{"block_thomas", ""},
                                               {"sparse_lu", ""},
                                               {"sparse_lu", "library = \"umfpack\";"},
                                               {"sparse_qr", ""},
                                               {"bicgstab", "iterations_max = 500;"}};
    (void)state;
    for (int k = 0; k < 3 * 5; k++) {
        const double shift = shifts[k / 5];
        const struct method_spec *const w = &tried[k % 5];
        struct problem p = {.question = LINEAR, .a = chain(INTEGER, 1, shift)};
        const struct outcome *const o = &p.outcome;
        for (int i = 0; i < N; i++) p.b[i] = (real)unit();
        const enum status s = solve(&p, w->method, w->text, p.x);
        matrix_free(p.a);
        if (s == ST_DEVICE) continue;
        assert_int_equal(s, ST_OK);
        const bool solved = o->info == 0 && (o->error <= NO_DIGITS || isnan(o->error));
        if (solved != (shift == 1))
            fail_msg("%s {%s}, shift %g: info %lld, error %g, condition %g", w->method, w->text, shift,
                     (long long)o->info, o->error, o->condition);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recurrence_case_that_nearly_fall_apart),
        cmocka_unit_test(recurrence_case_that_come_down_in_one_phase),
        cmocka_unit_test(shifts_that_are_nearly_nothing),
        cmocka_unit_test(one_bound_of_an_error),
        cmocka_unit_test(what_is_certain_depends_on_no_machine),
        cmocka_unit_test(right_sides_that_cancel),
        cmocka_unit_test(matrices_that_are_nearly_singular),
    };
    return cmocka_run_group_tests_name("certain", tests, NULL, NULL);
}
