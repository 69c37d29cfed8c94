/* Lists the cells that parameters mean: groups, sections, and the places that keys name. */
#pragma once
#include "apps/hines/model/params.h"
#include "apps/lister.h"
#include "base/status.h"

/* ST_CONFIG: a fault of the input, as that of a run. */
enum status listing_cells(const void *params, struct lister *out);
