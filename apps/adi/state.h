/* What a run of the heat equation holds from begin to end. */
#pragma once
#include "apps/adi/boundary.h"
#include "apps/adi/heating.h"
#include "apps/adi/split.h"
#include "apps/app.h"

struct state {
    struct params params; /* values borrowed from the configuration */
    struct grid grid;
    struct nodes_room *room;
    struct stencil op;
    struct boundary boundary;
    struct heating heating;
    struct split split;  /* a registered solver */
    struct fused *fused; /* or the own method */
    struct field *exact;
    real *u;      /* [points] */
    double theta; /* of the matrices in use; 0: none yet */
};

/* Brings matrices, planes and source to one step, by its number; advance.c. */
enum status state_prepare(struct state *s, int64_t step, struct step_data *data, struct clock *clock);

/* u := u + D */
enum status state_advance(struct state *s, const struct step_data *data, struct clock *clock);

/* Bytes that the step moves for data beyond the caches. */
double state_bytes(const struct state *s, const struct step_data *data);

/* Appends time, least, greatest and total of the field and the probes to the series; summary.c. */
enum status state_sample(struct state *s, int64_t step, struct series *series);

/* Normwise backward error of a step; residual.c. */
enum status state_residual(struct state *s, int64_t step, double *residual);

/* max |u - exact| / max |exact| and the same in the mean square; error.c. */
enum status state_error(struct state *s, double t, double *greatest, double *rms);
