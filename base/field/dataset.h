/* A dataset of an HDF5 file, laid over the grid of a field. Internal to field.h, which says how. */
#pragma once
#include "base/field/field.h"

enum { AXES_MAX = 3 };

struct dataset;

/* `names` are those of the axes, "x y z t", for sentences; the places of `axes` are borrowed until dataset_free. Faults
 * of the file are ST_CONFIG, and so is a shape that is not that of the grid, unless the spec interpolates or takes the
 * nearest number. */
enum status dataset_make(struct dataset **out, const struct field_spec *spec, const char *names, int dim,
                         const struct field_axis *axes);
struct dataset *dataset_free(struct dataset *s);

/* The value at x[dim]; beyond the corners that of the nearest place inside. */
double dataset_at(const struct dataset *s, const double *x);

/* As field_breaks, and: has it more than one number along the axis? */
int64_t dataset_breaks(const struct dataset *s, int axis, double *places);
bool dataset_changes(const struct dataset *s, int axis);
