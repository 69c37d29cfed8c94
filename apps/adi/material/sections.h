/* An axis cut into sections, within each of which the material is smooth along the axis: at the nodes, halfway between
 * them, and at the interfaces. Each section lies in the cell of one node and on the edge between two. */
#pragma once
#include "apps/adi/material/interfaces.h"

#define SECTION_LEAST 1e-9 /* cells between two cuts */

struct sections {
    int64_t count;
    double *length, *middle; /* in cells; a coordinate */
    int64_t *node, *edge;    /* edge i: from node i to the next */
};

/* Along an axis where the material does not change: one section of length 1, of node and edge 0. An axis with oblique
 * interfaces has `parts` sections in each half cell. A section with interfaces that are left out has its `middle` at
 * random (of a fixed seed), since materials that repeat may repeat in step with the sections. Interfaces next to
 * another cut within rounding are one with it. On failure sections_free still cleans up. */
enum status sections_make(struct sections *s, const struct material *m, int axis, const struct interfaces *at,
                          int parts);
void sections_free(struct sections *s);

/* Their number, or more. */
double sections_most(const struct material *m, int axis, const struct interfaces *at, int parts);

/* Does section i end at the next node? */
static inline bool sections_ends_edge(const struct sections *s, int64_t i)
{
    return i + 1 == s->count || s->edge[i + 1] != s->edge[i];
}
