/* Workloads on all ranks and on rank 0 alone, as entries: by all that `run` shares them with. */
#pragma once
#include "base/timing/sample.h"
#include "precision/precision.h"

/* Adds, for rank 0, the workloads that ranks can share, in one precision: each on all ranks, and on one with the
 * threads of all as its peer `one_rank`, where that can be measured. */
enum status bench_workloads_add(struct bench *b, const struct precision *precision);
