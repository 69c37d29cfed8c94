/* Functions in the box, and their values on rows of points. */
#pragma once
#include "apps/poisson/problem/box.h"

/* Makes a function of space and time in the box, which the caller frees before the box; datasets have a number for each
 * point. */
enum status box_field(struct field **out, const struct box *b, const struct field_spec *spec);

/* `count` places: along each axis an array of coordinates, or one number for all. */
struct row {
    const double *x[3]; /* NULL: at[d] */
    double at[3];
    int64_t count;
};

/* out[count] := f at the places of a row and time t; 0 if f is absent. */
enum status row_evaluate(const struct row *r, struct field *f, double t, double *out);

/* The row of points along x with these indices, `from` ... from + count - 1 along x. */
struct row box_row(const struct box *b, int64_t from, int64_t count, int64_t j, int64_t k);
