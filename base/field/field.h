/* A function of space and time, given as number, formula or dataset, evaluated on a grid. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/status.h"

struct field; /* a field_spec made ready: parsed formula or loaded dataset */

/* `variables` as in expression_make, space first, time last ("x y z t"). lower and upper are the corners
 * of the domain in `dim` dimensions (x, y, z order): a dataset of any size, row-major with x fastest, is
 * stretched over it node to node and sampled by multilinear interpolation (or nearest). An axis of size 1
 * in the dataset is constant along that axis. */
enum status field_make(struct field **out, const struct field_spec *spec, const char *variables, int dim,
                       const double *lower, const double *upper);
struct field *field_free(struct field *f);

bool field_absent(const struct field *f);                  /* NULL or nothing given */
bool field_constant(const struct field *f, double *value); /* a plain number */
bool field_uses_time(const struct field *f);
bool field_changes(const struct field *f, int axis); /* along an axis of space; a number does not */

/* The places along an axis between its ends where a dataset jumps (nearest) or bends (linear), ascending, into
 * places unless that is NULL; 0 of a number or formula. Returns their number. */
int64_t field_breaks(const struct field *f, int axis, double *places);

/* out[i] = f(xyz[0][i], xyz[1][i], xyz[2][i], t); xyz has `dim` columns of n doubles; a NULL column means
 * the scalar at[d] for every i. ST_CONFIG, with the place, of a formula that is not finite somewhere. */
enum status field_eval(struct field *f, int64_t n, const double *const *xyz, const double *at, double t, int max,
                       double *out);
