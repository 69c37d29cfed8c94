/* The places at which a property of the material jumps along an axis.
 *
 * Formulas are sampled along lines parallel to the axis: one line if the formula depends only on this axis, else lines
 * at random places (of a fixed seed) of a raster across the axis, and lines through nodes between which it jumps.
 * Between two samples that differ, a bisection follows the larger change; if half of the change is left after four
 * halvings it is a jump, which is then found to rounding, and what is left on both of its sides is searched in the same
 * manner. So a layer between two other materials is found however thin it is, and one within the same material if it is
 * not thinner than the distance of samples. Datasets know where they jump or bend.
 *
 * Interfaces that stand across the axis are found at one place by all lines that meet them. Many places that each were
 * found by one line belong to interfaces that are oblique or curved. Caveats (base/result/caveats.h) say where places
 * are too many to be kept, or are about as dense as samples, so that some are missed. */
#pragma once
#include "apps/adi/material/averages.h"

struct interfaces {
    int64_t count;
    double *at;   /* ascending, in cells from the lower end */
    bool oblique; /* there are others, which are oblique to the axis */
    bool *out;    /* [count] left out of averages, or NULL (material/thinning.h) */
    int64_t left_out;
};

/* nodes: the values at nodes. On failure interfaces_free still cleans up. */
enum status interfaces_find(struct interfaces *out, const struct material *m, int axis, const struct averages *nodes,
                            struct nodes_workspace *workspace);
void interfaces_free(struct interfaces *i);
