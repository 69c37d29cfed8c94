/* The report of a run with axes of options. */
#pragma once
#include "apps/app.h"

/* Puts the largest error, residual and number of iterations of all points into sim->answers, and where they are. */
enum status option_report(struct sim *sim);

/* Adds the warnings of a point that was taken to those of the whole. */
void option_caveats(struct sim *sim, const struct sim *in, int64_t point);
