/* The fused step against dense matrices: random operators, faces, sources and sizes. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/adi/step/step.h"
#include "tests/support/adi/missing_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { NUMBERS = 6, GUARD = 67, PAIRS = 6 };

static const enum face_kind pairs[PAIRS][2] = {
    {FACE_DIRICHLET, FACE_DIRICHLET}, {FACE_FLUX, FACE_FLUX},   {FACE_DIRICHLET, FACE_FLUX},
    {FACE_FLUX, FACE_DIRICHLET},      {FACE_ROBIN, FACE_ROBIN}, {FACE_PERIODIC, FACE_PERIODIC},
};

struct problem {
    struct grid grid;
    union {
        struct line_operator op;
        real *number[NUMBERS]; /* lower, diag, upper of L, of M */
    } axis[3];
    struct step_data data;
    real *all, *u; /* u lies between guards, aligned to no vector */
    double *want;  /* u after a step */
    double scale;  /* the largest intermediate value */
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

static int64_t stride(const struct grid *g, int d)
{
    return d == 0 ? 1 : d == 1 ? g->n[0] : g->n[0] * g->n[1];
}

static bool periodic(const struct grid *g, int d)
{
    return g->face[d][0] == FACE_PERIODIC;
}

/* M has a dominant diagonal of either sign; half of the rows of L add up to 0; values that may not be read are NaN. */
static void draw_operator(struct problem *p, int d, uint64_t *seed)
{
    const int64_t n = p->grid.n[d];
    for (int t = 0; t < NUMBERS; t++) p->axis[d].number[t] = draw_array(n, seed);
    const struct line_operator op = p->axis[d].op;
    for (int64_t i = 0; i < n; i++) {
        op.m_diag[i] += op.m_diag[i] < 0 ? RC(-2.5) : RC(2.5);
        if (i % 2) op.l_diag[i] = -(op.l_lower[i] + op.l_upper[i]);
    }
    for (int side = 0; side < 2; side++) {
        const int64_t end = side ? n - 1 : 0;
        if (p->grid.face[d][side] != FACE_DIRICHLET) continue;
        for (int t = 0; t < NUMBERS; t++) p->axis[d].number[t][end] = 0;
        op.m_diag[end] = 1;
    }
    if (n > 1 && periodic(&p->grid, d)) return;
    op.l_lower[0] = op.m_lower[0] = op.l_upper[n - 1] = op.m_upper[n - 1] = (real)NAN;
    if (n == 1) op.l_diag[0] = op.m_diag[0] = (real)NAN;
}

static struct problem problem_make(const int64_t n[3], const int pair[3], uint64_t seed)
{
    struct problem p = {.grid = {.dim = n[2] > 1 ? 3 : 2, .n = {n[0], n[1], n[2]}, .points = n[0] * n[1] * n[2]}};
    const int64_t points = p.grid.points;
    p.data.dt = 1 + 0.5 * draw(&seed);
    for (int d = 0; d < 3; d++) {
        memcpy(p.grid.face[d], pairs[pair[d]], sizeof pairs[0]);
        draw_operator(&p, d, &seed);
        for (int side = 0; side < 2; side++) {
            if (draw(&seed) < 0.3) p.data.rhs_face[d][side] = draw_array(points / n[d], &seed);
            if (draw(&seed) < 0.3) p.data.stage_face[d][side] = draw_array(points / n[d], &seed);
        }
    }
    if (draw(&seed) < 0) p.data.source = draw_array(points, &seed);
    p.all = draw_array(points + 2 * GUARD, &seed);
    p.u = p.all + GUARD;
    return p;
}

static void problem_free(struct problem *p)
{
    for (int d = 0; d < 3; d++) {
        for (int t = 0; t < NUMBERS; t++) free(p->axis[d].number[t]);
        for (int side = 0; side < 2; side++) {
            free((void *)p->data.rhs_face[d][side]);
            free((void *)p->data.stage_face[d][side]);
        }
    }
    free((void *)p->data.source);
    free(p->all);
    free(p->want);
}

static double *dense(const struct grid *g, int d, real *const number[3])
{
    const int64_t n = g->n[d];
    double *const m = calloc((size_t)(n * n), sizeof *m);
    for (int64_t i = 0; i < n; i++)
        for (int t = 0; t < 3; t++) {
            const int64_t j = i + t - 1;
            if (j >= 0 && j < n) m[i * n + j] += (double)number[t][i];
            else if (periodic(g, d)) m[i * n + (j + n) % n] += (double)number[t][i];
        }
    return m;
}

/* m := 1/m by Gauss and Jordan. */
static void invert(int64_t n, double *m)
{
    for (int64_t i = 0; i < n; i++) {
        const double pivot = m[i * n + i];
        m[i * n + i] = 1;
        for (int64_t j = 0; j < n; j++) m[i * n + j] /= pivot;
        for (int64_t k = 0; k < n; k++) {
            const double factor = m[k * n + i];
            if (k == i) continue;
            m[k * n + i] = 0;
            for (int64_t j = 0; j < n; j++) m[k * n + j] -= factor * m[i * n + j];
        }
    }
}

/* out += factor m in along axis d. */
static void apply(const struct grid *g, int d, double factor, const double *m, const double *in, double *out)
{
    const int64_t n = g->n[d], s = stride(g, d);
    for (int64_t p = 0; p < g->points; p++) {
        const int64_t i = p / s % n;
        for (int64_t j = 0; j < n; j++) out[p] += factor * m[i * n + j] * in[p + (j - i) * s];
    }
}

static void on_face(const struct grid *g, int d, int side, bool set, const real *plane, double *v)
{
    int64_t q = 0;
    for (int64_t p = 0; p < g->points; p++) {
        if (p / stride(g, d) % g->n[d] != (side ? g->n[d] - 1 : 0)) continue;
        v[p] = (set ? 0 : v[p]) + (plane ? (double)plane[q] : 0);
        q++;
    }
}

static double largest(int64_t n, const double *v, double at_least)
{
    for (int64_t i = 0; i < n; i++) at_least = fmax(at_least, fabs(v[i]));
    return at_least;
}

static void solve_by_reference(struct problem *p)
{
    const struct grid *const g = &p->grid;
    const size_t points = (size_t)g->points;
    double *const u = calloc(points, sizeof *u), *r = calloc(points, sizeof *r);
    for (int64_t q = 0; q < g->points; q++) u[q] = (double)p->u[q];
    for (int64_t q = 0; p->data.source && q < g->points; q++) r[q] = (double)p->data.source[q];
    for (int d = 0; d < 3; d++) {
        if (g->n[d] == 1) continue;
        double *const l = dense(g, d, p->axis[d].number);
        apply(g, d, p->data.dt, l, u, r);
        for (int side = 0; side < 2 && !periodic(g, d); side++)
            on_face(g, d, side, false, p->data.rhs_face[d][side], r);
        free(l);
    }
    p->scale = largest(g->points, u, 6);
    for (int d = 0; d < 3; d++) {
        p->scale = largest(g->points, r, p->scale);
        if (g->n[d] == 1) continue;
        double *const m = dense(g, d, p->axis[d].number + 3), *const x = calloc(points, sizeof *x);
        for (int side = 0; side < 2 && !periodic(g, d); side++)
            on_face(g, d, side, g->face[d][side] == FACE_DIRICHLET, p->data.stage_face[d][side], r);
        invert(g->n[d], m);
        apply(g, d, 1, m, r, x);
        free(m);
        free(r);
        r = x;
    }
    for (int64_t q = 0; q < g->points; q++) u[q] += r[q];
    free(r);
    p->want = u;
}

static struct fused *make(const struct problem *p, int threads)
{
    const struct line_operator op[3] = {p->axis[0].op, p->axis[1].op, p->axis[2].op};
    const struct exec exec = exec_host(threads);
    struct fused *f;
    if (fused_make(&f, &p->grid, &exec) != ST_OK || fused_factor(f, op) != ST_OK) fail_msg("%s", fail_text());
    return f;
}

/* In units of rounding; infinite if a guard or a number is not what it should be. */
static double error_after_step(struct problem *p, struct fused *f)
{
    const size_t total = (size_t)p->grid.points + 2 * GUARD, guard = GUARD * sizeof(real);
    real *const before = malloc(total * sizeof *before);
    double error = 0;
    memcpy(before, p->all, total * sizeof *before);
    fused_step(f, p->u, &p->data);
    const real *const after = p->all + total - GUARD;
    if (memcmp(before, p->all, guard) || memcmp(before + total - GUARD, after, guard)) error = HUGE_VAL;
    for (int64_t q = 0; q < p->grid.points; q++) {
        const double e = fabs((double)p->u[q] - p->want[q]) / (p->scale * (double)REAL_EPS);
        if (!(e <= error)) error = isnan(e) ? HUGE_VAL : e;
    }
    free(before);
    return error;
}

static void check(const int64_t n[3], const int pair[3], uint64_t seed)
{
    struct problem p = problem_make(n, pair, seed);
    solve_by_reference(&p);
    struct fused *const f = make(&p, 1 + (int)(seed % 3));
    const double error = error_after_step(&p, f);
    if (!(error < 8))
        fail_msg("%lld x %lld x %lld, pairs %d %d %d, seed %llu: off by %g roundings", (long long)n[0], (long long)n[1],
                 (long long)n[2], pair[0], pair[1], pair[2], (unsigned long long)seed, error);
    fused_free(f);
    problem_free(&p);
}

static void every_combination_of_faces_is_right(void **state)
{
    static const int64_t space[3] = {6, 4, 5}, plane[3] = {9, 17, 1};
    (void)state;
    for (int c = 0; c < PAIRS * PAIRS * PAIRS; c++) {
        const int pair[3] = {c % PAIRS, c / PAIRS % PAIRS, c / PAIRS / PAIRS};
        check(space, pair, (uint64_t)c);
        if (pair[2] == 1) check(plane, pair, (uint64_t)c);
    }
}

static void every_size_is_right(void **state)
{
    static const int64_t sizes[][3] = {{1, 1, 1},  {2, 1, 1},    {1, 2, 1},   {1, 1, 2},    {2, 2, 2},
                                       {3, 2, 1},  {5, 1, 3},    {1, 7, 4},   {8, 8, 8},    {17, 3, 5},
                                       {3, 33, 2}, {2, 3, 64},   {33, 17, 9}, {64, 16, 16}, {31, 8, 1},
                                       {64, 1, 1}, {100, 64, 1}, {300, 3, 2}, {37, 65, 6}};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int c = 0; c < PAIRS; c++) {
            const int pair[3] = {c, (c + (int)s) % PAIRS, (c * 5 + 2) % PAIRS};
            check(sizes[s], pair, 1000 + 10 * s + (uint64_t)c);
        }
}

static void the_bits_do_not_depend_on_threads(void **state)
{
    static const int64_t sizes[][3] = {{33, 20, 18}, {70, 41, 1}, {300, 9, 4}};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int c = 0; c < PAIRS; c++) {
            const int pair[3] = {c, (c + 1) % PAIRS, (c + 2) % PAIRS};
            real *first = NULL;
            for (int threads = 1; threads <= 5; threads++) {
                struct problem p = problem_make(sizes[s], pair, 7);
                struct fused *const f = make(&p, threads);
                const size_t bytes = (size_t)p.grid.points * sizeof(real);
                fused_step(f, p.u, &p.data);
                fused_step(f, p.u, &p.data);
                if (!first) first = memcpy(malloc(bytes), p.u, bytes);
                else assert_memory_equal(first, p.u, bytes);
                fused_free(f);
                problem_free(&p);
            }
            free(first);
        }
}

/* New operators, and a run that diverged, do not affect later steps. */
static void a_step_forgets_the_one_before(void **state)
{
    static const int64_t n[3] = {13, 11, 6};
    (void)state;
    for (int c = 0; c < PAIRS; c++) {
        const int pair[3] = {c, c, c};
        struct problem p = problem_make(n, pair, 21), q = problem_make(n, pair, 22);
        const struct line_operator op[3] = {q.axis[0].op, q.axis[1].op, q.axis[2].op};
        struct fused *const f = make(&p, 2);
        solve_by_reference(&q);
        p.u[5] = (real)NAN;
        fused_step(f, p.u, &p.data);
        assert_int_equal(fused_factor(f, op), ST_OK);
        assert_true(error_after_step(&q, f) < 8);
        fused_free(f);
        problem_free(&p);
        problem_free(&q);
    }
}

static void a_constant_insulated_field_stays_exactly(void **state)
{
    static const int64_t n[3] = {19, 12, 9};
    static const int pair[3] = {1, 5, 1};
    (void)state;
    struct problem p = problem_make(n, pair, 5);
    const struct step_data nothing = {.dt = 1e4};
    for (int d = 0; d < 3; d++)
        for (int64_t i = 0; i < n[d]; i++) {
            const struct line_operator op = p.axis[d].op;
            const real lower = i || periodic(&p.grid, d) ? op.l_lower[i] : 0;
            const real upper = i < n[d] - 1 || periodic(&p.grid, d) ? op.l_upper[i] : 0;
            op.l_diag[i] = -(lower + upper);
        }
    for (int64_t q = 0; q < p.grid.points; q++) p.u[q] = RC(293.15);
    struct fused *const f = make(&p, 2);
    fused_step(f, p.u, &nothing);
    for (int64_t q = 0; q < p.grid.points; q++) assert_true(p.u[q] == RC(293.15));
    fused_free(f);
    problem_free(&p);
}

static void a_pivot_that_vanishes_is_refused(void **state)
{
    static const int64_t n[3] = {4, 5, 2};
    static const int pair[3] = {1, 1, 5};
    static const struct {
        int axis, number;
        int64_t row;
        real value;
        const char *says;
    } cases[] = {
        {0, 4, 0, 0, "along x: the pivot of row 0"},
        {1, 4, 3, (real)NAN, "along y: the pivot of row 3"},
        {2, 4, 1, 1, "along z: the pivot of row 1"},
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        struct problem p = problem_make(n, pair, 9);
        struct fused *const f = make(&p, 1);
        for (int64_t i = 0; i < n[2]; i++) { /* z: 1 and -1 in each row */
            p.axis[2].op.m_diag[i] = i == 0 || cases[c].axis == 2 ? 1 : 2;
            p.axis[2].op.m_lower[i] = p.axis[2].op.m_upper[i] = RC(-0.5);
        }
        p.axis[cases[c].axis].number[cases[c].number][cases[c].row] = cases[c].value;
        const struct line_operator op[3] = {p.axis[0].op, p.axis[1].op, p.axis[2].op};
        assert_int_equal(fused_factor(f, op), ST_REFUSED);
        assert_non_null(strstr(fail_text(), cases[c].says));
        fused_free(f);
        problem_free(&p);
    }
}

static enum status make_small(void **out)
{
    const struct grid g = {.dim = 3, .n = {8, 8, 8}, .points = 512};
    const struct exec exec = exec_host(2);
    struct fused *f;
    const enum status s = fused_make(&f, &g, &exec);
    *out = f;
    return s;
}

static void drop(void *made)
{
    fused_free(made);
}

static void no_memory_is_said_and_nothing_kept(void **state)
{
    (void)state;
    every_missing_allocation_is_said(make_small, drop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_of_faces_is_right),      cmocka_unit_test(every_size_is_right),
        cmocka_unit_test(the_bits_do_not_depend_on_threads),        cmocka_unit_test(a_step_forgets_the_one_before),
        cmocka_unit_test(a_constant_insulated_field_stays_exactly), cmocka_unit_test(a_pivot_that_vanishes_is_refused),
        cmocka_unit_test(no_memory_is_said_and_nothing_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
