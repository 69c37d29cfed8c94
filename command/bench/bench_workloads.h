/* Workloads on all ranks and only on rank 0, as entries: with the functions by which `run` shares them. */
#pragma once
#include "base/timing/sample.h"
#include "precision/precision.h"

/* Adds, for rank 0, the workloads that ranks can share, in one precision: each on all ranks, and, as its peer
 * `one_rank`, on one rank with the threads of all, where that can be measured. */
enum status bench_workloads_add(struct bench *b, const struct precision *precision);
