/* The residual of a solution in the difference equations. */
#pragma once
#include "apps/poisson/accuracy.h"

/* Fills in all of *out but the errors, for the data of the last instance_at. u and f are multiplied by `unit` first, so
 * that no product overflows. ST_NOMEM. */
enum status residual_measure(const struct instance *x, double unit, struct poisson_accuracy *out);
