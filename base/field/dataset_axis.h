/* One axis of a dataset: which of its numbers a coordinate takes. Internal to dataset.c. */
#pragma once
#include "base/field/field.h"

struct dataset_axis {
    int64_t n, stride;
    bool by_place;           /* as many numbers as the grid has places: each place has its own */
    bool nearest;            /* of evenly spaced numbers; else lines between them */
    struct field_axis grid;  /* by place */
    double first, per_width; /* index = (x - first) * per_width: of even numbers, or a guess */
};

/* Sets all but `stride`. Numbers that are not by place are stretched over the axis, the outer ones on its ends. */
struct dataset_axis dataset_axis_of(const struct field_axis *grid, int64_t n, bool nearest);

/* The place of a coordinate: between the numbers `first` and first + 1, `weight` of the latter. */
struct spot {
    int64_t first;
    double weight;
};
struct spot dataset_axis_spot(const struct dataset_axis *a, double x);

/* As field_breaks. */
int64_t dataset_axis_breaks(const struct dataset_axis *a, double *places);
