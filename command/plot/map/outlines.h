/* Outlines of boxes in a field, such as the blocks of a floor plan. */
#pragma once
#include "base/result/answers.h"
#include "command/plot/map/plane.h"

/* The range along z of the boxes of answers; false: there are none. */
bool outlines_layer(const struct answers *a, double *lower, double *upper);

/* Prints outlines, as data, and names of the boxes that the plane cuts, or of all below a plane z. pixels: [2], of a
 * unit of the axis to the right and of the one upward, as they are shown. False: there are none; otherwise the plot
 * command continues with outlines_plot. */
bool outlines_put(FILE *script, const struct plane *p, const struct answers *a, const double *pixels);
extern const char outlines_plot[];
