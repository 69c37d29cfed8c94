/* Recurrences that are cut over ranks: transposed by every method and pipelined by seq they have the bits of one rank,
 * and by reduced the rounding of sums. On one rank, and by tests/ranks/ranks_programs.test on several ranks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/comm_pairs.h"
#include "tests/support/cut/cut_cases.h"
#include "tests/support/ranks/on_ranks.h"
#include "tests/support/recurrence_cases.h"

enum scale { SCALE_NONE, SCALE_EACH, SCALE_ONE, SCALES };

struct trial {
    struct cut_case c; /* rows, systems, layout, cuts, threads, scheme */
    enum scale scale;
    int coefficients;
    enum draw draw;
};

static const struct solver *method_of(const char *name)
{
    const struct solver *s = NULL;
    assert_int_equal(solver_find(KIND_RECURRENCE, name, HOST, &s), ST_OK);
    return s;
}

static struct trial trial_of(int64_t n, int64_t k, enum cut_scheme scheme)
{
    struct trial t = {.c = cut_case_at(n, k), .scale = (enum scale)((n + k) % SCALES)};
    t.c.cut = (struct rank_cut){.scheme = scheme, .chunks = (int)(k % 4)};
    t.coefficients = (int)((n + 3 * k) % COEFFICIENTS);
    t.draw = t.coefficients >= WHOLE ? DRAW_RANDOM : DRAW_WHOLE;
    if (t.draw == DRAW_WHOLE && t.scale != SCALE_NONE) t.draw = DRAW_SMOOTH;
    return t;
}

static struct shape shape_of(const struct trial *t, int64_t n)
{
    static const int64_t widths[CUT_LAYOUTS] = {[CUT_FIELD3] = 3, [CUT_FIELD20] = 20};
    const int64_t width = widths[t->c.layout];
    struct shape s = t->c.layout == CUT_CONTIGUOUS ? shape_contiguous(n, t->c.batch) : shape_interleaved(n, t->c.batch);
    if (width) s.stride = s.inner = width, s.dist = 1, s.outer = width * n;
    s.kind = KIND_RECURRENCE, s.reuse = t->c.reuse;
    s.recurrence.scaled = t->scale != SCALE_NONE;
    if (t->scale == SCALE_ONE) s.matrix = matrix_layout_shared();
    return s;
}

/* The rows of this rank. */
struct part {
    struct shape shape;
    int64_t first;
    real *x, *scale;
    int64_t *info;
};

static int64_t x_at(const struct shape *s, int64_t system, int64_t i)
{
    return shape_start(s, system) + i * s->stride;
}

static int64_t scale_at(const struct shape *s, int64_t system, int64_t i)
{
    return shape_matrix_start(s, system) + i * shape_matrix_stride(s);
}

static struct part part_of(const struct trial *t, const struct recurrence_case *whole)
{
    const int64_t first = cut_case_first(&t->c, ranks, rank), end = cut_case_first(&t->c, ranks, rank + 1);
    struct part p = {.shape = shape_of(t, end - first), .first = first};
    p.shape.cut = (struct rank_cut){world, t->c.n, first, t->c.cut.scheme, t->c.cut.chunks};
    p.x = calloc((size_t)shape_extent(&p.shape) + 1, sizeof *p.x);
    p.scale = calloc((size_t)shape_matrix_extent(&p.shape) + 1, sizeof *p.scale);
    p.info = calloc((size_t)t->c.batch + 1, sizeof *p.info);
    assert_true(p.x && p.scale && p.info);
    for (int64_t s = 0; s < t->c.batch; s++)
        for (int64_t i = 0; i < p.shape.n; i++) {
            p.x[x_at(&p.shape, s, i)] = whole->x.before[x_at(&whole->shape, s, first + i)];
            if (t->scale)
                p.scale[scale_at(&p.shape, s, i)] = whole->scale.before[scale_at(&whole->shape, s, first + i)];
        }
    return p;
}

static void part_free(struct part *p)
{
    free(p->x), free(p->scale), free(p->info);
}

static enum status solve(const struct solver *s, const struct shape *shape, const struct system *system, int threads)
{
    const struct exec exec = exec_host(threads);
    struct plan *plan;
    TRY(plan_make(&plan, s, shape, NULL, &exec));
    enum status st = shape->reuse ? plan_factor(plan, system) : ST_OK;
    if (st == ST_OK) st = plan_solve(plan, system);
    plan_free(plan);
    return st;
}

/* Values that differ from those of one rank, by method `alone`; HUGE_VAL after a failure. */
static double bits_differing(const struct part *p, struct recurrence_case *whole, const struct solver *alone,
                             const int64_t *info, enum status st)
{
    int64_t differ = 0;
    struct system system = recurrence_case_system(whole);
    int64_t *const own = calloc((size_t)whole->shape.batch + 1, sizeof *own);
    system.info = own;
    if (st != ST_OK || !own || solve(alone, &whole->shape, &system, 1) != ST_OK) return HUGE_VAL;
    for (int64_t s = 0; s < whole->shape.batch; s++) {
        differ += info[s] != own[s];
        for (int64_t i = 0; i < p->shape.n; i++)
            differ += memcmp(&p->x[x_at(&p->shape, s, i)], &whole->x.v[x_at(&whole->shape, s, p->first + i)],
                             sizeof(real)) != 0;
    }
    free(own);
    return (double)differ;
}

/* The largest error over eps and the bound from sums of absolute values; for integers any error is too large. */
static double error_of(const struct part *p, const struct recurrence_case *whole, enum status st)
{
    double worst = st == ST_OK ? 0 : HUGE_VAL;
    for (int64_t s = 0; s < whole->shape.batch; s++) {
        if (p->info[s] != 0) worst = HUGE_VAL;
        for (int64_t i = 0; i < p->shape.n; i++) {
            const int64_t k = x_at(&whole->shape, s, p->first + i);
            const double error = fabs((double)p->x[x_at(&p->shape, s, i)] - whole->exact[k]);
            const double share = error == 0     ? 0
                                 : whole->whole ? HUGE_VAL
                                                : error / ((double)REAL_EPS * whole->bound[k]);
            if (!(share <= worst)) worst = share;
        }
    }
    return worst;
}

/* By `s`; false: it takes no such systems, cut or not. `alone`: the method whose bits are expected; NULL: none. All
 * ranks fail if one does. */
static bool tried(const struct trial *t, const struct solver *s, const struct solver *alone)
{
    uint64_t seed = test_seed() + (uint64_t)t->c.n;
    const struct shape shape = shape_of(t, t->c.n);
    if (solver_accepts(s, &shape, NULL) != ST_OK) return false;
    struct recurrence_case whole = recurrence_case_make(&shape, false, coefficients[t->coefficients], t->draw, &seed);
    struct part p = part_of(t, &whole);
    struct system system = recurrence_case_system(&whole);
    system.x = p.x, system.info = p.info, system.recurrence.scale = t->scale ? p.scale : NULL;
    const enum status st = solve(s, &p.shape, &system, t->c.threads);
    const double most = alone ? 0 : 4 + (double)t->c.n;
    double found = alone ? bits_differing(&p, &whole, alone, p.info, st) : error_of(&p, &whole, st);
    comm_max(world, &found, 1);
    if (!(found <= most))
        print_error("%s, scale %d, coefficients %d, draw %d: %g; %s\n", cut_case_name(&t->c, s), (int)t->scale,
                    t->coefficients, (int)t->draw, found, st == ST_OK ? "" : fail_text());
    assert_true(found <= most);
    part_free(&p);
    recurrence_case_free(&whole);
    return true;
}

static void test_methods(void **state)
{
    static const int64_t sizes[] = {1, 2, 5, 31, 70};
    (void)state;
    for (size_t m = 0; m < solver_count(); m++) {
        const struct solver *const s = solver_at(m);
        int taken[2] = {0};
        if (s->kind != KIND_RECURRENCE || s->space != HOST) continue;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int64_t k = (int64_t)m; k < (int64_t)m + 12; k++) {
                struct trial t = trial_of(sizes[i], 5 * k, CUT_TRANSPOSE);
                taken[0] += tried(&t, s, s);
                t.c.cut.scheme = CUT_REDUCED;
                taken[1] += tried(&t, s, NULL);
            }
        assert_true(taken[0] > 2 && taken[1] > 2);
    }
}

static void test_rows(void **state)
{
    static const char *const methods[] = {"seq", "scan", "scan_compensated"};
    (void)state;
    for (int64_t n = 1; n <= 70; n++)
        for (int64_t k = 0; k < 9; k++) {
            if (!cut_wanted(n, k, 5)) continue;
            const struct trial transposed = trial_of(n, 7 * k + n, CUT_TRANSPOSE),
                               pipelined = trial_of(n, 7 * k + n, CUT_PIPELINED),
                               reduced = trial_of(n, 7 * k + n, CUT_REDUCED);
            const struct solver *const s = method_of(methods[(n + k) % 3]);
            tried(&transposed, s, s);
            assert_true(tried(&pipelined, method_of("seq"), method_of("seq")));
            tried(&reduced, s, NULL);
            assert_true(tried(&reduced, method_of("seq"), NULL));
        }
}

/* More rows than a span, of one system, in which each rank has more than one, or none. */
static void test_spans(void **state)
{
    (void)state;
    for (int64_t k = 0; k < 6; k++) {
        struct trial t = trial_of(9000 + k, k, CUT_REDUCED);
        t.c.batch = 1, t.c.layout = CUT_CONTIGUOUS, t.c.cuts = (enum cut_cuts)(k % CUT_CUTS);
        assert_true(tried(&t, method_of("scan"), NULL));
        t.c.cut.scheme = CUT_PIPELINED;
        assert_true(tried(&t, method_of("seq"), method_of("seq")));
    }
}

/* Numbers that are not finite, in a row that another rank may have, are reported on all; so is a scale of 0 that keeps
 * later x out of the rows of a rank. */
static void test_info(void **state)
{
    (void)state;
    for (int scheme = CUT_TRANSPOSE; scheme <= CUT_REDUCED; scheme++)
        for (int what = 0; what < 2; what++) {
            const struct trial t = {
                .c = {.n = 24, .batch = 3, .cuts = CUT_EVEN, .threads = 1, .cut = {.scheme = (enum cut_scheme)scheme}},
                .scale = SCALE_EACH};
            const struct shape shape = shape_of(&t, t.c.n);
            uint64_t seed = 5;
            struct recurrence_case whole = recurrence_case_make(&shape, false, coefficients[0], DRAW_SMOOTH, &seed);
            const int64_t end = cut_case_first(&t.c, ranks, 1);
            if (what) whole.scale.before[scale_at(&shape, 1, end - 1)] = 0;
            else whole.x.before[x_at(&shape, 1, 20)] = (real)INFINITY;
            struct part p = part_of(&t, &whole);
            struct system system = recurrence_case_system(&whole);
            system.x = p.x, system.info = p.info, system.recurrence.scale = p.scale;
            assert_int_equal(solve(method_of("seq"), &p.shape, &system, 1), ST_OK);
            const bool lost = !what || (scheme == CUT_REDUCED && ranks > 1);
            assert_true(p.info[0] == 0 && p.info[2] == 0 && (p.info[1] > 0) == lost);
            part_free(&p);
            recurrence_case_free(&whole);
        }
}

static void test_refused(void **state)
{
    (void)state;
    struct shape s = shape_contiguous(4, 1);
    s.kind = KIND_RECURRENCE;
    s.cut = (struct rank_cut){.comm = world, .whole = 4, .scheme = CUT_TRUNCATED};
    assert_int_equal(solver_accepts(method_of("seq"), &s, NULL), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "not truncated"));
    s.cut.scheme = CUT_PIPELINED;
    assert_int_equal(solver_accepts(method_of("scan"), &s, NULL), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "solved only by seq"));
    assert_int_equal(solver_accepts(method_of("seq"), &s, NULL), ST_OK);
}

/* Without systems nothing is sent; otherwise three numbers per system from each rank to each other, or one to the next.
 */
static void test_sent(void **state)
{
    (void)state;
    for (int64_t batch = 0; batch < 4; batch += 3) {
        struct trial t = trial_of(20, 0, CUT_REDUCED);
        t.c.batch = batch, t.c.layout = CUT_CONTIGUOUS;
        int64_t before = comm_sent().bytes;
        assert_true(tried(&t, method_of("seq"), NULL));
        assert_int_equal(comm_sent().bytes - before, 3 * batch * (int64_t)sizeof(double) * (ranks - 1));
        t.c.cut.scheme = CUT_PIPELINED;
        before = comm_sent().bytes;
        assert_true(tried(&t, method_of("seq"), method_of("seq")));
        const int neighbours = (rank > 0) + (rank < ranks - 1);
        assert_int_equal(comm_sent().bytes - before, neighbours * batch * (int64_t)sizeof(real));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_methods), cmocka_unit_test(test_rows),    cmocka_unit_test(test_spans),
        cmocka_unit_test(test_info),    cmocka_unit_test(test_refused), cmocka_unit_test(test_sent),
    };
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
