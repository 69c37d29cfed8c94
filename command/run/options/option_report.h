/* The report of a run with axes of options. */
#pragma once
#include "apps/app.h"

/* Puts the largest error, residual and number of iterations of all points into sim->answers, and their places. */
enum status option_report(struct sim *sim);

/* Adds the warnings of a finished point to those of the run. */
void option_caveats(struct sim *sim, const struct sim *in, int64_t point);
