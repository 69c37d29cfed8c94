/* A property of the material averaged over what belongs to each node and each edge: over the cell of a node, in
 * parallel; along an edge, in series, and in parallel over the face that it crosses. A stack of layers is thus exact
 * wherever its interfaces lie. Where no interface was found, values at nodes and their harmonic means are as good. */
#pragma once
#include "apps/adi/material/material.h"

struct averages {
    struct grid grid;        /* borrows nothing */
    int64_t n[3], stride[3]; /* of the arrays: 1 and 0 along an axis where the property does not change */
    int64_t points;          /* n[0] * n[1] * n[2] */
    double *cell;            /* [points] of the cell of a node, or at the node; NULL if edges are there */
    double *edge[3];         /* [points] of the edge from a node to the next, or NULL */
};

enum average { OF_CELLS, OF_EDGES };

/* ST_CONFIG with the place where the property is not above 0. The workspace is scratch. On failure averages_free still
 * cleans up. */
enum status averages_make(struct averages *a, const struct material *m, enum average which,
                          struct nodes_workspace *workspace);
void averages_free(struct averages *a);

/* Number, in the arrays, of a point of the grid. */
static inline int64_t averages_number(const struct averages *a, int64_t point)
{
    int64_t at[3];
    grid_indices(&a->grid, point, at);
    return at[0] * a->stride[0] + at[1] * a->stride[1] + at[2] * a->stride[2];
}

/* Along the axis from a point to the next one, which exists. */
static inline double averages_edge(const struct averages *a, int axis, int64_t point, int64_t next)
{
    const int64_t q = averages_number(a, point);
    return a->edge[axis] ? a->edge[axis][q] : 2 / (1 / a->cell[q] + 1 / a->cell[averages_number(a, next)]);
}
