/* The residual of a solution in its difference equations. */
#pragma once
#include "apps/poisson/solution/instance.h"

/* The links on both sides of each volume along one axis, divided by the volume. */
struct ratios {
    double *lower, *upper; /* [unknowns] */
};

/* The coefficients of the difference equations. At the unknowns of a row along x they are those of the x axis, which
 * are 1 unless x is the tridiagonal axis, times those of the row. */
struct equation {
    const struct instance *x;
    double unit; /* that u and f are multiplied by: 1, or less where numbers would overflow */
    struct ratios ratios[3];
    const double *eps, *q; /* [unknowns along x] */
    double *ones;
    real *zeros; /* u beyond a face: prescribed values count as 0, since they are a part of the right side */
    double *memory;
};

/* Borrows `x`. ST_NOMEM; on failure equation_free still cleans up. */
enum status equation_make(struct equation *e, const struct instance *x, double unit);
void equation_free(struct equation *e);

/* The largest of q and of eps / h^2 along all axes. */
double equation_stiffness(const struct equation *e);

/* Largest absolute values, of numbers times `unit`: of f - div(eps grad u) + q u, of f, with the terms of faces and
 * less the mean that was removed, and of u. `off` is HUGE_VAL if one of its values is not finite. */
struct worst {
    double off, f, u;
};

/* The largest values in the row of unknowns with these indices along y and z. */
struct worst equation_row(const struct equation *e, int64_t j, int64_t k);

/* The largest values of two sets of rows together. */
struct worst worst_of(struct worst a, struct worst b);
