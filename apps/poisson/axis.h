/* One axis of the box: where its points are, and the second difference along it. */
#pragma once
#include "apps/poisson/params.h"
#include "solvers/solver.h"

/* A point has a volume of two halves. Unknown i, 0 ... unknowns - 1, is the point first + i, and
 *
 *     (eps u')' = (link[i + 1] (u_{i+1} - u_i) - link[i] (u_i - u_{i-1})) / volume[i]
 *
 * where u_{-1} and u_{unknowns} are what a Dirichlet end prescribes, and the links of a Neumann end are 0. On a
 * periodic axis link[0] = link[unknowns] couples the last unknown to the first. */
struct axis {
    int64_t points, first, unknowns;
    enum face_kind kind[2];
    bool node, even;         /* even: one spacing, eps 1 */
    double ends[2], spacing; /* of an even axis */
    double *x;               /* [points] */
    double *volume;          /* [unknowns] width around each point */
    double *eps;             /* [unknowns] its mean over that width; 1 but on the tridiagonal axis */
    double *below;           /* [unknowns] the half of the width below the point */
    double *link;            /* [unknowns + 1] */
    double *q;               /* [unknowns] on the tridiagonal axis, else NULL */
    double edge[2];          /* width of the half volume of a node that a Dirichlet end prescribes; else 0 */
    double *eigenvalue;      /* [unknowns] of minus the second difference, if the axis is even; NULL else */
};

/* All but the arrays. */
void axis_sketch(struct axis *a, const struct poisson_params *p, int d);
/* On failure axis_free still cleans up. */
enum status axis_make(struct axis *a, const struct poisson_params *p, int d);
void axis_free(struct axis *a);

/* The transform that diagonalizes the second difference of an even axis. */
enum transform_type axis_transform(const struct axis *a);

/* The last of `count` rising places that is not above `at`, or -1. */
int64_t places_below(const double *place, int64_t count, double at);

/* Width around point first + i, which is an unknown or, before the first and behind the last, a node on a face. */
static inline double axis_width(const struct axis *a, int64_t i)
{
    return i < 0 ? a->edge[0] : i < a->unknowns ? a->volume[i] : a->edge[1];
}

static inline bool axis_periodic(const struct axis *a)
{
    return a->kind[0] == FACE_PERIODIC;
}
