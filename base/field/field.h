/* A function of space and time, given as number, formula or dataset, evaluated on a grid. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/status.h"

struct field; /* a field_spec made ready: parsed formula or loaded dataset */

/* One axis of the domain, and the places along it where the grid has values, in rising order: middles of cells, or
 * nodes. */
struct field_axis {
    double lower, upper; /* the ends of the domain */
    int64_t count;       /* of places; 0: no dataset fits */
    double first, spacing;
    const double *coordinates; /* [count], or NULL: first + i * spacing */
    bool periodic;             /* the first place comes again after the last one, upper - lower from where it was */
};

/* An axis of `count` nodes, the outer ones on its ends. */
static inline struct field_axis field_axis_nodes(double lower, double upper, int64_t count)
{
    return (struct field_axis){.lower = lower,
                               .upper = upper,
                               .count = count,
                               .first = lower,
                               .spacing = (upper - lower) / (double)(count - 1)};
}

/* `variables` as in expression_make, letters, space first, time last ("x y z t"). axes[dim] in x, y, z order; their
 * places are borrowed until field_free.
 *
 * A dataset is row-major with x fastest. Along an axis with as many numbers as the grid has places, each place has its
 * own, which holds up to the middle between it and the next. An axis of one number, or one that the dataset does not
 * have, is constant. Another shape is ST_CONFIG, unless the spec says `interpolate` or `nearest`: then numbers are
 * stretched over the axis, the outer ones on its ends, with straight lines between, or the nearest one. */
enum status field_make(struct field **out, const struct field_spec *spec, const char *variables, int dim,
                       const struct field_axis *axes);
struct field *field_free(struct field *f);

bool field_absent(const struct field *f);                  /* NULL or nothing given */
bool field_constant(const struct field *f, double *value); /* a plain number */
bool field_uses_time(const struct field *f);
bool field_changes(const struct field *f, int axis); /* along an axis of space; a number does not */

/* The places along an axis between its ends where a dataset jumps or bends, ascending, into places unless that is NULL;
 * 0 of a number or formula. Returns their number. */
int64_t field_breaks(const struct field *f, int axis, double *places);

/* out[i] = f(xyz[0][i], xyz[1][i], xyz[2][i], t); xyz has `dim` columns of n doubles; a NULL column means
 * the scalar at[d] for every i. ST_CONFIG, with the place, of a formula that is not finite somewhere. */
enum status field_eval(struct field *f, int64_t n, const double *const *xyz, const double *at, double t, int max,
                       double *out);
