/* What is found on the finest grid: extremes, values at probes, flows through the ends; and the errors of all grids. */
#pragma once
#include "apps/bvp/accuracy.h"

/* From the series of the run, and the flows that bvp_flux found, into sim->answers. */
enum status bvp_report(struct sim *sim, const struct bvp_flow flux[2]);
