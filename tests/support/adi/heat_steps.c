/* Problems of heat_steps.h, and their solution by fused steps. */
#include "tests/support/adi/heat_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lehmer's generator with the numbers of drand48, in (-1, 1). */
double heat_draw(uint64_t *seed)
{
    *seed = (*seed * UINT64_C(0x5deece66d) + 11) % (UINT64_C(1) << 48);
    return (double)*seed / (double)(UINT64_C(1) << 47) - 1;
}

real *heat_draw_array(int64_t n, uint64_t *seed)
{
    real *const v = malloc((size_t)n * sizeof *v);
    for (int64_t i = 0; i < n; i++) v[i] = (real)heat_draw(seed);
    return v;
}

/* Conductances that differ from row to row, up to `most`; values that may not be read are NaN. */
static void draw_operator(struct heat_problem *p, int d, double most, uint64_t *seed)
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
            if (p->grid.face[d][side] == FACE_ROBIN) loss += most * (1 + heat_draw(seed));
        }
        l.l_lower[i] = fixed || i == 0 ? 0 : (real)(most * (1.1 + heat_draw(seed)));
        l.l_upper[i] = fixed || i == n - 1 ? 0 : (real)(most * (1.1 + heat_draw(seed)));
        l.l_diag[i] = -(l.l_lower[i] + l.l_upper[i] + (real)loss);
        l.m_lower[i] = -c * l.l_lower[i], l.m_diag[i] = 1 - c * l.l_diag[i], l.m_upper[i] = -c * l.l_upper[i];
    }
    l.l_lower[0] = l.m_lower[0] = l.l_upper[n - 1] = l.m_upper[n - 1] = (real)NAN;
    if (n == 1) l.l_diag[0] = l.m_diag[0] = (real)NAN;
    p->op[d] = l;
}

/* Stages move no Dirichlet node: those of other axes are held. */
static void spare_fixed_nodes(struct heat_problem *p, int d, int side)
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

/* Kinds of faces by the digits of `faces` to the base HEAT_KINDS. */
struct heat_problem heat_problem_make(const int64_t n[3], int faces, double most, uint64_t seed)
{
    static const enum face_kind kinds[HEAT_KINDS] = {FACE_FLUX, FACE_DIRICHLET, FACE_ROBIN};
    struct heat_problem p = {.grid = {.dim = 3, .n = {n[0], n[1], n[2]}, .points = n[0] * n[1] * n[2]}, .theta = 0.5};
    for (int64_t i = 0; i < 8; i++) heat_draw(&seed);
    p.data.dt = 1 + 0.5 * heat_draw(&seed);
    for (int d = 0; d < 3; d++) {
        const int64_t size = p.grid.points / n[d];
        for (int side = 0; side < 2; side++, faces /= HEAT_KINDS) {
            p.grid.face[d][side] = n[d] == 1 ? FACE_PERIODIC : kinds[faces % HEAT_KINDS];
            const bool fixed = p.grid.face[d][side] == FACE_DIRICHLET;
            if (heat_draw(&seed) < 0 && !fixed) p.data.rhs_face[d][side] = heat_draw_array(size, &seed);
            if (heat_draw(&seed) < 0 && !fixed) p.data.stage_face[d][side] = heat_draw_array(size, &seed);
        }
        draw_operator(&p, d, most, &seed);
    }
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            if (p.data.stage_face[d][side]) spare_fixed_nodes(&p, d, side);
    if (heat_draw(&seed) < 0) p.data.source = heat_draw_array(p.grid.points, &seed);
    p.u = heat_draw_array(p.grid.points, &seed);
    return p;
}

void heat_problem_free(struct heat_problem *p)
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

struct adi_sweep *heat_sweep_make(const struct heat_problem *p, int threads)
{
    const struct exec exec = exec_host(threads);
    struct adi_sweep *f;
    assert_true(adi_sweep_takes(&p->grid));
    if (adi_sweep_make(&f, &p->grid, &exec) != ST_OK || adi_sweep_factor(f, p->op, p->data.dt, p->theta) != ST_OK)
        fail_msg("%s", fail_text());
    return f;
}

/* The field after so many fused steps; free() it. */
real *heat_fused_field(const struct heat_problem *p, int steps)
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

double heat_distance(const struct heat_problem *p, const real *should, const real *is)
{
    double most = 1, error = 0;
    for (int64_t q = 0; q < p->grid.points; q++) most = fmax(most, fabs((double)should[q]));
    for (int64_t q = 0; q < p->grid.points; q++) {
        const double e = fabs((double)is[q] - (double)should[q]) / (most * (double)REAL_EPS);
        if (!(e <= error)) error = isnan(e) ? HUGE_VAL : e;
    }
    return error;
}
