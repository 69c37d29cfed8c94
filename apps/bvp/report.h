/* What is found on the last grid: extremes, values at probes, flows through the ends; and the errors of all grids. */
#pragma once
#include "apps/app.h"

/* From the series of the run into sim->answers. */
enum status bvp_report(struct sim *sim);
