/* Clamps and records at the places that keys name. */
#pragma once
#include "apps/hines/state/state.h"

/* After the parts are made: nodes of all clamps and records, and the columns of the samples. ST_CONFIG, ST_NOMEM. */
enum status placing_make(struct hines_state *s);
