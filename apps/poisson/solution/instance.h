/* One problem under one choice of methods: its equations, its plans and its solution. */
#pragma once
#include "apps/app.h"
#include "apps/poisson/given/source.h"
#include "apps/poisson/ranks/halo.h"
#include "apps/poisson/solution/direct.h"
#include "apps/poisson/solution/iterate.h"
#include "apps/poisson/solution/level.h"
#include "apps/poisson/solution/several.h"
#include "apps/timing.h"
#include "solvers/transform/fftw/ready.h"

struct instance {
    const struct poisson_params *params;
    struct exec exec;
    struct box box;
    struct poisson_source source;
    struct poisson_direct direct;
    struct iteration *iteration; /* or NULL: coefficients vary along several axes */
    struct several *several;     /* or NULL: each right side is solved by itself */
    struct field *exact;
    struct halo halo;
    real *u;        /* [points] those of this rank, and planes next to them */
    real *device_u; /* [points] u on the device, or NULL */
    bool ready;     /* f has been evaluated */
    double *f; /* [unknowns] the right side, with the terms of faces and charges; those of this rank; one of those of
                  `several` */
    double *plane;      /* [source_plane_size] workspace */
    double *probe;      /* [probes] u there, of the last probes_measure */
    struct level level; /* if no face prescribes u */
    double removed;     /* the mean of f, if nothing fixes the level of u; else 0 */
    struct solve_timing timing;
    struct fftw_planning planning; /* of the transforms, if FFTW does them; else all 0 */
    double assembling, moving;     /* seconds; moving: between host and device */
};

/* Borrows `p` and what `choice` points to, and makes all plans. On failure instance_free still cleans up. Ranks that
 * share the problem, choice->comm, each have a part of it (ranks/part.h), and call what follows together; statuses are
 * agreed. */
enum status instance_make(struct instance *x, const struct poisson_params *p, const struct direct_choice *choice,
                          struct exec exec);
void instance_free(struct instance *x);

/* Evaluates the right side f at time t, and `removed`. */
enum status instance_at(struct instance *x, double t);

/* Evaluates and solves the right side of a step, or, if several are solved together and it is not among them, those of
 * this step and the next ones; their time is divided among them. */
enum status instance_step(struct instance *x, int64_t step);

/* Solves for the f of the last instance_at, as often as the key `repeats` says; u then has nodes on faces too. Each
 * solve is timed without the copies between host and device. */
enum status instance_solve(struct instance *x);
