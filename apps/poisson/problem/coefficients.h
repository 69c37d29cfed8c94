/* eps and q that vary along several axes: one link for each pair of neighbours, as axis.h has one for each pair of
 * planes. */
#pragma once
#include "apps/poisson/problem/box.h"

/* A volume is divided into octants, by its point, and each has the eps of its middle. A link is the mean over the
 * quarters of the area between two points of the halves of their volumes in series, so that a jump is exact where cells
 * end or on nodes, across an axis and along it. In layers all of these are those of the axes. */
struct coefficients {
    double *eps, *q; /* [points] means over the volumes */
    double *link[3]; /* [points, and one more along its axis] on the lower side of each point; 0 where there is none */
    int64_t rows[3]; /* of a plane of links */
    int64_t length[3]; /* of a row of links */
    double stiffness;  /* the largest of q and of eps / h^2 */
};

/* Evaluates the coefficients in a box whose axes are placed, and fills these with means. ST_CONFIG if a value is not
 * allowed. Frees nothing of the box on failure; coefficients_free then cleans up *out. */
enum status coefficients_make(struct coefficients **out, struct box *b, const struct poisson_params *p);
struct coefficients *coefficients_free(struct coefficients *c);

/* The links along axis d on the lower side of the points of a row along x; j = points, or k, on the upper side of the
 * last ones. Along x, there is one more. */
static inline const double *coefficients_links(const struct coefficients *c, int d, int64_t j, int64_t k)
{
    return c->link[d] + (k * c->rows[d] + j) * c->length[d];
}

/* The link on the lower side of unknown i along axis d; at: its indices as unknown along the others. */
static inline double coefficients_link(const struct box *b, int d, int64_t i, const int64_t at[3])
{
    int64_t point[3] = {b->axis[0].first + at[0], b->axis[1].first + at[1], b->axis[2].first + at[2]};
    point[d] = b->axis[d].first + i;
    return coefficients_links(b->varying, d, point[1], point[2])[point[0]];
}

/* eps of the point with these indices as unknown. */
static inline double coefficients_eps(const struct box *b, const int64_t at[3])
{
    int64_t point = 0;
    for (int d = 0; d < 3; d++) point += (b->axis[d].first + at[d]) * b->stride[d];
    return b->varying->eps[point];
}
