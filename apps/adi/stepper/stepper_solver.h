/* Which solvers leave their steps to methods of adi, and which ranks share. */
#pragma once
#include "apps/adi/problem/params.h"
#include "solvers/solver.h"

/* Does this solver, `auto` on the host, leave steps to adi's own methods: by Douglas and Gunn's scheme, neither checked
 * nor refined, on lines that are not short? */
bool stepper_leaves_solver(const struct adi_params *p, const struct solver *solver, const void *options,
                           enum space space);

/* As struct app's can_share: steps only by a solver of systems that neither checks nor refines; and lines around a
 * periodic axis that ranks cut only where they are transposed. */
bool stepper_can_share(const void *params, const struct solver *solver, const void *options);

/* The solver of a run that ranks share, in place of `auto`, which would choose by the part that a rank has; *options is
 * then NULL. */
const struct solver *stepper_shared_solver(const struct adi_params *p, const struct solver *solver,
                                           const void **options);
