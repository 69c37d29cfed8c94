/* One axis of the box: where its points are, and the second difference along it. */
#pragma once
#include "apps/poisson/problem/params.h"
#include "base/field/field.h"
#include "solvers/solver.h"

/* A point has a volume of two halves. Unknown i, 0 ... unknowns - 1, is the point first + i, and
 *
 *     (eps u')' = (link[i + 1] (u_{i+1} - u_i) - link[i] (u_i - u_{i-1})) / volume[i]
 *
 * where u_{-1} and u_{unknowns} are the values that a Dirichlet end prescribes or the ambient u of a Robin end, whose
 * link is in series with the end's h, and the links of a Neumann end are 0. On a periodic axis link[0] = link[unknowns]
 * couples the last unknown to the first. */
struct axis {
    int64_t points, first, unknowns;
    enum face_kind kind[2];  /* a Robin end whose h is 0 is a Neumann end */
    double h[2];             /* of Robin ends, over the eps that links do not contain; else 0 */
    double inside[2];        /* the share of the resistance of an end's link that is in the box: 1 at a Dirichlet end,
                              * less at a Robin end, 0 there at a node and where there is no link */
    bool node;               /* points are nodes, the outer ones on the faces, rather than middles of cells */
    bool even;               /* one spacing, one eps and no Robin end: waves diagonalize its second difference */
    double ends[2], spacing; /* the faces; the width over the number of intervals */
    double *x;               /* [points] */
    double *half;            /* [2 points] the volume of each point, below and above it */
    double *volume;          /* [unknowns] width around each point */
    double *eps;             /* [unknowns] its mean over that width; 1 but on the tridiagonal axis */
    double *below;           /* [unknowns] the half of the width below the point */
    double *link;            /* [unknowns + 1] */
    double *q;               /* [unknowns] on the tridiagonal axis, else NULL */
    double edge[2];          /* width of the half volume of a node that a Dirichlet end prescribes; else 0 */
    double edge_eps[2];      /* eps in it */
    double *eigenvalue;      /* [unknowns] of minus the second difference, if the axis is even; NULL else */
};

/* Sets all but the arrays, for axis d of the box, and allocates nothing. */
void axis_sketch(struct axis *a, const struct poisson_params *p, int d);
/* Sets the arrays of places and volumes too. ST_CONFIG if places do not rise from face to face. On failure axis_free
 * still cleans up. */
enum status axis_place(struct axis *a, const struct poisson_params *p, int d);
/* Sets the others, after axis_place. ST_CONFIG if eps or q has a value that is not allowed. */
enum status axis_fill(struct axis *a, const struct poisson_params *p, int d);
void axis_free(struct axis *a);

/* Sets links, and means of eps, from eps[2 points] in the halves of volumes. */
void axis_connect(struct axis *a, const double *eps);

/* at[2 points]: the middles of the halves of volumes, as links along the axis need coefficients. mean: as averages over
 * volumes need them: at the point itself where a face has cut off the other half, because f is taken there too. */
void axis_halves(const struct axis *a, bool mean, double *at);

/* The points of an axis, which are borrowed, as places of functions. */
struct field_axis axis_places(const struct axis *a);

/* The type of transform that diagonalizes the second difference of an even axis. */
enum transform_type axis_transform(const struct axis *a);

/* The two of the points first ... first + count - 1 between which a place is, counted from the first of them, and how
 * far it is from the lower (0) to the upper one (1). Along a periodic axis the first comes after the last. Between an
 * unknown and a face that prescribes u, that face is the lower (-1) or the upper one (count); so is the outside of a
 * Robin face, at a distance beyond it that follows from its h; elsewhere a place outside of the points has the nearest
 * one twice. */
struct axis_neighbours {
    int64_t lower, upper;
    double share; /* of the upper one */
};
struct axis_neighbours axis_neighbours_of(const struct axis *a, int64_t first, int64_t count, double place);

/* Corner 0 ... 7 of the neighbours of a place along all axes, and its weight where values are linear between them. */
struct axis_corner {
    int64_t at[3];
    double weight;
};
static inline struct axis_corner axis_corner_of(const struct axis_neighbours of[3], int corner)
{
    struct axis_corner c = {.weight = 1};
    for (int d = 0; d < 3; d++) {
        const bool upper = corner >> d & 1;
        c.at[d] = upper ? of[d].upper : of[d].lower;
        c.weight *= upper ? of[d].share : 1 - of[d].share;
    }
    return c;
}

/* The two other axes of a box: the one that is faster in memory, and the slower one. */
static inline int axis_faster_other(int d)
{
    return d == 0 ? 1 : 0;
}

static inline int axis_slower_other(int d)
{
    return d == 2 ? 1 : 2;
}

/* Width around point first + i, which is an unknown or, before the first and after the last, a node on a face. */
static inline double axis_width(const struct axis *a, int64_t i)
{
    return i < 0 ? a->edge[0] : i < a->unknowns ? a->volume[i] : a->edge[1];
}

/* eps in that width. */
static inline double axis_eps(const struct axis *a, int64_t i)
{
    return i < 0 ? a->edge_eps[0] : i < a->unknowns ? a->eps[i] : a->edge_eps[1];
}

static inline bool axis_periodic(const struct axis *a)
{
    return a->kind[0] == FACE_PERIODIC;
}

/* Does no end prescribe u or exchange with an outside? The second difference of a constant is 0 then. */
static inline bool axis_level_free(const struct axis *a)
{
    return axis_periodic(a) || (a->kind[0] == FACE_NEUMANN && a->kind[1] == FACE_NEUMANN);
}

/* A single periodic point is its own transform. */
static inline bool axis_trivial(const struct axis *a)
{
    return axis_periodic(a) && a->unknowns == 1;
}
