/* Refusal of problems that exceed the memory of a machine. */
#pragma once
#include "apps/app.h"
#include "apps/poisson/solution/direct.h"

/* The methods of a run. ST_CONFIG if no transform has the name. */
enum status poisson_choice(struct direct_choice *choice, const struct poisson_params *p, const struct solver *solver,
                           const void *options, enum space space);

/* Refuses a problem whose part on this machine does not fit its memory: all of it, unless ranks share it. apart: as in
 * struct sim. */
enum status poisson_fits(const struct poisson_params *p, const struct direct_choice *choice, bool apart);

/* struct app's `accepts`: refuses as if all existing ranks shared the problem and kept its fields in parts; or by a
 * GPU's memory. */
enum status poisson_accepts(const void *params, const struct solver *solver, const struct method *method,
                            const void *solver_options, enum space space);
