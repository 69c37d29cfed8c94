/* The nodes of a grid, x_0 < x_1 < ... < x_N, both ends included.
 *
 * A stretched grid is the image of a uniform one, s_i = i / N, under a map that is narrow at s = 0,
 *
 *     geometric  m(s) = (K^s - 1) / (K - 1)
 *     tanh       m(s) = 1 - tanh(b (1 - s)) / tanh(b) = sinh(b s) / (sinh(b) cosh(b (1 - s))),   cosh(b)^2 = K
 *
 * K = m'(1) / m'(0) being the ratio of the widest to the narrowest interval; turned around, or halved and mirrored,
 * it is narrow at the upper end, or at both.
 * M. Vinokur, On one-dimensional stretching functions for finite-difference calculations, J. Comput. Phys. 50, 1983. */
#pragma once
#include "apps/bvp/problem/params.h"
#include "base/field/field.h"

struct bvp_grid {
    int64_t intervals;
    bool uniform;
    double lower, upper; /* the first and the last node */
    double width;        /* uniform: of each interval */
    double (*map)(double s, double rate);
    double rate;
    int toward;
    struct field *nodes; /* or NULL */
    double *s;           /* [GRID_MAX] where nodes is evaluated */
    double *places;      /* [intervals + 1] of nodes, or NULL: they are computed when they are requested */
    int64_t kept[2];     /* places of the nodes kept[0] ... kept[1] - 1 are known */
};

enum { GRID_MAX = 1 << 18 }; /* nodes that are placed at a time */

/* ST_CONFIG if the nodes cannot be evaluated, or the last is not above the first. On failure grid_free still cleans up.
 */
enum status grid_make(struct bvp_grid *g, const struct bvp_params *p, int64_t intervals);
void grid_free(struct bvp_grid *g);

/* Places the nodes first ... end - 1 for good. Statuses of grid_place, or ST_NOMEM. */
enum status grid_keep(struct bvp_grid *g, int64_t first, int64_t end, int threads);

/* A function of x on this grid, which the caller frees before the grid. */
enum status grid_function(struct bvp_grid *g, struct field **out, const struct field_spec *spec);

/* x[k]: where node first + k is, k < count <= GRID_MAX, all of them nodes of the grid. */
enum status grid_place(const struct bvp_grid *g, int64_t first, int64_t count, int threads, double *x);
