/* How exact the solution of each point is. */
#pragma once
#include "apps/app.h"

/* From the series of the run into sim->answers. */
enum status batch_report(struct sim *sim);
