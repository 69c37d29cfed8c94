/* The box: three axes, of which those that a problem lacks have one periodic point; x is fastest in memory. */
#pragma once
#include "apps/poisson/axis.h"
#include "base/field/field.h"

struct box {
    int dim, main; /* main: the axis along which systems are tridiagonal */
    struct axis axis[3];
    int64_t points, stride[3];
    int64_t unknowns, first; /* first: the point of the first unknown */
};

/* On failure box_free still cleans up. */
enum status box_make(struct box *b, const struct poisson_params *p);
void box_free(struct box *b);

/* A function of space and time in the box. */
enum status box_field(struct field **out, const struct box *b, const struct field_spec *spec);

/* The lines along one axis through all unknowns, from the first of them on. */
struct shape box_lines(const struct box *b, int axis);

/* A row of places: f at `count` points, of which x[d] is one number for all or, along one axis, an array. */
struct row {
    const double *x[3]; /* NULL: at[d] */
    double at[3];
    int64_t count;
};

/* Evaluates f, NULL or absent being 0, on a row. */
enum status row_evaluate(const struct row *r, struct field *f, double t, double *out);

/* The row of points along x with these indices, `from` ... from + count - 1 along x. */
struct row box_row(const struct box *b, int64_t from, int64_t count, int64_t j, int64_t k);

/* Volume of an unknown. */
static inline double box_volume(const struct box *b, int64_t i, int64_t j, int64_t k)
{
    return b->axis[0].volume[i] * b->axis[1].volume[j] * b->axis[2].volume[k];
}
