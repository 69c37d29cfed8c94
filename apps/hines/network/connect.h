/* Makes connections one by one. */
#pragma once
#include "apps/hines/state/state.h"

/* One more connection. ST_NOMEM. */
enum status network_connect(struct hines_state *s, int64_t from, int64_t synapse, double weight, double delay);
