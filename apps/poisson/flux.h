/* The gradient of a solution, and what flows through the faces. */
#pragma once
#include "apps/poisson/instance.h"

enum { SIDES = 6 };
extern const char *const face_names[3][2]; /* "x_lower", ... */

/* Inward, the integral of eps du/dn over each face, n outward; and the energy, half the integral of eps |grad u|^2. */
struct flux {
    double through[3][2], energy;
};
enum status flux_measure(struct instance *x, struct flux *out);

/* eps du/dx of one axis between unknown i - 1 and i, or at an end of the axis; the other indices are those of `at`. */
double flux_across(const struct instance *x, int axis, int64_t i, const int64_t at[3]);

/* out[points] := du/dx of one axis. */
void gradient_measure(const struct instance *x, int axis, real *out);
