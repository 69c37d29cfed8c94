/* How well a solution satisfies the difference equations. */
#pragma once
#include "apps/poisson/accuracy.h"

/* Fills in all of *out but the errors, u and f multiplied by `unit`, for the data of the last instance_at. ST_NOMEM. */
enum status residual_measure(const struct instance *x, double unit, struct poisson_accuracy *out);
