/* The public layout of a batch as a shape. */
#pragma once
#include "library/bandstand.h"
#include "solvers/solver.h"

/* *starts, which the shape may point to, belongs to the caller, after a failure too. */
enum status layout_shape(struct shape *out, int64_t **starts, enum kind kind, const struct bandstand_layout *layout);

/* ST_CONFIG where sizes and strides, or the kind's part of the shape, make no sense. */
enum status layout_check(const struct shape *shape);
