/* How exact the solution of each point is, or of each given system. */
#pragma once
#include "apps/app.h"

/* Caveats of given systems that were not solved, after the last step. */
enum status batch_finish(struct sim *sim);

/* From the series of the run, or its state, into sim->answers. */
enum status batch_report(struct sim *sim);
