/* Refusal of problems that exceed the memory of a machine. */
#pragma once
#include "apps/app.h"
#include "apps/poisson/direct.h"

/* The methods of a run. ST_CONFIG if no transform has the name. */
enum status poisson_choice(struct direct_choice *choice, const struct poisson_params *p, const struct solver *solver,
                           const void *options, enum space space);

/* struct app's `accepts`: refuses a problem that does not fit the memory of the machine or of its GPU. */
enum status poisson_accepts(const void *params, const struct solver *solver, const struct method *method,
                            const void *solver_options, enum space space);
