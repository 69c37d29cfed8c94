/* The files that a configuration reads, each with its fingerprint: what they held when the run began. */
#pragma once
#include "base/result/store.h"
#include "command/run/workload/workload.h"

/* "floor_plan<tab>FINGERPRINT<tab>plan.csv", one a line. Caller frees; NULL: no memory. */
char *inputs_print(const struct workload *w);

/* ST_CONFIG, and which, if one of them has changed since `then` was printed. */
enum status inputs_unchanged(const struct workload *w, const char *then);
