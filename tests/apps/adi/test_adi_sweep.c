/* The step in one sweep against the fused one, which test_fused.c holds against dense matrices: random operators,
 * sources, faces and sizes, several steps one after the other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/adi/sweep/sweep.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { KINDS = 3, GUARD = 67 };

struct problem {
    struct grid grid;
    struct line_operator op[3];
    struct step_data data;
    double theta;
    real *u;
};

/* Lehmer's generator with the numbers of drand48, in (-1, 1). */
static double draw(uint64_t *seed)
{
    *seed = (*seed * UINT64_C(0x5deece66d) + 11) % (UINT64_C(1) << 48);
    return (double)*seed / (double)(UINT64_C(1) << 47) - 1;
}

static real *draw_array(int64_t n, uint64_t *seed)
{
    real *const v = malloc((size_t)n * sizeof *v);
    for (int64_t i = 0; i < n; i++) v[i] = (real)draw(seed);
    return v;
}

/* Conductances that differ from row to row, up to `most`; what may not be read is NaN. */
static void draw_operator(struct problem *p, int d, double most, uint64_t *seed)
{
    const int64_t n = p->grid.n[d];
    const real c = (real)(p->theta * p->data.dt);
    real *const block = malloc((size_t)(6 * n) * sizeof *block);
    const struct line_operator l = {block, block + n, block + 2 * n, block + 3 * n, block + 4 * n, block + 5 * n};
    for (int64_t i = 0; i < n; i++) {
        bool fixed = false;
        double loss = 0;
        for (int side = 0; side < 2; side++) {
            if (i != (side ? n - 1 : 0)) continue;
            fixed |= p->grid.face[d][side] == FACE_DIRICHLET;
            if (p->grid.face[d][side] == FACE_ROBIN) loss += most * (1 + draw(seed));
        }
        l.l_lower[i] = fixed || i == 0 ? 0 : (real)(most * (1.1 + draw(seed)));
        l.l_upper[i] = fixed || i == n - 1 ? 0 : (real)(most * (1.1 + draw(seed)));
        l.l_diag[i] = -(l.l_lower[i] + l.l_upper[i] + (real)loss);
        l.m_lower[i] = -c * l.l_lower[i], l.m_diag[i] = 1 - c * l.l_diag[i], l.m_upper[i] = -c * l.l_upper[i];
    }
    l.l_lower[0] = l.m_lower[0] = l.l_upper[n - 1] = l.m_upper[n - 1] = (real)NAN;
    if (n == 1) l.l_diag[0] = l.m_diag[0] = (real)NAN;
    p->op[d] = l;
}

/* Stages move no Dirichlet node: those of other axes are held. */
static void spare_fixed_nodes(struct problem *p, int d, int side)
{
    const struct grid *const g = &p->grid;
    int64_t q = 0, at[3];
    for (at[2] = 0; at[2] < g->n[2]; at[2]++)
        for (at[1] = 0; at[1] < g->n[1]; at[1]++)
            for (at[0] = 0; at[0] < g->n[0]; at[0]++) {
                if (at[d] != (side ? g->n[d] - 1 : 0)) continue;
                for (int e = 0; e < 3; e++)
                    for (int end = 0; end < 2; end++)
                        if (g->face[e][end] == FACE_DIRICHLET && at[e] == (end ? g->n[e] - 1 : 0))
                            ((real *)p->data.stage_face[d][side])[q] = 0;
                q++;
            }
}

/* Kinds of faces by the digits of `faces` to the base KINDS. */
static struct problem problem_make(const int64_t n[3], int faces, double most, uint64_t seed)
{
    static const enum face_kind kinds[KINDS] = {FACE_FLUX, FACE_DIRICHLET, FACE_ROBIN};
    struct problem p = {.grid = {.dim = 3, .n = {n[0], n[1], n[2]}, .points = n[0] * n[1] * n[2]}, .theta = 0.5};
    for (int64_t i = 0; i < 8; i++) draw(&seed);
    p.data.dt = 1 + 0.5 * draw(&seed);
    for (int d = 0; d < 3; d++) {
        const int64_t size = p.grid.points / n[d];
        for (int side = 0; side < 2; side++, faces /= KINDS) {
            p.grid.face[d][side] = n[d] == 1 ? FACE_PERIODIC : kinds[faces % KINDS];
            const bool fixed = p.grid.face[d][side] == FACE_DIRICHLET;
            if (draw(&seed) < 0 && !fixed) p.data.rhs_face[d][side] = draw_array(size, &seed);
            if (draw(&seed) < 0 && !fixed) p.data.stage_face[d][side] = draw_array(size, &seed);
        }
        draw_operator(&p, d, most, &seed);
    }
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            if (p.data.stage_face[d][side]) spare_fixed_nodes(&p, d, side);
    if (draw(&seed) < 0) p.data.source = draw_array(p.grid.points, &seed);
    p.u = draw_array(p.grid.points, &seed);
    return p;
}

static void problem_free(struct problem *p)
{
    for (int d = 0; d < 3; d++) {
        free(p->op[d].l_lower);
        for (int side = 0; side < 2; side++) {
            free((void *)p->data.rhs_face[d][side]);
            free((void *)p->data.stage_face[d][side]);
        }
    }
    free((void *)p->data.source);
    free(p->u);
}

static struct adi_sweep *make(const struct problem *p, int threads)
{
    const struct exec exec = exec_host(threads);
    struct adi_sweep *f;
    assert_true(adi_sweep_takes(&p->grid));
    if (adi_sweep_make(&f, &p->grid, &exec) != ST_OK || adi_sweep_factor(f, p->op, p->data.dt, p->theta) != ST_OK)
        fail_msg("%s", fail_text());
    return f;
}

/* The field after so many fused steps; free() it. */
static real *fused_field(const struct problem *p, int steps)
{
    const struct exec exec = exec_host(1);
    const size_t bytes = (size_t)p->grid.points * sizeof(real);
    real *const u = memcpy(malloc(bytes), p->u, bytes);
    struct fused *f;
    if (fused_make(&f, &p->grid, &exec) != ST_OK || fused_factor(f, p->op) != ST_OK) fail_msg("%s", fail_text());
    for (int s = 0; s < steps; s++) fused_step(f, u, &p->data);
    fused_free(f);
    return u;
}

/* In units of the rounding of the largest value; infinite if a guard or a number is not what it should be. */
static double distance(const struct problem *p, const real *should, const real *is)
{
    double most = 1, error = 0;
    for (int64_t q = 0; q < p->grid.points; q++) most = fmax(most, fabs((double)should[q]));
    for (int64_t q = 0; q < p->grid.points; q++) {
        const double e = fabs((double)is[q] - (double)should[q]) / (most * (double)REAL_EPS);
        if (!(e <= error)) error = isnan(e) ? HUGE_VAL : e;
    }
    return error;
}

/* The field after each of some steps, the first of them up or down. What is added along z is up to `most` times the
 * field; M_z damps its rounding, which is rough, to about the root of that. */
static void check(const int64_t n[3], int faces, double most, uint64_t seed)
{
    struct problem p = problem_make(n, faces, most, seed);
    struct adi_sweep *const f = make(&p, 1 + (int)(seed % 3));
    const size_t bytes = (size_t)p.grid.points * sizeof(real);
    real *const all = malloc(bytes + 2 * GUARD * sizeof(real)), *const u = all + GUARD;
    adi_sweep_begin(f, p.u, seed % 2);
    for (int s = 0; s <= 3; s++) {
        for (int64_t q = 0; q < GUARD; q++) all[q] = u[p.grid.points + q] = 1;
        adi_sweep_read(f, u);
        bool guarded = true;
        for (int64_t q = 0; q < GUARD; q++) guarded &= all[q] == 1 && u[p.grid.points + q] == 1;
        real *const should = fused_field(&p, s);
        const double error = distance(&p, should, u);
        if (!guarded || !(error < 16 * (1 + s) * (1 + sqrt(most))))
            fail_msg("%lld x %lld x %lld, faces %d, up to %g, seed %llu, step %d: off by %g roundings", (long long)n[0],
                     (long long)n[1], (long long)n[2], faces, most, (unsigned long long)seed, s, error);
        free(should);
        adi_sweep_step(f, &p.data, NULL);
    }
    free(all);
    adi_sweep_free(f);
    problem_free(&p);
}

static void every_combination_of_faces_is_right(void **state)
{
    static const int64_t n[3] = {6, 4, 5};
    (void)state;
    for (int c = 0; c < KINDS * KINDS * KINDS * KINDS * KINDS * KINDS; c++) check(n, c, 1, (uint64_t)c);
}

static void every_size_is_right(void **state)
{
    static const int64_t sizes[] = {1, 2, 3, 15, 16, 17, 31, 33, 37}, count = sizeof sizes / sizeof *sizes;
    (void)state;
    for (int64_t s = 0; s < 3 * count; s++) {
        const int64_t n[3] = {sizes[s % count], sizes[(s / 3 + s) % count], sizes[(2 * s + 1) % count]};
        if (n[2] > 1) check(n, (int)(s * 137 % 729), s % 4 ? 1 : 100, 1000 + (uint64_t)s);
    }
}

/* Two, four and eight blocks along z, between separators that are felt in whole blocks or hardly. */
static void every_number_of_blocks_is_right(void **state)
{
    static const int64_t sizes[][3] = {{5, 3, 96}, {3, 17, 97}, {17, 2, 131}, {2, 3, 385}, {3, 2, 769}};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int c = 0; c < 4; c++)
            check(sizes[s], (int)(s * 137 + (size_t)c * 243) % 729, c % 2 ? 1000 : 1, 2000 + 10 * s + (uint64_t)c);
}

static void the_bits_do_not_depend_on_threads(void **state)
{
    static const int64_t n[3] = {19, 18, 400};
    (void)state;
    real *first = NULL;
    for (int threads = 1; threads <= 8; threads++) {
        struct problem p = problem_make(n, 377, 10, 7);
        struct adi_sweep *const f = make(&p, threads);
        const size_t bytes = (size_t)p.grid.points * sizeof(real);
        adi_sweep_begin(f, p.u, false);
        for (int s = 0; s < 3; s++) {
            adi_sweep_step(f, &p.data, NULL);
            if (threads % 2) adi_sweep_read(f, p.u); /* changes nothing */
        }
        adi_sweep_read(f, p.u);
        if (!first) first = memcpy(malloc(bytes), p.u, bytes);
        else assert_memory_equal(first, p.u, bytes);
        adi_sweep_free(f);
        problem_free(&p);
    }
    free(first);
}

static void a_constant_stays_exactly(void **state)
{
    static const int64_t n[3] = {19, 12, 109};
    (void)state;
    for (int faces = 0; faces < 729; faces += 13) {
        if (faces % 3 == 2 || faces / 3 % 3 == 2 || faces / 9 % 3 == 2 || faces / 27 % 3 == 2 || faces / 81 % 3 == 2 ||
            faces / 243 == 2)
            continue;
        struct problem p = problem_make(n, faces, 100, 5);
        const struct step_data nothing = {.dt = p.data.dt};
        struct adi_sweep *const f = make(&p, 2);
        for (int64_t q = 0; q < p.grid.points; q++) p.u[q] = RC(293.15);
        adi_sweep_begin(f, p.u, false);
        for (int s = 0; s < 4; s++) adi_sweep_step(f, &nothing, NULL);
        adi_sweep_read(f, p.u);
        for (int64_t q = 0; q < p.grid.points; q++) assert_true(p.u[q] == RC(293.15));
        adi_sweep_free(f);
        problem_free(&p);
    }
}

static bool is_fixed(const struct grid *g, int64_t q)
{
    const int64_t at[3] = {q % g->n[0], q / g->n[0] % g->n[1], q / g->n[0] / g->n[1]};
    bool fixed = false;
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            fixed |= g->face[d][side] == FACE_DIRICHLET && at[d] == (side ? g->n[d] - 1 : 0);
    return fixed;
}

/* As with the naive treatment of faces, stages move Dirichlet nodes, which are set back: that must not add up. */
static void nodes_that_are_held_leave_nothing_behind(void **state)
{
    static const int64_t n[3] = {13, 17, 99};
    enum { FACES = 1 + 3 + 9 + 27 + 81 + 243, STEPS = 30 };
    (void)state;
    uint64_t seed = 3;
    struct problem p = problem_make(n, FACES, 20, seed);
    const struct exec exec = exec_host(2);
    const size_t bytes = (size_t)p.grid.points * sizeof(real);
    real *const should = memcpy(malloc(bytes), p.u, bytes);
    struct adi_sweep *const f = make(&p, 2);
    struct fused *plain;
    if (fused_make(&plain, &p.grid, &exec) != ST_OK || fused_factor(plain, p.op) != ST_OK) fail_msg("%s", fail_text());
    for (int d = 0; d < 2; d++)
        for (int side = 0; side < 2; side++) p.data.stage_face[d][side] = draw_array(p.grid.points / n[d], &seed);
    adi_sweep_begin(f, p.u, false);
    for (int s = 0; s < STEPS; s++) {
        fused_step(plain, should, &p.data);
        for (int64_t q = 0; q < p.grid.points; q++)
            if (is_fixed(&p.grid, q)) should[q] = p.u[q];
        adi_sweep_step(f, &p.data, NULL);
    }
    real *const is = malloc(bytes);
    adi_sweep_read(f, is);
    for (int64_t q = 0; q < p.grid.points; q++) assert_true(!is_fixed(&p.grid, q) || is[q] == p.u[q]);
    const double error = distance(&p, should, is);
    if (!(error < 1000)) fail_msg("off by %g roundings", error);
    fused_free(plain);
    adi_sweep_free(f);
    free(is);
    free(should);
    problem_free(&p);
}

/* New operators, and a run that went astray, leave nothing behind. */
static void a_step_forgets_the_one_before(void **state)
{
    static const int64_t n[3] = {13, 11, 100};
    (void)state;
    struct problem p = problem_make(n, 222, 3, 21), q = problem_make(n, 222, 50, 22);
    struct adi_sweep *const f = make(&p, 2);
    p.u[5] = (real)NAN;
    adi_sweep_begin(f, p.u, false);
    for (int s = 0; s < 3; s++) adi_sweep_step(f, &p.data, NULL);
    assert_int_equal(adi_sweep_factor(f, q.op, q.data.dt, q.theta), ST_OK);
    adi_sweep_begin(f, q.u, true);
    adi_sweep_step(f, &q.data, NULL);
    real *const should = fused_field(&q, 1);
    adi_sweep_read(f, q.u);
    const double error = distance(&q, should, q.u);
    if (!(error < 100)) fail_msg("off by %g roundings", error);
    free(should);
    adi_sweep_free(f);
    problem_free(&p);
    problem_free(&q);
}

static void a_pivot_that_vanishes_is_refused(void **state)
{
    static const int64_t n[3] = {4, 5, 7};
    (void)state;
    for (int d = 0; d < 3; d++) {
        struct problem p = problem_make(n, 0, 1, 9);
        const struct exec exec = exec_host(1);
        struct adi_sweep *f;
        p.op[d].l_diag[2] = p.op[d].m_diag[2] = (real)NAN;
        assert_int_equal(adi_sweep_make(&f, &p.grid, &exec), ST_OK);
        assert_int_equal(adi_sweep_factor(f, p.op, p.data.dt, p.theta), ST_REFUSED);
        adi_sweep_free(f);
        problem_free(&p);
    }
}

static void no_memory_is_said_and_nothing_kept(void **state)
{
    const struct grid g = {.dim = 3, .n = {8, 8, 8}, .points = 512};
    const struct exec exec = exec_host(2);
    const int64_t held = mem_held(HOST);
    struct adi_sweep *f;
    int k = 1;
    (void)state;
    for (;; k++) {
        mem_fail_at(k);
        const enum status s = adi_sweep_make(&f, &g, &exec);
        mem_fail_at(0);
        if (s == ST_OK) break;
        assert_int_equal(s, ST_NOMEM);
        assert_null(f);
        assert_int_equal(mem_held(HOST), held);
    }
    assert_true(k > 1);
    adi_sweep_free(f);
    assert_int_equal(mem_held(HOST), held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_of_faces_is_right),
        cmocka_unit_test(every_size_is_right),
        cmocka_unit_test(every_number_of_blocks_is_right),
        cmocka_unit_test(the_bits_do_not_depend_on_threads),
        cmocka_unit_test(nodes_that_are_held_leave_nothing_behind),
        cmocka_unit_test(a_constant_stays_exactly),
        cmocka_unit_test(a_step_forgets_the_one_before),
        cmocka_unit_test(a_pivot_that_vanishes_is_refused),
        cmocka_unit_test(no_memory_is_said_and_nothing_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
