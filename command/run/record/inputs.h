/* The files that a configuration reads, each with the fingerprint of its contents when the run began. */
#pragma once
#include "base/result/store.h"
#include "command/run/workload/workload.h"

/* "floor_plan<tab>FINGERPRINT<tab>plan.csv", one per line. Caller frees; NULL: no memory. */
char *inputs_print(const struct workload *w);

/* ST_CONFIG with its name, if one of them has changed since `then` was printed. */
enum status inputs_unchanged(const struct workload *w, const char *then);
