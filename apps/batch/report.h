/* What a solve of each point took, and how exact it is. */
#pragma once
#include "apps/app.h"

/* From the series of the run into sim->answers. */
enum status batch_report(struct sim *sim);
