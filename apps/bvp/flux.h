/* Flows out of the ends, summed cell by cell. */
#pragma once
#include "apps/bvp/problem/problem.h"

extern const char *const bvp_flux_name[2];

struct flux {
    long double resistance; /* from what is outside of one end to what is outside of the other */
    long double out[2];     /* of the lower and the upper end, times the unit of the rows */
    double off[2];          /* how far errors of u and rounding may have changed them */
};

/* `resistance` does not matter where an end is Neumann. */
void flux_begin(struct flux *f, const struct bvp_problem *b, long double resistance);

/* Adds a cell between the resistances to what is outside of the lower and the upper end; `off`: error of u. */
void flux_add(struct flux *f, const struct bvp_problem *b, const long double resistance[2], double source, double loss,
              double u, double off);
