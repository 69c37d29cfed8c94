/* Costs of a batch that was solved: those of all ranks that share it. */
#pragma once
#include "apps/batch/instance.h"

/* Collective and agreed over the ranks of x: ST_NOMEM. */
enum status batch_costs_take(const struct batch_instance *x, struct rank_costs *out);
