/* A dataset of an HDF5 file, interpolated over a domain. Internal to field.h, which says how. */
#pragma once
#include "base/config/options.h"
#include "base/status.h"

enum { AXES_MAX = 3 };

struct dataset;

/* Faults of the file are ST_CONFIG. */
enum status dataset_make(struct dataset **out, const struct field_spec *spec, int dim, const double *lower,
                         const double *upper);
struct dataset *dataset_free(struct dataset *s);

/* The value at x[dim]; beyond the corners that of the nearest place inside. */
double dataset_at(const struct dataset *s, const double *x);

/* As field_breaks, and: has it more than one value along the axis? */
int64_t dataset_breaks(const struct dataset *s, int axis, double *places);
bool dataset_changes(const struct dataset *s, int axis);
