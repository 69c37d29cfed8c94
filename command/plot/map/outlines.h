/* Outlines of what fills boxes of a field, such as the blocks of a floor plan. */
#pragma once
#include "base/result/answers.h"
#include "command/plot/map/plane.h"

/* From where to where along z the boxes of answers reach; false: there are none. */
bool outlines_layer(const struct answers *a, double *lower, double *upper);

/* Prints outlines, as data, and names of the boxes that the plane cuts, or of all below a plane z; positions are
 * multiplied by `scale`, and a unit of the axes is `pixels` wide. False: there are none; else the plot command goes on
 * with outlines_plot. */
bool outlines_put(FILE *script, const struct plane *p, const struct answers *a, double scale, double pixels);
extern const char outlines_plot[];
