/* One step of the heat equation in delta form, the contract of the methods that take it.
 *
 *     C du/dt = div(K grad u) + f,   C = density * heat capacity
 *
 * on nodes: axis d has n[d] nodes, end nodes lie on the faces and own half a cell (a periodic axis has n
 * distinct ones). Row-major, x fastest. Axes missing in a 2D problem have n = 1 and are skipped.
 *
 * With L_d the difference operator of axis d divided by C and M_d = I - theta dt L_d, a step solves
 *
 *     M_x M_y M_z D = R,   R = dt (L_x + L_y + L_z) u + source,   u := u + D          (Douglas-Gunn)
 *
 * L_d has a zero row and M_d an identity row at a Dirichlet end. The boundary data enter twice. Those at time t,
 * `rhs_face`, are added to R. Their change over the step, transformed to the unknown of each stage, is `stage_face`:
 * before the lines of axis d are solved, the rows at Dirichlet ends are set to this plane (to 0 if it is NULL), and it
 * is added to the rows at other ends. So the scheme keeps its second order in time with time-dependent boundary data.
 *
 * Planes: axis x [k * ny + j], axis y [k * nx + i], axis z [j * nx + i]. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/adi/problem/grid_data.h"
#include "base/exec.h"
#include "base/real.h"
#include "base/status.h"

/* L_d and M_d when they are the same along every line of the axis; n[d] values each, owned by the
 * caller. Row 0 of lower and row n-1 of upper hold the wrap-around coupling of a periodic axis. */
struct line_operator {
    real *l_lower, *l_diag, *l_upper;
    real *m_lower, *m_diag, *m_upper;
};

/* A function that a step of a host method calls once with each row u [n[0]] of the field before it and its j and k, in
 * any order and from any thread of the step. It changes no bit of the step. */
struct step_reader {
    void (*row)(void *context, int64_t j, int64_t k, const real *u);
    void *context;
};

/* The data of one step. Planes and source may be NULL: zero. */
struct step_data {
    int64_t step; /* its number in the run */
    double dt;
    const real *rhs_face[3][2];
    const real *stage_face[3][2];
    const real
        *end_face[3][2]; /* u at Dirichlet faces after the step; NULL: it does not change. Not for the fused path */
    const real *source;  /* [points], already multiplied by dt / C */
    const struct step_reader *reader; /* or NULL */
};

static inline void step_show(const struct step_data *d, int64_t j, int64_t k, const real *u)
{
    if (d->reader) d->reader->row(d->reader->context, j, k, u);
}

/* The fused path, for coefficients shared by all lines: each point crosses the memory bus a few times per step instead
 * of once per stage and coefficient. pointwise/ has that for other coefficients. */
struct fused;

#ifdef __cplusplus
extern "C" {
#endif

/* Scratch for steps on this grid; ST_NOMEM. op is read by fused_factor only. */
enum status fused_make(struct fused **out, const struct grid *grid, const struct exec *exec);
/* Takes over new operators (a new dt or theta). ST_REFUSED if a pivot vanishes. */
enum status fused_factor(struct fused *f, const struct line_operator op[3]);
/* u := u + D in place. The same bits for any number of threads. */
void fused_step(struct fused *f, real *u, const struct step_data *data);
struct fused *fused_free(struct fused *f);
/* Bytes that a step must move for data beyond the caches, per point. */
double fused_bytes_per_point(const struct fused *f, const struct step_data *data);

#ifdef __cplusplus
}
#endif
