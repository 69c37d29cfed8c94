/* The findings on the last grid: extremes, values at probes, flows through the ends; and the errors of all grids. */
#pragma once
#include "apps/app.h"
#include "apps/bvp/jumps.h"
#include "apps/bvp/rounding.h"

/* Puts answers from the series of the run into sim->answers; `rounding`, `jumps` and `probe_off` of the last grid. */
enum status bvp_report(struct sim *sim, const struct bvp_rounding *rounding, const struct bvp_jumps *jumps,
                       double largest, const double *probe_off);

/* The answers that a run may give. */
extern const struct answer_about bvp_answers[];
