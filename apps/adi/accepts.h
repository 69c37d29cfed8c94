/* The checks of a run of adi before any field is there: its configuration, the memory of the machine, its method. */
#pragma once
#include "apps/adi/problem/params.h"
#include "apps/app.h"

/* Bytes that a run by fused holds where coefficients are per point, with as many threads as there are, until its last
 * step. */
double adi_pointwise_bytes(const struct adi_params *p);

/* As app.check: relations between keys; and memory for the fields. */
enum status adi_check(void *params, const char **key);

/* Refuses a problem whose part on this machine, of the ranks of `c` that share it, does not fit its memory; `c` NULL:
 * all of it, where there are ranks that do not share it. apart: as in struct sim. */
enum status adi_fits(const struct adi_params *p, const struct comm *c, bool apart);

/* As app.accepts; of a run that ranks can share as if all ranks that there are shared it. */
enum status adi_accepts(const void *params, const struct solver *solver, const struct method *method,
                        const void *solver_options, enum space space);
