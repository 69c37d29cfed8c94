/* Benchmarks: every method against the memory limit and the peers.
 *
 * A benchmark only adds entries: what to call, on which data, which entry is its limit and which are its
 * peers. The command line lets the sets of both precisions add theirs, part by part, samples those of a part in the
 * same rounds, and prints a table or JSON. A limit is of the same part, a peer of the same or an earlier one. */
#pragma once
#include <stddef.h>

#include "bench/entry/benchmark.h"

size_t benchmark_count(void);
const struct benchmark *benchmark_at(size_t i);

#define BENCHMARK(id) extern const struct benchmark id;
#include "bench/list.h"
#undef BENCHMARK
